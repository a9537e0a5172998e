"""A sequence chart: who sends what to whom, in order. It is what a trace of the composed system is read as."""

from __future__ import annotations

from dataclasses import dataclass

from a2a_lifecycle.diagrams.markup import plain
from a2a_lifecycle.diagrams.mermaid import text


@dataclass(frozen=True, slots=True)
class Message:
    """One arrow of a sequence chart.

    Attributes:
        source: the participant it leaves.
        target: the participant it reaches; the source itself for a step that sends nothing.
        label: what it says.
        note: a remark beside it, or None.
        reply: whether it answers, and is drawn dashed.
        lost: whether it never arrives, and is drawn with a cross.
    """

    source: str
    target: str
    label: str
    note: str | None = None
    reply: bool = False
    lost: bool = False


@dataclass(frozen=True, slots=True)
class SequenceChart:
    """A sequence chart.

    Attributes:
        participants: their names, in order from the left.
        messages: the messages, in order from the top.
        title: its heading, or None.
        cycle_from: the number of the message, from 1, where the part begins that repeats for ever (a lasso), or None.

    Raises `ValueError` for a message of a participant that is not there, and for a cycle that begins at no message.
    """

    participants: tuple[str, ...]
    messages: tuple[Message, ...]
    title: str | None = None
    cycle_from: int | None = None

    def __post_init__(self) -> None:
        """Refuse what could not be drawn."""
        for message in self.messages:
            for end in (message.source, message.target):
                if end not in self.participants:
                    raise ValueError(f"no participant {end!r}; there are {', '.join(self.participants)}")
        if self.cycle_from is not None and not 1 <= self.cycle_from <= len(self.messages):
            raise ValueError(f"no message {self.cycle_from} to repeat from; there are {len(self.messages)}")


def mermaid_sequence(chart: SequenceChart) -> str:
    """`chart` as a Mermaid `sequenceDiagram`, its messages numbered."""
    names = {participant: f"P{number}" for number, participant in enumerate(chart.participants, 1)}
    lines = ["sequenceDiagram"]
    if chart.title:
        lines.append(f"    title {text(chart.title)}")
    lines.append("    autonumber")
    lines += [f"    participant {name} as {text(shown) or name}" for shown, name in names.items()]
    indent = "    "
    for number, message in enumerate(chart.messages, 1):
        if number == chart.cycle_from:
            lines.append(f"{indent}loop for ever")
            indent += "    "
        arrow = ("--x" if message.lost else "-->>") if message.reply else ("-x" if message.lost else "->>")
        # A message without a text is a syntax error to Mermaid; a space that shows nothing is none.
        lines.append(f"{indent}{names[message.source]}{arrow}{names[message.target]}: {text(message.label) or '#32;'}")
        if message.note and plain(message.note):
            over = sorted({names[message.source], names[message.target]}, key=list(names.values()).index)
            lines.append(f"{indent}Note over {','.join(over)}: {text(message.note)}")
    if chart.cycle_from is not None:
        lines.append("    end")
    return "\n".join([*lines, ""])
