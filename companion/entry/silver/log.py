"""The table of rounds as it is shown: a line for each round, a cell for each seat. No Kivy here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.entry.silver.draft import RoundDraft
from companion.games.game import IllegalMove
from companion.games.silver.outlook import ranks
from companion.games.silver.play import apply
from companion.games.silver.scoring import MISSED_CALL
from companion.games.silver.state import Result, State, Why

# A total that was cut in half.
_HALF = "½"
_NOTHING = "–"

Digits = Callable[[int], str]


@dataclass(frozen=True, slots=True)
class Cell:
    """A score with what there is to say of it; `typed`: this village is being entered."""

    words: str
    caller: bool = False
    missed: bool = False
    kamikaze: bool = False
    amulet: bool = False
    note: str = ""
    typed: bool = False

    @property
    def open(self) -> bool:
        return self.words == _NOTHING


@dataclass(frozen=True, slots=True)
class Line:
    round: int
    cells: tuple[Cell, ...]
    now: bool = False


@dataclass(frozen=True, slots=True)
class Totals:
    words: tuple[str, ...]
    places: tuple[int, ...]
    leaders: frozenset[int]


def played_line(number: int, result: Result, digits: Digits) -> Line:
    return Line(number, tuple(_cell(result, seat, digits) for seat in range(len(result.scores))))


def draft_line(number: int, draft: RoundDraft, digits: Digits, *, typing: bool) -> Line:
    """The round that is typed now; the scores follow when all villages are known."""

    def cell(seat: int) -> Cell:
        total = draft.villages[seat].total
        return Cell(
            _NOTHING if total is None else digits(total),
            caller=draft.caller == seat,
            kamikaze=draft.kamikaze == seat,
            typed=typing and draft.seat == seat,
        )

    return Line(number, tuple(cell(seat) for seat in range(len(draft.villages))), now=True)


def totals(state: State, draft: RoundDraft | None, digits: Digits) -> Totals:
    """The totals with what is typed so far, and the places that these totals have."""
    foreseen = None if draft is None else _foreseen(state, draft)
    typed = [0] * len(state.totals) if draft is None else [v.total or 0 for v in draft.villages]
    added = tuple(total + more for total, more in zip(state.totals, typed, strict=True))
    shown = added if foreseen is None else foreseen
    known = bool(state.results) or foreseen is not None
    places = ranks(shown) if known else ()
    leaders = frozenset(seat for seat, place in enumerate(places) if place == 1)
    return Totals(tuple(map(digits, shown)), places, leaders)


def _foreseen(state: State, draft: RoundDraft) -> tuple[int, ...] | None:
    """The totals that the round as typed leads to, once it is complete and stands."""
    if not draft.complete or state.outcome is not None:
        return None
    try:
        return apply(state, draft.move).totals
    except IllegalMove:
        return None


def _cell(result: Result, seat: int, digits: Digits) -> Cell:
    why = result.why[seat]
    missed = why is Why.CALLER_BEATEN
    plus = f"+{digits(MISSED_CALL)}" if missed else ""
    return Cell(
        digits(result.scores[seat]),
        caller=result.caller == seat,
        missed=missed,
        kamikaze=why is Why.KAMIKAZE,
        amulet=result.amulet == seat,
        note=plus or (_HALF if seat in result.resets else ""),
    )
