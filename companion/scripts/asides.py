"""What is said to people with shut eyes between the lines of a night, when a hand has touched the phone.

Like the lines of a script these carry what people do on hearing them, for a table to be acted out.
"""

from __future__ import annotations

from enum import Enum
from typing import Final

from companion.scripts.cues import AUTOMA, Cue, Hold, Script


class Aside(Enum):
    COUNT = "COUNT"
    PAUSED = "PAUSED"
    GO_ON = "GO_ON"
    STEP_BACK = "STEP_BACK"
    MISSED = "MISSED"
    STOPPED = "STOPPED"
    LOOK_UP = "LOOK_UP"


COUNT_FROM: Final = 5


def count(left: int) -> Cue:
    return Cue(Aside.COUNT, f"app.say.night.count.{left}", Hold.NONE)


def paused(script: Script) -> Cue:
    return Cue(Aside.PAUSED, "app.say.night.paused", Hold.NONE, closes=_everyone(script))


def go_on(script: Script) -> Cue:
    """Only eyes are spoken of: what hands and decks are to do is said by the step that follows."""
    return Cue(Aside.GO_ON, "app.say.night.go_on", Hold.ACT, closes=_everyone(script))


def step_back(script: Script) -> Cue:
    return Cue(Aside.STEP_BACK, "app.say.night.step_back", Hold.ACT, closes=_everyone(script))


def missed(cue: Cue) -> tuple[Cue, ...]:
    """Why the night goes back to before this look; nothing where that needs no words."""
    return (Cue(Aside.MISSED, cue.missed, Hold.SETTLE),) if cue.missed else ()


def stopped(script: Script) -> tuple[Cue, ...]:
    """The night is broken off. First all eyes are shut and no hand and no card shows: whoever looked up at
    once would see who is awake. Then all look up."""
    everyone = _everyone(script)
    decks = tuple(dict.fromkeys(role for cue in script.cues for role in cue.turns))
    line = "app.say.stopped"
    if decks:
        line = "app.say.stopped_decks_automa" if AUTOMA in decks else "app.say.stopped_decks"
    return (
        Cue(
            Aside.STOPPED,
            line,
            Hold.ACT,
            closes=everyone,
            thumbs_down=everyone,
            covers=decks,
            rests=True,
        ),
        Cue(Aside.LOOK_UP, "app.say.look_up", Hold.NONE, opens=everyone),
    )


def asides(script: Script) -> tuple[Cue, ...]:
    """All that can be said beside the lines of this night, to be made ready with it."""
    return (
        *(count(left) for left in range(COUNT_FROM, 0, -1)),
        paused(script),
        go_on(script),
        step_back(script),
        *(aside for cue in script.cues for aside in missed(cue)),
        *stopped(script),
    )


def _everyone(script: Script) -> tuple[str, ...]:
    return script.cues[0].closes
