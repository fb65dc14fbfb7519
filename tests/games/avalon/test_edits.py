"""Edits of the past: an entry of the history while it is changed, and missing entries."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.game import IllegalMove
from companion.core.serialization import encode
from companion.core.session import GameSession
from companion.games.avalon import text
from companion.games.avalon.drafts import TeamDraft
from companion.games.avalon.edits import restore_saved, start_edit, start_missing_proposal, to_edit_record
from companion.games.avalon.rules import GAME as AVALON
from companion.games.avalon.setup import Lancelot, Options, PlotCards, Setup, deck
from companion.games.avalon.state import (
    Assassinate,
    Correct,
    Lady,
    Loyalty,
    LoyaltyRow,
    Phase,
    Plot,
    Propose,
    Quest,
    Roles,
    Vote,
)
from companion.games.avalon.text import make_entries
from companion.i18n.translator import Translator

ENGLISH = Translator("en")
SEVEN = Setup(("Ada", "Bruno", "Chloe", "Dario", "Elena", "Farid", "Greta"))


def table_of(setup, *moves):
    return GameSession(AVALON, setup, moves)


def entries_of(session):
    return make_entries(session.states, session.moves)


def edit_entry(session, number):
    found = entries_of(session)
    return start_edit(found[number], has_next_proposal=number + 1 < len(found))


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
        lambda edit: edit.tap_team(1).tap_team(5),
        lambda edit: edit.tap_vote(4),
        lambda edit: edit.set_vote_result(False).set_fails(1),
        lambda edit: edit.set_excalibur_target(3),
        lambda edit: edit.replace_other(0, Lady(5)),
        lambda edit: edit.replace_other(0, None),
        lambda edit: edit.set_removed(True),
    ],
)
def test_an_edit_survives_saving(change):
    session = with_lady()
    edit = change(edit_entry(session, 1))
    assert restore_saved(entries_of(session), encode(to_edit_record(1, edit))) == (1, edit)


def test_the_edit_of_a_missing_entry_survives_saving():
    session = with_lady()
    edit = start_missing_proposal(entries_of(session)[1]).tap_team(4)
    assert restore_saved(entries_of(session), encode(to_edit_record(1, edit))) == (1, edit)


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
def test_an_invalid_saved_edit_is_not_restored(wrong):
    session = with_lady()
    saved = encode(to_edit_record(1, edit_entry(session, 1)))
    assert restore_saved(entries_of(session), {**saved, **wrong}) is None


def test_nothing_is_shown_before_a_team_is_proposed():
    assert entries_of(table_of(SEVEN)) == ()
    assert entries_of(table_of(SEVEN, Correct(leader=2))) == ()


def test_an_entry_knows_who_led_who_went_and_how_it_ended():
    refused, lost = entries_of(
        table_of(
            replace(SEVEN, leader=6),
            *(Propose((1, 2)), Vote(approve=(1, 2, 6))),
            *(Propose((0, 4)), Vote(approve=(0, 1, 2, 3)), Quest(1)),
        )
    )
    assert (refused.leader, refused.team, refused.attempt) == (6, (1, 2), 1)
    assert (refused.is_approved, refused.approving_seats, refused.result) == (False, {1, 2, 6}, None)
    assert (lost.leader, lost.team, lost.attempt) == (0, (0, 4), 2)
    assert (lost.is_approved, lost.result.fails, lost.result.success) == (True, 1, False)


def test_a_vote_of_which_only_the_result_is_known_names_nobody():
    (only,) = entries_of(table_of(SEVEN, Propose((1, 2)), Vote(approved=True)))
    assert (only.is_approved, only.approving_seats) == (True, None)
    (waiting,) = entries_of(table_of(SEVEN, Propose((1, 2))))
    assert (waiting.is_approved, waiting.approving_seats) == (None, None)


def test_every_move_belongs_to_the_team_proposed_last_and_the_first_ones_to_the_first():
    options = Options(plot_cards=PlotCards.ONE_TO_THREE)
    setup = replace(SEVEN, lancelot=Lancelot.V2, lady=True, options=options)
    session = table_of(
        setup,
        *(LoyaltyRow((False, True, False, False, False)), Plot(2), Correct(leader=3)),
        *(Propose((0, 1)), Vote(approved=True), Quest(0)),
        *(Propose((0, 1, 2)), Vote(approved=True), Plot(2), Quest(0), Lady(1), Correct(attempt=2)),
        *(Propose((0, 1, 2)), Vote(approved=False)),
    )
    found = entries_of(session)
    assert [[type(step.move) for step in entry.others] for entry in found] == [
        [LoyaltyRow, Plot, Correct],
        [Plot, Lady, Correct],
        [],
    ]
    assert [step.move_index for entry in found for step in entry.steps] == list(range(len(session.moves)))
    assert (found[1].lady, found[2].attempt) == (Lady(1), 2)


def test_a_quest_of_targeting_is_the_one_that_was_chosen():
    setup = replace(SEVEN, targeting=True)
    session = table_of(
        setup,
        Propose((0, 1, 2), quest=3),
        Vote(approved=False),
        Propose((0, 1), quest=1),
        Vote(approved=True),
    )
    assert [entry.quest for entry in entries_of(session)] == [3, 1]


# -- changing an entry ----------------------------------------------------------------------------------

PLAYED = (
    *(Propose((0, 1)), Vote(approve=(0, 1, 5))),
    *(Propose((1, 3)), Vote(approve=(0, 1, 2, 3, 5)), Quest(0)),
    *(Propose((1, 2, 4)), Vote(approved=True), Quest(1)),
)


def test_a_vote_is_changed_by_tapping_the_seat():
    edit = edit_entry(table_of(SEVEN, *PLAYED), 1).tap_vote(5)
    assert edit.changes == {3: (Vote(approve=(0, 1, 2, 3)),)}
    assert edit.tap_vote(5).changes == {}


def test_a_team_is_changed_by_tapping_its_seats():
    edit = edit_entry(table_of(SEVEN, *PLAYED), 1).tap_team(3)
    assert not edit.is_ready
    edit = edit.tap_team(6)
    assert edit.is_ready
    assert edit.changes == {2: (Propose((1, 6)),)}


def test_approving_a_rejected_team_adds_its_missing_quest():
    session = table_of(SEVEN, *PLAYED)
    edit = edit_entry(session, 0).set_vote_result(True)
    assert edit.has_quest
    edit = edit.set_fails(1)
    assert edit.changes == {1: (Vote(approved=True), Quest(1))}
    revision = session.preview_edit(edit.changes)
    assert revision.moves[:3] == (Propose((0, 1)), Vote(approved=True), Quest(1))
    assert [lost.problem.code for lost in revision.dropped_moves[:1]] == ["team_size"]


def test_the_last_team_still_has_its_quest_before_it():
    session = table_of(SEVEN, Propose((0, 1)), Vote(approve=(0, 1)))
    edit = edit_entry(session, 0).set_vote_result(True)
    assert not edit.has_quest
    assert session.preview_edit(edit.changes).moves == (Propose((0, 1)), Vote(approved=True))


def test_a_quest_under_way_is_not_played_by_opening_its_entry():
    setup = replace(SEVEN, options=Options(plot_cards=PlotCards.ONE_TO_THREE))
    session = table_of(setup, Propose((0, 1)), Vote(approved=True), Plot(2))
    assert edit_entry(session, 0).changes == {}


def test_rejecting_a_team_drops_its_quest_and_later_moves():
    session = table_of(SEVEN, *PLAYED)
    edit = edit_entry(session, 1).tap_vote(0).tap_vote(1)
    assert not edit.has_quest
    assert edit.changes == {3: (Vote(approve=(2, 3, 5)),)}
    lost = session.preview_edit(edit.changes).dropped_moves
    texts = text.describe_dropped_moves(ENGLISH, entries_of(session), session.states, lost)
    assert [what for what, _ in texts] == ["Quest 1, proposal 2: 0 fails", "Quest 2, proposal 1"]
    assert all(why for _, why in texts)


def test_an_entry_can_be_removed_and_restored():
    edit = edit_entry(table_of(SEVEN, *PLAYED), 1).set_removed(True)
    assert edit.changes == {2: (), 3: (), 4: ()}
    assert edit.set_removed(False).changes == {}


def test_changing_the_bearer_of_excalibur_changes_its_use():
    setup = replace(SEVEN, excalibur=True)
    session = table_of(setup, Propose((1, 2), excalibur=1), Vote(approved=True), Quest(1, excalibur_on=2))
    edit = edit_entry(session, 0).tap_team(1)
    assert edit.team.excalibur is None
    edit = edit.tap_team(5)
    assert edit.team.needs_bearer
    assert not edit.is_ready
    edit = edit.tap_team(2)
    assert edit.changes == {0: (Propose((2, 5), excalibur=2),), 2: (Quest(1),)}
    assert edit.set_excalibur_target(5).changes[2] == (Quest(1, excalibur_on=5),)


def test_the_quest_slot_of_targeting_can_be_another():
    setup = replace(SEVEN, targeting=True)
    session = table_of(setup, Propose((0, 1), quest=1), Vote(approved=True), Quest(0))
    edit = edit_entry(session, 0).select_quest(2).tap_team(2)
    assert edit.changes == {0: (Propose((0, 1, 2), quest=2),)}
    assert session.preview_edit(edit.changes).dropped_moves == ()


# -- a proposal that was never recorded -------------------------------------------------------------------


def insert_before(session, number):
    return start_missing_proposal(entries_of(session)[number])


def test_a_missing_team_is_inserted_and_later_moves_stay_legal():
    session = table_of(SEVEN, *PLAYED)
    missing = insert_before(session, 2)
    assert not missing.is_ready
    for seat in (0, 5, 6):
        missing = missing.tap_team(seat)
    assert missing.is_ready
    revision = missing.preview(session)
    assert revision.dropped_moves == ()
    assert revision.moves == (*PLAYED[:5], Propose((0, 5, 6)), Vote(approved=False), *PLAYED[5:])
    session.commit_edit(revision)
    assert [(entry.round, entry.attempt) for entry in entries_of(session)] == [(1, 1), (1, 2), (2, 1), (2, 2)]


def test_the_votes_of_a_missing_team_can_be_entered_by_seat():
    session = table_of(SEVEN, *PLAYED)
    missing = insert_before(session, 1).tap_team(0).tap_team(5)
    for seat in range(4):
        missing = missing.tap_vote(seat)
    assert missing.preview(session).moves[2:4] == (Propose((0, 5)), Vote(approve=(4, 5, 6)))


def test_inserting_a_missing_quest_lists_the_moves_that_become_illegal():
    session = table_of(SEVEN, *PLAYED)
    missing = insert_before(session, 1).tap_team(0).tap_team(5).set_vote_result(True)
    assert missing.has_quest
    revision = missing.set_fails(1).preview(session)
    assert revision.moves[2:5] == (Propose((0, 5)), Vote(approved=True), Quest(1))
    # Two go on the first quest only: the second team is one too few now, and so on.
    assert [(lost.move_index, lost.problem.code) for lost in revision.dropped_moves][:2] == [
        (2, "team_size"),
        (3, "awaits_propose"),
    ]
    assert revision.moves[5:] == PLAYED[5:]


def test_a_team_can_be_inserted_before_the_first():
    session = table_of(SEVEN, *PLAYED)
    missing = insert_before(session, 0).tap_team(3).tap_team(4)
    revision = missing.preview(session)
    assert revision.dropped_moves == ()
    assert revision.moves == (Propose((3, 4)), Vote(approved=False), *PLAYED)
    # With its quest played, the first team that was recorded is too small.
    lost = missing.set_vote_result(True).preview(session).dropped_moves
    assert (lost[0].move_index, lost[0].move, lost[0].problem.code) == (0, PLAYED[0], "team_size")


def test_an_illegal_inserted_move_is_refused():
    setup = replace(SEVEN, excalibur=True)
    moves = (Propose((0, 1), excalibur=1), Vote(approved=False))
    session = table_of(setup, *moves)
    missing = replace(insert_before(session, 0), team=TeamDraft(session.states[0], 1, (0, 1), 0))
    with pytest.raises(IllegalMove) as refused:
        missing.preview(session)
    assert refused.value.problem.code == "excalibur_leader"
    # Seat 1 leads after it, and a leader cannot hand Excalibur to himself.
    good = insert_before(session, 0).tap_team(0).tap_team(2).tap_team(2)
    lost = good.preview(session).dropped_moves
    assert (lost[0].move_index, lost[0].problem.code) == (0, "excalibur_leader")


def test_a_fifth_refusal_ends_the_game_there():
    moves = [Propose((0, 1)), Vote(approved=False)] * 4 + [Propose((0, 1)), Vote(approved=True), Quest(0)]
    session = table_of(SEVEN, *moves)
    revision = insert_before(session, 2).tap_team(0).tap_team(1).preview(session)
    session.commit_edit(revision)
    assert session.outcome.reason == "five_rejections"
    assert {lost.problem.code for lost in revision.dropped_moves} == {"over"}


def test_with_targeting_the_quest_of_a_missing_team_is_chosen_first():
    session = table_of(replace(SEVEN, targeting=True), Propose((0, 1, 2), quest=3), Vote(approved=True))
    missing = insert_before(session, 0)
    assert not missing.tap_team(1).is_ready
    missing = missing.select_quest(1).tap_team(1).tap_team(2)
    assert missing.preview(session).moves[:2] == (Propose((1, 2), quest=1), Vote(approved=False))


# -- all else ---------------------------------------------------------------------------------------------


def test_every_other_recorded_move_can_be_changed_or_removed():
    setup = replace(SEVEN, lady=True)
    moves = (*PLAYED, Lady(0), Correct(leader=5))
    edit = edit_entry(table_of(setup, *moves), 2)
    assert [step.move for _, step, _ in edit.editable_others] == [Lady(0), Correct(leader=5)]
    assert edit.replace_other(0, Lady(3)).changes == {8: (Lady(3),)}
    assert edit.replace_other(1, None).changes == {9: ()}
    assert edit.set_vote_result(False).editable_others == ()


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
    session = GameSession(AVALON, setup)
    for _ in range(draw(st.integers(1, 50))):
        state = session.state
        if state.plot_cards_due and draw(st.booleans()):
            session.play(Plot(state.plot_cards_due))
            continue
        seats = list(range(players))
        match state.phase:
            case Phase.PROPOSE:
                slot = draw(st.sampled_from(state.open_quests))
                team = tuple(draw(st.permutations(seats))[: state.numbers.team_size(slot)])
                bearer = next(seat for seat in team if seat != state.leader)
                session.play(
                    Propose(team, slot if setup.targeting else None, bearer if setup.excalibur else None)
                )
            case Phase.VOTE:
                ayes = tuple(draw(st.permutations(seats))[: draw(st.integers(0, players))])
                session.play(draw(st.sampled_from([Vote(approve=ayes), Vote(approved=True)])))
            case Phase.QUEST:
                others = [seat for seat in state.team if seat != state.excalibur]
                struck = draw(st.sampled_from([None, others[0]])) if setup.excalibur else None
                session.play(Quest(draw(st.sampled_from([0, 0, 1, 2])), struck))
            case Phase.LADY:
                session.play(Lady(draw(st.sampled_from(state.lady_targets))))
            case Phase.LOYALTY:
                session.play(Loyalty(False))
            case Phase.LOYALTY_ROW:
                session.play(LoyaltyRow((True, False, False, True, False)))
            case Phase.ASSASSINATE:
                session.play(Assassinate(draw(st.sampled_from(seats)), hit=draw(st.booleans())))
            case Phase.OVER:
                if state.assassin_target is None:
                    session.play(Roles(deck(setup)))
                break
    return session


@settings(max_examples=120, deadline=None)
@given(session=games(), data=st.data())
def test_in_any_game_an_untouched_edit_changes_nothing_and_any_change_has_a_text(session, data):
    found = entries_of(session)
    numbers = [step.move_index for entry in found for step in entry.steps]
    roles = [number for number, move in enumerate(session.moves) if isinstance(move, Roles)]
    assert not found or sorted(numbers + roles) == list(range(len(session.moves)))
    for entry in found:
        texts = [
            text.entry_title(ENGLISH, entry),
            text.team_text(ENGLISH, entry.proposal.before, entry.team),
            text.vote_text(ENGLISH, entry),
        ]
        assert all(texts + text.describe_extras(ENGLISH, entry))
        edit = start_edit(entry, has_next_proposal=entry is not found[-1])
        assert edit.is_ready
        assert edit.changes == {}
    if found:
        entry = data.draw(st.sampled_from(found))
        edit = start_edit(entry, has_next_proposal=entry is not found[-1])
        if entry.vote is not None:
            edit = edit.set_vote_result(not entry.is_approved)
        else:
            edit = edit.set_removed(True)
        revision = session.preview_edit(edit.changes)
        assert revision.has_changes
        lost = text.describe_dropped_moves(ENGLISH, found, session.states, revision.dropped_moves)
        assert bool(lost) == bool(revision.dropped_moves)
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
def test_a_move_has_a_sentence(move, words):
    state = AVALON.start(replace(SEVEN, lady=True))
    assert text.move_text(ENGLISH, state, move) == words
