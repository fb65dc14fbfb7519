"""Who voted how, as far as it was told by name. Each game that has votes says so in its own
`votes(states, moves)`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from companion.games.manifest import Manifest


@dataclass(frozen=True, slots=True)
class Ballot:
    """The vote of a seat: `number` counts the votes of the game, `about` are the seats it was about, `choice`
    is a word, or `against` the seat it went to. `passed` is what all of them came to."""

    number: int
    round: int
    seat: int
    about: tuple[int, ...] = ()
    choice: str = ""
    against: int | None = None
    passed: str = ""


VotesOf = Callable[[Sequence[Any], Sequence[Any]], Iterator[Ballot]]


def votes_of(game: Manifest) -> VotesOf:
    told = game.find("past", "votes")
    return (lambda _states, _moves: iter(())) if told is None else told.votes
