"""A system executed in Python: its states, its steps, and breadth-first search over them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise
from typing import Any, TypeAlias

from a2a_lifecycle.proofs.system.rules import Action, Choice, System
from a2a_lifecycle.proofs.system.terms import Family, Lit, Sequence, Term, Value, Var, after, names_in

State: TypeAlias = tuple[Value, ...]
"""The values of a system's variables, in its order."""

SLACK = 4
"""How many steps a search for what can be done goes on beyond the last thing that is new."""

LIMIT = 20_000
"""How many states a search for a fault may visit before it gives up."""


@dataclass(frozen=True)
class Taken:
    """An action as it was taken.

    Attributes:
        action: the action.
        choice: the choice among its parameters' values, if it has choices.
        values: its parameters' values.
    """

    action: Action
    choice: Choice | None
    values: Mapping[str, Value]

    @property
    def name(self) -> str:
        """What a reader calls it: the trigger where a row of the table gives it."""
        return (self.choice and self.choice.name) or self.action.name.removeprefix(f"{self.actor} ")

    @property
    def actor(self) -> str:
        """Who took it."""
        return (self.choice and self.choice.actor) or self.action.actor

    @property
    def shown(self) -> dict[str, Value]:
        """The parameters that a reader is shown."""
        bounded = {name: self.values[name] for name in self.action.below}
        return {**(self.choice.shown if self.choice else {}), **bounded}


Step: TypeAlias = tuple[State, Taken, State]
Run: TypeAlias = tuple[Step, ...]


def source(term: Term, names: Mapping[str, str]) -> str:
    """`term` as a Python expression; `names` says what its variables are called there."""
    if isinstance(term, Var):
        return names[term.name]
    if isinstance(term, Lit):
        return repr(term.value)
    args = [source(arg, names) for arg in term.args]
    match term.kind:
        case "not":
            return f"(not {args[0]})"
        case "and" | "or":
            return f"({f' {term.kind} '.join(args)})"
        case "same":
            return f"({args[0]} == {args[1]})"
        case "among":
            return f"({args[0]} in {set(term.data[0])!r})" if term.data[0] else "False"
        case "mapped":
            return f"({ {pair[0]: pair[1] for pair in term.data}!r}[{args[0]}])"
        case "pair":
            return f"(({args[0]}, {args[1]}) in {set(term.data)!r})" if term.data else "False"
        case "plus":
            return f"({args[0]} + {args[1]})"
        case "less":
            return f"({args[0]} < {args[1]})"
        case "if":
            return f"({args[1]} if {args[0]} else {args[2]})"
        case "size":
            return f"len({args[0]})"
        case "at":
            return f"{args[0]}[{args[1]}]"
        case "push":
            return f"({args[0]} + ({args[1]},))"
        case "pop":
            return f"{args[0]}[1:]"
        case "pop_last":
            return f"{args[0]}[:-1]"
        case "put":
            return f"({args[0]}[:{args[1]}] + ({args[2]},) + {args[0]}[{args[1]} + 1:])"


@cache
def _function(parameters: str, body: str) -> Callable[..., Any]:
    # The source is generated from terms alone, never from input. Systems that differ little share most of it.
    allowed: dict[str, Any] = {"len": len, "all": all, "range": range, "max": max}
    compiled: Callable[..., Any] = eval(f"lambda {parameters}: {body}", {"__builtins__": allowed})
    return compiled


class Machine:
    """A system with its sizes fixed, ready to run.

    Parameters:
        system: the system.
        sizes: a number for each of its sizes; the least allowed where left out.
    """

    def __init__(self, system: System, sizes: Mapping[str, int] | None = None) -> None:
        self.system = system
        self.sizes = {**system.sizes, **(sizes or {})}
        self.names = tuple(variable.name for variable in system.variables)
        self.initial: State = tuple(variable.initial for variable in system.variables)
        self._before = {name: f"s[{index}]" for index, name in enumerate(self.names)}
        self._before |= {name: repr(value) for name, value in self.sizes.items()}
        self._after = {after(v.var).name: f"t[{index}]" for index, v in enumerate(system.variables)}

    def compiled(self, term: Term, index: str = "") -> Callable[[State], Any]:
        """What `term`, over the variables, is in a state; for every value of `index`, where it reads that."""
        names = self._before
        if index in names_in(term):
            return _function("s", self._for_every(index, source(term, {**names, index: "k"}), "s"))
        return _function("s", source(term, names))

    def compiled_step(self, term: Term, index: str = "") -> Callable[[State, State], Any]:
        """What `term`, over the variables before and after, is of a step; for every `index`, where it reads that."""
        names = {**self._before, **self._after}
        if index in names_in(term):
            return _function("s, t", self._for_every(index, source(term, {**names, index: "k"}), "t"))
        return _function("s, t", source(term, names))

    def _for_every(self, index: str, body: str, state: str) -> str:
        # A place beyond every sequence's end says nothing, so the longest one's places are all there are.
        lengths = [
            f"len({state}[{i}])" for i, v in enumerate(self.system.variables) if isinstance(v.sort, Sequence | Family)
        ]
        return f"all({body} for k in range(max({', '.join(lengths)}, 0)))"

    @cached_property
    def _moves(self) -> list[tuple[Action, Choice | None, Any, Any, Any]]:
        moves = []
        for action in self.system.actions:
            for choice in (None,) if action.choices is None else action.choices:
                names = self._before | {name: repr(v) for name, v in (choice.values if choice else {}).items()}
                names |= dict.fromkeys(action.below, "i")
                posts = [
                    source(action.changes[name], names) if name in action.changes else self._before[name]
                    for name in self.names
                ]
                bound = next((source(term, names) for term in action.below.values()), None)
                moves.append(
                    (
                        action,
                        choice,
                        _function("s", bound) if bound is not None else None,
                        _function("s, i", source(action.guard, names)),
                        _function("s, i", f"({', '.join(posts)},)"),
                    )
                )
        return moves

    def steps(self, state: State) -> Iterator[tuple[Taken, State]]:
        """The steps out of `state`, in the system's order."""
        for action, choice, bound, guard, post in self._moves:
            for index in range(1 if bound is None else bound(state)):
                if guard(state, index):
                    values = {**(choice.values if choice else {}), **dict.fromkeys(action.below, index)}
                    yield Taken(action, choice, values), post(state, index)

    # --- search ---

    def explore(self, limit: int | None = None) -> Iterator[Step]:
        """Every step from every reachable state, nearest first, until `limit` states were seen."""
        seen = {self.initial}
        queue = deque([self.initial])
        while queue:
            state = queue.popleft()
            for taken, target in self.steps(state):
                yield state, taken, target
                if target not in seen:
                    if limit is not None and len(seen) >= limit:
                        return
                    seen.add(target)
                    queue.append(target)

    def shortest(self, wanted: Callable[[State, Taken, State], bool], limit: int = LIMIT) -> Run | None:
        """A shortest run that ends in a step that is `wanted`, or None where the search found none."""
        parents: dict[State, Step] = {}
        for step in self.explore(limit):
            before, _, target = step
            if wanted(*step):
                return (*self.back(parents, before), step)
            if target != self.initial:
                parents.setdefault(target, step)
        return None

    def back(self, parents: Mapping[State, Step], state: State) -> Run:
        """The run from the initial state to `state` that `parents` records."""
        run: list[Step] = []
        while state != self.initial:
            run.append(parents[state])
            state = parents[state][0]
        return tuple(reversed(run))

    def first_of_each(self, limit: int = LIMIT) -> dict[str, Run]:
        """For each choice of each action that can be taken: a run that ends in it.

        The runs are shortest as long as they are among the first states; after a tenth of `limit` the search goes on
        only a few steps beyond where a step was not taken before, or the first variable has a value it did not have.
        """
        wanted = set(self.labels)
        found: dict[str, Run] = {}
        parents: dict[State, Step] = {}
        values: set[Value] = {self.initial[0]}
        seen = {self.initial}
        queue = deque([(self.initial, SLACK)])
        while queue and wanted:
            before, slack = queue.popleft()
            for taken, target in self.steps(before):
                label = self.label(taken.action, taken.choice)
                fresh = target[0] not in values or label in wanted
                if label in wanted:
                    wanted.discard(label)
                    found[label] = (*self.back(parents, before), (before, taken, target))
                values.add(target[0])
                left = SLACK if fresh else max(slack - 1, int(len(seen) < limit // 10))
                if target not in seen and left and len(seen) < limit:
                    seen.add(target)
                    parents[target] = (before, taken, target)
                    queue.append((target, left))
        return found

    def label(self, action: Action, choice: Choice | None) -> str:
        """The name of a choice of an action, unique within the system."""
        if choice is None:
            return action.name
        return f"{action.name}({', '.join(f'{k}={v}' for k, v in choice.values.items())})"

    @property
    def labels(self) -> tuple[str, ...]:
        """The names of all choices of all actions."""
        return tuple(self.label(action, choice) for action, choice, *_ in self._moves)

    def count(self) -> int:
        """How many states are reachable; ends only where they are finitely many."""
        return len({self.initial} | {target for _, _, target in self.explore()})


def joined(run: Run) -> bool:
    """Whether each step of `run` begins where the one before it ended."""
    return all(one[2] == other[0] for one, other in pairwise(run))
