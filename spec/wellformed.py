"""What makes rows a table: names that exist, one initial state, one meaning for each wire name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from keyword import iskeyword
from typing import NoReturn

from a2a_lifecycle.spec import errors
from a2a_lifecycle.spec.lines import Lines
from a2a_lifecycle.spec.rows import Origin, State, Transition
from a2a_lifecycle.spec.table import EditionRow


@dataclass(frozen=True)
class Rows:
    """The rows of one file.

    Attributes:
        editions: its editions.
        states: its states.
        transitions: its transitions.
        file: what messages call it.
        lines: where its rows stand.
    """

    editions: Sequence[EditionRow]
    states: Sequence[State]
    transitions: Sequence[Transition]
    file: str
    lines: Lines

    def check(self) -> None:
        """Raise the `TableError` that says why these rows are no table, if they are none."""
        self._editions_are_defined()
        self._states_are_defined()
        self._each_edition_has_one_initial_state()
        self._edges_are_given_once()
        self._bases_are_one_for_each_source()
        self._cancel_rows_are_one_trigger()
        self._wire_names_mean_one_state()

    def _refuse(self, kind: type[errors.TableError], origin: Origin, column: str, reason: str) -> NoReturn:
        line = self.lines.column(origin.section, origin.number, column)
        raise kind(reason, file=self.file, line=line, row=f"{origin.section} {origin.number}")

    def _states_of(self, edition: str) -> Iterator[State]:
        return (state for state in self.states if edition in state.editions)

    def _editions_are_defined(self) -> None:
        known: dict[str, Origin] = {}
        for row in self.editions:
            if row.id in known:
                reason = f"edition {errors.shown(row.id)} is already given by {known[row.id]}"
                self._refuse(errors.DuplicateRowError, row.origin, "id", reason)
            known[row.id] = row.origin
        rows: tuple[State | Transition, ...] = (*self.states, *self.transitions)
        for item in rows:
            for edition in item.editions:
                if edition not in known:
                    reason = f"there is no edition {errors.shown(edition)}; {errors.suggestion(edition, known.keys())}"
                    self._refuse(errors.UndefinedNameError, item.origin, "editions", reason)

    def _states_are_defined(self) -> None:
        for row in self.editions:
            known: dict[str, Origin] = {}
            for state in self._states_of(row.id):
                if state.id in known:
                    reason = f"state {errors.shown(state.id)} is already given in {row.id} by {known[state.id]}"
                    self._refuse(errors.DuplicateRowError, state.origin, "id", reason)
                known[state.id] = state.origin
            for transition in self.transitions:
                if row.id in transition.editions:
                    ends = [*(("from", source) for source in transition.sources), ("to", transition.target)]
                    for column, state_id in ends:
                        if state_id not in known:
                            hint = errors.suggestion(state_id, known.keys())
                            reason = f"there is no state {errors.shown(state_id)} in {row.id}; {hint}"
                            self._refuse(errors.UndefinedNameError, transition.origin, column, reason)

    def _each_edition_has_one_initial_state(self) -> None:
        for row in self.editions:
            for column, least, kind in (
                ("initial", 1, errors.InitialStateError),
                ("fallback", 0, errors.FallbackStateError),
            ):
                marked = [state for state in self._states_of(row.id) if getattr(state, column)]
                if len(marked) < least:
                    reason = f"{row.id} has no {column} state; mark one state of it with `{column} = true`"
                    self._refuse(kind, row.origin, "id", reason)
                if len(marked) > 1:
                    reason = f"{row.id} has two {column} states, {marked[0].id} and {marked[1].id}; mark one alone"
                    self._refuse(kind, marked[1].origin, column, reason)

    def _edges_are_given_once(self) -> None:
        known: dict[tuple[str, str, str, str], Origin] = {}
        for transition in self.transitions:
            if iskeyword(transition.trigger):
                reason = f"trigger {transition.trigger!r} is a word of Python, and so can be no method; choose another"
                self._refuse(errors.ColumnTypeError, transition.origin, "trigger", reason)
            for edition in transition.editions:
                for source in transition.sources:
                    edge = (edition, source, transition.trigger, transition.target)
                    if edge in known:
                        shown = f"{source} --{transition.trigger}--> {transition.target}"
                        reason = f"{shown} is already given by {known[edge]}"
                        self._refuse(errors.DuplicateRowError, transition.origin, "trigger", reason)
                    known[edge] = transition.origin

    def _bases_are_one_for_each_source(self) -> None:
        source_of = {row.id: row.source for row in self.editions}
        for transition in self.transitions:
            if not transition.basis:
                continue
            in_guide = any(source_of[edition] == "guide" for edition in transition.editions)
            elsewhere = any(source_of[edition] != "guide" for edition in transition.editions)
            others = [basis for basis in transition.basis if basis != "guide"]
            if in_guide != ("guide" in transition.basis) or len(others) != elsewhere:
                right = ["guide"] * in_guide + ["one of stated, silent"] * elsewhere
                reason = f"basis must be, for the editions of this row: {' and '.join(right)}"
                self._refuse(errors.BasisError, transition.origin, "basis", reason)

    def _cancel_rows_are_one_trigger(self) -> None:
        cancelling = [transition for transition in self.transitions if transition.deferrable is not None]
        for transition in cancelling:
            if transition.trigger != cancelling[0].trigger:
                reason = (
                    f"deferrable stands on trigger {errors.shown(cancelling[0].trigger)} already; one trigger cancels"
                )
                self._refuse(errors.CancelColumnError, transition.origin, "deferrable", reason)
        for transition in self.transitions:
            if cancelling and transition.trigger == cancelling[0].trigger and transition.deferrable is None:
                reason = "deferrable is missing; the other rows of this trigger have it"
                self._refuse(errors.CancelColumnError, transition.origin, "trigger", reason)

    def _wire_names_mean_one_state(self) -> None:
        meant: dict[tuple[str, str], State] = {}
        for state in self.states:
            names = [("wire", version, name) for version, name in state.wire.items()]
            names += [("reads", version, name) for version, listed in state.reads.items() for name in listed]
            for column, version, name in names:
                other = meant.setdefault((version, name), state)
                if other.id != state.id:
                    reason = f"wire name {errors.shown(name)} of {version} already means {other.id}, by {other.origin}"
                    self._refuse(errors.WireNameError, state.origin, column, reason)
        for row in self.editions:
            numbered: dict[int, State] = {}
            for state in self._states_of(row.id):
                if state.number is not None and numbered.setdefault(state.number, state) is not state:
                    reason = f"number {state.number} already means {numbered[state.number].id} in {row.id}"
                    self._refuse(errors.WireNameError, state.origin, "number", reason)
