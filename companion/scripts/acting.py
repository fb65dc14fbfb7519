"""A script acted out at a simulated table, before anybody hears it and in the tests.

Everybody does exactly what the cues say, with eyes, thumbs and decks, and sees what can be seen: open
eyes, raised thumbs, and the bottom cards of decks that are turned. What a game makes of it is handed in:
what was seen is then held against what that game's rules say should be known (`proof` of each game).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from companion.games.game import Problem, ProblemArg, error
from companion.scripts.cues import AUTOMA, Cue, EveryNight, Hold, Script


@dataclass(frozen=True, slots=True)
class Customs:
    """What a game's night is judged by.

    `people` and `bottoms` say what those who look in a step take the people and the bottom cards for
    that they see. Whatever is seen in any other step was not meant to be seen.
    """

    people: Mapping[Enum, Enum]
    bottoms: Mapping[Enum, Enum] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Acted:
    """What came of a night: what each seat saw, by the seat where it was seen, and what went wrong.

    A sight with no meaning (None) is a slip: somebody saw what that step does not show.
    """

    seats: tuple[str, ...]
    seen: tuple[frozenset[tuple[int, Enum | None]], ...]
    violations: tuple[Problem, ...]
    automa: int | None = None

    def of(self, role: str) -> Counter[tuple[str, Enum | None]]:
        """What a role saw, by the roles it saw; nothing if nobody holds it.

        All holders of a role do the same, so the first one's night is everyone's.
        """
        for seat, held in enumerate(self.seats):
            if held == role and seat != self.automa:
                return Counter((self.seats[other], what) for other, what in self.seen[seat])
        return Counter()


def act(script: Script, seats: Sequence[str], customs: Customs, automa: int | None = None) -> Acted:
    """Act the script out with one role a seat. `automa` is the seat at which nobody sits, if there is one."""
    table = _Table(seats, customs, automa)
    for step, cue in enumerate(script.cues, start=1):
        table.hear(step, cue)
    return table.dawn()


class _Table:
    """People round a table, by seat. All eyes are open when the night begins, and all decks face down."""

    def __init__(self, seats: Sequence[str], customs: Customs, automa: int | None) -> None:
        self.seats, self.customs, self.automa = tuple(seats), customs, automa
        self.people: dict[str, list[int]] = {}
        for seat, role in enumerate(seats):
            holders = self.people.setdefault(role, [])
            if seat != automa:
                holders.append(seat)
        # The Automa has a deck but hears nothing: whoever holds it is told of it by another name.
        self.decks = self.people if automa is None else {**self.people, AUTOMA: [automa]}
        self.everyone = {seat for seat in range(len(seats)) if seat != automa}
        self.eyes = set(self.everyone)
        self.thumbs: set[int] = set()
        self.turned: set[int] = set()
        self.woken: set[int] = set()
        self.seen: list[set[tuple[int, Enum | None]]] = [set() for _ in seats]
        self.violations: list[Problem] = []

    def hear(self, step: int, cue: Cue) -> None:
        if cue.kind is EveryNight.ALL_OPEN:
            self._nobody_stirs(step, cue)
        for seat in self._called(step, cue.closes):
            self._change(self.eyes, seat, False, "app.problem.night_eyes", step)
        for seat in self._called(step, cue.covers, self.decks):
            self._change(self.turned, seat, False, "app.problem.night_decks", step)
        for seat in self._called(step, cue.thumbs_down):
            self._change(self.thumbs, seat, False, "app.problem.night_thumbs", step)
        for seat in self._called(step, cue.turns, self.decks):
            self._change(self.turned, seat, True, "app.problem.night_decks", step)
        self._raise_thumbs(step, cue)
        self._open_eyes(step, cue)
        if cue.rests:
            self._all_at_rest(step, cue)
        self._all_decks_alike(step)
        if cue.kind is not EveryNight.ALL_OPEN:
            self._look(cue.kind)
        self._has_time(step, cue)

    def dawn(self) -> Acted:
        ready = self.eyes & self.woken - self.thumbs - self.turned
        for seat in sorted((self.everyone | self.turned) - ready):
            self._wrong("app.problem.night_dawn", role=self.seats[seat])
        return Acted(self.seats, tuple(map(frozenset, self.seen)), tuple(self.violations), self.automa)

    def _called(
        self, step: int, roles: Sequence[str], among: Mapping[str, Sequence[int]] | None = None
    ) -> Iterator[int]:
        those = self.people if among is None else among
        for role in roles:
            if role not in those:
                self._wrong("app.problem.night_absent", step=step, role=role)
            yield from those.get(role, ())

    def _raise_thumbs(self, step: int, cue: Cue) -> None:
        called = list(self._called(step, cue.thumbs_up))
        for seat in called:
            self._change(self.thumbs, seat, True, "app.problem.night_thumbs", step)
        if called:
            for seat in self.thumbs - set(called):
                self._wrong("app.problem.night_thumbs", step=step, role=self.seats[seat])

    def _open_eyes(self, step: int, cue: Cue) -> None:
        for seat in self._called(step, cue.opens):
            if cue.kind is EveryNight.ALL_OPEN:
                self.woken.add(seat)
            self._change(self.eyes, seat, True, "app.problem.night_eyes", step)

    def _nobody_stirs(self, step: int, cue: Cue) -> None:
        """Some open their eyes sooner than others at dawn, so all must be asleep before it is called."""
        self._all_at_rest(step, cue)
        for seat in sorted(self.turned):
            self._wrong("app.problem.night_decks", step=step, role=self.seats[seat])

    def _all_at_rest(self, step: int, cue: Cue) -> None:
        for seat in self.eyes:
            self._wrong("app.problem.night_eyes", step=step, role=self.seats[seat])
        for seat in self.thumbs:
            if self.seats[seat] not in cue.thumbs_up:
                self._wrong("app.problem.night_thumbs", step=step, role=self.seats[seat])

    def _all_decks_alike(self, step: int) -> None:
        """A single deck that shows, or does not, would give its holder away."""
        if self.turned:
            for seat in sorted(set(range(len(self.seats))) - self.turned):
                self._wrong("app.problem.night_decks", step=step, role=self.seats[seat])

    def _look(self, kind: Enum) -> None:
        people, bottom = self.customs.people.get(kind), self.customs.bottoms.get(kind)
        for seat in self.eyes:
            self.seen[seat].update((other, people) for other in self.eyes | self.thumbs if other != seat)
            self.seen[seat].update((other, bottom) for other in self.turned if other != seat)

    def _has_time(self, step: int, cue: Cue) -> None:
        if cue.kind is EveryNight.ALL_OPEN:
            return
        # A decoy too: a pause that is missing tells the table that nobody needed it.
        if cue.hold is Hold.NONE or (cue.kind in self.customs.people and cue.hold is not Hold.LOOK):
            self._wrong("app.problem.night_time", step=step)

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
