"""Edit of a step or phase of Among Cultists, with its saved form, so that it survives closing the app."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.core.game import ProblemError
from companion.core.serialization import decode, decode_move, encode_move
from companion.entry.cultists.log import PhaseLog, RoundLog, Step
from companion.games.cultists.moves import Move
from companion.games.cultists.play import GAME


@dataclass(frozen=True, slots=True)
class EntryEdit:
    """Replacement `moves` for a step (none if `is_removed`), or missing moves to add to a phase.

    `voter` is the seat whose vote is being entered, if one of the moves is a vote.
    """

    place: Step | PhaseLog
    moves: tuple[Move, ...]
    is_removed: bool = False
    voter: int = 0


def start_edit(place: Step | PhaseLog) -> EntryEdit:
    """Return an edit without changes."""
    return EntryEdit(place, () if isinstance(place, PhaseLog) else (place.move,))


@dataclass(frozen=True, slots=True)
class EditRecord:
    """An `EntryEdit` in stored form.

    `part` is the index of the phase in the game, `step` the move index of a step in it.
    """

    part: int
    step: int | None
    moves: tuple[Mapping[str, Any], ...]
    removed: bool
    voter: int


def to_edit_record(rounds: Sequence[RoundLog], edit: EntryEdit) -> EditRecord:
    place = edit.place
    step = None if isinstance(place, PhaseLog) else place.move_index
    part_indexes = (
        index
        for index, part in enumerate(_all_parts(rounds))
        if place is part or _find_step(part, step) is not None
    )
    moves = tuple(encode_move(GAME, move) for move in edit.moves)
    return EditRecord(next(part_indexes), step, moves, edit.is_removed, edit.voter)


def restore_saved(rounds: Sequence[RoundLog], saved: Mapping[str, Any]) -> EntryEdit | None:
    """Decode a saved edit; None if it is invalid or does not fit the history."""
    try:
        record = decode(EditRecord, saved)
        moves = tuple(decode_move(GAME, move) for move in record.moves)
    except ProblemError:
        return None
    parts = _all_parts(rounds)
    if record.part not in range(len(parts)):
        return None
    part = parts[record.part]
    place = part if record.step is None else _find_step(part, record.step)
    voters = range(len(part.first_state.setup.players))
    if place is None or record.voter not in voters:
        return None
    return EntryEdit(place, moves, record.removed, record.voter)


def _find_step(part: PhaseLog, move_index: int | None) -> Step | None:
    return next((step for step in part.steps if step.move_index == move_index), None)


def _all_parts(rounds: Sequence[RoundLog]) -> list[PhaseLog]:
    return [part for round_log in rounds for part in round_log.phases]
