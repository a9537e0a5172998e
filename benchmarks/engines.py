"""The proof run against umaudemc, and SPIN where it is installed: `python benchmarks/engines.py`.

The properties are those that other engines can be asked of the composed system. Ours are proved for a channel of any
size, by `a2a-lifecycle prove` in a process of its own; theirs are checked for the sizes 1 to 4, each property in a
process, as their commands do. All take turns in one run; a ratio is of the quickest of each.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from a2a_lifecycle.proofs.catalogue import catalogue
from a2a_lifecycle.proofs.lifecycle import Lifecycle
from a2a_lifecycle.proofs.system.crosscheck import SIZES, questions, verdict_jobs
from a2a_lifecycle.spec import load

TURNS = 3
TARGET = 0.5
"""What ours may take of umaudemc's time, at most, for whichever one size."""


def timed(work: Callable[[], object]) -> float:
    """How long `work` takes, in seconds."""
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def main() -> int:
    """Measure, print the ratios, and return 1 where ours takes more than its target."""
    table = load()
    t = Lifecycle(table.edition(), table)
    asked = list(questions(table, t.edition))
    names = [argument for question in asked for argument in ("--theorem", question.theorem)]
    ours = [sys.executable, "-m", "a2a_lifecycle.cli", "prove", "--edition", t.edition.id, *names]
    best: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "system.maude")
        jobs = [
            (channel, job)
            for question in asked
            for channel in SIZES
            for job in verdict_jobs(t, question, catalogue()[question.theorem].expected, channel)
        ]
        for _ in range(TURNS):
            times = {"ours": timed(lambda: subprocess.run(ours, check=True, capture_output=True))}
            for channel, job in jobs:
                key = f"{job.engine}, a channel of {channel}"
                times[key] = times.get(key, 0.0) + timed(lambda job=job: job.ask(file))  # type: ignore[misc]
            best = {key: min(value, best.get(key, value)) for key, value in times.items()}
    print(
        f"Our proof run of {len(asked)} properties of {t.edition.id}, for a channel of any size, takes of the time of"
    )
    for key, value in best.items():
        if key != "ours":
            print(f"  {key:<28} {best['ours'] / value:>5.2f}")
    whole = {key.split(",")[0]: 0.0 for key in best if key != "ours"}
    for key, value in best.items():
        if key != "ours":
            whole[key.split(",")[0]] += value
    for engine, value in whole.items():
        print(f"  {engine + ', sizes 1 to 4 together':<28} {best['ours'] / value:>5.2f}")
    missed = any(best["ours"] > TARGET * value for key, value in best.items() if key.startswith("maude"))
    print(f"Target: at most {TARGET} of umaudemc's time for any one size: {'missed' if missed else 'met'}.")
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
