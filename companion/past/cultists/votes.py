"""Ballots of elimination votes, where it is known who pointed at whom."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from companion.games.cultists.moves import Move, Vote
from companion.games.cultists.state import State
from companion.games.text import Ballot


def list_ballots(states: Sequence[State], moves: Sequence[Move]) -> Iterator[Ballot]:
    vote_number = 0
    for (before, after), move in zip(pairwise(states), moves, strict=True):
        if not isinstance(move, Vote) or after.vote is None:
            continue
        vote_number += 1
        if after.vote.ballots is None:
            continue
        result = "nobody" if after.vote.eliminated is None else "voted_out"
        subject_seats = () if after.vote.eliminated is None else (after.vote.eliminated,)
        for seat, target in enumerate(after.vote.ballots[: len(before.setup.players)]):
            choice = "abstain" if target is None else ""
            yield Ballot(vote_number, before.round, seat, subject_seats, choice, target, result)
