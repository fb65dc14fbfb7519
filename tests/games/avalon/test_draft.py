"""What taps make of a move, without a window."""

from __future__ import annotations

from typing import TypeVar

import pytest

from companion.core.session import GameSession
from companion.games.avalon.drafts import (
    Draft,
    LoyaltyDraft,
    QuestDraft,
    TargetDraft,
    TeamDraft,
    VoteDraft,
    make_draft,
)
from companion.games.avalon.rules import GAME as AVALON
from companion.games.avalon.setup import Lancelot, Setup
from companion.games.avalon.state import Assassinate, Lady, LoyaltyRow, Propose, Quest, State, Vote

D = TypeVar("D", bound=Draft)
NAMES = ("Ada", "Bruno", "Chloe", "Dario", "Elena", "Farid", "Greta")


def after(*moves, **options):
    session = GameSession(AVALON, Setup(NAMES, **options), moves)
    return session.state


def begun(kind: type[D], state: State) -> D:
    """The draft of what the table does next, which is of this kind."""
    draft = make_draft(state)
    assert isinstance(draft, kind)
    return draft


def test_a_team_takes_as_many_as_the_quest_needs_and_no_more():
    draft = begun(TeamDraft, after())
    for seat in (0, 3, 5):
        draft = draft.tap(seat)
    assert draft.team == (0, 3)
    assert draft.is_ready
    assert draft.move == Propose((0, 3))
    assert draft.tap(3).team == (0,)


def test_excalibur_goes_to_a_member_other_than_the_leader():
    draft = begun(TeamDraft, after(excalibur=True)).tap(0).tap(3)
    assert draft.needs_bearer
    assert not draft.is_ready
    assert draft.tap(3).move == Propose((0, 3), excalibur=3)
    assert draft.tap(0).team == (3,)


def test_with_targeting_a_quest_is_chosen_first_and_a_smaller_one_sheds_members():
    draft = begun(TeamDraft, after(targeting=True))
    assert draft.quest is None
    assert draft.tap(1).team == ()
    aimed = draft.select_quest(4).tap(0).tap(1).tap(2).tap(3)
    assert aimed.move == Propose((0, 1, 2, 3), quest=4)
    assert aimed.select_quest(1).team == (0, 1)
    assert draft.select_quest(5).quest is None


def test_a_vote_starts_with_everybody_in_favour_and_each_tap_turns_one():
    draft = begun(VoteDraft, after(Propose((0, 1))))
    assert draft.is_approved
    for seat in (1, 2, 3, 4):
        draft = draft.tap(seat)
    assert not draft.is_approved
    assert draft.move == Vote(approve=(0, 5, 6))
    assert draft.tap(1).is_approved


def test_fails_and_the_stroke_of_excalibur_make_the_quest():
    draft = begun(QuestDraft, after(Propose((0, 1), excalibur=1), Vote(approved=True), excalibur=True))
    assert draft.tap(1).excalibur_on is None
    assert draft.tap(5).excalibur_on is None
    assert draft.tap(0).choose(1).move == Quest(1, excalibur_on=0)
    assert draft.choose(1).is_failed


def test_the_lady_can_only_go_where_she_never_was():
    moves = [m for _ in range(2) for m in (Propose((0, 1)), Vote(approved=True), Quest(0))]
    moves[3] = Propose((0, 1, 2))
    draft = begun(TargetDraft, after(*moves, lady=True))
    assert draft.tap(6).target is None
    assert draft.tap(2).move == Lady(2)


def test_the_assassin_names_somebody_and_then_it_is_told_whether_it_was_merlin():
    moves = []
    for size in (2, 3, 3):
        moves += [Propose(tuple(range(size))), Vote(approved=True), Quest(0)]
    draft = begun(TargetDraft, after(*moves)).tap(4)
    assert not draft.is_ready
    assert draft.choose(1).move == Assassinate(4, False)


def test_a_loyalty_row_shows_two_switches_at_the_most():
    draft = begun(LoyaltyDraft, after(lancelot=Lancelot.V2))
    for place in (0, 2, 4):
        draft = draft.choose(place)
    assert draft.move == LoyaltyRow((True, False, True, False, False))


@pytest.mark.parametrize("approved", [True, False])
def test_nothing_is_drafted_once_the_game_is_over(approved):
    moves = [m for _ in range(5) for m in (Propose((0, 1)), Vote(approved=False))]
    assert make_draft(after(*moves)) is None
