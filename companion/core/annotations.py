"""Notes and notepad marks, pinned to a move count of a game.

They stay at their move count when moves are undone or edited; one beyond the end of the log is shown at its
end.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from companion.core.definition import GameDefinition

# Stored when a mark is removed from a seat.
NO_MARK: Final = "none"
# Marks that are available in every game.
_COMMON_MARKS: Final = ("trusted", "doubted", "watched")


@dataclass(frozen=True, slots=True)
class Note:
    """A note of the user. `note_id` is unique within a game, `move_count` is the number of moves made before
    it, and `written_at` is the time of writing."""

    note_id: int
    move_count: int
    text: str
    written_at: float


@dataclass(frozen=True, slots=True)
class Mark:
    """A notepad mark of a seat, set after `move_count` moves."""

    seat: int
    move_count: int
    mark: str


# -- notes --------------------------------------------------------------------------------------------------


def clamp_move_count(note: Note | Mark, total_moves: int) -> int:
    """Return the move count at which a note or mark is shown in a log of `total_moves` moves."""
    return max(0, min(note.move_count, total_moves))


def find_notes_at(notes: Iterable[Note], move_count: int, total_moves: int) -> tuple[Note, ...]:
    return tuple(note for note in notes if clamp_move_count(note, total_moves) == move_count)


def list_noted_moves(notes: Iterable[Note], total_moves: int) -> tuple[int, ...]:
    """Return the move counts that have notes, in ascending order."""
    return tuple(sorted({clamp_move_count(note, total_moves) for note in notes}))


def find_next_noted(notes: Iterable[Note], move_count: int, total_moves: int) -> int | None:
    """Return the next move count with a note, wrapping round to the first; None if there is no other."""
    move_counts = list_noted_moves(notes, total_moves)
    next_count = next(
        (later for later in move_counts if later > move_count), move_counts[0] if move_counts else move_count
    )
    return None if next_count == move_count else next_count


# -- marks --------------------------------------------------------------------------------------------------


def list_marks(game: GameDefinition) -> tuple[str, ...]:
    """Return the marks for this game: the common ones and its own."""
    return (*_COMMON_MARKS, *game.marks)


def find_marks_at(marks: Sequence[Mark], move_count: int, total_moves: int) -> Mapping[int, str]:
    """Return the mark of each seat at a move count: the latest one set up to it."""
    by_seat: dict[int, str] = {}
    for mark in sorted(marks, key=lambda mark: mark.move_count):
        if clamp_move_count(mark, total_moves) <= move_count:
            by_seat[mark.seat] = mark.mark
    return {seat: mark for seat, mark in by_seat.items() if mark != NO_MARK}


def list_mark_history(marks: Sequence[Mark], seat: int, total_moves: int) -> tuple[tuple[int, str], ...]:
    """Return all marks ever set for a seat, as pairs of move count and mark."""
    seat_marks = sorted((mark for mark in marks if mark.seat == seat), key=lambda mark: mark.move_count)
    return tuple((clamp_move_count(mark, total_moves), mark.mark) for mark in seat_marks)


# -- time ---------------------------------------------------------------------------------------------------


def minutes_between(started: float, time: float) -> int | None:
    """Return the whole minutes from the start of a game to a move, or None if the clock was set back."""
    return int((time - started) // 60) if time >= started else None
