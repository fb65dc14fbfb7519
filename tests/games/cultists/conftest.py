"""Games of Among Cultists that are half played, over, or hold every kind of move."""

from __future__ import annotations

import pytest

from companion.core.session import GameSession
from companion.games.cultists.rules import GAME as CULTISTS
from companion.games.cultists.setup import Options, Setup
from tests.games.cultists.builders import EVERYTHING, OVER, PLAYED, play_until, start_session


@pytest.fixture
def game():
    """A table of six in its fourth round, or any other."""
    return start_session


@pytest.fixture
def over():
    return start_session(moves=(*PLAYED, *OVER))


@pytest.fixture
def with_automa():
    """To its end with the Automa at the table, a Gate that expired and a vote that was only counted."""
    return start_session(*EVERYTHING[2])


@pytest.fixture(params=EVERYTHING, ids=["to the end", "all that can lie there", "with the Automa"])
def any_game(request):
    return start_session(*request.param)


@pytest.fixture
def playing():
    def begin(players, *roles, options=None, **extras):
        """A session for so many players with these special roles."""
        names = tuple(f"Player {number}" for number in range(1, players + 1))
        setup = Setup(names, roles=roles, options=Options(**(options or {})), **extras)
        return GameSession(CULTISTS, setup)

    return begin


@pytest.fixture
def go_to():
    return play_until
