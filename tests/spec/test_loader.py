"""A malformed table is refused, with file, line or row, and what would be right."""

import os
from pathlib import Path

import pytest

from a2a_lifecycle.spec import NoSuchEditionError, TableError, errors, load, loads

SMALL = """\
format = 1

[[edition]]
id = "own"
protocol = "v1"
source = "own"

[[state]]
id = "new"
class = "active"
initial = true

[[state]]
id = "done"
class = "terminal"

[[transition]]
trigger = "finish"
from = "new"
to = "done"
"""


def edited(old: str, new: str) -> str:
    assert old in SMALL, f"the test edits what is not there: {old}"
    return SMALL.replace(old, new)


def refusal(text: str) -> TableError:
    with pytest.raises(TableError) as caught:
        loads(text, file="my.toml")
    return caught.value


def test_a_small_table_loads_with_its_defaults() -> None:
    edition = loads(SMALL).edition()
    assert [state.id for state in edition.states] == ["new", "done"]
    assert edition.allows("new", "done")
    assert not edition.allows("done", "new")
    assert edition.edges[0].row.actor == "agent"
    assert edition.state("done").label.zh == "done"
    assert (edition.cancel_trigger, edition.cancel_edges, edition.cancel_targets) == (None, (), frozenset())
    assert edition.fallback is None


@pytest.mark.parametrize(
    ("text", "kind", "message"),
    [
        (
            edited('class = "terminal"', 'class = "terminal"\ncolour = "red"'),
            errors.UnknownColumnError,
            "my.toml:16: state 2: unknown column 'colour'; known: class, clause, editions, fallback, id, initial, "
            "label, meaning, number, reads, wire",
        ),
        (
            edited('trigger = "finish"', 'triger = "finish"'),
            errors.UnknownColumnError,
            "my.toml:18: transition 1: unknown column 'triger'; did you mean 'trigger'?",
        ),
        (
            edited('[[state]]\nid = "done"', '[[staet]]\nid = "done"'),
            errors.UnknownColumnError,
            "my.toml:13: unknown section 'staet'; did you mean 'state'?",
        ),
        (
            edited('to = "done"\n', ""),
            errors.MissingColumnError,
            "my.toml:17: transition 1: column 'to' is missing: the state it leads to",
        ),
        (SMALL.replace("format = 1\n", ""), errors.MissingColumnError, "my.toml: the file does not say `format = 1`"),
        (
            edited("format = 1", "format = 2"),
            errors.ColumnTypeError,
            "my.toml:1: format 2 is not known; this version reads `format = 1`",
        ),
        (
            edited("format = 1", "format = true"),
            errors.ColumnTypeError,
            "my.toml:1: format True is not known; this version reads `format = 1`",
        ),
        ("format = 1\n", errors.MissingColumnError, "my.toml: there is no [[edition]]"),
        (
            edited("initial = true", 'initial = "yes"'),
            errors.ColumnTypeError,
            "my.toml:11: state 1: initial must be true or false, and is 'yes'",
        ),
        (
            edited('class = "terminal"', 'class = "final"'),
            errors.ColumnTypeError,
            "my.toml:15: state 2: class must be one of active, interrupted, terminal, indeterminate, and is 'final'",
        ),
        (
            edited('id = "new"', 'id = "New"'),
            errors.ColumnTypeError,
            "my.toml:9: state 1: id must be a name in snake_case, and is 'New'",
        ),
        (
            edited('from = "new"', "from = []"),
            errors.ColumnTypeError,
            "my.toml:19: transition 1: from must be a text, or a list of texts, none twice and none empty, and is []",
        ),
        (
            edited('to = "done"', 'to = "dome"'),
            errors.UndefinedNameError,
            "my.toml:20: transition 1: there is no state 'dome' in own; did you mean 'done'?",
        ),
        (
            edited('to = "done"', 'to = "done"\neditions = ["other"]'),
            errors.UndefinedNameError,
            "my.toml:21: transition 1: there is no edition 'other'; known: own",
        ),
        (
            edited("initial = true\n", ""),
            errors.InitialStateError,
            "my.toml:4: edition 1: own has no initial state; mark one state of it with `initial = true`",
        ),
        (
            edited('class = "terminal"', 'class = "terminal"\ninitial = true'),
            errors.InitialStateError,
            "my.toml:16: state 2: own has two initial states, new and done; mark one alone",
        ),
        (
            edited('id = "done"', 'id = "new"'),
            errors.DuplicateRowError,
            "my.toml:14: state 2: state 'new' is already given in own by state 1 (line 8)",
        ),
        (
            SMALL + '\n[[transition]]\ntrigger = "finish"\nfrom = "new"\nto = "done"\n',
            errors.DuplicateRowError,
            "my.toml:23: transition 2: new --finish--> done is already given by transition 1 (line 17)",
        ),
        (
            edited('class = "active"', 'class = "active"\nwire = { v1 = "x" }')
            + '\n[[state]]\nid = "other"\nclass = "terminal"\nwire = { v1 = "x" }\n',
            errors.WireNameError,
            "my.toml:26: state 3: wire name 'x' of v1 already means new, by state 1 (line 8)",
        ),
        (
            edited('class = "active"', 'class = "active"\nnumber = 3')
            + '\n[[state]]\nid = "o"\nclass = "terminal"\nnumber = 3\n',
            errors.WireNameError,
            "my.toml:26: state 3: number 3 already means new in own",
        ),
        (
            edited('trigger = "finish"', 'trigger = "return"'),
            errors.ColumnTypeError,
            "my.toml:18: transition 1: trigger 'return' is a word of Python, and so can be no method; choose another",
        ),
        (
            edited('to = "done"', 'to = "done"\nbasis = ["guide"]'),
            errors.BasisError,
            "my.toml:21: transition 1: basis must be, for the editions of this row: one of stated, silent",
        ),
        (
            edited('to = "done"', 'to = "done"\ndeferrable = true')
            + '\n[[transition]]\ntrigger = "stop"\nfrom = "new"\nto = "done"\ndeferrable = false\n',
            errors.CancelColumnError,
            "my.toml:27: transition 2: deferrable stands on trigger 'finish' already; one trigger cancels",
        ),
        (
            edited('class = "active"', 'class = "active"\nfallback = true').replace(
                'class = "terminal"', 'class = "terminal"\nfallback = true'
            ),
            errors.FallbackStateError,
            "my.toml:17: state 2: own has two fallback states, new and done; mark one alone",
        ),
        (
            SMALL.replace('id = "new"', 'id = "new', 1),
            errors.SyntaxTableError,
            "my.toml:9: is not TOML: ",
        ),
        ("[" * 100_000, errors.SyntaxTableError, "my.toml"),
        (
            edited('class = "terminal"', 'class = "terminal"\nnumber = ' + "9" * 5000),
            errors.SyntaxTableError,
            "my.toml: holds a number of too many digits",
        ),
        (
            edited('class = "terminal"', 'class = "terminal"\nnumber = 0x' + "9" * 5000),
            errors.ColumnTypeError,
            "my.toml:16: state 2: number must be a whole number from 0 to 2147483647, and is too large to show",
        ),
        (
            edited("format = 1", "format = 0x" + "9" * 5000),
            errors.ColumnTypeError,
            "my.toml:1: format too large to show is not known",
        ),
        (
            edited('class = "terminal"', 'class = "terminal"\n' + ".".join("a" * 3000) + " = 1"),
            errors.UnknownColumnError,
            "my.toml:16: state 2: unknown column 'a'",
        ),
        (
            edited('class = "terminal"', 'class = "terminal"\nlabel.' + ".".join("a" * 3000) + " = 1"),
            errors.ColumnTypeError,
            "my.toml:16: state 2: label must be a text in one line, or { en = …, zh = … }, and is too large to show",
        ),
        (
            edited('id = "own"', 'id = "e---><script>"'),
            errors.ColumnTypeError,
            "my.toml:4: edition 1: id must be letters, digits, spaces and . _ + -, a letter or digit first and no "
            "space last, and is 'e---><script>'",
        ),
        (
            edited('class = "terminal"', 'class = "terminal"\nlabel = "a\\u001b[31m"'),
            errors.ColumnTypeError,
            "my.toml:16: state 2: label must be a text in one line, or { en = …, zh = … }, and is 'a\\x1b[31m'",
        ),
        (
            edited('class = "terminal"', 'class = "terminal"\nwire = { v1 = "a\\nb" }'),
            errors.ColumnTypeError,
            "my.toml:16: state 2: wire must be a table from protocol version to name, and is",
        ),
        (
            edited('class = "terminal"', 'class = "terminal"\n' + "x" * 9000 + " = 1"),
            errors.UnknownColumnError,
            "my.toml:16: state 2: unknown column '" + "x" * 58 + "…; known: ",
        ),
        (
            edited('class = "terminal"', 'meaning = """\nclass = this is prose\n"""\nclass = "final"'),
            errors.ColumnTypeError,
            "my.toml:13: state 2: class must be one of",
        ),
        ("state = 3\nformat = 1\nedition = []\n", errors.MissingColumnError, "my.toml: there is no [[edition]]"),
        (
            'format = 1\nedition = ["x"]\n',
            errors.ColumnTypeError,
            "my.toml:2: 'edition' must be a list of tables, each under a [[edition]] header",
        ),
    ],
)
def test_a_malformed_table_is_refused(text: str, kind: type[TableError], message: str) -> None:
    error = refusal(text)
    assert type(error) is kind
    assert str(error).startswith(message)
    assert "\n" not in str(error)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(errors.UnreadableTableError, match=r"nowhere.toml: cannot be read: No such file"):
        load(tmp_path / "nowhere.toml")


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(errors.UnreadableTableError, match="cannot be read: Is a directory"):
        load(tmp_path)


def test_bytes_that_are_no_text_are_refused_with_their_line(tmp_path: Path) -> None:
    file = tmp_path / "my.toml"
    file.write_bytes(SMALL.encode() + b"# \xff\n")
    with pytest.raises(errors.UnreadableTableError, match=rf"my.toml:{SMALL.count(chr(10)) + 1}: is not UTF-8 text"):
        load(file)


def test_a_table_that_is_wrong_but_well_formed_loads() -> None:
    table = loads(SMALL + '\n[[transition]]\ntrigger = "reopen"\nfrom = "done"\nto = "new"\n')
    assert table.edition().allows("done", "new")


def test_an_edition_that_is_not_there_is_named_with_the_nearest() -> None:
    with pytest.raises(NoSuchEditionError, match=r"no edition 'guide-v1' in the table; did you mean 'guide-v1\.0'"):
        load().edition("guide-v1")


def test_a_header_inside_a_string_gives_no_wrong_line() -> None:
    text = edited('class = "terminal"', 'class = "terminal"\nmeaning = """\n[[state]]\n"""\ncolour = 1')
    assert refusal(text).line is None


def test_prose_may_have_lines_and_tabs_and_nothing_else_that_is_not_printed() -> None:
    prose = edited('class = "terminal"', 'class = "terminal"\nmeaning = "a\\n\\tb"')
    assert loads(prose).edition().state("done").meaning.en == "a\n\tb"
    for escape in ("\\u0000", "\\r", "\\u001b", "\\u009b", "\\uFFFE"):
        assert isinstance(refusal(prose.replace("\\n", escape)), errors.ColumnTypeError)


def test_what_is_no_file_is_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for name in ("/dev/zero", tmp_path / "pipe"):
        with pytest.raises(errors.UnreadableTableError, match="is no regular file"):
            load(name)
    with pytest.raises(errors.UnreadableTableError, match="cannot be read: embedded null"):
        load("a\0b")


def test_a_table_may_come_through_a_pipe() -> None:
    ours, theirs = os.pipe()
    os.write(theirs, SMALL.encode())
    os.close(theirs)
    assert load(f"/dev/fd/{ours}").edition().id == "own"
    os.close(ours)


def test_a_file_that_no_table_is_as_long_as_is_refused(tmp_path: Path) -> None:
    (tmp_path / "long.toml").touch()
    os.truncate(tmp_path / "long.toml", 2**30)
    with pytest.raises(errors.UnreadableTableError, match="longer than any table"):
        load(tmp_path / "long.toml")


def test_blank_lines_are_passed_over_once() -> None:
    # By the square of their number this takes a minute, and by their number no time to speak of.
    blank = "\n" * 60_000
    text = edited('class = "terminal"', f'class = "final"\nmeaning = """{blank}"""') + blank
    assert refusal(text).line == 15
