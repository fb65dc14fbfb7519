"""Two Avalon games of the sample game night."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.avalon.rules import GAME
from companion.games.avalon.setup import Setup
from companion.games.avalon.state import Assassinate, Propose, Quest, Roles, Vote
from companion.tour.sample_games import SampleGame

_THREE_QUESTS = tuple(
    move
    for team in ((0, 4), (0, 2, 4), (0, 4, 6))
    for move in (Propose(team), Vote(approve=(0, 2, 4, 6)), Quest(0))
)
_CARDS = ("percival", "morgana")
_MERLIN_FOUND = (
    *_THREE_QUESTS,
    Assassinate(4, True),
    Roles(("servant", "assassin", "morgana", "servant", "merlin", "minion", "percival")),
)
_MERLIN_HIDDEN = (
    *_THREE_QUESTS,
    Assassinate(2, False),
    Roles(("merlin", "assassin", "servant", "minion", "percival", "morgana", "servant")),
)


def sample_games(names: Sequence[str]) -> tuple[SampleGame, ...]:
    setup = Setup(tuple(names[:7]), roles=_CARDS)
    return (GAME, setup, _MERLIN_FOUND), (GAME, setup, _MERLIN_HIDDEN)
