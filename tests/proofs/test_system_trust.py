"""What makes a verdict trustworthy: other solvers and engines, traces for other tools; each check seen to fail."""

import io
import json
from dataclasses import replace
from pathlib import Path

import pytest
import z3

from a2a_lifecycle.cli.main import main
from a2a_lifecycle.proofs import engines
from a2a_lifecycle.proofs.engines import Engine, EngineMissingError, verdict
from a2a_lifecycle.proofs.itf import itf
from a2a_lifecycle.proofs.obligation import Obligation
from a2a_lifecycle.proofs.recheck import recheck, recheck_lines, script, scripts
from a2a_lifecycle.proofs.run import Report, run
from a2a_lifecycle.spec import load
from tests import needs

FEW = ["a_pending_request_has_an_open_task", "webhooks_folded_by_arrival_keep_the_outcome", "names_round_trip"]


@pytest.fixture(scope="module")
def report() -> Report:
    return run(load(), edition="guide-v0.3", theorems=FEW)


class Says(Engine):
    """An engine that always says the same."""

    def __init__(self, answer: str) -> None:
        super().__init__("parrot", ())
        object.__setattr__(self, "said", answer)

    def answers(self, files: object) -> list[str]:
        return [self.said for _ in files]  # type: ignore[attr-defined]


# --- the obligations as text ---


def test_every_obligation_is_written_with_its_logic_and_status(report: Report) -> None:
    written = list(scripts(report))
    assert len({one.name for one in written}) == len(written) > 5
    for one in written:
        lines = one.text.splitlines()
        assert lines[0] in ("(set-logic QF_BV)", "(set-logic QF_AUFBVLIA)")
        assert lines[1] == f"(set-info :status {one.expected})"
        assert "declare-datatypes" not in one.text
        assert lines[-1] == "(check-sat)"


def test_dump_leaves_the_files(report: Report, tmp_path: Path) -> None:
    recheck(report, engines={"parrot": Says("unsat")}, dump=tmp_path / "new")
    assert {path.name for path in (tmp_path / "new").iterdir()} == {one.name for one in scripts(report)}


# --- what is never green ---


def test_another_verdict_is_a_disagreement(report: Report) -> None:
    done = recheck(report, engines={"parrot": Says("unsat")})
    assert done.status == 1
    assert any("z3 says sat, parrot unsat" in line for line in recheck_lines(done))


@pytest.mark.parametrize("said", ["unknown", "no verdict: it printed nothing"])
def test_a_missing_verdict_is_no_agreement(report: Report, said: str) -> None:
    assert recheck(report, engines={"parrot": Says(said)}).status == 3


def test_nothing_asked_is_no_agreement(report: Report) -> None:
    done = recheck(replace(report, results=()), engines={"parrot": Says("unsat")})
    assert done.status == 3


@pytest.mark.parametrize(
    ("stdout", "stderr", "expected"),
    [
        ("unsat\n", "", "unsat"),
        ("sat\n", "", "sat"),
        ("", "", "no verdict: it printed nothing"),
        ("unknown\n", "", "no verdict: it printed 'unknown'"),
        ("sat\nunsat\n", "", "no verdict: it printed 'sat unsat'"),
        ("unsat\n", "Segmentation fault", "no verdict: it printed 'unsat Segmentation fault'"),
        ('(error "at line 1")\nsat\n', "", "no verdict: it printed '(error \"at line 1\") sat'"),
    ],
)
def test_a_verdict_is_read_from_what_is_printed(stdout: str, stderr: str, expected: str) -> None:
    assert verdict(stdout, stderr) == expected


def test_a_program_that_crashes_or_is_not_there_gives_no_verdict(tmp_path: Path) -> None:
    file = tmp_path / "x.smt2"
    file.write_text("")
    import sys

    crash = Engine("crash", (sys.executable, "-c", "import os; os.abort()"))
    (answer,) = crash.answers([file])
    assert answer.startswith("no verdict")
    (answer,) = Engine("absent", ("/nowhere/absent",)).answers([file])
    assert answer.startswith("no verdict")


def test_a_solver_that_is_not_installed_is_one_clear_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str, engine: str) -> str:
        raise EngineMissingError(engine)

    monkeypatch.setattr(engines, "_program", missing)
    stdout, stderr = io.StringIO(), io.StringIO()
    argv = ["prove", "--edition", "guide-v0.3", "--theorem", "names_round_trip", "--recheck"]
    assert main(argv, stdout, stderr) == 2
    assert stderr.getvalue() == "a2a-lifecycle: yices is not installed; it comes with: pip install '.[recheck]'\n"


def test_dump_goes_with_recheck() -> None:
    stderr = io.StringIO()
    assert main(["prove", "--dump", "x"], io.StringIO(), stderr) == 2
    assert "--dump goes with --recheck" in stderr.getvalue()


# --- the engines themselves ---


@pytest.mark.parametrize("engine", ["yices", "cvc5"])
def test_an_engine_agrees_and_is_seen_to_disagree(engine: str, report: Report, tmp_path: Path) -> None:
    make = {"yices": engines.yices, "cvc5": engines.cvc5}[engine]
    try:
        solver = make()
    except EngineMissingError:
        needs.missing(f"{engine} (pip install '.[recheck]')")
    assert recheck(report, engines={engine: solver}).status == 0
    x = z3.Int("x")
    file = tmp_path / "wrong.smt2"
    file.write_text(script(Obligation("x", "unsat", [x > 0]), "unsat"))
    (answer,) = solver.answers([file])
    assert answer == "sat" or "got sat" in answer  # cvc5 holds its answer against the file's status itself


def test_maude_agrees_on_verdicts_and_state_counts_and_is_seen_to_disagree(monkeypatch: pytest.MonkeyPatch) -> None:
    needs.module("maude", "recheck")
    needs.module("umaudemc", "recheck")
    from a2a_lifecycle.proofs.system import crosscheck, promela

    monkeypatch.setattr(promela, "installed", lambda: False)
    table = load()
    edition = table.edition("guide-v0.3")
    answers = crosscheck.cross_check(table, edition, (1, 2))
    assert crosscheck.status(answers) == 0
    assert {answer.engine for answer in answers} == {"maude"}
    assert any("states with a channel of 2" in answer.what for answer in answers)
    wrong = tuple(replace(answer, expected="proved") for answer in answers)
    assert crosscheck.status(wrong) == 1
    assert crosscheck.status(()) == 3


def test_maude_reads_a_mutant_as_one(tmp_path: Path) -> None:
    needs.module("maude", "recheck")
    needs.module("umaudemc", "recheck")
    from a2a_lifecycle.proofs.lifecycle import Lifecycle
    from a2a_lifecycle.proofs.system import maude, mutants
    from a2a_lifecycle.proofs.system.ask import composed
    from a2a_lifecycle.proofs.system.mutant import Mutated
    from a2a_lifecycle.proofs.system.terms import implies, no

    table = load()
    edition = table.edition("guide-v0.3")
    (mutant,) = mutants.SYSTEM_MUTANTS["a_pending_request_has_an_open_task"]
    for t, expected in ((Lifecycle(edition, table), True), (Mutated(mutant, edition, table), False)):
        s = composed(t, blocking=True, reports=False, reconnects=False)
        safe = implies(s.parts.pending, no(s.parts.terminal(s.parts.state)))
        file = tmp_path / f"{expected}.maude"
        file.write_text(maude.module(s.system, {"capacity": 1}, {"safe": safe}))
        assert maude.holds(file, "[] safe") is expected
    (tmp_path / "bad.maude").write_text("this is no Maude")
    assert isinstance(maude.holds(tmp_path / "bad.maude", "[] safe"), str)
    assert isinstance(maude.count(tmp_path / "bad.maude"), str)


def test_spin_counts_the_same_states_and_is_seen_to_disagree() -> None:
    needs.program("spin", "Debian's package spin")
    needs.program("gcc", "Debian's package gcc")
    from a2a_lifecycle.proofs.lifecycle import Lifecycle
    from a2a_lifecycle.proofs.system import promela
    from a2a_lifecycle.proofs.system.ask import composed
    from a2a_lifecycle.proofs.system.execute import Machine

    table = load()
    s = composed(Lifecycle(table.edition(), table), blocking=True, reports=False, reconnects=False)
    model = promela.Promela(s.system, {"capacity": 2})
    assert promela.count(model.model()) == Machine(s.system.without_history(), {"capacity": 2}).count()
    assert promela.holds(model.model("[] !asked", {"asked": s.parts.pending})) is False
    assert isinstance(promela.count("no Promela"), str)
    assert isinstance(promela.holds("no Promela"), str)


# --- traces for other tools ---


def test_a_trace_is_written_as_itf(tmp_path: Path) -> None:
    argv = ["prove", "--edition", "guide-v0.3", "--theorem", FEW[1], "--itf", str(tmp_path / "traces")]
    assert main(argv, io.StringIO(), io.StringIO()) == 0
    (file,) = (tmp_path / "traces").iterdir()
    document = json.loads(file.read_text(encoding="utf-8"))
    assert document["#meta"]["format"] == "ITF"
    assert document["vars"][:3] == ["action", "actor", "parameters"]
    assert all(set(document["vars"]) <= set(one) for one in document["states"])
    assert [one["action"] for one in document["states"]][-2:] == ["deliver", "deliver"]
    assert [one["#meta"]["index"] for one in document["states"]] == list(range(len(document["states"])))


def test_a_lasso_has_its_loop_and_the_library_reads_it() -> None:
    name = "a_pending_request_ends_when_pauses_fill_the_channel"
    (result,) = run(load(), edition="guide-v0.3", theorems=[name]).results
    document = json.loads(itf(result))
    assert document["loop"] == 3
    library = needs.module("itf_py", "recheck")
    trace = library.trace_from_json(document)
    assert len(trace.states) == len(document["states"])


def test_the_report_of_mutants_is_printed_and_green() -> None:
    stdout = io.StringIO()
    argv = ["prove", "--edition", "guide-v0.3", "--theorem", "names_round_trip", "--mutants"]
    assert main(argv, stdout, io.StringIO()) == 0
    assert "One-edit mutants of the system's rules: 40 of 40 caught" in stdout.getvalue()
