"""Recovery of an interrupted night: from which step it can continue, and what is said between its lines.

After an interrupted line or a pause nobody knows who has followed which line. So poses are tracked with
uncertainty: who certainly and who possibly has open eyes, a raised thumb, a turned deck. A night may continue
from a step if a simulation from there with all that uncertainty shows nobody anything that the uninterrupted
night does not show in the same part, shows all of it to those who look, and ends at rest.

Interjections are cues like those of a script, with the players' actions, so that they can be simulated.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from typing import Final

from companion.scripts.script import AUTOMA, Cue, Hold, Script

# A decoy wakes nobody: the night must continue at exactly the same place as with a real step.
_ABSENT_ROLE: Final = "nobody"


@dataclass(frozen=True, slots=True)
class UncertainSet:
    """Set of roles with uncertainty: its certain members, and all possible ones."""

    certain: frozenset[str] = frozenset()
    possible: frozenset[str] = frozenset()  # includes the certain ones

    def update(self, join: Iterable[str], leave: Iterable[str]) -> UncertainSet:
        removed, added = frozenset(leave), frozenset(join)
        return UncertainSet((self.certain - removed) | added, (self.possible - removed) | added)

    def merge(self, other: UncertainSet) -> UncertainSet:
        """Return the union of two possibilities, when it is unknown which one is true."""
        return UncertainSet(self.certain & other.certain, self.possible | other.possible)


NO_ROLES: Final = UncertainSet()


@dataclass(frozen=True, slots=True)
class NightPose:
    """Open eyes, raised thumbs and turned decks, by role."""

    open_eyes: UncertainSet = NO_ROLES
    raised_thumbs: UncertainSet = NO_ROLES
    turned_decks: UncertainSet = NO_ROLES

    def after_cue(self, cue: Cue) -> NightPose:
        """Return the pose after the line. If the cue `is_rest`, all eyes are shut and all hands are fists."""
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
        """Return the pose during the line: each player may or may not have followed it."""
        return self.merge(self.after_cue(cue))

    def after_pause(self) -> NightPose:
        """Return the pose after a pause with shut eyes, during which hands may have been lowered."""
        return replace(
            self, open_eyes=self.open_eyes.merge(NO_ROLES), raised_thumbs=self.raised_thumbs.merge(NO_ROLES)
        )

    @property
    def is_at_rest(self) -> bool:
        """True if certainly no eyes are open, no thumb is raised and no deck is turned."""
        return not (self.open_eyes.possible or self.raised_thumbs.possible or self.turned_decks.possible)


class VisibleSign(Enum):
    """What can be seen of a player. A thumb may be missing although eyes are open."""

    EYES = "eyes"
    THUMB = "thumb"
    DECK = "deck"


# Observer, observed role, and what is seen.
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
    """Return the pose at the start of a night: all eyes open, all decks face down."""
    everyone = frozenset(script.cues[0].closes)
    return NightPose(open_eyes=UncertainSet(everyone, everyone))


def unknown_pose(script: Script) -> NightPose:
    """Return the pose with maximal uncertainty: every eye, thumb and deck may be in either state."""
    thumbs = (role for cue in script.cues for role in cue.thumbs_up)
    decks = (role for cue in script.cues for role in cue.turns)
    return NightPose(
        *(UncertainSet(possible=frozenset(roles)) for roles in (script.cues[0].closes, thumbs, decks))
    )


@dataclass(frozen=True, slots=True)
class _StepVisibility:
    """Observations of a step in the uninterrupted night: those that its observers must make, and those that
    anybody may make in the part to which the step belongs. A part consists of everything that leads to a
    look, the look itself, and what follows until eyes are shut."""

    required: frozenset[Observation]
    allowed: frozenset[Observation]


@lru_cache(maxsize=64)
def _visibility_by_step(script: Script) -> tuple[_StepVisibility, ...]:
    pose = initial_pose(script)
    looks: list[frozenset[Observation]] = []
    steps: list[tuple[int, frozenset[Observation], frozenset[Observation]]] = []
    is_awake = False  # True once the observers of the current part have opened their eyes
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
    """True if the night may continue with this step while players are in this pose."""
    visibility, dawn_step = _visibility_by_step(script), len(script.cues) - 1
    if step == dawn_step:
        # Dawn may have been interrupted: a player who looks up then only sees others who look up, too.
        eyes, everyone = pose.open_eyes.possible, frozenset(script.cues[-1].opens)
        return not (pose.raised_thumbs.possible or pose.turned_decks.possible) and eyes in (set(), everyone)
    already_visible = _possible_observations(pose)  # visible before this step already
    for index in range(step, dawn_step):
        cue = script.cues[index]
        during, pose = pose.during_cue(cue), pose.after_cue(cue)
        if not _possible_observations(during) - already_visible <= visibility[index].allowed:
            return False
        if not visibility[index].required <= _certain_observations(pose):
            return False
        already_visible = frozenset()
    return pose.is_at_rest


def find_entry_step(script: Script, pose: NightPose, latest: int) -> int:
    """Return the latest step, up to `latest`, from which the night can continue. The first is always safe."""
    return next((step for step in range(latest, 0, -1) if is_safe_to_continue(script, pose, step)), 0)


def find_entry_after_stop(script: Script, stopped_at: int) -> int:
    """Return the step that follows the first one (all eyes close) when a stopped night restarts with the same
    cards.

    It is the latest step, not after the interrupted one, before which all eyes are shut in the uninterrupted
    night and the pose equals that of players who have just closed their eyes. So everything after it is seen
    as in the uninterrupted night, and everything before it has been seen already.
    """
    pose = initial_pose(script)
    states_before: list[NightPose] = []
    for cue in script.cues:
        states_before.append(pose)
        pose = pose.after_cue(cue)
    closed_pose = states_before[1]
    for step in range(min(stopped_at, len(script.cues) - 1), 0, -1):
        cue, before = script.cues[step], states_before[step]
        if not before.open_eyes.possible and closed_pose.after_cue(cue) == before.after_cue(cue):
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
    """Return the cue that resumes a night: it shuts eyes; the next step says what hands and decks do."""
    return Cue(Interjection.GO_ON, "app.say.night.go_on", Hold.ACT, closes=_all_roles(script))


def step_back_cue(script: Script) -> Cue:
    return Cue(Interjection.STEP_BACK, "app.say.night.step_back", Hold.ACT, closes=_all_roles(script))


def missed_look_cues(cue: Cue) -> tuple[Cue, ...]:
    """Return the cue that explains why the night goes back to before this look, if one is needed."""
    return (Cue(Interjection.MISSED, cue.missed_line, Hold.SETTLE),) if cue.missed_line else ()


def stopped_cues(script: Script) -> tuple[Cue, ...]:
    """Return the cues that end a stopped night. First all eyes are shut, hands lowered and cards hidden,
    because a player who looked up at once would see who is awake. Then all look up."""
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
    """Return all interjections of this night, which are rendered in advance."""
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
