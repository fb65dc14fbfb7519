"""Repository of stored games: start, find, open, change, copy and export them.

A game that cannot be read is left out with its problem, never removed.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, suppress
from enum import Enum
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.core.game import Game, MoveT, Problem, ProblemError, SetupT, StateT, error, warning
from companion.core.serialization import (
    BadRecord,
    decode_move,
    decode_setup,
    encode,
    encode_move,
    reject_damaged_log,
)
from companion.core.session import AnySession, GameSession
from companion.games.registry import get_game
from companion.storage.database import Database, Row, StorageError, dump_json, load_json
from companion.storage.journal import (
    GameJournal,
    StoredGame,
    load_metadata,
    load_move_times,
    load_stored_game,
)

if TYPE_CHECKING:
    # Imported for type checking only: these modules are needed by search and files, not at start.
    from companion.files.outgoing import OutgoingFile
    from companion.files.share_link import SharedGame
    from companion.statistics.query import GameFilter, ListedGame

_INSERT = (
    "INSERT INTO games (game, setup, started, updated, uid, evening, night) VALUES (?, ?, ?, ?, ?, ?, ?)"
)
_MOVE_COUNT = "SELECT max(number) + 1 FROM moves WHERE game_id = ?"
_UNFINISHED = "SELECT id FROM games WHERE ended IS NULL AND deleted IS NULL ORDER BY updated DESC, id DESC"
_RECENT = (
    "SELECT id FROM games WHERE (started, id) < (?, ?) AND deleted IS NULL ORDER BY started DESC, id DESC"
)
# Several groups may play at the same time; 12 rows are enough to find the one with the same players.
_PREVIOUS_GAMES = (
    "SELECT setup, started, updated, evening FROM games WHERE deleted IS NULL AND started <= ?"
    " AND typeof(evening) = 'real' AND typeof(updated) = 'real' ORDER BY started DESC, id DESC LIMIT 12"
)
# Enough for years of games, and quick to scan.
_LATEST_FINISHED = (
    "SELECT setup FROM games WHERE game = ? AND ended IS NOT NULL AND deleted IS NULL"
    " ORDER BY started DESC, id DESC LIMIT 400"
)
# Games of a campaign, by the id in their set-ups; a damaged set-up belongs to none. Games without a campaign
# are unlimited in number, so only the newest are read.
_OF_CAMPAIGN = (
    "SELECT id FROM games WHERE deleted IS NULL AND game = ?"
    " AND CASE WHEN json_valid(setup) THEN json_extract(setup, '$.mission.campaign') IS ? END"
)
_NEWEST_FIRST = " ORDER BY started DESC, id DESC"
_OF_NO_CAMPAIGN = f"{_OF_CAMPAIGN} AND ended IS NOT NULL{_NEWEST_FIRST} LIMIT 100"
_COUNT = "SELECT total(games) FROM counts WHERE game = ifnull(?, game)"
_DELETE = "UPDATE games SET deleted = ? WHERE id = ? AND deleted IS NULL"
_RESTORE = "UPDATE games SET deleted = NULL WHERE id = ? AND deleted IS NOT NULL"
_PURGE = "DELETE FROM games WHERE deleted IS NOT NULL AND deleted <= ?"
_SET_TITLE = "UPDATE games SET title = ?, counted = 0 WHERE id = ? AND deleted IS NULL"
_SET_STARRED = "UPDATE games SET starred = ?, counted = 0 WHERE id = ? AND deleted IS NULL"
# The draft is copied only if the moves it depends on are copied too.
_COPY = (
    "INSERT INTO games (game, setup, started, updated, position, ended, outcome, entry_at, entry, uid, title)"
    " SELECT game, ?, ?, ?, position, CASE WHEN ended IS NOT NULL THEN ? END, outcome, entry_at,"
    " CASE WHEN entry_at <= position THEN entry END, ?, ? FROM games WHERE id = ? AND deleted IS NULL"
)
_COPY_MOVES = (
    "INSERT INTO moves (game_id, number, move, at) SELECT ?, number, move, ? FROM moves"
    " WHERE game_id = ? AND number < (SELECT position FROM games WHERE id = ?)"
)
# SQLite sorts blobs after all numbers and texts, so that a damaged `started` is listed (and reported) as
# well.
_FIRST_PAGE_KEY = (b"\xff", 0)


def generate_uid() -> str:
    """Return a random id that no other device generates."""
    return os.urandom(8).hex()


class MatchKind(Enum):
    """How an incoming game relates to the local games."""

    NEW = "new"
    # A local game matches and has all incoming moves.
    EXISTING = "here"
    # A local game matches, and the incoming one has all its moves and more.
    EXTENDS = "goes_on"
    # Both copies were played on in different ways; the incoming one becomes a separate game.
    DIVERGED = "beside"


class GameListing(NamedTuple):
    """The readable games in order, and one problem for each unreadable one."""

    games: tuple[StoredGame, ...]
    problems: tuple[Problem, ...]


class GameRepository:
    def __init__(self, database: Database, clock: Callable[[], float]) -> None:
        self._database = database
        self._clock = clock

    def start(self, game: str, setup: dict[str, Any], night_seconds: float | None = None) -> StoredGame:
        """Store a new game. `night_seconds` is the length of its night phase."""
        now, uid = self._clock(), generate_uid()
        game_night = self._find_game_night(now, setup)
        row = (game, dump_json(setup), now, now, uid, game_night, night_seconds)
        with self._database.transaction() as execute:
            game_id = execute(_INSERT, row).lastrowid or 0
        return StoredGame(
            game_id, game, setup, (), 0, now, now, None, None,
            uid=uid, game_night=game_night, night_seconds=night_seconds,
        )  # fmt: skip

    def _find_game_night(self, now: float, setup: dict[str, Any]) -> float:
        """Return the start of the game night that this game continues, or `now` for a new one."""
        from companion.statistics.game_night import SessionSpan, collect_name_keys, is_same_game_night

        players = collect_name_keys(_player_names(setup))
        for text, started, updated, game_night in self._database.rows(_PREVIOUS_GAMES, (now,)):
            with suppress(ValueError):
                previous_players = collect_name_keys(_player_names(load_json(text)))
                previous = SessionSpan(started, max(started, updated), game_night, previous_players)
                if is_same_game_night(previous, now, players):
                    return previous.game_night
        return now

    def open_latest(self) -> AnySession | None:
        """Open the last played unfinished game that can be opened; None if there is none."""
        with closing(self.iterate_unfinished()) as unfinished:
            for stored in unfinished:
                with suppress(ProblemError):
                    return self.open_session(stored)
        return None

    def open_session(self, stored: StoredGame) -> AnySession:
        """Raises `ProblemError` if this version cannot read the game or does not know it."""
        try:
            game = get_game(stored.game)
        except KeyError:
            raise ProblemError(error("app.problem.not_kept_yet")) from None
        return open_session(game.rules, stored, self)

    def open_journal(self, game_id: int, encode: Callable[[Any], dict[str, Any]]) -> GameJournal:
        move_count = self._database.rows(_MOVE_COUNT, (game_id,))[0][0] or 0
        return GameJournal(self._database, self._clock, game_id, move_count, encode)

    def load(self, game_id: int) -> StoredGame:
        """Raises `BadRecord` if the game cannot be read, `StorageError` if there is no such game."""
        return load_stored_game(self._database, game_id)

    def load_move_times(self, game_id: int) -> tuple[float, ...]:
        return load_move_times(self._database, game_id)

    def iterate_unfinished(self) -> Generator[StoredGame, None, None]:
        """Yield unfinished games, last played first, each loaded lazily. Close the generator when done."""
        with closing(self._database.iterate(_UNFINISHED)) as game_ids:
            for (game_id,) in game_ids:
                with suppress(BadRecord, StorageError):
                    yield self.load(game_id)

    def list_recent(self, limit: int, before: StoredGame | None = None) -> GameListing:
        """List games by start time, newest first; `before` is the last game of the previous page."""
        page_key = _FIRST_PAGE_KEY if before is None else (before.started, before.id)
        return self._read_listing(self._database.iterate(_RECENT, page_key), limit)

    def _read_listing(self, game_ids: Generator[Row, None, None], limit: int) -> GameListing:
        """Read up to `limit` readable games; unreadable ones are returned as problems and do not count."""
        games: list[StoredGame] = []
        problems: list[Problem] = []
        with closing(game_ids):
            while len(games) < limit and (row := next(game_ids, None)) is not None:
                try:
                    games.append(self.load(row[0]))
                except (BadRecord, StorageError):
                    problems.append(warning("app.problem.game_unreadable", id=row[0]))
        return GameListing(tuple(games), tuple(problems))

    def list_games(self, game_filter: GameFilter) -> tuple[ListedGame, ...]:
        """List all games of a filter by start time, newest first, without loading their moves."""
        from companion.storage import statistics

        return statistics.list_games(self._database, game_filter)

    def frequent_players(self) -> tuple[str, ...]:
        """Return the name keys of all people in indexed games, most games first."""
        from companion.storage import statistics

        return statistics.frequent_players(self._database)

    def experienced_players(self, game: str) -> frozenset[str]:
        """Return everybody who has recently finished a game of this kind."""
        names: set[str] = set()
        for (text,) in self._database.rows(_LATEST_FINISHED, (game,)):
            with suppress(ValueError):
                names.update(_player_names(load_json(text)))
        return frozenset(names)

    def games_of_campaign(self, game: str, campaign: str | None) -> Iterator[StoredGame]:
        """Yield the games of a campaign, finished or not. Without a campaign, yield the latest finished games
        that have none. Games are loaded lazily; unreadable ones are skipped."""
        sql = _OF_NO_CAMPAIGN if campaign is None else _OF_CAMPAIGN + _NEWEST_FIRST
        for (game_id,) in self._database.rows(sql, (game, campaign)):
            with suppress(BadRecord, StorageError):
                yield self.load(game_id)

    def count(self, game: str | None = None) -> int:
        """Count stored games, of one kind or all."""
        return int(self._database.rows(_COUNT, (game,))[0][0])

    def delete(self, game_id: int) -> None:
        """Hide the game from history and statistics until it is restored or purged."""
        self._update_row(_DELETE, (self._clock(), game_id), game_id)

    def restore(self, game_id: int) -> None:
        self._update_row(_RESTORE, (game_id,), game_id)

    def set_title(self, game_id: int, title: str) -> None:
        """Set the title; an empty one falls back to the name of the game."""
        self._update_row(_SET_TITLE, (title, game_id), game_id)

    def set_starred(self, game_id: int, starred: bool) -> None:
        self._update_row(_SET_STARRED, (starred, game_id), game_id)

    def _update_row(self, sql: str, args: tuple[Any, ...], game_id: int) -> None:
        with self._database.transaction() as execute:
            if execute(sql, args).rowcount != 1:
                raise StorageError(error("app.problem.game_missing", id=game_id))

    def copy(self, game_id: int, title: str) -> int:
        """Copy a game up to its current position and return the id of the copy. Raises `ProblemError`. The
        copy belongs to no game night and no campaign, so that it changes no other record. The copy of a
        finished game starts before its last move, which can be redone: it is meant to be continued
        differently, and must not count as a second win."""
        now, stored = self._clock(), self.load(game_id)
        is_over = stored.outcome is not None
        if is_over:
            # A game that cannot be opened is not copied: its end could not be undone.
            self.open_session(stored)
        setup = dump_json(_without_campaign(stored.setup))
        with self._database.transaction() as execute:
            row = (setup, now, now, now, generate_uid(), title, game_id)
            copy_id = execute(_COPY, row).lastrowid or 0
            execute(_COPY_MOVES, (copy_id, now, game_id, game_id))
        if is_over:
            session = self.open_session(self.load(copy_id))
            while session.outcome is not None and session.can_undo:
                session.undo()
        return copy_id

    def purge(self, deleted_until: float) -> None:
        """Permanently remove the games that were deleted up to this time."""
        with self._database.transaction() as execute:
            execute(_PURGE, (deleted_until,))

    def export_game(self, stored: StoredGame) -> OutgoingFile:
        """Export a game as a file."""
        from companion.storage.json_export import export_game

        return export_game(stored, load_metadata(self._database, stored))

    def to_shared_game(self, game_id: int) -> SharedGame:
        """Return a game as it is shared with another device, without notes. Raises `ProblemError`."""
        from companion.storage.json_export import to_shared_game

        return to_shared_game(self.load(game_id))


def _player_names(setup: Any) -> list[str]:
    """Return the players of a set-up that may be damaged."""
    players = setup.get("players") if isinstance(setup, dict) else None
    return [name for name in players if isinstance(name, str)] if isinstance(players, list) else []


def _without_campaign(setup: dict[str, Any]) -> dict[str, Any]:
    """Return the set-up without its campaign: games of a campaign are found by their set-ups."""
    mission = setup.get("mission")
    if not isinstance(mission, dict) or "campaign" not in mission:
        return setup
    return {name: value for name, value in setup.items() if name != "mission"}


def start_session(
    game: Game[SetupT, StateT, MoveT],
    setup: SetupT,
    games: GameRepository,
    night_seconds: float | None = None,
) -> tuple[GameSession[SetupT, StateT, MoveT], int]:
    """Start and store a game; `night_seconds` is the length of its night phase. Raises `BadSetup` and stores
    nothing if the set-up is invalid."""
    GameSession(game, setup)
    stored = games.start(game.id, encode(setup), night_seconds)
    journal = games.open_journal(stored.id, partial(encode_move, game))
    return GameSession(game, setup, journal=journal, game_id=stored.id), stored.id


def open_session(
    game: Game[SetupT, StateT, MoveT], stored: StoredGame, games: GameRepository
) -> GameSession[SetupT, StateT, MoveT]:
    """Open a session on a stored game. Raises `BadRecord` if set-up or moves cannot be read, `BadSetup` or
    `IllegalMove` if the rules no longer allow them. The stored game is not changed."""
    if stored.game != game.id:
        raise BadRecord(error("app.problem.game_other", id=stored.id, game=stored.game))
    setup = decode_setup(game, stored.setup)
    moves = tuple(decode_move(game, move) for move in stored.moves)
    journal = games.open_journal(stored.id, partial(encode_move, game))
    with reject_damaged_log(error("app.problem.game_unreadable", id=stored.id)):
        return GameSession(
            game, setup, moves,
            move_count=stored.move_count, journal=journal, draft=stored.draft, game_id=stored.id,
        )  # fmt: skip
