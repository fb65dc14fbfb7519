"""Who voted how, as far as it was told by name. Each game that has votes says so in its own
`votes(states, moves)`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from companion.games.manifest import GameDefinition


@dataclass(frozen=True, slots=True)
class Ballot:
    """The vote of a seat: `vote_number` counts the votes of the game, `subject_seats` are the seats it was
    about, `choice` is a word, or `target_seat` the seat it went to. `result` is what all of them came
    to."""

    vote_number: int
    round: int
    seat: int
    subject_seats: tuple[int, ...] = ()
    choice: str = ""
    target_seat: int | None = None
    result: str = ""


BallotsFunction = Callable[[Sequence[Any], Sequence[Any]], Iterator[Ballot]]


def find_ballots_function(game: GameDefinition) -> BallotsFunction:
    module = game.find_part("past", "votes")
    return (lambda _states, _moves: iter(())) if module is None else module.list_ballots
