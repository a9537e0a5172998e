"""What an audit costs, next to the least that DuckDB could do with the same Parquet file.

    python benchmarks/audit.py [MILLIONS ...]

The least is one scan and one window: each task's states in order, each with the one before, counted by pair. An audit
also reads the values, judges the steps, breaks ties, counts tasks, and shows the worst. Each measurement is a process
of its own, timed after its imports, with two threads and the same bound on memory; the ratio is the median of those of
two turns one right after the other. With the extra `spark` the same is asked of Spark, timed after its session has
started. Default: 1, 4 and 16 million events.

It ends with exit status 1 where an audit on DuckDB takes more than 1.5 of the time of the least.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from statistics import median

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from a2a_lifecycle.spec import load

THREADS, MEMORY, SPARK_MEMORY, TURNS, SPARK_TURNS, SEED = 2, 1.0, "2g", 9, 1, 1
"""`MEMORY` is DuckDB's bound, in GB: of what it holds itself, beside the process and its libraries."""
TARGET = 1.5
"""`TURNS` is for a log of next to nothing: each million events is one less, and three it is at least."""
WRONG = 0.01
"""The share of the steps that go anywhere, whatever the table says."""

LEAST = """
    SELECT before, state, count(*) FROM (
        SELECT lag(state) OVER (PARTITION BY task ORDER BY seq) AS before, state FROM {log}
    ) GROUP BY ALL
"""


def write_log(path: Path, events: int) -> None:
    """A log of tasks that walk the table at random, their events interleaved in time, ids as long as a UUID."""
    edition, rng = load().edition(), np.random.default_rng(SEED)
    ids = [state.id for state in edition.states if not state.fallback]
    then = [[ids.index(edge.target) for edge in edition.edges_from(state)] for state in ids]
    then = [targets + [at] * 2 if len(targets) > 2 else targets for at, targets in enumerate(then)]  # progress updates
    tasks = np.arange(events // 3)
    state = np.full(len(tasks), ids.index(edition.initial.id))
    now = rng.integers(0, len(tasks) * 10, len(tasks))
    rows: list[tuple[np.ndarray, np.ndarray, np.ndarray]] = []
    while len(tasks) and sum(len(row[0]) for row in rows) < events:
        rows.append((tasks, now, state))
        following = np.full(len(tasks), -1)
        for at, targets in enumerate(then):
            here = state == at
            if targets:
                following[here] = rng.choice(targets, here.sum())
        astray = rng.random(len(tasks)) < WRONG
        following[astray] = rng.integers(0, len(ids), astray.sum())
        goes_on = following >= 0
        tasks, state = tasks[goes_on], following[goes_on]
        now = now[goes_on] + rng.integers(1, 40, len(tasks))
    task, when, code = (np.concatenate(column)[:events] for column in zip(*rows, strict=True))
    order = np.argsort(when, kind="stable")
    names = pa.array([edition.encode(state) for state in ids])
    table = pa.table({"task": task[order], "seq": np.arange(len(order)), "state": names.take(pa.array(code[order]))})
    with duckdb.connect() as connection:
        connection.register("walks", table)
        name = "substr(md5(task::VARCHAR), 1, 18) || '-' || substr(md5(task::VARCHAR), 19, 14) || '-ab'"
        connection.execute(
            f"COPY (SELECT {name} AS task, seq, state FROM walks ORDER BY seq) TO '{path}' (FORMAT parquet)"
        )


def least_duckdb(log: str) -> None:
    began = time.perf_counter()
    options = {"threads": THREADS, "memory_limit": f"{MEMORY}GB", "temp_directory": tempfile.mkdtemp()}
    with duckdb.connect(config={**options, "preserve_insertion_order": False}) as connection:
        connection.execute(LEAST.format(log=f"'{log}'")).fetchall()
    _say(began)


def audit_duckdb(log: str) -> None:
    from a2a_lifecycle.conformance.audit.auditing import audit
    from a2a_lifecycle.conformance.audit.duckdb_engine import DuckDBEngine

    began = time.perf_counter()
    engine = DuckDBEngine(THREADS, f"{MEMORY}GB")
    audit(log, engine=engine)
    engine.close()
    _say(began)


def least_spark(log: str) -> None:
    from a2a_lifecycle.conformance.audit.spark_engine import SparkEngine

    engine = SparkEngine(f"local[{THREADS}]", SPARK_MEMORY)
    engine.session.read.parquet(log).createOrReplaceTempView("log")
    began = time.perf_counter()
    engine.session.sql(LEAST.format(log="log")).collect()
    _say(began)
    engine.close()


def audit_spark(log: str) -> None:
    from a2a_lifecycle.conformance.audit.auditing import audit
    from a2a_lifecycle.conformance.audit.spark_engine import SparkEngine

    engine = SparkEngine(f"local[{THREADS}]", SPARK_MEMORY)
    engine.session.read.parquet(log).createOrReplaceTempView("log")
    began = time.perf_counter()
    audit(log, engine=engine)
    _say(began)
    engine.close()


CONTENDERS: dict[str, Callable[[str], None]] = {
    one.__name__: one for one in (least_duckdb, audit_duckdb, least_spark, audit_spark)
}


def _say(began: float) -> None:
    seconds = time.perf_counter() - began
    # Not getrusage: what it gives a child begins with its parent's memory.
    status = Path("/proc/self/status").read_text(encoding="ascii")
    peak = next(line for line in status.splitlines() if line.startswith("VmHWM"))
    print(json.dumps({"seconds": seconds, "gigabytes": int(peak.split()[1]) * 1024 / 1e9}))


def measure(name: str, log: Path) -> dict[str, float]:
    """One measurement, in a process of its own."""
    done = subprocess.run(
        [sys.executable, __file__, "--one", name, str(log)], capture_output=True, text=True, check=True
    )
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


def compare(label: str, least: str, audit: str, log: Path, turns: int) -> float:
    """Print one line of ratios, and give that of the times."""
    taken: dict[str, list[dict[str, float]]] = {least: [], audit: []}
    for _ in range(turns):
        for name, runs in taken.items():
            runs.append(measure(name, log))
    peak = {name: max(run["gigabytes"] for run in runs) for name, runs in taken.items()}
    inside = audit == audit_duckdb.__name__  # Spark's memory is another process's
    memory = f"{peak[audit] / peak[least]:10.2f}{peak[audit] / MEMORY:12.2f}" if inside else f"{'-':>10}{'-':>12}"
    ratio = median(ours["seconds"] / floor["seconds"] for floor, ours in zip(taken[least], taken[audit], strict=True))
    print(f"{label:28}{ratio:8.2f}{memory}", flush=True)
    return ratio


def main(arguments: list[str]) -> int:
    """Print the ratios, or take one measurement."""
    if arguments[:1] == ["--one"]:
        name, log = arguments[1:]
        CONTENDERS[name](log)
        return 0
    print(f"An audit in multiples of the least query: {THREADS} threads, DuckDB bound to {MEMORY} GB of its own.")
    print(f"{'':28}{'time':>8}{'memory':>10}{'of bound':>12}")
    ratios = []
    with tempfile.TemporaryDirectory() as folder:
        for millions in [float(text) for text in arguments] or [1.0, 4.0, 16.0]:
            log = Path(folder) / "log.parquet"
            write_log(log, int(millions * 1_000_000))
            events = f"{pq.ParquetFile(log).metadata.num_rows / 1e6:.0f} million"
            ratios.append(
                compare(f"{events}, DuckDB", "least_duckdb", "audit_duckdb", log, max(3, TURNS - int(millions)))
            )
            if find_spec("pyspark") is not None:
                compare(f"{events}, Spark", "least_spark", "audit_spark", log, SPARK_TURNS)
    missed = max(ratios) > TARGET
    print(f"Target: at most {TARGET} of the time on DuckDB: {'missed' if missed else 'met'}.")
    return int(missed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
