import pytest

from companion.core.game import IllegalMove
from companion.games.duet.setup import KEY_AGENTS
from companion.games.duet.state import Bystander, Stop
from tests.games.duet.builders import find_agents, make_guess, play_turns


@pytest.fixture
def after_agents():
    def find_by_key(first, second, **options):
        """A session in which the clues of each side have found so many agents, and the first side gives the
        next clue."""
        session = play_turns(**options)
        for agents in (first, second):
            assert agents < KEY_AGENTS
            find_agents(session, agents)
            session.play(Stop() if agents else make_guess(session.state, Bystander))
        return session

    return find_by_key


@pytest.fixture
def refusal_code():
    def try_move(session, move):
        """The code of the problem with an illegal move, which must leave the session as it was."""
        before = session.state, session.moves
        with pytest.raises(IllegalMove) as refusal:
            session.play(move)
        assert (session.state, session.moves) == before
        return refusal.value.problem.code

    return try_move
