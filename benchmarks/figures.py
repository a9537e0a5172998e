"""Runs every benchmark, one after the other, and writes what they print to a page: `python benchmarks/figures.py`.

Each prints ratios measured side by side in one run, and whether its target is met; the page adds nothing to that
but where it was taken. `pip install '.[bench,recheck,sdk,audit]'` brings what they compare with; one that lacks
something says so, and so does the page.
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from textwrap import fill

ROOT = Path(__file__).resolve().parents[1]

BENCHMARKS = {
    "trigger.py": "A trigger and a new task",
    "engines.py": "The proof run against another engine",
    "proofs.py": "Growth of proof time with the table",
    "check.py": "`check` against its parsing floor and against other checkers",
    "guard.py": "The guard against the unguarded store",
    "audit.py": "`audit` against DuckDB's own query",
}
"""Script → the heading of its section."""

FAILED = "It ended with exit status"

PACKAGES = ("z3-solver", "transitions", "orjson", "duckdb", "ibis-framework", "pyspark", "a2a-sdk", "umaudemc")


def _version(package: str) -> str | None:
    try:
        return f"{package} {version(package)}"
    except PackageNotFoundError:
        return None


def section(script: str) -> str:
    """The section of one benchmark: its heading, its command, and what it printed."""
    print(f"{script} …", file=sys.stderr, flush=True)
    command = [sys.executable, str(ROOT / "benchmarks" / script)]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    said = result.stderr.rstrip().splitlines()[-1:] if result.returncode or not result.stdout else []
    shown = "\n".join([result.stdout.rstrip(), *said]).strip()
    status = "" if result.returncode == 0 else f"\n\n{FAILED} {result.returncode}."
    return f"## {BENCHMARKS[script]}\n\n`python benchmarks/{script}`\n\n```text\n{shown}\n```{status}\n"


def known(page: Path) -> dict[str, str]:
    """Script → its section on a page that was written before."""
    parts = page.read_text(encoding="utf-8").split("\n## ")[1:] if page.exists() else []
    by_heading = {part.split("\n", 1)[0]: f"## {part.rstrip()}\n" for part in parts}
    return {script: by_heading[heading] for script, heading in BENCHMARKS.items() if heading in by_heading}


def main() -> int:
    """Measure, and write the page; returns 1 where a benchmark failed or missed its target."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "docs" / "figures.md", help="the page to write")
    parser.add_argument(
        "--only", nargs="+", choices=BENCHMARKS, default=list(BENCHMARKS), help="measure these, and keep the others"
    )
    arguments = parser.parse_args()
    sections = known(arguments.output) | {script: section(script) for script in arguments.only}
    packages = ", ".join(filter(None, map(_version, PACKAGES)))
    page = (
        "# Figures\n\n<!-- Made by `python benchmarks/figures.py`; do not edit. -->\n\n"
        "Every figure is a ratio of two things measured side by side in one run.\n\n"
        f"{fill(f'Taken on {os.cpu_count()} cores, Python {platform.python_version()}, {packages}.', 120)}\n\n"
        + "\n".join(sections[script] for script in BENCHMARKS if script in sections)
    )
    arguments.output.write_text(page, encoding="utf-8")
    return int(FAILED in page)


if __name__ == "__main__":
    sys.exit(main())
