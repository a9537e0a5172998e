"""The table is written once: no state, wire name, trigger or edge is spelt a second time in code."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from a2a_lifecycle.spec import load

ROOT = Path(__file__).parents[1]
ROOMS = ("spec", "model", "proofs", "diagrams", "conformance", "cli", "benchmarks")
SOURCES = sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.py"))

TABLE = load()
IDS = {state.id for state in TABLE.states}
TRIGGERS = {row.trigger for row in TABLE.transitions}
WIRE = {name for state in TABLE.states for name in state.wire.values()}
WIRE |= {name for state in TABLE.states for names in state.reads.values() for name in names}
NAMES = IDS | TRIGGERS | WIRE

# What cannot be an ordinary word is not to be found inside a longer text either.
TELLING = re.compile("|".join(sorted(re.escape(name) for name in NAMES if re.search(r"[_-]", name))))
ENUMERATION = re.compile(r"TASK_STATE_[A-Z]+")


# The one word that SMT-LIB has in common with the table: a solver's answer.
SOLVERS_WORD = "unknown"


def _prose(tree: ast.AST) -> set[int]:
    """The ids of the nodes that are for people to read: docstrings, and the examples in a subcommand's help."""
    prose = set()
    for node in ast.walk(tree):
        is_help = isinstance(node, ast.Assign) and [ast.unparse(target) for target in node.targets] == ["EPILOG"]
        if (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)) or is_help:
            prose |= {id(inner) for inner in ast.walk(node)}
    return prose


def copies(source: str) -> Iterator[tuple[int, str]]:
    """The line and the text of each literal in `source` that spells what only the table may."""
    tree = ast.parse(source)
    prose = _prose(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
            text = node.value
            if text in NAMES or TELLING.search(text) or ENUMERATION.search(text):
                yield node.lineno, text


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_literal_spells_the_table_again(path: Path) -> None:
    found = list(copies(path.read_text(encoding="utf-8")))
    if path.relative_to(ROOT).parts[0] == "proofs":
        found = [(line, text) for line, text in found if text != SOLVERS_WORD]
    assert found == []


def test_there_are_sources_to_look_at() -> None:
    assert {path.relative_to(ROOT).parts[0] for path in SOURCES} >= {"spec", "model", "proofs", "cli"}


@pytest.mark.parametrize(
    "source",
    [
        'TERMINAL = {"completed"}',
        'x = ["working"]',
        'ok = state == "TASK_STATE_WORKING"',
        'names = "submitted input_required".split()',
        'wire = f"{prefix}input-required"',
        'state.startswith("TASK_STATE_DONE")',
        'task.fire("require_input")',
    ],
)
def test_a_second_copy_is_found(source: str) -> None:
    assert list(copies(source)) != []


def test_prose_is_no_copy() -> None:
    assert list(copies('"""From input_required to working."""\nx = "the task is completed"')) == []
