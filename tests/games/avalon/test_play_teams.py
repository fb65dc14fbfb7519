"""Proposing a team and voting on it."""

import pytest

from companion.core.game import Outcome
from companion.games.avalon.setup import NUMBERS
from companion.games.avalon.state import Correct, Phase, Propose, Quest, Vote


def rejected(running):
    team = tuple(range(running.state.team_size))
    running.play(Propose(team))
    return running.play(Vote(()))


@pytest.mark.parametrize("players", NUMBERS)
def test_the_game_begins_with_the_first_leader_and_the_first_quest(playing, players):
    state = playing(players, leader=2).state
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


def test_a_proposed_team_is_voted_on(playing):
    state = playing(5).play(Propose((3, 1)))
    assert (state.phase, state.team, state.leader) == (Phase.VOTE, (1, 3), 0)


@pytest.mark.parametrize("players", NUMBERS)
@pytest.mark.parametrize("wrong", [-1, 1])
def test_a_team_has_exactly_the_size_of_its_quest(playing, refused, players, wrong):
    needed = NUMBERS[players].teams[0]
    code, args = refused(playing(players), Propose(tuple(range(needed + wrong))))
    assert (code, args) == ("team_size", {"quest": 1, "needed": needed, "chosen": needed + wrong})


def test_nobody_is_on_a_team_twice(playing, refused):
    assert refused(playing(5), Propose((1, 1))) == ("seat_twice", {"seat": 1, "name": "Player 2"})


@pytest.mark.parametrize("seat", [-1, 5])
def test_a_team_sits_at_the_table(playing, refused, seat):
    assert refused(playing(5), Propose((0, seat))) == ("no_such_seat", {"seat": seat, "last": 4})


def test_the_leader_need_not_go(playing):
    assert playing(5).play(Propose((1, 2))).team == (1, 2)


@pytest.mark.parametrize(
    ("players", "approvals", "approved"),
    [(n, k, k > n - k) for n in NUMBERS for k in range(n + 1)],
)
def test_more_than_half_must_approve_and_a_tie_rejects(playing, players, approvals, approved):
    running = playing(players)
    running.play(Propose(tuple(range(running.state.team_size))))
    state = running.play(Vote(tuple(range(approvals))))
    assert (state.phase is Phase.QUEST) == approved
    assert (state.attempt, state.leader) == ((1, 0) if approved else (2, 1))


@pytest.mark.parametrize(("approved", "awaits"), [(True, Phase.QUEST), (False, Phase.PROPOSE)])
def test_only_the_result_of_a_vote_may_be_recorded(playing, approved, awaits):
    running = playing(6)
    running.play(Propose((0, 1)))
    assert running.play(Vote(approved=approved)).phase is awaits


@pytest.mark.parametrize("move", [Vote(), Vote((0, 1, 2), False), Vote((0, 1), True)])
def test_a_vote_says_how_it_went_and_does_not_contradict_itself(playing, refused, move):
    running = playing(5)
    running.play(Propose((0, 1)))
    assert refused(running, move) == ("vote_form", {})


def test_a_vote_may_name_the_result_beside_those_who_approved(playing):
    running = playing(5)
    running.play(Propose((0, 1)))
    assert running.play(Vote((0, 1, 2), True)).phase is Phase.QUEST


def test_only_those_at_the_table_vote_and_each_once(playing, refused):
    running = playing(5)
    running.play(Propose((0, 1)))
    assert refused(running, Vote((0, 1, 5))) == ("no_such_seat", {"seat": 5, "last": 4})
    assert refused(running, Vote((4, 1, 4))) == ("seat_twice", {"seat": 4, "name": "Player 5"})


def test_a_rejected_team_is_gone_and_the_next_leader_proposes(playing):
    running = playing(5, leader=4)
    state = rejected(running)
    assert (state.phase, state.leader, state.attempt, state.quest, state.team) == (
        Phase.PROPOSE,
        0,
        2,
        1,
        (),
    )


def test_five_rejections_in_a_round_are_evils_win(playing, refused):
    running = playing(8)
    for attempt in range(2, 6):
        assert rejected(running).attempt == attempt
    assert running.outcome is None
    state = rejected(running)
    assert (state.outcome, state.phase) == (Outcome("evil", "five_rejections"), Phase.OVER)
    assert state.open_quests == ()
    assert refused(running, Propose((0, 1, 2))) == ("over", {})


def test_the_fifth_team_may_be_approved_and_the_next_round_counts_anew(playing, send):
    running = playing(8)
    for _ in range(4):
        rejected(running)
    state = send(running)
    assert (state.quest, state.attempt, state.leader) == (2, 1, 5)


def test_after_a_quest_the_leader_passes_from_the_one_who_led_it(playing, send):
    running = playing(6, leader=5)
    rejected(running)
    assert running.state.leader == 0
    assert send(running).leader == 1


def test_each_step_waits_for_the_one_before(playing, refused):
    running = playing(5, leader=2)
    leads = {"seat": 2, "name": "Player 3"}
    for early in (Vote(approved=True), Quest(0)):
        assert refused(running, early) == ("awaits_propose", leads)
    running.play(Propose((0, 1)))
    for wrong in (Propose((0, 1)), Quest(0)):
        assert refused(running, wrong) == ("awaits_vote", leads)
    running.play(Vote(approved=True))
    for late in (Propose((0, 1)), Vote(approved=True)):
        assert refused(running, late) == ("awaits_quest", leads)


def test_the_table_may_correct_the_leader_and_the_vote_track(playing):
    running = playing(7)
    assert running.play(Correct(leader=4)).leader == 4
    assert running.play(Correct(attempt=5)).attempt == 5
    assert rejected(running).outcome == Outcome("evil", "five_rejections")
    running.undo()
    running.undo()
    state = running.play(Correct(leader=6, attempt=2))
    assert (state.leader, state.attempt, rejected(running).leader) == (6, 2, 0)


def test_the_vote_track_may_go_back_to_its_first_place(playing):
    running = playing(7)
    rejected(running)
    assert running.play(Correct(attempt=1)).attempt == 1


@pytest.mark.parametrize(
    ("move", "why"),
    [
        (Correct(), ("correct_nothing", {})),
        (Correct(leader=7), ("no_such_seat", {"seat": 7, "last": 6})),
        (Correct(attempt=0), ("attempt_range", {"attempt": 0, "last": 5})),
        (Correct(leader=1, attempt=6), ("attempt_range", {"attempt": 6, "last": 5})),
    ],
)
def test_a_correction_must_make_sense(playing, refused, move, why):
    assert refused(playing(7), move) == why


def test_a_correction_waits_while_a_team_is_out(playing, refused):
    running = playing(5)
    running.play(Propose((0, 1)))
    assert refused(running, Correct(leader=1)) == ("correct_when_proposing", {})
