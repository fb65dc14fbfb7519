"""Random games of Avalon for the statistics pages."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from companion.games.avalon.rules import GAME
from companion.games.avalon.setup import MERLIN, ROLES, Setup, Side, deck
from companion.games.avalon.state import Assassinate, Move, Phase, Propose, Quest, Roles, State, Vote
from companion.tour.sample_games import DiceGame

# Few enough that every game gets an icon of its own, many enough for a rate.
GAMES: Final = 16


def start_game(dice: Random, names: Sequence[str], number: int) -> DiceGame:
    players = names[: 7 if number % 3 else 5]
    special = ("percival", "morgana") if number % 2 else ("percival",)
    setup = Setup(tuple(players), leader=number % len(players), roles=special)
    cards = list(deck(setup))
    dice.shuffle(cards)
    # Some groups never record the roles.
    return DiceGame(GAME, setup, _DicePlayer(tuple(cards), reveals_roles=number % 5 != 0))


class _DicePlayer:
    def __init__(self, cards: tuple[str, ...], *, reveals_roles: bool) -> None:
        self._cards, self._reveals_roles = cards, reveals_roles

    def __call__(self, state: State, dice: Random) -> Move | None:
        seats = range(len(self._cards))
        evil = [ROLES[card].side is Side.EVIL for card in self._cards]
        match state.phase:
            case Phase.PROPOSE:
                return Propose(tuple(dice.sample(seats, state.numbers.team_size(state.open_quests[0]))))
            case Phase.VOTE:
                return Vote(tuple(seat for seat in seats if dice.random() < 0.6))
            case Phase.QUEST:
                return Quest(sum(evil[seat] and dice.random() < 0.4 for seat in state.team))
            case Phase.ASSASSINATE:
                target = dice.choice([seat for seat in seats if not evil[seat]])
                return Assassinate(target, self._cards[target] == MERLIN)
            case _ if self._reveals_roles and state.roles is None:
                return Roles(self._cards)
        return None
