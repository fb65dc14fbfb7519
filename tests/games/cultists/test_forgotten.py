"""What a table may have forgotten to record."""

from __future__ import annotations

from companion.games.cultists.edits import find_missing_moves
from companion.games.cultists.rules import apply
from companion.i18n.translator import Translator

ENGLISH = Translator("en")


def test_what_is_offered_as_forgotten_fits_the_moment(game):
    states = game().states
    for state in states:
        for kind, moves in find_missing_moves(state).items():
            after = state
            for move in moves:
                after = apply(after, move)
            assert ENGLISH(f"cultists.happened.{kind}")
    assert "power_restored" not in find_missing_moves(states[-1])
    assert not ENGLISH.missing
