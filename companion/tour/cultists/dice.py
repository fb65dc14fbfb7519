"""Among Cultists played by dice, for numbers to be seen."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from companion.games.cultists import moves
from companion.games.cultists.events import drawn_from
from companion.games.cultists.play import GAME
from companion.games.cultists.setup import Setup, tokens
from companion.games.cultists.state import Awaits, State
from companion.tour.sample_games import Start

GAMES: Final = 8


def begun(dice: Random, names: Sequence[str], number: int) -> Start:
    return Start(GAME, Setup(tuple(names[:6]), knife=number % 6, roles=("seer",)), _move)


def _move(state: State, dice: Random) -> moves.Move | None:
    match state.awaits:
        case Awaits.OVER:
            if state.roles is not None:
                return None
            dealt = list(tokens(state.setup))
            dice.shuffle(dealt)
            return moves.Roles(tuple(dealt))
        case Awaits.REVEALED if state.out is not None:
            return moves.Revealed(state.out, dice.random() < 0.4)
        case Awaits.KILLS:
            return moves.Kills(dice.choice(tuple(moves.Reached)))
        case Awaits.SEER_GUESS:
            return moves.SeerGuess(dice.choice(range(6)), dice.random() < 0.4)
        case Awaits.EVENT:
            return moves.Event(drawn_from(state.bag, dice.randrange))
        case _:
            pass
    votes = tuple(dice.choice((None, *state.living)) for _ in state.setup.players)
    somebody = dice.choice(range(6))
    told = (moves.Next(), moves.Next(), moves.Dead(somebody))
    return dice.choice((*told, moves.Vote(votes), moves.Vote(votes, called_by=somebody)))
