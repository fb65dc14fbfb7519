"""Where a night may be taken up again, whatever was heard of it so far.

A line that is cut off was followed by some and not by others, and after a pause nobody can tell who held
their thumb up all the while. So people are kept track of with doubt: who may, and who surely does, have
eyes open, a thumb up, a deck turned. From a step the night may go on if, acted out from there with all that
doubt, it shows nobody anything that the unbroken night does not show in the same part, shows all of it to
those who look, and ends with everybody at rest.

What is said to people with shut eyes between the lines of a night, when a hand has touched the phone.

Like the lines of a script these carry what people do on hearing them, for a table to be acted out.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from typing import Final

from companion.scripts.script import AUTOMA, Cue, Hold, Script

# A decoy wakes somebody who is not there: it must be taken up again just where the real step is.
_ABSENT_ROLE: Final = "nobody"


@dataclass(frozen=True, slots=True)
class UncertainSet:
    """A set of roles, known with doubt: those who surely belong to it, and all who may."""

    certain: frozenset[str] = frozenset()
    possible: frozenset[str] = frozenset()  # the sure ones too

    def update(self, join: Iterable[str], leave: Iterable[str]) -> UncertainSet:
        removed, added = frozenset(leave), frozenset(join)
        return UncertainSet((self.certain - removed) | added, (self.possible - removed) | added)

    def merge(self, other: UncertainSet) -> UncertainSet:
        """Either of the two, and nobody knows which."""
        return UncertainSet(self.certain & other.certain, self.possible | other.possible)


NO_ROLES: Final = UncertainSet()


@dataclass(frozen=True, slots=True)
class NightPose:
    """Whose eyes are open, whose thumbs are up and whose decks are turned, by role."""

    open_eyes: UncertainSet = NO_ROLES
    raised_thumbs: UncertainSet = NO_ROLES
    turned_decks: UncertainSet = NO_ROLES

    def after_cue(self, cue: Cue) -> NightPose:
        """When the whole line has been heard. `is_rest`: everybody shuts their eyes and makes a fist."""
        opens, closes = _eye_changes(cue)
        eyes, thumbs = (NO_ROLES, NO_ROLES) if cue.is_rest else (self.open_eyes, self.raised_thumbs)
        return NightPose(
            eyes.update(opens, closes),
            thumbs.update(cue.thumbs_up, cue.thumbs_down),
            self.turned_decks.update(cue.turns, cue.covers),
        )

    def merge(self, other: NightPose) -> NightPose:
        return NightPose(
            self.open_eyes.merge(other.open_eyes),
            self.raised_thumbs.merge(other.raised_thumbs),
            self.turned_decks.merge(other.turned_decks),
        )

    def during_cue(self, cue: Cue) -> NightPose:
        """While the line is being said, or where it was cut off: each may have followed it already."""
        return self.merge(self.after_cue(cue))

    def after_pause(self) -> NightPose:
        """Told to keep their eyes shut for a while: hands sink as well, or do not."""
        return replace(
            self, open_eyes=self.open_eyes.merge(NO_ROLES), raised_thumbs=self.raised_thumbs.merge(NO_ROLES)
        )

    @property
    def is_at_rest(self) -> bool:
        """Whether nobody can be seen to do anything."""
        return not (self.open_eyes.possible or self.raised_thumbs.possible or self.turned_decks.possible)


class VisibleSign(Enum):
    """What is seen of somebody. A thumb tells more than open eyes: who was told to raise none shows it."""

    EYES = "eyes"
    THUMB = "thumb"
    DECK = "deck"


# Who sees what of whom.
Observation = tuple[str, str, VisibleSign]


def _observations(
    eyes: frozenset[str], thumbs: frozenset[str], decks: frozenset[str]
) -> frozenset[Observation]:
    signs = ((VisibleSign.EYES, eyes), (VisibleSign.THUMB, thumbs), (VisibleSign.DECK, decks))
    return frozenset(
        (observer, other, sign)
        for observer in eyes
        for sign, visible_roles in signs
        for other in visible_roles
    )


def _possible_observations(pose: NightPose) -> frozenset[Observation]:
    return _observations(pose.open_eyes.possible, pose.raised_thumbs.possible, pose.turned_decks.possible)


def _certain_observations(pose: NightPose) -> frozenset[Observation]:
    return _observations(pose.open_eyes.certain, pose.raised_thumbs.certain, pose.turned_decks.certain)


def initial_pose(script: Script) -> NightPose:
    """All eyes are open when the night begins, and all decks face down."""
    everyone = frozenset(script.cues[0].closes)
    return NightPose(open_eyes=UncertainSet(everyone, everyone))


def unknown_pose(script: Script) -> NightPose:
    """Nobody knows what people did: eyes, and whatever is raised or turned in this night, may be open, up
    and turned, or not."""
    thumbs = (role for cue in script.cues for role in cue.thumbs_up)
    decks = (role for cue in script.cues for role in cue.turns)
    return NightPose(
        *(UncertainSet(possible=frozenset(roles)) for roles in (script.cues[0].closes, thumbs, decks))
    )


@dataclass(frozen=True, slots=True)
class _StepVisibility:
    """What the unbroken night shows in a step: to those who are told to look there, all of it, and to anybody
    in the part to which the step belongs.

    A part is all that leads to a look, the look, and what follows until eyes are shut.
    """

    required: frozenset[Observation]
    allowed: frozenset[Observation]


@lru_cache(maxsize=64)
def _visibility_by_step(script: Script) -> tuple[_StepVisibility, ...]:
    pose = initial_pose(script)
    looks: list[frozenset[Observation]] = []
    steps: list[tuple[int, frozenset[Observation], frozenset[Observation]]] = []
    is_awake = False  # whether those who look in the present part have begun to
    empty: frozenset[Observation] = frozenset()
    for cue in script.cues:
        part_index = len(looks) - 1 if is_awake else len(looks)
        meanwhile, pose = _possible_observations(pose.during_cue(cue)), pose.after_cue(cue)
        required = empty
        if cue.hold is Hold.LOOK:
            required = _certain_observations(pose)
            looks.append(required)
            part_index = len(looks) - 1
        is_awake = bool(pose.open_eyes.possible)
        steps.append((part_index, required, meanwhile))
    return tuple(
        _StepVisibility(required, meanwhile | (looks[part_index] if part_index < len(looks) else empty))
        for part_index, required, meanwhile in steps
    )


@lru_cache(maxsize=4096)
def is_safe_to_continue(script: Script, pose: NightPose, step: int) -> bool:
    """Whether the night may go on with the line of this step, said to people as they are."""
    visibility, dawn_step = _visibility_by_step(script), len(script.cues) - 1
    if step == dawn_step:
        # It may have been said in part: whoever looks up then sees nothing but people who look up.
        return not (pose.raised_thumbs.possible or pose.turned_decks.possible) and _is_all_or_none(
            script, pose.open_eyes.possible
        )
    already_visible = _possible_observations(pose)  # while the night came here
    for index in range(step, dawn_step):
        cue = script.cues[index]
        during, pose = pose.during_cue(cue), pose.after_cue(cue)
        if not _possible_observations(during) - already_visible <= visibility[index].allowed:
            return False
        if not visibility[index].required <= _certain_observations(pose):
            return False
        already_visible = frozenset()
    return pose.is_at_rest


def _is_all_or_none(script: Script, eyes: frozenset[str]) -> bool:
    return not eyes or eyes == frozenset(script.cues[-1].opens)


def find_entry_step(script: Script, pose: NightPose, latest: int) -> int:
    """The latest step, not after this one, from which the night goes right with people as they are.

    The first step shuts all eyes, so that from there it does in any case.
    """
    return next((step for step in range(latest, 0, -1) if is_safe_to_continue(script, pose, step)), 0)


def find_entry_after_stop(script: Script, stopped_at: int) -> int:
    """The step that follows the first one (all close) when a stopped night starts again, same cards.

    It is the latest step, not after the one that was cut short, at which all eyes are shut anyway
    and which brings a table that has just closed its eyes into the very pose it has in the unbroken
    night. So all that follows is seen as in the unbroken night, and what came before has been seen already.
    """
    pose = initial_pose(script)
    states_before: list[NightPose] = []
    for cue in script.cues:
        states_before.append(pose)
        pose = pose.after_cue(cue)
    closed_pose = states_before[1]
    for step in range(min(stopped_at, len(script.cues) - 1), 0, -1):
        cue = script.cues[step]
        if not states_before[step].open_eyes.possible and closed_pose.after_cue(cue) == states_before[
            step
        ].after_cue(cue):
            return step
    return 1


def _eye_changes(cue: Cue) -> tuple[tuple[str, ...], tuple[str, ...]]:
    opens, closes = cue.opens, cue.closes
    if cue.decoy_action == "opens":
        opens = opens or (_ABSENT_ROLE,)
    elif cue.decoy_action == "closes":
        closes = closes or (_ABSENT_ROLE,)
    return opens, closes


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
