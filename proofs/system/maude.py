"""A system written out for Maude, and what Maude says of it: how many states there are, and which properties hold.

It is an independent engine with its own language: the terms are written out anew, and nothing of `execute` or
`symbolic` is used. The file is run in processes of their own, and what they print is read; their exit statuses say
nothing.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path

from a2a_lifecycle.proofs.engines import TIMEOUT_SECONDS, EngineMissingError
from a2a_lifecycle.proofs.system.rules import Action, Choice, System, Which
from a2a_lifecycle.proofs.system.terms import BOOL, Enum, Lit, Sequence, Term, Value, Var, substituted

PRELUDE = """\
fmod NAMES is
  protecting NAT .
  sorts Name Names .
  subsort Name < Names .
  op nil : -> Names [ctor] .
  op _;_ : Names Names -> Names [ctor assoc id: nil] .
  op length : Names -> Nat .
  op first : Names -> Name .
  op rest : Names -> Names .
  var N : Name .
  var L : Names .
  eq length(nil) = 0 .
  eq length(N ; L) = s(length(L)) .
  eq first(N ; L) = N .
  eq rest(N ; L) = L .
{names}
endfm
"""


def constant(name: str) -> str:
    """The name as a constant; an underscore has a meaning of its own in Maude."""
    return f"n-{name.replace('_', '-')}"


def _value(value: Value, sort: object) -> str:
    if isinstance(sort, Sequence):
        assert isinstance(value, tuple)
        return " ; ".join(_value(element, sort.of) for element in value) or "nil"
    if isinstance(sort, Enum):
        return constant(str(value))
    return str(value).lower() if sort == BOOL else str(value)


def written(term: Term, names: Mapping[str, str]) -> str:
    """`term` as Maude writes it; `names` says what its variables are called there."""
    if isinstance(term, Var):
        return names[term.name]
    if isinstance(term, Lit):
        return f"({_value(term.value, term.sort)})"
    args = [written(arg, names) for arg in term.args]
    match term.kind:
        case "not":
            return f"(not {args[0]})"
        case "and" | "or":
            return f"({f' {term.kind} '.join(args)})" if args else str(term.kind == "and").lower()
        case "same":
            return f"({args[0]} == {args[1]})"
        case "among":
            return f"({' or '.join(f'{args[0]} == {constant(name)}' for name in term.data[0]) or 'false'})"
        case "mapped":
            result = constant(term.data[-1][1])
            for name, image in reversed(term.data[:-1]):
                result = f"(if {args[0]} == {constant(name)} then {constant(image)} else {result} fi)"
            return result
        case "less":
            return f"({args[0]} < {args[1]})"
        case "if":
            return f"(if {args[0]} then {args[1]} else {args[2]} fi)"
        case "size":
            return f"length({args[0]})"
        case "at" if term.args[1] == Lit(0, term.args[1].sort):
            return f"first({args[0]})"
        case "push":
            return f"({args[0]} ; {args[1]})"
        case "pop":
            return f"rest({args[0]})"
        case _:
            raise NotImplementedError(f"{term.kind} is not written for Maude")


def _instances(system: System) -> Iterator[tuple[Action, Choice | None, dict[str, Term]]]:
    for action in system.actions:
        for choice in (None,) if action.choices is None else action.choices:
            values = {n: Lit(v, action.parameters[n]) for n, v in (choice.values if choice else {}).items()}
            yield action, choice, dict(values)


def module(system: System, sizes: Mapping[str, int], properties: Mapping[str, Term], *, steps: bool = False) -> str:
    """The system, without what only records, as Maude modules.

    Parameters:
        system: the system.
        sizes: a number for each of its sizes.
        properties: name → a claim about a state, for formulas to speak of.
        steps: whether each state also says what was done last; there are more states then.
    """
    finite = system.without_history()
    variables = {v.name: f"V{index}" for index, v in enumerate(finite.variables)}
    names = {**variables, **{name: str(value) for name, value in sizes.items()}}
    enums = [v.sort for v in finite.variables if isinstance(v.sort, Enum)]
    words = dict.fromkeys(name for enum in enums for name in enum.names)
    labels = [f"a{index}" for index, _ in enumerate(finite.actions)]
    all_names = [constant(word) for word in words] + ([*labels, "a"] if steps else [])
    sorts = [_sort(v.sort) for v in finite.variables] + (["Name"] if steps else [])
    lines = [PRELUDE.format(names="\n".join(f"  op {name} : -> Name [ctor] ." for name in all_names))]
    lines += ["mod SYSTEM is", "  protecting NAMES .", "  sort Conf ."]
    lines.append(f"  op st : {' '.join(sorts)} -> Conf [ctor] .")
    lines += [f"  var {variables[v.name]} : {_sort(v.sort)} ." for v in finite.variables]
    lines += ["  var VL : Name ."] if steps else []
    before = ", ".join([*variables.values(), *(["VL"] if steps else [])])
    initial = [_value(v.initial, v.sort) for v in finite.variables] + (["a"] if steps else [])
    lines += ["  op begin : -> Conf .", f"  eq begin = st({', '.join(initial)}) ."]
    for number, (action, _, values) in enumerate(_instances(finite)):
        changes = {name: substituted(term, values) for name, term in action.changes.items()}
        after = [written(changes[n], names) if n in changes else variable for n, variable in variables.items()]
        after += [labels[finite.actions.index(action)]] if steps else []
        guard = written(substituted(action.guard, values), names)
        lines.append(f"  crl [r{number}] : st({before}) => st({', '.join(after)}) if {guard} .")
    lines += ["endm", "", "mod PROPERTIES is", "  protecting SYSTEM .", "  including MODEL-CHECKER ."]
    lines += ["  subsort Conf < State .", "  op done : Name -> Prop ." if steps else ""]
    lines += [f"  var {variables[v.name]} : {_sort(v.sort)} ." for v in finite.variables]
    lines += ["  var VL : Name ."] if steps else []
    lines += [f"  eq st({before}) |= done(VL) = true ."] if steps else []
    for name, term in properties.items():
        lines.append(f"  op {name} : -> Prop .")
        lines.append(f"  eq st({before}) |= {name} = {written(term, names)} .")
    lines += ["endm", ""]
    return "\n".join(["load model-checker", "", *lines])


def _sort(sort: object) -> str:
    if isinstance(sort, Sequence):
        return "Names"
    return "Name" if isinstance(sort, Enum) else "Bool"


def weakly_fair(system: System, which: Which, *, ends: str | None = None) -> str:
    """Weak fairness of the steps `which`, as a formula; that they can be taken is the property of their title.

    Parameters:
        system: the system.
        which: the steps.
        ends: a property that holds once they were taken, where they are not all the steps of their action.
    """
    steps = enumerate(system.actions)
    taken = [ends] if ends else [f"done(a{index})" for index, action in steps if which.takes(action, None)]
    either = " \\/ ".join([f"~ {which.title}", *taken])
    return f"([] <> ({either}))"


# --- asking ---

_COUNT = """
import sys, maude
maude.init()
maude.load(sys.argv[1])
module = maude.getModule("SYSTEM")
found = module.parseTerm("begin").search(maude.ANY_STEPS, module.parseTerm("C:Conf"))
print("states", sum(1 for _ in found))
"""


def count(file: Path) -> int | str:
    """How many states are reachable, or why there is no answer."""
    if find_spec("maude") is None:
        raise EngineMissingError("maude")
    said = _run([sys.executable, "-c", _COUNT, str(file)])
    words = said.split()
    return int(words[1]) if len(words) == 2 and words[0] == "states" and words[1].isdigit() else f"no count: {said!r}"


def holds(file: Path, formula: str) -> bool | str:
    """Whether `formula`, of linear temporal logic, holds, or why there is no verdict."""
    if find_spec("umaudemc") is None:
        raise EngineMissingError("umaudemc")
    said = _run([sys.executable, "-m", "umaudemc", "--no-advise", "check", str(file), "begin", formula])
    yes, no = "The property is satisfied" in said, "The property is not satisfied" in said
    return yes if yes != no else f"no verdict: {said[:300]!r}"


def _run(command: list[str]) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT_SECONDS, check=False)
    except (subprocess.TimeoutExpired, OSError) as error:
        return f"{type(error).__name__}"
    return done.stdout.strip() or done.stderr.strip()
