"""A Codenames Duet mission of the sample game night."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.duet.rules import GAME
from companion.games.duet.setup import Setup
from companion.games.duet.state import Agent, Stop
from companion.tour.sample_games import SampleGame

_MISSION = (*(Agent(), Agent(), Stop()) * 6, *(Agent(),) * 3)


def sample_games(names: Sequence[str]) -> tuple[SampleGame, ...]:
    return ((GAME, Setup((names[1], names[5])), _MISSION),)
