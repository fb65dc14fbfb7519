"""Drafts of moves: taps, the stored form, refused taps, and set-ups with a given character."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

import pytest

from companion.core.game import filter_blocking
from companion.core.serialization import decode, encode
from companion.games.avalon import drafts
from companion.games.avalon.drafts import (
    Draft,
    DraftRecord,
    LoyaltyDraft,
    QuestDraft,
    RolesDraft,
    TargetDraft,
    TeamDraft,
    VoteDraft,
    draft_from_record,
    draft_of_move,
    make_draft,
    make_roles_draft,
    make_setup_with_role,
)
from companion.games.avalon.setup import (
    MAX_PLAYERS,
    MIN_PLAYERS,
    ROLES,
    Lancelot,
    Options,
    PlotCards,
    Setup,
    Side,
    deck,
    problems,
    sights,
)
from companion.games.avalon.state import (
    Assassinate,
    Cheat,
    Lady,
    Loyalty,
    LoyaltyRow,
    Plot,
    Propose,
    Quest,
    Roles,
    State,
    Vote,
)
from tests.games.avalon.builders import NAMES, quest_moves, state_after, tap_seats

D = TypeVar("D", bound=Draft)
SEATS = 7
WON = quest_moves(0, 1)
WON_TWICE = (*WON, *quest_moves(0, 1, 2))


def begin_draft(kind: type[D], state: State) -> D:
    """Return the empty draft of the current phase, which is of this kind."""
    draft = make_draft(state)
    assert isinstance(draft, kind)
    return draft


def test_a_team_takes_as_many_as_the_quest_needs_and_no_more():
    draft = begin_draft(TeamDraft, state_after())
    for seat in (0, 3, 5):
        draft = draft.tap(seat)
    assert draft.team == (0, 3)
    assert draft.is_ready
    assert draft.move == Propose((0, 3))
    assert draft.tap(3).team == (0,)


def test_excalibur_goes_to_a_member_other_than_the_leader():
    draft = begin_draft(TeamDraft, state_after(excalibur=True)).tap(0).tap(3)
    assert draft.needs_bearer
    assert not draft.is_ready
    assert draft.tap(3).move == Propose((0, 3), excalibur=3)
    assert draft.tap(0).team == (3,)


def test_with_targeting_a_quest_is_chosen_first_and_a_smaller_one_sheds_members():
    draft = begin_draft(TeamDraft, state_after(targeting=True))
    assert draft.quest is None
    assert draft.tap(1).team == ()
    with_quest = draft.select_quest(4).tap(0).tap(1).tap(2).tap(3)
    assert with_quest.move == Propose((0, 1, 2, 3), quest=4)
    assert with_quest.select_quest(1).team == (0, 1)
    assert draft.select_quest(5).quest is None


def test_a_vote_starts_with_all_approvals_and_each_tap_toggles_one():
    draft = begin_draft(VoteDraft, state_after(Propose((0, 1))))
    assert draft.is_approved
    for seat in (1, 2, 3, 4):
        draft = draft.tap(seat)
    assert not draft.is_approved
    assert draft.move == Vote(approve=(0, 5, 6))
    assert draft.tap(1).is_approved


def test_a_quest_consists_of_fails_and_the_target_of_excalibur():
    draft = begin_draft(
        QuestDraft, state_after(Propose((0, 1), excalibur=1), Vote(approved=True), excalibur=True)
    )
    assert draft.tap(1).excalibur_on is None
    assert draft.tap(5).excalibur_on is None
    assert draft.tap(0).choose(1).move == Quest(1, excalibur_on=0)
    assert draft.choose(1).is_failed


def test_the_lady_cannot_be_used_on_earlier_holders():
    moves = [m for _ in range(2) for m in (Propose((0, 1)), Vote(approved=True), Quest(0))]
    moves[3] = Propose((0, 1, 2))
    draft = begin_draft(TargetDraft, state_after(*moves, lady=True))
    assert draft.tap(6).target is None
    assert draft.tap(2).move == Lady(2)


def test_the_assassin_names_a_player_and_then_the_verdict_is_entered():
    moves = (*WON_TWICE, *quest_moves(0, 1, 2))
    draft = begin_draft(TargetDraft, state_after(*moves)).tap(4)
    assert not draft.is_ready
    assert draft.choose(1).move == Assassinate(4, False)


def test_a_loyalty_row_shows_two_switches_at_the_most():
    draft = begin_draft(LoyaltyDraft, state_after(lancelot=Lancelot.V2))
    for place in (0, 2, 4):
        draft = draft.choose(place)
    assert draft.move == LoyaltyRow((True, False, True, False, False))


@pytest.mark.parametrize("approved", [True, False])
def test_nothing_is_drafted_once_the_game_is_over(approved):
    moves = [m for _ in range(5) for m in (Propose((0, 1)), Vote(approved=False))]
    assert make_draft(state_after(*moves)) is None


def draft_for_quest(quest, *seats):
    """A team that the leader has chosen a quest for."""
    draft = begin_draft(TeamDraft, state_after(targeting=True)).select_quest(quest)
    for seat in seats:
        draft = draft.tap(seat)
    return draft


HALF_DONE = {
    "a team of which one is missing": tap_seats(state_after(), 3),
    "a quest that is aimed at": draft_for_quest(4),
    "a team whose order is that of the taps": draft_for_quest(3, 5, 0),
    "a team without a bearer": tap_seats(state_after(excalibur=True), 4, 2),
    "a team with its bearer": tap_seats(state_after(excalibur=True), 4, 2, 4),
    "a bearer whose team is a member short": tap_seats(state_after(excalibur=True), 4, 2, 4, 2),
    "those who refuse": tap_seats(state_after(Propose((0, 1))), 6, 2),
    "fails": begin_draft(QuestDraft, state_after(*WON[:2])).choose(2),
    "fails and whom Excalibur struck": begin_draft(
        QuestDraft, state_after(Propose((0, 1), excalibur=1), Vote(approved=True), excalibur=True)
    )
    .tap(0)
    .choose(1),
    "whom the Lady looks at": tap_seats(state_after(*WON_TWICE, lady=True), 4),
    "whom the Assassin names": tap_seats(
        state_after(*WON_TWICE, Propose((0, 1, 2)), Vote(approved=True), Quest(0)), 5
    ),
    "a card that was turned": begin_draft(
        LoyaltyDraft, state_after(*WON_TWICE, lancelot=Lancelot.V1)
    ).set_cards((True,)),
    "a row half laid": begin_draft(LoyaltyDraft, state_after(lancelot=Lancelot.V2)).choose(3),
}


@pytest.mark.parametrize("draft", HALF_DONE.values(), ids=HALF_DONE.keys())
def test_every_draft_survives_its_stored_form(draft):
    record = encode(draft.record)
    assert draft_from_record(draft.state, decode(DraftRecord, record)) == draft


MADE = [
    (state_after(), Propose((0, 3))),
    (state_after(targeting=True), Propose((0, 3, 4, 5), quest=4)),
    (state_after(excalibur=True), Propose((0, 3), excalibur=3)),
    (state_after(Propose((0, 1))), Vote(approve=(0, 1, 5))),
    (state_after(*WON[:2]), Quest(1)),
    (state_after(*WON_TWICE, lady=True), Lady(2)),
    (state_after(*WON_TWICE, Propose((0, 1, 2)), Vote(approved=True), Quest(0)), Assassinate(2, True)),
    (state_after(*WON_TWICE, lancelot=Lancelot.V1), Loyalty(False)),
    (state_after(lancelot=Lancelot.V2), LoyaltyRow((False, True, False, False, True))),
]


@pytest.mark.parametrize(("state", "move"), MADE, ids=lambda value: type(value).__name__)
def test_an_undone_move_becomes_its_draft_again(state, move):
    entered = draft_of_move(state, move)
    assert entered is not None
    draft = draft_from_record(state, entered.record)
    assert draft.is_ready
    assert draft.move == move


def test_a_move_that_was_not_entered_by_a_draft_has_none():
    voting = state_after(Propose((0, 1)), lady=True)
    plotting = state_after(options=Options(plot_cards=PlotCards.TWO_OR_THREE))
    assert draft_of_move(voting, Vote(approved=True)) is None
    assert draft_of_move(voting, Cheat(Side.EVIL)) is None
    assert draft_of_move(plotting, Plot(2)) is None


@pytest.mark.parametrize(
    ("state", "damaged"),
    [
        (state_after(), DraftRecord(seats=(99, -1), seat=99, number=77)),
        (state_after(targeting=True), DraftRecord(seats=(1,), number=5)),
        (state_after(), DraftRecord(seats=(1,), seat=1)),
        (state_after(Propose((0, 1))), DraftRecord(seats=(7, -1))),
        (state_after(*WON[:2]), DraftRecord(seat=5, number=9)),
        (state_after(*WON_TWICE, lady=True), DraftRecord(seat=6)),
        (state_after(lancelot=Lancelot.V2), DraftRecord(cards=(True,) * 5)),
        (state_after(*WON_TWICE, lancelot=Lancelot.V1), DraftRecord(cards=(True, True))),
    ],
)
def test_stored_values_that_do_not_fit_are_ignored(state, damaged):
    draft = draft_from_record(state, damaged)
    offered = {seat for seat in damaged.seats if seat in range(SEATS) and state.quest is not None}
    assert draft == tap_seats(state, *offered)


def test_after_the_game_the_draft_is_that_of_the_roles():
    state = state_after(Propose((0, 1)), Cheat(Side.EVIL), lady=True)
    nobody = draft_from_record(state, DraftRecord(seats=(1,)))
    assert isinstance(nobody, RolesDraft)
    assert nobody.missing_count == SEATS
    draft = draft_from_record(state, DraftRecord(roles=("merlin", *[None] * 6)))
    assert isinstance(draft, RolesDraft)
    assert draft.roles[0] == "merlin"
    # A damaged record: a card that there is once is not two people's.
    assert draft_from_record(state, DraftRecord(roles=("merlin", "merlin", *[None] * 5))) == nobody
    assert draft_from_record(state, DraftRecord(roles=("merlin",))) == nobody


def test_the_last_kind_of_role_is_assigned_automatically():
    state = state_after(Propose((0, 1)), Cheat(Side.EVIL), lady=True)
    draft = make_roles_draft(state)
    for seat, role in enumerate(("merlin", "percival", "morgana", "assassin", "oberon")):
        if draft.remaining[role]:
            draft = draft.assign(seat, role)
    while len(draft.remaining) > 1:
        draft = draft.assign(draft.roles.index(None), next(iter(draft.remaining)))
    assert draft.is_ready
    assert isinstance(draft.move, Roles)
    assert sorted(draft.move.roles) == sorted(deck(state.setup))
    assert not draft.assign(2, None).is_ready


def refused_tap(draft, seat):
    return drafts.apply_tap(draft, seat)[1]


def refused_quest(draft, quest):
    return drafts.select_quest(draft, quest)[1]


def code(problem):
    return None if problem is None else problem.code


def test_a_seat_too_many_is_refused_by_the_size_of_the_team():
    assert code(refused_tap(tap_seats(state_after(), 0, 1), 2)) == "team_size"
    assert refused_tap(tap_seats(state_after(), 0), 1) is None
    assert refused_tap(tap_seats(state_after(), 0, 1), 1) is None


def test_excalibur_is_refused_to_a_player_off_the_team():
    assert code(refused_tap(tap_seats(state_after(excalibur=True), 0, 1), 4)) == "excalibur_off_team"
    assert refused_tap(tap_seats(state_after(excalibur=True), 0, 1), 1) is None


def test_without_a_quest_no_seat_can_be_chosen():
    assert code(refused_tap(tap_seats(state_after(targeting=True)), 3)) == "quest_missing"


def test_the_lady_is_refused_to_all_who_held_her():
    assert code(refused_tap(tap_seats(state_after(*WON_TWICE, lady=True)), 6)) == "lady_self"
    assert refused_tap(tap_seats(state_after(*WON_TWICE, lady=True)), 3) is None


def test_excalibur_is_not_used_on_its_bearer_or_a_player_off_the_team():
    state = state_after(Propose((0, 1), excalibur=1), Vote(approved=True), excalibur=True)
    assert code(refused_tap(tap_seats(state), 1)) == "excalibur_self"
    assert code(refused_tap(tap_seats(state), 5)) == "excalibur_on_outsider"
    assert refused_tap(tap_seats(state), 0) is None


def test_a_meaningless_tap_breaks_no_rule():
    on_quest = state_after(Propose((0, 1)), Vote(approved=True))
    assert refused_tap(tap_seats(on_quest), 0) is None


def test_a_shield_says_why_it_cannot_be_chosen():
    targeting = state_after(Propose((0, 1), quest=1), Vote(approved=True), Quest(0), targeting=True)
    draft = make_draft(targeting)
    assert code(refused_quest(draft, 1)) == "quest_played"
    assert code(refused_quest(draft, 5)) == "last_quest_successes"
    assert refused_quest(draft, 3) is None
    assert code(refused_quest(make_draft(state_after()), 2)) == "no_targeting"
    assert refused_quest(make_draft(state_after()), 1) is None


FULL = ("percival", "morgana", "mordred", "oberon")


def setup_of(count, **choices):
    return Setup(NAMES[:count], **choices)


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("count", range(MIN_PLAYERS, MAX_PLAYERS + 1))
@pytest.mark.parametrize("roles", [(), ("percival", "morgana"), FULL])
@pytest.mark.parametrize("lancelot", [None, Lancelot.V3])
def test_every_set_up_can_be_changed_to_include_any_character(role, count, roles, lancelot):
    found = make_setup_with_role(setup_of(count, roles=roles, lancelot=lancelot), role)
    assert found is not None
    assert not filter_blocking(problems(found))
    assert role in deck(found)
    assert role in sights(found)
    assert len(found.players) == count


def test_a_set_up_with_the_character_is_unchanged():
    setup = setup_of(7, roles=("percival", "morgana"))
    assert make_setup_with_role(setup, "morgana") == setup
    assert make_setup_with_role(setup, "merlin") == setup


def test_a_character_joins_those_that_were_chosen_where_there_is_room():
    found = make_setup_with_role(setup_of(7, roles=("percival", "morgana")), "oberon")
    assert found is not None
    assert found.roles == ("percival", "morgana", "oberon")


def test_without_room_the_character_replaces_the_others():
    found = make_setup_with_role(setup_of(5, roles=("percival", "morgana")), "mordred")
    assert found is not None
    assert found.roles == ("mordred",)


def test_merlin_is_added_where_he_was_left_out():
    setup = setup_of(7)
    assert make_setup_with_role(replace(setup, options=Options(merlin=False)), "merlin") == setup


def test_an_illegal_player_count_has_no_set_up_with_a_character():
    assert make_setup_with_role(setup_of(2), "percival") is None
