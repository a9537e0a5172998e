"""Every obligation of a report, put again to other solvers, in bit-vectors and as text."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory

from a2a_lifecycle.proofs.engines import VERDICTS, Engine, cvc5, installed, yices
from a2a_lifecycle.proofs.lifecycle import Lifecycle
from a2a_lifecycle.proofs.obligation import Obligation
from a2a_lifecycle.proofs.run import Report


@dataclass(frozen=True)
class Check:
    """One obligation, put to one engine.

    Attributes:
        file: the name of its file.
        theorem: the theorem's name.
        edition: the edition's id.
        obligation: the obligation's name.
        engine: the engine's name.
        expected: what Z3 answered.
        answer: what the engine answered, or why there is no verdict.
    """

    file: str
    theorem: str
    edition: str
    obligation: str
    engine: str
    expected: str
    answer: str

    @property
    def agrees(self) -> bool:
        """Whether the two answers are the same verdict."""
        return self.answer in VERDICTS and self.answer == self.expected

    def __str__(self) -> str:
        return (
            f"{self.theorem} ({self.edition}), {self.obligation}: z3 says {self.expected}, {self.engine} {self.answer}"
        )


@dataclass(frozen=True)
class Rechecked:
    """What the engines said.

    Attributes:
        checks: each obligation with each engine, in the report's order.
        engines: the engines' names.
    """

    checks: tuple[Check, ...]
    engines: tuple[str, ...]

    @property
    def disagreements(self) -> tuple[Check, ...]:
        """The checks with another verdict, or none."""
        return tuple(check for check in self.checks if not check.agrees)

    @property
    def status(self) -> int:
        """0 where all agree; 1 where a verdict is another; 3 where one is missing, or nothing was asked."""
        if any(check.answer in VERDICTS for check in self.disagreements):
            return 1
        return 3 if self.disagreements or not self.checks else 0


@dataclass(frozen=True)
class Written:
    """An obligation as a file.

    Attributes:
        name: the file's name.
        text: what it holds.
        theorem: the theorem's name.
        edition: the edition's id.
        obligation: the obligation's name.
        expected: what Z3 answered.
    """

    name: str
    text: str
    theorem: str
    edition: str
    obligation: str
    expected: str


def script(obligation: Obligation, expected: str) -> str:
    """The obligation as an SMT-LIB script, with its logic and the answer Z3 gave as its `:status`."""
    body = obligation.smt2()
    logic = "QF_AUFBVLIA" if " Int" in body else "QF_BV"
    lines = [line for line in body.splitlines() if not line.startswith((";", "(set-info :status"))]
    return "\n".join([f"(set-logic {logic})", f"(set-info :status {expected})", *lines, ""])


def scripts(report: Report) -> Iterator[Written]:
    """The report's obligations as files.

    Raises:
        RuntimeError: the obligations are others in bit-vectors than in the report.
    """
    encodings = {edition.id: Lifecycle(edition, report.table, "bits") for edition in report.table.editions.values()}
    for result in report.results:
        t, theorem = encodings[result.edition], result.theorem
        groups = ("negation", theorem.negation, result.outcomes), ("witness", theorem.witness, result.witnesses)
        for part, ask, outcomes in groups:
            if not outcomes:
                continue
            for index, (obligation, outcome) in enumerate(zip(ask(t), outcomes, strict=True), start=1):
                if obligation.name != outcome.obligation.name:
                    raise RuntimeError(f"{theorem.name} asks {obligation.name!r}, not {outcome.obligation.name!r}")
                name = f"{result.edition}.{theorem.name}.{part}-{index}.smt2"
                text = script(obligation, outcome.answer)
                yield Written(name, text, theorem.name, result.edition, obligation.name, outcome.answer)


def recheck(
    report: Report,
    *,
    engines: Mapping[str, Engine] | None = None,
    dump: Path | None = None,
    progress: Callable[[str], None] = lambda file: None,
) -> Rechecked:
    """Put every obligation of `report` to other solvers.

    Parameters:
        report: the report.
        engines: the solvers by name; by default yices, which must be there, and cvc5, if it is.
        dump: a directory to leave the files in; it is made if it is not there.
        progress: called with what is being asked.

    Raises:
        EngineMissingError: yices is not installed.
        OSError: the directory cannot be written.
    """
    chosen = installed([yices], [cvc5]) if engines is None else engines
    with TemporaryDirectory() as temporary:
        directory = Path(temporary) if dump is None else dump
        directory.mkdir(parents=True, exist_ok=True)
        written = list(scripts(report))
        for one in written:
            (directory / one.name).write_text(one.text, encoding="utf-8")
        answers = _answers(written, directory, chosen, progress)
    checks = [
        Check(one.name, one.theorem, one.edition, one.obligation, name, one.expected, answers[_digest(one), name])
        for one in written
        for name in chosen
    ]
    return Rechecked(tuple(checks), tuple(chosen))


def _digest(one: Written) -> str:
    return hashlib.sha256(one.text.encode()).hexdigest()


def _answers(
    written: list[Written], directory: Path, engines: Mapping[str, Engine], progress: Callable[[str], None]
) -> dict[tuple[str, str], str]:
    """(Digest of a file, engine) → its answer. Files of the same text are put once."""
    different = list({_digest(one): one for one in written}.items())
    batches = [
        (engine, different[start : start + BATCH])
        for engine in engines.values()
        for start in range(0, len(different), BATCH)
    ]

    def ask(batch: tuple[Engine, list[tuple[str, Written]]]) -> list[tuple[tuple[str, str], str]]:
        engine, files = batch
        progress(f"{engine.name}: {files[0][1].name}")
        said = engine.answers([directory / one.name for _, one in files])
        return [((digest, engine.name), answer) for (digest, _), answer in zip(files, said, strict=True)]

    with ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
        return dict(chain.from_iterable(pool.map(ask, batches)))


BATCH = 50
"""How many files an engine is given at a time."""


def recheck_lines(done: Rechecked) -> Iterator[str]:
    """What came of it, for a person: one line an engine, and each disagreement."""
    files = len({check.file for check in done.checks})
    for engine in done.engines:
        checks = [check for check in done.checks if check.engine == engine]
        agree = sum(check.agrees for check in checks)
        yield f"{engine}: {agree} of {files} obligations, the same verdict as z3"
    for check in done.disagreements:
        yield f"  DISAGREES  {check}"
    if not done.checks:
        yield "nothing was asked of another solver"
