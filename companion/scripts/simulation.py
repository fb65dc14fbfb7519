"""Simulation of a night's script with imaginary players, before it is spoken and in the tests.

Every player does exactly what the cues say, with eyes, thumbs and decks, and sees what is visible: open eyes,
raised thumbs, and the bottom cards of turned decks. Each game passes in the meaning of these sights and
compares the result with its rules (`verify_script` of each game).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from companion.core.game import Problem, error
from companion.core.message import MessageArg
from companion.scripts.script import AUTOMA, CommonCueKind, Cue, Hold, Script


@dataclass(frozen=True, slots=True)
class SightMeanings:
    """Meanings of sights in a game's night. `people` and `bottom_cards` map a step to the meaning of the
    players and bottom cards that its observers see. Anything seen in another step is an error."""

    people: Mapping[Enum, Enum]
    bottom_cards: Mapping[Enum, Enum] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SimulationResult:
    """Result of a simulation: what each seat saw, and the violations of the rules. A sight without a meaning
    (None) is an error: the step should not show it."""

    seats: tuple[str, ...]
    sights: tuple[frozenset[tuple[int, Enum | None]], ...]
    violations: tuple[Problem, ...]
    automa_seat: int | None = None

    def sights_of(self, role: str) -> Counter[tuple[str, Enum | None]]:
        """Return what a role saw, by the roles it saw; empty if nobody has this role. All holders of a role
        act alike, so the first one stands for all."""
        for seat, seat_role in enumerate(self.seats):
            if seat_role == role and seat != self.automa_seat:
                return Counter((self.seats[other], meaning) for other, meaning in self.sights[seat])
        return Counter()


def simulate_night(
    script: Script, seats: Sequence[str], meanings: SightMeanings, automa_seat: int | None = None
) -> SimulationResult:
    """Simulate the script with one role per seat; `automa_seat` is the seat of the Automa, if any."""
    simulation = _SimulatedTable(seats, meanings, automa_seat)
    for step, cue in enumerate(script.cues, start=1):
        simulation.apply_cue(step, cue)
    return simulation.finish()


class _SimulatedTable:
    """Simulated players by seat. At the start all eyes are open and all decks face down."""

    def __init__(self, seats: Sequence[str], meanings: SightMeanings, automa_seat: int | None) -> None:
        self.seats, self.meanings, self.automa_seat = tuple(seats), meanings, automa_seat
        self.seats_by_role: dict[str, list[int]] = {}
        for seat, role in enumerate(seats):
            holders = self.seats_by_role.setdefault(role, [])
            if seat != automa_seat:
                holders.append(seat)
        # The Automa has a deck but hears nothing: the neighbour who holds its deck is addressed by another
        # name.
        self.decks_by_role = (
            self.seats_by_role if automa_seat is None else {**self.seats_by_role, AUTOMA: [automa_seat]}
        )
        self.present_seats = {seat for seat in range(len(seats)) if seat != automa_seat}
        self.open_eyes = set(self.present_seats)
        self.raised_thumbs: set[int] = set()
        self.turned_decks: set[int] = set()
        self.woken_seats: set[int] = set()
        self.sights: list[set[tuple[int, Enum | None]]] = [set() for _ in seats]
        self.violations: list[Problem] = []

    def apply_cue(self, step: int, cue: Cue) -> None:
        if cue.kind is CommonCueKind.ALL_OPEN:
            self._check_before_dawn(step, cue)
        self._change(step, cue.closes, self.open_eyes, False, "app.problem.night_eyes")
        self._change(step, cue.covers, self.turned_decks, False, "app.problem.night_decks")
        self._change(step, cue.thumbs_down, self.raised_thumbs, False, "app.problem.night_thumbs")
        self._change(step, cue.turns, self.turned_decks, True, "app.problem.night_decks")
        seats = self._change(step, cue.thumbs_up, self.raised_thumbs, True, "app.problem.night_thumbs")
        if seats:
            for seat in self.raised_thumbs - set(seats):
                self._report_violation("app.problem.night_thumbs", step=step, role=self.seats[seat])
        seats = self._change(step, cue.opens, self.open_eyes, True, "app.problem.night_eyes")
        if cue.kind is CommonCueKind.ALL_OPEN:
            self.woken_seats.update(seats)
        if cue.is_rest:
            self._check_at_rest(step, cue)
        self._check_decks_match(step)
        if cue.kind is not CommonCueKind.ALL_OPEN:
            self._record_sights(cue.kind)
        self._check_hold(step, cue)

    def finish(self) -> SimulationResult:
        ready_seats = self.open_eyes & self.woken_seats - self.raised_thumbs - self.turned_decks
        for seat in sorted((self.present_seats | self.turned_decks) - ready_seats):
            self._report_violation("app.problem.night_dawn", role=self.seats[seat])
        return SimulationResult(
            self.seats, tuple(map(frozenset, self.sights)), tuple(self.violations), self.automa_seat
        )

    def _change(
        self, step: int, roles: Sequence[str], members: set[int], is_member: bool, key: str
    ) -> list[int]:
        """Add or remove the seats of these roles, and return them.

        Doing what is done already, or calling a role that nobody has, is an error in the script.
        """
        holders = self.decks_by_role if members is self.turned_decks else self.seats_by_role
        for role in roles:
            if role not in holders:
                self._report_violation("app.problem.night_absent", step=step, role=role)
        seats = [seat for role in roles for seat in holders.get(role, ())]
        for seat in seats:
            if (seat in members) is is_member:
                self._report_violation(key, step=step, role=self.seats[seat])
            elif is_member:
                members.add(seat)
            else:
                members.discard(seat)
        return seats

    def _check_before_dawn(self, step: int, cue: Cue) -> None:
        """Check that all are asleep before dawn, because some players open their eyes earlier than others."""
        self._check_at_rest(step, cue)
        for seat in sorted(self.turned_decks):
            self._report_violation("app.problem.night_decks", step=step, role=self.seats[seat])

    def _check_at_rest(self, step: int, cue: Cue) -> None:
        for seat in self.open_eyes:
            self._report_violation("app.problem.night_eyes", step=step, role=self.seats[seat])
        for seat in self.raised_thumbs:
            if self.seats[seat] not in cue.thumbs_up:
                self._report_violation("app.problem.night_thumbs", step=step, role=self.seats[seat])

    def _check_decks_match(self, step: int) -> None:
        """Check that all decks are turned or none: a single different deck would reveal its holder."""
        if self.turned_decks:
            for seat in sorted(set(range(len(self.seats))) - self.turned_decks):
                self._report_violation("app.problem.night_decks", step=step, role=self.seats[seat])

    def _record_sights(self, kind: Enum) -> None:
        people_meaning, card_meaning = self.meanings.people.get(kind), self.meanings.bottom_cards.get(kind)
        for seat in self.open_eyes:
            self.sights[seat].update(
                (other, people_meaning) for other in self.open_eyes | self.raised_thumbs if other != seat
            )
            self.sights[seat].update((other, card_meaning) for other in self.turned_decks if other != seat)

    def _check_hold(self, step: int, cue: Cue) -> None:
        if cue.kind is CommonCueKind.ALL_OPEN:
            return
        # Decoys need a pause, too: a missing pause would reveal that nobody needed it.
        if cue.hold is Hold.NONE or (cue.kind in self.meanings.people and cue.hold is not Hold.LOOK):
            self._report_violation("app.problem.night_time", step=step)

    def _report_violation(self, key: str, **args: MessageArg) -> None:
        self.violations.append(error(key, **args))
