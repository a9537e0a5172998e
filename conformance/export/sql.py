"""Triggers, generated from the table, that let no worker on any node write a change outside it."""

from __future__ import annotations

from a2a_lifecycle.conformance.export import postgresql, sqlite
from a2a_lifecycle.conformance.export.exporter import Option, Options
from a2a_lifecycle.conformance.export.sql_target import target_of
from a2a_lifecycle.conformance.law import Law, default_edition
from a2a_lifecycle.spec import Edition

__all__ = ["DESCRIPTION", "OPTIONS", "default_edition", "export"]

DESCRIPTION = "triggers that refuse a change of a stored state outside the table"

_INSTALL = {"sqlite": sqlite.install, "postgresql": postgresql.install}
_UNINSTALL = {"sqlite": sqlite.uninstall, "postgresql": postgresql.uninstall}

OPTIONS = (
    Option("dialect", "the database", required=True, choices=tuple(_INSTALL)),
    Option("action", "what the script does", default="install", choices=("install", "uninstall")),
    Option("table-name", "the table of the tasks", default="tasks"),
    Option("schema-name", "PostgreSQL: the schema it is in", default="public"),
    Option("id-column", "the column that names the task", default="id"),
    Option("state-column", "the column that holds the state; without it, the schema of a2a-sdk: JSON in status"),
    Option("state-key", "where that column is JSON, the key of the state in it"),
    Option("artifacts-column", "the column of the artifacts, which a final task keeps as they are"),
    Option(
        "deleted",
        "a deleted task: remember its state, so that its id cannot start again; refuse to delete; or forget it",
        default="remember",
        choices=("remember", "refuse", "forget"),
    ),
)


def export(edition: Edition, options: Options) -> str:
    """The script that installs, or removes, the triggers that keep a table of tasks inside `edition`.

    It may be run again at any time: it replaces what an earlier one made. A repeated state is an update and passes,
    be it final (a snapshot saved again); a final task's artifacts are final too.

    Raises:
        ExportError: a name that no SQL can hold.
    """
    target, dialect = target_of(options), options["dialect"] or ""
    if options["action"] == "uninstall":
        return _UNINSTALL[dialect](target)
    return _INSTALL[dialect](Law(edition), target)
