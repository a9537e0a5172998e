"""Runs the surveys: the Python SDK in this process, the Node SDK by its runner."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Sequence
from pathlib import Path
from shutil import which

from a2a_lifecycle.conformance.survey.cases import cases, names
from a2a_lifecycle.conformance.survey.results import Survey, load

PROTOCOL = "v1.0"
"""The protocol version that the surveyed SDKs speak; the editions of it give the cases."""

DEADLINE = 300
"""Seconds that the Node runner may take; it takes less than one."""


class SurveyError(Exception):
    """A survey that cannot be made, and what would make it possible."""


def survey_python(vectors: Path, editions: Sequence[str]) -> Survey:
    """What the installed `a2a-sdk` does with every illegal pair of `editions`; raises `SurveyError`."""
    try:
        from a2a_lifecycle.conformance.survey import python_sdk
    except ImportError as error:
        raise SurveyError(f"a2a-sdk is not installed (pip install 'a2a-lifecycle[sdk]'): {error}") from None
    try:
        return python_sdk.survey(cases(vectors, editions), names(vectors, editions))
    except TimeoutError:
        raise SurveyError(f"a2a-sdk did not end a stream within {python_sdk.DEADLINE:g} s") from None
    except OSError as error:
        raise SurveyError(f"{error.filename}: {error.strerror}") from None


def survey_node(vectors: Path, editions: Sequence[str], project: Path) -> Survey:
    """What the `@a2a-js/sdk` installed in `project` does with every illegal pair of `editions`.

    Raises `SurveyError`: there is no Node, the packages are not installed, or the runner failed.
    """
    node = which("node")
    if node is None:
        raise SurveyError("there is no `node` on the path")
    if not (project / "node_modules").is_dir():
        raise SurveyError(f"{project} has no node_modules (npm ci --prefix {project})")
    command = [node, str(project / "survey.mjs"), "--json", str(vectors), *editions]
    try:
        done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=DEADLINE, check=False)
    except subprocess.TimeoutExpired:
        raise SurveyError(f"{project / 'survey.mjs'} did not end within {DEADLINE} s") from None
    if done.returncode != 0:
        said = done.stderr.strip().splitlines() or ["it says nothing"]
        why = next((line for line in said if re.match(r"\w*Error\b", line)), said[-1])
        raise SurveyError(f"{project / 'survey.mjs'} ended with status {done.returncode}: {why.strip()}")
    try:
        return load(done.stdout)
    except ValueError as error:
        raise SurveyError(f"{project / 'survey.mjs'} printed what is no survey: {error}") from None


def differences(measured: Survey, recorded: Sequence[Survey]) -> list[str]:
    """Where `measured` differs from what was recorded of its version, or of its SDK's latest one, a line each."""
    of_sdk = [survey for survey in recorded if survey.sdk == measured.sdk]
    if not of_sdk:
        return [f"{measured.sdk} {measured.version}: nothing is recorded of this SDK"]
    base = next((survey for survey in of_sdk if survey.version == measured.version), of_sdk[-1])
    before, after = _by_key(base), _by_key(measured)
    lines = []
    for key in dict.fromkeys((*before, *after)):
        was, now = before.get(key, "absent"), after.get(key, "absent")
        if was != now:
            lines.append(f"{measured.sdk} {measured.version}: {key} was {was}, now {now} ({base.version})")
    return lines


def _by_key(survey: Survey) -> dict[str, str]:
    """What was tried → what was seen, in words."""
    seen = {f"{each.pair} ({each.way})": _words(each.outcome, each.stored, each.error) for each in survey.observations}
    return seen | {f"reading {each.value}": _words("reads", each.number, each.error) for each in survey.names}


def _words(outcome: str, number: int | None, error: str | None) -> str:
    return " ".join(filter(None, [outcome, None if number is None else f"state {number}", error]))
