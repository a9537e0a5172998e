"""The triggers as PostgreSQL writes them."""

from __future__ import annotations

from collections.abc import Sequence

from a2a_lifecycle.conformance.export import sql_target
from a2a_lifecycle.conformance.export.sql_rules import ABSENT, UNKNOWN, SqlLaw, sql_law
from a2a_lifecycle.conformance.export.sql_target import PREFIX, Target, comment, identifier
from a2a_lifecycle.conformance.law import Law

_EVENTS = {"change": "AFTER INSERT OR UPDATE", "delete": "AFTER DELETE", "truncate": "BEFORE TRUNCATE"}
"""Trigger → its event. A trigger's name is its table's own, so these need not hold the table's."""


def install(law: Law, target: Target) -> str:
    """The script that installs the triggers: PostgreSQL 14 or later. At no moment of it is the table unguarded."""
    written = sql_law(law)
    parts = [comment("postgresql", f"keep {target.table!r} inside {law.edition.id!r}")]
    if target.deleted == "remember":
        columns = "(id text PRIMARY KEY, state text NOT NULL)"
        parts.append(f"CREATE TABLE IF NOT EXISTS {_name('deleted', target)} {columns};")
    parts += [_function("change", _change(written, target), target), _trigger("change", "ROW", target)]
    if target.deleted == "forget":
        parts += [_drop("delete", target), _drop("truncate", target)]
    else:
        parts += [_function("delete", _delete(written, target), target), _trigger("delete", "ROW", target)]
        parts += [_function("truncate", _truncate(written, target), target), _trigger("truncate", "STATEMENT", target)]
    if target.deleted != "remember":
        parts.append(f"DROP TABLE IF EXISTS {_name('deleted', target)};")
    return "\n\n".join(parts) + "\n"


def uninstall(target: Target) -> str:
    """The script that leaves no trace of `install`."""
    drops = [_drop(what, target) for what in _EVENTS]
    memory = f"DROP TABLE IF EXISTS {_name('deleted', target)};"
    return "\n\n".join([comment("postgresql", f"no longer guard {target.table!r}"), *drops, memory]) + "\n"


def literal(text: str) -> str:
    """`text` as a PostgreSQL string, whatever `standard_conforming_strings` says of a backslash."""
    written = sql_target.literal(text)
    return "E" + written.replace("\\", "\\\\") if "\\" in written else written


def _qualified(name: str, target: Target) -> str:
    return f"{identifier(target.schema)}.{identifier(name)}"


def _name(what: str, target: Target) -> str:
    return _qualified(target.named(what), target)


def _drop(what: str, target: Target) -> str:
    trigger = f'DROP TRIGGER IF EXISTS "{PREFIX}_{what}" ON {_qualified(target.table, target)};'
    return f"{trigger}\nDROP FUNCTION IF EXISTS {_name(what, target)}();"


def _trigger(what: str, each: str, target: Target) -> str:
    table = _qualified(target.table, target)
    return (
        f'CREATE OR REPLACE TRIGGER "{PREFIX}_{what}" {_EVENTS[what]} ON {table}\n'
        f"FOR EACH {each} EXECUTE FUNCTION {_name(what, target)}();"
    )


def _function(what: str, body: str, target: Target) -> str:
    # It runs as its owner, so that a worker needs no right to the memory of deleted tasks; hence the fixed search path,
    # and nobody may put it on a table of their own and so write to that memory. To fire it needs no right.
    tag = "a2a"
    while f"${tag}$" in body:
        tag += "_"
    return (
        f"CREATE OR REPLACE FUNCTION {_name(what, target)}() RETURNS trigger\n"
        f"LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS ${tag}$\n{body}\n${tag}$;\n"
        f"REVOKE ALL ON FUNCTION {_name(what, target)}() FROM PUBLIC;"
    )


def _value(row: str, target: Target) -> str:
    """The state as it is stored in `row`, as text, empty where it is not given."""
    column = f"{row}.{identifier(target.state_column)}"
    if target.state_key is not None:
        column = f"{_json(column)} ->> {literal(target.state_key)}"
    return f"coalesce(({column})::text, '')"


def _json(column: str) -> str:
    """`column` as JSON whose fields can be read: PostgreSQL stores an escaped NUL, as a message may hold, but not read.

    The escaped backslashes go first, so that what is left of a backslash and `u0000` is a NUL and nothing else.
    """
    nul, text = literal("\\u0000"), f"{column}::text"
    readable = f"replace(replace({text}, {literal(chr(92) * 2)}, '__'), {nul}, '?')"
    return f"(CASE WHEN strpos({text}, {nul}) = 0 THEN {column}::json ELSE {readable}::json END)"


def _list(values: Sequence[str]) -> str:
    # A list without a member is no SQL, and a stored state is never null here.
    return ", ".join(literal(value) for value in values) or "NULL"


def _state(value: str, law: SqlLaw) -> str:
    states = dict.fromkeys(state for _, state, _ in law.names)
    names = {state: [name for name, meant, _ in law.names if meant == state] for state in states}
    lines = "".join(f"    WHEN {value} IN ({_list(names[state])}) THEN {literal(state)}\n" for state in states)
    return f"CASE\n{lines}    ELSE {literal(UNKNOWN)}\n  END"


def _edges(law: SqlLaw) -> str:
    """Whether (before, after) is an edge; in parentheses, for PL/pgSQL would take the first THEN for its own."""
    sources = dict.fromkeys(source for source, _ in law.edges)
    targets = {source: [end for start, end in law.edges if start == source] for source in sources}
    lines = "".join(f"    WHEN {literal(source)} THEN after IN ({_list(targets[source])})\n" for source in sources)
    return f"(CASE before\n{lines}    ELSE false\n  END)"


def _refuse(code: str, law: SqlLaw, detail: str, target: Target) -> str:
    using = f"ERRCODE = 'check_violation', CONSTRAINT = {literal(target.named('change'))}, DETAIL = {detail}"
    return f"RAISE EXCEPTION '%', {literal(law.message(code))} USING {using};"


def _change(law: SqlLaw, target: Target) -> str:
    key = identifier(target.id_column)
    detail = f"format('task %s: %L to %L', NEW.{key}, old_value, new_value)"

    def refuse(code: str) -> str:
        return _refuse(code, law, detail, target)

    final = _list(list(dict.fromkeys(state for _, state, final in law.names if final)))
    return (
        f"DECLARE\n"
        f"  old_value text;\n"
        f"  new_value text := {_value('NEW', target)};\n"
        f"  before text := {literal(ABSENT)};\n"
        f"  after text;\n"
        f"  marked bigint := 0;\n"
        f"BEGIN\n"
        f"  IF TG_OP = 'UPDATE' THEN\n"
        f"    old_value := {_value('OLD', target)};\n"
        f"    IF NEW.{key} IS DISTINCT FROM OLD.{key} THEN\n      {refuse('id-changed')}\n    END IF;\n"
        f"  ELSE\n"
        f"{_recall(target)}"
        f"  END IF;\n"
        f"  -- The state that each value means; {UNKNOWN!r} for one that no table knows.\n"
        f"  IF old_value IS NOT NULL THEN\n  before := {_state('old_value', law)};\n  END IF;\n"
        f"  after := {_state('new_value', law)};\n"
        f"  IF new_value IS DISTINCT FROM old_value AND after = {literal(UNKNOWN)} THEN\n"
        f"    {refuse('unknown-state')}\n"
        f"  ELSIF before = after THEN\n"
        f"{_artifacts(law, detail, final, target)}"
        f"  ELSIF before IN ({final}) THEN\n"
        f"    {refuse('terminal-left')}\n"
        f"  ELSIF NOT {_edges(law)} THEN\n"
        f"    IF before = {literal(ABSENT)} AND after IN ({_list([e for s, e in law.edges if s == UNKNOWN])}) THEN\n"
        f"      {refuse('late-start')}\n"
        f"    END IF;\n"
        f"    {refuse('not-in-table')}\n"
        f"  END IF;\n"
        f"  RETURN NULL;\n"
        f"END"
    )


def _recall(target: Target) -> str:
    """Take the state in which the new task was deleted, if it was, out of the memory."""
    if target.deleted != "remember":
        return "    NULL;\n"
    memory, key = _name("deleted", target), f"NEW.{identifier(target.id_column)}::text"
    return (
        f"    -- A transaction that keeps to an old snapshot does not see a later deletion; its own mark meets it.\n"
        f"    IF current_setting('transaction_isolation') NOT IN ('read committed', 'read uncommitted') THEN\n"
        f"      INSERT INTO {memory} AS d (id, state) VALUES ({key}, '') ON CONFLICT (id) DO NOTHING;\n"
        f"      GET DIAGNOSTICS marked = ROW_COUNT;\n"
        f"    END IF;\n"
        f"    DELETE FROM {memory} AS d WHERE d.id = {key} RETURNING d.state INTO old_value;\n"
        f"    IF marked = 1 THEN\n      old_value := NULL;\n    END IF;\n"
    )


def _artifacts(law: SqlLaw, detail: str, final: str, target: Target) -> str:
    if target.artifacts_column is None:
        return "    NULL;\n"
    new, old = (f"{row}.{identifier(target.artifacts_column)}" for row in ("NEW", "OLD"))
    # The order of keys is no change where the column is JSON; the text comes first, for it is cheap.
    differs = f"{new}::jsonb IS DISTINCT FROM {old}::jsonb" if target.state_key is not None else "true"
    return (
        f"    IF TG_OP = 'UPDATE' AND before IN ({final}) AND {new}::text IS DISTINCT FROM {old}::text THEN\n"
        f"      IF {differs} THEN\n"
        f"        {_refuse('artifact-after-terminal', law, detail, target)}\n"
        f"      END IF;\n"
        f"    END IF;\n"
    )


def _delete(law: SqlLaw, target: Target) -> str:
    key = identifier(target.id_column)
    if target.deleted == "refuse":
        return f"BEGIN\n  {_refuse('deleted', law, f'''format('task %s', OLD.{key})''', target)}\nEND"
    return (
        f"BEGIN\n"
        f"  INSERT INTO {_name('deleted', target)} AS d (id, state)\n"
        f"  VALUES (OLD.{key}::text, {_value('OLD', target)})\n"
        f"  ON CONFLICT (id) DO UPDATE SET state = excluded.state;\n"
        f"  RETURN NULL;\n"
        f"END"
    )


def _truncate(law: SqlLaw, target: Target) -> str:
    if target.deleted == "refuse":
        return f"BEGIN\n  {_refuse('deleted', law, literal('TRUNCATE'), target)}\nEND"
    key, table = identifier(target.id_column), _qualified(target.table, target)
    return (
        f"BEGIN\n"
        f"  INSERT INTO {_name('deleted', target)} AS d (id, state)\n"
        f"  SELECT t.{key}::text, {_value('t', target)} FROM {table} AS t\n"
        f"  ON CONFLICT (id) DO UPDATE SET state = excluded.state;\n"
        f"  RETURN NULL;\n"
        f"END"
    )
