"""Simulated players who follow the lines they hear, each at their own pace, while a player fumbles.

Uses nothing of the app's logic for resuming a night. Some players follow a line that is cut off; asked to
rest, some lower their thumb, some do not, and some do not listen at all. What everyone sees while eyes are
open is recorded and compared with the rules at dawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from random import Random
from typing import Final

from companion.scripts.recovery import Interjection
from companion.scripts.script import AUTOMA, CommonCueKind, Cue, Hold

# In seconds: a shorter look does not reliably show anything.
ENOUGH_TO_SEE: Final = 1.9


# An action and the seat that performs it.
Act = tuple[Callable[[int], object], int]


@dataclass(frozen=True, slots=True)
class Rules:
    """A dealt table according to the rules.

    `meaning` maps a step to what players show in it; `due` is what each seat must know at dawn about other
    seats; `automa` is the seat without a person.
    """

    seats: tuple[str, ...]
    meaning: Mapping[Enum, object]
    required_sights: tuple[frozenset[tuple[int, object]], ...]
    bottoms: object = None  # what a turned deck reveals, to the seats for which it is due
    automa: int | None = None
    # Roles whose thumbs may be up in a step. In other steps a thumb reveals who was asked to raise one.
    thumbs: Mapping[Enum, frozenset[str]] | None = None


@dataclass(slots=True)
class Table:
    """Eyes, thumbs and decks by seat; at first all eyes are open and nothing is secret."""

    rules: Rules
    chance: Random
    eyes: set[int] = field(default_factory=set)
    thumbs: set[int] = field(default_factory=set)
    turned: set[int] = field(default_factory=set)
    public: bool = True  # everyone may look around: open eyes reveal nothing
    faults: list[str] = field(default_factory=list)
    _seen_signs: list[set[tuple[int, object]]] = field(default_factory=list)
    _context: object = None
    _step: Enum | None = None
    _in_sight: set[tuple[int, int, str]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.eyes = set(self._people())
        self._seen_signs = [set() for _ in self.rules.seats]

    # -- hearing --------------------------------------------------------------------------------------------

    def hear(self, cue: Cue, part: float) -> None:
        """React to a line of which `part` was played before it was cut off; 1 means the whole line."""
        if isinstance(cue.kind, Interjection):
            self._hear_interjection(cue, part)
        else:
            # At a closing line, players who still look keep seeing what they saw before.
            self._context = self.rules.meaning.get(cue.kind, self._context if self._looking() else None)
            if cue.kind in self.rules.meaning or not self._looking():
                self._step = cue.kind
            self._hear_step(cue, part)

    def wonder(self) -> None:
        """Simulate the app's death: players may open their eyes, lower a thumb or cover a deck.

        What they see then is no fault, since no app can prevent it; what the app says afterwards must not
        make it worse.
        """
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

    def look(self, cue: Cue, seconds: float) -> None:
        """Simulate a silence of this many seconds after a line that was heard in full."""
        self._see()
        if cue.hold is Hold.LOOK and seconds >= ENOUGH_TO_SEE:
            self._take_in(cue)

    def dawn(self) -> list[str]:
        """Return all faults, once everyone has opened their eyes."""
        for seat in self._people():
            if seat not in self.eyes:
                self.faults.append(f"{self._name(seat)} sleeps on")
            missing = self.rules.required_sights[seat] - self._seen_signs[seat]
            self.faults += (f"{self._name(seat)} does not know {self._of(sight)}" for sight in missing)
        return self.faults

    def _hear_step(self, cue: Cue, part: float) -> None:
        if cue.kind is CommonCueKind.ALL_OPEN:
            self._rested(cue)
            self.public = True
        phases = (
            self._rests(cue),
            self._acts(cue.closes, self.eyes.discard),
            self._acts(cue.covers, self.turned.discard, decks=True),
            self._acts(cue.thumbs_down, self.thumbs.discard),
            self._acts(cue.turns, self.turned.add, decks=True),
            self._acts(cue.thumbs_up, self.thumbs.add),
            self._acts(cue.opens, self.eyes.add),
        )
        # If the line was cut off, all phases before a random one are done, and part of that one.
        reached = len(phases) if part >= 1 else self.chance.randrange(len(phases))
        for number, phase in enumerate(phases[: reached + 1]):
            acts = list(phase)
            self.chance.shuffle(acts)
            if number == reached:
                acts = [act for act in acts if self.chance.random() < part]
            for act, seat in acts:
                act(seat)
                # Players of different speed see each other move.
                if self.chance.random() < 0.3:
                    self._see()
        if cue.kind is CommonCueKind.ALL_CLOSE and part >= 1:
            self.public = False
        self._see()

    def _rests(self, cue: Cue) -> Iterator[Act]:
        if cue.is_rest:
            yield from ((self.eyes.discard, seat) for seat in sorted(self.eyes))
            yield from ((self.thumbs.discard, seat) for seat in sorted(self.thumbs))

    def _hear_interjection(self, cue: Cue, part: float) -> None:
        match cue.kind:
            case Interjection.PAUSED | Interjection.GO_ON | Interjection.STEP_BACK:
                for seat in sorted(self.eyes):
                    if self.chance.random() < 0.7 * part:
                        self.eyes.discard(seat)
                for seat in sorted(self.thumbs):
                    if self.chance.random() < 0.5 * part:
                        self.thumbs.discard(seat)
            case Interjection.STOPPED:
                covered = self._acts(cue.covers, self.turned.discard, decks=True)
                for act, seat in (*self._rests(cue), *covered):
                    if part >= 1 or self.chance.random() < part:
                        act(seat)
            case Interjection.LOOK_UP:
                self._rested(cue)
                self.public = True
                for act, seat in self._acts(cue.opens, self.eyes.add):
                    if part >= 1 or self.chance.random() < part:
                        act(seat)
        self._see()

    def _rested(self, cue: Cue) -> None:
        """Check that all signs are hidden before players look up, some sooner than others."""
        if not self.public:
            self.faults += (f"{self._name(seat)} is awake at {cue.kind.value}" for seat in self.eyes)
        self.faults += (f"{self._name(seat)} shows a thumb at {cue.kind.value}" for seat in self.thumbs)
        self.faults += (f"a deck shows at {cue.kind.value}" for _ in self.turned)

    # -- seeing ---------------------------------------------------------------------------------------------

    def _see(self) -> None:
        """Record a fault for each new sight that its viewer may not know.

        What stays in sight reveals nothing new, even if another line is spoken meanwhile.
        """
        sights = self._sights()
        for seat, other, sign in sorted(sights - self._in_sight):
            subject = self.rules.bottoms if sign == "deck" else self._context
            if (other, subject) not in self.rules.required_sights[seat]:
                self.faults.append(f"{self._name(seat)} sees {self._of((other, subject))}")
            elif sign == "thumb" and not self._fits(other):
                self.faults.append(f"{self._name(seat)} sees a thumb of {self._name(other)} in {self._step}")
        self._in_sight = sights

    def _sights(self) -> set[tuple[int, int, str]]:
        signs = (("eyes", set() if self.public else self.eyes), ("thumb", self.thumbs), ("deck", self.turned))
        return {
            (seat, other, sign)
            for seat in self.eyes
            for sign, visible in signs
            for other in visible
            if other != seat
        }

    def _fits(self, seat: int) -> bool:
        """Return True if this seat was asked to raise its thumb in the current step."""
        if self.rules.thumbs is None or self._step is None:
            return True
        return self.rules.seats[seat] in self.rules.thumbs.get(self._step, frozenset())

    def _take_in(self, cue: Cue) -> None:
        """Record what the players saw who were asked to look; an incomplete view is a fault."""
        for seat in self._people():
            if self.rules.seats[seat] in cue.opens and seat in self.eyes:
                visible = {(other, self._context) for other in self.eyes | self.thumbs if other != seat}
                visible |= {(other, self.rules.bottoms) for other in self.turned if other != seat}
                announced = (self._context, self.rules.bottoms)
                of_this = {sight for sight in self.rules.required_sights[seat] if sight[1] in announced}
                self._seen_signs[seat] |= visible
                if visible != of_this:
                    self.faults.append(f"{self._name(seat)} sees {len(visible)} of {len(of_this)}")

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
