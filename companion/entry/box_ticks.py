"""What was found in a game's box when somebody counted it: kept until it is counted anew."""

from __future__ import annotations

from dataclasses import dataclass

from companion.entry.memory import Memory
from companion.games.manifest import Manifest


@dataclass(frozen=True, slots=True)
class _Counted:
    there: tuple[str, ...] = ()


def counted(memory: Memory, game: Manifest) -> frozenset[str]:
    """The kinds that are all there."""
    kept = memory.recall(_Counted, _name(game))
    return frozenset(() if kept is None else kept.there)


def keep(memory: Memory, game: Manifest, there: frozenset[str]) -> None:
    memory.keep_in_mind(_Counted(tuple(sorted(there))), _name(game))


def _name(game: Manifest) -> str:
    return f"{game.id}.box"
