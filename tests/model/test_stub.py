import ast
import subprocess
import sys

import pytest

from a2a_lifecycle.model import stub
from a2a_lifecycle.spec import load


def test_the_committed_stub_is_what_the_table_gives():
    assert stub.main(["--check"]) == 0
    assert stub.STUB.read_text(encoding="utf-8").startswith("# Generated")


def test_the_stub_has_a_method_for_every_trigger_of_every_edition():
    (cls,) = [node for node in ast.parse(stub.stub_of(load())).body if isinstance(node, ast.ClassDef)]
    methods = {node.name for node in cls.body if isinstance(node, ast.FunctionDef)}
    assert methods == {trigger for edition in load().editions.values() for trigger in edition.triggers}


@pytest.mark.parametrize("damage", [lambda text: text.replace("def start", "def begin"), lambda text: ""])
def test_a_stub_that_drifted_is_found(tmp_path, monkeypatch, capsys, damage):
    drifted = tmp_path / "triggers.pyi"
    drifted.write_text(damage(stub.STUB.read_text(encoding="utf-8")), encoding="utf-8")
    monkeypatch.setattr(stub, "STUB", drifted)
    assert stub.main(["--check"]) == 1
    assert "differs from the table" in capsys.readouterr().err
    assert stub.main([]) == 0
    assert stub.main(["--check"]) == 0


def test_it_runs_as_a_command():
    run = [sys.executable, "-m", "a2a_lifecycle.model.stub"]
    assert subprocess.run([*run, "--check"], check=False).returncode == 0
    assert subprocess.run([*run, "--chekc"], check=False, capture_output=True).returncode == 2
