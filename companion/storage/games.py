"""Stored games and their moves. A game that cannot be read is left out with its problem, never removed."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from typing import Any

from companion.games.game import Outcome, Problem, error, warning
from companion.games.records import BadRecord, decode
from companion.storage.database import Database, Row, StorageError, from_text, to_text
from companion.storage.journal import GameJournal
from companion.table import Noted

_START = "INSERT INTO games (game, setup, started, updated) VALUES (?, ?, ?, ?)"
# What `stored_of` reads.
COLUMNS = "game, setup, started, updated, position, ended, outcome, entry_at, entry"
_GAME = f"SELECT {COLUMNS} FROM games WHERE id = ? AND deleted IS NULL"
_MOVES = "SELECT number, move FROM moves WHERE game_id = ? ORDER BY number"
_LENGTH = "SELECT max(number) + 1 FROM moves WHERE game_id = ?"
_UNFINISHED = "SELECT id FROM games WHERE ended IS NULL AND deleted IS NULL ORDER BY updated DESC, id DESC"
_RECENT = (
    "SELECT id FROM games WHERE (started, id) < (?, ?) AND deleted IS NULL ORDER BY started DESC, id DESC"
)
# A record tells no times, and nobody has played it on here: whatever was played here was played later.
_PLAYED_ELSEWHERE = "UPDATE games SET updated = 0 WHERE id = ?"
_ALIKE = "SELECT id FROM games WHERE game = ? AND setup = ? AND position = ? AND deleted IS NULL"
# Enough for years: whoever plays at all is among them, and it is looked through at once.
_LATEST_FINISHED = (
    "SELECT setup FROM games WHERE game = ? AND ended IS NOT NULL AND deleted IS NULL"
    " ORDER BY started DESC, id DESC LIMIT 400"
)
# The games of a map, by the id that their set-ups name; a set-up that is damaged is of none. Without a map
# there are as many as ever were played, of which the newest are enough.
_ABOUT = (
    "SELECT id FROM games WHERE deleted IS NULL AND game = ?"
    " AND CASE WHEN json_valid(setup) THEN json_extract(setup, '$.mission.campaign') IS ? END"
)
_NEWEST_FIRST = " ORDER BY started DESC, id DESC"
_ABOUT_NONE = f"{_ABOUT} AND ended IS NOT NULL{_NEWEST_FIRST} LIMIT 100"
_COUNT = "SELECT total(games) FROM counts WHERE game = ifnull(?, game)"
_DELETE = "UPDATE games SET deleted = ? WHERE id = ? AND deleted IS NULL"
_RESTORE = "UPDATE games SET deleted = NULL WHERE id = ? AND deleted IS NOT NULL"
_PURGE = "DELETE FROM games WHERE deleted IS NOT NULL AND deleted <= ?"
# SQLite sorts bytes after all numbers and texts: a start that is damaged is met as well, and told.
_AFTER_ALL = (b"\xff", 0)


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game as it lies in the file: `moves` are all of them, the first `position` count."""

    id: int
    game: str
    setup: dict[str, Any]
    moves: tuple[dict[str, Any], ...]
    position: int
    started: float
    updated: float
    ended: float | None
    outcome: Outcome | None
    noted: Noted | None = None


@dataclass(frozen=True, slots=True)
class Listing:
    """The games that could be read, in order, and one problem for each that could not."""

    games: tuple[StoredGame, ...]
    problems: tuple[Problem, ...]


class Games:
    def __init__(self, database: Database, clock: Callable[[], float]) -> None:
        self._database = database
        self._clock = clock

    def start(self, game: str, setup: dict[str, Any]) -> StoredGame:
        now = self._clock()
        text = to_text(setup)
        with self._database.step() as execute:
            number = execute(_START, (game, text, now, now)).lastrowid
        if number is None:
            raise StorageError(error("app.problem.storage_failed", reason="no row"))
        return StoredGame(number, game, setup, (), 0, now, now, None, None)

    def take_in(
        self, game: str, setup: dict[str, Any], moves: Sequence[dict[str, Any]], outcome: Outcome | None
    ) -> int | None:
        """A game that was played elsewhere, with all its moves in one step; None if there is one like it. It
        stands in the history from now on, but is offered to be gone on with after all that was played here.
        """
        texts, now = [to_text(move) for move in moves], self._clock()
        for (number,) in self._database.rows(_ALIKE, (game, to_text(setup), len(texts))):
            if [text for _, text in self._database.rows(_MOVES, (number,))][: len(texts)] == texts:
                return None
        with self._database.step() as execute:
            number = execute(_START, (game, to_text(setup), now, now)).lastrowid or 0
            journal = GameJournal(self._database, self._clock, number, 0, dict)
            journal.write(execute, 0, texts, len(texts), outcome)
            execute(_PLAYED_ELSEWHERE, (number,))
        return number

    def journal(self, number: int, encode: Callable[[Any], dict[str, Any]]) -> GameJournal:
        length = self._database.rows(_LENGTH, (number,))[0][0] or 0
        return GameJournal(self._database, self._clock, number, length, encode)

    def load(self, number: int) -> StoredGame:
        """Raises `BadRecord` if it cannot be read, `StorageError` if there is no such game."""
        found = self._database.rows(_GAME, (number,))
        if not found:
            raise StorageError(error("app.problem.game_missing", id=number))
        moves = self._database.rows(_MOVES, (number,))
        try:
            return stored_of(number, found[0], moves)
        except (ValueError, BadRecord) as wrong:
            raise BadRecord(error("app.problem.game_unreadable", id=number)) from wrong

    def unfinished(self) -> Generator[StoredGame, None, None]:
        """Games still going on, last played first, each read when it is asked for; close it when done."""
        with closing(self._database.each(_UNFINISHED)) as numbers:
            for (number,) in numbers:
                with suppress(BadRecord, StorageError):
                    yield self.load(number)

    def recent(self, limit: int, before: StoredGame | None = None) -> Listing:
        """Games by their start, newest first; the next page is `before` the last one shown."""
        place = _AFTER_ALL if before is None else (before.started, before.id)
        return self._listing(self._database.each(_RECENT, place), limit)

    def finishers(self, game: str) -> frozenset[str]:
        """Everybody who has played a game of this kind to its end, of late."""
        names: set[str] = set()
        for (text,) in self._database.rows(_LATEST_FINISHED, (game,)):
            with suppress(ValueError):
                setup = from_text(text)
                players = setup.get("players") if isinstance(setup, dict) else None
                if isinstance(players, list):
                    names.update(name for name in players if isinstance(name, str))
        return frozenset(names)

    def about(self, game: str, campaign: str | None) -> Iterator[StoredGame]:
        """The games of this kind that were set out for this map, over or not; for none, the last that ended
        of those without one. Each is read when it is asked for, and one that cannot be is passed over."""
        sql = _ABOUT_NONE if campaign is None else _ABOUT + _NEWEST_FIRST
        for (number,) in self._database.rows(sql, (game, campaign)):
            with suppress(BadRecord, StorageError):
                yield self.load(number)

    def count(self, game: str | None = None) -> int:
        """How many games are stored, of one kind or of all."""
        return int(self._database.rows(_COUNT, (game,))[0][0])

    def delete(self, number: int) -> None:
        """Out of sight and out of the counts, until it is restored or purged."""
        self._change(_DELETE, (self._clock(), number), number)

    def restore(self, number: int) -> None:
        self._change(_RESTORE, (number,), number)

    def purge(self, deleted_until: float) -> None:
        """Remove for good what was deleted up to then."""
        with self._database.step() as execute:
            execute(_PURGE, (deleted_until,))

    def _change(self, sql: str, args: tuple[Any, ...], number: int) -> None:
        with self._database.step() as execute:
            if execute(sql, args).rowcount != 1:
                raise StorageError(error("app.problem.game_missing", id=number))

    def _listing(self, numbers: Generator[Row, None, None], limit: int) -> Listing:
        """Up to `limit` readable games; those that cannot be read take no place."""
        games: list[StoredGame] = []
        problems: list[Problem] = []
        with closing(numbers):
            while len(games) < limit and (row := next(numbers, None)) is not None:
                try:
                    games.append(self.load(row[0]))
                except (BadRecord, StorageError):
                    problems.append(warning("app.problem.game_unreadable", id=row[0]))
        return Listing(tuple(games), tuple(problems))


def stored_of(number: int, row: tuple[Any, ...], move_rows: list[tuple[Any, ...]]) -> StoredGame:
    """Raises ValueError or `BadRecord` for rows that are no game."""
    game, setup_text, started, updated, position, ended, outcome, entry_at, entry = row
    setup = from_text(setup_text)
    moves = tuple(from_text(text) for _, text in move_rows)
    sound = (
        isinstance(game, str)
        and all(isinstance(record, dict) for record in (setup, *moves))
        and [at for at, _ in move_rows] == list(range(len(moves)))
        and type(position) is int
        and 0 <= position <= len(moves)
        and all(isinstance(time, float) for time in (started, updated))
        and (ended is None or isinstance(ended, float))
    )
    if not sound:
        raise ValueError("the rows of this game do not fit together")
    how = None if outcome is None else decode(Outcome, from_text(outcome), "outcome")
    noted = _noted(entry_at, entry, len(moves))
    return StoredGame(number, game, setup, moves, position, started, updated, ended, how, noted)


def _noted(position: Any, text: Any, moves: int) -> Noted | None:
    """What was being entered; a damaged note is no reason not to open the game."""
    with suppress(ValueError):
        entry = None if text is None else from_text(text)
        if isinstance(entry, dict) and type(position) is int and 0 <= position <= moves:
            return Noted(position, entry)
    return None
