"""Drafts of votes, deaths and roles: what taps make of them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.core.session import GameSession
from companion.games.cultists.drafts import (
    DRAFT_CODEC,
    OPEN,
    BallotDraft,
    DeathDraft,
    DeathKind,
    RolesDraft,
    is_knife_doubling,
    make_roles_draft,
    new_ballot_draft,
    new_count_draft,
    voters_in_order,
)
from companion.games.cultists.moves import (
    Assassinate,
    Correct,
    Dead,
    Event,
    Keep,
    Next,
    Revealed,
    Roles,
    SeerGuess,
    Vote,
)
from companion.games.cultists.rules import GAME
from companion.games.cultists.setup import Options, Setup, VoteRule
from companion.games.cultists.voting import KnifeEffect, VoteReason
from tests.games.cultists.builders import NAMES, state_after

A, B = 1, 2


def state_with_options(players, *moves, knife=0, automa=False, **options):
    setup = Setup(NAMES[:players], knife=knife, automa=automa, options=Options(**options))
    return state_after(setup, *moves)


def told(state, *votes):
    """A draft with these votes of the players, by seat, each entered when its voter is asked."""
    draft = new_ballot_draft(state)
    for seat in voters_in_order(state):
        assert draft.voter == seat
        draft = draft.abstain() if votes[seat] is None else draft.tap(votes[seat])
    return draft


def counted(draft):
    """What the votes come to."""
    result = draft.result
    assert result is not None
    return result


def refusal(draft):
    """Why nobody can have cast these votes."""
    problem = draft.problem
    assert problem is not None
    return problem.code


def test_voters_are_asked_clockwise_from_the_knife_and_one_tap_each_is_enough():
    draft = new_ballot_draft(state_with_options(8, knife=3))
    taps = 0
    for seat in (3, 4, 5, 6, 7, 0, 1, 2):
        assert draft.voter == seat
        draft = draft.tap(A if seat != A else B)
        taps += 1
    assert (taps, draft.voter, draft.is_ready) == (8, None, True)
    assert draft.move == Vote((A, B, A, A, A, A, A, A))


def test_a_fist_is_an_abstention_and_the_next_one_is_asked():
    draft = new_ballot_draft(state_with_options(5)).abstain()
    assert (draft.votes[0], draft.voter) == (None, 1)


def test_living_voter_may_vote_for_the_own_seat():
    draft = new_ballot_draft(state_with_options(5)).tap(0)
    assert (draft.votes[0], draft.voter, draft.tally()) == (0, 1, {0: 1})
    ghost = new_ballot_draft(state_with_options(5, Dead(0)))
    assert ghost.tap(0) is ghost


def test_ghosts_are_asked_but_cannot_be_voted_for():
    state = state_with_options(5, Dead(2))
    draft = new_ballot_draft(state)
    assert 2 in voters_in_order(state)
    assert draft.tap(2) is draft
    assert draft.tap(1).votes[0] == 1


def test_skipped_voter_comes_last():
    draft = new_ballot_draft(state_with_options(5)).skip()
    assert (draft.voter, draft.votes) == (1, (OPEN,) * 5)
    for target in (A + 1, A, A, A):
        draft = draft.tap(target)
    assert (draft.voter, draft.is_complete) == (0, False)
    assert draft.skip() is draft


def test_all_missing_votes_can_become_abstentions_at_once():
    draft = new_ballot_draft(state_with_options(7)).tap(A).others_abstain()
    assert draft.votes == (A, *([None] * 6))
    assert (draft.is_ready, counted(draft).reason) == (True, VoteReason.ABSTENTIONS)


def test_every_tap_can_be_undone():
    first = new_ballot_draft(state_with_options(5))
    draft = first.tap(A).tap(B).abstain()
    assert draft.undo().undo().undo() == first
    assert first.undo() is first


def test_entered_vote_can_be_replaced():
    draft = told(state_with_options(7), A, A, A, A, A, A, B).tap(3)
    assert (draft.voter, draft.is_ready) == (3, False)
    draft = draft.tap(B)
    assert (draft.votes[3], draft.voter, draft.is_ready) == (B, None, True)


def test_incomplete_ballots_are_counted_with_the_weight_of_the_knife():
    state = state_with_options(7)
    assert is_knife_doubling(state)
    draft = new_ballot_draft(state).tap(A)
    assert (draft.tally(), draft.abstentions) == ({A: 2}, 0)
    draft = new_ballot_draft(state).abstain().tap(B)
    assert (draft.tally(), draft.abstentions) == ({B: 1}, 2)
    assert not is_knife_doubling(state_with_options(5))


def test_the_automa_abstains_by_itself_and_twice_with_the_knife():
    draft = new_ballot_draft(state_with_options(4, automa=True))
    assert (len(draft.votes), draft.abstentions) == (4, 1)
    with_knife = state_with_options(4, Correct(knife=4), automa=True)
    assert voters_in_order(with_knife) == (0, 1, 2, 3)
    draft = told(with_knife, A, B, A, A)
    assert (draft.abstentions, draft.result.abstentions) == (2, 2)
    assert draft.is_ready
    assert draft.result.knife is KnifeEffect.DOUBLED
    assert draft.tap(4) is draft


# -- the vectors of the rules --------------------------------------------------------------------------------

# Seats, votes by seat (seat 0 has the Knife), what the Knife does, and who is out by each rule. Voters on
# A and B are never A and B themselves.
VECTORS = {
    "2 H, 2 S, 2 abstain": (6, (A, None, None, A, B, B), Keep.KEEP, None, None),
    "3 H, 1 S, 2 abstain": (6, (A, None, None, A, A, B), Keep.KEEP, A, A),
    "3 H, 3 abstain": (6, (A, None, None, A, A, None), Keep.KEEP, None, None),
    "3 A with the Knife, 2 B, 1 abstains, the Knife to B": (6, (A, B, A, A, B, None), B, B, B),
    "2 A, 2 B with the Knife, 1 abstains, the Knife abstains": (5, (B, None, A, A, B), None, A, None),
    "the Knife and 1 on A, 3 on B, 2 abstain": (7, (A, None, None, A, B, B, B), Keep.KEEP, None, None),
    "the Knife abstains, 2 on A, 1 on B, 3 abstain": (
        *(7, (None, None, None, A, A, B, None)),
        *(Keep.KEEP, None, None),
    ),
    "everybody abstains": (8, (None,) * 8, Keep.KEEP, None, None),
}


@pytest.mark.parametrize("rule", VoteRule)
@pytest.mark.parametrize("name", VECTORS)
def test_votes_entered_by_taps_have_the_result_of_the_rules(name, rule):
    players, votes, change, literal, strict = VECTORS[name]
    draft = told(state_with_options(players, vote_rule=rule), *votes)
    if draft.is_knife_pending:
        assert players < 7
        draft = draft.keep_vote() if change is Keep.KEEP else draft.change_to(change)
    assert draft.is_ready
    assert draft.result.eliminated == (literal if rule is VoteRule.LITERAL else strict)


@pytest.mark.parametrize(("rule", "out"), [(VoteRule.LITERAL, A), (VoteRule.BEAT_ABSTENTIONS, None)])
def test_the_disputed_seven_votes_can_be_entered_as_counts(rule, out):
    # Seven votes with the Automa at the table and the Knife in the hand of a Ghost, so that none is double.
    state = state_with_options(7, Dead(0), vote_rule=rule)
    draft = new_count_draft(state).set_votes(A, 3).set_votes(B, 1).set_abstentions(3)
    assert draft.is_ready
    assert counted(draft).eliminated == out


# -- the Knife ----------------------------------------------------------------------------------


def test_the_knife_is_asked_after_the_count_at_small_tables_only():
    draft = told(state_with_options(5), A, B, A, A, B)
    assert (draft.is_knife_pending, draft.is_ready) == (True, False)
    assert draft.result is not None
    kept = draft.keep_vote()
    assert (kept.is_ready, kept.move.knife_changes_to) == (True, Keep.KEEP)
    changed = draft.tap(B)
    assert (changed.is_ready, changed.move.knife_changes_to) == (True, B)
    assert changed.result.knife is KnifeEffect.CHANGED
    assert not told(state_with_options(7), A, B, A, A, B, A, A).is_knife_pending


def test_tapping_the_target_it_has_lets_the_vote_of_the_knife_stand():
    draft = told(state_with_options(5), A, B, A, A, B)
    assert draft.tap(A).change is Keep.KEEP
    fist = told(state_with_options(5), None, B, A, A, B)
    assert fist.abstain().change is Keep.KEEP


def test_the_knife_may_abstain_only_if_the_table_plays_so():
    votes = (A, B, A, A, B)
    assert None in told(state_with_options(5), *votes).knife_options
    strict = told(state_with_options(5, knife_may_abstain=False), *votes)
    assert None not in strict.knife_options
    assert strict.abstain() is strict


def test_a_ghost_with_the_knife_is_not_asked_unless_the_table_plays_so():
    votes = (A, B, A, A, B)
    assert told(state_with_options(5, Dead(0)), *votes).is_ready
    assert told(state_with_options(5, Dead(0), ghost_uses_knife=True), *votes).is_knife_pending


def test_replaced_vote_asks_the_knife_holder_again():
    draft = told(state_with_options(5), A, B, A, A, B).keep_vote().tap(3).tap(B)
    assert draft.is_knife_pending


# -- counts ----------------------------------------------------------------------------------


def test_counts_are_ready_when_the_total_is_possible():
    draft = new_count_draft(state_with_options(5)).set_votes(A, 3).set_abstentions(1)
    assert (draft.total, list(draft.expected), draft.is_ready, draft.result) == (4, [5], False, None)
    draft = draft.set_votes(B, 1)
    assert (draft.is_ready, counted(draft).eliminated) == (True, A)
    assert draft.move == Vote(counts={"1": 3, "2": 1}, abstentions=1)
    assert draft.undo().counts == (0, 3, 0, 0, 0)


def test_impossible_counts_show_the_problem_of_the_rules():
    eight = new_count_draft(state_with_options(7)).set_abstentions(1)
    for seat in range(7):
        eight = eight.set_votes(seat, 1)
    assert (eight.total, eight.is_ready, refusal(eight)) == (8, False, "count_knife")
    assert (
        eight.set_votes(A, 2).set_votes(B, 0).problem,
        eight.set_votes(A, 2).set_votes(B, 0).is_ready,
    ) == (None, True)
    assert (
        refusal(new_count_draft(state_with_options(4, automa=True)).set_votes(A, 5).set_abstentions(0))
        == "count_automa"
    )
    assert refusal(new_count_draft(state_with_options(5))) == "count_total"


def test_counts_start_with_the_abstentions_of_the_automa():
    assert new_count_draft(state_with_options(4, automa=True)).abstentions == 1
    assert new_count_draft(state_with_options(4, Correct(knife=4), automa=True)).abstentions == 2
    assert new_count_draft(state_with_options(5)).abstentions == 0


def test_a_double_vote_makes_one_more():
    assert list(new_count_draft(state_with_options(8)).expected) == [9]
    assert list(new_count_draft(state_with_options(8, knife_doubles_abstention=False)).expected) == [8, 9]


@pytest.mark.parametrize("make", [new_ballot_draft, new_count_draft])
def test_who_started_the_vote_is_part_of_the_move(make):
    draft = make(state_with_options(5), 3)
    assert draft.move.called_by == 3
    if isinstance(draft, BallotDraft):
        assert draft.tap(A).others_abstain().keep_vote().move.called_by == 3


def test_move_of_a_complete_draft_is_legal():
    session = GameSession(GAME, Setup(NAMES[:5]))
    session.play(Next())
    draft = told(session.state, A, B, A, A, B).keep_vote()
    vote = session.play(draft.move).vote
    assert vote is not None
    assert vote.eliminated == A


def played(*moves, roles=("seer",)):
    session = GameSession(GAME, Setup(NAMES[:5], roles=roles))
    for move in moves:
        session.play(move)
    return session


@pytest.fixture
def finished_session():
    """By points; the Cultists did not find the Seer in Ada."""
    return played(Correct(points=10), SeerGuess(0, hit=False))


def test_two_taps_assign_the_roles_of_five_players(finished_session):
    draft = make_roles_draft(finished_session.state)
    assert draft.missing_count == 5
    draft = draft.assign(3, "cultist")
    assert (draft.missing_count, draft.is_ready) == (4, False)
    draft = draft.assign(2, "seer")
    assert draft.is_ready
    assert draft.move == Roles(("investigator", "investigator", "seer", "cultist", "investigator"))
    assert finished_session.play(draft.move).roles == draft.roles


def test_draft_starts_with_revealed_roles():
    session = played(Vote((2,) * 5), Revealed(2, True), SeerGuess(4, hit=True))
    # Cultist and Seer are known: whoever is left can only be an Investigator.
    assert make_roles_draft(session.state).is_ready


def test_removed_token_can_be_assigned_again(finished_session):
    draft = make_roles_draft(finished_session.state).assign(3, "cultist").assign(3, None)
    assert draft.missing_count == 5
    assert draft.remaining["cultist"] == 1


def test_new_draft_starts_with_recorded_roles(finished_session):
    roles = ("investigator", "cultist", "seer", "investigator", "investigator")
    finished_session.play(Roles(roles))
    assert make_roles_draft(finished_session.state).roles == roles


def test_incomplete_roles_draft_survives_encoding(finished_session):
    draft = make_roles_draft(finished_session.state).assign(3, "cultist")
    assert DRAFT_CODEC.decode(finished_session, DRAFT_CODEC.encode(draft)) == draft


@pytest.mark.parametrize("roles", [("cultist",), ("cultist",) * 5, ("nobody", None, None, None, None)])
def test_saved_roles_that_are_impossible_are_ignored(finished_session, roles):
    kept = DRAFT_CODEC.encode(replace(make_roles_draft(finished_session.state), roles=roles))
    assert DRAFT_CODEC.decode(finished_session, kept) == make_roles_draft(finished_session.state)


def test_draft_of_a_running_game_is_a_vote():
    assert not isinstance(DRAFT_CODEC.empty(played()), RolesDraft)


def test_revealed_assassin_is_the_only_possible_one():
    setup = Setup(NAMES[:7], roles=("assassin",))
    moves = (Next(), Event("no_connection"), Next(), Assassinate(4, by=1))
    draft = DeathDraft(state_after(setup, *moves)).with_kind(DeathKind.ASSASSINATED)
    assert (draft.possible_actors, draft.by) == ((1,), 1)
    assert draft.with_seat(2).move == Assassinate(2, by=1)


def test_draft_of_a_death_asks_for_the_victim_and_then_for_the_assassin():
    draft = DeathDraft(state_after(Setup(NAMES[:7], roles=("assassin",)))).with_kind(DeathKind.ASSASSINATED)
    assert draft.question_key == "cultists.death.who.assassinated"
    assert draft.button_key == "cultists.death.save.open"
    draft = draft.with_seat(2)
    assert draft.question_key == "cultists.death.by.assassinated"
    assert draft.button_key == "cultists.death.save.dead"
    assert draft.move is None
