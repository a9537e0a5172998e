"""The two readings of a claim, over the rows and over a free relation, agree on tables of every kind."""

from dataclasses import replace

import z3
from hypothesis import given, settings
from hypothesis import strategies as st

from a2a_lifecycle.proofs.axioms import applying
from a2a_lifecycle.proofs.catalogue import catalogue
from a2a_lifecycle.proofs.free import CLASSES
from a2a_lifecycle.proofs.killers import killers
from a2a_lifecycle.proofs.lifecycle import Lifecycle
from a2a_lifecycle.proofs.theorem import prove
from a2a_lifecycle.spec import Edge, Edition, State, load

GUIDE = load().edition("guide-v1.0")
PAIRS = [(s.id, u.id) for s in GUIDE.states for u in GUIDE.states]
ROW = GUIDE.transitions[0]


def changed(edition: Edition, toggled: set[tuple[str, str]], classes: dict[str, str]) -> Edition:
    """The edition with pairs of `toggled` added or dropped, and some states of another class."""
    edges = [edge for edge in edition.edges if (edge.source, edge.target) not in toggled]
    for source, target in sorted(toggled - edition.pairs):
        row = replace(ROW, trigger=f"go_{target}", sources=(source,), target=target)
        edges.append(Edge(source, row.trigger, target, None, row))
    states: list[State] = [replace(s, state_class=classes.get(s.id, s.state_class)) for s in edition.states]  # type: ignore[arg-type]
    return replace(edition, states=tuple(states), edges=tuple(edges))


@settings(max_examples=12, deadline=None)
@given(
    toggled=st.sets(st.sampled_from(PAIRS), max_size=4),
    classes=st.dictionaries(st.sampled_from([s.id for s in GUIDE.states]), st.sampled_from(CLASSES), max_size=2),
)
def test_a_claim_is_refuted_over_the_rows_exactly_where_it_is_false_of_the_relation(
    toggled: set[tuple[str, str]], classes: dict[str, str]
) -> None:
    table = load()
    edition = changed(GUIDE, toggled, classes)
    t = Lifecycle(edition, table)
    facts = z3.And(*t.free.relation_is(edition.pairs), *t.free.classes_fixed())
    for name, axiom in applying(t).items():
        if name in ("every_open_state_can_be_cancelled", "interrupted_states_are_those_the_client_resumes"):
            continue  # these speak of triggers and actors, which a relation does not have
        solver = z3.SimpleSolver()
        solver.add(facts, axiom)
        holds = solver.check() == z3.sat
        refuted = prove(catalogue()[name], t).verdict == "refuted"
        assert refuted != holds, f"{name}: {'holds' if holds else 'is false'} of the relation"


def test_every_mutant_is_refuted_and_the_kinds_are_all_there() -> None:
    table = load()
    for edition in table.editions.values():
        killed = killers(Lifecycle(edition, table))
        assert [mutant.edit for mutant, names in killed.items() if not names] == []
        assert {mutant.kind for mutant in killed} == {"add", "drop", "retarget", "class", "initial"}
        assert len(killed) > 100
