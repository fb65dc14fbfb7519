"""The games that begin with a night, each as one value, loaded on first use."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, Protocol

from companion.games.game import Problem
from companion.scripts.cues import Kind, Script, Style


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
    label: Callable[[Kind], str]
    knows: Callable[[Any], dict[str, Any]]
    dawn: Callable[[Any], Dawn]
    before: str | None = None  # what to do before eyes are closed

    def style(self, wanted: Style) -> Style:
        """The wanted style, or the usual one where this game has no such style."""
        return wanted if wanted in self.styles else Style.NORMAL


_EYES_AND_THUMBS: Final = ("opens", "closes", "thumbs_up", "thumbs_down")


@cache
def _avalon() -> GameNight:
    from companion.games.avalon.knowledge import knowledge
    from companion.games.avalon.setup import Setup
    from companion.scripts import night_avalon, proof_avalon

    def dawn(setup: Setup) -> Dawn:
        return Dawn("app.night.leads", setup.players[setup.leader], "app.night.to_quests")

    return GameNight(
        game="avalon",
        setup_type=Setup,
        styles=night_avalon.STYLES,
        acts=_EYES_AND_THUMBS,
        night=night_avalon.night,
        verify=proof_avalon.verify,
        every_line=night_avalon.every_line,
        fullest_night=night_avalon.fullest_night,
        label=night_avalon.label,
        knows=lambda setup: {"knows": knowledge(setup)},
        dawn=dawn,
    )


@cache
def _cultists() -> GameNight:
    from companion.games.cultists.guide import Part, steps_of
    from companion.games.cultists.knowledge import knowledge, sees_dead
    from companion.games.cultists.setup import Setup
    from companion.scripts import night_cultists, proof_cultists

    def dawn(setup: Setup) -> Dawn:
        return Dawn(
            "cultists.night.dawn.begins",
            setup.players[setup.knife],
            "cultists.night.dawn.onward",
            cards=tuple(
                (step.key, str(step.args.get("name", ""))) for step in steps_of(setup, Part.AFTER_NIGHT)
            ),
            rules_title=f"cultists.guide.part.{Part.GOLDEN.value}",
            rules=tuple(step.key for step in steps_of(setup, Part.GOLDEN)),
        )

    return GameNight(
        game="cultists",
        setup_type=Setup,
        styles=night_cultists.STYLES,
        acts=(*_EYES_AND_THUMBS, "turns", "covers"),
        night=night_cultists.night,
        verify=proof_cultists.verify,
        every_line=night_cultists.every_line,
        fullest_night=night_cultists.fullest_night,
        label=night_cultists.label,
        knows=lambda setup: {"knows": knowledge(setup), "sees_dead": sees_dead(setup)},
        dawn=dawn,
        before="cultists.guide.look",
    )


NIGHTS: Final[Mapping[str, Callable[[], GameNight]]] = {"avalon": _avalon, "cultists": _cultists}


def night_of(game: str) -> GameNight:
    """The night of a game. Raises KeyError if it begins without one."""
    return NIGHTS[game]()


def night_for(setup: Seated) -> GameNight:
    """The night of the game that this set-up is for."""
    for load in NIGHTS.values():
        night = load()
        if isinstance(setup, night.setup_type):
            return night
    raise TypeError(f"no game that begins with a night has a set-up like {type(setup).__name__}")
