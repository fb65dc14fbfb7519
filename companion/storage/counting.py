"""What games come to in numbers, counted from their logs and kept beside them for SQL to sum up.

A move only notes that its game is to be counted anew; that is done when somebody asks for numbers. Nothing
here is worth keeping: all of it follows from the logs.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.games.game import ProblemError
from companion.games.records import decode_move, decode_setup
from companion.games.seats import read_name, unnamed
from companion.games.shelf import game_of
from companion.i18n.folding import searched_words
from companion.past.facts import Facts, Place, facts_of
from companion.past.lengths import played_seconds
from companion.storage.database import Database, Row, from_text
from companion.storage.games import COLUMNS, StoredGame, stored_of
from companion.storage.streaks import store_missing_streaks

_UNCOUNTED = "FROM games WHERE counted = 0 AND deleted IS NULL"
_LEFT = f"SELECT count(*) {_UNCOUNTED}"
_SOME = f"SELECT id, {COLUMNS} {_UNCOUNTED} ORDER BY id DESC LIMIT ?"
_MOVES = "SELECT number, move, at FROM moves WHERE game_id = ? ORDER BY number"
_NOTES = "SELECT text FROM notes WHERE game_id = ? ORDER BY number"
_ALIASES = "SELECT reading, same_as FROM people WHERE same_as IS NOT NULL"
_INTO = {
    "tallies": "INSERT INTO tallies VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    "seats": "INSERT INTO seats VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
    "facts": "INSERT INTO facts VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
}
_FOUND_BY = "SELECT words, games.game, setup, title FROM tallies JOIN games ON id = game_id WHERE game_id = ?"
_FIND_BY = "UPDATE tallies SET words = ? WHERE game_id = ?"
_COUNTED = "UPDATE games SET counted = 1 WHERE id = ?"
# How many are counted in one step: few enough for a slow phone to answer a finger in between.
SLICE = 50


def uncounted(database: Database) -> int:
    ((left,),) = database.rows(_LEFT)
    return int(left)


def count_some(database: Database, most: int = SLICE) -> int:
    """Count up to so many games whose numbers are not those of their logs, the newest first, in one step;
    returns how many are left. Raises `StorageError`."""
    found = database.rows(_SOME, (most,))
    if not found:
        return 0
    aliases: dict[str, str] = dict(database.rows(_ALIASES))
    counted = [_read(database, number, tuple(row), aliases) for number, *row in found]
    with database.step() as execute:
        for (number, *_), rows in zip(found, counted, strict=True):
            keep(database.connection, number, rows)
        left = uncounted(database) if len(found) == most else 0
        if not left:
            store_missing_streaks(database, execute)
    return left


def count_all(database: Database) -> None:
    while count_some(database):
        pass


@dataclass(frozen=True, slots=True)
class Counted:
    """What goes into the tables that are counted from logs."""

    tallies: tuple[Row, ...] = ()
    seats: tuple[Row, ...] = ()
    facts: tuple[Row, ...] = ()


def keep(connection: sqlite3.Connection, number: int, counted: Counted) -> None:
    """In the place of what was counted of this game before; inside a step that somebody else has begun."""
    for table, sql in _INTO.items():
        connection.execute(f"DELETE FROM {table} WHERE game_id = ?", (number,))
        connection.executemany(sql, getattr(counted, table))
    connection.execute(_COUNTED, (number,))


def _read(database: Database, number: int, row: Row, aliases: dict[str, str]) -> Counted:
    moves = database.rows(_MOVES, (number,))
    notes = [text for (text,) in database.rows(_NOTES, (number,))]
    try:
        stored = stored_of(number, row, [(at, text) for at, text, _ in moves])
    except (ValueError, ProblemError):
        return Counted()
    return count(stored, [at for *_, at in moves[: stored.position]], notes, aliases)


def count(
    stored: StoredGame, times: Sequence[float], notes: Sequence[str], aliases: Mapping[str, str]
) -> Counted:
    """All that is counted of a game; of one that the rules do not know or take, who sat there."""
    number, players, outcome = stored.id, _names(stored.setup), stored.outcome
    facts = facts_of_stored(stored) or Facts(tuple(Place() for _ in players))
    length = played_seconds(stored.started, times) if all(type(at) is float for at in times) else None
    tally = (
        *(number, stored.game, stored.started, stored.evening),
        *(stored.ended is not None, stored.starred, bool(notes)),
        *(len(players), facts.first),
        "" if outcome is None or outcome.winner is None else str(outcome.winner),
        "" if outcome is None else outcome.reason,
        *(length, stored.night, _words(stored, players, notes, facts)),
    )
    seats, people = [], _persons(players, aliases)
    for seat, (name, place) in enumerate(zip(players, facts.places, strict=False)):
        reading, person = "" if unnamed(name) else read_name(name), people[seat]
        seats.append((number, seat, name, reading, person, place.side, place.role, place.won, place.score))
    counts = tuple(
        (
            *(stored.game, fact.name, fact.part, people.get(fact.seat, "")),
            *(number, fact.seat, float(fact.times), float(fact.of)),
        )
        for fact in facts.facts
    )
    return Counted((tally,), tuple(seats), counts)


def _persons(players: Sequence[str], aliases: Mapping[str, str]) -> dict[int, str]:
    """Who sat where. Nobody sits twice at one table: where two names of one person do, the person is who has
    the name itself, or who sits first, and the other seat is nobody's."""
    readings = {seat: "" if unnamed(name) else read_name(name) for seat, name in enumerate(players)}
    persons = {seat: aliases.get(reading, reading) for seat, reading in readings.items()}
    own = {person: seat for seat, person in persons.items() if person == readings[seat]}
    first = {person: seat for seat, person in reversed(persons.items())} | own
    return {seat: person if first[person] == seat else "" for seat, person in persons.items()}


def facts_of_stored(stored: StoredGame) -> Facts | None:
    """None for a game that cannot be played through any more."""
    try:
        manifest = game_of(stored.game)
        game = manifest.rules
        states = [game.start(decode_setup(game, stored.setup))]
        moves = []
        for record in stored.moves[: stored.position]:
            move = decode_move(game, record)
            states.append(game.apply(states[-1], move))
            moves.append(move)
        return facts_of(manifest)(states, moves)
    except (ProblemError, LookupError, TypeError, ValueError, ArithmeticError, AttributeError):
        # Rules trust their types; a damaged record can hold a seat that nobody has.
        return None


def _names(setup: Any) -> tuple[str, ...]:
    players = setup.get("players", ()) if isinstance(setup, dict) else ()
    return tuple(name for name in players if isinstance(name, str)) if isinstance(players, list) else ()


def _words(stored: StoredGame, players: Sequence[str], notes: Sequence[str], facts: Facts) -> str:
    """What the game is found by, each word between blanks."""
    told = _told_words(stored.game, players, stored.title, notes)
    return _between_blanks((*told, *(word for text in facts.words for word in searched_words(text))))


def _told_words(game: str, players: Sequence[str], title: str, notes: Sequence[str]) -> tuple[str, ...]:
    """Those that do not follow from its moves."""
    try:
        manifest = game_of(game)
        known: tuple[str, ...] = (manifest.id, *manifest.names)
    except KeyError:
        known = (game,)
    named = (name for name in players if not unnamed(name))
    return tuple(word for text in (*known, *named, title, *notes) for word in searched_words(text))


def _between_blanks(words: Sequence[str]) -> str:
    return f" {' '.join(dict.fromkeys(words))} "


def words_of_moves(database: Database, games: Iterable[int]) -> dict[int, tuple[str, ...]]:
    """Of these games, as far as they were counted, the words that follow from their moves: `tell_anew` adds
    them to what people call them, and say of them, by then."""
    found = {}
    for number in games:
        for words, *row in database.rows(_FOUND_BY, (number,)):
            told = frozenset(_told_words(*_told(database, number, row)))
            found[number] = tuple(word for word in words.split() if word not in told)
    return found


def tell_anew(database: Database, words: Mapping[int, Sequence[str]]) -> None:
    """Inside a step that somebody else has begun."""
    for number, of_moves in words.items():
        for _, *row in database.rows(_FOUND_BY, (number,)):
            told = _told_words(*_told(database, number, row))
            database.connection.execute(_FIND_BY, (_between_blanks((*told, *of_moves)), number))


def _told(database: Database, number: int, row: Sequence[Any]) -> tuple[str, tuple[str, ...], str, list[str]]:
    game, text, title = row
    try:
        setup = from_text(text)
    except ValueError:
        setup = None
    return game, _names(setup), title, [note for (note,) in database.rows(_NOTES, (number,))]
