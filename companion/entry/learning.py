"""How a table is spoken to: as its people usually like it, and with reasons in a first game.

That holds for the one table, and is remembered with it as long as it is played. Whoever chooses a style by
hand has the last word: it is remembered with the game until a ready set is taken again, so that the same
cards are told in the same way next time.

The coach, who tells what happens and why while the game is played, follows from that, and comes to a table
with somebody new as well (`newcomers`); whoever turns it on or off at a table has the last word there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from companion.entry.memory import Memory
from companion.games.manifest import GameDefinition
from companion.scripts.cues import NightStyle

_STYLE_KEY, _LEARNERS_KEY, _COACHED_KEY = "style", "learners", "coached"
# Of so many tables, the latest, it is known that they learn.
_MAX_SESSIONS: Final = 40


@dataclass(frozen=True, slots=True)
class _StyleChoice:
    by_hand: bool


@dataclass(frozen=True, slots=True)
class _CoachedSessions:
    tables: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class _CoachOverrides:
    """Tables at which somebody turned the coach on, or off."""

    on: tuple[int, ...] = ()
    off: tuple[int, ...] = ()


def is_first_game(game: GameDefinition, setup: Any) -> bool:
    """Whether these are a first game's cards; a game that knows no such thing has none."""
    part = game.find_part("games", "first_game")
    return part is not None and bool(part.is_first_game(setup))


def is_coached(memory: Memory, game: GameDefinition, setup: Any) -> bool:
    """Whether this table is told the reasons for the sake of its cards alone."""
    if not is_first_game(game, setup):
        return False
    saved = memory.recall(_StyleChoice, _style_key(game))
    return saved is None or not saved.by_hand


def choose_style(memory: Memory, game: GameDefinition, setup: Any, preferred: NightStyle) -> NightStyle:
    """The style of this table; `preferred` is what its people chose last."""
    return NightStyle.LEARN if is_coached(memory, game, setup) else preferred


def record_manual_style(memory: Memory, game: GameDefinition) -> None:
    """Somebody chose a style: the cards no longer decide it."""
    memory.remember(_StyleChoice(True), _style_key(game))


def reset_manual_style(memory: Memory, game: GameDefinition) -> None:
    """A ready set was taken: it decides again."""
    memory.remember(_StyleChoice(False), _style_key(game))


def record_coached_session(memory: Memory, game_id: int) -> None:
    """The night of this table, by its number, was told with reasons for the sake of its cards."""
    game_ids = _coached_game_ids(memory)
    memory.remember(_CoachedSessions((*game_ids, game_id)[-_MAX_SESSIONS:]), _LEARNERS_KEY)


def is_coached_session(memory: Memory, game_id: int | None) -> bool:
    """Whether that was so; a table that is not kept has no number."""
    return game_id is not None and game_id in _coached_game_ids(memory)


def set_coach(memory: Memory, game_id: int, on: bool) -> None:
    """Somebody turned the coach on or off at this table."""
    before = memory.recall(_CoachOverrides, _COACHED_KEY) or _CoachOverrides()
    overrides = [
        tuple(other for other in game_ids if other != game_id) for game_ids in (before.on, before.off)
    ]
    overrides[0 if on else 1] += (game_id,)
    memory.remember(
        _CoachOverrides(overrides[0][-_MAX_SESSIONS:], overrides[1][-_MAX_SESSIONS:]), _COACHED_KEY
    )


def coach_override(memory: Memory, game_id: int | None) -> bool | None:
    """What was chosen for this table by hand; None if nothing was."""
    overrides = memory.recall(_CoachOverrides, _COACHED_KEY)
    if overrides is None or game_id is None:
        return None
    return True if game_id in overrides.on else False if game_id in overrides.off else None


def _coached_game_ids(memory: Memory) -> tuple[int, ...]:
    saved = memory.recall(_CoachedSessions, _LEARNERS_KEY)
    return () if saved is None else saved.tables


def _style_key(game: GameDefinition) -> str:
    return f"{game.id}.{_STYLE_KEY}"
