"""Ballots on teams, of votes with known voters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.avalon.state import Move, State, Vote
from companion.games.text import Ballot


def list_ballots(states: Sequence[State], moves: Sequence[Move]) -> Iterator[Ballot]:
    vote_number = 0
    for before, move in zip(states, moves, strict=False):
        if not isinstance(move, Vote):
            continue
        vote_number += 1
        if move.approve is None:
            continue
        result = "approved" if before.is_approved_by(len(move.approve)) else "rejected"
        for seat in range(len(before.setup.players)):
            choice = "approve" if seat in move.approve else "reject"
            yield Ballot(vote_number, before.round, seat, tuple(before.team), choice, result=result)
