"""Export finished games to the app BG Stats.

All its ids derive from ours, so that a play sent twice is one play.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO, Final
from uuid import UUID, uuid5

from companion.core.players import is_unnamed, normalize_name
from companion.games.game_text import find_bgg_info
from companion.games.registry import get_game
from companion.statistics.formatting import compute_played_seconds
from companion.storage.csv_export import format_time
from companion.storage.json_export import ReplayedGame

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
