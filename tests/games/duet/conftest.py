"""Missions written as the rules write them: `s` stop, `b` bystander, `W` win on that turn."""

import pytest

from companion.games.duet.moves import Agent, Bystander, Stop
from companion.games.duet.play import GAME as DUET
from companion.games.duet.setup import AGENTS, KEY_AGENTS, Setup
from companion.games.game import IllegalMove
from companion.table import Table
from tests.games.duet.touching import touching


@pytest.fixture
def mission():
    def play(turns="", tokens=9, mistakes=None, **options):
        """A table after these turns; a turn that stops finds one agent first. Where the agents of each key
        are counted it finds two while it can, for no key has enough to win by itself."""
        table = Table(DUET, Setup(("Ada", "Bruno"), tokens=tokens, mistakes=mistakes, **options))
        for turn in turns:
            if turn == "b":
                table.play(touching(table.state, Bystander))
            elif turn == "s":
                at_once = 2 if table.setup.counts_keys and table.state.agents < AGENTS - 3 else 1
                for _ in range(at_once):
                    table.play(touching(table.state, Agent))
                table.play(Stop())
            else:
                while table.state.agents < AGENTS:
                    table.play(touching(table.state, Agent))
        return table

    return play


@pytest.fixture
def found(mission):
    def of_keys(first, second, **options):
        """A table whose first side gives clues again, after so many agents were found by the clues of each;
        as many were found as one key may give, or fewer."""
        table = mission(**options)
        for agents in (first, second):
            assert agents < KEY_AGENTS
            for _ in range(agents):
                table.play(touching(table.state, Agent))
            table.play(Stop() if agents else touching(table.state, Bystander))
        return table

    return of_keys


@pytest.fixture
def refused():
    def code_of(table, move):
        """The code of the refusal; the table must be as it was."""
        before = table.state, table.moves
        with pytest.raises(IllegalMove) as refusal:
            table.play(move)
        assert (table.state, table.moves) == before
        return refusal.value.problem.code

    return code_of
