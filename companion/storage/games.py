"""Stored games and their moves. A game that cannot be read is left out with its problem, never removed.

The journal of one stored game: one transaction a move, no reading.

While a game is played, its row says that all stored moves count (`ALL_MOVES`), so a further move is one
new row and nothing else. How many moves there are and when the last one was made is written to the game's
row before anything else is read (`Database.deferred`), and after a kill when the file is opened
(`STORE_MOVE_COUNTS`).

An edit of the past is one transaction too: after a kill there is the whole old log or the whole new one.

From stored games to running tables and back: the one place where rows meet rules.
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
from companion.core.session import DraftJson, GameSession, SavedDraft
from companion.storage.database import Database, Deferred, Execute, Row, StorageError, dump_json, load_json

if TYPE_CHECKING:
    # No start waits for what searches, or for what takes games of other devices in.
    from companion.files.share_link import SharedGame
    from companion.games.game_file import GameMetadata
    from companion.statistics.query import GameFilter, ListedGame
    from companion.storage.game_matching import GameMatch, IncomingGame


# In `games.position`: the game is being played, and all its moves count.
ALL_MOVES = -1
_STORE_MOVE_COUNT = f"UPDATE games SET position = ?, updated = ? WHERE id = ? AND position = {ALL_MOVES}"
# For games that were being played when the app was killed. `updated > 0` holds for all of them; it makes
# SQLite search its index of unfinished games instead of all games.
STORE_MOVE_COUNTS = (
    "UPDATE games SET"
    " position = (SELECT ifnull(max(number) + 1, 0) FROM moves WHERE game_id = games.id),"
    " updated = max(updated, ifnull((SELECT max(at) FROM moves WHERE game_id = games.id), updated))"
    f" WHERE updated > 0 AND ended IS NULL AND deleted IS NULL AND position = {ALL_MOVES}"
)
_DELETE_FROM = "DELETE FROM moves WHERE game_id = ? AND number >= ?"
_ADD = "INSERT INTO moves (game_id, number, move, at) VALUES (?, ?, ?, ?)"
# What is being entered rests on the moves before it: it stays as long as those are the same.
_ADVANCE = (
    "UPDATE games SET position = ?, updated = ?, ended = ?, outcome = ?, counted = 0,"
    " entry = CASE WHEN entry_at <= ? THEN entry END WHERE id = ?"
)
# The same for most moves: of a game that was neither over nor counted before and goes on. It leaves alone the
# columns that the index of uncounted games asks for, so that this index is not written anew with each move.
_ADVANCE_UNFINISHED = (
    "UPDATE games SET position = ?, updated = ?, entry = CASE WHEN entry_at <= ? THEN entry END"
    " WHERE id = ? AND counted = 0 AND ended IS NULL AND outcome IS NULL"
)
_SAVE_DRAFT = "UPDATE games SET entry_at = ?, entry = ? WHERE id = ?"
# Not `updated`: the table was looked at, not played on.
_RENAME = "UPDATE games SET setup = ?, counted = 0 WHERE id = ?"


class GameJournal:
    """A `companion.core.session.Journal`. `stored_count` is how many moves are stored, undone ones
    included."""

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
        """Append a move where the game's row does not say yet that all moves count, or no longer will."""
        game_id, move_index, _, now = row
        with self._database.transaction() as execute:
            stored_count = ALL_MOVES if outcome is None else move_index + 1
            self._advance(execute, stored_count, now, outcome, unchanged_moves=move_index)
            if move_index < self._stored_count:
                execute(_DELETE_FROM, (game_id, move_index))
            # Never "OR REPLACE": a second table on the same game must fail, not write over the first.
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
        """These moves, as they are stored, from `first_index` on; inside a step that somebody else has begun.
        `made_at` is when, if that was not now."""
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
# What `parse_stored_game` reads.
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
# A record tells no times, and nobody has played it on here: whatever was played here was played later.
_MARK_IMPORTED = "UPDATE games SET updated = 0 WHERE id = ?"
_SAME_SETUP = "SELECT id FROM games WHERE game = ? AND setup = ? AND position = ? AND deleted IS NULL"
# Of as many tables as could stand beside each other in one evening, the one with the same people is found.
_PREVIOUS_GAMES = (
    "SELECT setup, started, updated, evening FROM games WHERE deleted IS NULL AND started <= ?"
    " AND typeof(evening) = 'real' AND typeof(updated) = 'real' ORDER BY started DESC, id DESC LIMIT 12"
)
# Enough for years: whoever plays at all is among them, and it is looked through at once.
_LATEST_FINISHED = (
    "SELECT setup FROM games WHERE game = ? AND ended IS NOT NULL AND deleted IS NULL"
    " ORDER BY started DESC, id DESC LIMIT 400"
)
# The games of a map, by the id that their set-ups name; a set-up that is damaged is of none. Without a map
# there are as many as ever were played, of which the newest are enough.
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
# What is half entered goes along if it rests on moves that do.
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
# What was entered here rested on moves that are not the last any more.
_EXTEND = (
    "UPDATE games SET position = ?, updated = max(updated, ?), ended = ?, outcome = ?, counted = 0,"
    " entry = NULL WHERE id = ?"
)
# SQLite sorts bytes after all numbers and texts: a start that is damaged is met as well, and told.
_FIRST_PAGE_KEY = (b"\xff", 0)


def generate_uid() -> str:
    """A name for a game that no other device gives."""
    return os.urandom(8).hex()


class StoredGame(NamedTuple):
    """A game as it lies in the file: `moves` are all of them, the first `move_count` count.

    `uid` is the same on every device, `title` what the table calls it, `game_night` when the first game of
    its evening began, `night_seconds` how many seconds its night took.
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
    """What becomes of a game that is handed on to here."""

    NEW = "new"
    # It is here, and has all our moves and more.
    EXTENDED = "goes_on"
    # It is here, and ours is as far.
    EXISTING = "here"
    # It is here, and was played on in both places.
    SEPARATE = "beside"


class GameListing(NamedTuple):
    """The games that could be read, in order, and one problem for each that could not."""

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
        """`night_seconds` is how many seconds the night before it took."""
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
        """The start of the evening that a table goes on with, or its own."""
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
        """A game that was played elsewhere, with all its moves in one step; None if there is one like it. It
        stands in the history from now on, but is offered to be gone on with after all that was played here.
        """
        move_texts, now = [dump_json(move) for move in moves], self._clock()
        for (game_id,) in self._database.rows(_SAME_SETUP, (game, dump_json(setup), len(move_texts))):
            if [text for _, text in self._database.rows(_MOVES, (game_id,))][: len(move_texts)] == move_texts:
                return None
        with self._database.transaction() as execute:
            # Nobody knows of which evening it is.
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
        """A game that was played elsewhere and says which one it is: its number, None if it brings nothing.
        One that is here goes on with it, if it holds all our moves and more; one that went another way is
        kept beside ours."""
        with self._database.transaction() as execute:
            return import_game(self._database, execute, game, setup, moves, outcome, metadata)

    def metadata_of(self, stored: StoredGame) -> GameMetadata | None:
        """What goes along with its record; None for one whose name is not known."""
        notes = self._database.rows(_NOTES, (stored.id,))
        return metadata_of(stored, self.load_move_times(stored.id), notes)

    def preview_import(self, shared_game: SharedGame) -> ImportOutcome:
        """What would become of it; nothing is changed."""
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
        """A game that was handed on to here, in one step: kept as a new one, or ours goes on with its moves.
        Where both were played on it is kept beside ours. Returns the number to go on with.

        Nobody says when its moves were made: they give it no length and no later day."""
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
                # Those who went on with it may have given names since.
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
        """Raises `BadRecord` if it cannot be read, `StorageError` if there is no such game."""
        rows = self._database.rows(_GAME, (game_id,))
        if not rows:
            raise StorageError(error("app.problem.game_missing", id=game_id))
        moves = self._database.rows(_MOVES, (game_id,))
        try:
            return parse_stored_game(game_id, rows[0], moves)
        except (ValueError, BadRecord) as wrong:
            raise BadRecord(error("app.problem.game_unreadable", id=game_id)) from wrong

    def iterate_unfinished(self) -> Generator[StoredGame, None, None]:
        """Games still going on, last played first, each read when it is asked for; close it when done."""
        with closing(self._database.iterate(_UNFINISHED)) as game_ids:
            for (game_id,) in game_ids:
                with suppress(BadRecord, StorageError):
                    yield self.load(game_id)

    def list_recent(self, limit: int, before: StoredGame | None = None) -> GameListing:
        """Games by their start, newest first; the next page is `before` the last one shown."""
        page_key = _FIRST_PAGE_KEY if before is None else (before.started, before.id)
        return self._read_listing(self._database.iterate(_RECENT, page_key), limit)

    def list_games(self, game_filter: GameFilter) -> tuple[ListedGame, ...]:
        """All games of a choice by their start, newest first: how to find them, not what is in them."""
        from companion.storage import game_query

        return game_query.list_games(self._database, game_filter)

    def frequent_players(self) -> tuple[str, ...]:
        """Everybody in games that were counted, as they are read; who played most comes first."""
        from companion.storage import game_query

        return game_query.frequent_players(self._database)

    def experienced_players(self, game: str) -> frozenset[str]:
        """Everybody who has played a game of this kind to its end, of late."""
        names: set[str] = set()
        for (text,) in self._database.rows(_LATEST_FINISHED, (game,)):
            with suppress(ValueError):
                setup = load_json(text)
                players = setup.get("players") if isinstance(setup, dict) else None
                if isinstance(players, list):
                    names.update(name for name in players if isinstance(name, str))
        return frozenset(names)

    def games_of_campaign(self, game: str, campaign: str | None) -> Iterator[StoredGame]:
        """The games of this kind that were set out for this map, over or not; for none, the last that ended
        of those without one. Each is read when it is asked for, and one that cannot be is passed over."""
        sql = _OF_NO_CAMPAIGN if campaign is None else _OF_CAMPAIGN + _NEWEST_FIRST
        for (game_id,) in self._database.rows(sql, (game, campaign)):
            with suppress(BadRecord, StorageError):
                yield self.load(game_id)

    def count(self, game: str | None = None) -> int:
        """How many games are stored, of one kind or of all."""
        return int(self._database.rows(_COUNT, (game,))[0][0])

    def delete(self, game_id: int) -> None:
        """Out of sight and out of the counts, until it is restored or purged."""
        self._update_row(_DELETE, (self._clock(), game_id), game_id)

    def restore(self, game_id: int) -> None:
        self._update_row(_RESTORE, (game_id,), game_id)

    def set_title(self, game_id: int, title: str) -> None:
        """What the table calls it; nothing, and it is called by its game again."""
        self._update_row(_SET_TITLE, (title, game_id), game_id)

    def set_starred(self, game_id: int, starred: bool) -> None:
        self._update_row(_SET_STARRED, (starred, game_id), game_id)

    def copy(self, game_id: int, title: str) -> int:
        """The same table once more, as far as it has come, to be gone on with in another way; returns its
        number. It is of no evening and on nobody's map: what is tried out changes no other record."""
        now, stored = self._clock(), self.load(game_id)
        setup = dump_json(_without_campaign(stored.setup))
        with self._database.transaction() as execute:
            row = (setup, now, now, now, self._new_uid(), title, game_id)
            copy_id = execute(_COPY, row).lastrowid or 0
            execute(_COPY_MOVES, (copy_id, now, game_id, game_id))
        return copy_id

    def load_move_times(self, game_id: int) -> tuple[float, ...]:
        """When each of its moves was made."""
        return tuple(time for (time,) in self._database.rows(_TIMES, (game_id,)))

    def purge(self, deleted_until: float) -> None:
        """Remove for good what was deleted up to then."""
        with self._database.transaction() as execute:
            execute(_PURGE, (deleted_until,))

    def _update_row(self, sql: str, args: tuple[Any, ...], game_id: int) -> None:
        with self._database.transaction() as execute:
            if execute(sql, args).rowcount != 1:
                raise StorageError(error("app.problem.game_missing", id=game_id))

    def _read_listing(self, game_ids: Generator[Row, None, None], limit: int) -> GameListing:
        """Up to `limit` readable games; those that cannot be read take no place."""
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
    """Raises ValueError or `BadRecord` for rows that are no game."""
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
    """What was being entered; a damaged note is no reason not to open the game."""
    with suppress(ValueError):
        draft = None if text is None else load_json(text)
        if isinstance(draft, dict) and type(move_count) is int and 0 <= move_count <= total_moves:
            return SavedDraft(move_count, draft)
    return None


def _without_campaign(setup: dict[str, Any]) -> dict[str, Any]:
    """A set-up that is for no map: the games of one are found by what their set-ups name."""
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
    """As `GameStore.import_game`, inside a step that somebody else has begun; beside games up to the
    number `max_id`, or beside all."""
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
    """What goes along with its record; marks of somebody's own do not. None for one without a name."""
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
    """Start and store a game, with how many seconds its night took. Raises `BadSetup` and stores nothing if
    the set-up does not stand."""
    GameSession(game, setup)
    stored = games.start(game.id, encode(setup), night_seconds)
    journal = games.open_journal(stored.id, partial(encode_move, game))
    return GameSession(game, setup, journal=journal, game_id=stored.id), stored.id


def open_session(
    game: Game[SetupT, StateT, MoveT], stored: StoredGame, games: GameStore
) -> GameSession[SetupT, StateT, MoveT]:
    """Go on with a stored game.

    Raises `BadRecord` where set-up or moves cannot be read, `BadSetup` or `IllegalMove` where the
    rules no longer allow them. The stored game stays as it is.
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
        # Rules trust their types; a damaged record can hold a seat that nobody has.
        raise BadRecord(error("app.problem.game_unreadable", id=stored.id)) from wrong
