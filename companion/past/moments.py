"""Moments of a game, counted in moves: what was noted then, and what somebody thought of the others by then.

A note or a mark is pinned to the number of moves that had been made. Where moves were taken back or changed
since, it stays at its number; one beyond the end of the log stands at its end.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from companion.games.manifest import Manifest

# The mark of somebody who is not marked any more.
UNMARKED: Final = "none"
# What can be thought of anybody, in any game.
_OF_ANYBODY: Final = ("trusted", "doubted", "watched")


@dataclass(frozen=True, slots=True)
class Note:
    """`number` tells the notes of one game apart, `position` is after how many moves it stands, `at` when it
    was written."""

    number: int
    position: int
    text: str
    at: float


@dataclass(frozen=True, slots=True)
class Mark:
    """What somebody thought of a seat after so many moves."""

    seat: int
    position: int
    mark: str


# -- notes --------------------------------------------------------------------------------------------------


def place_of(note: Note | Mark, last: int) -> int:
    """After how many moves it is shown, in a log of so many."""
    return max(0, min(note.position, last))


def notes_at(notes: Iterable[Note], position: int, last: int) -> tuple[Note, ...]:
    return tuple(note for note in notes if place_of(note, last) == position)


def noted(notes: Iterable[Note], last: int) -> tuple[int, ...]:
    """The moments that have notes, in their order."""
    return tuple(sorted({place_of(note, last) for note in notes}))


def next_noted(notes: Iterable[Note], position: int, last: int) -> int | None:
    """The next moment with a note; after the last of them the first again. None if there is no other."""
    places = noted(notes, last)
    following = next((place for place in places if place > position), places[0] if places else position)
    return None if following == position else following


# -- marks --------------------------------------------------------------------------------------------------


def marks_for(game: Manifest) -> tuple[str, ...]:
    """What can be thought of somebody at this game: in any game, and in this one."""
    own = game.find("past", "marks")
    return (*_OF_ANYBODY, *(() if own is None else own.MARKS))


def marks_at(marks: Sequence[Mark], position: int, last: int) -> Mapping[int, str]:
    """What is thought of each seat then: for each the latest up to that moment."""
    found: dict[int, str] = {}
    for mark in sorted(marks, key=lambda mark: mark.position):
        if place_of(mark, last) <= position:
            found[mark.seat] = mark.mark
    return {seat: mark for seat, mark in found.items() if mark != UNMARKED}


def thoughts_of(marks: Sequence[Mark], seat: int, last: int) -> tuple[tuple[int, str], ...]:
    """All that was ever thought of a seat: after how many moves, and what."""
    theirs = sorted((mark for mark in marks if mark.seat == seat), key=lambda mark: mark.position)
    return tuple((place_of(mark, last), mark.mark) for mark in theirs)


# -- time ---------------------------------------------------------------------------------------------------


def minutes_between(started: float, at: float) -> int | None:
    """Whole minutes from the start of a game to a move; None where the clock was set back in between."""
    return int((at - started) // 60) if at >= started else None
