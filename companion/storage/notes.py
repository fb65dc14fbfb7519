"""Stored notes, notepad marks and game nights.

Notes are pinned to a moment of a game and are searchable, so writing one marks the game as stale. Marks
are private and never shared. Game nights are listed newest first.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from companion.core.annotations import NO_MARK, Mark, Note
from companion.core.game import ProblemError, error
from companion.core.players import normalize_name
from companion.games.game_file import MAX_NOTES, clean_note
from companion.statistics.game_night import (
    GameNight,
    GameNightGame,
    GameNightPlayer,
    GamePlayer,
    collect_players,
)
from companion.storage.database import Database, Execute, StorageError
from companion.storage.json_export import ReplayedGame, load_replayed_game

_NOTES_OF_GAME: Final = (
    "SELECT number, position, text, at FROM notes WHERE game_id = ? ORDER BY position, number"
)
_ONE: Final = "SELECT number, position, text, at FROM notes WHERE game_id = ? AND number = ?"
_NEXT: Final = "SELECT count(*), ifnull(max(number) + 1, 0) FROM notes WHERE game_id = ?"
_ADD: Final = "INSERT INTO notes (game_id, number, position, text, at) VALUES (?, ?, ?, ?, ?)"
_CHANGE: Final = "UPDATE notes SET text = ? WHERE game_id = ? AND number = ?"
_REMOVE: Final = "DELETE FROM notes WHERE game_id = ? AND number = ?"
_MARK_STALE: Final = "UPDATE games SET counted = 0 WHERE id = ? AND deleted IS NULL"


class Notes:
    def __init__(self, database: Database, clock: Callable[[], float]) -> None:
        self._database = database
        self._clock = clock

    def list_notes(self, game_id: int) -> tuple[Note, ...]:
        """List the notes of a game by move count; damaged rows are skipped."""
        rows = self._database.rows(_NOTES_OF_GAME, (game_id,))
        return tuple(Note(*row) for row in rows if type(row[1]) is int and isinstance(row[2], str))

    def add(self, game_id: int, move_count: int, text: str) -> Note | None:
        """Add a note after `move_count` moves; None if the text is empty. Raises `ProblemError`."""
        clean_text = clean_note(text.strip())
        if not clean_text:
            return None
        ((count, note_id),) = self._database.rows(_NEXT, (game_id,))
        if count >= MAX_NOTES:
            raise ProblemError(error("moments.problem.too_many", most=MAX_NOTES))
        note = Note(note_id, move_count, clean_text, self._clock())
        with self._database.transaction() as execute:
            self._insert(execute, game_id, note)
        return note

    def change(self, game_id: int, note_id: int, text: str) -> Note:
        """Change the text of a note (an empty text removes it); return the previous note for `restore`."""
        previous, clean_text = self._load(game_id, note_id), clean_note(text.strip())
        with self._database.transaction() as execute:
            if clean_text:
                execute(_CHANGE, (clean_text, game_id, note_id))
            else:
                execute(_REMOVE, (game_id, note_id))
            execute(_MARK_STALE, (game_id,))
        return previous

    def remove(self, game_id: int, note_id: int) -> Note:
        """Remove a note and return it for `restore`."""
        return self.change(game_id, note_id, "")

    def restore(self, game_id: int, note: Note) -> None:
        """Restore a note that was changed or removed."""
        with self._database.transaction() as execute:
            execute(_REMOVE, (game_id, note.note_id))
            self._insert(execute, game_id, note)

    def _insert(self, execute: Execute, game_id: int, note: Note) -> None:
        if execute(_MARK_STALE, (game_id,)).rowcount != 1:
            raise StorageError(error("app.problem.game_missing", id=game_id))
        execute(_ADD, (game_id, note.note_id, note.move_count, note.text, note.written_at))

    def _load(self, game_id: int, note_id: int) -> Note:
        rows = self._database.rows(_ONE, (game_id, note_id))
        if not rows:
            raise StorageError(error("moments.problem.note_missing"))
        return Note(*rows[0])


_MARKS_OF_GAME: Final = "SELECT seat, position, mark FROM marks WHERE game_id = ? ORDER BY position, seat"
_GAME_EXISTS: Final = "SELECT 1 FROM games WHERE id = ? AND deleted IS NULL"
_LATEST: Final = (
    "SELECT mark FROM marks WHERE game_id = ? AND seat = ? AND position < ? ORDER BY position DESC LIMIT 1"
)
# Also deletes marks of undone moves: a new mark replaces them.
_DELETE_FROM: Final = "DELETE FROM marks WHERE game_id = ? AND seat = ? AND position >= ?"
_INSERT: Final = "INSERT INTO marks (game_id, seat, position, mark) VALUES (?, ?, ?, ?)"


class Marks:
    def __init__(self, database: Database) -> None:
        self._database = database

    def list_marks(self, game_id: int) -> tuple[Mark, ...]:
        """List the marks of a game by move count; damaged rows are skipped."""
        rows = self._database.rows(_MARKS_OF_GAME, (game_id,))
        return tuple(
            Mark(*row)
            for row in rows
            if [type(part) for part in row] == [int, int, str] and row[0] >= 0 and row[1] >= 0
        )

    def set_mark(self, game_id: int, seat: int, move_count: int, mark: str) -> None:
        """Set the mark of a seat from this move count on. Raises `StorageError`."""
        if not self._database.rows(_GAME_EXISTS, (game_id,)):
            raise StorageError(error("app.problem.game_missing", id=game_id))
        before = self._database.rows(_LATEST, (game_id, seat, move_count))
        current = before[0][0] if before else NO_MARK
        with self._database.transaction() as execute:
            execute(_DELETE_FROM, (game_id, seat, move_count))
            if mark != current:
                execute(_INSERT, (game_id, seat, move_count, mark))


_NEWEST: Final = (
    "SELECT DISTINCT evening FROM games WHERE evening < ? AND typeof(evening) = 'real' AND deleted IS NULL"
    " ORDER BY evening DESC LIMIT ?"
)
_COUNT: Final = "SELECT count(DISTINCT evening) FROM games WHERE typeof(evening) = 'real' AND deleted IS NULL"
_GAMES: Final = "SELECT id, game FROM games WHERE evening = ? AND deleted IS NULL ORDER BY started, id"
_GAME_NIGHT: Final = "SELECT evening FROM games WHERE id = ? AND deleted IS NULL"
# Read from the index of each game.
_SEATS: Final = (
    "SELECT game_id, name, person, won FROM seats WHERE game_id IN"
    " (SELECT id FROM games WHERE evening = ? AND deleted IS NULL) ORDER BY game_id, seat"
)
_PEOPLE: Final = "SELECT reading, name, same_as FROM people"
# Later than any game night.
_MAX_TIMESTAMP: Final = 1e300


@dataclass(frozen=True, slots=True)
class GameNightSummary:
    """A game night in a list: its games in order, and its players in seat order."""

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
        """List game nights by start time, newest first. `before` is the start of the last one of the previous
        page. Winners are known for indexed games only (see `statistics_index`)."""
        names = _PersonNames(self._database)
        rows = self._database.rows(_NEWEST, (_MAX_TIMESTAMP if before is None else before, limit))
        return tuple(self._to_summary(game_night, names) for (game_night,) in rows)

    def _to_summary(self, game_night: float, names: _PersonNames) -> GameNightSummary:
        played = self._database.rows(_GAMES, (game_night,))
        seatings = defaultdict[int, list[GamePlayer]](list)
        for game_id, name, person, won in self._database.rows(_SEATS, (game_night,)):
            seatings[game_id].append(
                GamePlayer(person or name, names.name_of(person, name), None if won is None else bool(won))
            )
        # In order of play: if two games have equally many named players the last one gives the seat order.
        ordered = [seatings[game_id] for game_id, _ in played if game_id in seatings]
        return GameNightSummary(game_night, tuple(str(game) for _, game in played), collect_players(ordered))

    def find_game_night_of(self, game_id: int) -> float | None:
        """Return the start of a game's night; None for an imported game without one."""
        rows = self._database.rows(_GAME_NIGHT, (game_id,))
        return rows[0][0] if rows and isinstance(rows[0][0], float) else None

    def count_games(self, game_night: float) -> int:
        """Count the games of a game night."""
        return len(self._database.rows(_GAMES, (game_night,)))

    def load(self, started: float) -> GameNight:
        """Load a game night with all games that can be replayed. Raises `StorageError`."""
        names = _PersonNames(self._database)
        game_ids = [game_id for game_id, _ in self._database.rows(_GAMES, (started,))]
        replayed_games = (load_replayed_game(self._database, game_id) for game_id in game_ids)
        return GameNight(started, tuple(_to_game(game, names) for game in replayed_games if game is not None))

    def load_game(self, game_id: int) -> GameNightGame | None:
        """Load one game as part of a game night; None if it can no longer be replayed."""
        replayed_game = load_replayed_game(self._database, game_id)
        return None if replayed_game is None else _to_game(replayed_game, _PersonNames(self._database))


class _PersonNames:
    """Resolves names and aliases to people and their display names."""

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
    stored, metadata = replayed_game.stored, replayed_game.metadata
    seat_results = replayed_game.compute_metrics().seat_results
    players = tuple(
        GamePlayer(person := names.person(name), names.name_of(person, name), result.won)
        for name, result in zip(replayed_game.states[0].setup.players, seat_results, strict=False)
    )
    return GameNightGame(
        stored.id, stored.game, stored.started, players, replayed_game.states,
        tuple(map(float, metadata.times)), stored.title, metadata.notes,
    )  # fmt: skip
