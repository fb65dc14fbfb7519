"""The night ritual of Among Cultists as a table of steps: with the Seer or without, and with decks that are
turned to show who is dead from the start, unless nobody can be."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from companion.games.cultists.decks import numbers
from companion.games.cultists.knowledge import knowledge, sees_dead
from companion.games.cultists.roles import CULTIST, SEER
from companion.games.cultists.setup import Setup, tokens
from companion.scripts.cues import AUTOMA, EveryNight, Hold, Script, Style
from companion.scripts.cues import STYLES as EVERY_GAMES_STYLES
from companion.scripts.cultists.guide import GOLDEN, after_night, golden
from companion.scripts.cultists.kinds import Kind
from companion.scripts.cultists.proof import verify
from companion.scripts.nights import EYES_AND_THUMBS, Dawn, GameNight
from companion.scripts.steps import Roles, Step, Steps

STYLES: Final = (*EVERY_GAMES_STYLES, Style.RITUAL)


def night(setup: Setup, style: Style = Style.NORMAL) -> Script:
    """What is said tonight at this table. Raises `BadSetup` if there are no tokens for it."""
    return STEPS.script(_cast(setup), style)


def line(style: Style, sentence: str) -> str:
    """The catalogue key of a sentence."""
    return f"cultists.night.{style.value}.{sentence}"


def label(kind: Enum) -> str:
    """The catalogue key of a step's name, for lists of steps."""
    if isinstance(kind, EveryNight):
        return f"app.kind.{kind.value.lower()}"
    return f"cultists.kind.{kind.value.lower()}"


@dataclass(frozen=True, slots=True)
class _Cast:
    """Who takes part tonight, worked out once for all steps."""

    everyone: Roles
    decks: Roles  # whose decks are turned; the Automa's is called by its own name
    two: bool  # two Cultists, who find each other
    seer: bool
    automa: bool


def _cast(setup: Setup) -> _Cast:
    everyone = tuple(dict.fromkeys(tokens(setup)))
    turned = numbers(setup).pulse_pool is not None
    return _Cast(
        everyone=everyone,
        decks=(*everyone, *((AUTOMA,) if setup.automa else ())) if turned else (),
        two=numbers(setup).cultists > 1,
        seer=SEER in everyone,
        automa=setup.automa,
    )


def _with_seer(cast: _Cast) -> bool:
    return cast.seer


def _without_seer(cast: _Cast) -> bool:
    return not cast.seer


def _whose_decks(decks: Roles, named: str) -> str:
    if not decks:
        return ""
    return f"{named}_automa" if AUTOMA in decks else named


def _who_is_found(cast: _Cast) -> str:
    if not cast.two:
        return "one"
    if cast.decks:
        return "two_decks"
    return "two_automa" if cast.automa else "two"


_ROWS: Final[tuple[Step[_Cast], ...]] = (
    Step(
        EveryNight.ALL_CLOSE,
        Hold.ACT,
        closes=lambda cast: cast.everyone,
        turns=lambda cast: cast.decks,
        rests=True,
        variant=lambda cast: _whose_decks(cast.decks, "decks"),
        variants=("", "decks", "decks_automa"),
    ),
    # A lone Cultist has somebody to find only among the dead.
    Step(
        Kind.CULTISTS_OPEN,
        Hold.LOOK,
        opens=lambda cast: (CULTIST,),
        variant=_who_is_found,
        variants=("one", "two_decks", "two", "two_automa"),
    ),
    # The Seer learns who the Cultists are. The Automa comes with a Seer only where no decks are turned.
    Step(
        Kind.CULTISTS_CLOSE_COVER,
        Hold.ACT,
        _with_seer,
        closes=lambda cast: (CULTIST,),
        covers=lambda cast: cast.decks,
        thumbs_up=lambda cast: (CULTIST,),
        rests=True,
        variant=lambda cast: "decks" if cast.decks else "",
        variants=("", "decks"),
    ),
    Step(
        Kind.SEER_OPEN,
        Hold.LOOK,
        _with_seer,
        opens=lambda cast: (SEER,),
        missed="cultists.say.night.seer_missed",
    ),
    Step(
        Kind.SEER_CLOSE,
        Hold.ACT,
        _with_seer,
        closes=lambda cast: (SEER,),
        thumbs_down=lambda cast: (CULTIST,),
    ),
    # With no Seer to come the Cultists shut their eyes again: whoever opened theirs first at dawn would see
    # them awake.
    Step(
        Kind.CULTISTS_CLOSE,
        Hold.ACT,
        _without_seer,
        closes=lambda cast: (CULTIST,),
        covers=lambda cast: cast.decks,
        variant=lambda cast: _whose_decks(cast.decks, "cover"),
        variants=("", "cover", "cover_automa"),
    ),
    Step(EveryNight.ALL_OPEN, Hold.NONE, opens=lambda cast: cast.everyone),
)

STEPS: Final = Steps("cultists", line, _ROWS)
every_line = STEPS.every_line
fullest_night = STEPS.fullest


def _dawn(setup: Setup) -> Dawn:
    return Dawn(
        "cultists.night.dawn.begins",
        setup.players[setup.knife],
        "cultists.night.dawn.onward",
        cards=tuple((step.key, str(step.args.get("name", ""))) for step in after_night(setup)),
        rules_title=f"cultists.guide.part.{GOLDEN}",
        rules=tuple(step.key for step in golden(setup)),
    )


NIGHT: Final = GameNight(
    game="cultists",
    setup_type=Setup,
    styles=STYLES,
    acts=(*EYES_AND_THUMBS, "turns", "covers"),
    night=night,
    verify=verify,
    every_line=every_line,
    fullest_night=fullest_night,
    label=label,
    knows=lambda setup: {"knows": knowledge(setup), "sees_dead": sees_dead(setup)},
    dawn=_dawn,
    before="cultists.guide.look",
)
