"""Missions written as the rules write them: `s` stop, `b` bystander, `W` win on that turn."""

import pytest

from companion.core.game import IllegalMove
from companion.core.session import GameSession
from companion.games.duet.rules import GAME as DUET
from companion.games.duet.setup import AGENTS, KEY_AGENTS, Setup
from companion.games.duet.state import Agent, Bystander, Stop
from tests.games.duet.touching import touching


@pytest.fixture
def mission():
    def play(turns="", tokens=9, mistakes=None, **options):
        """A table after these turns; a turn that stops finds one agent first. Where the agents of each key
        are counted it finds two while it can, for no key has enough to win by itself."""
        session = GameSession(DUET, Setup(("Ada", "Bruno"), tokens=tokens, mistakes=mistakes, **options))
        for turn in turns:
            if turn == "b":
                session.play(touching(session.state, Bystander))
            elif turn == "s":
                at_once = 2 if session.setup.has_key_counts and session.state.agents < AGENTS - 3 else 1
                for _ in range(at_once):
                    session.play(touching(session.state, Agent))
                session.play(Stop())
            else:
                while session.state.agents < AGENTS:
                    session.play(touching(session.state, Agent))
        return session

    return play


@pytest.fixture
def found(mission):
    def of_keys(first, second, **options):
        """A table whose first side gives clues again, after so many agents were found by the clues of each;
        as many were found as one key may give, or fewer."""
        session = mission(**options)
        for agents in (first, second):
            assert agents < KEY_AGENTS
            for _ in range(agents):
                session.play(touching(session.state, Agent))
            session.play(Stop() if agents else touching(session.state, Bystander))
        return session

    return of_keys


@pytest.fixture
def refused():
    def code_of(session, move):
        """The code of the refusal; the table must be as it was."""
        before = session.state, session.moves
        with pytest.raises(IllegalMove) as refusal:
            session.play(move)
        assert (session.state, session.moves) == before
        return refusal.value.problem.code

    return code_of
