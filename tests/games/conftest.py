"""What the tests of several games share."""

import pytest

from companion.core.game import IllegalMove
from companion.i18n.translator import Translator


@pytest.fixture
def refused():
    english = Translator("en")

    def problem_of(running, move):
        """Why the move is refused: with a whole English sentence, and the table as it was."""
        before = running.state, running.moves
        with pytest.raises(IllegalMove) as refusal:
            running.play(move)
        assert (running.state, running.moves) == before
        problem = refusal.value.problem
        sentence = english.translate_problem(problem)
        assert not english.missing
        assert "{" not in sentence
        return problem.code, dict(problem.args)

    return problem_of
