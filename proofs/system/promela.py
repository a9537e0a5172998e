"""A system written out for SPIN, and what SPIN says of it: how many states there are, and which formulas hold.

SPIN and a C compiler come from the operating system, so it is asked only where they are. What its verifier prints is
read; its exit status is 0 on a violation too.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from a2a_lifecycle.proofs.engines import TIMEOUT_SECONDS
from a2a_lifecycle.proofs.system.rules import System
from a2a_lifecycle.proofs.system.terms import Enum, Lit, Sequence, Sort, Term, Value, Var, substituted


def installed() -> bool:
    """Whether SPIN and a C compiler are there."""
    return shutil.which("spin") is not None and shutil.which("gcc") is not None


class Promela:
    """Writes a system in Promela.

    Parameters:
        system: the system; what only records is left out.
        sizes: a number for each of its sizes.
        steps: whether each state also says what was done last; there are more states then.
    """

    def __init__(self, system: System, sizes: Mapping[str, int], *, steps: bool = False) -> None:
        self.system, self.sizes, self.steps = system.without_history(), sizes, steps
        enums = [v.sort for v in self.system.variables if isinstance(v.sort, Enum)]
        words = dict.fromkeys(name for enum in enums for name in enum.names)
        self.numbers = {name: number for number, name in enumerate(words, start=1)}
        self.room = max(sizes.values())

    def model(self, formula: str | None = None, properties: Mapping[str, Term] | None = None) -> str:
        """The model, with a formula to verify over named properties, if there is one."""
        lines = [f"/* {name} is {number} */" for name, number in self.numbers.items()]
        for variable in self.system.variables:
            name = self._name(variable.name)
            lines.append(f"hidden byte new_{name};")
            if isinstance(variable.sort, Sequence):
                lines += [f"byte {name}[{self.room}];", f"byte {name}_size;"]
            else:
                lines.append(f"byte {name} = {self._value(variable.initial, variable.sort)};")
        lines += ["byte last;"] if self.steps else []
        lines += [f"#define {name} ({self.term(term)})" for name, term in (properties or {}).items()]
        lines += ["", "active proctype the_system() {", "end:", "  do"]
        for number, action in enumerate(self.system.actions, start=1):
            for choice in (None,) if action.choices is None else action.choices:
                values = {n: Lit(v, action.parameters[n]) for n, v in (choice.values if choice else {}).items()}
                guard = self.term(substituted(action.guard, values))
                changes = {name: substituted(term, dict(values)) for name, term in action.changes.items()}
                body = [*self._changes(changes), *([f"last = {number}"] if self.steps else [])]
                lines.append(f"  :: d_step {{ {guard} -> {'; '.join([*body, 'skip'])} }}")
        lines += ["  od", "}", ""]
        if formula is not None:
            lines += [f"ltl claim {{ {formula} }}", ""]
        return "\n".join(lines)

    def done(self, action: str) -> str:
        """That the last step was one of the action whose name ends so."""
        numbers = [n for n, a in enumerate(self.system.actions, start=1) if a.name.endswith(action)]
        return "(" + " || ".join(f"last == {number}" for number in numbers) + ")"

    def _name(self, name: str) -> str:
        return "v_" + name.replace(" ", "_")

    def _value(self, value: Value, sort: Sort) -> str:
        if isinstance(sort, Enum):
            return str(self.numbers[str(value)])
        return str(int(value)) if isinstance(value, bool | int) else "0"

    def term(self, term: Term) -> str:
        """`term`, which is no sequence, as an expression."""
        if isinstance(term, Var):
            return str(self.sizes[term.name]) if term.name in self.sizes else self._name(term.name)
        if isinstance(term, Lit):
            return self._value(term.value, term.sort)
        if term.kind == "size":
            return f"{self._of(term.args[0])}_size"
        if term.kind == "at":
            return f"{self._of(term.args[0])}[{self.term(term.args[1])}]"
        args = [self.term(arg) for arg in term.args]
        match term.kind:
            case "not":
                return f"(!{args[0]})"
            case "and":
                return f"({' && '.join(args)})" if args else "1"
            case "or":
                return f"({' || '.join(args)})" if args else "0"
            case "same":
                return f"({args[0]} == {args[1]})"
            case "less":
                return f"({args[0]} < {args[1]})"
            case "among":
                return f"({' || '.join(f'{args[0]} == {self.numbers[name]}' for name in term.data[0]) or '0'})"
            case "mapped":
                result = str(self.numbers[term.data[-1][1]])
                for name, image in reversed(term.data[:-1]):
                    result = f"({args[0]} == {self.numbers[name]} -> {self.numbers[image]} : {result})"
                return result
            case "if":
                return f"({args[0]} -> {args[1]} : {args[2]})"
            case _:
                raise NotImplementedError(f"{term.kind} is not written for SPIN")

    def _of(self, sequence: Term) -> str:
        assert isinstance(sequence, Var)
        return self._name(sequence.name)

    def _changes(self, changes: Mapping[str, Term]) -> Iterator[str]:
        """All changes at once: the new values are worked out first, the sequences changed, then the others set."""
        plain = {n: t for n, t in changes.items() if not isinstance(t.sort, Sequence)}
        for name, term in plain.items():
            yield f"new_{self._name(name)} = {self.term(term)}"
        for name, term in changes.items():
            if isinstance(term.sort, Sequence):
                yield self._sequence(self._name(name), term)
        for name in plain:
            yield f"{self._name(name)} = new_{self._name(name)}; new_{self._name(name)} = 0"

    def _sequence(self, name: str, term: Term) -> str:
        if isinstance(term, Var):
            assert self._name(term.name) == name
            return "skip"
        if isinstance(term, Lit):
            return "; ".join([*(f"{name}[{i}] = 0" for i in range(self.room)), f"{name}_size = 0"])
        if term.kind == "if":
            condition, then, otherwise = term.args
            one, other = self._sequence(name, then), self._sequence(name, otherwise)
            return f"if :: {self.term(condition)} -> {one} :: else -> {other} fi"
        if term.kind == "push":
            return f"{name}[{name}_size] = {self.term(term.args[1])}; {name}_size++"
        if term.kind == "pop":
            shifted = [f"{name}[{i}] = {name}[{i + 1}]" for i in range(self.room - 1)]
            return "; ".join([*shifted, f"{name}[{self.room - 1}] = 0", f"{name}_size--"])
        raise NotImplementedError(f"{term.kind} is not written for SPIN")


# --- asking ---


def count(model: str) -> int | str:
    """How many states are reachable, or why there is no answer."""
    said = _verify(model, ["-DNOREDUCE", "-DSAFETY"], [])
    stored = re.search(r"^\s*(\d+) states, stored$", said, re.MULTILINE)
    if stored is None or _errors(said) != 0 or "Search not completed" in said:
        return f"no count: {said[-300:]!r}"
    return int(stored.group(1))


def holds(model: str) -> bool | str:
    """Whether the model's formula holds, or why there is no verdict."""
    said = _verify(model, ["-DNOREDUCE"], ["-a"])
    errors = _errors(said)
    if errors is None or ("Search not completed" in said and not errors):
        return f"no verdict: {said[-300:]!r}"
    return errors == 0


def _errors(said: str) -> int | None:
    found = re.search(r"errors: (\d+)", said)
    return int(found.group(1)) if found else None


def _verify(model: str, compiling: list[str], searching: list[str]) -> str:
    with TemporaryDirectory() as directory:
        Path(directory, "system.pml").write_text(model, encoding="utf-8")
        commands = (
            ["spin", "-o1", "-o2", "-o3", "-a", "system.pml"],
            ["gcc", "-O0", "-w", *compiling, "-o", "pan", "pan.c"],
            ["./pan", "-m100000", *searching],
        )
        said = ""
        for command in commands:
            try:
                done = subprocess.run(
                    command, cwd=directory, capture_output=True, text=True, timeout=TIMEOUT_SECONDS, check=False
                )
            except (subprocess.TimeoutExpired, OSError) as error:
                return type(error).__name__
            said = done.stdout + done.stderr
        return said
