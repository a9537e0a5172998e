"""Six renderings are one relation: the rows, the loaded table, the machine, Z3, the DOT edges and the Mermaid edges."""

import tomllib
from importlib.resources import files
from itertools import product

import pytest
import z3

from a2a_lifecycle.diagrams import draw_edition, edges_of_dot, edges_of_mermaid
from a2a_lifecycle.model import Task
from a2a_lifecycle.model.machine import initial_of, machine_of, relation_of
from a2a_lifecycle.proofs.lifecycle import Lifecycle
from a2a_lifecycle.spec import Edition, load

EDITIONS = list(load().editions.values())
Edges = frozenset[tuple[str, str, str]]


def rows(edition: str) -> Edges:
    """The edges of `edition` as the TOML rows give them, read by nothing of ours."""
    data = tomllib.loads(files("a2a_lifecycle.spec").joinpath("task.toml").read_text(encoding="utf-8"))
    return frozenset(
        (source, row["trigger"], row["to"])
        for row in data["transition"]
        if edition in row["editions"]
        for source in ([row["from"]] if isinstance(row["from"], str) else row["from"])
    )


def z3_pairs(edition: Edition) -> set[tuple[str, str]]:
    """The pairs of states between which Z3 finds a step, each asked on its own, and their opposites refuted."""
    t = Lifecycle(edition, load())
    found = set()
    for source, target in product(t.states.names, repeat=2):
        step = z3.simplify(t.step(t.states.values[source], t.states.values[target]))
        assert z3.is_true(step) or z3.is_false(step)
        if z3.is_true(step):
            found.add((source, target))
    return found


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda e: e.id)
def test_six_renderings_are_one_relation(edition: Edition) -> None:
    written = rows(edition.id)
    assert len(written) > 7
    assert frozenset((edge.source, edge.trigger, edge.target) for edge in edition.edges) == written
    assert relation_of(machine_of(edition)) == written
    assert z3_pairs(edition) == {(source, target) for source, _, target in written}
    for language in ("en", "zh"):
        dot, mermaid = draw_edition(edition, "dot", language), draw_edition(edition, "mermaid", language)  # type: ignore[arg-type]
        assert isinstance(dot, str)
        assert isinstance(mermaid, str)
        assert edges_of_dot(dot) == written
        assert edges_of_mermaid(mermaid) == written


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda e: e.id)
def test_all_begin_in_the_same_state(edition: Edition) -> None:
    t = Lifecycle(edition, load())
    begins = [name for name, value in t.states.values.items() if z3.is_true(z3.simplify(t.initial(value)))]
    assert begins == [edition.initial.id] == [initial_of(machine_of(edition))] == [Task(edition).state]


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda e: e.id)
def test_a_task_takes_a_trigger_exactly_where_the_rows_say(edition: Edition) -> None:
    written = rows(edition.id)
    for state in edition.states:
        if state.fallback:
            continue  # no task is ever in it
        way = () if state.initial else edition.path(edition.initial.id, state.id)
        assert way is not None
        for trigger in edition.triggers:
            task = Task(edition)
            for edge in way:
                task.fire(edge.trigger)
            targets = {target for source, name, target in written if (source, name) == (state.id, trigger)}
            assert task.can(trigger) == bool(targets)
            if targets:
                task.fire(trigger)
                assert {task.state} == targets
