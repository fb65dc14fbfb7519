"""Finished games as a file of plays for the app BG Stats. Everything in it is known by ids that follow from
ours, so that a play that is sent twice is one play there."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO, Final
from uuid import UUID, uuid5

from companion.games.seats import read_name, unnamed
from companion.games.shelf import game_of
from companion.past.lengths import played_seconds
from companion.past.listed import listed
from companion.storage.all_games import Whole
from companion.storage.sheets import moment

# What was met so far, by how we know it.
_Known = dict[str, dict[str, Any]]
# Drawn once for this app: all ids that we give are made from it.
_OURS: Final = UUID("6f0c1d9e-54c0-4d0f-9a5e-1b6f0f0d7a11")
# Games and players do not change: a play tells when it did.
_NEVER: Final = "2020-01-01 00:00:00"


def write_plays(games: Iterable[Whole], file: BinaryIO) -> int:
    """Those of these games that are over; returns how many."""
    known: _Known = {}
    people: _Known = {}
    count = 0
    file.write(b'{"plays":[')
    for whole in games:
        if whole.over:
            play = _play(whole, known, people)
            file.write((",\n" if count else "\n").encode() + _json(play))
            count += 1
    file.write(b"\n]")
    rest = {
        "games": list(known.values()),
        "players": list(people.values()),
        "locations": [],
        "userInfo": {"meRefId": 0},
    }
    for name, value in rest.items():
        file.write(f',\n"{name}":'.encode() + _json(value))
    file.write(b"}\n")
    return count


def _json(value: Any) -> bytes:
    return json.dumps(value, separators=(",", ":"), allow_nan=False).encode()


def _play(whole: Whole, known: _Known, people: _Known) -> dict[str, Any]:
    stored = whole.stored
    how, ended = listed(game_of(stored.game)), stored.ended or stored.updated
    seconds = played_seconds(stored.started, [float(at) for at in whole.kept.times])
    return {
        "uuid": _id("play", stored.uid),
        "playDate": moment(ended),
        "entryDate": moment(ended),
        "modificationDate": moment(stored.updated),
        "durationMin": 0 if seconds is None else max(1, round(seconds / 60)),
        "ignored": False,
        "manualWinner": True,
        "rounds": 0,
        "rating": 0,
        "scoringSetting": 0,
        "usesTeams": how.teams,
        "locationRefId": 0,
        "gameRefId": _game(stored.game, known),
        "board": whole.kept.title,
        "playImages": "[]",
        "playerScores": list(_scores(whole, people)),
    }


def _game(game: str, known: _Known) -> int:
    if game not in known:
        how = listed(game_of(game))
        known[game] = {
            "id": len(known) + 1,
            "uuid": _id("game", game),
            "name": how.name,
            "noPoints": not how.points,
            "highestWins": how.highest_wins,
            "cooperative": how.cooperative,
            "usesTeams": how.teams,
            "bggId": how.bgg,
            "bggYear": how.year,
            "modificationDate": _NEVER,
        }
    return int(known[game]["id"])


def _player(name: str, people: _Known) -> int:
    reading = read_name(name)
    if reading not in people:
        nobody = unnamed(name)
        people[reading] = {
            "id": len(people) + 1,
            "uuid": _id("player", reading),
            "name": f"Player {name}" if nobody else name,
            "isAnonymous": nobody,
            "modificationDate": _NEVER,
        }
    return int(people[reading]["id"])


def _scores(whole: Whole, people: _Known) -> Iterator[dict[str, Any]]:
    facts = whole.facts()
    for seat, (name, place) in enumerate(zip(whole.states[-1].setup.players, facts.places, strict=False)):
        # Its Android app stumbles over a player without the first two.
        yield {
            "winner": place.won is True,
            "startPlayer": seat == facts.first,
            "playerRefId": _player(name, people),
            "score": "" if place.score is None else f"{place.score:g}",
            "newPlayer": False,
            "rank": 0,
            "seatOrder": seat + 1,
            "role": _words(place.role),
            "team": _words(place.side),
            "startPosition": "",
        }


def _words(id: str) -> str:
    return id.replace("_", " ").capitalize()


def _id(kind: str, name: str) -> str:
    return str(uuid5(_OURS, f"{kind} {name}"))
