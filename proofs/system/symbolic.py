"""A system as Z3 reads it: its variables as constants, its actions as formulas, sequences of any length."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import z3

from a2a_lifecycle.proofs.build import (
    Number,
    added,
    chosen,
    conj,
    difference,
    disj,
    equal,
    integer,
    negated,
    selected,
    stored,
)
from a2a_lifecycle.proofs.domain import Domain, Kind
from a2a_lifecycle.proofs.system.rules import Action, Choice, System, Variable
from a2a_lifecycle.proofs.system.symbols import Names, Queue, Symbol, Symbolic
from a2a_lifecycle.proofs.system.terms import BOOL, Enum, Family, Lit, Op, Sequence, Sort, Term, Value, Var


class Reading:
    """Reads terms as Z3 formulas.

    Parameters:
        kind: how names are represented (see `Domain`).

    Every element read from a sequence is one of its sort's values; `typing` collects that, which bit-vectors need.
    """

    def __init__(self, kind: Kind) -> None:
        self.kind: Kind = kind
        self.typing: list[z3.BoolRef] = []
        self._serial = 0
        self._values: dict[tuple[Value, Sort], Symbol] = {}
        self._uniform: dict[int, tuple[Any, Any]] = {}

    # --- sorts and values ---

    def domain(self, sort: Enum) -> Domain:
        """The names of `sort`."""
        return Domain(sort.title, sort.names, self.kind)

    def z3_sort(self, sort: Sort) -> Any:
        """The Z3 sort of one value of `sort`."""
        if isinstance(sort, Enum):
            return self.domain(sort).sort
        if isinstance(sort, Family | Sequence):
            return z3.ArraySort(z3.IntSort(), self.z3_sort(sort.of))
        return z3.BoolSort() if sort == BOOL else z3.IntSort()

    def fresh(self, name: str, sort: Sort) -> Symbol:
        """Any value of `sort`."""
        if isinstance(sort, Sequence):
            queue = Queue(
                z3.Const(f"{name} holds", self.z3_sort(sort)), z3.Int(f"{name} begins"), z3.Int(f"{name} ends")
            )
            self.typing.append(queue.low <= queue.high)
            return queue
        constant = z3.Const(name, self.z3_sort(sort))
        self._typed(constant, sort)
        return constant

    def _typed(self, term: z3.ExprRef, sort: Sort) -> None:
        if isinstance(sort, Enum):
            self.typing += self.domain(sort).within(term)
        elif sort == BOOL or isinstance(sort, Family | Sequence):
            return
        else:
            self.typing.append(term >= 0)

    def value(self, value: Value, sort: Sort) -> Symbol:
        """The value as a constant of Z3; the same one each time."""
        # True and 1 are equal to Python, and are told apart by their sort.
        key = (value, sort)
        if key not in self._values:
            self._values[key] = self._value(value, sort)
        return self._values[key]

    def _value(self, value: Value, sort: Sort) -> Symbol:
        if isinstance(sort, Sequence):
            assert isinstance(value, tuple)
            array = self._new("sequence", sort)
            self.typing += [
                equal(selected(array, integer(i)), self.value(element, sort.of)) for i, element in enumerate(value)
            ]
            return Queue(array, integer(0), integer(len(value)))
        if isinstance(sort, Family):
            assert isinstance(value, tuple)
            family = self._new("family", sort)
            self.typing += [
                equal(selected(family, integer(i)), self.value(element, sort.of)) for i, element in enumerate(value)
            ]
            return family
        if isinstance(sort, Enum):
            assert isinstance(value, str)
            return self.domain(sort).values[value]
        return z3.BoolVal(bool(value)) if sort == BOOL else integer(int(value))  # type: ignore[arg-type]

    def _new(self, title: str, sort: Sort) -> Any:
        # Constant arrays are beyond some solvers, so an array of known elements is any array that has them.
        self._serial += 1
        return z3.Const(f"{title} {self._serial}", self.z3_sort(sort))

    # --- terms ---

    def read(self, term: Term, names: Names, known: dict[int, Symbol] | None = None) -> Symbol:
        """`term`, with its variables as `names` says; `known` remembers what its parts are."""
        if isinstance(term, Var):
            return names[term.name]
        if isinstance(term, Lit):
            return self.value(term.value, term.sort)
        known = {} if known is None else known
        if id(term) not in known:
            known[id(term)] = self._operation(term, [self.read(arg, names, known) for arg in term.args])
        return known[id(term)]

    def _operation(self, term: Op, args: list[Any]) -> Symbol:
        match term.kind:
            case "not":
                return negated(args[0])
            case "and":
                return conj(args)
            case "or":
                return disj(args)
            case "same":
                return self.equal(args[0], args[1])
            case "among":
                domain = self._domain(term.args[0])
                return disj([equal(args[0], domain.values[name]) for name in term.data[0]])
            case "mapped":
                return self._mapped(term.args[0], args[0], term)
            case "pair":
                one, other = map(self._domain, term.args)
                here = {name: equal(args[0], one.values[name]) for name in dict.fromkeys(a for a, _ in term.data)}
                there = {name: equal(args[1], other.values[name]) for name in dict.fromkeys(b for _, b in term.data)}
                return disj([conj([here[a], there[b]]) for a, b in term.data])
            case "plus":
                return added(args[0], args[1])
            case "less":
                return args[0] < args[1]
            case "if":
                return self._either(args[0], args[1], args[2])
            case "size":
                return difference(args[0].high, args[0].low)
            case "at":
                array, low = (args[0].array, args[0].low) if isinstance(args[0], Queue) else (args[0], integer(0))
                element = selected(array, added(low, args[1]))
                if not isinstance(term.sort, Sequence | Family):
                    self._typed(element, term.sort)
                if array.get_id() in self._uniform:
                    self.typing.append(element == self._uniform[array.get_id()][1])
                return element
            case "push":
                queue = args[0]
                return Queue(stored(queue.array, queue.high, args[1]), queue.low, added(queue.high, integer(1)))
            case "pop":
                return Queue(args[0].array, added(args[0].low, integer(1)), args[0].high)
            case "pop_last":
                return Queue(args[0].array, args[0].low, added(args[0].high, integer(-1)))
            case "put":
                return stored(args[0], args[1], args[2])

    def _domain(self, term: Term) -> Domain:
        assert isinstance(term.sort, Enum)
        return self.domain(term.sort)

    def _mapped(self, term: Term, value: Any, mapped: Term) -> Any:
        domain, target = self._domain(term), self._domain(mapped)
        assert not isinstance(mapped, Var | Lit)
        pairs = [(name, image) for name, image in mapped.data if name in domain.values]
        result = target.values[pairs[-1][1]]
        for name, image in reversed(pairs[:-1]):
            result = chosen(equal(value, domain.values[name]), target.values[image], result)
        return result

    def _either(self, condition: z3.BoolRef, one: Symbol, other: Symbol) -> Symbol:
        if isinstance(one, Queue):
            return Queue(
                *(
                    a if a.eq(b) else chosen(condition, a, b)
                    for a, b in ((one.array, other.array), (one.low, other.low), (one.high, other.high))
                )
            )
        return one if one.eq(other) else chosen(condition, one, other)

    def equal(self, one: Symbol, other: Symbol) -> z3.BoolRef:
        """That two values are the same; two sequences, where they are of one array or of a known length."""
        if not isinstance(one, Queue):
            return equal(one, other)
        length = difference(other.high, other.low)
        if isinstance(length, Number):
            places = range(length.value)
            same = [
                equal(
                    selected(one.array, added(one.low, integer(i))), selected(other.array, added(other.low, integer(i)))
                )
                for i in places
            ]
            return conj([equal(difference(one.high, one.low), length), *same])
        return conj([equal(one.array, other.array), equal(one.low, other.low), equal(one.high, other.high)])

    # --- systems ---

    def state(self, system: System, tag: str = "") -> dict[str, Symbol]:
        """Any state of `system`, and any of its sizes."""
        names = {variable.name: self.fresh(variable.name + tag, variable.sort) for variable in system.variables}
        for name, least in system.sizes.items():
            names[name] = z3.Int(name)
            self.typing.append(names[name] >= least)
        return names

    def initial(self, system: System) -> dict[str, Symbol]:
        """The state `system` begins in, with any of its sizes."""
        names = {variable.name: self.constant(variable) for variable in system.variables}
        for name, least in system.sizes.items():
            names[name] = z3.Int(name)
            self.typing.append(names[name] >= least)
        return names

    def constant(self, variable: Variable) -> Symbol:
        """What `variable` is at the beginning; in a family, the same for every member there may be."""
        if isinstance(variable.sort, Family):
            assert isinstance(variable.initial, tuple)
            family = self._new("family", variable.sort)
            self._uniform[family.get_id()] = (family, self.value(variable.initial[0], variable.sort.of))
            return family
        return self.value(variable.initial, variable.sort)

    def fork(self) -> Reading:
        """A reading that goes on from here, and leaves this one as it is."""
        other = Reading(self.kind)
        other.typing, other._serial = list(self.typing), self._serial
        other._uniform, other._values = dict(self._uniform), dict(self._values)
        return other

    def steps(self, system: System, before: Names) -> Iterator[Symbolic]:
        """Each action of `system`, from the state `before`."""
        for action in system.actions:
            yield self.step(action, before)

    def step(self, action: Action, before: Names, values: Mapping[str, Value] | None = None) -> Symbolic:
        """`action` from the state `before`, its parameters any that it allows, or `values`."""
        parameters: dict[str, Symbol] = {}
        limits: list[z3.BoolRef] = []
        rows: list[tuple[Choice, z3.BoolRef]] = []
        for name, sort in action.parameters.items():
            if values is not None:
                parameters[name] = self.value(values[name], sort)
            else:
                parameters[name] = self.fresh(f"{action.name}.{name}", sort)
        names = {**before, **parameters}
        if action.choices is not None and values is None:
            for choice in action.choices:
                fits = [
                    self.equal(parameters[n], self.value(v, action.parameters[n])) for n, v in choice.values.items()
                ]
                rows.append((choice, conj(fits)))
        limits += [parameters[name] < self.read(term, names) for name, term in action.below.items()]
        known: dict[int, Symbol] = {}
        guard = conj([self.read(action.guard, names, known), *limits])
        changed = {name: self.read(term, names, known) for name, term in action.changes.items()}
        return Symbolic(action, guard, {**before, **changed}, parameters, tuple(rows))
