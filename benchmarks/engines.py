"""The proof run against umaudemc, and SPIN where it is installed: `python benchmarks/engines.py`.

The properties are those that other engines can be asked of the composed system. Ours are proved for a channel of any
size, by `a2a-lifecycle prove` in a process of its own; theirs are checked for the sizes 1 to 4, each property in a
process, as their commands do. All take turns in one run, ours anew for each size; a ratio is the median of those of the
turns.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import mean, median

from a2a_lifecycle.proofs.catalogue import catalogue
from a2a_lifecycle.proofs.lifecycle import Lifecycle
from a2a_lifecycle.proofs.system.crosscheck import SIZES, questions, verdict_jobs
from a2a_lifecycle.spec import load

TURNS = 5
TARGET = 0.5
"""What ours may take of umaudemc's time, at most."""


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
    ratios: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "system.maude")
        for _ in range(TURNS):
            together: dict[str, list[float]] = {}
            for channel in SIZES:
                taken = timed(lambda: subprocess.run(ours, check=True, capture_output=True))
                theirs: dict[str, float] = {}
                for question in asked:
                    for job in verdict_jobs(t, question, catalogue()[question.theorem].expected, channel):
                        theirs[job.engine] = theirs.get(job.engine, 0.0) + timed(lambda job=job: job.ask(file))  # type: ignore[misc]
                for engine, seconds in theirs.items():
                    ratios.setdefault(f"{engine}, a channel of {channel}", []).append(taken / seconds)
                    together.setdefault(engine, []).append(seconds / taken)
            for engine, times in together.items():
                ratios.setdefault(f"{engine}, one size on average", []).append(1 / mean(times))
                ratios.setdefault(f"{engine}, sizes {SIZES[0]} to {SIZES[-1]} together", []).append(1 / sum(times))
    print(
        f"Our proof run of {len(asked)} properties of {t.edition.id}, for a channel of any size, takes of the time of"
    )
    for key in sorted(ratios):
        print(f"  {key:<28} {median(ratios[key]):>5.2f}")
    missed = median(ratios[f"maude, sizes {SIZES[0]} to {SIZES[-1]} together"]) > TARGET
    asked_of = "umaudemc's time for the sizes it was asked of"
    print(f"Target: at most {TARGET} of {asked_of}: {'missed' if missed else 'met'}.")
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
