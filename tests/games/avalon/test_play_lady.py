"""The Lady of the Lake goes round the table."""

import pytest

from companion.games.avalon.state import Lady, Phase, Propose


def test_the_lady_goes_round_after_the_second_third_and_fourth_quest(playing, send):
    running = playing(7, lady=True, leader=3)
    assert running.state.lady_holder == 2
    assert send(running).phase is Phase.PROPOSE
    state = send(running, fails=1)
    assert (state.phase, state.lady_targets) == (Phase.LADY, (0, 1, 3, 4, 5, 6))
    state = running.play(Lady(5))
    assert (state.phase, state.lady_holder, state.lady_targets) == (Phase.PROPOSE, 5, ())
    assert send(running).lady_targets == (0, 1, 3, 4, 6)
    running.play(Lady(0))
    assert send(running, fails=2).lady_targets == (1, 3, 4, 6)
    running.play(Lady(6))
    assert send(running).phase is Phase.ASSASSINATE


def test_the_leader_passes_after_the_lady(playing, send):
    running = playing(7, lady=True, leader=3)
    send(running)
    state = send(running)
    assert (state.phase, state.leader, state.round) == (Phase.LADY, 4, 2)
    state = running.play(Lady(5))
    assert (state.leader, state.round, state.quest) == (5, 3, 3)


def test_the_lady_sits_at_the_right_of_a_leader_in_the_first_seat(playing):
    assert playing(7, lady=True).state.lady_holder == 6


@pytest.mark.parametrize(("fails", "quests"), [((0, 0, 0), 3), ((1, 1, 1), 3), ((0, 1, 0, 0), 4)])
def test_the_lady_is_not_used_once_the_quests_are_decided(playing, send, fails, quests):
    running = playing(7, lady=True)
    for shown in fails:
        state = send(running, shown)
        if state.phase is Phase.LADY:
            running.play(Lady(state.lady_targets[0]))
    assert len(state.results) == quests
    assert state.phase in (Phase.ASSASSINATE, Phase.OVER)
    assert state.lady_targets == ()


def test_nobody_who_held_the_lady_is_chosen(playing, send, refused):
    running = playing(7, lady=True, leader=3)
    send(running)
    send(running, fails=1)
    assert refused(running, Lady(2)) == ("lady_self", {"seat": 2, "name": "Player 3"})
    assert refused(running, Lady(7)) == ("no_such_seat", {"seat": 7, "last": 6})
    assert refused(running, Propose((0, 1, 2))) == ("awaits_lady", {"seat": 2, "name": "Player 3"})
    running.play(Lady(5))
    send(running)
    assert refused(running, Lady(2)) == ("lady_held", {"seat": 2, "name": "Player 3"})


def test_the_lady_comes_when_she_is_due_and_in_play(playing, send, refused):
    assert refused(playing(7), Lady(1)) == ("no_lady", {})
    assert refused(playing(7, lady=True), Lady(1)) == ("awaits_propose", {"seat": 0, "name": "Player 1"})


def test_with_targeting_the_lady_counts_quests_played(playing, send):
    running = playing(7, lady=True, targeting=True)
    assert send(running, 0, 3).phase is Phase.PROPOSE
    assert send(running, 1, 1).phase is Phase.LADY
