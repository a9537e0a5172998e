"""Writes `triggers.pyi`: the trigger methods that type checkers see, from the bundled table.

`python -m a2a_lifecycle.model.stub` writes it, `--check` fails where it differs from the table.
"""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Sequence
from pathlib import Path

from a2a_lifecycle.spec import Table, load

STUB = Path(__file__).with_name("triggers.pyi")
"""The generated file."""

_HEAD = '''\
# Generated from spec/task.toml by `python -m a2a_lifecycle.model.stub`. Do not edit.
"""The trigger methods of a task. Each raises `IllegalTriggerError` where the table does not allow it."""

from a2a_lifecycle.model.events import Event

class Triggers:
    __slots__ = ()
'''

_METHOD = '''
    def {trigger}(self, message: str | None = None, *, if_sequence: int | None = None) -> Event:
        """{edges}

        In {editions}.
        """
'''


def stub_of(table: Table) -> str:
    """The text of the stub: a method for each trigger of any edition of `table`."""
    methods = []
    for trigger in dict.fromkeys(edge.trigger for edition in table.editions.values() for edge in edition.edges):
        having = [edition for edition in table.editions.values() if trigger in edition.triggers]
        edges = dict.fromkeys(
            f"{edge.source} → {edge.target}" for edition in having for edge in edition.edges if edge.trigger == trigger
        )
        listed = textwrap.fill(f"Edges: {'; '.join(edges)}.", 110, subsequent_indent=" " * 8)
        editions = ", ".join(edition.id for edition in having)
        methods.append(_METHOD.format(trigger=trigger, edges=listed, editions=editions))
    return _HEAD + "".join(methods)


def main(argv: Sequence[str]) -> int:
    """Write the stub, or with `--check` compare it; returns 0, or 1 where it has drifted, or 2 on a wrong call."""
    text = stub_of(load())
    if list(argv) == ["--check"]:
        if STUB.is_file() and STUB.read_text(encoding="utf-8") == text:
            return 0
        print(f"{STUB.name} differs from the table; run `python -m a2a_lifecycle.model.stub`", file=sys.stderr)
        return 1
    if argv:
        print("usage: python -m a2a_lifecycle.model.stub [--check]", file=sys.stderr)
        return 2
    STUB.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
