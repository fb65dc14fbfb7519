"""Record files: a whole game as JSON text, read strictly and played again move by move."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from companion.games.game import BadSetup, Game, IllegalMove, Problem, ProblemError, blocking, error
from companion.games.kept import Kept, read_kept
from companion.games.records import BadRecord, Json, decode_move, decode_setup
from companion.games.shelf import game_named

FORMAT = 1
# More than any count has; a float still holds them all.
_MOST_DIGITS = 15
# Many times what the longest evening comes to: each of them is played again, on opening and by every screen.
MOST_MOVES = 2_000
_FIELDS = ("format", "game", "setup", "moves")
# A record of a game that somebody has kept tells more of it.
_KEPT = "kept"


class RefusedMove(ProblemError):
    """Move `number` (counted from 1) of a record cannot be read or is against the rules."""

    def __init__(self, number: int, problem: Problem) -> None:
        super().__init__(problem)
        self.number = number


@dataclass(frozen=True, slots=True)
class Record:
    """A game read from a file. Its moves are still JSON: each is decoded when its turn comes."""

    game: Game[Any, Any, Any]
    setup: Any
    moves: tuple[Json, ...]
    kept: Kept | None = None


def read_record(text: str | bytes) -> Record:
    """Read a record file; raises `BadRecord` if it is not one, `BadSetup` if no table could start so."""
    return record_from(parsed(text))


def record_from(data: Json) -> Record:
    """The same for what has been read as JSON already."""
    if not isinstance(data, dict):
        raise BadRecord(error("app.problem.record_shape", place="record"))
    # The version comes first: fields that a later one adds are no reason to call the file malformed.
    if "format" not in data:
        raise BadRecord(error("app.problem.record_missing_field", place="format"))
    version = data["format"]
    if type(version) is not int:
        raise BadRecord(error("app.problem.record_wrong_type", place="format"))
    if version != FORMAT:
        raise BadRecord(error("app.problem.record_format", found=str(version), known=FORMAT))
    for name in data:
        if name not in (*_FIELDS, _KEPT):
            raise BadRecord(error("app.problem.record_unknown_field", place=name))
    for name in _FIELDS:
        if name not in data:
            raise BadRecord(error("app.problem.record_missing_field", place=name))
    if not isinstance(data["moves"], list):
        raise BadRecord(error("app.problem.record_wrong_type", place="moves"))
    if len(data["moves"]) > MOST_MOVES:
        raise BadRecord(error("app.problem.record_long", moves=len(data["moves"]), most=MOST_MOVES))
    game = _game(data["game"])
    setup = decode_setup(game, data["setup"])
    wrong = blocking(game.problems(setup))
    if wrong:
        raise BadSetup(wrong[0])
    told = data.get(_KEPT)
    kept = None if told is None else read_kept(told, len(data["moves"]))
    return Record(game, setup, tuple(data["moves"]), kept)


def replay(record: Record) -> Iterator[Any]:
    """The state at the start and after each move; raises `RefusedMove` at the first that is refused."""
    state = record.game.start(record.setup)
    yield state
    for number, move in enumerate(record.moves, start=1):
        try:
            state = record.game.apply(state, decode_move(record.game, move))
        except (BadRecord, IllegalMove) as refused:
            raise RefusedMove(number, refused.problem) from refused
        yield state


def parsed(text: str | bytes) -> Json:
    """JSON as every file of ours is read: no field twice, no number beyond any count. Raises `BadRecord`."""
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8-sig")
        return json.loads(text, object_pairs_hook=_object, parse_int=_integer, parse_constant=_no_constant)
    except (ValueError, RecursionError) as wrong:
        raise BadRecord(error("app.problem.record_not_json", line=getattr(wrong, "lineno", 1))) from wrong


def json_reader() -> json.JSONDecoder:
    """Reads one value after the other as `parsed` reads a whole file."""
    return json.JSONDecoder(object_pairs_hook=_object, parse_int=_integer, parse_constant=_no_constant)


def _object(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    found: dict[str, Json] = {}
    for name, value in pairs:
        if name in found:
            raise BadRecord(error("app.problem.record_field_twice", place=name))
        found[name] = value
    return found


def _integer(digits: str) -> int | float:
    """A number beyond any count becomes a fraction, which no field takes: so it is refused with its place."""
    return int(digits) if len(digits) <= _MOST_DIGITS else float(digits)


def _no_constant(name: str) -> Json:
    raise ValueError(f"{name} is not JSON")


def _game(name: Json) -> Game[Any, Any, Any]:
    game = game_named(name) if isinstance(name, str) else None
    if game is None:
        raise BadRecord(error("app.problem.record_unknown_game", game=str(name)))
    return game.rules
