"""Exports for other programs: CSV (a table of seats and results, one of votes) and the app BG Stats.

CSV columns are named the same in every language. All ids for BG Stats derive from ours, so that a play sent
twice is one play.
"""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO, Final
from uuid import UUID, uuid5

from companion.core.players import is_unnamed, normalize_name
from companion.core.serialization import decode_move
from companion.games.game_text import find_bgg_info
from companion.games.registry import get_game
from companion.statistics.formatting import compute_played_seconds
from companion.statistics.metrics import find_ballots_function
from companion.storage.database import Database
from companion.storage.json_export import ReplayedGame, iterate_games

SCORE_COLUMNS: Final = (
    *("uid", "game", "date", "title", "starred", "players", "seat", "name", "started_game"),
    *("side", "role", "won", "score", "over", "winner", "reason", "minutes", "moves"),
)
VOTE_COLUMNS: Final = (
    *("uid", "game", "date", "vote", "round", "seat", "name", "choice", "against", "about", "result"),
)
# Characters that begin a formula, also after separators that some spreadsheets use for cells.
_FORMULA_START: Final = re.compile("(^|[;\t\r\n])([ \"']*)(?=[=+\\-@\t\r\uff1d\uff0b\uff0d\uff20])")
_ZIP_TIMESTAMP: Final = (1980, 1, 1, 0, 0, 0)


def export_csv(database: Database, scores: BinaryIO, votes: BinaryIO, game: str | None = None) -> int:
    """Write one row per seat of each game, and one per vote; return the number of games."""
    count = 0
    with _CsvWriter(scores, SCORE_COLUMNS) as score_writer, _CsvWriter(votes, VOTE_COLUMNS) as vote_writer:
        for replayed_game in iterate_games(database, game):
            count += 1
            score_writer.add_rows(_score_rows(replayed_game))
            vote_writer.add_rows(_vote_rows(replayed_game))
    return count


def export_csv_zip(database: Database, target: Path) -> None:
    """Write both tables into one zip file."""
    scores, votes = target.with_name(f"{target.name}.scores"), target.with_name(f"{target.name}.votes")
    try:
        with scores.open("wb") as scores_file, votes.open("wb") as votes_file:
            export_csv(database, scores_file, votes_file)
        with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, path in (("scores.csv", scores), ("votes.csv", votes)):
                info = zipfile.ZipInfo(name, _ZIP_TIMESTAMP)
                info.compress_type = zipfile.ZIP_DEFLATED
                with path.open("rb") as source, archive.open(info, "w") as zip_entry:
                    while chunk := source.read(1 << 16):
                        zip_entry.write(chunk)
    finally:
        scores.unlink(missing_ok=True)
        votes.unlink(missing_ok=True)


def format_cell(value: Any) -> str:
    """Format a cell, escaping text that a spreadsheet would execute as a formula (CSV injection)."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float | int):
        return f"{value:g}" if isinstance(value, float) else str(value)
    return _FORMULA_START.sub(r"\1'\2", str(value))


def format_time(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M:%S")


class _CsvWriter:
    """CSV writer; the byte order mark tells spreadsheets that the file is UTF-8."""

    def __init__(self, file: BinaryIO, columns: Sequence[str]) -> None:
        self._text = io.TextIOWrapper(file, encoding="utf-8-sig", errors="replace", newline="")
        self._rows = csv.writer(self._text)
        self._rows.writerow(columns)

    def __enter__(self) -> _CsvWriter:
        return self

    def __exit__(self, *_: object) -> None:
        self._text.flush()
        # Do not close the caller's file.
        self._text.detach()

    def add_rows(self, rows: Iterable[Sequence[Any]]) -> None:
        self._rows.writerows([format_cell(value) for value in row] for row in rows)


def _game_cells(game: ReplayedGame) -> tuple[Any, ...]:
    return game.stored.uid, game.stored.game, format_time(game.stored.started)


def _player_names(game: ReplayedGame) -> list[str]:
    return ["" if is_unnamed(name) else name for name in game.states[-1].setup.players]


def _score_rows(game: ReplayedGame) -> Iterator[Sequence[Any]]:
    stored, metrics, outcome = game.stored, game.compute_metrics(), game.stored.outcome
    names = _player_names(game)
    played_time = compute_played_seconds(stored.started, [float(time) for time in game.metadata.times])
    for seat, (name, seat_result) in enumerate(zip(names, metrics.seat_results, strict=False)):
        yield (
            *_game_cells(game),
            *(game.metadata.title, stored.starred, len(names), seat + 1, name, seat == metrics.first_seat),
            *(seat_result.side, seat_result.role, seat_result.won, seat_result.score, game.is_over),
            None if outcome is None else outcome.winner,
            None if outcome is None else outcome.reason,
            None if played_time is None else round(played_time / 60, 1),
            stored.move_count,
        )


def _vote_rows(game: ReplayedGame) -> Iterator[Sequence[Any]]:
    manifest, names = get_game(game.stored.game), _player_names(game)
    moves = [decode_move(manifest.rules, move) for move in game.record["moves"]]

    def seat_name(seat: int) -> str:
        return (names[seat] if seat < len(names) else "") or f"seat {seat + 1}"

    for ballot in find_ballots_function(manifest)(game.states, moves):
        against = "" if ballot.target_seat is None else seat_name(ballot.target_seat)
        yield (
            *_game_cells(game),
            *(ballot.vote_number, ballot.round, ballot.seat + 1, names[ballot.seat], ballot.choice, against),
            *(", ".join(map(seat_name, ballot.subject_seats)), ballot.result),
        )


# Rows collected so far, by our key.
_RowsByKey = dict[str, dict[str, Any]]
# Random and fixed: all exported ids are derived from it.
_UUID_NAMESPACE: Final = UUID("6f0c1d9e-54c0-4d0f-9a5e-1b6f0f0d7a11")
# Games and players have no modification time of their own; plays have one.
_FIXED_DATE: Final = "2020-01-01 00:00:00"


def export_plays(games: Iterable[ReplayedGame], file: BinaryIO) -> int:
    """Write the finished games; return how many."""
    game_rows: _RowsByKey = {}
    player_rows: _RowsByKey = {}
    count = 0
    file.write(b'{"plays":[')
    for game in games:
        if game.is_over:
            play = _to_play(game, game_rows, player_rows)
            file.write((",\n" if count else "\n").encode() + _to_json(play))
            count += 1
    file.write(b"\n]")
    other_lists = {
        "games": list(game_rows.values()),
        "players": list(player_rows.values()),
        "locations": [],
        "userInfo": {"meRefId": 0},
    }
    for name, value in other_lists.items():
        file.write(f',\n"{name}":'.encode() + _to_json(value))
    file.write(b"}\n")
    return count


def _to_json(value: Any) -> bytes:
    return json.dumps(value, separators=(",", ":"), allow_nan=False).encode()


def _to_play(game: ReplayedGame, game_rows: _RowsByKey, player_rows: _RowsByKey) -> dict[str, Any]:
    stored = game.stored
    info, ended_at = find_bgg_info(get_game(stored.game)), stored.ended or stored.updated
    seconds = compute_played_seconds(stored.started, [float(time) for time in game.metadata.times])
    return {
        "uuid": _make_uuid("play", stored.uid),
        "playDate": format_time(ended_at),
        "entryDate": format_time(ended_at),
        "modificationDate": format_time(stored.updated),
        "durationMin": 0 if seconds is None else max(1, round(seconds / 60)),
        "ignored": False,
        "manualWinner": True,
        "rounds": 0,
        "rating": 0,
        "scoringSetting": 0,
        "usesTeams": info.has_teams,
        "locationRefId": 0,
        "gameRefId": _game_ref(stored.game, game_rows),
        "board": game.metadata.title,
        "playImages": "[]",
        "playerScores": list(_player_scores(game, player_rows)),
    }


def _game_ref(game_name: str, game_rows: _RowsByKey) -> int:
    if game_name not in game_rows:
        info = find_bgg_info(get_game(game_name))
        game_rows[game_name] = {
            "id": len(game_rows) + 1,
            "uuid": _make_uuid("game", game_name),
            "name": info.name,
            "noPoints": not info.has_points,
            "highestWins": info.highest_wins,
            "cooperative": info.is_cooperative,
            "usesTeams": info.has_teams,
            "bggId": info.bgg_id,
            "bggYear": info.year,
            "modificationDate": _FIXED_DATE,
        }
    return int(game_rows[game_name]["id"])


def _player_ref(name: str, player_rows: _RowsByKey) -> int:
    name_key = normalize_name(name)
    if name_key not in player_rows:
        is_anonymous = is_unnamed(name)
        player_rows[name_key] = {
            "id": len(player_rows) + 1,
            "uuid": _make_uuid("player", name_key),
            "name": f"Player {name}" if is_anonymous else name,
            "isAnonymous": is_anonymous,
            "modificationDate": _FIXED_DATE,
        }
    return int(player_rows[name_key]["id"])


def _player_scores(game: ReplayedGame, player_rows: _RowsByKey) -> Iterator[dict[str, Any]]:
    metrics = game.compute_metrics()
    for seat, (name, result) in enumerate(
        zip(game.states[-1].setup.players, metrics.seat_results, strict=False)
    ):
        # BG Stats for Android fails on a player without the first two fields.
        yield {
            "winner": result.won is True,
            "startPlayer": seat == metrics.first_seat,
            "playerRefId": _player_ref(name, player_rows),
            "score": "" if result.score is None else f"{result.score:g}",
            "newPlayer": False,
            "rank": 0,
            "seatOrder": seat + 1,
            "role": _format_id(result.role),
            "team": _format_id(result.side),
            "startPosition": "",
        }


def _format_id(id: str) -> str:
    return id.replace("_", " ").capitalize()


def _make_uuid(kind: str, name: str) -> str:
    return str(uuid5(_UUID_NAMESPACE, f"{kind} {name}"))
