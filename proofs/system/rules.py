"""What a system is: variables, and actions with a guard and what they change."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from a2a_lifecycle.proofs.system.terms import Lit, Sort, Term, Value, Var, either, names_in, substituted
from a2a_lifecycle.spec import Transition


@dataclass(frozen=True)
class Variable:
    """A variable of a system.

    Attributes:
        name: its name.
        sort: what it holds.
        initial: its value at the beginning.
        history: whether it only records: no guard reads it, and nothing else depends on it, so that a search of
            finitely many states may leave it out.
    """

    name: str
    sort: Sort
    initial: Value
    history: bool = False

    @property
    def var(self) -> Var:
        """It as a term."""
        return Var(self.name, self.sort)


@dataclass(frozen=True)
class Choice:
    """One way to take an action: values for its parameters.

    Attributes:
        values: parameter → value.
        row: the row of the table that gives it, if one does.
        shown: the parameters that a reader is shown.
        name: what a reader calls it, where that is not the action's name.
        actor: who takes it, where that is not the action's actor.
    """

    values: Mapping[str, Value]
    row: Transition | None = None
    shown: Mapping[str, Value] = field(default_factory=dict)
    name: str | None = None
    actor: str | None = None


@dataclass(frozen=True)
class Action:
    """A guarded action.

    Attributes:
        name: its name.
        actor: who takes it.
        guard: when it may be taken.
        changes: variable → its value afterwards; the others stay.
        parameters: its parameters' names and sorts.
        choices: the values its parameters may have together; None where it has no such parameters.
        below: parameter → the number that it, a number, is less than.
    """

    name: str
    actor: str
    guard: Term
    changes: Mapping[str, Term]
    parameters: Mapping[str, Sort] = field(default_factory=dict)
    choices: tuple[Choice, ...] | None = None
    below: Mapping[str, Term] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class System:
    """Variables and actions.

    Attributes:
        title: what it is, in a few words.
        variables: its variables, in the order they are shown.
        actions: its actions, in the order a search tries them.
        sizes: constants that the proofs leave open, such as the channel's capacity: name → the least it may be.
    """

    title: str
    variables: tuple[Variable, ...]
    actions: tuple[Action, ...]
    sizes: Mapping[str, int] = field(default_factory=dict)

    @cached_property
    def by_name(self) -> Mapping[str, Variable]:
        """Variable name → variable."""
        return {variable.name: variable for variable in self.variables}

    def var(self, name: str) -> Var:
        """The variable `name` as a term."""
        return self.by_name[name].var

    def action(self, name: str) -> Action:
        """The action `name`; the first of that name."""
        return next(action for action in self.actions if action.name == name)

    def edit(self, name: str, change: Callable[[Action], Action]) -> System:
        """The system with the actions called `name` changed."""
        assert any(action.name == name for action in self.actions), name
        return replace(self, actions=tuple(change(a) if a.name == name else a for a in self.actions))

    def without_history(self) -> System:
        """The system without the variables that only record."""
        dropped = {variable.name for variable in self.variables if variable.history}
        actions = []
        for action in self.actions:
            kept = {name: term for name, term in action.changes.items() if name not in dropped}
            for term in (action.guard, *kept.values(), *action.below.values()):
                read = names_in(term) & dropped
                assert not read, f"{action.name} reads {', '.join(sorted(read))}, which only records"
            actions.append(replace(action, changes=kept))
        variables = tuple(variable for variable in self.variables if not variable.history)
        return replace(self, variables=variables, actions=tuple(actions))


def fixed(action: Action, guard: Term | None = None, **changes: Term) -> Action:
    """`action` with another guard, or with other changes."""
    return replace(action, guard=action.guard if guard is None else guard, changes={**action.changes, **changes})


@dataclass(frozen=True)
class Which:
    """Some of a system's steps, such as those that fairness is asked of.

    Attributes:
        title: what they are called.
        action: the name of the action; of several that end so, all.
        parameter: a truth value among the action's parameters that must hold; None where any choice will do.
    """

    title: str
    action: str
    parameter: str | None = None

    def takes(self, action: Action, choice: Choice | None) -> bool:
        """Whether the choice of the action is one of them."""
        if not action.name.endswith(self.action):
            return False
        return self.parameter is None or (choice is not None and choice.values[self.parameter] is True)


def enabled(system: System, *which: Which) -> Term:
    """That one of the steps `which` can be taken."""
    guards = []
    for action in system.actions:
        for choice in (None,) if action.choices is None else action.choices:
            if any(one.takes(action, choice) for one in which):
                assert not action.below, f"{action.name} has a choice without a bound"
                values = {n: Lit(v, action.parameters[n]) for n, v in (choice.values if choice else {}).items()}
                guards.append(substituted(action.guard, values))
    return either(*dict.fromkeys(guards))
