"""The score table of Silver, a line for each round and a cell for each seat; edits of a round."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.core.game import IllegalMove, ProblemError
from companion.core.serialization import decode
from companion.core.session import AnySession
from companion.games.silver.drafts import RoundDraft, draft_from_move, has_valid_seats
from companion.games.silver.rules import MISSED_CALL_POINTS, apply, leading_seats, ranks
from companion.games.silver.state import RoundResult, ScoreReason, State

# Marks a total that was halved.
_HALF = "½"
_NOTHING = "–"

Digits = Callable[[int], str]


@dataclass(frozen=True, slots=True)
class Cell:
    """A score with its annotations; `is_being_typed`: this village is being entered."""

    text: str
    is_caller: bool = False
    is_missed_call: bool = False
    is_kamikaze: bool = False
    has_amulet: bool = False
    annotation: str = ""
    is_being_typed: bool = False

    @property
    def is_open(self) -> bool:
        return self.text == _NOTHING


@dataclass(frozen=True, slots=True)
class RoundLine:
    round: int
    cells: tuple[Cell, ...]
    is_current: bool = False


@dataclass(frozen=True, slots=True)
class Totals:
    texts: tuple[str, ...]
    ranks: tuple[int, ...]
    leaders: frozenset[int]


def played_line(number: int, result: RoundResult, digits: Digits) -> RoundLine:
    return RoundLine(number, tuple(_make_cell(result, seat, digits) for seat in range(len(result.scores))))


def draft_line(number: int, draft: RoundDraft, digits: Digits, *, typing: bool) -> RoundLine:
    """Return the line of the current round; scores follow once all villages are entered."""

    def cell(seat: int) -> Cell:
        total = draft.villages[seat].total
        return Cell(
            _NOTHING if total is None else digits(total),
            is_caller=draft.caller == seat,
            is_kamikaze=draft.kamikaze == seat,
            is_being_typed=typing and draft.seat == seat,
        )

    return RoundLine(number, tuple(cell(seat) for seat in range(len(draft.villages))), is_current=True)


def make_totals(state: State, draft: RoundDraft | None, digits: Digits) -> Totals:
    """Return the totals including the current input, with their ranks."""
    preview = None if draft is None else _preview_totals(state, draft)
    typed = [0] * len(state.totals) if draft is None else [v.total or 0 for v in draft.villages]
    added = tuple(total + more for total, more in zip(state.totals, typed, strict=True))
    displayed = added if preview is None else preview
    has_totals = bool(state.results) or preview is not None
    places = ranks(displayed) if has_totals else ()
    leaders = frozenset(leading_seats(displayed) if has_totals else ())
    return Totals(tuple(map(digits, displayed)), places, leaders)


def _preview_totals(state: State, draft: RoundDraft) -> tuple[int, ...] | None:
    """Return the totals after the drafted round, None if it is incomplete or illegal."""
    if not draft.is_complete or state.outcome is not None:
        return None
    try:
        return apply(state, draft.move).totals
    except IllegalMove:
        return None


def _make_cell(result: RoundResult, seat: int, digits: Digits) -> Cell:
    why = result.why[seat]
    is_missed_call = why is ScoreReason.CALLER_BEATEN
    plus = f"+{digits(MISSED_CALL_POINTS)}" if is_missed_call else ""
    return Cell(
        digits(result.scores[seat]),
        is_caller=result.caller == seat,
        is_missed_call=is_missed_call,
        is_kamikaze=why is ScoreReason.KAMIKAZE,
        has_amulet=result.amulet == seat,
        annotation=plus or (_HALF if seat in result.resets else ""),
    )


@dataclass(frozen=True, slots=True)
class EntryEdit:
    """Edit of the move of index `number`; `asking` while the caller is being entered again."""

    number: int
    draft: RoundDraft
    removed: bool = False
    asking: bool = False


def start_edit(session: AnySession, move_index: int, seat: int) -> EntryEdit:
    """Return an edit of the recorded round, with this seat to be entered first."""
    return EntryEdit(
        move_index, draft_from_move(session.moves[move_index], len(session.setup.players)).with_seat(seat)
    )


def restore_saved(session: AnySession, saved: Mapping[str, Any]) -> EntryEdit | None:
    """Decode a saved edit; None if it is invalid or its round no longer exists."""
    try:
        edit = decode(EntryEdit, saved)
    except ProblemError:
        return None
    fits = edit.number in range(len(session.moves)) and has_valid_seats(session, edit.draft)
    return edit if fits else None
