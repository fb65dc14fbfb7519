"""What a script is made of. A cue carries what people do on hearing it beside the key of its line,
so that a script can be acted out before it is spoken."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Final


class Kind(Enum):
    """The steps a night is made of, as the rules name them."""

    ALL_CLOSE = "ALL_CLOSE"
    EVIL_OPEN = "EVIL_OPEN"
    EVIL_CLOSE = "EVIL_CLOSE"
    CHECK_CLOSED = "CHECK_CLOSED"
    EVIL_THUMBS = "EVIL_THUMBS"
    MERLIN_OPEN = "MERLIN_OPEN"
    EVIL_THUMBS_DOWN = "EVIL_THUMBS_DOWN"
    MERLIN_CLOSE = "MERLIN_CLOSE"
    MERLIN_THUMBS = "MERLIN_THUMBS"
    PERCIVAL_OPEN = "PERCIVAL_OPEN"
    MERLIN_THUMBS_DOWN = "MERLIN_THUMBS_DOWN"
    PERCIVAL_CLOSE = "PERCIVAL_CLOSE"
    LANCELOTS_OPEN = "LANCELOTS_OPEN"
    LANCELOTS_CLOSE = "LANCELOTS_CLOSE"
    CULTISTS_OPEN = "CULTISTS_OPEN"
    CULTISTS_CLOSE_COVER = "CULTISTS_CLOSE_COVER"
    CULTISTS_CLOSE = "CULTISTS_CLOSE"
    SEER_OPEN = "SEER_OPEN"
    SEER_CLOSE = "SEER_CLOSE"
    ALL_OPEN = "ALL_OPEN"


# The steps that every night has, whatever the game; the others carry a game's own names.
EVERY_GAMES_KINDS: Final = (Kind.ALL_CLOSE, Kind.ALL_OPEN)


class Hold(Enum):
    """What the silence after a line is for."""

    NONE = "none"
    SETTLE = "settle"  # nobody has anything to do
    ACT = "act"  # eyes or hands move
    LOOK = "look"  # somebody takes in what there is to see


class Style(StrEnum):
    """How much is said: what and why, one sentence, the fewest safe words, or the same in verse."""

    LEARN = "learn"
    NORMAL = "normal"
    QUICK = "quick"
    RITUAL = "ritual"


# What every game's night can be spoken in; a game may have more.
STYLES: Final = (Style.LEARN, Style.NORMAL, Style.QUICK)

# Whom a line calls that is for the Automa's deck: nobody sits there, a neighbour holds it.
AUTOMA: Final = "automa"


@dataclass(frozen=True, slots=True)
class Cue:
    """One spoken line and what it makes people do, by role: all who hold that role do it.

    A deck that is turned shows its bottom card to all who look, until it is covered again.
    """

    kind: Kind
    line: str
    hold: Hold
    opens: tuple[str, ...] = ()
    closes: tuple[str, ...] = ()
    thumbs_up: tuple[str, ...] = ()
    thumbs_down: tuple[str, ...] = ()
    turns: tuple[str, ...] = ()
    covers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Script:
    """A whole night: `game` is the domain of its keys."""

    game: str
    style: Style
    cues: tuple[Cue, ...]
