"""The table's values and its refusals leave a process as they were."""

import copy
import pickle
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest

from a2a_lifecycle.spec import NoSuchStateError, TableError, errors, load, loads

CLONES = [copy.copy, copy.deepcopy, *(lambda value, p=p: pickle.loads(pickle.dumps(value, p)) for p in range(2, 6))]


@pytest.mark.parametrize("clone", CLONES)
def test_rows_editions_and_tables_are_copied(clone):
    table = load()
    edition = table.edition()
    values = (table, edition, edition.states, edition.transitions, edition.edges, table.rows, edition.decode("odd"))
    for value in values:
        again = clone(value)
        assert again == value
        assert hash(again) == hash(value)
    state = clone(edition.initial)
    assert state.wire == edition.initial.wire
    with pytest.raises(TypeError):
        state.wire["v1.0"] = "other"
    assert clone(edition).path("submitted", "completed") == edition.path("submitted", "completed")
    assert clone(table).bundled


@pytest.mark.parametrize(
    "error",
    [
        *(kind("r", file="f", line=3, row="state 1") for kind in (TableError, *TableError.__subclasses__())),
        errors.NoSuchEditionError("a", ["b"]),
        errors.NoSuchStateError("a", ["b"]),
    ],
    ids=lambda error: type(error).__name__,
)
def test_refusals_are_copied_with_what_they_say(error):
    for clone in CLONES:
        again = clone(error)
        assert type(again) is type(error)
        assert (str(again), vars(again)) == (str(error), vars(error))


def test_a_bad_table_in_another_process_is_refused_in_this_one():
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        with pytest.raises(TableError, match=r"<text>: the file does not say `format = 1`"):
            pool.submit(loads, "").result()
        assert pool.submit(load).result() == load()


@pytest.mark.parametrize("name", ["a\0b", "\ud800"])
def test_a_name_no_file_can_have_is_refused(name):
    with pytest.raises(errors.UnreadableTableError, match="cannot be read: ") as refused:
        load(name)
    assert refused.value.file == name


@pytest.mark.parametrize("wrong", [None, [], 5])
def test_what_is_no_state_is_told_as_one_that_is_not_there(wrong):
    edition = load().edition()
    for ask in (edition.state, edition.edges_from, edition.reachable):
        with pytest.raises(NoSuchStateError, match=r"no state .* in this edition; known: "):
            ask(wrong)
