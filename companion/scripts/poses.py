"""Where a night may be taken up again, whatever was heard of it so far.

A line that is cut off was followed by some and not by others, and after a pause nobody can tell who held
their thumb up all the while. So people are kept track of with doubt: who may, and who surely does, have
eyes open, a thumb up, a deck turned. From a step the night may go on if, acted out from there with all that
doubt, it shows nobody anything that the unbroken night does not show in the same part, shows all of it to
those who look, and ends with everybody at rest.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from typing import Final

from companion.scripts.cues import Cue, Hold, Script

# A decoy wakes somebody who is not there: it must be taken up again just where the real step is.
_NOBODY: Final = "nobody"


@dataclass(frozen=True, slots=True)
class Some:
    """A set of roles, known with doubt: those who surely belong to it, and all who may."""

    sure: frozenset[str] = frozenset()
    maybe: frozenset[str] = frozenset()  # the sure ones too

    def changed(self, join: Iterable[str], leave: Iterable[str]) -> Some:
        gone, here = frozenset(leave), frozenset(join)
        return Some((self.sure - gone) | here, (self.maybe - gone) | here)

    def or_else(self, other: Some) -> Some:
        """Either of the two, and nobody knows which."""
        return Some(self.sure & other.sure, self.maybe | other.maybe)


NONE: Final = Some()


@dataclass(frozen=True, slots=True)
class People:
    """Whose eyes are open, whose thumbs are up and whose decks are turned, by role."""

    eyes: Some = NONE
    thumbs: Some = NONE
    decks: Some = NONE

    def after(self, cue: Cue) -> People:
        """When the whole line has been heard. `rests`: everybody shuts their eyes and makes a fist."""
        opens, closes = _told_to_look(cue)
        eyes, thumbs = (NONE, NONE) if cue.rests else (self.eyes, self.thumbs)
        return People(
            eyes.changed(opens, closes),
            thumbs.changed(cue.thumbs_up, cue.thumbs_down),
            self.decks.changed(cue.turns, cue.covers),
        )

    def or_else(self, other: People) -> People:
        return People(
            self.eyes.or_else(other.eyes), self.thumbs.or_else(other.thumbs), self.decks.or_else(other.decks)
        )

    def during(self, cue: Cue) -> People:
        """While the line is being said, or where it was cut off: each may have followed it already."""
        return self.or_else(self.after(cue))

    def at_ease(self) -> People:
        """Told to keep their eyes shut for a while: hands sink as well, or do not."""
        return replace(self, eyes=self.eyes.or_else(NONE), thumbs=self.thumbs.or_else(NONE))

    @property
    def at_rest(self) -> bool:
        """Whether nobody can be seen to do anything."""
        return not (self.eyes.maybe or self.thumbs.maybe or self.decks.maybe)


class Sign(Enum):
    """What is seen of somebody. A thumb tells more than open eyes: who was told to raise none shows it."""

    EYES = "eyes"
    THUMB = "thumb"
    DECK = "deck"


# Who sees what of whom.
Sight = tuple[str, str, Sign]


def _sights(eyes: frozenset[str], thumbs: frozenset[str], decks: frozenset[str]) -> frozenset[Sight]:
    signs = ((Sign.EYES, eyes), (Sign.THUMB, thumbs), (Sign.DECK, decks))
    return frozenset((observer, other, sign) for observer in eyes for sign, shown in signs for other in shown)


def _may_see(people: People) -> frozenset[Sight]:
    return _sights(people.eyes.maybe, people.thumbs.maybe, people.decks.maybe)


def _surely_see(people: People) -> frozenset[Sight]:
    return _sights(people.eyes.sure, people.thumbs.sure, people.decks.sure)


def at_start(script: Script) -> People:
    """All eyes are open when the night begins, and all decks face down."""
    everyone = frozenset(script.cues[0].closes)
    return People(eyes=Some(everyone, everyone))


def in_any_pose(script: Script) -> People:
    """Nobody knows what people did: eyes, and whatever is raised or turned in this night, may be open, up
    and turned, or not."""
    thumbs = (role for cue in script.cues for role in cue.thumbs_up)
    decks = (role for cue in script.cues for role in cue.turns)
    return People(*(Some(maybe=frozenset(roles)) for roles in (script.cues[0].closes, thumbs, decks)))


@dataclass(frozen=True, slots=True)
class _Shown:
    """What the unbroken night shows in a step: to those who are told to look there, all of it, and to anybody
    in the part to which the step belongs.

    A part is all that leads to a look, the look, and what follows until eyes are shut.
    """

    due: frozenset[Sight]
    allowed: frozenset[Sight]


@lru_cache(maxsize=64)
def _shown(script: Script) -> tuple[_Shown, ...]:
    people = at_start(script)
    looks: list[frozenset[Sight]] = []
    steps: list[tuple[int, frozenset[Sight], frozenset[Sight]]] = []
    awake = False  # whether those who look in the present part have begun to
    nothing: frozenset[Sight] = frozenset()
    for cue in script.cues:
        part = len(looks) - 1 if awake else len(looks)
        meanwhile, people = _may_see(people.during(cue)), people.after(cue)
        due = nothing
        if cue.hold is Hold.LOOK:
            due = _surely_see(people)
            looks.append(due)
            part = len(looks) - 1
        awake = bool(people.eyes.maybe)
        steps.append((part, due, meanwhile))
    return tuple(
        _Shown(due, meanwhile | (looks[part] if part < len(looks) else nothing))
        for part, due, meanwhile in steps
    )


@lru_cache(maxsize=4096)
def goes_right(script: Script, people: People, step: int) -> bool:
    """Whether the night may go on with the line of this step, said to people as they are."""
    shown, dawn = _shown(script), len(script.cues) - 1
    if step == dawn:
        # It may have been said in part: whoever looks up then sees nothing but people who look up.
        return not (people.thumbs.maybe or people.decks.maybe) and _all_or_none(script, people.eyes.maybe)
    seen_already = _may_see(people)  # while the night came here
    for number in range(step, dawn):
        cue = script.cues[number]
        during, people = people.during(cue), people.after(cue)
        if not _may_see(during) - seen_already <= shown[number].allowed:
            return False
        if not shown[number].due <= _surely_see(people):
            return False
        seen_already = frozenset()
    return people.at_rest


def _all_or_none(script: Script, eyes: frozenset[str]) -> bool:
    return not eyes or eyes == frozenset(script.cues[-1].opens)


def entry(script: Script, people: People, latest: int) -> int:
    """The latest step, not after this one, from which the night goes right with people as they are.

    The first step shuts all eyes, so that from there it does in any case.
    """
    return next((step for step in range(latest, 0, -1) if goes_right(script, people, step)), 0)


def entry_after_stop(script: Script, stopped_at: int) -> int:
    """The step that follows the first one (all close) when a stopped night starts again, same cards.

    It is the latest step, not after the one that was cut short, at which all eyes are shut anyway
    and which brings a table that has just closed its eyes into the very pose it has in the unbroken
    night. So all that follows is seen as in the unbroken night, and what came before has been seen already.
    """
    people = at_start(script)
    before: list[People] = []
    for cue in script.cues:
        before.append(people)
        people = people.after(cue)
    closed = before[1]
    for step in range(min(stopped_at, len(script.cues) - 1), 0, -1):
        cue = script.cues[step]
        if not before[step].eyes.maybe and closed.after(cue) == before[step].after(cue):
            return step
    return 1


def _told_to_look(cue: Cue) -> tuple[tuple[str, ...], tuple[str, ...]]:
    opens, closes = cue.opens, cue.closes
    if cue.decoy == "opens":
        opens = opens or (_NOBODY,)
    elif cue.decoy == "closes":
        closes = closes or (_NOBODY,)
    return opens, closes
