"""Runs one theorem as a script of its own: `python -m a2a_lifecycle.proofs.theorems.NAME`."""

from __future__ import annotations

import argparse
import sys
from importlib.machinery import ModuleSpec


def run_as_script(spec: ModuleSpec | None) -> None:
    """Prove the theorem whose module was started with `python -m`, print its parts, and leave with its exit status."""
    from a2a_lifecycle.proofs.run import run
    from a2a_lifecycle.proofs.text import full_text
    from a2a_lifecycle.spec import NoSuchEditionError, TableError, load

    assert spec is not None, "started with `python -m`"
    name = spec.name.rpartition(".")[2]
    parser = argparse.ArgumentParser(prog=f"python -m {spec.name}", description=f"Prove {name}.")
    parser.add_argument("--edition", metavar="ID", help="one edition of the table")
    parser.add_argument("--table", metavar="FILE", help="a table of your own, in the format of task.toml")
    arguments = parser.parse_args()
    try:
        report = run(load(arguments.table), edition=arguments.edition, theorems=[name])
    except (TableError, NoSuchEditionError) as error:
        print(error, file=sys.stderr)
        sys.exit(2)
    print(full_text(report))
    sys.exit(report.status)
