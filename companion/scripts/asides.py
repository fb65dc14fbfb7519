"""What is said to people with shut eyes between the lines of a night, when a hand has touched the phone.

Like the lines of a script these carry what people do on hearing them, for a table to be acted out.
"""

from __future__ import annotations

from enum import Enum
from typing import Final

from companion.scripts.cues import AUTOMA, Cue, Hold, Script


class Interjection(Enum):
    COUNT = "COUNT"
    PAUSED = "PAUSED"
    GO_ON = "GO_ON"
    STEP_BACK = "STEP_BACK"
    MISSED = "MISSED"
    STOPPED = "STOPPED"
    LOOK_UP = "LOOK_UP"


COUNTDOWN_SECONDS: Final = 5


def countdown_cue(seconds_left: int) -> Cue:
    return Cue(Interjection.COUNT, f"app.say.night.count.{seconds_left}", Hold.NONE)


def paused_cue(script: Script) -> Cue:
    return Cue(Interjection.PAUSED, "app.say.night.paused", Hold.NONE, closes=_all_roles(script))


def resume_cue(script: Script) -> Cue:
    """Only eyes are spoken of: what hands and decks are to do is said by the step that follows."""
    return Cue(Interjection.GO_ON, "app.say.night.go_on", Hold.ACT, closes=_all_roles(script))


def step_back_cue(script: Script) -> Cue:
    return Cue(Interjection.STEP_BACK, "app.say.night.step_back", Hold.ACT, closes=_all_roles(script))


def missed_look_cues(cue: Cue) -> tuple[Cue, ...]:
    """Why the night goes back to before this look; nothing where that needs no words."""
    return (Cue(Interjection.MISSED, cue.missed_line, Hold.SETTLE),) if cue.missed_line else ()


def stopped_cues(script: Script) -> tuple[Cue, ...]:
    """The night is broken off. First all eyes are shut and no hand and no card shows: whoever looked up at
    once would see who is awake. Then all look up."""
    everyone = _all_roles(script)
    decks = tuple(dict.fromkeys(role for cue in script.cues for role in cue.turns))
    line = "app.say.stopped"
    if decks:
        line = "app.say.stopped_decks_automa" if AUTOMA in decks else "app.say.stopped_decks"
    return (
        Cue(
            Interjection.STOPPED,
            line,
            Hold.ACT,
            closes=everyone,
            thumbs_down=everyone,
            covers=decks,
            is_rest=True,
        ),
        Cue(Interjection.LOOK_UP, "app.say.look_up", Hold.NONE, opens=everyone),
    )


def list_interjections(script: Script) -> tuple[Cue, ...]:
    """All that can be said beside the lines of this night, to be made ready with it."""
    return (
        *(countdown_cue(seconds_left) for seconds_left in range(COUNTDOWN_SECONDS, 0, -1)),
        paused_cue(script),
        resume_cue(script),
        step_back_cue(script),
        *(cue_of_look for cue in script.cues for cue_of_look in missed_look_cues(cue)),
        *stopped_cues(script),
    )


def _all_roles(script: Script) -> tuple[str, ...]:
    return script.cues[0].closes
