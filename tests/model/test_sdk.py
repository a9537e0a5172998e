"""Our JSON read by the official Python SDK, and what it writes read by us."""

import json

import pytest

from a2a_lifecycle.model import Task, decode, encode
from tests import needs
from tests.model.support import EDITIONS


def through_v1_0(sent):
    json_format = needs.module("google.protobuf.json_format", "sdk")
    types = needs.module("a2a.types.a2a_pb2", "sdk")
    try:
        message = json_format.ParseDict(sent, types.StreamResponse())
    except json_format.ParseError as error:
        raise ValueError from error
    yield json_format.MessageToDict(message)
    yield json_format.MessageToDict(message, preserving_proto_field_name=True, use_integers_for_enums=True)


def through_v0_3(sent):
    types = needs.module("a2a.compat.v0_3.types", "sdk")
    kind = types.Task if sent["kind"] == "task" else types.TaskStatusUpdateEvent
    model = kind.model_validate(sent)
    yield json.loads(model.model_dump_json(by_alias=True, exclude_none=True))
    yield json.loads(model.model_dump_json(exclude_none=True))


THROUGH = {"v1.0": through_v1_0, "v0.3": through_v0_3}


def paths(edition):
    for outcome in sorted(edition.outcomes):
        task = Task(edition)
        stream = task.subscribe(timeout=10)
        task.update("queued")
        for edge in edition.path(task.state, outcome):
            task.fire(edge.trigger, "on it")
        yield from stream


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.id)
def test_the_sdk_reads_what_we_write_and_we_read_what_it_writes(edition):
    refused = set()
    for item in paths(edition):
        sent = encode(item, edition)
        try:
            answers = list(THROUGH[edition.protocol](sent))
        except ValueError:  # pydantic's refusals are one too
            refused.add(item.state)
            continue
        for answer in answers:
            ours, theirs = decode(sent), decode(answer)
            assert theirs.task_id == ours.task_id == item.task_id
            assert theirs.context_id == ours.context_id
            assert theirs.sequence == ours.sequence == item.sequence
            assert theirs.message == ours.message == item.message
            assert theirs.kind == ours.kind
            assert theirs.final == ours.final
            assert edition.decode(theirs.raw).state == item.state
    # The guide's spelling with two L's is what the published SDKs do not decode.
    assert refused == ({"cancelled"} if edition.source == "guide" else set())
