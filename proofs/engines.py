"""Other solvers that read SMT-LIB. What they say is read from what they print; an exit status is never a verdict."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

VERDICTS = ("sat", "unsat")

TIMEOUT_SECONDS = 60.0
"""How long an engine may take over one file."""


class EngineMissingError(RuntimeError):
    """An engine that was asked for is not installed.

    Attributes:
        engine: its name.
    """

    def __init__(self, engine: str) -> None:
        self.engine = engine
        super().__init__(f"{engine} is not installed; it comes with: pip install '.[recheck]'")


@dataclass(frozen=True)
class Engine:
    """A solver that reads one file a process.

    Attributes:
        name: what it is called.
        command: the command that reads a file and prints its answer.
    """

    name: str
    command: tuple[str, ...]

    def answers(self, files: Sequence[Path]) -> list[str]:
        """For each file `sat` or `unsat`, or why there is no verdict."""
        return [self._answer(file) for file in files]

    def _answer(self, file: Path) -> str:
        stdout, stderr, reason = _output([*self.command, str(file)], TIMEOUT_SECONDS)
        return reason or verdict(stdout, stderr)


@dataclass(frozen=True)
class BatchEngine(Engine):
    """A solver that takes long to start, and so reads many files a process.

    It prints one line a file: the file's name, a tab, and its answer. A file without a line has no verdict.
    """

    def answers(self, files: Sequence[Path]) -> list[str]:
        """For each file `sat` or `unsat`, or why there is no verdict."""
        stdout, stderr, reason = _output([*self.command, *map(str, files)], TIMEOUT_SECONDS * len(files))
        lines = dict(line.split("\t", 1) for line in stdout.splitlines() if "\t" in line)
        return [verdict(lines[str(f)], "") if str(f) in lines else reason or verdict("", stderr) for f in files]


def _output(command: Sequence[str], seconds: float) -> tuple[str, str, str | None]:
    """What `command` printed, and, where it did not come to its end, why there is no verdict."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=seconds, check=False)
    except subprocess.TimeoutExpired:
        return "", "", f"no verdict: no answer in {seconds:.0f} s"
    except OSError as error:
        return "", "", f"no verdict: {error}"
    return done.stdout, done.stderr, None


def verdict(stdout: str, stderr: str) -> str:
    """The one verdict that was printed, or why there is none."""
    lines = [line.strip() for line in stdout.splitlines() if line.strip()]
    if len(lines) == 1 and lines[0] in VERDICTS and not stderr.strip():
        return lines[0]
    said = " ".join([*lines, *stderr.split()])
    return f"no verdict: it printed {said[:200]!r}" if said else "no verdict: it printed nothing"


def yices() -> Engine:
    """Yices 2; raises `EngineMissingError`."""
    return Engine("yices", (_program("yices-smt2", "yices"),))


def cvc5() -> Engine:
    """cvc5; raises `EngineMissingError`."""
    if find_spec("cvc5") is None:
        raise EngineMissingError("cvc5")
    return BatchEngine("cvc5", (sys.executable, "-c", _CVC5))


def _program(name: str, engine: str) -> str:
    # Beside the interpreter is where pip puts it, be that directory on the path or not.
    found = shutil.which(name, path=str(Path(sys.executable).parent)) or shutil.which(name)
    if found is None:
        raise EngineMissingError(engine)
    return found


# A process of its own: should the library crash, it takes no one with it, and prints no verdict.
_CVC5 = """
import sys, cvc5
for file in sys.argv[1:]:
    try:
        solver = cvc5.Solver()
        solver.setOption("tlimit-per", "60000")
        parser = cvc5.InputParser(solver)
        parser.setFileInput(cvc5.InputLanguage.SMT_LIB_2_6, file)
        symbols, said = parser.getSymbolManager(), ""
        while not (command := parser.nextCommand()).isNull():
            said += command.invoke(solver, symbols)
    except RuntimeError as error:
        said = str(error)
    print(file, " ".join(said.split()), sep="\\t", flush=True)
"""


def installed(required: Sequence[Callable[[], Engine]], others: Sequence[Callable[[], Engine]]) -> Mapping[str, Engine]:
    """The engines by name: all of `required`, and those of `others` that are there; raises `EngineMissingError`."""
    engines = [make() for make in required]
    for make in others:
        try:
            engines.append(make())
        except EngineMissingError:
            continue
    return {engine.name: engine for engine in engines}
