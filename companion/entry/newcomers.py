"""Who at a table has not played its game here.

Whoever has finished a game of it is known. Of the others the table is asked once, by name, and the answer is
remembered; it no longer counts when they have finished one. Seats without a name are asked of at every table.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Final

from companion.entry.memory import Memory
from companion.games.manifest import Manifest
from companion.games.seats import read_name, unnamed

# Of so many people, the latest, the answers are remembered.
_MOST: Final = 300


@dataclass(frozen=True, slots=True)
class _People:
    """Names as they are read: who is new to a game, and of whom the table said that they are not. `guest`:
    somebody without a name is new, at the table that is being set up."""

    new: tuple[str, ...] = ()
    versed: tuple[str, ...] = ()
    guest: bool = False


def asked_about(
    memory: Memory, game: Manifest, players: Sequence[str], finished: Collection[str]
) -> tuple[str, ...]:
    """Whom the table is asked about: those of whom nothing is known, and those whom it called new, for that
    may be taken back. `finished` have finished a game of it here."""
    known = {*_read(finished), *_of(memory, game).versed}
    return tuple(name for name in players if not unnamed(name) and read_name(name) not in known)


def is_new(memory: Memory, game: Manifest, name: str) -> bool:
    """Whether the table said so."""
    return read_name(name) in _of(memory, game).new


def call_new(memory: Memory, game: Manifest, name: str, new: bool) -> None:
    people, read = _of(memory, game), read_name(name)
    others = tuple(other for other in people.new if other != read)
    _keep(memory, game, replace(people, new=(*others, read) if new else others))


def has_new_guest(memory: Memory, game: Manifest) -> bool:
    return _of(memory, game).guest


def call_guest_new(memory: Memory, game: Manifest, new: bool) -> None:
    _keep(memory, game, replace(_of(memory, game), guest=new))


def table_begins(memory: Memory, game: Manifest, players: Sequence[str]) -> bool:
    """The question is answered: whoever was not called new is not. Tells whether a seat without a name is
    new, which holds for this table alone."""
    people = _of(memory, game)
    named = [read_name(name) for name in players if not unnamed(name)]
    versed = (*people.versed, *(name for name in named if name not in (*people.new, *people.versed)))
    guest = people.guest and any(map(unnamed, players))
    after = replace(people, versed=versed, guest=False)
    if after != people:
        _keep(memory, game, after)
    return guest


def called_new(memory: Memory, game: Manifest, players: Sequence[str]) -> tuple[str, ...]:
    """Those of these people whom the table called new, whatever they have finished since."""
    new = _of(memory, game).new
    return tuple(name for name in players if not unnamed(name) and read_name(name) in new) if new else ()


def somebody_new(new: Sequence[str], finished: Collection[str]) -> bool:
    """Whether any of those who were called new still is."""
    return bool({*_read(new)} - {*_read(finished)})


def _read(names: Collection[str]) -> tuple[str, ...]:
    return tuple(map(read_name, names))


def _of(memory: Memory, game: Manifest) -> _People:
    return memory.recall(_People, _name(game)) or _People()


def _keep(memory: Memory, game: Manifest, people: _People) -> None:
    kept = replace(people, new=people.new[-_MOST:], versed=people.versed[-_MOST:])
    memory.keep_in_mind(kept, _name(game))


def _name(game: Manifest) -> str:
    return f"{game.id}.people"
