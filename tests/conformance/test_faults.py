"""What a recording may hold that once was said wrongly, or not at all."""

import pytest

from a2a_lifecycle.conformance import check
from a2a_lifecycle.spec import loads

TWO_VERSIONS = loads(
    """
    format = 1
    [[edition]]
    id = "old"
    protocol = "v0.3"
    source = "own"
    [[edition]]
    id = "new"
    protocol = "v1.0"
    source = "own"
    [[state]]
    id = "on"
    class = "active"
    initial = true
    wire = { "v0.3" = "on", "v1.0" = "TASK_STATE_ON" }
    [[state]]
    id = "hold"
    class = "interrupted"
    editions = ["old"]
    wire = { "v0.3" = "hold" }
    [[state]]
    id = "off"
    class = "terminal"
    wire = { "v0.3" = "off", "v1.0" = "TASK_STATE_OFF" }
    [[transition]]
    trigger = "stop"
    from = "on"
    to = "off"
    [[transition]]
    trigger = "wait"
    from = "on"
    to = "hold"
    editions = ["old"]
    """
)


def updates(status):
    return {"jsonrpc": "2.0", "id": 1, "result": {"statusUpdate": {"taskId": "t", "contextId": "c", "status": status}}}


@pytest.mark.parametrize("status", [{}, {"state": None}, {"state": ""}])
def test_a_task_that_begins_by_an_update_without_a_state_leads_to_none(status):
    findings = check([updates(status)]).findings
    assert {finding.code.value: finding.to_state for finding in findings} == {
        "late-start": None,
        "unspecified-state": None,
        "not-finished": None,
    }


def test_a_state_of_another_versions_alone_is_no_ground_to_judge_the_next():
    hold = {"id": "t", "contextId": "c", "status": {"state": "hold"}, "kind": "task"}
    events = [{"jsonrpc": "2.0", "id": 1, "result": hold}, updates({"state": "TASK_STATE_OFF"})]
    report = check(events, table=TWO_VERSIONS)
    assert [finding.code.value for finding in report.findings] == []
    assert report.verdict.value == "conforms"
