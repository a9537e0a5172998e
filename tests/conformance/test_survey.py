"""The survey of the SDKs: what is recorded is what the page shows, and, where they are installed, what they do."""

import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from a2a_lifecycle import spec
from a2a_lifecycle.conformance.survey import cases, page, results, run
from tests import needs

ROOT = Path(__file__).parents[2]
VECTORS = ROOT / "vectors"
NODE = ROOT / "conformance" / "survey" / "node"
EDITIONS = [edition.id for edition in spec.load().editions.values() if edition.protocol == run.PROTOCOL]
RECORDED = results.load_all(ROOT / "conformance" / "survey" / "results")
CASES = cases.cases(VECTORS, EDITIONS)
NAMES = cases.names(VECTORS, EDITIONS)


@pytest.mark.parametrize("edition", [spec.load().edition(edition) for edition in EDITIONS], ids=EDITIONS)
def test_every_illegal_pair_is_tried(edition):
    ids = [state.id for state in edition.states]
    illegal = {(a, b) for a in ids for b in ids if not edition.allows(a, b)}
    updates = {(state.id, state.id) for state in edition.states if state.open}
    assert {(case.source, case.target) for case in CASES if edition.id in case.refused_by} == illegal - updates


@pytest.mark.parametrize("case", [case for case in CASES if case.speakable], ids=lambda case: case.name)
def test_legal_steps_lead_to_a_pair(case):
    edition = spec.load().edition(next(iter(case.judged)))
    numbers = {state.number: state.id for state in edition.states if state.number is not None}
    path = [numbers[number] for number in case.path]
    assert (path[-1], numbers[case.attempt]) == (case.source, case.target)
    assert all(edition.allows(*step) for step in pairwise(path))


def test_the_page_is_as_recorded():
    assert (ROOT / "docs" / "sdk-survey.md").read_text(encoding="utf-8") == page.page(RECORDED, CASES, NAMES)


@pytest.mark.parametrize("survey", RECORDED, ids=lambda survey: f"{survey.sdk} {survey.version}")
def test_a_record_has_every_pair_and_a_known_word_for_each(survey):
    assert {each.pair for each in survey.observations} == {case.name for case in CASES}
    assert len({(each.pair, each.way) for each in survey.observations}) == len(survey.observations)
    assert {each.outcome for each in survey.observations} <= results.OUTCOMES.keys()
    assert {each.way for each in survey.observations} <= cases.WAYS.keys()
    assert {json.loads(each.value) for each in survey.names} == {name.value for name in NAMES}
    assert results.load(results.text(survey)) == survey


@pytest.mark.parametrize(
    ("shown", "stored", "error", "unmoved", "word"),
    [
        (True, True, None, False, "accepts"),
        (True, False, None, True, "shows"),
        (False, True, None, False, "stores"),
        (False, False, None, True, "drops"),
        (False, False, "SomeError", True, "refuses"),
        (False, False, "SomeError", False, "fails"),
        (False, False, None, False, "fails"),
    ],
)
def test_what_was_seen_comes_to_one_word(shown, stored, error, unmoved, word):
    assert results.outcome(shown=shown, stored=stored, error=error, unmoved=unmoved) == word


def test_a_change_of_an_sdk_is_a_difference():
    survey = RECORDED[-1]
    assert run.differences(survey, RECORDED) == []
    changed = next(each for each in survey.observations if each.outcome != "refuses")
    observations = tuple(replace(each, outcome="refuses") if each is changed else each for each in survey.observations)
    lines = run.differences(replace(survey, observations=observations), RECORDED)
    assert len(lines) == 1
    assert lines[0].startswith(f"{survey.sdk} {survey.version}: {changed.pair} ({changed.way}) was {changed.outcome} ")
    assert ", now refuses " in lines[0]
    name = replace(survey.names[0], number=None, error="ParseError")
    lines = run.differences(replace(survey, names=(name, *survey.names[1:])), RECORDED)
    assert lines == [
        f"{survey.sdk} {survey.version}: reading {name.value} was reads state {survey.names[0].number}, "
        f"now reads ParseError ({survey.version})"
    ]
    assert run.differences(replace(survey, observations=survey.observations[1:]), RECORDED) != []
    newer = replace(survey, version="99.0.0")
    assert run.differences(newer, RECORDED) == []
    assert run.differences(replace(survey, sdk="another"), RECORDED) == [
        f"another {survey.version}: nothing is recorded of this SDK"
    ]


def test_what_a_runner_prints_that_is_no_survey_is_refused(tmp_path):
    for text in ("", "[]", "{}", json.dumps({"sdk": "a", "version": "1", "pairs": {"a-to-b": {"w": 1}}})):
        with pytest.raises(ValueError):  # noqa: PT011 - json's own error is one too
            results.load(text)


def test_names_are_read_by_both_sdks_as_the_published_table_does():
    # The published names are the SDKs' own; a harness that cannot see them read sees nothing.
    for survey in RECORDED:
        read = {json.loads(each.value): each.number for each in survey.names if each.error is None}
        for state in spec.load().edition("published-v1.0").states:
            assert read[state.wire[run.PROTOCOL]] == state.number


def test_no_node_project_is_one_clear_line(tmp_path, monkeypatch):
    monkeypatch.setattr(run, "which", lambda name: f"/bin/{name}")
    with pytest.raises(run.SurveyError, match="npm ci --prefix"):
        run.survey_node(VECTORS, EDITIONS, tmp_path)
    monkeypatch.setattr(run, "which", lambda name: None)
    with pytest.raises(run.SurveyError, match="node"):
        run.survey_node(VECTORS, EDITIONS, NODE)


@pytest.mark.parametrize(
    ("runner", "said"),
    [
        ("process.exit(3)", "ended with status 3: it says nothing"),
        ("throw new Error('no luck')", "ended with status 1: Error: no luck"),
        ("console.log('hello')", "printed what is no survey"),
        ("setInterval(() => {}, 1000)", "did not end within"),
    ],
)
def test_a_runner_that_fails_is_one_clear_line(tmp_path, monkeypatch, runner, said):
    needs.program("node", "Debian's package nodejs")
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "survey.mjs").write_text(runner)
    monkeypatch.setattr(run, "DEADLINE", 2)
    with pytest.raises(run.SurveyError) as caught:
        run.survey_node(VECTORS, EDITIONS, tmp_path)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a2a_sdk_does_what_is_recorded():
    needs.module("a2a.server.request_handlers", "sdk")
    assert run.differences(run.survey_python(VECTORS, EDITIONS), RECORDED) == []


def test_the_js_sdk_does_what_is_recorded():
    needs.program("node", "Debian's package nodejs")
    if not (NODE / "node_modules").is_dir():
        needs.missing("the Node packages (npm ci --prefix conformance/survey/node)")
    assert run.differences(run.survey_node(VECTORS, EDITIONS, NODE), RECORDED) == []


def test_a_legal_step_is_accepted_in_the_plainest_way():
    # A harness that cannot see a legal step go through sees nothing.
    legal = {case.name for case in CASES if case.speakable and not case.refused_by}
    for survey in RECORDED:
        plain = [each for each in survey.observations if each.pair in legal and each.way == "later update"]
        assert len(plain) == len(legal)
        assert {each.outcome for each in plain} == {"accepts"}


def test_the_lock_names_no_host_and_pins_exactly():
    lock = json.loads((NODE / "package-lock.json").read_text(encoding="utf-8"))
    wanted = json.loads((NODE / "package.json").read_text(encoding="utf-8"))["dependencies"]
    for name, version in wanted.items():
        assert version[0].isdigit()
        assert lock["packages"][f"node_modules/{name}"]["version"] == version
    assert not any("resolved" in package for package in lock["packages"].values())
