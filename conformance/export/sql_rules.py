"""The law as rows and refusals: what a trigger of any dialect looks up, and what it says."""

from __future__ import annotations

from dataclasses import dataclass

from a2a_lifecycle.conformance.law import Law

MARK = "a2a-lifecycle: "
"""How the message of every refusal by a trigger begins, so that a guard can tell it from other errors."""

ABSENT = ""
"""The source of the edges that create a task."""

UNKNOWN = "?"
"""The state that a value means which no table knows; a task in it may enter any state of the edition."""


@dataclass(frozen=True, slots=True)
class SqlLaw:
    """A law as rows.

    Attributes:
        names: each name a stored state may have, the state it means, and whether that is final.
        edges: each lawful (source, target) of two different states, among them those from `ABSENT` and `UNKNOWN`.
        messages: code → the message of the refusal.
    """

    names: tuple[tuple[str, str, bool], ...]
    edges: tuple[tuple[str, str], ...]
    messages: dict[str, str]

    def message(self, code: str) -> str:
        """What a trigger says that refuses for `code`."""
        return f"{MARK}{code}: {self.messages[code]}"


def sql_law(law: Law) -> SqlLaw:
    """`law` as rows, in the table's order."""
    sources = [(ABSENT, law.first), (UNKNOWN, law.entered), *((source, law.targets(source)) for source in law.states)]
    edges = [(source, target) for source, targets in sources for target in law.states if target in targets]
    names = [(name, state, state in law.terminal) for name, state in law.names.items()]
    first = ", ".join(state for state in law.states if state in law.first)
    messages = {
        "terminal-left": "the task is in a final state, and stays in it",
        "artifact-after-terminal": "the task is in a final state, and its artifacts stay as they are",
        "not-in-table": f"the change is no edge of {law.edition.id}",
        "unknown-state": f"the value is no state of {law.edition.id}",
        "late-start": f"by {law.edition.id} a task is created in: {first}",
        "id-changed": "a task keeps its id",
        "deleted": "a task is not deleted",
    }
    return SqlLaw(tuple(names), tuple(edges), messages)
