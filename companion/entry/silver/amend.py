"""A round of the past while it is being changed, as it is kept: it outlives its screen and the app."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.entry.silver.draft import RoundDraft, draft_of
from companion.entry.silver.draft_record import seats_fit
from companion.games.game import ProblemError
from companion.games.records import decode
from companion.table import AnyTable


@dataclass(frozen=True, slots=True)
class Amendment:
    """What the move of this `number` should have been; `asking`: who called is being told anew."""

    number: int
    draft: RoundDraft
    removed: bool = False
    asking: bool = False


def amend(table: AnyTable, number: int, seat: int) -> Amendment:
    """The round as it was recorded, this seat to be typed next."""
    return Amendment(number, draft_of(table.moves[number], len(table.setup.players)).at(seat))


def as_left(table: AnyTable, kept: Mapping[str, Any]) -> Amendment | None:
    """What was being changed at this table, if it can be read and is still there to be changed."""
    try:
        amendment = decode(Amendment, kept)
    except ProblemError:
        return None
    fits = amendment.number in range(len(table.moves)) and seats_fit(table, amendment.draft)
    return amendment if fits else None
