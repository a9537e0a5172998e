"""Of which editions the theorems about the system are asked: where what they speak of is there at all."""

from __future__ import annotations

from a2a_lifecycle.proofs.system.coding import coding
from a2a_lifecycle.spec import Edge, Edition, Table


def deferrals(edition: Edition) -> tuple[Edge, ...]:
    """The edges by which a request that stayed pending is honoured (G5.3)."""
    return tuple(edge for edge in edition.edges if edge.row.deferrable)


def with_deferral(table: Table, edition: Edition) -> bool:
    """Of every edition in which a cancel request may stay pending."""
    return bool(deferrals(edition))


def with_other_outcome(table: Table, edition: Edition) -> bool:
    """Of every edition in which work may come to another outcome where a request may stay pending."""
    return any(
        edge.row.deferrable is None and edge.target in edition.outcomes
        for source in {edge.source for edge in deferrals(edition)}
        for edge in edition.edges_from(source)
    )


def with_pause_and_deferral(table: Table, edition: Edition) -> bool:
    """Of every edition in which a request may stay pending where a pause could be opened, and left again."""
    return any(
        not edge.row.while_cancelling and edge.target not in edition.terminal and edition.allows(edge.target, source)
        for source in {edge.source for edge in deferrals(edition)}
        for edge in edition.edges_from(source)
    )


def with_cancel_race(table: Table, edition: Edition) -> bool:
    """Of every edition in which work may come to another outcome where, or before, a cancel may come."""
    others = edition.outcomes - edition.cancel_targets
    early = {edge.source for edge in edition.edges if edge.target in others}
    open_to_cancel = {edge.source for edge in edition.cancel_edges}
    return any(open_to_cancel & {source, *edition.reachable(source)} for source in early)


def with_two_steps(table: Table, edition: Edition) -> bool:
    """Of every edition in which a task may take two steps or more."""
    return any(edition.edges_from(edge.target) for edge in edition.edges_from(edition.initial.id))


def with_names(table: Table, edition: Edition) -> bool:
    """Of every edition that has names on the wire."""
    return any(edition.protocol in state.wire for state in edition.states)


def bare_client(table: Table, edition: Edition) -> str | None:
    """The first edition of `table` whose client shows some open state of `edition` as its fallback, if there is one."""
    reachable = {edition.initial.id, *edition.reachable(edition.initial.id)}
    for client in table.editions.values():
        if client.fallback is None or client.id == edition.id:
            continue
        hidden = coding(edition, client).hidden & reachable
        if any(edition.state(state).open and not edition.state(state).initial for state in hidden):
            return client.id
    return None


def with_bare_client(table: Table, edition: Edition) -> bool:
    """Of every edition that has an open state which a client of another edition of the table has no name for."""
    return bare_client(table, edition) is not None
