"""What a night is to the narrator and the screens: one value a game, wherever the game comes from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, Protocol

from companion.games.game import Problem
from companion.games.shelf import get_game, list_games
from companion.scripts.cues import NightStyle, Script


class NightSetup(Protocol):
    """A set-up of any game: all that everybody may know of it."""

    @property
    def players(self) -> tuple[str, ...]: ...


@dataclass(frozen=True, slots=True)
class DawnText:
    """What the table is told when all eyes are open, by catalogue key: who begins, what is left to do with
    the cards (each with who does it, "" where everybody does), the rules that hold from now on under their
    heading, and the way on."""

    starter_key: str
    starter_name: str  # for `begins`
    next_key: str
    card_tasks: tuple[tuple[str, str], ...] = ()
    rules_title: str = ""
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NightDefinition:
    """A game's night: its script in each of its styles, the proof, and the words around it.

    `action_fields` are the fields of a cue by which its people act, in the order in which they are told;
    `night_knowledge` is what the rules give away at night, as JSON can hold it.
    """

    game: str
    setup_type: type[NightSetup]
    styles: tuple[NightStyle, ...]
    action_fields: tuple[str, ...]
    build_script: Callable[[Any, NightStyle], Script]
    verify: Callable[[Script, Any], tuple[Problem, ...]]
    list_lines: Callable[[NightStyle], tuple[str, ...]]
    build_full_script: Callable[[NightStyle, Callable[[str], float]], Script]
    label_key: Callable[[Enum], str]
    night_knowledge: Callable[[Any], dict[str, Any]]
    dawn_text: Callable[[Any], DawnText]
    instruction_key: str | None = None  # what to do before eyes are closed

    def supported_style(self, style: NightStyle) -> NightStyle:
        """The wanted style, or the usual one where this game has no such style."""
        return style if style in self.styles else NightStyle.NORMAL


EYE_AND_THUMB_FIELDS: Final = ("opens", "closes", "thumbs_up", "thumbs_down")


def list_night_games() -> tuple[str, ...]:
    return tuple(game.id for game in list_games() if game.has_night)


def load_night_definition(game: str) -> NightDefinition:
    """The night of a game, loaded on first use. Raises KeyError if it begins without one."""
    manifest = get_game(game)
    if not manifest.has_night:
        raise KeyError(game)
    night: NightDefinition = manifest.load_part("scripts", "night").NIGHT
    return night


def find_night_definition(setup: NightSetup) -> NightDefinition:
    """The night of the game that this set-up is for."""
    for game in list_night_games():
        night = load_night_definition(game)
        if isinstance(setup, night.setup_type):
            return night
    raise TypeError(f"no game that begins with a night has a set-up like {type(setup).__name__}")
