"""Fills the generated sections of the pages: `python docs/sections.py`, and `--check` to fail when one has drifted.

A section stands between `<!-- generated: NAME -->` and `<!-- end -->`.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from a2a_lifecycle.proofs.catalogue import GROUPS, catalogue
from a2a_lifecycle.spec import Edition, load

ROOT = Path(__file__).resolve().parents[1]
PAGES = (ROOT / "README.md",)
SECTION = re.compile(r"(<!-- generated: (?P<name>[a-z-]+) -->\n).*?(<!-- end -->)", re.DOTALL)


def states(edition: Edition) -> str:
    """The states, as a Markdown table."""
    lines = ["| state | class | on the wire | in Chinese | what it says | clause |", "|---|---|---|---|---|---|"]
    for state in edition.states:
        marks = [state.state_class, *["initial"] * state.initial, *["fallback"] * state.fallback]
        wire = state.wire[edition.protocol]
        clause = ", ".join(state.clause)
        lines.append(
            f"| {state.id} | {', '.join(marks)} | `{wire}` | {state.label.zh} | {state.meaning.en} | {clause} |"
        )
    return "\n".join(lines)


def transitions(edition: Edition) -> str:
    """The transitions, as a Markdown table."""
    lines = ["| from | trigger | to | who | when | clause |", "|---|---|---|---|---|---|"]
    for edge in edition.edges:
        row = edge.row
        clause = ", ".join(row.clause)
        lines.append(f"| {edge.source} | `{edge.trigger}` | {edge.target} | {row.actor} | {row.when.en} | {clause} |")
    return "\n".join(lines)


def theorems() -> str:
    """The theorems' claims, each linked to its file."""
    lines = []
    for group, title in GROUPS.items():
        members = [theorem for theorem in catalogue().values() if theorem.number[0] == group]
        if members:
            lines += [f"**{title}**", ""]
            for theorem in members:
                file = Path(str(theorem.module.__file__)).name
                sign = "" if theorem.expected == "proved" else " *Refuted, as it should be.*"
                lines.append(f"- [{theorem.name.replace('_', ' ')}](proofs/theorems/{file}): {theorem.claim}{sign}")
            lines.append("")
    return "\n".join(lines).rstrip()


def filled(text: str) -> str:
    """The page with its sections made anew."""
    default = load().edition()
    made = {
        "states": lambda: states(default),
        "transitions": lambda: transitions(default),
        "theorems": theorems,
    }
    banner = "<!-- made by docs/sections.py; do not edit -->"
    return SECTION.sub(lambda found: f"{found[1]}{banner}\n\n{made[found['name']]()}\n\n{found[3]}", text)


def main() -> int:
    """Write the pages, or with `--check` compare them; the exit status is 1 where one has drifted."""
    drifted = []
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        if filled(text) != text:
            drifted.append(page.relative_to(ROOT))
            if "--check" not in sys.argv[1:]:
                page.write_text(filled(text), encoding="utf-8")
    if "--check" in sys.argv[1:] and drifted:
        print(*(f"{page}: generated sections have drifted; run python docs/sections.py" for page in drifted), sep="\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
