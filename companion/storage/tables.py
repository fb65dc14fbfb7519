"""From stored games to running tables and back: the one place where rows meet rules."""

from __future__ import annotations

from functools import partial

from companion.games.game import Game, MoveT, SetupT, StateT, error
from companion.games.records import BadRecord, decode_move, decode_setup, encode, encode_move
from companion.storage.games import GameStore, StoredGame
from companion.table import GameSession


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
