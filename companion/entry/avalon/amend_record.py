"""An entry of the past while it is being changed, as it is kept: it outlives the app."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.entry.avalon.amend import Amendment, amend, forgotten_before
from companion.entry.avalon.log import Entry
from companion.games.avalon.moves import Move
from companion.games.avalon.play import GAME
from companion.games.avalon.state import QUESTS
from companion.games.game import ProblemError
from companion.games.records import decode, decode_move, encode_move


@dataclass(frozen=True, slots=True)
class AmendRecord:
    """`entry` is its number in the history, and `new` says that it was forgotten before that one; the rest is
    what can be changed of an `Amendment`."""

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


def record_of(number: int, amendment: Amendment) -> AmendRecord:
    team = amendment.team
    return AmendRecord(
        number,
        amendment.new,
        team.quest,
        team.team,
        team.excalibur,
        tuple(sorted(amendment.votes.against)),
        amendment.outright,
        amendment.fails,
        amendment.struck,
        tuple(None if move is None else encode_move(GAME, move) for move in amendment.others),
        amendment.removed,
    )


def as_left(entries: Sequence[Entry], kept: Mapping[str, Any]) -> tuple[int, Amendment] | None:
    """What was being changed in this history and of which entry, if it can be read and fits there."""
    try:
        record = decode(AmendRecord, kept)
        others = tuple(None if move is None else decode_move(GAME, move) for move in record.others)
    except ProblemError:
        return None
    number = record.entry
    if number not in range(len(entries)):
        return None
    entry = entries[number]
    before = forgotten_before(entry) if record.new else amend(entry, goes_on=number + 1 < len(entries))
    if not _fits(before, record, others):
        return None
    team = replace(before.team, quest=record.quest, team=record.team, excalibur=record.excalibur)
    return number, replace(
        before,
        team=team,
        votes=replace(before.votes, against=frozenset(record.against)),
        outright=record.outright,
        fails=record.fails,
        struck=record.struck,
        others=others,
        removed=record.removed,
    )


def _fits(before: Amendment, record: AmendRecord, others: tuple[Move | None, ...]) -> bool:
    """A record may come from a damaged file; a seat that nobody has would be met later."""
    seats = range(len(before.team.state.setup.players))
    told = (*record.team, *record.against, record.excalibur, record.struck)
    recorded = [type(step.move) for step in before.entry.others]
    return (
        all(seat is None or seat in seats for seat in told)
        and (record.quest is None or record.quest in range(1, QUESTS + 1))
        and record.fails in range(len(seats) + 1)
        and len(others) == len(recorded)
        and all(move is None or type(move) is kind for move, kind in zip(others, recorded, strict=True))
    )
