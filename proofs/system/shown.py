"""A run of a system as a trace: each step headed by its action and parameters, and only what changed."""

from __future__ import annotations

from collections.abc import Collection

from a2a_lifecycle.proofs.system.execute import Run, Taken
from a2a_lifecycle.proofs.system.rules import System
from a2a_lifecycle.proofs.trace import Step, Trace


def trace_of(system: System, run: Run, read: Collection[str] = (), loop: int | None = None) -> Trace:
    """The trace of `run`.

    Parameters:
        system: the system it is a run of.
        run: the run.
        read: the names that the claim reads; what only records is shown where the claim is about it.
        loop: the number of the step after which the rest repeats for ever, if it does.
    """
    names = {name.removesuffix("'") for name in read}
    shown = [(i, v.name) for i, v in enumerate(system.variables) if not v.history or v.name in names]
    initial = run[0][0] if run else tuple(v.initial for v in system.variables)
    steps = [Step(None, {name: initial[i] for i, name in shown})]
    for before, taken, target in run:
        changed = {name: target[i] for i, name in shown if before[i] != target[i]}
        steps.append(Step(label(taken), changed, taken.shown, taken.actor))
    return Trace(tuple(steps), loop)


def label(taken: Taken) -> str:
    """What the step is called in a trace."""
    return taken.name
