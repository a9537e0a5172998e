"""The theorems about the system: their verdicts, their witnesses, their traces, and what breaks them."""

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from a2a_lifecycle.proofs.catalogue import catalogue
from a2a_lifecycle.proofs.lifecycle import Lifecycle
from a2a_lifecycle.proofs.run import Report, run
from a2a_lifecycle.proofs.system import mutants
from a2a_lifecycle.proofs.system.mutant import Mutant, Mutated
from a2a_lifecycle.proofs.theorem import PROVED, REFUTED, Result, prove
from a2a_lifecycle.spec import load, loads
from tests.proofs.tables import bundled_with, row, transition

SYSTEM = [name for name, theorem in catalogue().items() if theorem.number[0] > 1]
REFUTED_NAMES = [name for name in SYSTEM if catalogue()[name].expected == REFUTED]
GUIDE = "guide-v1.0"


@cache
def report() -> Report:
    return run(load(), theorems=SYSTEM)


@cache
def refuted(name: str) -> Result:
    (result,) = (r for r in report().results if r.theorem.name == name and r.edition == GUIDE)
    return result


def history(result: Result) -> list[str]:
    assert result.refutation is not None
    assert result.refutation.trace is not None
    return list(result.refutation.trace.states)


def test_every_verdict_is_expected_in_every_edition_it_is_asked_of() -> None:
    assert {(r.theorem.name, r.edition, r.verdict) for r in report().results if not r.as_expected} == set()
    assert {r.theorem.name for r in report().results} == set(SYSTEM)
    groups = {catalogue()[name].number[0] for name in SYSTEM}
    assert groups == {2, 3, 4, 5}


def test_every_verdict_has_its_witnesses() -> None:
    for result in report().results:
        assert result.witnesses, result.theorem.name
        assert all(witness.met for witness in result.witnesses), result.theorem.name


@pytest.mark.parametrize("name", REFUTED_NAMES)
def test_a_refuted_design_shows_a_replayed_trace_and_the_proved_rule_that_repairs_it(name: str) -> None:
    result = refuted(name)
    assert result.refutation is not None
    assert result.refutation.trace is not None
    assert result.refutation.replayed is not None
    assert result.theorem.repair
    assert result.theorem.repaired
    for repaired in result.theorem.repaired:
        assert catalogue()[repaired].expected == PROVED


def test_two_writers_that_check_then_write_end_cancelled_then_completed() -> None:
    result = refuted("writers_that_check_then_write_keep_the_outcome")
    assert history(result)[-3:] == ["working", "cancelled", "completed"]
    assert result.refutation is not None
    assert "refuses step 6, write" in str(result.refutation.replayed)


def test_the_lasso_repeats_pauses_while_the_request_is_pending() -> None:
    result = refuted("a_pending_request_ends_when_pauses_fill_the_channel")
    assert result.refutation is not None
    trace = result.refutation.trace
    assert trace is not None
    assert trace.loop == 3
    assert [step.action for step in trace.steps[4:]] == ["require_input", "receive", "provide_input", "receive"]
    assert trace.steps[2].action == "request_cancel"
    assert trace.steps[2].changed == {"pending": True}, "only what changed is shown"


def test_a_client_that_stops_at_the_fallback_leaves_the_outcome_unread() -> None:
    result = refuted("a_client_that_stops_at_the_fallback_learns_the_outcome")
    assert result.refutation is not None
    assert result.refutation.trace is not None
    end: dict[str, object] = {}
    for step in result.refutation.trace.steps:
        end |= step.changed
    assert (end["view"], end["reading"], end["stream"]) == ("unknown", False, "closed")
    assert end["waiting"] == (end["state"],)


def test_a_webhook_that_arrives_late_replaces_the_outcome() -> None:
    result = refuted("webhooks_folded_by_arrival_keep_the_outcome")
    assert result.refutation is not None
    assert result.refutation.trace is not None
    steps = result.refutation.trace.steps
    assert [step.action for step in steps[-2:]] == ["deliver", "deliver"]
    assert steps[-1].parameters["number"] < steps[-2].parameters["number"]


# --- what breaks them ---

EVERY = [(aim, mutant) for aim, some in mutants.SYSTEM_MUTANTS.items() for mutant in some]


def test_there_are_mutants_enough_and_each_has_a_name_of_its_own() -> None:
    assert len(EVERY) >= 25
    assert len({mutant.name for _, mutant in EVERY}) == len(EVERY)


@pytest.mark.parametrize(("aim", "mutant"), EVERY, ids=[mutant.name.replace(" ", "_") for _, mutant in EVERY])
def test_a_mutant_of_the_rules_is_refuted_by_the_theorem_meant_for_it(aim: str, mutant: Mutant) -> None:
    table = load()
    result = prove(catalogue()[aim], Mutated(mutant, table.edition(), table))
    assert result.verdict == REFUTED
    assert result.refutation is not None
    assert result.refutation.sentence


def test_an_edit_that_changes_nothing_survives(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mutants, "SYSTEM_MUTANTS", {"names_round_trip": (Mutant("nothing at all"),)})
    (caught,) = mutants.catches(load(), load().edition("guide-v0.3"))
    assert caught.theorem is None
    assert any("SURVIVES" in line for line in mutants.score_lines([caught]))


BROKEN = {
    "no_pause_is_opened_while_cancelling": bundled_with(
        (
            row("require_input", "working", "input_required"),
            row("require_input", "working", "input_required").replace(
                "while_cancelling = false", "while_cancelling = true"
            ),
        )
    ),
    "work_may_still_complete_after_a_request": bundled_with(
        *(
            (row(trigger, "working", target), row(trigger, "working", target).replace("ing = true", "ing = false"))
            for trigger, target in (("complete", "completed"), ("fail", "failed"))
        )
    ),
    "a_stream_closes_exactly_at_the_end": bundled_with(more=transition("reopen", "completed", "working", GUIDE)),
    "a_terminal_webhook_wins": bundled_with(more=transition("reopen", "completed", "working", GUIDE)),
    "writers_that_compare_and_set_leave_ended_tasks_alone": bundled_with(
        more=transition("reopen", "completed", "working", GUIDE)
    ),
    "names_round_trip": bundled_with(
        ('wire = { "v0.3" = "failed", "v1.0" = "TASK_STATE_FAILED" }', 'wire = { "v0.3" = "failed" }')
    ),
}


@pytest.mark.parametrize("name", [name for name, table in BROKEN.items() if table is not None])
def test_a_table_that_breaks_a_theorem_refutes_it(name: str) -> None:
    table = BROKEN[name]
    assert table is not None
    (result,) = run(table, edition=GUIDE, theorems=[name]).results
    assert result.verdict == REFUTED


def test_an_invariant_that_does_not_hold_without_a_faulty_run_is_undetermined(monkeypatch: pytest.MonkeyPatch) -> None:
    from a2a_lifecycle.proofs.system import invariants
    from a2a_lifecycle.proofs.system.claims import Clause
    from a2a_lifecycle.proofs.system.terms import no

    monkeypatch.setattr(invariants, "pending_is_open", lambda p: Clause("false", no(p.pending)))
    table = load()
    result = prove(catalogue()["a_pending_request_has_an_open_task"], Lifecycle(table.edition(), table))
    assert result.verdict == "undetermined"
    assert "no run was found" in str(result.reason)


def test_an_expected_refutation_without_its_witness_is_undetermined(monkeypatch: pytest.MonkeyPatch) -> None:
    from a2a_lifecycle.proofs.obligation import Obligation

    theorem = catalogue()["webhooks_folded_by_arrival_keep_the_outcome"]
    import z3

    monkeypatch.setattr(theorem.module, "witness", lambda t: [Obligation("never", "sat", [z3.BoolVal(False)])])
    table = load()
    result = prove(theorem, Lifecycle(table.edition(), table))
    assert result.verdict == "undetermined"


def test_a_table_of_ones_own_without_wire_names_is_asked_what_applies() -> None:
    table = loads(
        'format = 1\n[[edition]]\nid = "own"\nprotocol = "v1"\nsource = "own"\n'
        '[[state]]\nid = "on"\nclass = "active"\ninitial = true\n[[state]]\nid = "off"\nclass = "terminal"\n'
        + transition("switch", "on", "off")
    )
    done = run(table, theorems=SYSTEM)
    assert {result.theorem.name for result in done.results} >= {"a_drained_stream_shows_the_task"}
    assert [result.theorem.name for result in done.results if not result.as_expected] == []


def test_a_run_is_the_same_whatever_the_hash_seed() -> None:
    script = (
        "from a2a_lifecycle.spec import load\nfrom a2a_lifecycle.proofs.run import run\n"
        "from a2a_lifecycle.proofs.text import full_text\nfrom a2a_lifecycle.proofs.recheck import scripts\n"
        f"report = run(load(), edition='guide-v0.3', theorems={REFUTED_NAMES[:3] + SYSTEM[:6]!r})\n"
        "print(full_text(report))\nprint(*(one.text for one in scripts(report)))\n"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1")
    }
    assert len(outputs) == 1


def test_a_table_without_deferred_requests_is_green() -> None:
    """What speaks of a pending request alone is not asked, and nothing else is vacuous for want of one."""
    file = Path(__file__).parents[2] / "docs" / "examples" / "review.toml"
    report = run(load(file))
    assert [result.theorem.name for result in report.results if not result.as_expected] == []
    assert report.status == 0
