"""What people and machines read: text by golden files, JSON by its shape, JUnit and SARIF by their schemas."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import jsonschema
import pytest
import xmlschema

from a2a_lifecycle.conformance import Code, Severity, check, check_files
from a2a_lifecycle.conformance.explain import explanations
from a2a_lifecycle.conformance.reports import FORMATS, Options

HERE = Path(__file__).parent
RECORDINGS = sorted((HERE / "recordings").glob("*/*"))
JUNIT = xmlschema.XMLSchema(HERE / "schemas" / "junit-10.xsd")
SARIF = jsonschema.Draft4Validator(json.loads((HERE / "schemas" / "sarif-2.1.0.json").read_text(encoding="utf-8")))
NASTY = {"task": {"id": "a<&>\"'\x00\x1b[31m\ud800]]>\n::error::%0A", "status": {"state": "\x08<b>]]>\n"}}}


def written(name, report, **options):
    return "\n".join(FORMATS[name](report, Options(**options)))


def reports():
    yield from (check_files([path]) for path in RECORDINGS)
    yield check_files(RECORDINGS)
    yield check([NASTY, NASTY, 5, "x"])
    yield check([])


def test_junit_is_valid_and_counts_what_it_says():
    for report in reports():
        for fail_on in (Severity.NOTE, Severity.DEVIATION, Severity.VIOLATION):
            text = written("junit", report, fail_on=fail_on)
            JUNIT.validate(text)
            for suite in ElementTree.fromstring(text).iter("testsuite"):
                assert int(suite.get("tests")) == len(suite.findall("testcase"))
                assert int(suite.get("failures")) == len(suite.findall("testcase/failure"))
                assert int(suite.get("errors")) == len(suite.findall("testcase/error"))
            failed = any(s.get("failures") != "0" for s in ElementTree.fromstring(text).iter("testsuite"))
            assert failed == any(fail_on <= s < Severity.ERROR for _, s in report.counts)


def test_the_schemas_refuse_what_is_wrong():
    good = written("junit", check([NASTY]))
    with pytest.raises(xmlschema.XMLSchemaValidationError):
        JUNIT.validate(good.replace("testcase", "case"))
    document = json.loads(written("sarif", check([NASTY])))
    document["runs"][0]["results"][0]["level"] = "grave"
    assert not SARIF.is_valid(document)


def test_sarif_is_valid_and_points_at_both_events():
    for report in reports():
        document = json.loads(written("sarif", report))
        SARIF.validate(document)
        (run,) = document["runs"]
        assert [r["ruleId"] for r in run["results"]] == [str(f.code) for f in report.findings]
        for result in run["results"]:
            assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
    left = check_files([HERE / "recordings/violates/restart-after-completed.sse"])
    result = json.loads(written("sarif", left))["runs"][0]["results"][0]
    region = ["physicalLocation", "region", "startLine"]
    lines = []
    for place in (result["locations"][0], result["relatedLocations"][0]):
        for key in region:
            place = place[key]
        lines.append(place)
    assert lines == [7, 5]


def test_json_has_the_documented_shape():
    for report in reports():
        document = json.loads(written("json", report))
        assert list(document) == ["verdict", "tasks", "events", "findings"]
        for finding in document["findings"]:
            assert list(finding) == ["code", "severity", "file", "line", "task", "from", "to", "message"]
    path = HERE / "recordings/violates/restart-after-completed.sse"
    found = json.loads(written("json", check_files([path])))["findings"][0]
    message = found.pop("message")
    assert found == {
        "code": "terminal-left",
        "severity": "violation",
        "file": str(path),
        "line": 7,
        "task": "task-1",
        "from": "completed",
        "to": "submitted",
    }
    assert "line 5" in message


def test_github_annotates_each_finding_in_one_line():
    for report in reports():
        lines = written("github", report).split("\n")
        assert len(lines) == len(report.findings) + 1
        assert all(re.match(r"::(error|warning|notice) [^:]*::.", line) for line in lines[:-1])


@pytest.mark.parametrize("width", [80, 120])
def test_text_fits(width):
    for report in reports():
        for line in written("text", report, width=width).split("\n"):
            assert len(line) <= max(width, max(map(len, report.files), default=0))
            assert all(c.isprintable() for c in line)


@pytest.mark.parametrize("path", RECORDINGS, ids=lambda p: p.name)
def test_text_is_what_the_golden_file_says(path, monkeypatch):
    monkeypatch.chdir(HERE / "recordings")
    text = written("text", check_files([path.relative_to(HERE / "recordings")])) + "\n"
    golden = HERE / "golden" / f"{path.name}.txt"
    if not golden.exists():
        golden.write_text(text, encoding="utf-8")
        pytest.fail(f"wrote {golden.name}: look at it")
    assert text == golden.read_text(encoding="utf-8")


def test_quiet_says_what_fails_and_the_verdict():
    path = HERE / "recordings/violates/restart-after-completed.sse"
    text = written("text", check_files([path]), quiet=True)
    assert "terminal-left" in text
    assert "not-finished" not in text
    legal = check_files([HERE / "recordings/conforms/legal-straight.sse"])
    assert written("text", legal, quiet=True) == "1 task, 4 events: conforms"


def test_every_code_is_explained():
    assert set(explanations()) == set(Code)
    assert all(e.title and e.means and e.repair and e.sdks for e in explanations().values())


def test_findings_beyond_the_limit_are_counted(tmp_path):
    file = tmp_path / "bad"
    file.write_text("x\n" * 50)
    report = check_files([file], max_findings=7)
    assert (len(report.findings), report.left_out, report.count(Severity.ERROR)) == (7, 44, 51)
    assert "44 more findings" in written("text", report)
