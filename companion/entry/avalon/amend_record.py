"""Saved form of an edit of Avalon, so that it survives closing the app."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.core.game import ProblemError
from companion.core.serialization import decode, decode_move, encode_move
from companion.entry.avalon.amend import EntryEdit, start_edit, start_missing_proposal
from companion.entry.avalon.log import HistoryEntry
from companion.games.avalon.play import GAME
from companion.games.avalon.state import QUESTS, Move


@dataclass(frozen=True, slots=True)
class EditRecord:
    """An `EntryEdit` in stored form.

    `entry` is its index in the history, and `new` is True if it is a missing entry before that one.
    """

    entry: int
    new: bool
    quest: int | None
    team: tuple[int, ...]
    excalibur: int | None
    against: tuple[int, ...]
    outright: bool | None
    fails: int
    struck: int | None
    others: tuple[Mapping[str, Any] | None, ...]
    removed: bool


def to_edit_record(entry_index: int, edit: EntryEdit) -> EditRecord:
    team = edit.team
    return EditRecord(
        entry_index,
        edit.is_new,
        team.quest,
        team.team,
        team.excalibur,
        tuple(sorted(edit.votes.refusing)),
        edit.result_only,
        edit.fails,
        edit.excalibur_target,
        tuple(None if move is None else encode_move(GAME, move) for move in edit.others),
        edit.is_removed,
    )


def restore_saved(entries: Sequence[HistoryEntry], saved: Mapping[str, Any]) -> tuple[int, EntryEdit] | None:
    """Decode a saved edit and its entry index; None if it is invalid or does not fit the history."""
    try:
        record = decode(EditRecord, saved)
        others = tuple(None if move is None else decode_move(GAME, move) for move in record.others)
    except ProblemError:
        return None
    entry_index = record.entry
    if entry_index not in range(len(entries)):
        return None
    entry = entries[entry_index]
    before = (
        start_missing_proposal(entry)
        if record.new
        else start_edit(entry, has_next_proposal=entry_index + 1 < len(entries))
    )
    if not _is_valid(before, record, others):
        return None
    team = replace(before.team, quest=record.quest, team=record.team, excalibur=record.excalibur)
    return entry_index, replace(
        before,
        team=team,
        votes=replace(before.votes, refusing=frozenset(record.against)),
        result_only=record.outright,
        fails=record.fails,
        excalibur_target=record.struck,
        others=others,
        is_removed=record.removed,
    )


def _is_valid(before: EntryEdit, record: EditRecord, others: tuple[Move | None, ...]) -> bool:
    """Validate a saved edit, which may come from a damaged file.

    Invalid seats would cause errors later.
    """
    seats = range(len(before.team.state.setup.players))
    stored_seats = (*record.team, *record.against, record.excalibur, record.struck)
    recorded = [type(step.move) for step in before.entry.others]
    return (
        all(seat is None or seat in seats for seat in stored_seats)
        and (record.quest is None or record.quest in range(1, QUESTS + 1))
        and record.fails in range(len(seats) + 1)
        and len(others) == len(recorded)
        and all(move is None or type(move) is kind for move, kind in zip(others, recorded, strict=True))
    )
