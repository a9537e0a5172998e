"""`a2a-lifecycle export sql`, and what a person reads of it."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import pytest

from a2a_lifecycle.conformance.export import EXPORTERS, ExportError, export
from a2a_lifecycle.spec import load
from tests.cli import calls

GOLDEN = Path(__file__).parent / "golden" / "sql"


def call(*argv):
    return calls.call("export", *argv)


@pytest.mark.parametrize("dialect", ["sqlite", "postgresql"])
@pytest.mark.parametrize("action", ["install", "uninstall"])
def test_the_script_reads_as_it_is_kept_here(dialect, action):
    """To keep it anew: A2A_LIFECYCLE_GOLDEN=write pytest."""
    status, stdout, stderr = call("sql", "--dialect", dialect, "--action", action, "--edition", "guide-v1.0")
    assert (status, stderr) == (0, "")
    kept = GOLDEN / f"{action}.{dialect}.sql"
    if os.environ.get("A2A_LIFECYCLE_GOLDEN") == "write":
        kept.write_text(stdout, encoding="utf-8")
    assert stdout == kept.read_text(encoding="utf-8")


def test_the_default_edition_is_the_published_one():
    assert call("sql", "--dialect", "sqlite") == call("sql", "--dialect", "sqlite", "--edition", "published-v1.0")
    assert "inside 'published-v1.0'" in call("sql", "--dialect", "sqlite")[1]


def test_it_writes_to_a_file(tmp_path):
    kept = tmp_path / "guard.sql"
    assert call("sql", "--dialect", "sqlite", "--output", str(kept)) == (0, "", "")
    assert kept.read_text(encoding="utf-8") == call("sql", "--dialect", "sqlite")[1]


def test_a_table_of_ones_own_is_exported(tmp_path):
    table = tmp_path / "own.toml"
    table.write_text(
        'format = 1\n[[edition]]\nid = "own -- DROP TABLE victim"\n'
        'protocol = "v1.0"\nsource = "o\'wn; DROP TABLE victim; --"\n'
        '[[state]]\nid = "open"\nclass = "active"\ninitial = true\nwire = { "v1.0" = "o\'pen" }\n'
        '[[state]]\nid = "done"\nclass = "terminal"\nwire = { "v1.0" = "d\'one" }\n'
        '[[transition]]\ntrigger = "finish"\nfrom = "open"\nto = "done"\n'
    )
    status, stdout, stderr = call("sql", "--dialect", "sqlite", "--table", str(table), "--state-column", "state")
    assert (status, stderr) == (0, "")
    connection = sqlite3.connect(":memory:", isolation_level=None)
    connection.executescript("CREATE TABLE tasks (id TEXT PRIMARY KEY, state TEXT); CREATE TABLE victim (x);")
    connection.executescript(stdout)
    connection.execute("INSERT INTO tasks VALUES ('t', ?)", ["o'pen"])
    connection.execute("UPDATE tasks SET state = ?", ["d'one"])
    with pytest.raises(sqlite3.IntegrityError, match="terminal-left"):
        connection.execute("UPDATE tasks SET state = ?", ["o'pen"])
    connection.execute("SELECT * FROM victim")
    connection.close()


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        ([], "say what to export: "),
        (["nothing"], "invalid choice: 'nothing'"),
        (["sql"], "the following arguments are required: --dialect"),
        (["sql", "--dialect", "mysql"], "invalid choice: 'mysql'"),
        (["sql", "--dialect", "sqlite", "--table-name", ""], "argument --table-name: must not be empty"),
        (["sql", "--dialect", "sqlite", "--edition", "guide"], "no edition 'guide' in the table"),
        (
            ["sql", "--dialect", "sqlite", "--output", "/dev/null/all.sql"],
            "/dev/null/all.sql: cannot be read: Not a directory",
        ),
    ],
)
def test_a_wrong_call_is_one_line_and_status_2(argv, message):
    status, stdout, stderr = call(*argv)
    assert (status, stdout) == (2, "")
    assert message in stderr
    assert stderr.count("\n") == 1


def test_every_exporter_describes_itself():
    for exporter in EXPORTERS.values():
        assert exporter.description[0].islower()
        assert not exporter.description.endswith(".")
        for option in exporter.options:
            assert option.default is None or not option.choices or option.default in option.choices


def test_an_exporter_that_is_not_there_is_refused():
    with pytest.raises(ExportError, match="no export 'nothing'; there are: "):
        export("nothing", load().edition())
