"""What the pages show is what happens: their Python is executed, and each command prints what stands below it."""

import doctest
import io
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from a2a_lifecycle.cli.main import main

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
FENCE = re.compile(r"^```(?P<language>\w*)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(page: Path, language: str) -> list[str]:
    """The bodies of the page's fenced blocks of `language`."""
    return [
        found["body"] for found in FENCE.finditer(page.read_text(encoding="utf-8")) if found["language"] == language
    ]


def commands() -> list[tuple[str, str]]:
    """Each command that a page shows with its output, in a console block; one without has a test of its page's own."""
    shown = []
    for page in PAGES:
        for block in blocks(page, "console"):
            for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                command, _, output = part.partition("\n")
                if output.strip():
                    shown.append((command, output))
    return shown


@pytest.mark.parametrize(("command", "output"), commands(), ids=lambda text: text.split("\n")[0][:60])
def test_a_command_prints_what_the_page_shows(command: str, output: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    program, *argv = shlex.split(command)
    assert program == "a2a-lifecycle"
    both = io.StringIO()
    main(argv, both, both)
    assert both.getvalue() == output


def test_the_readme_shows_commands_and_python() -> None:
    assert len(commands()) >= 4
    assert len(blocks(PAGES[0], "python")) >= 3


def test_the_python_of_the_readme_runs() -> None:
    source = "\n".join(blocks(PAGES[0], "python"))
    example = doctest.DocTestParser().get_doctest(source, {}, "README.md", "README.md", 0)
    report = io.StringIO()
    result = doctest.DocTestRunner(verbose=False).run(example, out=report.write)
    assert result.attempted > 10
    assert result.failed == 0, report.getvalue()


def test_the_two_commands_are_what_a_stranger_types() -> None:
    shell = blocks(PAGES[0], "sh")
    assert shell[:2] == ["pip install . && a2a-lifecycle prove\n", "pip install '.[test]' && pytest\n"]


def test_the_workflow_and_the_hook_run_with_their_own_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    workflow, hooks = (yaml.safe_load(block) for block in blocks(PAGES[0], "yaml"))
    runs = [step["run"] for step in workflow["jobs"]["lifecycle"]["steps"] if "run" in step]
    assert runs[0] == "pip install a2a-lifecycle"
    hook = hooks["repos"][0]["hooks"][0]["entry"]
    assert hook == runs[2]
    (tmp_path / "docs").mkdir()
    (tmp_path / "lifecycle.toml").write_bytes((ROOT / "docs" / "examples" / "review.toml").read_bytes())
    monkeypatch.chdir(tmp_path)
    streams = io.StringIO(), io.StringIO()
    prove = shlex.split(runs[1])[1:]
    check = shlex.split(hook)[1:]
    assert main(prove, *streams) == 0
    assert main(check, *streams) == 1, "there is no drawing yet"
    assert main([argument for argument in check if argument != "--check"], *streams) == 0
    assert main(check, *streams) == 0


def test_the_generated_sections_have_not_drifted() -> None:
    result = subprocess.run(
        [sys.executable, str(ROOT / "docs" / "sections.py"), "--check"], capture_output=True, text=True, check=False
    )
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")


def test_every_link_leads_to_a_file() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
            if not target.startswith("http"):
                assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_the_least_table_of_the_readme_is_a_sound_table(tmp_path: Path) -> None:
    (text,) = blocks(PAGES[0], "toml")
    file = tmp_path / "least.toml"
    file.write_text(text, encoding="utf-8")
    streams = io.StringIO(), io.StringIO()
    assert main(["prove", "--table", str(file)], *streams) == 0
    assert main(["run", "--table", str(file), "publish"], *streams) == 0
