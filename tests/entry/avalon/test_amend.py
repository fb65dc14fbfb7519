"""The history as entries, and an entry while it is being changed: no window is needed for either."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.entry.avalon import accounts
from companion.entry.avalon.amend import amend, forgotten_before
from companion.entry.avalon.amend_record import as_left, record_of
from companion.entry.avalon.draft import TeamDraft
from companion.entry.avalon.log import entries
from companion.games.avalon.moves import (
    Assassinate,
    Correct,
    Lady,
    Loyalty,
    LoyaltyRow,
    Plot,
    Propose,
    Quest,
    Roles,
    Vote,
)
from companion.games.avalon.play import GAME as AVALON
from companion.games.avalon.setup import Lancelot, Options, PlotCards, Setup, deck
from companion.games.avalon.state import Awaits
from companion.games.game import IllegalMove
from companion.games.records import encode
from companion.i18n.translator import Translator
from companion.table import Table

ENGLISH = Translator("en")
SEVEN = Setup(("Ada", "Bruno", "Chloe", "Dario", "Elena", "Farid", "Greta"))


def table_of(setup, *moves):
    return Table(AVALON, setup, moves)


def shown(table):
    return entries(table.states, table.moves)


def amended(table, number):
    found = shown(table)
    return amend(found[number], goes_on=number + 1 < len(found))


def with_lady():
    setup = replace(SEVEN, lady=True, excalibur=True)
    quests = (
        move
        for at, size in enumerate((2, 3))
        for move in (Propose(tuple(range(at, at + size)), excalibur=at + 1), Vote(approved=True), Quest(0))
    )
    return table_of(setup, *quests, Lady(3))


@pytest.mark.parametrize(
    "change",
    [
        lambda made: made.tap_team(1).tap_team(5),
        lambda made: made.tap_vote(4),
        lambda made: made.say_result(False).count(1),
        lambda made: made.strike(3),
        lambda made: made.other(0, Lady(5)),
        lambda made: made.other(0, None),
        lambda made: made.remove(True),
    ],
)
def test_what_is_being_changed_is_found_again(change):
    table = with_lady()
    made = change(amended(table, 1))
    assert as_left(shown(table), encode(record_of(1, made))) == (1, made)


def test_what_was_forgotten_is_found_again():
    table = with_lady()
    made = forgotten_before(shown(table)[1]).tap_team(4)
    assert as_left(shown(table), encode(record_of(1, made))) == (1, made)


@pytest.mark.parametrize(
    "wrong",
    [
        {"entry": 2},
        {"team": [0, 9]},
        {"against": [-1]},
        {"struck": 7},
        {"quest": 6},
        {"fails": -1},
        {"others": []},
        {"others": [{"move": "plot", "count": 1}]},
        {"others": [{"move": "moonlight"}]},
        {"colour": "red"},
    ],
)
def test_a_change_that_cannot_be_is_not_found_again(wrong):
    table = with_lady()
    kept = encode(record_of(1, amended(table, 1)))
    assert as_left(shown(table), {**kept, **wrong}) is None


def test_nothing_is_shown_before_a_team_is_proposed():
    assert shown(table_of(SEVEN)) == ()
    assert shown(table_of(SEVEN, Correct(leader=2))) == ()


def test_an_entry_knows_who_led_who_went_and_how_it_ended():
    refused, lost = shown(
        table_of(
            replace(SEVEN, leader=6),
            *(Propose((1, 2)), Vote(approve=(1, 2, 6))),
            *(Propose((0, 4)), Vote(approve=(0, 1, 2, 3)), Quest(1)),
        )
    )
    assert (refused.leader, refused.team, refused.attempt) == (6, (1, 2), 1)
    assert (refused.approved, refused.approving, refused.result) == (False, {1, 2, 6}, None)
    assert (lost.leader, lost.team, lost.attempt) == (0, (0, 4), 2)
    assert (lost.approved, lost.result.fails, lost.result.success) == (True, 1, False)


def test_a_vote_of_which_only_the_result_is_known_names_nobody():
    (only,) = shown(table_of(SEVEN, Propose((1, 2)), Vote(approved=True)))
    assert (only.approved, only.approving) == (True, None)
    (waiting,) = shown(table_of(SEVEN, Propose((1, 2))))
    assert (waiting.approved, waiting.approving) == (None, None)


def test_every_move_belongs_to_the_team_proposed_last_and_the_first_ones_to_the_first():
    options = Options(plot_cards=PlotCards.ONE_TO_THREE)
    setup = replace(SEVEN, lancelot=Lancelot.V2, lady=True, options=options)
    table = table_of(
        setup,
        *(LoyaltyRow((False, True, False, False, False)), Plot(2), Correct(leader=3)),
        *(Propose((0, 1)), Vote(approved=True), Quest(0)),
        *(Propose((0, 1, 2)), Vote(approved=True), Plot(2), Quest(0), Lady(1), Correct(attempt=2)),
        *(Propose((0, 1, 2)), Vote(approved=False)),
    )
    found = shown(table)
    assert [[type(step.move) for step in entry.others] for entry in found] == [
        [LoyaltyRow, Plot, Correct],
        [Plot, Lady, Correct],
        [],
    ]
    assert [step.number for entry in found for step in entry.steps] == list(range(len(table.moves)))
    assert (found[1].lady, found[2].attempt) == (Lady(1), 2)


def test_a_quest_of_targeting_is_the_one_that_was_chosen():
    setup = replace(SEVEN, targeting=True)
    table = table_of(
        setup,
        Propose((0, 1, 2), quest=3),
        Vote(approved=False),
        Propose((0, 1), quest=1),
        Vote(approved=True),
    )
    assert [entry.quest for entry in shown(table)] == [3, 1]


# -- changing an entry ----------------------------------------------------------------------------------

PLAYED = (
    *(Propose((0, 1)), Vote(approve=(0, 1, 5))),
    *(Propose((1, 3)), Vote(approve=(0, 1, 2, 3, 5)), Quest(0)),
    *(Propose((1, 2, 4)), Vote(approved=True), Quest(1)),
)


def test_a_vote_is_changed_by_tapping_the_seat():
    amendment = amended(table_of(SEVEN, *PLAYED), 1).tap_vote(5)
    assert amendment.changes == {3: (Vote(approve=(0, 1, 2, 3)),)}
    assert amendment.tap_vote(5).changes == {}


def test_a_team_is_changed_by_tapping_its_seats():
    amendment = amended(table_of(SEVEN, *PLAYED), 1).tap_team(3)
    assert not amendment.ready
    amendment = amendment.tap_team(6)
    assert amendment.ready
    assert amendment.changes == {2: (Propose((1, 6)),)}


def test_a_team_that_was_approved_after_all_gets_the_quest_that_was_forgotten():
    table = table_of(SEVEN, *PLAYED)
    amendment = amended(table, 0).say_result(True)
    assert amendment.has_quest
    amendment = amendment.count(1)
    assert amendment.changes == {1: (Vote(approved=True), Quest(1))}
    revision = table.revise(amendment.changes)
    assert revision.kept[:3] == (Propose((0, 1)), Vote(approved=True), Quest(1))
    assert [lost.problem.code for lost in revision.dropped[:1]] == ["team_size"]


def test_the_last_team_still_has_its_quest_before_it():
    table = table_of(SEVEN, Propose((0, 1)), Vote(approve=(0, 1)))
    amendment = amended(table, 0).say_result(True)
    assert not amendment.has_quest
    assert table.revise(amendment.changes).kept == (Propose((0, 1)), Vote(approved=True))


def test_a_quest_under_way_is_not_played_by_opening_its_entry():
    setup = replace(SEVEN, options=Options(plot_cards=PlotCards.ONE_TO_THREE))
    table = table_of(setup, Propose((0, 1)), Vote(approved=True), Plot(2))
    assert amended(table, 0).changes == {}


def test_a_refused_team_loses_its_quest_and_what_came_of_it():
    table = table_of(SEVEN, *PLAYED)
    amendment = amended(table, 1).tap_vote(0).tap_vote(1)
    assert not amendment.has_quest
    assert amendment.changes == {3: (Vote(approve=(2, 3, 5)),)}
    lost = table.revise(amendment.changes).dropped
    told = accounts.losses(ENGLISH, shown(table), table.states, lost)
    assert [what for what, _ in told] == ["Quest 1, proposal 2: 0 fails", "Quest 2, proposal 1"]
    assert all(why for _, why in told)


def test_an_entry_can_be_taken_out_and_put_back():
    amendment = amended(table_of(SEVEN, *PLAYED), 1).remove(True)
    assert amendment.changes == {2: (), 3: (), 4: ()}
    assert amendment.remove(False).changes == {}


def test_excalibur_goes_to_another_and_its_use_with_it():
    setup = replace(SEVEN, excalibur=True)
    table = table_of(setup, Propose((1, 2), excalibur=1), Vote(approved=True), Quest(1, excalibur_on=2))
    amendment = amended(table, 0).tap_team(1)
    assert amendment.team.excalibur is None
    amendment = amendment.tap_team(5)
    assert amendment.team.wants_bearer
    assert not amendment.ready
    amendment = amendment.tap_team(2)
    assert amendment.changes == {0: (Propose((2, 5), excalibur=2),), 2: (Quest(1),)}
    assert amendment.strike(5).changes[2] == (Quest(1, excalibur_on=5),)


def test_the_quest_slot_of_targeting_can_be_another():
    setup = replace(SEVEN, targeting=True)
    table = table_of(setup, Propose((0, 1), quest=1), Vote(approved=True), Quest(0))
    amendment = amended(table, 0).aim(2).tap_team(2)
    assert amendment.changes == {0: (Propose((0, 1, 2), quest=2),)}
    assert table.revise(amendment.changes).dropped == ()


# -- a proposal that was never recorded -------------------------------------------------------------------


def forgotten(table, number):
    return forgotten_before(shown(table)[number])


def test_a_forgotten_team_is_put_in_before_another_and_all_that_follows_still_fits():
    table = table_of(SEVEN, *PLAYED)
    missing = forgotten(table, 2)
    assert not missing.ready
    for seat in (0, 5, 6):
        missing = missing.tap_team(seat)
    assert missing.ready
    revision = missing.revised(table)
    assert revision.dropped == ()
    assert revision.kept == (*PLAYED[:5], Propose((0, 5, 6)), Vote(approved=False), *PLAYED[5:])
    table.accept(revision)
    assert [(entry.round, entry.attempt) for entry in shown(table)] == [(1, 1), (1, 2), (2, 1), (2, 2)]


def test_its_votes_can_be_told_seat_by_seat():
    table = table_of(SEVEN, *PLAYED)
    missing = forgotten(table, 1).tap_team(0).tap_team(5)
    for seat in range(4):
        missing = missing.tap_vote(seat)
    assert missing.revised(table).kept[2:4] == (Propose((0, 5)), Vote(approve=(4, 5, 6)))


def test_a_forgotten_team_that_went_has_its_quest_and_what_no_longer_fits_is_named():
    table = table_of(SEVEN, *PLAYED)
    missing = forgotten(table, 1).tap_team(0).tap_team(5).say_result(True)
    assert missing.has_quest
    revision = missing.count(1).revised(table)
    assert revision.kept[2:5] == (Propose((0, 5)), Vote(approved=True), Quest(1))
    # Two go on the first quest only: the second team is one too few now, and so on.
    assert [(lost.number, lost.problem.code) for lost in revision.dropped][:2] == [
        (2, "team_size"),
        (3, "awaits_propose"),
    ]
    assert revision.kept[5:] == PLAYED[5:]


def test_before_the_very_first_team_there_may_have_been_another():
    table = table_of(SEVEN, *PLAYED)
    missing = forgotten(table, 0).tap_team(3).tap_team(4)
    revision = missing.revised(table)
    assert revision.dropped == ()
    assert revision.kept == (Propose((3, 4)), Vote(approved=False), *PLAYED)
    # With its quest played, the first team that was recorded is too small.
    lost = missing.say_result(True).revised(table).dropped
    assert (lost[0].number, lost[0].move, lost[0].problem.code) == (0, PLAYED[0], "team_size")


def test_the_rules_hold_for_what_is_put_in():
    setup = replace(SEVEN, excalibur=True)
    moves = (Propose((0, 1), excalibur=1), Vote(approved=False))
    table = table_of(setup, *moves)
    missing = replace(forgotten(table, 0), team=TeamDraft(table.states[0], 1, (0, 1), 0))
    with pytest.raises(IllegalMove) as refused:
        missing.revised(table)
    assert refused.value.problem.code == "excalibur_leader"
    # Seat 1 leads after it, and a leader cannot hand Excalibur to himself.
    good = forgotten(table, 0).tap_team(0).tap_team(2).tap_team(2)
    lost = good.revised(table).dropped
    assert (lost[0].number, lost[0].problem.code) == (0, "excalibur_leader")


def test_a_fifth_refusal_ends_the_game_there():
    moves = [Propose((0, 1)), Vote(approved=False)] * 4 + [Propose((0, 1)), Vote(approved=True), Quest(0)]
    table = table_of(SEVEN, *moves)
    revision = forgotten(table, 2).tap_team(0).tap_team(1).revised(table)
    table.accept(revision)
    assert table.outcome.reason == "five_rejections"
    assert {lost.problem.code for lost in revision.dropped} == {"over"}


def test_with_targeting_the_slot_of_a_forgotten_team_is_chosen_first():
    table = table_of(replace(SEVEN, targeting=True), Propose((0, 1, 2), quest=3), Vote(approved=True))
    missing = forgotten(table, 0)
    assert not missing.tap_team(1).ready
    missing = missing.aim(1).tap_team(1).tap_team(2)
    assert missing.revised(table).kept[:2] == (Propose((1, 2), quest=1), Vote(approved=False))


# -- all else ---------------------------------------------------------------------------------------------


def test_whatever_else_was_recorded_can_be_changed_or_taken_out():
    setup = replace(SEVEN, lady=True)
    moves = (*PLAYED, Lady(0), Correct(leader=5))
    amendment = amended(table_of(setup, *moves), 2)
    assert [step.move for _, step, _ in amendment.shown_others] == [Lady(0), Correct(leader=5)]
    assert amendment.other(0, Lady(3)).changes == {8: (Lady(3),)}
    assert amendment.other(1, None).changes == {9: ()}
    assert amendment.say_result(False).shown_others == ()


# -- any game --------------------------------------------------------------------------------------------


@st.composite
def games(draw):
    players = draw(st.integers(5, 10))
    setup = Setup(
        tuple("ABCDEFGHIJ"[:players]),
        leader=draw(st.integers(0, players - 1)),
        roles=("percival",),
        lancelot=draw(st.sampled_from([None, Lancelot.V1, Lancelot.V2])),
        lady=draw(st.booleans()),
        excalibur=draw(st.booleans()),
        targeting=draw(st.booleans()),
        options=Options(plot_cards=draw(st.sampled_from(PlotCards))),
    )
    table = Table(AVALON, setup)
    for _ in range(draw(st.integers(1, 50))):
        state = table.state
        if state.plot_due and draw(st.booleans()):
            table.play(Plot(state.plot_due))
            continue
        seats = list(range(players))
        match state.awaits:
            case Awaits.PROPOSE:
                slot = draw(st.sampled_from(state.open_quests))
                team = tuple(draw(st.permutations(seats))[: state.numbers.team_size(slot)])
                bearer = next(seat for seat in team if seat != state.leader)
                table.play(
                    Propose(team, slot if setup.targeting else None, bearer if setup.excalibur else None)
                )
            case Awaits.VOTE:
                ayes = tuple(draw(st.permutations(seats))[: draw(st.integers(0, players))])
                table.play(draw(st.sampled_from([Vote(approve=ayes), Vote(approved=True)])))
            case Awaits.QUEST:
                others = [seat for seat in state.team if seat != state.excalibur]
                struck = draw(st.sampled_from([None, others[0]])) if setup.excalibur else None
                table.play(Quest(draw(st.sampled_from([0, 0, 1, 2])), struck))
            case Awaits.LADY:
                table.play(Lady(draw(st.sampled_from(state.lady_targets))))
            case Awaits.LOYALTY:
                table.play(Loyalty(False))
            case Awaits.LOYALTY_ROW:
                table.play(LoyaltyRow((True, False, False, True, False)))
            case Awaits.ASSASSINATE:
                table.play(Assassinate(draw(st.sampled_from(seats)), hit=draw(st.booleans())))
            case Awaits.OVER:
                if state.named is None:
                    table.play(Roles(deck(setup)))
                break
    return table


@settings(max_examples=120, deadline=None)
@given(table=games(), data=st.data())
def test_in_any_game_an_entry_left_alone_changes_nothing_and_any_change_can_be_told(table, data):
    found = shown(table)
    numbers = [step.number for entry in found for step in entry.steps]
    roles = [number for number, move in enumerate(table.moves) if isinstance(move, Roles)]
    assert not found or sorted(numbers + roles) == list(range(len(table.moves)))
    for entry in found:
        told = [
            accounts.title(ENGLISH, entry),
            accounts.team(ENGLISH, entry),
            accounts.verdict(ENGLISH, entry),
        ]
        assert all(told + accounts.more(ENGLISH, entry))
        amendment = amend(entry, goes_on=entry is not found[-1])
        assert amendment.ready
        assert amendment.changes == {}
    if found:
        entry = data.draw(st.sampled_from(found))
        amendment = amend(entry, goes_on=entry is not found[-1])
        if entry.vote is not None:
            amendment = amendment.say_result(not entry.approved)
        else:
            amendment = amendment.remove(True)
        revision = table.revise(amendment.changes)
        assert revision.changes
        lost = accounts.losses(ENGLISH, found, table.states, revision.dropped)
        assert bool(lost) == bool(revision.dropped)
        assert all(what and why and "{" not in what + why for what, why in lost)
    assert not ENGLISH.missing


@pytest.mark.parametrize(
    ("move", "words"),
    [
        (Lady(3), "Greta looked at Dario with the Lady of the Lake."),
        (Loyalty(True), "The loyalty card said Switch."),
        (LoyaltyRow((False, True, False, False, True)), "The Lancelots switch in round 2 and 5."),
        (LoyaltyRow((False,) * 5), "The Lancelots never switch."),
        (Assassinate(2, True), "The Assassin named Chloe, who was Merlin."),
        (Correct(leader=1), "Correct: Bruno leads"),
        (Correct(attempt=4), "Correct: proposal 4"),
    ],
)
def test_a_move_is_told_in_a_sentence(move, words):
    state = AVALON.start(replace(SEVEN, lady=True))
    assert accounts.step_words(ENGLISH, state, move) == words
