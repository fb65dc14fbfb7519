"""Who was who in a few taps: what all have seen is there, and what can only be one thing is filled in."""

from dataclasses import replace

import pytest

from companion.core.session import GameSession
from companion.games.cultists.drafts import DRAFT_CODEC, RolesDraft, make_roles_draft
from companion.games.cultists.moves import Correct, Revealed, Roles, SeerGuess, Vote
from companion.games.cultists.rules import GAME
from companion.games.cultists.setup import Setup

NAMES = ("Ada", "Bruno", "Chloe", "Dario", "Elena")


def played(*moves, roles=("seer",)):
    session = GameSession(GAME, Setup(NAMES, roles=roles))
    for move in moves:
        session.play(move)
    return session


@pytest.fixture
def over():
    """By points; the Cultists did not find the Seer in Ada."""
    return played(Correct(points=10), SeerGuess(0, hit=False))


def test_two_taps_tell_a_table_of_five(over):
    draft = make_roles_draft(over.state)
    assert draft.missing_count == 5
    draft = draft.assign(3, "cultist")
    assert (draft.missing_count, draft.is_ready) == (4, False)
    draft = draft.assign(2, "seer")
    assert draft.is_ready
    assert draft.move == Roles(("investigator", "investigator", "seer", "cultist", "investigator"))
    assert over.play(draft.move).roles == draft.roles


def test_what_the_game_has_shown_is_there_already():
    session = played(Vote((2,) * 5), Revealed(2, True), SeerGuess(4, hit=True))
    # Cultist and Seer are known: whoever is left can only be an Investigator.
    assert make_roles_draft(session.state).is_ready


def test_a_token_taken_back_is_to_be_given_again(over):
    draft = make_roles_draft(over.state).assign(3, "cultist").assign(3, None)
    assert draft.missing_count == 5
    assert draft.remaining["cultist"] == 1


def test_what_was_told_is_told_again_from_there(over):
    roles = ("investigator", "cultist", "seer", "investigator", "investigator")
    over.play(Roles(roles))
    assert make_roles_draft(over.state).roles == roles


def test_a_half_told_draft_is_kept_and_found_again(over):
    draft = make_roles_draft(over.state).assign(3, "cultist")
    assert DRAFT_CODEC.decode(over, DRAFT_CODEC.encode(draft)) == draft


@pytest.mark.parametrize("roles", [("cultist",), ("cultist",) * 5, ("nobody", None, None, None, None)])
def test_what_this_table_cannot_have_is_not_taken_up(over, roles):
    kept = DRAFT_CODEC.encode(replace(make_roles_draft(over.state), roles=roles))
    assert DRAFT_CODEC.decode(over, kept) == make_roles_draft(over.state)


def test_while_the_game_runs_a_vote_is_entered_and_no_role():
    assert not isinstance(DRAFT_CODEC.empty(played()), RolesDraft)
