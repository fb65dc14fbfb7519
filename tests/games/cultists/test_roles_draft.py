"""Who was who in a few taps: what all have seen is there, and what can only be one thing is filled in."""

from dataclasses import replace

import pytest

from companion.core.session import GameSession
from companion.games.cultists.drafts import DRAFT_CODEC, RolesDraft, make_roles_draft
from companion.games.cultists.moves import Correct, Revealed, Roles, SeerGuess, Vote
from companion.games.cultists.rules import GAME
from companion.games.cultists.setup import Setup
from tests.games.cultists.builders import NAMES


def played(*moves, roles=("seer",)):
    session = GameSession(GAME, Setup(NAMES[:5], roles=roles))
    for move in moves:
        session.play(move)
    return session


@pytest.fixture
def finished_session():
    """By points; the Cultists did not find the Seer in Ada."""
    return played(Correct(points=10), SeerGuess(0, hit=False))


def test_two_taps_tell_a_table_of_five(finished_session):
    draft = make_roles_draft(finished_session.state)
    assert draft.missing_count == 5
    draft = draft.assign(3, "cultist")
    assert (draft.missing_count, draft.is_ready) == (4, False)
    draft = draft.assign(2, "seer")
    assert draft.is_ready
    assert draft.move == Roles(("investigator", "investigator", "seer", "cultist", "investigator"))
    assert finished_session.play(draft.move).roles == draft.roles


def test_what_the_game_has_shown_is_there_already():
    session = played(Vote((2,) * 5), Revealed(2, True), SeerGuess(4, hit=True))
    # Cultist and Seer are known: whoever is left can only be an Investigator.
    assert make_roles_draft(session.state).is_ready


def test_a_token_taken_back_is_to_be_given_again(finished_session):
    draft = make_roles_draft(finished_session.state).assign(3, "cultist").assign(3, None)
    assert draft.missing_count == 5
    assert draft.remaining["cultist"] == 1


def test_what_was_told_is_told_again_from_there(finished_session):
    roles = ("investigator", "cultist", "seer", "investigator", "investigator")
    finished_session.play(Roles(roles))
    assert make_roles_draft(finished_session.state).roles == roles


def test_a_half_told_draft_is_kept_and_found_again(finished_session):
    draft = make_roles_draft(finished_session.state).assign(3, "cultist")
    assert DRAFT_CODEC.decode(finished_session, DRAFT_CODEC.encode(draft)) == draft


@pytest.mark.parametrize("roles", [("cultist",), ("cultist",) * 5, ("nobody", None, None, None, None)])
def test_what_this_table_cannot_have_is_not_taken_up(finished_session, roles):
    kept = DRAFT_CODEC.encode(replace(make_roles_draft(finished_session.state), roles=roles))
    assert DRAFT_CODEC.decode(finished_session, kept) == make_roles_draft(finished_session.state)


def test_while_the_game_runs_a_vote_is_entered_and_no_role():
    assert not isinstance(DRAFT_CODEC.empty(played()), RolesDraft)
