"""Rules of teams, votes, quests, the Lady, the Lancelots, plot cards, and the end of a game."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from companion.core.game import Outcome
from companion.games.avalon.rules import draw_card, draw_row, seat_sides
from companion.games.avalon.setup import NUMBERS, Options, PlotCards, Quest5Needs, Side, deck
from companion.games.avalon.state import (
    Assassinate,
    Cheat,
    Correct,
    Lady,
    Loyalty,
    LoyaltyRow,
    Phase,
    Plot,
    Propose,
    Quest,
    QuestResult,
    Roles,
    Vote,
)
from tests.games.avalon.builders import play_quest, reject_team, start_game


@pytest.mark.parametrize("players", NUMBERS)
def test_the_game_begins_with_the_first_leader_and_the_first_quest(players):
    state = start_game(players, leader=2).state
    assert (state.phase, state.leader, state.quest, state.attempt, state.round) == (
        Phase.PROPOSE,
        2,
        1,
        1,
        1,
    )
    assert state.team_size == NUMBERS[players].teams[0]
    assert state.open_quests == (1,)
    assert (state.lady_holder, state.lady_targets, state.outcome) == (None, (), None)


def test_a_proposed_team_is_voted_on():
    state = start_game(5).play(Propose((3, 1)))
    assert (state.phase, state.team, state.leader) == (Phase.VOTE, (1, 3), 0)


@pytest.mark.parametrize("players", NUMBERS)
@pytest.mark.parametrize("wrong", [-1, 1])
def test_a_team_has_exactly_the_size_of_its_quest(refused, players, wrong):
    needed = NUMBERS[players].teams[0]
    code, args = refused(start_game(players), Propose(tuple(range(needed + wrong))))
    assert (code, args) == ("team_size", {"quest": 1, "needed": needed, "chosen": needed + wrong})


def test_nobody_is_on_a_team_twice(refused):
    assert refused(start_game(5), Propose((1, 1))) == ("seat_twice", {"seat": 1, "name": "Bruno"})


@pytest.mark.parametrize("seat", [-1, 5])
def test_a_team_consists_of_existing_seats(refused, seat):
    assert refused(start_game(5), Propose((0, seat))) == ("no_such_seat", {"seat": seat, "last": 4})


def test_the_leader_need_not_go():
    assert start_game(5).play(Propose((1, 2))).team == (1, 2)


@pytest.mark.parametrize(
    ("players", "approvals", "approved"),
    [(n, k, k > n - k) for n in NUMBERS for k in range(n + 1)],
)
def test_more_than_half_must_approve_and_a_tie_rejects(players, approvals, approved):
    session = start_game(players)
    session.play(Propose(tuple(range(NUMBERS[players].teams[0]))))
    state = session.play(Vote(tuple(range(approvals))))
    assert (state.phase is Phase.QUEST) == approved
    assert (state.attempt, state.leader) == ((1, 0) if approved else (2, 1))


@pytest.mark.parametrize(("approved", "awaits"), [(True, Phase.QUEST), (False, Phase.PROPOSE)])
def test_only_the_result_of_a_vote_may_be_recorded(approved, awaits):
    session = start_game(6)
    session.play(Propose((0, 1)))
    assert session.play(Vote(approved=approved)).phase is awaits


@pytest.mark.parametrize("move", [Vote(), Vote((0, 1, 2), False), Vote((0, 1), True)])
def test_a_vote_says_how_it_went_and_does_not_contradict_itself(refused, move):
    session = start_game(5)
    session.play(Propose((0, 1)))
    assert refused(session, move) == ("vote_form", {})


def test_a_vote_may_name_the_result_beside_those_who_approved():
    session = start_game(5)
    session.play(Propose((0, 1)))
    assert session.play(Vote((0, 1, 2), True)).phase is Phase.QUEST


def test_only_existing_seats_vote_and_each_once(refused):
    session = start_game(5)
    session.play(Propose((0, 1)))
    assert refused(session, Vote((0, 1, 5))) == ("no_such_seat", {"seat": 5, "last": 4})
    assert refused(session, Vote((4, 1, 4))) == ("seat_twice", {"seat": 4, "name": "Elena"})


def test_a_rejected_team_is_cleared_and_the_next_leader_proposes():
    session = start_game(5, leader=4)
    state = reject_team(session)
    assert (state.phase, state.leader, state.attempt, state.quest, state.team) == (
        Phase.PROPOSE,
        0,
        2,
        1,
        (),
    )


def test_five_rejections_in_a_round_are_evils_win(refused):
    session = start_game(8)
    for attempt in range(2, 6):
        assert reject_team(session).attempt == attempt
    assert session.outcome is None
    state = reject_team(session)
    assert (state.outcome, state.phase) == (Outcome("evil", "five_rejections"), Phase.OVER)
    assert state.open_quests == ()
    assert refused(session, Propose((0, 1, 2))) == ("over", {})


def test_the_fifth_team_may_be_approved_and_the_next_round_counts_from_one():
    session = start_game(8)
    for _ in range(4):
        reject_team(session)
    state = play_quest(session)
    assert (state.quest, state.attempt, state.leader) == (2, 1, 5)


def test_after_a_quest_the_leader_passes_from_the_one_who_led_it():
    session = start_game(6, leader=5)
    reject_team(session)
    assert session.state.leader == 0
    assert play_quest(session).leader == 1


def test_each_step_waits_for_the_one_before(refused):
    session = start_game(5, leader=2)
    leads = {"seat": 2, "name": "Chloe"}
    for early in (Vote(approved=True), Quest(0)):
        assert refused(session, early) == ("awaits_propose", leads)
    session.play(Propose((0, 1)))
    for wrong in (Propose((0, 1)), Quest(0)):
        assert refused(session, wrong) == ("awaits_vote", leads)
    session.play(Vote(approved=True))
    for late in (Propose((0, 1)), Vote(approved=True)):
        assert refused(session, late) == ("awaits_quest", leads)


def test_the_leader_and_the_vote_track_can_be_corrected():
    session = start_game(7)
    assert session.play(Correct(leader=4)).leader == 4
    assert session.play(Correct(attempt=5)).attempt == 5
    assert reject_team(session).outcome == Outcome("evil", "five_rejections")
    session.undo()
    session.undo()
    state = session.play(Correct(leader=6, attempt=2))
    assert (state.leader, state.attempt, reject_team(session).leader) == (6, 2, 0)


def test_the_vote_track_may_go_back_to_its_first_place():
    session = start_game(7)
    reject_team(session)
    assert session.play(Correct(attempt=1)).attempt == 1


@pytest.mark.parametrize(
    ("move", "why"),
    [
        (Correct(), ("correct_nothing", {})),
        (Correct(leader=7), ("no_such_seat", {"seat": 7, "last": 6})),
        (Correct(attempt=0), ("attempt_range", {"attempt": 0, "last": 5})),
        (Correct(leader=1, attempt=6), ("attempt_range", {"attempt": 6, "last": 5})),
    ],
)
def test_a_correction_must_make_sense(refused, move, why):
    assert refused(start_game(7), move) == why


def test_a_correction_waits_while_a_team_is_out(refused):
    session = start_game(5)
    session.play(Propose((0, 1)))
    assert refused(session, Correct(leader=1)) == ("correct_when_proposing", {})


def quest_result(players, quest, fails):
    """The result of this quest when it shows so many Fails; those before alternate so that it is reached."""
    session = start_game(players)
    for before in range(1, quest):
        play_quest(session, fails=0 if before % 2 else NUMBERS[players].fails[before - 1])
    return play_quest(session, fails).results[-1]


@pytest.mark.parametrize(
    ("players", "quest", "fails", "success"),
    [
        (n, quest, fails, fails < (2 if n >= 7 and quest == 4 else 1))
        for n in NUMBERS
        for quest in range(1, 6)
        for fails in range(3)
    ],
)
def test_enough_fails_sink_a_quest(players, quest, fails, success):
    result = quest_result(players, quest, fails)
    assert (result.quest, result.fails, result.success) == (quest, fails, success)
    assert len(result.team) == NUMBERS[players].teams[quest - 1]


@pytest.mark.parametrize("fails", [-1, 3])
def test_a_team_of_two_shows_at_most_two_fails(refused, fails):
    session = start_game(5)
    session.play(Propose((0, 1)))
    session.play(Vote(approved=True))
    assert refused(session, Quest(fails)) == ("fails_range", {"fails": fails, "size": 2})
    assert session.play(Quest(2)).failures == 1


def test_what_happened_on_a_quest_is_remembered():
    session = start_game(5, leader=3)
    assert play_quest(session, fails=1).results == (QuestResult(1, 3, (3, 4), 1, success=False),)


def test_three_failed_quests_are_evils_win():
    session = start_game(5)
    for fails in (1, 0, 1):
        assert play_quest(session, fails).outcome is None
    assert play_quest(session, fails=3).outcome == Outcome("evil", "three_fails")


def test_three_successes_call_the_assassin(refused):
    session = start_game(5)
    for fails in (0, 1, 0):
        play_quest(session, fails)
    state = play_quest(session)
    assert (state.phase, state.outcome, state.open_quests) == (Phase.ASSASSINATE, None, ())
    assert refused(session, Propose((0, 1, 2)))[0] == "awaits_assassinate"


# -- Excalibur ----------------------------------------------------------------------------------------------


def test_excalibur_may_turn_a_success_into_a_fail():
    """The rules' own example: three Successes, the holder makes one swap, and the quest fails."""
    session = start_game(6, excalibur=True, leader=2)
    session.play(Propose((2, 3), excalibur=3))
    session.play(Vote(approved=True))
    session.play(Quest(0))
    session.play(Propose((3, 4, 5), excalibur=5))
    session.play(Vote(approved=True))
    state = session.play(Quest(1, excalibur_on=4))
    assert state.results[-1] == QuestResult(2, 3, (3, 4, 5), 1, success=False, excalibur=5, excalibur_on=4)
    assert state.excalibur is None


def test_excalibur_need_not_be_used_and_may_be_used_on_the_leader():
    for target in (None, 0):
        session = start_game(5, excalibur=True)
        assert session.play(Propose((0, 1), excalibur=1)).excalibur == 1
        session.play(Vote(approved=True))
        assert session.play(Quest(0, target)).results[0].excalibur_on == target


@pytest.mark.parametrize(
    ("bearer", "why"),
    [
        (None, ("excalibur_missing", {"seat": 0, "name": "Ada"})),
        (0, ("excalibur_leader", {"seat": 0, "name": "Ada"})),
        (2, ("excalibur_off_team", {"seat": 2, "name": "Chloe"})),
        (5, ("no_such_seat", {"seat": 5, "last": 4})),
    ],
)
def test_excalibur_goes_to_a_member_other_than_the_leader(refused, bearer, why):
    assert refused(start_game(5, excalibur=True), Propose((0, 1), excalibur=bearer)) == why


@pytest.mark.parametrize(
    ("target", "why"),
    [
        (1, ("excalibur_self", {"seat": 1, "name": "Bruno"})),
        (2, ("excalibur_on_outsider", {"seat": 2, "name": "Chloe"})),
        (-1, ("no_such_seat", {"seat": -1, "last": 4})),
    ],
)
def test_excalibur_is_used_on_another_member(refused, target, why):
    session = start_game(5, excalibur=True)
    session.play(Propose((0, 1), excalibur=1))
    session.play(Vote(approved=True))
    assert refused(session, Quest(0, target)) == why


def test_excalibur_stays_in_the_box_unless_it_was_chosen(refused):
    session = start_game(5)
    assert refused(session, Propose((0, 1), excalibur=1)) == ("no_excalibur", {})
    session.play(Propose((0, 1)))
    session.play(Vote(approved=True))
    assert refused(session, Quest(0, 0)) == ("no_excalibur", {})


def test_a_rejected_team_gives_excalibur_back():
    session = start_game(5, excalibur=True)
    session.play(Propose((0, 1), excalibur=1))
    assert session.play(Vote(approved=False)).excalibur is None


# -- Targeting ----------------------------------------------------------------------------------------------


def test_without_targeting_the_quests_come_in_order(refused):
    session = start_game(5)
    assert refused(session, Propose((0, 1), quest=3)) == ("no_targeting", {"quest": 1})
    assert session.play(Propose((0, 1), quest=1)).quest == 1
    session.undo()
    play_quest(session)
    assert session.state.open_quests == (2,)


def test_with_targeting_the_leader_chooses_the_quest(refused):
    session = start_game(7, targeting=True)
    state = session.state
    assert (state.quest, state.team_size, state.fails_needed) == (None, None, None)
    assert state.open_quests == (1, 2, 3, 4)
    assert refused(session, Propose((0, 1))) == ("quest_missing", {})
    for quest in (0, 6):
        assert refused(session, Propose((0, 1), quest)) == ("no_such_quest", {"quest": quest, "last": 5})
    assert refused(session, Propose((0, 1), quest=4)) == (
        "team_size",
        {"quest": 4, "needed": 4, "chosen": 2},
    )
    state = session.play(Propose((0, 1, 2, 3), quest=4))
    assert (state.quest, state.team_size, state.fails_needed) == (4, 4, 2)


def test_the_next_leader_may_choose_another_quest():
    session = start_game(7, targeting=True)
    session.play(Propose((0, 1, 2, 3), quest=4))
    assert session.play(Vote(approved=False)).quest is None
    assert session.play(Propose((0, 1), quest=1)).quest == 1


def test_each_quest_is_played_once(refused):
    session = start_game(7, targeting=True)
    state = play_quest(session, fails=1, quest=4)
    assert (state.successes, state.round, state.open_quests) == (1, 2, (1, 2, 3))
    assert refused(session, Propose((0, 1, 2, 3), quest=4)) == ("quest_played", {"quest": 4})


def test_the_fifth_quest_opens_after_two_successes(refused):
    session = start_game(7, targeting=True)
    team = (0, 1, 2, 3)
    for quest, fails in ((1, 0), (2, 1), (3, 1)):
        closed = ("last_quest_successes", {"quest": 5, "needed": 2})
        assert refused(session, Propose(team, quest=5)) == closed
        play_quest(session, fails, quest)
    assert session.state.open_quests == (4,)
    assert play_quest(session, 0, 4).open_quests == (5,)


def test_by_option_the_fifth_quest_opens_after_any_two(refused):
    session = start_game(7, targeting=True, options=Options(targeting_quest5_needs=Quest5Needs.TWO_PLAYED))
    closed = ("last_quest_played", {"quest": 5, "needed": 2})
    play_quest(session, 1, 1)
    assert refused(session, Propose((0, 1, 2, 3), quest=5)) == closed
    assert play_quest(session, 1, 2).open_quests == (3, 4, 5)


def test_the_lady_goes_round_after_the_second_third_and_fourth_quest():
    session = start_game(7, lady=True, leader=3)
    assert session.state.lady_holder == 2
    assert play_quest(session).phase is Phase.PROPOSE
    state = play_quest(session, fails=1)
    assert (state.phase, state.lady_targets) == (Phase.LADY, (0, 1, 3, 4, 5, 6))
    state = session.play(Lady(5))
    assert (state.phase, state.lady_holder, state.lady_targets) == (Phase.PROPOSE, 5, ())
    assert play_quest(session).lady_targets == (0, 1, 3, 4, 6)
    session.play(Lady(0))
    assert play_quest(session, fails=2).lady_targets == (1, 3, 4, 6)
    session.play(Lady(6))
    assert play_quest(session).phase is Phase.ASSASSINATE


def test_the_leader_passes_after_the_lady():
    session = start_game(7, lady=True, leader=3)
    play_quest(session)
    state = play_quest(session)
    assert (state.phase, state.leader, state.round) == (Phase.LADY, 4, 2)
    state = session.play(Lady(5))
    assert (state.leader, state.round, state.quest) == (5, 3, 3)


def test_the_lady_sits_at_the_right_of_a_leader_in_the_first_seat():
    assert start_game(7, lady=True).state.lady_holder == 6


@pytest.mark.parametrize(("fails", "quests"), [((0, 0, 0), 3), ((1, 1, 1), 3), ((0, 1, 0, 0), 4)])
def test_the_lady_is_not_used_once_the_quests_are_decided(fails, quests):
    session = start_game(7, lady=True)
    for shown in fails:
        state = play_quest(session, shown)
        if state.phase is Phase.LADY:
            session.play(Lady(state.lady_targets[0]))
    assert len(state.results) == quests
    assert state.phase in (Phase.ASSASSINATE, Phase.OVER)
    assert state.lady_targets == ()


def test_nobody_who_held_the_lady_is_chosen(refused):
    session = start_game(7, lady=True, leader=3)
    play_quest(session)
    play_quest(session, fails=1)
    assert refused(session, Lady(2)) == ("lady_self", {"seat": 2, "name": "Chloe"})
    assert refused(session, Lady(7)) == ("no_such_seat", {"seat": 7, "last": 6})
    assert refused(session, Propose((0, 1, 2))) == ("awaits_lady", {"seat": 2, "name": "Chloe"})
    session.play(Lady(5))
    play_quest(session)
    assert refused(session, Lady(2)) == ("lady_held", {"seat": 2, "name": "Chloe"})


def test_the_lady_comes_when_she_is_due_and_in_play(refused):
    assert refused(start_game(7), Lady(1)) == ("no_lady", {})
    assert refused(start_game(7, lady=True), Lady(1)) == ("awaits_propose", {"seat": 0, "name": "Ada"})


def test_with_targeting_the_lady_counts_quests_played():
    session = start_game(7, lady=True, targeting=True)
    assert play_quest(session, 0, 3).phase is Phase.PROPOSE
    assert play_quest(session, 1, 1).phase is Phase.LADY


NO = False
YES = True


def test_hidden_switches_are_turned_over_from_the_third_round_on(refused):
    session = start_game(8, lancelot="v1")
    assert refused(session, Loyalty(YES))[0] == "awaits_propose"
    assert play_quest(session).phase is Phase.PROPOSE
    state = play_quest(session, fails=1)
    assert (state.phase, state.leader, state.round) == (Phase.LOYALTY, 2, 3)
    assert refused(session, Propose((0, 1, 2, 3)))[0] == "awaits_loyalty"
    assert session.play(Loyalty(NO)).switch_count == 0
    assert play_quest(session, fails=1).phase is Phase.LOYALTY
    assert session.play(Loyalty(YES)).switch_count == 1
    assert play_quest(session).phase is Phase.LOYALTY
    state = session.play(Loyalty(YES))
    assert (state.switch_count, state.loyalty, state.phase) == (2, (NO, YES, YES), Phase.PROPOSE)


def test_the_hidden_deck_holds_two_switches(refused):
    session = start_game(8, lancelot="v1")
    play_quest(session)
    play_quest(session, fails=1)
    session.play(Loyalty(YES))
    play_quest(session)
    session.play(Loyalty(YES))
    play_quest(session, fails=2)
    assert refused(session, Loyalty(YES)) == ("no_switch_left", {"switches": 2})
    assert session.play(Loyalty(NO)).switch_count == 2


def test_the_lady_comes_before_the_loyalty_card():
    session = start_game(8, lancelot="v1", lady=True)
    play_quest(session)
    assert play_quest(session, fails=1).phase is Phase.LADY
    assert session.play(Lady(3)).phase is Phase.LOYALTY


def test_with_targeting_a_round_is_a_quest_played():
    session = start_game(8, lancelot="v1", targeting=True)
    play_quest(session, 0, 4)
    assert play_quest(session, 1, 2).phase is Phase.LOYALTY


def test_open_switches_act_at_the_start_of_their_round(refused):
    session = start_game(7, lancelot="v2")
    assert refused(session, Propose((0, 1)))[0] == "awaits_loyalty_row"
    state = session.play(LoyaltyRow((YES, NO, YES, NO, NO)))
    assert (state.phase, state.switch_count) == (Phase.PROPOSE, 1)
    assert play_quest(session).switch_count == 1
    state = play_quest(session, fails=1)
    assert (state.phase, state.switch_count) == (Phase.PROPOSE, 2)
    assert refused(session, LoyaltyRow((NO,) * 5))[0] == "awaits_propose"


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ((NO,) * 4, ("row_length", {"needed": 5, "cards": 4})),
        ((NO,) * 7, ("row_length", {"needed": 5, "cards": 7})),
        ((YES, YES, NO, NO, YES), ("row_switches", {"most": 2, "switches": 3})),
    ],
)
def test_a_row_is_five_of_the_deck(refused, row, why):
    assert refused(start_game(7, lancelot="v2"), LoyaltyRow(row)) == why


@pytest.mark.parametrize(
    ("lancelot", "move", "code"),
    [
        (None, Loyalty(NO), "no_loyalty_flips"),
        ("v2", Loyalty(NO), "no_loyalty_flips"),
        ("v3", Loyalty(NO), "no_loyalty_flips"),
        (None, LoyaltyRow((NO,) * 5), "no_loyalty_row"),
        ("v1", LoyaltyRow((NO,) * 5), "no_loyalty_row"),
        ("v3", LoyaltyRow((NO,) * 5), "no_loyalty_row"),
    ],
)
def test_loyalty_cards_belong_to_their_variant(refused, lancelot, move, code):
    row = {"row": 5} if code == "no_loyalty_row" else {}
    assert refused(start_game(7, lancelot=lancelot), move) == (code, row)


class Picks:
    """Luck that was written down before; remembers how many there were to choose from."""

    def __init__(self, *numbers):
        self.numbers = iter(numbers)
        self.sizes = []

    def __call__(self, size):
        self.sizes.append(size)
        return next(self.numbers)


def test_a_drawn_row_has_the_odds_of_the_deck():
    """Five of seven: no switch 1, one switch 10, two switches 10 times of 21."""
    rows: Counter[int] = Counter()
    for numbers in product(range(7), range(6), range(5), range(4), range(3)):
        picks = Picks(*numbers)
        rows[sum(draw_row(picks).switches)] += 1
        assert picks.sizes == [7, 6, 5, 4, 3]
    assert rows == {0: 120, 1: 1200, 2: 1200}


def next_cards(state):
    """Whether each card that could come next is a Switch."""
    picks = Picks(0)
    draw_card(state, picks)
    return [draw_card(state, Picks(card)).switch for card in range(picks.sizes[0])]


def test_a_drawn_card_comes_from_what_is_left_of_the_deck():
    session = start_game(8, lancelot="v1")
    play_quest(session)
    assert next_cards(play_quest(session, fails=1)) == [YES, YES, NO, NO, NO]
    session.play(Loyalty(YES))
    assert next_cards(play_quest(session)) == [YES, NO, NO, NO]
    session.play(Loyalty(YES))
    assert next_cards(play_quest(session, fails=2)) == [NO, NO, NO]


@pytest.mark.parametrize(
    ("row", "swapped"), [((YES, NO, NO, NO, YES), True), ((YES, YES, NO, NO, NO), False)]
)
def test_a_lancelot_is_judged_by_the_side_he_ends_on(row, swapped):
    session = start_game(5, lancelot="v2")
    session.play(LoyaltyRow(row))
    for _ in range(3):
        play_quest(session, fails=1)
    state = session.play(Roles(("lancelot_good", "lancelot_evil", "merlin", "assassin", "servant")))
    lancelots = (Side.EVIL, Side.GOOD) if swapped else (Side.GOOD, Side.EVIL)
    assert seat_sides(state) == (*lancelots, Side.GOOD, Side.EVIL, Side.GOOD)


def test_plot_cards_are_a_reminder_that_nothing_waits_for(refused):
    session = start_game(7, options=Options(plot_cards=PlotCards.TWO_OR_THREE))
    assert session.state.plot_cards_due == 2
    session.play(Propose((0, 1)))
    state = session.play(Plot(2))
    assert (state.plot_cards_due, state.phase, state.team) == (0, Phase.VOTE, (0, 1))
    assert refused(session, Plot(2)) == ("plot_drawn", {})
    session.undo()
    session.undo()
    state = play_quest(session)
    assert (state.round, state.plot_cards_due) == (2, 2)
    assert refused(session, Plot(3)) == ("plot_number", {"n": 2, "cards": 3})


def test_plot_cards_are_drawn_while_there_are_quests_and_if_they_are_in_play(refused):
    assert refused(start_game(7), Plot(2)) == ("no_plot_cards", {})
    session = start_game(7, options=Options(plot_cards=PlotCards.TWO_OR_THREE))
    for _ in range(3):
        play_quest(session)
    assert session.state.plot_cards_due == 0
    assert refused(session, Plot(2))[0] == "awaits_assassinate"


@pytest.mark.parametrize(("side", "winner"), [(Side.GOOD, "evil"), (Side.EVIL, "good")])
def test_the_side_that_shows_a_wrong_loyalty_card_loses(side, winner):
    session = start_game(7, lady=True)
    play_quest(session)
    play_quest(session)
    assert session.play(Cheat(side)).outcome == Outcome(winner, "loyalty_cheat")


def test_nobody_cheats_where_no_loyalty_is_shown(refused):
    assert refused(start_game(7), Cheat(Side.EVIL)) == ("no_loyalty_shown", {})
    session = start_game(7, options=Options(plot_cards=PlotCards.ONE_TO_THREE))
    assert session.play(Cheat(Side.EVIL)).outcome == Outcome("good", "loyalty_cheat")
    assert refused(session, Cheat(Side.GOOD)) == ("over", {})


def play_three_successes(players, *roles, **choices):
    session = start_game(players, *roles, **choices)
    for _ in range(3):
        play_quest(session)
    return session


@pytest.mark.parametrize(
    ("hit", "outcome"),
    [(True, Outcome("evil", "merlin_assassinated")), (False, Outcome("good", "assassin_missed"))],
)
def test_the_assassin_decides_a_game_that_good_was_winning(hit, outcome):
    state = play_three_successes(5).play(Assassinate(2, hit))
    assert (state.outcome, state.assassin_target, state.phase) == (outcome, 2, Phase.OVER)


def test_the_assassin_names_an_existing_seat_and_only_at_the_end(refused):
    assert refused(play_three_successes(5), Assassinate(5, True)) == ("no_such_seat", {"seat": 5, "last": 4})
    assert refused(start_game(5), Assassinate(2, True))[0] == "awaits_propose"


def test_without_merlin_three_successes_win(refused):
    session = play_three_successes(5, options=Options(merlin=False))
    assert (session.outcome, session.state.phase) == (Outcome("good", "three_successes"), Phase.OVER)
    assert refused(start_game(5, options=Options(merlin=False)), Assassinate(1, True)) == ("no_merlin", {})


def test_roles_can_be_recorded_after_the_end(refused):
    session = play_three_successes(5, "percival", "morgana")
    cards = ("morgana", "servant", "merlin", "assassin", "percival")
    assert refused(session, Roles(cards)) == ("roles_too_soon", {})
    session.play(Assassinate(2, True))
    assert seat_sides(session.state) is None
    state = session.play(Roles(cards))
    assert (state.roles, state.phase, state.outcome) == (cards, Phase.OVER, session.outcome)
    assert seat_sides(state) == (Side.EVIL, Side.GOOD, Side.GOOD, Side.EVIL, Side.GOOD)
    again = ("assassin", "servant", "merlin", "morgana", "percival")
    assert session.play(Roles(again)).roles == again


def test_roles_are_the_cards_that_were_shuffled(refused):
    session = play_three_successes(5)
    session.play(Assassinate(0, True))
    assert refused(session, Roles(("merlin",) * 4)) == ("roles_number", {"players": 5, "cards": 4})
    wrong = ("merlin", "percival", "servant", "assassin", "minion")
    assert refused(session, Roles(wrong)) == ("roles_not_the_deck", {})
    assert session.play(Roles(deck(session.setup))).roles == deck(session.setup)


@pytest.mark.parametrize(
    ("named", "hit", "code"), [(1, True, "roles_merlin_hit"), (0, False, "roles_merlin_missed")]
)
def test_roles_do_not_contradict_the_assassin(refused, named, hit, code):
    session = play_three_successes(5)
    session.play(Assassinate(named, hit))
    assert deck(session.setup)[0] == "merlin"
    assert refused(session, Roles(deck(session.setup)))[0] == code


def test_after_the_end_only_roles_are_taken(refused):
    session = play_three_successes(5)
    session.play(Assassinate(0, False))
    for move in (Propose((0, 1)), Vote(approved=True), Assassinate(1, True), Plot(2), Lady(0)):
        assert refused(session, move) == ("over", {})
