"""What an exporter is: a name's description, its function, and the options it takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from a2a_lifecycle.spec import Edition, Table

Options = Mapping[str, str | None]
"""Option name, with hyphens → its value, or None where it was not given and has no default."""


class ExportError(ValueError):
    """An option that cannot be used: its text is the one line a person needs."""


@dataclass(frozen=True, slots=True)
class Option:
    """An option of one exporter; on the command line it is `--name`.

    Attributes:
        name: the name, with hyphens.
        help: what it does, in one line.
        default: its value where it is not given.
        choices: the values it may have; any where empty.
        required: whether it must be given.
        metavar: what to call the value in the help.
    """

    name: str
    help: str
    default: str | None = None
    choices: tuple[str, ...] = ()
    required: bool = False
    metavar: str = "NAME"


def first_edition(table: Table) -> Edition:
    """The table's first edition: what every command takes where none is named."""
    return table.edition()


@dataclass(frozen=True, slots=True)
class Exporter:
    """One way to write an edition.

    Attributes:
        description: what it writes, in one line.
        function: the edition and the options, all of them there, to the text. Raises `ExportError`.
        options: the options it takes.
        default_edition: which edition it writes where none is named.
    """

    description: str
    function: Callable[[Edition, Options], str]
    options: tuple[Option, ...] = ()
    default_edition: Callable[[Table], Edition] = first_edition
