"""The triggers as SQLite writes them."""

from __future__ import annotations

from a2a_lifecycle.conformance.export.sql_rules import ABSENT, UNKNOWN, SqlLaw, sql_law
from a2a_lifecycle.conformance.export.sql_target import Target, comment, identifier, literal, rows
from a2a_lifecycle.conformance.law import Law

_TRIGGERS = ("replace", "insert", "update", "delete")
_VIEWS = ("names", "edges")


def install(law: Law, target: Target) -> str:
    """The script that installs the triggers, in one transaction: at no moment is the table unguarded."""
    written = sql_law(law)
    parts = [
        comment("sqlite", f"keep {target.table!r} inside {law.edition.id!r}"),
        "BEGIN IMMEDIATE;",
        _drops(target),
        *_views(written, target),
        _memory(target),
        _replace(written, target),
        _insert(written, target),
        _update(written, target),
        _delete(written, target),
        "COMMIT;",
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def uninstall(target: Target) -> str:
    """The script that leaves no trace of `install`, in one transaction."""
    memory = f"DROP TABLE IF EXISTS {_name('deleted', target)};"
    parts = [comment("sqlite", f"no longer guard {target.table!r}"), "BEGIN IMMEDIATE;", _drops(target), memory]
    return "\n\n".join([*parts, "COMMIT;"]) + "\n"


def _name(what: str, target: Target) -> str:
    return identifier(target.named(what))


def _drops(target: Target) -> str:
    triggers = [f"DROP TRIGGER IF EXISTS {_name(what, target)};" for what in _TRIGGERS]
    return "\n".join([*triggers, *(f"DROP VIEW IF EXISTS {_name(what, target)};" for what in _VIEWS)])


def _views(law: SqlLaw, target: Target) -> list[str]:
    names = rows((literal(name), literal(state), str(int(final))) for name, state, final in law.names)
    edges = rows((literal(source), literal(end)) for source, end in law.edges)
    return [
        f"-- Each name of a state, the state, and whether it is final.\n"
        f"CREATE VIEW {_name('names', target)} (name, state, final) AS VALUES\n{names};",
        f"-- The edges; {ABSENT!r} stands for no task yet, {UNKNOWN!r} for a value that no table knows.\n"
        f"CREATE VIEW {_name('edges', target)} (source, target) AS VALUES\n{edges};",
    ]


def _memory(target: Target) -> str:
    if target.deleted != "remember":
        return f"DROP TABLE IF EXISTS {_name('deleted', target)};"
    columns = "(id TEXT PRIMARY KEY NOT NULL, state TEXT NOT NULL)"
    return f"CREATE TABLE IF NOT EXISTS {_name('deleted', target)} {columns};"


def _trigger(what: str, event: str, body: str, target: Target) -> str:
    return f"CREATE TRIGGER {_name(what, target)} {event} ON {identifier(target.table)} BEGIN\n{body}\nEND;"


def _value(row: str, target: Target) -> str:
    """The state as it is stored in `row`, as text, empty where it is not given."""
    column = f"{row}.{identifier(target.state_column)}"
    if target.state_key is not None:
        path = literal(f'$."{target.state_key}"')
        column = f"json_extract({column}, {path})"
    return f"coalesce(CAST({column} AS TEXT), '')"


def _state(value: str, target: Target) -> str:
    found = f"SELECT n.state FROM {_name('names', target)} AS n WHERE n.name = {value}"
    return f"coalesce(({found}), {literal(UNKNOWN)})"


def _edge(source: str, end: str, target: Target) -> str:
    return f"EXISTS (SELECT 1 FROM {_name('edges', target)} AS e WHERE e.source = {source} AND e.target = {end})"


def _refuse(code: str, law: SqlLaw) -> str:
    return f"RAISE(ABORT, {literal(law.message(code))})"


def _judge(before: str, after: str, source: str, law: SqlLaw, target: Target) -> str:
    """`Law.change` from the stored value `before` to `after`, for each row of `source`, a FROM clause or nothing."""
    final = f"EXISTS (SELECT 1 FROM {_name('names', target)} AS n WHERE n.state = j.before AND n.final)"
    states = f"v.a = v.b AS same, {_state('v.b', target)} AS before, {_state('v.a', target)} AS after"
    return (
        f"  SELECT CASE\n"
        f"    WHEN j.same THEN NULL\n"
        f"    WHEN j.after = {literal(UNKNOWN)} THEN {_refuse('unknown-state', law)}\n"
        f"    WHEN j.before = j.after THEN NULL\n"
        f"    WHEN {final}\n"
        f"    THEN {_refuse('terminal-left', law)}\n"
        f"    WHEN NOT {_edge('j.before', 'j.after', target)}\n"
        f"    THEN {_refuse('not-in-table', law)}\n"
        f"  END FROM (SELECT {states}\n"
        f"    FROM (SELECT {before} AS b, {after} AS a{source}) AS v) AS j;"
    )


def _replace(law: SqlLaw, target: Target) -> str:
    # REPLACE deletes the row it meets without firing a delete trigger, so it is judged before it does.
    key = identifier(target.id_column)
    source = f" FROM {identifier(target.table)} AS t WHERE t.{key} = NEW.{key}"
    judge = _judge(_value("t", target), _value("NEW", target), source, law, target)
    return _trigger("replace", "BEFORE INSERT", judge + _artifacts("t", source, law, target), target)


def _insert(law: SqlLaw, target: Target) -> str:
    memory, key = _name("deleted", target), f"CAST(NEW.{identifier(target.id_column)} AS TEXT)"
    source = f" FROM {memory} AS d WHERE d.id = {key}"
    remembers = target.deleted == "remember"
    where = f" WHERE NOT EXISTS (SELECT 1{source})" if remembers else ""
    body = (
        f"  SELECT CASE\n"
        f"    WHEN j.after = {literal(UNKNOWN)} THEN {_refuse('unknown-state', law)}\n"
        f"    WHEN {_edge(literal(ABSENT), 'j.after', target)} THEN NULL\n"
        f"    WHEN {_edge(literal(UNKNOWN), 'j.after', target)}\n"
        f"    THEN {_refuse('late-start', law)}\n"
        f"    ELSE {_refuse('not-in-table', law)}\n"
        f"  END FROM (SELECT {_state('v.a', target)} AS after\n"
        f"    FROM (SELECT {_value('NEW', target)} AS a{where}) AS v) AS j;"
    )
    if remembers:
        forget = f"  DELETE FROM {memory} WHERE id = {key};"
        body = "\n".join([body, _judge("d.state", _value("NEW", target), source, law, target), forget])
    return _trigger("insert", "AFTER INSERT", body, target)


def _update(law: SqlLaw, target: Target) -> str:
    key = identifier(target.id_column)
    kept = f"  SELECT {_refuse('id-changed', law)} WHERE NEW.{key} IS NOT OLD.{key};\n"
    judge = _judge(_value("OLD", target), _value("NEW", target), "", law, target)
    return _trigger("update", "AFTER UPDATE", kept + judge + _artifacts("OLD", "", law, target), target)


def _artifacts(row: str, source: str, law: SqlLaw, target: Target) -> str:
    """`Law.artifact` of the stored `row`, where `source` gives it, if its artifacts are watched."""
    if target.artifacts_column is None:
        return ""
    artifacts = identifier(target.artifacts_column)
    final = f"SELECT 1 FROM {_name('names', target)} AS n WHERE n.name = {_value(row, target)} AND n.final"
    condition = f"NEW.{artifacts} IS NOT {row}.{artifacts} AND EXISTS ({final})"
    joined = f"{source} AND" if source else " WHERE"
    return f"\n  SELECT {_refuse('artifact-after-terminal', law)}{joined}\n    {condition};"


def _delete(law: SqlLaw, target: Target) -> str:
    if target.deleted == "forget":
        return ""
    if target.deleted == "refuse":
        return _trigger("delete", "BEFORE DELETE", f"  SELECT {_refuse('deleted', law)};", target)
    values = f"CAST(OLD.{identifier(target.id_column)} AS TEXT), {_value('OLD', target)}"
    again = "ON CONFLICT (id) DO UPDATE SET state = excluded.state"
    body = f"  INSERT INTO {_name('deleted', target)} (id, state) VALUES ({values})\n  {again};"
    return _trigger("delete", "AFTER DELETE", body, target)
