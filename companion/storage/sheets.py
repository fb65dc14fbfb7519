"""Games for spreadsheets: who sat where and how it ended for them, and who voted how. The columns are called
the same in every language, for whoever calculates with them."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO, Final

from companion.games.records import decode_move
from companion.games.seats import unnamed
from companion.games.shelf import game_of
from companion.past.lengths import played_seconds
from companion.past.votes import votes_of
from companion.storage.all_games import Whole, each_game
from companion.storage.database import Database

SCORES: Final = (
    *("uid", "game", "date", "title", "starred", "players", "seat", "name", "started_game"),
    *("side", "role", "won", "score", "over", "winner", "reason", "minutes", "moves"),
)
VOTES: Final = (
    *("uid", "game", "date", "vote", "round", "seat", "name", "choice", "against", "about", "result"),
)
# What a formula could begin with, and where a cell could: a spreadsheet may take another sign than ours for
# the end of one.
_FORMULA: Final = re.compile("(^|[;\t\r\n])([ \"']*)(?=[=+\\-@\t\r\uff1d\uff0b\uff0d\uff20])")
_NO_TIME: Final = (1980, 1, 1, 0, 0, 0)


def write_sheets(database: Database, scores: BinaryIO, votes: BinaryIO, game: str | None = None) -> int:
    """One row a seat of each game, and one a vote; returns how many games."""
    count = 0
    with _Sheet(scores, SCORES) as seats, _Sheet(votes, VOTES) as ballots:
        for whole in each_game(database, game):
            count += 1
            seats.add(_seats(whole))
            ballots.add(_ballots(whole))
    return count


def pack_sheets(database: Database, to: Path) -> None:
    """Both in one zip, to be sent."""
    scores, votes = to.with_name(f"{to.name}.scores"), to.with_name(f"{to.name}.votes")
    try:
        with scores.open("wb") as one, votes.open("wb") as other:
            write_sheets(database, one, other)
        with zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED) as packed:
            for name, path in (("scores.csv", scores), ("votes.csv", votes)):
                info = zipfile.ZipInfo(name, _NO_TIME)
                info.compress_type = zipfile.ZIP_DEFLATED
                with path.open("rb") as source, packed.open(info, "w") as goal:
                    while chunk := source.read(1 << 16):
                        goal.write(chunk)
    finally:
        scores.unlink(missing_ok=True)
        votes.unlink(missing_ok=True)


def cell(value: Any) -> str:
    """What a spreadsheet reads as data and never as a formula."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float | int):
        return f"{value:g}" if isinstance(value, float) else str(value)
    return _FORMULA.sub(r"\1'\2", str(value))


def moment(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M:%S")


class _Sheet:
    """Rows as they come; the mark at the beginning tells spreadsheets that it is UTF-8."""

    def __init__(self, file: BinaryIO, columns: Sequence[str]) -> None:
        self._text = io.TextIOWrapper(file, encoding="utf-8-sig", errors="replace", newline="")
        self._rows = csv.writer(self._text)
        self._rows.writerow(columns)

    def __enter__(self) -> _Sheet:
        return self

    def __exit__(self, *_: object) -> None:
        self._text.flush()
        # The file is somebody else's to close.
        self._text.detach()

    def add(self, rows: Iterable[Sequence[Any]]) -> None:
        self._rows.writerows([cell(value) for value in row] for row in rows)


def _game_cells(whole: Whole) -> tuple[Any, ...]:
    return whole.stored.uid, whole.stored.game, moment(whole.stored.started)


def _players(whole: Whole) -> list[str]:
    return ["" if unnamed(name) else name for name in whole.states[-1].setup.players]


def _seats(whole: Whole) -> Iterator[Sequence[Any]]:
    stored, facts, outcome = whole.stored, whole.facts(), whole.stored.outcome
    names = _players(whole)
    played = played_seconds(stored.started, [float(at) for at in whole.kept.times])
    for seat, (name, place) in enumerate(zip(names, facts.places, strict=False)):
        yield (
            *_game_cells(whole),
            *(whole.kept.title, stored.starred, len(names), seat + 1, name, seat == facts.first),
            *(place.side, place.role, place.won, place.score, whole.over),
            None if outcome is None else outcome.winner,
            None if outcome is None else outcome.reason,
            None if played is None else round(played / 60, 1),
            stored.position,
        )


def _ballots(whole: Whole) -> Iterator[Sequence[Any]]:
    manifest, names = game_of(whole.stored.game), _players(whole)
    moves = [decode_move(manifest.rules, move) for move in whole.record["moves"]]

    def called(seat: int) -> str:
        return (names[seat] if seat < len(names) else "") or f"seat {seat + 1}"

    for ballot in votes_of(manifest)(whole.states, moves):
        against = "" if ballot.against is None else called(ballot.against)
        yield (
            *_game_cells(whole),
            *(ballot.number, ballot.round, ballot.seat + 1, names[ballot.seat], ballot.choice, against),
            *(", ".join(map(called, ballot.about)), ballot.passed),
        )
