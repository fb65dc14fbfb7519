"""A change of the past in the making, as it is kept: it outlives the app."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.entry.cultists.log import Part, Round, Step
from companion.games.cultists.moves import Move
from companion.games.cultists.play import GAME
from companion.games.game import ProblemError
from companion.games.records import decode, decode_move, encode_move


@dataclass(frozen=True, slots=True)
class Amendment:
    """`moves` in the place of a step, none of them if it is `removed`, or forgotten in a phase.

    `voter` is whose vote is being told, where one of them is a vote.
    """

    place: Step | Part
    moves: tuple[Move, ...]
    removed: bool = False
    voter: int = 0


def amend(place: Step | Part) -> Amendment:
    """Nothing changed yet, nothing added."""
    return Amendment(place, () if isinstance(place, Part) else (place.move,))


@dataclass(frozen=True, slots=True)
class AmendRecord:
    """The place is a phase, counted from the first of the game, or a step in it by its number in the log."""

    part: int
    step: int | None
    moves: tuple[Mapping[str, Any], ...]
    removed: bool
    voter: int


def record_of(rounds: Sequence[Round], amendment: Amendment) -> AmendRecord:
    place = amendment.place
    step = None if isinstance(place, Part) else place.number
    held = (at for at, part in enumerate(_parts(rounds)) if place is part or _step(part, step) is not None)
    moves = tuple(encode_move(GAME, move) for move in amendment.moves)
    return AmendRecord(next(held), step, moves, amendment.removed, amendment.voter)


def as_left(rounds: Sequence[Round], kept: Mapping[str, Any]) -> Amendment | None:
    """What was being changed in this history, if it can be read and fits there."""
    try:
        record = decode(AmendRecord, kept)
        moves = tuple(decode_move(GAME, move) for move in record.moves)
    except ProblemError:
        return None
    parts = _parts(rounds)
    if record.part not in range(len(parts)):
        return None
    part = parts[record.part]
    place = part if record.step is None else _step(part, record.step)
    voters = range(len(part.first.setup.players))
    if place is None or record.voter not in voters:
        return None
    return Amendment(place, moves, record.removed, record.voter)


def _step(part: Part, number: int | None) -> Step | None:
    return next((step for step in part.steps if step.number == number), None)


def _parts(rounds: Sequence[Round]) -> list[Part]:
    return [part for found in rounds for part in found.parts]
