"""Repository of stored games: rows to sessions and back, the move journal, and game import.

A game that cannot be read is left out with its problem, never removed. The journal writes one transaction
per move and reads nothing: while a game is played, its row holds `ALL_MOVES` instead of a move count, so
that a move is a single insert. The count is written before the next read (`Database.deferred`) or, after
a kill, when the file is opened (`STORE_MOVE_COUNTS`). An edit of the past is one transaction too.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, suppress
from enum import Enum
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.core.game import Game, MoveT, Outcome, Problem, SetupT, StateT, error, warning
from companion.core.serialization import BadRecord, decode, decode_move, decode_setup, encode, encode_move
from companion.core.serialization import encode as encode_record
from companion.core.session import DraftJson, GameSession, Journal, SavedDraft
from companion.storage.database import Database, Deferred, Execute, Row, StorageError, dump_json, load_json

if TYPE_CHECKING:
    # Imported for type checking only: these modules are needed by search and import, not at start.
    from companion.files.share_link import SharedGame
    from companion.games.game_file import GameMetadata
    from companion.statistics.query import GameFilter, ListedGame
    from companion.storage.game_matching import GameMatch, IncomingGame


# Value of `games.position` while a game is played: all its moves count.
ALL_MOVES = -1
_STORE_MOVE_COUNT = f"UPDATE games SET position = ?, updated = ? WHERE id = ? AND position = {ALL_MOVES}"
# Repairs games that were being played when the app was killed. `updated > 0` is always true; it makes SQLite
# use the index of unfinished games instead of scanning all games.
STORE_MOVE_COUNTS = (
    "UPDATE games SET"
    " position = (SELECT ifnull(max(number) + 1, 0) FROM moves WHERE game_id = games.id),"
    " updated = max(updated, ifnull((SELECT max(at) FROM moves WHERE game_id = games.id), updated))"
    f" WHERE updated > 0 AND ended IS NULL AND deleted IS NULL AND position = {ALL_MOVES}"
)
_DELETE_FROM = "DELETE FROM moves WHERE game_id = ? AND number >= ?"
_ADD = "INSERT INTO moves (game_id, number, move, at) VALUES (?, ?, ?, ?)"
# The draft depends on the moves before it: it is valid as long as those are unchanged.
_ADVANCE = (
    "UPDATE games SET position = ?, updated = ?, ended = ?, outcome = ?, counted = 0,"
    " entry = CASE WHEN entry_at <= ? THEN entry END WHERE id = ?"
)
# The common case: an unfinished game that has not been indexed. Leaves the columns of the index
# `games_uncounted` alone, so that the index is not rewritten with each move.
_ADVANCE_UNFINISHED = (
    "UPDATE games SET position = ?, updated = ?, entry = CASE WHEN entry_at <= ? THEN entry END"
    " WHERE id = ? AND counted = 0 AND ended IS NULL AND outcome IS NULL"
)
_SAVE_DRAFT = "UPDATE games SET entry_at = ?, entry = ? WHERE id = ?"
# Renaming must not change `updated` (sort order of the history).
_RENAME = "UPDATE games SET setup = ?, counted = 0 WHERE id = ?"


class GameJournal(Journal):
    """A `companion.core.session.Journal` that stores each move in the database.

    `stored_count` is the number of stored moves, undone ones included.
    """

    def __init__(
        self,
        database: Database,
        clock: Callable[[], float],
        game_id: int,
        stored_count: int,
        encode: Callable[[Any], dict[str, Any]],
    ) -> None:
        self._database = database
        self._clock = clock
        self._game_id = game_id
        self._stored_count = stored_count
        self._encode = encode

    def append(
        self, move_index: int, move: Any, outcome: Outcome | None, draft: DraftJson | None = None
    ) -> None:
        if not 0 <= move_index <= self._stored_count:
            raise ValueError(f"move {move_index} would leave a gap after {self._stored_count} moves")
        now, game_id = self._clock(), self._game_id
        row = (game_id, move_index, dump_json(self._encode(move)), now)
        database = self._database
        deferred = database.deferred
        is_plain_append = outcome is None and draft is None and move_index == self._stored_count
        if is_plain_append and deferred is not None and deferred.owner is self:
            database.write(_ADD, row)
            deferred.args = (move_index + 1, now, game_id)
        else:
            self._append_after_change(row, outcome, draft)
            if outcome is None:
                database.deferred = Deferred(self, _STORE_MOVE_COUNT, (move_index + 1, now, game_id))
        self._stored_count = move_index + 1

    def _append_after_change(
        self, row: tuple[int, int, str, float], outcome: Outcome | None, draft: DraftJson | None
    ) -> None:
        """Append a move and update the game's row, when its `position` is not or will not be `ALL_MOVES`."""
        game_id, move_index, _, now = row
        with self._database.transaction() as execute:
            stored_count = ALL_MOVES if outcome is None else move_index + 1
            self._advance(execute, stored_count, now, outcome, unchanged_moves=move_index)
            if move_index < self._stored_count:
                execute(_DELETE_FROM, (game_id, move_index))
            # Never "OR REPLACE": a second session on the same game must fail, not overwrite the first.
            execute(_ADD, row)
            if draft is not None:
                self._save_draft(execute, move_index + 1, draft)

    def move_to(self, move_count: int, outcome: Outcome | None) -> None:
        if not 0 <= move_count <= self._stored_count:
            raise ValueError(f"position {move_count} outside {self._stored_count} moves")
        with self._database.transaction() as execute:
            self._advance(execute, move_count, self._clock(), outcome, unchanged_moves=self._stored_count)

    def replace(
        self,
        first_index: int,
        moves: Sequence[Any],
        move_count: int,
        outcome: Outcome | None,
        draft: DraftJson | None = None,
    ) -> None:
        total_moves = first_index + len(moves)
        if not (0 <= first_index <= self._stored_count and 0 <= move_count <= total_moves):
            raise ValueError(
                f"{total_moves} moves from {first_index} on, at {move_count}, "
                f"after {self._stored_count} moves"
            )
        move_texts = [dump_json(self._encode(move)) for move in moves]
        with self._database.transaction() as execute:
            self.write_moves(execute, first_index, move_texts, move_count, outcome)
            if draft is not None:
                self._save_draft(execute, move_count, draft)
        self._stored_count = total_moves

    def write_moves(
        self,
        execute: Execute,
        first_index: int,
        move_texts: Sequence[str],
        move_count: int,
        outcome: Outcome | None,
        made_at: float | None = None,
    ) -> None:
        """Replace all moves from `first_index` on; must run inside a transaction.

        `made_at` is the time of the moves, by default now.
        """
        now = self._clock()
        made_at = now if made_at is None else made_at
        self._advance(execute, move_count, now, outcome, unchanged_moves=first_index, made_at=made_at)
        execute(_DELETE_FROM, (self._game_id, first_index))
        for move_index, text in enumerate(move_texts, first_index):
            execute(_ADD, (self._game_id, move_index, text, made_at))

    def save_draft(self, move_count: int, draft: DraftJson) -> None:
        self._save_draft(self._database.write, move_count, draft)

    def rename(self, setup: Any) -> None:
        with self._database.transaction() as execute:
            if execute(_RENAME, (dump_json(encode_record(setup)), self._game_id)).rowcount != 1:
                raise StorageError(error("app.problem.game_missing", id=self._game_id))

    def _advance(
        self,
        execute: Execute,
        move_count: int,
        now: float,
        outcome: Outcome | None,
        *,
        unchanged_moves: int,
        made_at: float | None = None,
    ) -> None:
        if (
            outcome is None
            and execute(_ADVANCE_UNFINISHED, (move_count, now, unchanged_moves, self._game_id)).rowcount == 1
        ):
            return
        end_time = now if made_at is None else made_at
        ended, outcome_json = (
            (None, None) if outcome is None else (end_time, dump_json(encode_record(outcome)))
        )
        if (
            execute(_ADVANCE, (move_count, now, ended, outcome_json, unchanged_moves, self._game_id)).rowcount
            != 1
        ):
            raise StorageError(error("app.problem.game_missing", id=self._game_id))

    def _save_draft(self, execute: Execute, move_count: int, draft: DraftJson) -> None:
        if execute(_SAVE_DRAFT, (move_count, dump_json(draft), self._game_id)).rowcount != 1:
            raise StorageError(error("app.problem.game_missing", id=self._game_id))


_INSERT_NEW = (
    "INSERT INTO games (game, setup, started, updated, uid, evening, night) VALUES (?, ?, ?, ?, ?, ?, ?)"
)
# The columns that `parse_stored_game` reads.
COLUMNS = (
    "game, setup, started, updated, position, ended, outcome, entry_at, entry,"
    " uid, title, starred, evening, night"
)
_GAME = f"SELECT {COLUMNS} FROM games WHERE id = ? AND deleted IS NULL"
_MOVES = "SELECT number, move FROM moves WHERE game_id = ? ORDER BY number"
_MOVE_COUNT = "SELECT max(number) + 1 FROM moves WHERE game_id = ?"
_UNFINISHED = "SELECT id FROM games WHERE ended IS NULL AND deleted IS NULL ORDER BY updated DESC, id DESC"
_RECENT = (
    "SELECT id FROM games WHERE (started, id) < (?, ?) AND deleted IS NULL ORDER BY started DESC, id DESC"
)
# A record has no times and was not played here: `updated = 0` sorts it after every game played here.
_MARK_IMPORTED = "UPDATE games SET updated = 0 WHERE id = ?"
_SAME_SETUP = "SELECT id FROM games WHERE game = ? AND setup = ? AND position = ? AND deleted IS NULL"
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
_INSERT_SHARED = (
    "INSERT INTO games (game, setup, started, updated, uid, evening, title) VALUES (?, ?, ?, ?, ?, ?, ?)"
)
_UPDATE_SETUP = "UPDATE games SET setup = ?, deleted = NULL, counted = 0 WHERE id = ?"
_TIMES = "SELECT at FROM moves WHERE game_id = ? ORDER BY number"
_MOVE_TIME = "SELECT at FROM moves WHERE game_id = ? AND number = ?"
_NOTES = "SELECT position, text FROM notes WHERE game_id = ? ORDER BY number"
_INSERT_IMPORTED = (
    "INSERT INTO games (game, setup, started, updated, position, ended, outcome, uid, title, starred,"
    " evening, night) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_ADD_MOVE = "INSERT INTO moves (game_id, number, move, at) VALUES (?, ?, ?, ?)"
_DELETE_MOVES_FROM = "DELETE FROM moves WHERE game_id = ? AND number >= ?"
# Clears the draft: it depended on moves that are no longer the last ones.
_EXTEND = (
    "UPDATE games SET position = ?, updated = max(updated, ?), ended = ?, outcome = ?, counted = 0,"
    " entry = NULL WHERE id = ?"
)
# SQLite sorts blobs after all numbers and texts, so that a damaged `started` is listed (and reported) as
# well.
_FIRST_PAGE_KEY = (b"\xff", 0)


def generate_uid() -> str:
    """Return a random id that no other device generates."""
    return os.urandom(8).hex()


class StoredGame(NamedTuple):
    """A stored game: `moves` holds all of them, of which the first `move_count` count.

    `uid` is the same on every device, `game_night` is the start time of the first game of the same game
    night, and `night_seconds` the length of this game's night phase.
    """

    id: int
    game: str
    setup: dict[str, Any]
    moves: tuple[dict[str, Any], ...]
    move_count: int
    started: float
    updated: float
    ended: float | None
    outcome: Outcome | None
    draft: SavedDraft | None = None
    uid: str = ""
    title: str = ""
    starred: bool = False
    game_night: float | None = None
    night_seconds: float | None = None


class ImportOutcome(Enum):
    """Result of importing a shared game."""

    NEW = "new"
    # A local game matches, and the incoming one has all its moves and more.
    EXTENDED = "goes_on"
    # A local game matches and has all incoming moves.
    EXISTING = "here"
    # Both copies were played on in different ways; the incoming one becomes a separate game.
    SEPARATE = "beside"


class GameListing(NamedTuple):
    """The readable games in order, and one problem for each unreadable one."""

    games: tuple[StoredGame, ...]
    problems: tuple[Problem, ...]


class GameStore:
    def __init__(
        self, database: Database, clock: Callable[[], float], new_uid: Callable[[], str] = generate_uid
    ) -> None:
        self._database = database
        self._clock = clock
        self._new_uid = new_uid

    def start(self, game: str, setup: dict[str, Any], night_seconds: float | None = None) -> StoredGame:
        """Store a new game. `night_seconds` is the length of its night phase."""
        now, uid = self._clock(), self._new_uid()
        text, game_night = dump_json(setup), self._find_game_night(now, setup)
        with self._database.transaction() as execute:
            game_id = execute(_INSERT_NEW, (game, text, now, now, uid, game_night, night_seconds)).lastrowid
        if game_id is None:
            raise StorageError(error("app.problem.storage_failed", reason="no row"))
        return StoredGame(
            game_id,
            game,
            setup,
            (),
            0,
            now,
            now,
            None,
            None,
            uid=uid,
            game_night=game_night,
            night_seconds=night_seconds,
        )

    def _find_game_night(self, now: float, setup: dict[str, Any]) -> float:
        """Return the start of the game night that this game continues, or `now` for a new one."""
        from companion.statistics.game_night import SessionSpan, is_same_game_night

        for text, started, updated, game_night in self._database.rows(_PREVIOUS_GAMES, (now,)):
            with suppress(ValueError):
                previous = SessionSpan(
                    started, max(started, updated), game_night, _players_of(load_json(text))
                )
                if is_same_game_night(previous, now, _players_of(setup)):
                    return previous.game_night
        return now

    def import_record(
        self, game: str, setup: dict[str, Any], moves: Sequence[dict[str, Any]], outcome: Outcome | None
    ) -> int | None:
        """Import a game that was played elsewhere, in one transaction; None if an identical one is stored.

        It is listed in the history, but sorts after all games that were played here when resuming.
        """
        move_texts, now = [dump_json(move) for move in moves], self._clock()
        for (game_id,) in self._database.rows(_SAME_SETUP, (game, dump_json(setup), len(move_texts))):
            if [text for _, text in self._database.rows(_MOVES, (game_id,))][: len(move_texts)] == move_texts:
                return None
        with self._database.transaction() as execute:
            # The game night of a record is unknown.
            row = (game, dump_json(setup), now, now, self._new_uid(), None, None)
            game_id = execute(_INSERT_NEW, row).lastrowid or 0
            journal = GameJournal(self._database, self._clock, game_id, 0, dict)
            journal.write_moves(execute, 0, move_texts, len(move_texts), outcome)
            execute(_MARK_IMPORTED, (game_id,))
        return game_id

    def import_game(
        self,
        game: str,
        setup: dict[str, Any],
        moves: Sequence[dict[str, Any]],
        outcome: Outcome | None,
        metadata: GameMetadata,
    ) -> int | None:
        """Import a game with metadata; return its id, or None if nothing is new.

        A local game is extended if the incoming one has all its moves and more; if both have diverged,
        the incoming one is stored as a separate game.
        """
        with self._database.transaction() as execute:
            return import_game(self._database, execute, game, setup, moves, outcome, metadata)

    def metadata_of(self, stored: StoredGame) -> GameMetadata | None:
        """Return the metadata that is exported with its record; None if the game has no uid."""
        notes = self._database.rows(_NOTES, (stored.id,))
        return metadata_of(stored, self.load_move_times(stored.id), notes)

    def preview_import(self, shared_game: SharedGame) -> ImportOutcome:
        """Return what `import_shared_game` would do; nothing is changed."""
        from companion.storage.game_matching import MatchKind, is_uid_used

        match = self._find_match(shared_game)
        match match.kind:
            case MatchKind.NEW:
                is_separate = match.has_diverged or is_uid_used(self._database, shared_game.uid)
                return ImportOutcome.SEPARATE if is_separate else ImportOutcome.NEW
            case MatchKind.EXTENDS:
                return ImportOutcome.EXTENDED
            case MatchKind.EXISTING:
                return ImportOutcome.EXISTING

    def import_shared_game(self, shared_game: SharedGame) -> int:
        """Import a shared game in one transaction and return the id of the game to resume.

        It is stored as a new game or extends the matching local one; if both have diverged, it is stored
        as a separate game. A share link holds no move times, so the moves get the start time (or the time
        of the last local move) and add no duration.
        """
        from companion.storage.game_matching import MatchKind, allocate_uid

        incoming, match = _to_incoming(shared_game), self._find_match(shared_game)
        local_id, move_texts, made_at = match.local_id, incoming.moves(), shared_game.started
        with self._database.transaction() as execute:
            if match.kind is MatchKind.NEW:
                uid = allocate_uid(self._database, execute, shared_game.uid, move_texts)
                row = (shared_game.game, incoming.setup, shared_game.started, self._clock())
                local_id = (
                    execute(_INSERT_SHARED, (*row, uid, shared_game.game_night, shared_game.title)).lastrowid
                    or 0
                )
            elif match.kind is MatchKind.EXTENDS:
                # The incoming set-up wins: players may have been named since.
                execute(_UPDATE_SETUP, (incoming.setup, local_id))
                for (time,) in self._database.rows(_MOVE_TIME, (local_id, match.move_count - 1)):
                    made_at = time if type(time) is float else made_at
            else:
                execute(_RESTORE, (local_id,))
            if match.kind is not MatchKind.EXISTING:
                first_index = match.move_count
                journal = GameJournal(self._database, self._clock, local_id, first_index, dict)
                journal.write_moves(
                    execute,
                    first_index,
                    move_texts[first_index:],
                    len(move_texts),
                    shared_game.outcome,
                    made_at,
                )
        return local_id

    def _find_match(self, shared_game: SharedGame) -> GameMatch:
        from companion.storage.game_matching import find_match

        return find_match(self._database, _to_incoming(shared_game), include_deleted=True)

    def open_journal(self, game_id: int, encode: Callable[[Any], dict[str, Any]]) -> GameJournal:
        move_count = self._database.rows(_MOVE_COUNT, (game_id,))[0][0] or 0
        return GameJournal(self._database, self._clock, game_id, move_count, encode)

    def load(self, game_id: int) -> StoredGame:
        """Raises `BadRecord` if the game cannot be read, `StorageError` if there is no such game."""
        rows = self._database.rows(_GAME, (game_id,))
        if not rows:
            raise StorageError(error("app.problem.game_missing", id=game_id))
        moves = self._database.rows(_MOVES, (game_id,))
        try:
            return parse_stored_game(game_id, rows[0], moves)
        except (ValueError, BadRecord) as wrong:
            raise BadRecord(error("app.problem.game_unreadable", id=game_id)) from wrong

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

    def list_games(self, game_filter: GameFilter) -> tuple[ListedGame, ...]:
        """List all games of a filter by start time, newest first, without loading their moves."""
        from companion.storage import game_query

        return game_query.list_games(self._database, game_filter)

    def frequent_players(self) -> tuple[str, ...]:
        """Return the name keys of all people in indexed games, most games first."""
        from companion.storage import game_query

        return game_query.frequent_players(self._database)

    def experienced_players(self, game: str) -> frozenset[str]:
        """Return everybody who has recently finished a game of this kind."""
        names: set[str] = set()
        for (text,) in self._database.rows(_LATEST_FINISHED, (game,)):
            with suppress(ValueError):
                setup = load_json(text)
                players = setup.get("players") if isinstance(setup, dict) else None
                if isinstance(players, list):
                    names.update(name for name in players if isinstance(name, str))
        return frozenset(names)

    def games_of_campaign(self, game: str, campaign: str | None) -> Iterator[StoredGame]:
        """Yield the games of a campaign, finished or not.

        Without a campaign, yield the latest finished games that have none. Games are loaded lazily;
        unreadable ones are skipped.
        """
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

    def copy(self, game_id: int, title: str) -> int:
        """Copy a game up to its current position, to be continued differently; return the id of the copy.

        The copy belongs to no game night and no campaign, so that it changes no other record.
        """
        now, stored = self._clock(), self.load(game_id)
        setup = dump_json(_without_campaign(stored.setup))
        with self._database.transaction() as execute:
            row = (setup, now, now, now, self._new_uid(), title, game_id)
            copy_id = execute(_COPY, row).lastrowid or 0
            execute(_COPY_MOVES, (copy_id, now, game_id, game_id))
        return copy_id

    def load_move_times(self, game_id: int) -> tuple[float, ...]:
        """Return the time of each move."""
        return tuple(time for (time,) in self._database.rows(_TIMES, (game_id,)))

    def purge(self, deleted_until: float) -> None:
        """Permanently remove the games that were deleted up to this time."""
        with self._database.transaction() as execute:
            execute(_PURGE, (deleted_until,))

    def _update_row(self, sql: str, args: tuple[Any, ...], game_id: int) -> None:
        with self._database.transaction() as execute:
            if execute(sql, args).rowcount != 1:
                raise StorageError(error("app.problem.game_missing", id=game_id))

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


def parse_stored_game(game_id: int, row: tuple[Any, ...], move_rows: list[tuple[Any, ...]]) -> StoredGame:
    """Parse the rows of a game. Raises ValueError or `BadRecord` for invalid rows."""
    game, setup_text, started, updated, move_count, ended, outcome, entry_at, entry, *metadata = row
    uid, title, starred, game_night, night_seconds = metadata
    setup = load_json(setup_text)
    moves = tuple(load_json(text) for _, text in move_rows)
    if move_count == ALL_MOVES:
        move_count = len(moves)
    is_valid = (
        isinstance(game, str)
        and all(isinstance(record, dict) for record in (setup, *moves))
        and [move_index for move_index, _ in move_rows] == list(range(len(moves)))
        and type(move_count) is int
        and 0 <= move_count <= len(moves)
        and all(isinstance(time, float) for time in (started, updated))
        and all(moment is None or isinstance(moment, float) for moment in (ended, game_night, night_seconds))
        and isinstance(title, str)
    )
    if not is_valid:
        raise ValueError("the rows of this game do not fit together")
    parsed_outcome = None if outcome is None else decode(Outcome, load_json(outcome), "outcome")
    draft = _parse_draft(entry_at, entry, len(moves))
    return StoredGame(
        game_id,
        game,
        setup,
        moves,
        move_count,
        started,
        updated,
        ended,
        parsed_outcome,
        draft,
        uid=str(uid or ""),
        title=title,
        starred=bool(starred),
        game_night=game_night,
        night_seconds=night_seconds,
    )


def _parse_draft(move_count: Any, text: Any, total_moves: int) -> SavedDraft | None:
    """Parse the draft; a damaged one is dropped, so that the game can still be opened."""
    with suppress(ValueError):
        draft = None if text is None else load_json(text)
        if isinstance(draft, dict) and type(move_count) is int and 0 <= move_count <= total_moves:
            return SavedDraft(move_count, draft)
    return None


def _without_campaign(setup: dict[str, Any]) -> dict[str, Any]:
    """Return the set-up without its campaign: games of a campaign are found by their set-ups."""
    mission = setup.get("mission")
    if not isinstance(mission, dict) or "campaign" not in mission:
        return setup
    return {name: value for name, value in setup.items() if name != "mission"}


def _players_of(setup: Any) -> frozenset[str]:
    from companion.statistics.game_night import collect_name_keys

    players = setup.get("players") if isinstance(setup, dict) else None
    return collect_name_keys(name for name in players if isinstance(name, str)) if players else frozenset()


def import_game(
    database: Database,
    execute: Execute,
    game: str,
    setup: dict[str, Any],
    moves: Sequence[dict[str, Any]],
    outcome: Outcome | None,
    metadata: GameMetadata,
    max_id: int | None = None,
) -> int | None:
    """Import a game as `GameStore.import_game` does, inside a running transaction.

    Only local games with an id up to `max_id` can match; by default all.
    """
    from companion.storage.game_matching import (
        MAX_ID,
        IncomingGame,
        MatchKind,
        allocate_uid,
        find_match,
        find_missing_notes,
        merge_notes,
    )

    outcome_json = None if outcome is None else dump_json(encode(outcome))
    updated = float(metadata.updated)
    ended = None if outcome is None else _to_float(metadata.ended) or updated
    move_texts = [dump_json(move) for move in moves]
    incoming = IncomingGame(
        metadata.id, game, dump_json(setup), float(metadata.started), lambda: move_texts, updated
    )
    match = find_match(database, incoming, MAX_ID if max_id is None else max_id)
    game_id, common_moves = match.local_id, match.move_count
    if match.kind is MatchKind.NEW:
        row = (
            *(game, incoming.setup, incoming.started, updated, len(moves), ended, outcome_json),
            *(allocate_uid(database, execute, metadata.id, move_texts), metadata.title, metadata.starred),
            *(_to_float(metadata.evening), _to_float(metadata.night)),
        )
        game_id = execute(_INSERT_IMPORTED, row).lastrowid or 0
    elif match.kind is MatchKind.EXTENDS:
        execute(_EXTEND, (len(moves), updated, ended, outcome_json, game_id))
        execute(_DELETE_MOVES_FROM, (game_id, common_moves))
    if match.kind is not MatchKind.EXISTING:
        rows = (
            (game_id, move_index, move_texts[move_index], float(metadata.times[move_index]))
            for move_index in range(common_moves, len(moves))
        )
        database.connection.executemany(_ADD_MOVE, rows)
    notes = [(note.at, note.text, None) for note in metadata.notes]
    missing_notes = find_missing_notes(database, game_id, common_moves, notes, len(moves))
    is_metadata_changed = merge_notes(
        execute, game_id, missing_notes, metadata.title, metadata.starred, updated
    )
    return None if match.kind is MatchKind.EXISTING and not is_metadata_changed else game_id


def metadata_of(stored: StoredGame, times: Sequence[Any], notes: Sequence[Row]) -> GameMetadata | None:
    """Return the metadata that is exported with a game's record; None without a uid.

    The user's marks are not part of it.
    """
    from companion.games.game_file import MAX_NOTES, GameMetadata, GameNote, clean_note, clean_title

    if not stored.uid or not all(isinstance(time, float) for time in times[: stored.move_count]):
        return None
    shown_notes = ((time, clean_note(str(text))) for time, text in notes)
    return GameMetadata(
        stored.uid,
        stored.started,
        stored.updated,
        stored.ended,
        tuple(times[: stored.move_count]),
        clean_title(stored.title),
        stored.starred,
        stored.night_seconds,
        stored.game_night,
        tuple(
            GameNote(min(time, stored.move_count), text)
            for time, text in shown_notes
            if type(time) is int and text
        )[:MAX_NOTES],
    )


def _to_float(timestamp: float | None) -> float | None:
    return None if timestamp is None else float(timestamp)


def _to_incoming(shared_game: SharedGame) -> IncomingGame:
    from companion.storage.game_matching import IncomingGame

    move_texts = [dump_json(move) for move in shared_game.moves]
    return IncomingGame(
        shared_game.uid,
        shared_game.game,
        dump_json(shared_game.setup),
        shared_game.started,
        lambda: move_texts,
    )


def start_session(
    game: Game[SetupT, StateT, MoveT], setup: SetupT, games: GameStore, night_seconds: float | None = None
) -> tuple[GameSession[SetupT, StateT, MoveT], int]:
    """Start and store a game; `night_seconds` is the length of its night phase.

    Raises `BadSetup` and stores nothing if the set-up is invalid.
    """
    GameSession(game, setup)
    stored = games.start(game.id, encode(setup), night_seconds)
    journal = games.open_journal(stored.id, partial(encode_move, game))
    return GameSession(game, setup, journal=journal, game_id=stored.id), stored.id


def open_session(
    game: Game[SetupT, StateT, MoveT], stored: StoredGame, games: GameStore
) -> GameSession[SetupT, StateT, MoveT]:
    """Open a session on a stored game.

    Raises `BadRecord` if set-up or moves cannot be read, `BadSetup` or `IllegalMove` if the rules no
    longer allow them. The stored game is not changed.
    """
    if stored.game != game.id:
        raise BadRecord(error("app.problem.game_other", id=stored.id, game=stored.game))
    setup = decode_setup(game, stored.setup)
    moves = tuple(decode_move(game, move) for move in stored.moves)
    journal = games.open_journal(stored.id, partial(encode_move, game))
    try:
        return GameSession(
            game, setup, moves,
            move_count=stored.move_count, journal=journal, draft=stored.draft, game_id=stored.id,
        )  # fmt: skip
    except (LookupError, TypeError, ValueError, ArithmeticError) as wrong:
        # The rules trust their types; a damaged record can hold an invalid seat.
        raise BadRecord(error("app.problem.game_unreadable", id=stored.id)) from wrong
