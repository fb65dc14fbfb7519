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
from companion.games.manifest import Manifest
from companion.scripts.cues import Style

_STYLE, _LEARNERS, _COACHED = "style", "learners", "coached"
# Of so many tables, the latest, it is known that they learn.
_MOST: Final = 40


@dataclass(frozen=True, slots=True)
class _Chosen:
    by_hand: bool


@dataclass(frozen=True, slots=True)
class _Learners:
    tables: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class _Coached:
    """Tables at which somebody turned the coach on, or off."""

    on: tuple[int, ...] = ()
    off: tuple[int, ...] = ()


def is_first_game(game: Manifest, setup: Any) -> bool:
    """Whether these are a first game's cards; a game that knows no such thing has none."""
    part = game.find("games", "first_game")
    return part is not None and bool(part.is_first_game(setup))


def learns(memory: Memory, game: Manifest, setup: Any) -> bool:
    """Whether this table is told the reasons for the sake of its cards alone."""
    if not is_first_game(game, setup):
        return False
    kept = memory.recall(_Chosen, _name(game))
    return kept is None or not kept.by_hand


def style_of(memory: Memory, game: Manifest, setup: Any, usual: Style) -> Style:
    """The style of this table; `usual` is what its people chose last."""
    return Style.LEARN if learns(memory, game, setup) else usual


def choose_by_hand(memory: Memory, game: Manifest) -> None:
    """Somebody chose a style: the cards no longer decide it."""
    memory.keep_in_mind(_Chosen(True), _name(game))


def leave_to_cards(memory: Memory, game: Manifest) -> None:
    """A ready set was taken: it decides again."""
    memory.keep_in_mind(_Chosen(False), _name(game))


def began_to_learn(memory: Memory, table: int) -> None:
    """The night of this table, by its number, was told with reasons for the sake of its cards."""
    tables = _learners(memory)
    memory.keep_in_mind(_Learners((*tables, table)[-_MOST:]), _LEARNERS)


def is_learning(memory: Memory, table: int | None) -> bool:
    """Whether that was so; a table that is not kept has no number."""
    return table is not None and table in _learners(memory)


def coach(memory: Memory, table: int, on: bool) -> None:
    """Somebody turned the coach on or off at this table."""
    before = memory.recall(_Coached, _COACHED) or _Coached()
    kept = [tuple(other for other in tables if other != table) for tables in (before.on, before.off)]
    kept[0 if on else 1] += (table,)
    memory.keep_in_mind(_Coached(kept[0][-_MOST:], kept[1][-_MOST:]), _COACHED)


def coach_chosen(memory: Memory, table: int | None) -> bool | None:
    """What was chosen for this table by hand; None if nothing was."""
    chosen = memory.recall(_Coached, _COACHED)
    if chosen is None or table is None:
        return None
    return True if table in chosen.on else False if table in chosen.off else None


def _learners(memory: Memory) -> tuple[int, ...]:
    kept = memory.recall(_Learners, _LEARNERS)
    return () if kept is None else kept.tables


def _name(game: Manifest) -> str:
    return f"{game.id}.{_STYLE}"
