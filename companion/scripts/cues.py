"""What a script is made of. A cue carries what people do on hearing it beside the key of its line,
so that a script can be acted out before it is spoken."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Final


class CommonCueKind(Enum):
    """The steps that every night has. Each game adds its own, as its rules name them."""

    ALL_CLOSE = "ALL_CLOSE"
    ALL_OPEN = "ALL_OPEN"


class Hold(Enum):
    """What the silence after a line is for."""

    NONE = "none"
    SETTLE = "settle"  # nobody has anything to do
    ACT = "act"  # eyes or hands move
    LOOK = "look"  # somebody takes in what there is to see


class NightStyle(StrEnum):
    """How much is said: what and why, one sentence, the fewest safe words, or the same in verse."""

    LEARN = "learn"
    NORMAL = "normal"
    QUICK = "quick"
    RITUAL = "ritual"


# What every game's night can be spoken in; a game may have more.
STYLES: Final = (NightStyle.LEARN, NightStyle.NORMAL, NightStyle.QUICK)

# Whom a line calls that is for the Automa's deck: nobody sits there, a neighbour holds it.
AUTOMA: Final = "automa"


@dataclass(frozen=True, slots=True)
class Cue:
    """One spoken line and what it makes people do, by role: all who hold that role do it.

    A deck that is turned shows its bottom card to all who look, until it is covered again. `is_rest`:
    everybody shuts their eyes and makes a fist, whatever they were doing. `decoy_action` is what somebody
    is told to do who may not be there ("opens" or "closes"): the line is said all the same. `missed_line`
    is the key of what is said if this look was broken off, before it is made possible once more.
    """

    kind: Enum
    line: str
    hold: Hold
    opens: tuple[str, ...] = ()
    closes: tuple[str, ...] = ()
    thumbs_up: tuple[str, ...] = ()
    thumbs_down: tuple[str, ...] = ()
    turns: tuple[str, ...] = ()
    covers: tuple[str, ...] = ()
    is_rest: bool = False
    decoy_action: str = ""
    missed_line: str = ""


@dataclass(frozen=True, slots=True)
class Script:
    """A whole night: `game` is the domain of its keys."""

    game: str
    style: NightStyle
    cues: tuple[Cue, ...]

    @property
    def line_keys(self) -> tuple[str, ...]:
        """The keys of all that is said, in order."""
        return tuple(cue.line for cue in self.cues)
