"""A script acted out at a simulated table, before anybody hears it and in the tests.

Everybody does exactly what the cues say, with eyes and thumbs, and sees what can be seen: open eyes
and raised thumbs. What was seen is then held against what the rules say should be known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from companion.games.avalon.knowledge import As, Sight, kept_thumb, sights, steps
from companion.games.avalon.setup import Setup, deck
from companion.games.game import Problem, ProblemArg, error
from companion.scripts.cues import Cue, Hold, Kind, Script

# What the observers of a step take those for whom they see. Whatever is seen in any other step was
# not meant to be seen.
MEANING: Final[Mapping[Kind, As]] = {
    Kind.EVIL_OPEN: As.EVIL,
    Kind.MERLIN_OPEN: As.EVIL,
    Kind.PERCIVAL_OPEN: As.MAYBE_MERLIN,
    Kind.LANCELOTS_OPEN: As.LANCELOT,
}
# Lines that tell everybody to shut their eyes and make a fist, whatever they were doing.
RESTS: Final = (Kind.ALL_CLOSE, Kind.CHECK_CLOSED)


@dataclass(frozen=True, slots=True)
class Acted:
    """What came of a night: whom each role recognised, seat by seat, and what went wrong.

    A sight with no meaning (None) is a slip: somebody saw what that step does not show.
    """

    seen: Mapping[str, tuple[tuple[str, As | None], ...]]
    violations: tuple[Problem, ...]


def verify(script: Script, setup: Setup) -> tuple[Problem, ...]:
    """Everything by which this script departs from the rules of this set-up; nothing if it may be spoken."""
    acted = act(script, deck(setup), kept_thumb(setup))
    found = list(acted.violations)
    if tuple(cue.kind.value for cue in script.cues) != steps(setup):
        found.append(error("avalon.problem.night_steps"))
    for role, expected in sights(setup).items():
        if Counter(acted.seen[role]) != Counter(map(_pair, expected)):
            found.append(error("avalon.problem.night_sees", role=role))
    return tuple(found)


def act(script: Script, seats: Sequence[str], kept: Sequence[str] = ()) -> Acted:
    """Act the script out with one role a seat; `kept` may hold a thumb up from one part into the next."""
    table = _Table(seats, kept)
    for step, cue in enumerate(script.cues, start=1):
        table.hear(step, cue)
    return table.dawn()


def _pair(sight: Sight) -> tuple[str, As | None]:
    return sight.role, sight.seen_as


class _Table:
    """People round a table, by seat. All eyes are open when the night begins."""

    def __init__(self, seats: Sequence[str], kept: Sequence[str]) -> None:
        self.seats = seats
        self.by_role: dict[str, list[int]] = {}
        for seat, role in enumerate(seats):
            self.by_role.setdefault(role, []).append(seat)
        self.eyes = set(range(len(seats)))
        self.thumbs: set[int] = set()
        self.kept = {seat for role in kept for seat in self.by_role.get(role, ())}
        self.uncalled: set[int] = set()  # kept thumbs that are up until a later line calls for them
        self.seen: list[set[tuple[int, As | None]]] = [set() for _ in seats]
        self.violations: list[Problem] = []

    def hear(self, step: int, cue: Cue) -> None:
        for seat in self._called(step, cue.closes):
            self._change(self.eyes, seat, False, "avalon.problem.night_eyes", step)
        for seat in self._called(step, cue.thumbs_down):
            if seat in self.uncalled:
                self._wrong("avalon.problem.night_thumbs", step=step, role=self.seats[seat])
            self._change(self.thumbs, seat, False, "avalon.problem.night_thumbs", step)
        self._raise_thumbs(step, cue)
        for seat in self._called(step, cue.opens):
            self._change(self.eyes, seat, True, "avalon.problem.night_eyes", step)
        if cue.kind is Kind.CHECK_CLOSED:
            self._all_at_rest(step)
        if cue.kind is not Kind.ALL_OPEN:
            self._look(MEANING.get(cue.kind))
        self._has_time(step, cue)

    def dawn(self) -> Acted:
        for seat in sorted(set(range(len(self.seats))) - self.eyes | self.thumbs):
            self._wrong("avalon.problem.night_dawn", role=self.seats[seat])
        seen: dict[str, tuple[tuple[str, As | None], ...]] = {}
        for role, seats in self.by_role.items():
            # All holders of a role do the same, so the first one's night is everyone's.
            seen[role] = tuple((self.seats[other], seen_as) for other, seen_as in self.seen[seats[0]])
        return Acted(seen, tuple(self.violations))

    def _called(self, step: int, roles: Sequence[str]) -> Iterator[int]:
        for role in roles:
            if role not in self.by_role:
                self._wrong("avalon.problem.night_absent", step=step, role=role)
            yield from self.by_role.get(role, ())

    def _raise_thumbs(self, step: int, cue: Cue) -> None:
        called = list(self._called(step, cue.thumbs_up))
        for seat in called:
            if seat in self.thumbs and seat in self.uncalled:
                self.uncalled.discard(seat)  # stays up, now with the others
            else:
                self._change(self.thumbs, seat, True, "avalon.problem.night_thumbs", step)
                if seat in self.kept and cue.kind is Kind.EVIL_OPEN:
                    self.uncalled.add(seat)
        if called:
            for seat in self.thumbs - set(called):
                self._wrong("avalon.problem.night_thumbs", step=step, role=self.seats[seat])

    def _all_at_rest(self, step: int) -> None:
        for seat in self.eyes:
            self._wrong("avalon.problem.night_eyes", step=step, role=self.seats[seat])
        for seat in self.thumbs - self.kept:
            self._wrong("avalon.problem.night_thumbs", step=step, role=self.seats[seat])

    def _look(self, meaning: As | None) -> None:
        visible = self.eyes | self.thumbs
        for seat in self.eyes:
            self.seen[seat].update((other, meaning) for other in visible if other != seat)

    def _has_time(self, step: int, cue: Cue) -> None:
        if cue.kind is Kind.ALL_OPEN:
            return
        # A decoy too: a pause that is missing tells the table that nobody needed it.
        if cue.hold is Hold.NONE or (cue.kind in MEANING and cue.hold is not Hold.LOOK):
            self._wrong("avalon.problem.night_time", step=step)

    def _change(self, those: set[int], seat: int, to: bool, key: str, step: int) -> None:
        """Open or shut, raise or lower; being told to do what is done already is a fault of the script."""
        if (seat in those) is to:
            self._wrong(key, step=step, role=self.seats[seat])
        elif to:
            those.add(seat)
        else:
            those.discard(seat)

    def _wrong(self, key: str, **args: ProblemArg) -> None:
        self.violations.append(error(key, **args))


# Where a night can be taken up again ---------------------------------------------------------------

_NOBODY: Final = ("nobody",)


@dataclass(frozen=True, slots=True)
class Pose:
    """Whose eyes are open and whose thumbs are up, by role."""

    eyes: frozenset[str] = frozenset()
    thumbs: frozenset[str] = frozenset()

    def after(self, cue: Cue) -> Pose:
        opens, closes = cue.opens, cue.closes
        # A decoy wakes somebody who is not there: it must be taken up again just where the real step is.
        if cue.kind is Kind.PERCIVAL_OPEN:
            opens = opens or _NOBODY
        elif cue.kind is Kind.PERCIVAL_CLOSE:
            closes = closes or _NOBODY
        return Pose(
            self.eyes.difference(closes).union(opens),
            self.thumbs.difference(cue.thumbs_down).union(cue.thumbs_up),
        )


def entry_after_stop(script: Script, stopped_at: int) -> int:
    """The step that follows the first one (all close) when a stopped night starts again, same cards.

    It is the latest step, not after the one that was cut short, at which all eyes are shut anyway
    and which brings a table at rest into the very pose it has in the unbroken night. So all that
    follows is seen as in the unbroken night, and what came before has been seen already.
    """
    poses = _poses(script)
    for step in range(stopped_at, 0, -1):
        if not poses[step - 1].eyes and Pose().after(script.cues[step]) == poses[step]:
            return step
    return 1


def step_back(script: Script, step: int) -> int:
    """The nearest earlier step that can be said again without harm while `step` is being said.

    Saying it must bring the table into the pose that belongs to it, whether or not people have
    followed the line of `step` yet: otherwise Merlin would look at thumbs that are down already.
    """
    poses = _poses(script)
    now = (poses[step], poses[step - 1] if step else poses[step])
    for earlier in range(step - 1, 0, -1):
        if all(_said_again(script.cues[earlier], pose, poses[earlier]) == poses[earlier] for pose in now):
            return earlier
    return 0


def _said_again(cue: Cue, pose: Pose, meant: Pose) -> Pose:
    """Where people are after `cue` is said to a table in any pose; `meant` is the pose it belongs to."""
    if cue.kind in RESTS:
        return Pose(thumbs=pose.thumbs & meant.thumbs)
    return pose.after(cue)


def _poses(script: Script) -> list[Pose]:
    """The pose after each step of the unbroken night."""
    poses: list[Pose] = []
    pose = Pose(frozenset(script.cues[0].closes))
    for cue in script.cues:
        pose = pose.after(cue)
        poses.append(pose)
    return poses
