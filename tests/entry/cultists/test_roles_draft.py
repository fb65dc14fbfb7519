"""Who was who in a few taps: what all have seen is there, and what can only be one thing is filled in."""

from dataclasses import replace

import pytest

from companion.entry.cultists.draft_record import DRAFTS
from companion.entry.cultists.roles_draft import RolesDraft, roles_of
from companion.games.cultists.moves import Correct, Revealed, Roles, SeerGuess, Vote
from companion.games.cultists.play import GAME
from companion.games.cultists.setup import Setup
from companion.table import Table

NAMES = ("Ada", "Bruno", "Chloe", "Dario", "Elena")


def played(*moves, roles=("seer",)):
    table = Table(GAME, Setup(NAMES, roles=roles))
    for move in moves:
        table.play(move)
    return table


@pytest.fixture
def over():
    """By points; the Cultists did not find the Seer in Ada."""
    return played(Correct(points=10), SeerGuess(0, hit=False))


def test_two_taps_tell_a_table_of_five(over):
    draft = roles_of(over.state)
    assert draft.missing == 5
    draft = draft.give(3, "cultist")
    assert (draft.missing, draft.ready) == (4, False)
    draft = draft.give(2, "seer")
    assert draft.ready
    assert draft.move == Roles(("investigator", "investigator", "seer", "cultist", "investigator"))
    assert over.play(draft.move).roles == draft.roles


def test_what_the_game_has_shown_is_there_already():
    table = played(Vote((2,) * 5), Revealed(2, True), SeerGuess(4, hit=True))
    # Cultist and Seer are known: whoever is left can only be an Investigator.
    assert roles_of(table.state).ready


def test_a_token_taken_back_is_to_be_given_again(over):
    draft = roles_of(over.state).give(3, "cultist").give(3, None)
    assert draft.missing == 5
    assert draft.remaining["cultist"] == 1


def test_what_was_told_is_told_again_from_there(over):
    roles = ("investigator", "cultist", "seer", "investigator", "investigator")
    over.play(Roles(roles))
    assert roles_of(over.state).roles == roles


def test_a_half_told_draft_is_kept_and_found_again(over):
    draft = roles_of(over.state).give(3, "cultist")
    assert DRAFTS.read(over, DRAFTS.written(draft)) == draft


@pytest.mark.parametrize("roles", [("cultist",), ("cultist",) * 5, ("nobody", None, None, None, None)])
def test_what_this_table_cannot_have_is_not_taken_up(over, roles):
    kept = DRAFTS.written(replace(roles_of(over.state), roles=roles))
    assert DRAFTS.read(over, kept) == roles_of(over.state)


def test_while_the_game_runs_a_vote_is_entered_and_no_role():
    assert not isinstance(DRAFTS.fresh(played()), RolesDraft)
