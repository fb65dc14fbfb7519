"""The questions of one page to many games, each asked once, and figures made of the answers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property

from companion.past.figures import Figure, Form
from companion.past.numbers import Ended, Numbers, PersonSum, Played, Sum
from companion.past.which import Having, SeatedAs, Which


class Asked:
    """The games of a page: `which`, and what they come to."""

    def __init__(self, numbers: Numbers, which: Which, facts: Sequence[str] = ()) -> None:
        """`facts` are those of the table that it will ask for: of all others nothing is read."""
        self.numbers = numbers
        self.which = which
        self._facts = facts
        self.games = numbers.games(which)

    @property
    def all(self) -> Figure:
        return Figure("games", Form.COUNT, self.games, self.games, self.games, self.which)

    @cached_property
    def names(self) -> dict[str, str]:
        return self.numbers.names()

    @cached_property
    def _sums(self) -> dict[str, list[Sum]]:
        found: dict[str, list[Sum]] = {}
        for one in self.numbers.sums(self.which, *self._facts):
            found.setdefault(one.fact, []).append(one)
        return found

    @cached_property
    def places(self) -> dict[str, list[Played]]:
        """What everybody played, by side."""
        found: dict[str, list[Played]] = {}
        for one in self.numbers.people(self.which):
            found.setdefault(one.person, []).append(one)
        return found

    def with_(self, *having: Having) -> Which:
        return replace(self.which, having=(*self.which.having, *having))

    def seated(self, *seated: SeatedAs) -> Which:
        return replace(self.which, seated=(*self.which.seated, *seated))

    # -- facts of the table --

    def parts(self, fact: str, form: Form = Form.RATE) -> list[Figure]:
        """A fact by its parts, those of most games first."""
        found = sorted(self._sums.get(fact, ()), key=lambda one: (-one.games, one.part))
        return [self._of_table(one, form) for one in found]

    def fact(self, fact: str, form: Form = Form.RATE) -> Figure | None:
        """One that has no parts."""
        found = self._sums.get(fact)
        return self._of_table(found[0], form) if found else None

    def _of_table(self, one: Sum, form: Form) -> Figure:
        which = self.with_(Having(one.fact, one.part))
        return Figure(one.fact, form, one.times, one.of, one.games, which, part=one.part)

    # -- facts of people --

    def of_people(self, *facts: str) -> dict[tuple[str, str], PersonSum]:
        """By person and fact."""
        return {(one.person, one.fact): one for one in self.numbers.sums_of_people(self.which, *facts)}

    def did(self, one: PersonSum | None, form: Form = Form.RATE) -> Figure | None:
        if one is None:
            return None
        which = self.with_(Having(one.fact, person=one.person))
        return Figure(one.fact, form, one.times, one.of, one.games, which, person=one.person)

    # -- who played and won --

    @cached_property
    def played(self) -> list[str]:
        """Everybody, those first who won most, then who played least for it; last by name."""
        won = {person: sum(one.won for one in places) for person, places in self.places.items()}
        games = {person: sum(one.games for one in places) for person, places in self.places.items()}
        return sorted(self.places, key=lambda person: (-won[person], games[person], person))

    def seats_of(self, person: str) -> Figure:
        """How many games somebody played."""
        games = sum(one.games for one in self.places[person])
        which = self.seated(SeatedAs(person))
        return Figure("played", Form.COUNT, games, games, games, which, person=person)

    def wins_of(self, person: str) -> Figure | None:
        """Of the games that tell how it ended for them."""
        return self._won(person, self.places[person])

    def wins_on(self, person: str, side: str) -> Figure | None:
        return self._won(person, [one for one in self.places[person] if one.side == side], side)

    def _won(self, person: str, places: Iterable[Played], side: str = "") -> Figure | None:
        places = tuple(places)
        told, won = sum(one.told for one in places), sum(one.won for one in places)
        if not told:
            return None
        which = self.seated(SeatedAs(person, side=side, told=True))
        return Figure("won", Form.RATE, won, told, told, which, part=side, person=person)

    def wins_as(self, person: str, role: Played) -> Figure:
        """`role` stands in the place of the side."""
        which = self.seated(SeatedAs(person, role=role.side, told=True))
        return Figure("role", Form.RATE, role.won, role.told, role.told, which, part=role.side, person=person)

    # -- how games ended --

    def won_by(self, side: str) -> Figure:
        games = sum(one.games for one in self._ends if one.winner == side)
        return Figure(
            "side", Form.RATE, games, self.games, self.games, replace(self.which, winner=side), part=side
        )

    def ways_of(self, side: str) -> list[Figure]:
        """The ways in which a side won, most first."""
        return [
            Figure(
                "way", Form.COUNT, one.games, self.games, self.games,
                replace(self.which, winner=one.winner, reason=one.reason), part=one.reason,
            )
            for one in self._ends
            if one.winner == side
        ]  # fmt: skip

    @cached_property
    def _ends(self) -> tuple[Ended, ...]:
        return self.numbers.ends(self.which)
