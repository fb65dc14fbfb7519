"""Moments of a game, counted in moves: what was noted then, and what somebody thought of the others by then.

A note or a mark is pinned to the number of moves that had been made. Where moves were taken back or changed
since, it stays at its number; one beyond the end of the log stands at its end.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from companion.core.definition import GameDefinition

# The mark of somebody who is not marked any more.
NO_MARK: Final = "none"
# What can be thought of anybody, in any game.
_COMMON_MARKS: Final = ("trusted", "doubted", "watched")


@dataclass(frozen=True, slots=True)
class Note:
    """`note_id` tells the notes of one game apart, `move_count` is after how many moves it stands,
    `written_at` when it was written."""

    note_id: int
    move_count: int
    text: str
    written_at: float


@dataclass(frozen=True, slots=True)
class Mark:
    """What somebody thought of a seat after so many moves."""

    seat: int
    move_count: int
    mark: str


# -- notes --------------------------------------------------------------------------------------------------


def clamp_move_count(note: Note | Mark, total_moves: int) -> int:
    """After how many moves it is shown, in a log of so many."""
    return max(0, min(note.move_count, total_moves))


def find_notes_at(notes: Iterable[Note], move_count: int, total_moves: int) -> tuple[Note, ...]:
    return tuple(note for note in notes if clamp_move_count(note, total_moves) == move_count)


def list_noted_moves(notes: Iterable[Note], total_moves: int) -> tuple[int, ...]:
    """The moments that have notes, in their order."""
    return tuple(sorted({clamp_move_count(note, total_moves) for note in notes}))


def find_next_noted(notes: Iterable[Note], move_count: int, total_moves: int) -> int | None:
    """The next moment with a note; after the last of them the first again. None if there is no other."""
    move_counts = list_noted_moves(notes, total_moves)
    next_count = next(
        (later for later in move_counts if later > move_count), move_counts[0] if move_counts else move_count
    )
    return None if next_count == move_count else next_count


# -- marks --------------------------------------------------------------------------------------------------


def list_marks(game: GameDefinition) -> tuple[str, ...]:
    """What can be thought of somebody at this game: in any game, and in this one."""
    module = game.find_part("past", "marks")
    return (*_COMMON_MARKS, *(() if module is None else module.MARKS))


def find_marks_at(marks: Sequence[Mark], move_count: int, total_moves: int) -> Mapping[int, str]:
    """What is thought of each seat then: for each the latest up to that moment."""
    by_seat: dict[int, str] = {}
    for mark in sorted(marks, key=lambda mark: mark.move_count):
        if clamp_move_count(mark, total_moves) <= move_count:
            by_seat[mark.seat] = mark.mark
    return {seat: mark for seat, mark in by_seat.items() if mark != NO_MARK}


def list_mark_history(marks: Sequence[Mark], seat: int, total_moves: int) -> tuple[tuple[int, str], ...]:
    """All that was ever thought of a seat: after how many moves, and what."""
    seat_marks = sorted((mark for mark in marks if mark.seat == seat), key=lambda mark: mark.move_count)
    return tuple((clamp_move_count(mark, total_moves), mark.mark) for mark in seat_marks)


# -- time ---------------------------------------------------------------------------------------------------


def minutes_between(started: float, time: float) -> int | None:
    """Whole minutes from the start of a game to a move; None where the clock was set back in between."""
    return int((time - started) // 60) if time >= started else None
