"""Who at a table has not played its game here.

Whoever has finished a game of it is known. Of the others the table is asked once, by name, and the answer is
remembered; it no longer counts when they have finished one. Seats without a name are asked of at every table.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Final

from companion.entry.memory import Memory
from companion.games.manifest import GameDefinition
from companion.games.seats import is_unnamed, normalize_name

# Of so many people, the latest, the answers are remembered.
_MAX_NAMES: Final = 300


@dataclass(frozen=True, slots=True)
class _PlayerExperience:
    """Names as they are read: who is new to a game, and of whom the table said that they are not. `guest`:
    somebody without a name is new, at the table that is being set up."""

    new: tuple[str, ...] = ()
    versed: tuple[str, ...] = ()
    guest: bool = False


def players_to_ask(
    memory: Memory, game: GameDefinition, players: Sequence[str], finished: Collection[str]
) -> tuple[str, ...]:
    """Whom the table is asked about: those of whom nothing is known, and those whom it called new, for that
    may be taken back. `finished` have finished a game of it here."""
    known_names = {*_normalize_names(finished), *_load(memory, game).versed}
    return tuple(name for name in players if not is_unnamed(name) and normalize_name(name) not in known_names)


def is_marked_new(memory: Memory, game: GameDefinition, name: str) -> bool:
    """Whether the table said so."""
    return normalize_name(name) in _load(memory, game).new


def mark_new(memory: Memory, game: GameDefinition, name: str, new: bool) -> None:
    experience, normalized = _load(memory, game), normalize_name(name)
    others = tuple(other for other in experience.new if other != normalized)
    _save(memory, game, replace(experience, new=(*others, normalized) if new else others))


def has_new_guest(memory: Memory, game: GameDefinition) -> bool:
    return _load(memory, game).guest


def mark_guest_new(memory: Memory, game: GameDefinition, new: bool) -> None:
    _save(memory, game, replace(_load(memory, game), guest=new))


def confirm_new_players(memory: Memory, game: GameDefinition, players: Sequence[str]) -> bool:
    """The question is answered: whoever was not called new is not. Tells whether a seat without a name is
    new, which holds for this table alone."""
    experience = _load(memory, game)
    normalized_names = [normalize_name(name) for name in players if not is_unnamed(name)]
    versed = (
        *experience.versed,
        *(name for name in normalized_names if name not in (*experience.new, *experience.versed)),
    )
    guest = experience.guest and any(map(is_unnamed, players))
    after = replace(experience, versed=versed, guest=False)
    if after != experience:
        _save(memory, game, after)
    return guest


def players_marked_new(memory: Memory, game: GameDefinition, players: Sequence[str]) -> tuple[str, ...]:
    """Those of these people whom the table called new, whatever they have finished since."""
    new = _load(memory, game).new
    return (
        tuple(name for name in players if not is_unnamed(name) and normalize_name(name) in new) if new else ()
    )


def has_new_player(new: Sequence[str], finished: Collection[str]) -> bool:
    """Whether any of those who were called new still is."""
    return bool({*_normalize_names(new)} - {*_normalize_names(finished)})


def _normalize_names(names: Collection[str]) -> tuple[str, ...]:
    return tuple(map(normalize_name, names))


def _load(memory: Memory, game: GameDefinition) -> _PlayerExperience:
    return memory.recall(_PlayerExperience, _new_players_key(game)) or _PlayerExperience()


def _save(memory: Memory, game: GameDefinition, experience: _PlayerExperience) -> None:
    trimmed = replace(experience, new=experience.new[-_MAX_NAMES:], versed=experience.versed[-_MAX_NAMES:])
    memory.remember(trimmed, _new_players_key(game))


def _new_players_key(game: GameDefinition) -> str:
    return f"{game.id}.people"
