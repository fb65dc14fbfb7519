"""People who do what they hear, each in their own time, at a table where a phone is being fumbled with.

Nothing of how the app decides where to go on is used here. A line that is cut off is followed by some; told
to rest, some let their thumb sink and some do not, and some do not listen at all. What everybody sees is
written down as long as anybody's eyes are open, and held against the rules at dawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from random import Random
from typing import Final

from companion.scripts.recovery import Interjection
from companion.scripts.script import AUTOMA, CommonCueKind, Cue, Hold

# A look that is shorter than this shows nobody anything for certain.
ENOUGH_TO_SEE: Final = 1.9


# What somebody does, and the seat where it is done.
Act = tuple[Callable[[int], object], int]


@dataclass(frozen=True, slots=True)
class Rules:
    """A dealt table as the rules see it. `meaning` is what somebody shows in a step, or leads to; `due` what
    each seat should know at dawn of which other seat; `automa` the seat at which nobody sits."""

    seats: tuple[str, ...]
    meaning: Mapping[Enum, object]
    due: tuple[frozenset[tuple[int, object]], ...]
    bottoms: object = None  # what a turned deck tells, to those for whom it is due
    automa: int | None = None
    # Whose thumbs may be up in a step. Elsewhere a thumb tells who was told to raise one, and who was not.
    thumbs: Mapping[Enum, frozenset[str]] | None = None


@dataclass(slots=True)
class Table:
    """Eyes, thumbs and decks by seat. All eyes are open at first, and everybody sees everybody."""

    rules: Rules
    chance: Random
    eyes: set[int] = field(default_factory=set)
    thumbs: set[int] = field(default_factory=set)
    turned: set[int] = field(default_factory=set)
    public: bool = True  # all are meant to look about: open eyes tell nothing
    faults: list[str] = field(default_factory=list)
    _seen: list[set[tuple[int, object]]] = field(default_factory=list)
    _context: object = None
    _step: Enum | None = None
    _in_sight: set[tuple[int, int, str]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.eyes = set(self._people())
        self._seen = [set() for _ in self.rules.seats]

    # -- hearing --------------------------------------------------------------------------------------------

    def hear(self, said: Cue, part: float) -> None:
        """A line, of which this part was said before it was cut off; 1 for the whole of it."""
        if isinstance(said.kind, Interjection):
            self._hear_aside(said, part)
        else:
            # Told to shut their eyes, people who still look see what they saw all the time.
            self._context = self.rules.meaning.get(said.kind, self._context if self._looking() else None)
            if said.kind in self.rules.meaning or not self._looking():
                self._step = said.kind
            self._hear_step(said, part)

    def wonder(self) -> None:
        """The phone has died. Whoever likes looks up, lets a thumb sink or covers a deck, and sees what there
        is to be seen: no app can mend that, but what it says afterwards must not make it worse."""
        for seat in self._people():
            if self.chance.random() < 0.5:
                self.eyes.add(seat)
            if self.chance.random() < 0.5:
                self.thumbs.discard(seat)
        for seat in sorted(self.turned):
            if self.chance.random() < 0.5:
                self.turned.discard(seat)
        self.public = True
        self._in_sight = self._sights()

    def look(self, said: Cue, seconds: float) -> None:
        """Nothing is said for so long after a line that was heard whole."""
        self._see()
        if said.hold is Hold.LOOK and seconds >= ENOUGH_TO_SEE:
            self._take_in(said)

    def dawn(self) -> list[str]:
        """All that is wrong when everybody has opened their eyes."""
        for seat in self._people():
            if seat not in self.eyes:
                self.faults.append(f"{self._name(seat)} sleeps on")
            missing = self.rules.due[seat] - self._seen[seat]
            self.faults += (f"{self._name(seat)} does not know {self._of(sight)}" for sight in missing)
        return self.faults

    def _hear_step(self, said: Cue, part: float) -> None:
        if said.kind is CommonCueKind.ALL_OPEN:
            self._rested(said)
            self.public = True
        phases = (
            self._rests(said),
            self._acts(said.closes, self.eyes.discard),
            self._acts(said.covers, self.turned.discard, decks=True),
            self._acts(said.thumbs_down, self.thumbs.discard),
            self._acts(said.turns, self.turned.add, decks=True),
            self._acts(said.thumbs_up, self.thumbs.add),
            self._acts(said.opens, self.eyes.add),
        )
        # Cut off in one of its parts, or in none: those before it are done, of that one what some do.
        reached = len(phases) if part >= 1 else self.chance.randrange(len(phases))
        for number, phase in enumerate(phases[: reached + 1]):
            acts = list(phase)
            self.chance.shuffle(acts)
            if number == reached:
                acts = [act for act in acts if self.chance.random() < part]
            for act, seat in acts:
                act(seat)
                # Slow ones and quick ones see each other move.
                if self.chance.random() < 0.3:
                    self._see()
        if said.kind is CommonCueKind.ALL_CLOSE and part >= 1:
            self.public = False
        self._see()

    def _rests(self, said: Cue) -> Iterator[Act]:
        if said.is_rest:
            yield from ((self.eyes.discard, seat) for seat in sorted(self.eyes))
            yield from ((self.thumbs.discard, seat) for seat in sorted(self.thumbs))

    def _hear_aside(self, said: Cue, part: float) -> None:
        match said.kind:
            case Interjection.PAUSED | Interjection.GO_ON | Interjection.STEP_BACK:
                for seat in sorted(self.eyes):
                    if self.chance.random() < 0.7 * part:
                        self.eyes.discard(seat)
                for seat in sorted(self.thumbs):
                    if self.chance.random() < 0.5 * part:
                        self.thumbs.discard(seat)
            case Interjection.STOPPED:
                covered = self._acts(said.covers, self.turned.discard, decks=True)
                for act, seat in (*self._rests(said), *covered):
                    if part >= 1 or self.chance.random() < part:
                        act(seat)
            case Interjection.LOOK_UP:
                self._rested(said)
                self.public = True
                for act, seat in self._acts(said.opens, self.eyes.add):
                    if part >= 1 or self.chance.random() < part:
                        act(seat)
        self._see()

    def _rested(self, said: Cue) -> None:
        """Some look up sooner than others: nobody may show anything any more."""
        if not self.public:
            self.faults += (f"{self._name(seat)} is awake at {said.kind.value}" for seat in self.eyes)
        self.faults += (f"{self._name(seat)} shows a thumb at {said.kind.value}" for seat in self.thumbs)
        self.faults += (f"a deck shows at {said.kind.value}" for _ in self.turned)

    # -- seeing ---------------------------------------------------------------------------------------------

    def _see(self) -> None:
        """Whatever comes into sight now must be somebody's to know. What stays in sight tells nothing new,
        whatever is said meanwhile."""
        seen = self._sights()
        for seat, other, sign in sorted(seen - self._in_sight):
            what = self.rules.bottoms if sign == "deck" else self._context
            if (other, what) not in self.rules.due[seat]:
                self.faults.append(f"{self._name(seat)} sees {self._of((other, what))}")
            elif sign == "thumb" and not self._fits(other):
                self.faults.append(f"{self._name(seat)} sees a thumb of {self._name(other)} in {self._step}")
        self._in_sight = seen

    def _sights(self) -> set[tuple[int, int, str]]:
        signs = (("eyes", set() if self.public else self.eyes), ("thumb", self.thumbs), ("deck", self.turned))
        return {
            (seat, other, sign)
            for seat in self.eyes
            for sign, shown in signs
            for other in shown
            if other != seat
        }

    def _fits(self, seat: int) -> bool:
        """Whether a thumb is up in a step in which its holder was told to raise it."""
        if self.rules.thumbs is None or self._step is None:
            return True
        return self.rules.seats[seat] in self.rules.thumbs.get(self._step, frozenset())

    def _take_in(self, said: Cue) -> None:
        """Those who were told to look have done so; whoever saw only some of it would know it wrongly."""
        for seat in self._people():
            if self.rules.seats[seat] in said.opens and seat in self.eyes:
                shown = {(other, self._context) for other in self.eyes | self.thumbs if other != seat}
                shown |= {(other, self.rules.bottoms) for other in self.turned if other != seat}
                told = (self._context, self.rules.bottoms)
                of_this = {sight for sight in self.rules.due[seat] if sight[1] in told}
                self._seen[seat] |= shown
                if shown != of_this:
                    self.faults.append(f"{self._name(seat)} sees {len(shown)} of {len(of_this)}")

    def _acts(
        self, roles: Sequence[str], act: Callable[[int], object], *, decks: bool = False
    ) -> Iterator[Act]:
        for seat, role in enumerate(self.rules.seats):
            if seat == self.rules.automa:
                if decks and AUTOMA in roles:
                    yield act, seat
            elif role in roles:
                yield act, seat

    def _looking(self) -> bool:
        return bool(self.eyes) and not self.public

    def _people(self) -> Iterator[int]:
        return (seat for seat in range(len(self.rules.seats)) if seat != self.rules.automa)

    def _name(self, seat: int) -> str:
        return f"{self.rules.seats[seat]} ({seat})"

    def _of(self, sight: tuple[int, object]) -> str:
        return f"{self._name(sight[0])} as {getattr(sight[1], 'value', sight[1])}"
