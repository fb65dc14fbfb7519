"""From stored games to running tables and back: the one place where rows meet rules."""

from __future__ import annotations

from functools import partial

from companion.games.game import Game, MoveT, SetupT, StateT, error
from companion.games.records import BadRecord, decode_move, decode_setup, encode, encode_move
from companion.storage.games import Games, StoredGame
from companion.table import Table


def new_table(
    game: Game[SetupT, StateT, MoveT], setup: SetupT, games: Games, night: float | None = None
) -> tuple[Table[SetupT, StateT, MoveT], int]:
    """Start and store a game, with how many seconds its night took. Raises `BadSetup` and stores nothing if
    the set-up does not stand."""
    Table(game, setup)
    stored = games.start(game.id, encode(setup), night)
    journal = games.journal(stored.id, partial(encode_move, game))
    return Table(game, setup, journal=journal, number=stored.id), stored.id


def open_table(
    game: Game[SetupT, StateT, MoveT], stored: StoredGame, games: Games
) -> Table[SetupT, StateT, MoveT]:
    """Go on with a stored game.

    Raises `BadRecord` where set-up or moves cannot be read, `BadSetup` or `IllegalMove` where the
    rules no longer allow them. The stored game stays as it is.
    """
    if stored.game != game.id:
        raise BadRecord(error("app.problem.game_other", id=stored.id, game=stored.game))
    setup = decode_setup(game, stored.setup)
    moves = tuple(decode_move(game, move) for move in stored.moves)
    journal = games.journal(stored.id, partial(encode_move, game))
    try:
        return Table(
            game, setup, moves,
            position=stored.position, journal=journal, noted=stored.noted, number=stored.id,
        )  # fmt: skip
    except (LookupError, TypeError, ValueError, ArithmeticError) as wrong:
        # Rules trust their types; a damaged record can hold a seat that nobody has.
        raise BadRecord(error("app.problem.game_unreadable", id=stored.id)) from wrong
