"""What was found in a game's box when somebody counted it: kept until it is counted anew."""

from __future__ import annotations

from dataclasses import dataclass

from companion.entry.memory import Memory
from companion.games.manifest import GameDefinition


@dataclass(frozen=True, slots=True)
class _BoxCheck:
    there: tuple[str, ...] = ()


def load_box_check(memory: Memory, game: GameDefinition) -> frozenset[str]:
    """The kinds that are all there."""
    saved = memory.recall(_BoxCheck, _box_ticks_key(game))
    return frozenset(() if saved is None else saved.there)


def save_box_check(memory: Memory, game: GameDefinition, complete_ids: frozenset[str]) -> None:
    memory.remember(_BoxCheck(tuple(sorted(complete_ids))), _box_ticks_key(game))


def _box_ticks_key(game: GameDefinition) -> str:
    return f"{game.id}.box"
