"""The page of what the proofs teach: it is what the proofs say today, and its charts show what the traces do."""

import importlib.util
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

from a2a_lifecycle.cli.chart import chart_of
from a2a_lifecycle.proofs.trace import Step, Trace

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def lessons() -> ModuleType:
    spec = importlib.util.spec_from_file_location("lessons", ROOT / "docs" / "lessons.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.page = cache(module.page)  # type: ignore[attr-defined]
    return module


def test_the_page_has_not_drifted_and_drift_is_seen(
    lessons: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert lessons.main(["--check"]) == 0, "run python docs/lessons.py"
    monkeypatch.setattr(lessons, "PAGE", tmp_path / "page.md")
    assert lessons.main(["--check"]) == 1
    assert "generate it anew" in capsys.readouterr().out
    assert lessons.main([]) == 0
    assert lessons.main(["--check"]) == 0
    assert lessons.main(["--chekc"]) == 2


def test_a_chart_says_who_did_what_to_whom() -> None:
    trace = Trace(
        (
            Step(None, {"state": "a", "view": "a"}),
            Step("go", {"state": "b"}, actor="agent"),
            Step("receive", {"view": "b"}, actor="client"),
            Step("write", {"state": "c"}, {"writer": 1}, actor="writer"),
        ),
        loop=1,
    )
    chart = chart_of(trace)
    assert chart.participants == ("agent", "server", "client", "writer 1")
    ends = [(message.source, message.target, message.label, message.note) for message in chart.messages]
    assert ends == [
        ("agent", "server", "go", "state = b"),
        ("server", "client", "receive", "view = b"),
        ("writer 1", "server", "write", "state = c"),
    ]
    assert chart.cycle_from == 2
