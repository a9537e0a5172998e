"""The command `a2a-lifecycle survey`."""

import io
from pathlib import Path

import pytest

from a2a_lifecycle.cli.main import main
from a2a_lifecycle.conformance.survey import run
from tests import needs

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def measured():
    needs.module("a2a.server.request_handlers", "sdk")
    return run.survey_python(ROOT / "vectors", ["guide-v1.0", "published-v1.0"])


@pytest.fixture
def sdk(measured, monkeypatch):
    """The real SDK, measured once."""
    monkeypatch.setattr(run, "survey_python", lambda vectors, editions: measured)
    monkeypatch.chdir(ROOT)


def call(*argv):
    out, err = io.StringIO(), io.StringIO()
    return main(["survey", *map(str, argv)], out, err), out.getvalue(), err.getvalue()


def test_prints_every_pair_in_eighty_columns(sdk):
    status, out, _ = call("--sdk", "python")
    assert status == 0
    assert max(map(len, out.splitlines())) <= 80
    assert "completed →" in out


def test_records_what_it_checks(sdk, tmp_path):
    where = ("--sdk", "python", "--results", tmp_path / "results", "--page", tmp_path / "page.md")
    assert call(*where, "--check")[0] == 1
    assert call(*where, "--write")[0] == 0
    assert call(*where, "--check")[0] == 0
    (record,) = (tmp_path / "results").iterdir()
    record.write_text(record.read_text(encoding="utf-8").replace("accepts", "refuses", 1), encoding="utf-8")
    status, _, err = call(*where, "--check")
    assert status == 1
    assert "was refuses " in err
    assert ", now accepts " in err


def test_no_vectors_is_a_usage_error(sdk, tmp_path):
    status, _, err = call("--sdk", "python", "--vectors", tmp_path)
    assert status == 2
    assert len(err.splitlines()) == 1


def test_a_record_that_is_none_is_a_usage_error(sdk, tmp_path):
    (tmp_path / "a.json").write_text("[]")
    status, _, err = call("--sdk", "python", "--results", tmp_path, "--check")
    assert status == 2
    assert len(err.splitlines()) == 1
