import pytest

from companion.core.session import GameSession
from companion.games.avalon.rules import GAME as AVALON
from companion.games.avalon.setup import Lancelot, Options, Setup
from companion.games.avalon.state import Propose, Quest, Vote


@pytest.fixture
def table():
    def seat(players, *roles, lancelot=None, options=None, **extras):
        """A set-up for so many players with these chosen characters."""
        names = tuple(f"Player {number}" for number in range(1, players + 1))
        variant = Lancelot(lancelot) if lancelot else None
        return Setup(names, roles=roles, lancelot=variant, options=Options(**(options or {})), **extras)

    return seat


@pytest.fixture
def playing(table):
    def begin(players, *roles, **extras):
        """A running game with that set-up."""
        return GameSession(AVALON, table(players, *roles, **extras))

    return begin


@pytest.fixture
def send():
    def on_quest(running, fails=0, quest=None, on=None):
        """The leader goes on a quest with the next seats clockwise, who come home with so many Fails."""
        state = running.state
        size = state.numbers.team_size(quest or state.quest)
        team = tuple((state.leader + step) % len(state.setup.players) for step in range(size))
        running.play(Propose(team, quest, team[1] if state.setup.excalibur else None))
        running.play(Vote(approved=True))
        return running.play(Quest(fails, on))

    return on_quest
