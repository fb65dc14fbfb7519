"""Evenings as they lie in the file: listed newest first, and one with all its games."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Final

from companion.games.seats import normalize_name
from companion.past.evening import GameNight, GameNightGame, GameNightPlayer, GamePlayer, collect_players
from companion.storage.all_games import ReplayedGame, load_replayed_game
from companion.storage.database import Database

_NEWEST: Final = (
    "SELECT DISTINCT evening FROM games WHERE evening < ? AND typeof(evening) = 'real' AND deleted IS NULL"
    " ORDER BY evening DESC LIMIT ?"
)
_COUNT: Final = "SELECT count(DISTINCT evening) FROM games WHERE typeof(evening) = 'real' AND deleted IS NULL"
_GAMES: Final = "SELECT id, game FROM games WHERE evening = ? AND deleted IS NULL ORDER BY started, id"
_GAME_NIGHT: Final = "SELECT evening FROM games WHERE id = ? AND deleted IS NULL"
# Of what was counted of each game.
_SEATS: Final = (
    "SELECT game_id, name, person, won FROM seats WHERE game_id IN"
    " (SELECT id FROM games WHERE evening = ? AND deleted IS NULL) ORDER BY game_id, seat"
)
_PEOPLE: Final = "SELECT reading, name, same_as FROM people"
# Later than any evening that anybody can have had.
_MAX_TIMESTAMP: Final = 1e300


@dataclass(frozen=True, slots=True)
class GameNightSummary:
    """An evening in a list: which games were played, in their order, and the people as they sat."""

    started: float
    games: tuple[str, ...]
    players: tuple[GameNightPlayer, ...]


class GameNights:
    def __init__(self, database: Database) -> None:
        self._database = database

    def count(self) -> int:
        ((count,),) = self._database.rows(_COUNT)
        return int(count)

    def list_newest(self, limit: int, before: float | None = None) -> tuple[GameNightSummary, ...]:
        """By when they began; the next page is `before` the last one shown. Who won is told of games that
        were counted (see `counting`)."""
        names = self._load_names()
        rows = self._database.rows(_NEWEST, (_MAX_TIMESTAMP if before is None else before, limit))
        return tuple(self._to_summary(game_night, names) for (game_night,) in rows)

    def _to_summary(self, game_night: float, names: _PersonNames) -> GameNightSummary:
        played = self._database.rows(_GAMES, (game_night,))
        seatings = defaultdict[int, list[GamePlayer]](list)
        for game_id, name, person, won in self._database.rows(_SEATS, (game_night,)):
            seatings[game_id].append(
                GamePlayer(person or name, names.name_of(person, name), None if won is None else bool(won))
            )
        # In the order in which they were played: of tables that are alike the last one counts.
        ordered = [seatings[game_id] for game_id, _ in played if game_id in seatings]
        return GameNightSummary(game_night, tuple(str(game) for _, game in played), collect_players(ordered))

    def find_game_night_of(self, game_id: int) -> float | None:
        """The evening that a game belongs to; a game from elsewhere may belong to none."""
        rows = self._database.rows(_GAME_NIGHT, (game_id,))
        return rows[0][0] if rows and isinstance(rows[0][0], float) else None

    def count_games(self, game_night: float) -> int:
        """How many games it has so far."""
        return len(self._database.rows(_GAMES, (game_night,)))

    def load(self, started: float) -> GameNight:
        """With all of its games that can be played through. Raises `StorageError`."""
        names = self._load_names()
        game_ids = [game_id for game_id, _ in self._database.rows(_GAMES, (started,))]
        replayed_games = (load_replayed_game(self._database, game_id) for game_id in game_ids)
        return GameNight(
            started,
            tuple(
                _to_game(replayed_game, names)
                for replayed_game in replayed_games
                if replayed_game is not None
            ),
        )

    def load_game(self, game_id: int) -> GameNightGame | None:
        """One game as an evening tells of it; None for one that cannot be played through any more."""
        replayed_game = load_replayed_game(self._database, game_id)
        return None if replayed_game is None else _to_game(replayed_game, self._load_names())

    def _load_names(self) -> _PersonNames:
        return _PersonNames(self._database)


class _PersonNames:
    """Who is meant by a name, and what they are called: two names may be of one person."""

    def __init__(self, database: Database) -> None:
        rows = database.rows(_PEOPLE)
        self._aliases: dict[str, str] = {name_key: same for name_key, _, same in rows if same}
        self._names: dict[str, str] = {name_key: name for name_key, name, same in rows if not same}

    def person(self, name: str) -> str:
        name_key = normalize_name(name)
        return self._aliases.get(name_key, name_key)

    def name_of(self, person: str, name: str) -> str:
        return self._names.get(person, name)


def _to_game(replayed_game: ReplayedGame, names: _PersonNames) -> GameNightGame:
    players, seat_results = (
        replayed_game.states[0].setup.players,
        replayed_game.compute_metrics().seat_results,
    )
    people = [names.person(name) for name in players]
    return GameNightGame(
        replayed_game.stored.id,
        replayed_game.stored.game,
        replayed_game.stored.started,
        tuple(
            GamePlayer(person, names.name_of(person, name), seat_result.won)
            for person, name, seat_result in zip(people, players, seat_results, strict=False)
        ),
        replayed_game.states,
        tuple(float(time) for time in replayed_game.metadata.times),
        replayed_game.stored.title,
        replayed_game.metadata.notes,
    )
