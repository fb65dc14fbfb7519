"""A second reckoning of a mission, written from the rules alone: what bank, keys and grid come to.

It knows nothing of `play`, asks for no permission and is told only moves that were accepted.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from companion.games.duet.setup import Setup, Side
from companion.games.duet.state import Agent, Assassin, Bystander, IllegalClue, Move, NextClue, SideDone, Stop


@dataclass
class Ledger:
    """`spent` are tokens by what they went for. `marks` are the sides that met a bystander, by places;
    `unpaid` are those of them that no token lies there for, `stacked` those that two do."""

    setup: Setup
    bystanders: int = 0
    checks: int = 0
    giver: Side = Side.A
    done: Side | None = None
    agents: int = 0
    right: int = 0
    sudden_death: bool = False
    over: bool = False
    spent: dict[str, int] = field(default_factory=lambda: dict.fromkeys(("stop", "met", "fine", "win"), 0))
    keys: list[int] = field(default_factory=lambda: [0, 0])
    found: dict[int, Side | None] = field(default_factory=dict)
    marks: dict[int, list[Side]] = field(default_factory=dict)
    unpaid: int = 0
    stacked: int = 0

    @property
    def left(self) -> int:
        return self.bystanders + self.checks

    def _take_check(self, what: str) -> None:
        """A check if there is one, else a bystander token that is turned over; nothing from an empty bank."""
        if self.checks:
            self.checks -= 1
        elif self.bystanders:
            self.bystanders -= 1
        else:
            return
        self.spent[what] += 1

    def _end_turn(self) -> None:
        self.right = 0
        if not self.left:
            self.sudden_death = True
        elif self.done is None:
            self.giver = Side(1 - self.giver)
        else:
            self.giver = Side(1 - self.done)

    def _end_an_idle_turn(self) -> None:
        """Nothing is left to find and nothing to be earned by stopping."""
        if not self.sudden_death and not self.left and self.right and self.done == self.giver:
            self._end_turn()

    def _key(self, place: int | None) -> Side | None:
        """Whose key a guess is about: that of the clue; in sudden death as far as it can be told."""
        if not self.sudden_death:
            return self.giver
        guessing = [Side.A, Side.B] if self.done is None else [self.done]
        if place is not None:
            guessing = [side for side in guessing if side not in self.marks.get(place, [])]
        return Side(1 - guessing[0]) if len(guessing) == 1 else None

    def play(self, move: Move) -> None:
        match move:
            case Agent(place):
                self._agent(place)
            case Bystander(place):
                self._bystander(place)
            case Assassin():
                self.over = True
            case Stop():
                self._take_check("stop")
                self._end_turn()
            case IllegalClue(token):
                if token is not None and token.value == "bystander":
                    self.bystanders -= 1
                    self.spent["fine"] += 1
                else:
                    self._take_check("fine")
                self._end_an_idle_turn()
            case SideDone(side):
                self.done = side
                if not self.right:
                    self.giver = Side(1 - side)
                self._end_an_idle_turn()
            case NextClue(side):
                self.giver = side

    def _agent(self, place: int | None) -> None:
        key = self._key(place)
        self.agents += 1
        self.right += 1
        if key is not None:
            self.keys[key] += 1
        if place is not None:
            self.found[place] = key
        if self.agents == 15:
            self._take_check("win")
            self.over = True
        elif self.setup.keeps is not None and self.done is None and 9 in self.keys:
            self.done = Side(self.keys.index(9))
            self._end_an_idle_turn()

    def _bystander(self, place: int | None) -> None:
        key = self._key(place)
        if place is not None and key is not None:
            self.marks.setdefault(place, []).append(Side(1 - key))
        if self.sudden_death:
            self.over = True
            self.unpaid += key is not None
        elif not self.left:
            self.unpaid += 1
            self._end_turn()
        elif self.bystanders:
            self.bystanders -= 1
            self.spent["met"] += 1
            self._end_turn()
        elif self.checks >= 2:
            self.checks -= 2
            self.spent["met"] += 2
            self.stacked += 1
            self._end_turn()
        else:
            self.unpaid += 1
            self.over = True


def play_reference(setup: Setup, moves: Iterable[Move]) -> Ledger:
    bystanders = setup.tokens if setup.mistakes is None else setup.mistakes
    ledger = Ledger(setup, bystanders, setup.tokens - bystanders, setup.first)
    for move in moves:
        ledger.play(move)
    return ledger
