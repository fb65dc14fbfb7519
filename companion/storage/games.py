"""Stored games and their moves. A game that cannot be read is left out with its problem, never removed."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, suppress
from enum import Enum
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.games.game import Outcome, Problem, error, warning
from companion.games.records import BadRecord, decode, encode
from companion.storage.database import Database, Execute, Row, StorageError, from_text, to_text
from companion.storage.journal import ALL_MOVES, GameJournal
from companion.table import Noted

if TYPE_CHECKING:
    # No start waits for what searches, or for what takes games of other devices in.
    from companion.games.kept import Kept
    from companion.past.packing import HandedGame
    from companion.past.which import Listed, Which
    from companion.storage.same_games import Coming, Found

_START = "INSERT INTO games (game, setup, started, updated, uid, evening, night) VALUES (?, ?, ?, ?, ?, ?, ?)"
# What `stored_of` reads.
COLUMNS = (
    "game, setup, started, updated, position, ended, outcome, entry_at, entry,"
    " uid, title, starred, evening, night"
)
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
# Of as many tables as could stand beside each other in one evening, the one with the same people is found.
_BEFORE = (
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
_CALL = "UPDATE games SET title = ?, counted = 0 WHERE id = ? AND deleted IS NULL"
_STAR = "UPDATE games SET starred = ?, counted = 0 WHERE id = ? AND deleted IS NULL"
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
_RECEIVE = (
    "INSERT INTO games (game, setup, started, updated, uid, evening, title) VALUES (?, ?, ?, ?, ?, ?, ?)"
)
_KEEP_AS = "UPDATE games SET setup = ?, deleted = NULL, counted = 0 WHERE id = ?"
_TIMES = "SELECT at FROM moves WHERE game_id = ? ORDER BY number"
_LAST_MADE = "SELECT at FROM moves WHERE game_id = ? AND number = ?"
_NOTES = "SELECT position, text FROM notes WHERE game_id = ? ORDER BY number"
_KEEP = (
    "INSERT INTO games (game, setup, started, updated, position, ended, outcome, uid, title, starred,"
    " evening, night) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_ADD_MOVE = "INSERT INTO moves (game_id, number, move, at) VALUES (?, ?, ?, ?)"
_DROP_FROM = "DELETE FROM moves WHERE game_id = ? AND number >= ?"
# What was entered here rested on moves that are not the last any more.
_GO_ON = (
    "UPDATE games SET position = ?, updated = max(updated, ?), ended = ?, outcome = ?, counted = 0,"
    " entry = NULL WHERE id = ?"
)
# SQLite sorts bytes after all numbers and texts: a start that is damaged is met as well, and told.
_AFTER_ALL = (b"\xff", 0)


def fresh_uid() -> str:
    """A name for a game that no other device gives."""
    return os.urandom(8).hex()


class StoredGame(NamedTuple):
    """A game as it lies in the file: `moves` are all of them, the first `position` count.

    `uid` is the same on every device, `title` what the table calls it, `evening` when the first game of its
    evening began, `night` how many seconds its night took.
    """

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
    uid: str = ""
    title: str = ""
    starred: bool = False
    evening: float | None = None
    night: float | None = None


class Fate(Enum):
    """What becomes of a game that is handed on to here."""

    NEW = "new"
    # It is here, and has all our moves and more.
    GOES_ON = "goes_on"
    # It is here, and ours is as far.
    HERE = "here"
    # It is here, and was played on in both places.
    BESIDE = "beside"


class Listing(NamedTuple):
    """The games that could be read, in order, and one problem for each that could not."""

    games: tuple[StoredGame, ...]
    problems: tuple[Problem, ...]


class Games:
    def __init__(
        self, database: Database, clock: Callable[[], float], new_uid: Callable[[], str] = fresh_uid
    ) -> None:
        self._database = database
        self._clock = clock
        self._new_uid = new_uid

    def start(self, game: str, setup: dict[str, Any], night: float | None = None) -> StoredGame:
        """`night` is how many seconds the night before it took."""
        now, uid = self._clock(), self._new_uid()
        text, evening = to_text(setup), self._evening(now, setup)
        with self._database.step() as execute:
            number = execute(_START, (game, text, now, now, uid, evening, night)).lastrowid
        if number is None:
            raise StorageError(error("app.problem.storage_failed", reason="no row"))
        return StoredGame(
            number, game, setup, (), 0, now, now, None, None, uid=uid, evening=evening, night=night
        )

    def _evening(self, now: float, setup: dict[str, Any]) -> float:
        """The start of the evening that a table goes on with, or its own."""
        from companion.past.evenings import Sat, goes_on

        for text, started, updated, evening in self._database.rows(_BEFORE, (now,)):
            with suppress(ValueError):
                before = Sat(started, max(started, updated), evening, _people(from_text(text)))
                if goes_on(before, now, _people(setup)):
                    return before.evening
        return now

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
            # Nobody knows of which evening it is.
            row = (game, to_text(setup), now, now, self._new_uid(), None, None)
            number = execute(_START, row).lastrowid or 0
            journal = GameJournal(self._database, self._clock, number, 0, dict)
            journal.write(execute, 0, texts, len(texts), outcome)
            execute(_PLAYED_ELSEWHERE, (number,))
        return number

    def keep(
        self,
        game: str,
        setup: dict[str, Any],
        moves: Sequence[dict[str, Any]],
        outcome: Outcome | None,
        kept: Kept,
    ) -> int | None:
        """A game that was played elsewhere and says which one it is: its number, None if it brings nothing.
        One that is here goes on with it, if it holds all our moves and more; one that went another way is
        kept beside ours."""
        with self._database.step() as execute:
            return keep(self._database, execute, game, setup, moves, outcome, kept)

    def what_is_kept(self, stored: StoredGame) -> Kept | None:
        """What goes along with its record; None for one whose name is not known."""
        notes = self._database.rows(_NOTES, (stored.id,))
        return kept_of(stored, self.times(stored.id), notes)

    def foresee(self, handed: HandedGame) -> Fate:
        """What would become of it; nothing is changed."""
        from companion.storage.same_games import Kin, is_taken

        found = self._find(handed)
        match found.kin:
            case Kin.NEW:
                beside = found.parted or is_taken(self._database, handed.uid)
                return Fate.BESIDE if beside else Fate.NEW
            case Kin.GOES_ON:
                return Fate.GOES_ON
            case Kin.HERE:
                return Fate.HERE

    def receive(self, handed: HandedGame) -> int:
        """A game that was handed on to here, in one step: kept as a new one, or ours goes on with its moves.
        Where both were played on it is kept beside ours. Returns the number to go on with.

        Nobody says when its moves were made: they give it no length and no later day."""
        from companion.storage.same_games import Kin, own_uid

        coming, found = _handed(handed), self._find(handed)
        ours, texts, made = found.ours, coming.moves(), handed.started
        with self._database.step() as execute:
            if found.kin is Kin.NEW:
                uid = own_uid(self._database, execute, handed.uid, texts)
                row = (handed.game, coming.setup, handed.started, self._clock())
                ours = execute(_RECEIVE, (*row, uid, handed.evening, handed.title)).lastrowid or 0
            elif found.kin is Kin.GOES_ON:
                # Those who went on with it may have given names since.
                execute(_KEEP_AS, (coming.setup, ours))
                for (at,) in self._database.rows(_LAST_MADE, (ours, found.counts - 1)):
                    made = at if type(at) is float else made
            else:
                execute(_RESTORE, (ours,))
            if found.kin is not Kin.HERE:
                first = found.counts
                journal = GameJournal(self._database, self._clock, ours, first, dict)
                journal.write(execute, first, texts[first:], len(texts), handed.outcome, made)
        return ours

    def _find(self, handed: HandedGame) -> Found:
        from companion.storage.same_games import find_same

        return find_same(self._database, _handed(handed), deleted=True)

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

    def listed(self, which: Which) -> tuple[Listed, ...]:
        """All games of a choice by their start, newest first: how to find them, not what is in them."""
        from companion.storage import listing

        return listing.listed(self._database, which)

    def regulars(self) -> tuple[str, ...]:
        """Everybody in games that were counted, as they are read; who played most comes first."""
        from companion.storage import listing

        return listing.regulars(self._database)

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

    def call(self, number: int, title: str) -> None:
        """What the table calls it; nothing, and it is called by its game again."""
        self._change(_CALL, (title, number), number)

    def star(self, number: int, starred: bool) -> None:
        self._change(_STAR, (starred, number), number)

    def copy(self, number: int, title: str) -> int:
        """The same table once more, as far as it has come, to be gone on with in another way; returns its
        number. It is of no evening and on nobody's map: what is tried out changes no other record."""
        now, stored = self._clock(), self.load(number)
        setup = to_text(_off_the_map(stored.setup))
        with self._database.step() as execute:
            row = (setup, now, now, now, self._new_uid(), title, number)
            added = execute(_COPY, row).lastrowid or 0
            execute(_COPY_MOVES, (added, now, number, number))
        return added

    def times(self, number: int) -> tuple[float, ...]:
        """When each of its moves was made."""
        return tuple(at for (at,) in self._database.rows(_TIMES, (number,)))

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
    game, setup_text, started, updated, position, ended, outcome, entry_at, entry, *kept = row
    uid, title, starred, evening, night = kept
    setup = from_text(setup_text)
    moves = tuple(from_text(text) for _, text in move_rows)
    if position == ALL_MOVES:
        position = len(moves)
    sound = (
        isinstance(game, str)
        and all(isinstance(record, dict) for record in (setup, *moves))
        and [at for at, _ in move_rows] == list(range(len(moves)))
        and type(position) is int
        and 0 <= position <= len(moves)
        and all(isinstance(time, float) for time in (started, updated))
        and all(moment is None or isinstance(moment, float) for moment in (ended, evening, night))
        and isinstance(title, str)
    )
    if not sound:
        raise ValueError("the rows of this game do not fit together")
    how = None if outcome is None else decode(Outcome, from_text(outcome), "outcome")
    noted = _noted(entry_at, entry, len(moves))
    return StoredGame(
        number, game, setup, moves, position, started, updated, ended, how, noted,
        uid=str(uid or ""), title=title, starred=bool(starred), evening=evening, night=night,
    )  # fmt: skip


def _noted(position: Any, text: Any, moves: int) -> Noted | None:
    """What was being entered; a damaged note is no reason not to open the game."""
    with suppress(ValueError):
        entry = None if text is None else from_text(text)
        if isinstance(entry, dict) and type(position) is int and 0 <= position <= moves:
            return Noted(position, entry)
    return None


def _off_the_map(setup: dict[str, Any]) -> dict[str, Any]:
    """A set-up that is for no map: the games of one are found by what their set-ups name."""
    mission = setup.get("mission")
    if not isinstance(mission, dict) or "campaign" not in mission:
        return setup
    return {name: value for name, value in setup.items() if name != "mission"}


def _people(setup: Any) -> frozenset[str]:
    from companion.past.evenings import people_of

    players = setup.get("players") if isinstance(setup, dict) else None
    return people_of(name for name in players if isinstance(name, str)) if players else frozenset()


def keep(
    database: Database,
    execute: Execute,
    game: str,
    setup: dict[str, Any],
    moves: Sequence[dict[str, Any]],
    outcome: Outcome | None,
    kept: Kept,
    last: int | None = None,
) -> int | None:
    """As `Games.keep`, inside a step that somebody else has begun; beside games up to the number `last`, or
    beside all."""
    from companion.storage.remarks import new_remarks, put_remarks
    from companion.storage.same_games import ANY, Coming, Kin, find_same, own_uid

    how = None if outcome is None else to_text(encode(outcome))
    updated = float(kept.updated)
    ended = None if outcome is None else _moment(kept.ended) or updated
    texts = [to_text(move) for move in moves]
    coming = Coming(kept.id, game, to_text(setup), float(kept.started), lambda: texts, updated)
    found = find_same(database, coming, ANY if last is None else last)
    number, counts = found.ours, found.counts
    if found.kin is Kin.NEW:
        row = (
            *(game, coming.setup, coming.started, updated, len(moves), ended, how),
            *(own_uid(database, execute, kept.id, texts), kept.title, kept.starred),
            *(_moment(kept.evening), _moment(kept.night)),
        )
        number = execute(_KEEP, row).lastrowid or 0
    elif found.kin is Kin.GOES_ON:
        execute(_GO_ON, (len(moves), updated, ended, how, number))
        execute(_DROP_FROM, (number, counts))
    if found.kin is not Kin.HERE:
        rows = ((number, at, texts[at], float(kept.times[at])) for at in range(counts, len(moves)))
        database.connection.executemany(_ADD_MOVE, rows)
    notes = [(note.at, note.text, None) for note in kept.notes]
    remarks = new_remarks(database, number, counts, notes, len(moves))
    changed = put_remarks(execute, number, remarks, kept.title, kept.starred, updated)
    return None if found.kin is Kin.HERE and not changed else number


def kept_of(stored: StoredGame, times: Sequence[Any], notes: Sequence[Row]) -> Kept | None:
    """What goes along with its record; marks of somebody's own do not. None for one without a name."""
    from companion.games.kept import MOST_NOTES, Kept, Note, shown_note, shown_title

    if not stored.uid or not all(isinstance(at, float) for at in times[: stored.position]):
        return None
    told = ((at, shown_note(str(text))) for at, text in notes)
    return Kept(
        stored.uid,
        stored.started,
        stored.updated,
        stored.ended,
        tuple(times[: stored.position]),
        shown_title(stored.title),
        stored.starred,
        stored.night,
        stored.evening,
        tuple(Note(min(at, stored.position), text) for at, text in told if type(at) is int and text)[
            :MOST_NOTES
        ],
    )


def _moment(moment: float | None) -> float | None:
    return None if moment is None else float(moment)


def _handed(handed: HandedGame) -> Coming:
    from companion.storage.same_games import Coming

    texts = [to_text(move) for move in handed.moves]
    return Coming(handed.uid, handed.game, to_text(handed.setup), handed.started, lambda: texts)
