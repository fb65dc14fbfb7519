"""What a night is to the narrator and the screens: one value a game, wherever the game comes from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, Protocol

from companion.games.game import Problem
from companion.games.shelf import game_of, games
from companion.scripts.cues import Script, Style


class Seated(Protocol):
    """A set-up of any game: all that everybody may know of it."""

    @property
    def players(self) -> tuple[str, ...]: ...


@dataclass(frozen=True, slots=True)
class Dawn:
    """What the table is told when all eyes are open, by catalogue key: who begins, what is left to do with
    the cards (each with who does it, "" where everybody does), the rules that hold from now on under their
    heading, and the way on."""

    begins: str
    name: str  # for `begins`
    onward: str
    cards: tuple[tuple[str, str], ...] = ()
    rules_title: str = ""
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GameNight:
    """A game's night: its script in each of its styles, the proof, and the words around it.

    `acts` are the fields of a cue by which its people act, in the order in which they are told;
    `knows` is what the rules give away at night, as JSON can hold it.
    """

    game: str
    setup_type: type[Seated]
    styles: tuple[Style, ...]
    acts: tuple[str, ...]
    night: Callable[[Any, Style], Script]
    verify: Callable[[Script, Any], tuple[Problem, ...]]
    every_line: Callable[[Style], tuple[str, ...]]
    fullest_night: Callable[[Style, Callable[[str], float]], Script]
    label: Callable[[Enum], str]
    knows: Callable[[Any], dict[str, Any]]
    dawn: Callable[[Any], Dawn]
    before: str | None = None  # what to do before eyes are closed

    def style(self, wanted: Style) -> Style:
        """The wanted style, or the usual one where this game has no such style."""
        return wanted if wanted in self.styles else Style.NORMAL


EYES_AND_THUMBS: Final = ("opens", "closes", "thumbs_up", "thumbs_down")


def games_with_a_night() -> tuple[str, ...]:
    return tuple(game.id for game in games() if game.night)


def night_of(game: str) -> GameNight:
    """The night of a game, loaded on first use. Raises KeyError if it begins without one."""
    manifest = game_of(game)
    if not manifest.night:
        raise KeyError(game)
    night: GameNight = manifest.part("scripts", "night").NIGHT
    return night


def night_for(setup: Seated) -> GameNight:
    """The night of the game that this set-up is for."""
    for game in games_with_a_night():
        night = night_of(game)
        if isinstance(setup, night.setup_type):
            return night
    raise TypeError(f"no game that begins with a night has a set-up like {type(setup).__name__}")
