"""Random games of Among Cultists for the statistics pages."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from companion.games.cultists import moves
from companion.games.cultists.rules import GAME
from companion.games.cultists.setup import Setup, role_tokens
from companion.games.cultists.state import Phase, State, draw_token
from companion.tour.sample_games import DiceGame

GAMES: Final = 8


def start_game(dice: Random, names: Sequence[str], number: int) -> DiceGame:
    return DiceGame(GAME, Setup(tuple(names[:6]), knife=number % 6, roles=("seer",)), _move)


def _move(state: State, dice: Random) -> moves.Move | None:
    match state.phase:
        case Phase.OVER:
            if state.roles is not None:
                return None
            roles = list(role_tokens(state.setup))
            dice.shuffle(roles)
            return moves.Roles(tuple(roles))
        case Phase.REVEALED if state.pending_reveal is not None:
            return moves.Revealed(state.pending_reveal, dice.random() < 0.4)
        case Phase.KILLS:
            return moves.Kills(dice.choice(tuple(moves.Reached)))
        case Phase.SEER_GUESS:
            return moves.SeerGuess(dice.choice(range(6)), dice.random() < 0.4)
        case Phase.EVENT:
            return moves.Event(draw_token(state.bag, dice.randrange))
        case _:
            pass
    votes = tuple(dice.choice((None, *state.living)) for _ in state.setup.players)
    seat = dice.choice(range(6))
    common_moves = (moves.Next(), moves.Next(), moves.Dead(seat))
    return dice.choice((*common_moves, moves.Vote(votes), moves.Vote(votes, called_by=seat)))
