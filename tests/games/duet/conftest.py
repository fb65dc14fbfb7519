"""Missions written as the rules write them: `s` stop, `b` bystander, `W` win on that turn."""

import pytest

from companion.games.duet.moves import Agent, Bystander, Stop
from companion.games.duet.play import GAME as DUET
from companion.games.duet.setup import AGENTS, Setup
from companion.games.game import IllegalMove
from companion.table import Table


@pytest.fixture
def mission():
    def play(turns="", tokens=9, mistakes=None, **options):
        """A table after these turns; a turn that stops finds one agent first."""
        table = Table(DUET, Setup(("Ada", "Bruno"), tokens=tokens, mistakes=mistakes, **options))
        for turn in turns:
            if turn == "b":
                table.play(Bystander())
            elif turn == "s":
                table.play(Agent())
                table.play(Stop())
            else:
                while table.state.agents < AGENTS:
                    table.play(Agent())
        return table

    return play


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
