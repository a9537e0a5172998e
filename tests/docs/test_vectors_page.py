"""What `docs/vectors.md` shows is run."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_example_runs(monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    (code,) = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "vectors.md").read_text(encoding="utf-8"), re.DOTALL)
    exec(compile(code, "docs/vectors.md", "exec"), {})
    assert re.fullmatch(r"[1-9]\d+ traces passed\n", capsys.readouterr().out)
