"""Each theorem is proved of the bundled table, and refuted of a table that breaks it."""

from pathlib import Path

import pytest
import z3

from a2a_lifecycle.proofs import theorems
from a2a_lifecycle.proofs.catalogue import catalogue
from a2a_lifecycle.proofs.obligation import Obligation, discharge
from a2a_lifecycle.proofs.run import Report, run
from a2a_lifecycle.proofs.theorem import prove
from a2a_lifecycle.spec import Table, load, loads
from tests.proofs.tables import bundled_with, row, state, transition

GROUP_1 = [name for name, theorem in catalogue().items() if theorem.number[0] == 1]


@pytest.fixture(scope="module")
def report() -> Report:
    return run(load(), theorems=GROUP_1)


def test_every_verdict_on_the_bundled_table_is_expected(report: Report) -> None:
    assert {(r.theorem.name, r.edition, r.verdict) for r in report.results if not r.as_expected} == set()
    assert report.verdict == "as-expected"
    assert report.status == 0


def test_the_runner_reaches_every_theorem_there_is() -> None:
    files = {path.stem for path in Path(theorems.__path__[0]).glob("*.py")} - {"__init__"}
    asked = {
        theorem.name
        for theorem in catalogue().values()
        if any(theorem.applies(load(), edition) for edition in load().editions.values())
    }
    assert asked == files


def test_every_theorem_has_its_four_parts_in_order() -> None:
    parts = ["# --- The claim -", "# --- Its negation, as constraints -", "# --- The witness twin -", "EXPECTED = "]
    for theorem in catalogue().values():
        text = Path(str(theorem.module.__file__)).read_text(encoding="utf-8")
        places = [text.find(part) for part in parts]
        assert -1 not in places, theorem.name
        assert places == sorted(places), theorem.name


def test_every_claim_cites_its_clause() -> None:
    for theorem in catalogue().values():
        assert any(mark in theorem.claim for mark in ("G1", "G2", "G3", "G4", "G5", "published v1.0")), theorem.name


@pytest.mark.parametrize("edition", list(load().editions))
def test_each_row_is_needed_by_some_proof(report: Report, edition: str) -> None:
    needed = {
        row.origin.number
        for result in report.results
        if result.edition == edition
        for outcome in result.outcomes
        if not outcome.obligation.universal
        for row in outcome.core
    }
    assert needed == {row.origin.number for row in load().edition(edition).transitions}


# Theorem → a table that breaks it, the edition, a part of the sentence, and the trace's states (None: there is none).
BROKEN: dict[str, tuple[Table, str, str, list[str] | None]] = {
    "terminal_states_are_final": (
        bundled_with(more=transition("reopen", "completed", "working")),
        "guide-v1.0",
        "completed is terminal, and a step leaves it for working",
        ["submitted", "working", "completed", "working"],
    ),
    "every_state_is_reachable": (
        bundled_with(more=state("limbo", "active") + transition("leave", "limbo", "working")),
        "guide-v1.0",
        "no path leads from submitted to limbo",
        None,
    ),
    "no_server_enters_the_fallback": (
        bundled_with(more=transition("lose", "working", "unknown", "guide-v1.0")),
        "guide-v1.0",
        "a task can enter unknown, the fallback",
        ["submitted", "working", "unknown"],
    ),
    "no_step_leaves_the_fallback": (
        bundled_with(more=transition("find", "unspecified", "working", "published-v1.0")),
        "published-v1.0",
        "a step leads from unspecified, the fallback, to working",
        ["unspecified", "working"],
    ),
    "no_state_is_a_trap": (
        bundled_with(more=state("limbo", "active") + transition("lose", "working", "limbo")),
        "guide-v0.3",
        "a task in limbo never reaches a terminal state",
        ["submitted", "working", "limbo"],
    ),
    "every_outcome_stays_open": (
        bundled_with((row("provide_auth", "auth_required", "working"), "")),
        "guide-v1.0",
        "a task in auth_required never reaches completed",
        ["submitted", "working", "auth_required"],
    ),
    "every_open_state_can_be_cancelled": (
        bundled_with((row("cancel", "input_required", "cancelled"), "")),
        "guide-v1.0",
        "input_required is open and cannot be cancelled",
        ["submitted", "working", "input_required"],
    ),
    "input_may_be_asked_for_any_number_of_times": (
        bundled_with((row("provide_input", "input_required", "working"), "")),
        "guide-v1.0",
        "a task that leaves input_required never comes back to it",
        ["submitted", "working", "input_required"],
    ),
    "every_pause_can_be_ended": (
        bundled_with((row("provide_input", "input_required", "working"), "")),
        "guide-v0.3",
        "no step but cancelling leads on from the pause input_required",
        ["submitted", "working", "input_required"],
    ),
    "cancelling_is_the_clients_request": (
        bundled_with(more=transition("give_up", "working", "cancelled")),
        "guide-v1.0",
        "a step leads from working to cancelled, and is not one of cancelling",
        ["submitted", "working", "cancelled"],
    ),
    "a_request_is_deferred_by_work_alone": (
        bundled_with(
            (row("cancel", "submitted", "cancelled"), row("cancel", "submitted", "cancelled").replace("false", "true"))
        ),
        "guide-v1.0",
        "a cancel request in submitted may stay pending exactly where the agent does not work",
        ["submitted", "cancelled"],
    ),
    "while_cancelling_a_task_settles_or_is_cancelled": (
        bundled_with(
            (
                row("require_input", "working", "input_required"),
                row("require_input", "working", "input_required").replace("false", "true"),
            )
        ),
        "guide-v1.0",
        "the step from working to input_required is open or closed against the rule",
        ["submitted", "working", "input_required"],
    ),
    "a_pending_request_can_be_settled": (
        bundled_with(
            (
                row("cancel", "working", "cancelled"),
                row("cancel", "working", "cancelled").replace("while_cancelling = true", "while_cancelling = false"),
            )
        ),
        "guide-v1.0",
        "a request may stay pending in working, and the step to cancelled that honours it is closed while it does",
        ["submitted", "working", "cancelled"],
    ),
    "nothing_reenters_the_initial_state": (
        bundled_with(more=transition("requeue", "working", "submitted", "guide-v1.0")),
        "guide-v1.0",
        "a step from working enters submitted, the initial state, again",
        ["submitted", "working", "submitted"],
    ),
    "only_working_settles": (
        bundled_with(more=transition("skip", "submitted", "completed", "guide-v1.0")),
        "guide-v1.0",
        "a step settles submitted as completed",
        ["submitted", "completed"],
    ),
    "pauses_are_entered_from_working_alone": (
        bundled_with(more=transition("ask", "submitted", "input_required", "guide-v1.0")),
        "guide-v1.0",
        "a step opens the pause input_required from submitted",
        ["submitted", "input_required"],
    ),
    "pauses_leave_to_working_or_cancelled_alone": (
        bundled_with(more=transition("give_up", "input_required", "failed", "guide-v1.0")),
        "guide-v1.0",
        "a step leaves the pause input_required for failed",
        ["submitted", "working", "input_required", "failed"],
    ),
    "no_state_follows_itself": (
        bundled_with(more=transition("report", "working", "working")),
        "published-v0.3",
        "a step leads from working to working, the same state",
        ["submitted", "working", "working"],
    ),
    "a_trigger_has_one_target": (
        bundled_with(more=transition("fail", "working", "completed", "guide-v1.0")),
        "guide-v1.0",
        "fail leads from working to ",
        None,
    ),
    "interrupted_states_are_those_the_client_resumes": (
        bundled_with(
            (row("provide_input", "input_required", "working"), transition("auto", "input_required", "working"))
        ),
        "guide-v1.0",
        "input_required is interrupted and no step of the client's resumes it",
        None,
    ),
    "every_state_has_the_class_its_source_gives": (
        bundled_with(more=state("polishing", "active") + transition("polish", "working", "polishing")),
        "guide-v1.0",
        "is active and not initial, and not the only one",
        None,
    ),
    "resuming_leads_to_working": (
        bundled_with(more=transition("withdraw", "input_required", "submitted", "guide-v1.0", actor="client")),
        "guide-v1.0",
        "the client's step from input_required leads to submitted, not to work",
        ["submitted", "working", "input_required", "submitted"],
    ),
    "the_guide_refines_the_published_protocol": (
        bundled_with(more=transition("reopen", "failed", "working", "guide-v1.0")),
        "guide-v1.0",
        "the guide leads from failed to working, and published-v1.0 does not",
        ["submitted", "working", "failed", "working"],
    ),
    "the_earlier_edition_lacks_one_pause_alone": (
        bundled_with(more=transition("skip", "submitted", "completed", "guide-v0.3")),
        "guide-v0.3",
        "v0.3 leads from submitted to completed, and v1.0 does not",
        ["submitted", "completed"],
    ),
    "the_axioms_have_one_model": (
        bundled_with(more=transition("skip", "submitted", "completed", "guide-v1.0")),
        "guide-v1.0",
        "false of the table: only_working_settles",
        None,
    ),
    "the_table_is_the_largest_the_stated_rules_allow": (
        bundled_with(
            (
                '"working", "input_required", "auth_required"]\nto = "rejected"',
                '"working", "input_required"]\nto = "rejected"',
            )
        ),
        "published-v1.0",
        "another relation keeps them all",
        None,
    ),
    "every_one_edit_mutant_is_refuted": (
        bundled_with(
            (
                'trigger = "resubmit"\nfrom = ["working", "input_required", "auth_required"]',
                'trigger = "resubmit"\nfrom = ["working", "input_required"]',
            ),
        ),
        "published-v1.0",
        "no theorem refutes this mutant: add auth_required → submitted",
        None,
    ),
    "every_row_is_needed": (
        bundled_with(more=transition("skip", "submitted", "completed", "guide-v1.0")),
        "guide-v1.0",
        "false of the table: only_working_settles",
        None,
    ),
}


@pytest.mark.parametrize("name", [name for name in GROUP_1 if name != "no_axiom_follows_from_the_others"])
def test_a_table_that_breaks_a_theorem_refutes_it(name: str) -> None:
    table, edition, sentence, states = BROKEN[name]
    report = run(table, edition=edition, theorems=[name])
    (result,) = report.results
    assert result.verdict == "refuted"
    assert report.status == 1
    assert result.refutation is not None
    assert sentence in result.refutation.sentence
    if states is not None:
        assert result.refutation.trace is not None
        assert list(result.refutation.trace.states) == states
        assert result.refutation.blame


def test_an_axiom_that_follows_from_the_others_is_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    from a2a_lifecycle.proofs.theorems import no_axiom_follows_from_the_others as module

    # That no state is a trap follows from the cancel axiom: as a tenth axiom it is not independent.
    monkeypatch.setattr(module, "GUIDE", (*module.GUIDE, "no_state_is_a_trap"))
    (result,) = run(load(), edition="guide-v1.0", theorems=["no_axiom_follows_from_the_others"]).results
    assert result.verdict == "refuted"
    assert result.refutation is not None
    assert result.refutation.sentence == "no_state_is_a_trap follows from the other axioms"


# --- what is never green ---


def test_a_vacuous_proof_is_undetermined() -> None:
    table = loads(
        'format = 1\n[[edition]]\nid = "own"\nprotocol = "v1"\nsource = "own"\n'
        '[[state]]\nid = "on"\nclass = "active"\ninitial = true\n[[state]]\nid = "off"\nclass = "active"\n'
        + transition("switch", "on", "off")
    )
    report = run(table, theorems=["terminal_states_are_final"])
    (result,) = report.results
    assert result.verdict == "undetermined"
    assert result.reason == "vacuous: no witness of “a step enters a terminal state”"
    assert report.status == 3


def test_no_theorem_at_all_is_undetermined() -> None:
    table = loads(
        'format = 1\n[[edition]]\nid = "own"\nprotocol = "v1"\nsource = "own"\n'
        '[[state]]\nid = "on"\nclass = "active"\ninitial = true\n[[state]]\nid = "off"\nclass = "terminal"\n'
        + transition("switch", "on", "off")
    )
    report = run(table, theorems=["only_working_settles"])
    assert report.results == ()
    assert (report.verdict, report.status) == ("undetermined", 3)


def test_a_solver_that_gives_no_answer_leaves_the_theorem_undetermined(monkeypatch: pytest.MonkeyPatch) -> None:
    from a2a_lifecycle.proofs import theorem as module
    from a2a_lifecycle.proofs.lifecycle import Lifecycle

    x, y, z = z3.Ints("x y z")
    hard = Obligation("a hard one", "unsat", [x * x * x + y * y * y + z * z * z == 114, x > 10, y > 10])
    assert discharge(hard, timeout_ms=1).answer == "unknown"
    monkeypatch.setattr(module, "discharge", lambda obligation: discharge(hard, timeout_ms=1))
    table = load()
    result = prove(catalogue()["no_state_is_a_trap"], Lifecycle(table.edition(), table))
    assert result.verdict == "undetermined"
    assert result.reason is not None
    assert result.reason.startswith("no answer on “a hard one”: ")


# --- what a table of one's own is asked ---

OWN = """\
format = 1
[[edition]]
id = "own"
protocol = "v1"
source = "own"
[[state]]
id = "on"
class = "active"
initial = true
[[state]]
id = "off"
class = "terminal"
"""


@pytest.mark.parametrize(
    ("rows", "name", "sentence"),
    [
        (
            state("limbo", "indeterminate") + transition("end", "on", "off") + transition("lose", "on", "limbo"),
            "no_state_is_a_trap",
            "a task in limbo never reaches a terminal state",
        ),
        (
            state("gone", "terminal")
            + state("next", "active")
            + transition("go", "on", "next")
            + transition("end", "next", "off")
            + transition("cancel", "on", "gone")
            + "deferrable = false\n"
            + transition("cancel", "next", "off")
            + "deferrable = false\n",
            "every_open_state_can_be_cancelled",
            "cancelling leads to ",
        ),
        (
            state("asked", "interrupted") + transition("ask", "on", "asked") + transition("end", "on", "off"),
            "every_pause_can_be_ended",
            "no step but cancelling leads on from the pause asked",
        ),
        (
            state("gone", "terminal")
            + transition("end", "on", "off")
            + transition("cancel", "on", "gone")
            + "deferrable = true\n",
            "a_pending_request_can_be_settled",
            "a request may stay pending in on, and the step to gone that honours it is closed while it does",
        ),
    ],
)
def test_an_unsound_table_of_ones_own_is_refuted(rows: str, name: str, sentence: str) -> None:
    refuted = {r.theorem.name: r.refutation for r in run(loads(OWN + rows)).results if r.verdict == "refuted"}
    assert name in refuted
    assert refuted[name] is not None
    assert sentence in refuted[name].sentence  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "rows",
    [
        transition("end", "on", "off"),
        # An approval that is asked for once.
        state("asked", "interrupted")
        + state("approved", "active")
        + transition("ask", "on", "asked")
        + transition("answer", "asked", "approved", actor="client")
        + transition("end", "approved", "off"),
        # A fallback of whatever class, which no server is in.
        state("lost", "active") + "fallback = true\n" + transition("end", "on", "off"),
    ],
)
def test_a_sound_table_of_ones_own_is_green(rows: str) -> None:
    report = run(loads(OWN + rows), theorems=GROUP_1)
    assert [r.theorem.name for r in report.results if not r.as_expected] == []
    assert report.status == 0
