"""What a client shows for each state of a server: the names of the one edition as the other reads them (G4, G5.4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from a2a_lifecycle.spec import Edition, NoSuchStateError


@dataclass(frozen=True)
class Coding:
    """How names are written and read between a server of one edition and a client of another.

    Attributes:
        server: the server's edition.
        client: the client's edition.
        written: state of the server → the name that the client's side is sent.
        read: name → the state of the client's edition that it is read as; the names it recognises.
        otherwise: what any other name is read as; None where nothing is.
    """

    server: Edition
    client: Edition
    written: Mapping[str, str]
    read: Mapping[str, str]
    otherwise: str | None

    @property
    def shown(self) -> dict[str, str]:
        """State of the server → the state of the client's edition that is shown, for those where one is."""
        images = {state: self.read.get(name, self.otherwise) for state, name in self.written.items()}
        return {state: image for state, image in images.items() if image is not None}

    @property
    def hidden(self) -> frozenset[str]:
        """The server's states, its own fallback apart, that are shown as the client's fallback."""
        fallback = self.client.fallback
        lost = {state for state, image in self.shown.items() if fallback is not None and image == fallback.id}
        return frozenset(lost - {state.id for state in self.server.states if state.fallback})


def coding(server: Edition, client: Edition) -> Coding:
    """The coding that the table's names give: a server writes for a client the names of the client's edition.

    A state that has no name there, where there is no fallback to write instead, is passed on by its id, as within one
    process.
    """
    written: dict[str, str] = {}
    passed_on: dict[str, str] = {}
    for state in server.states:
        try:
            written[state.id] = client.encode(state.id)
        except NoSuchStateError:
            written[state.id] = state.id
            passed_on |= {state.id: state.id} if state.id in client.by_id else {}
    names = dict.fromkeys([*written.values(), *names_of(client), *names_of(server)])
    decoded = {name: client.decode(name) for name in names}
    read = {name: d.state for name, d in decoded.items() if d.recognised and d.state is not None}
    return Coding(server, client, written, {**read, **passed_on}, client.decode(unrecognised(names)).state)


def names_of(edition: Edition) -> tuple[str, ...]:
    """Every name that a reader or a writer of `edition` knows."""
    version = edition.protocol
    names = [name for s in edition.states for name in (s.wire.get(version), *s.reads.get(version, ())) if name]
    return tuple(dict.fromkeys(names))


def unrecognised(names: Mapping[str, object]) -> str:
    """A name that is none of `names`; readers compare names for equality alone, so it stands for all others."""
    name = "?"
    while name in names:
        name += "?"
    return name
