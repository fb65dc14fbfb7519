"""Playing a quest, Excalibur and Targeting."""

import pytest

from companion.core.game import Outcome
from companion.games.avalon.setup import NUMBERS, Quest5Needs
from companion.games.avalon.state import Phase, Propose, Quest, QuestResult, Vote


def quest_number(playing, send, players, quest, fails):
    """The result of this quest when it shows so many Fails; those before alternate so that it is reached."""
    running = playing(players)
    for before in range(1, quest):
        send(running, fails=0 if before % 2 else running.state.fails_needed)
    return send(running, fails).results[-1]


@pytest.mark.parametrize(
    ("players", "quest", "fails", "success"),
    [
        (n, quest, fails, fails < (2 if n >= 7 and quest == 4 else 1))
        for n in NUMBERS
        for quest in range(1, 6)
        for fails in range(3)
    ],
)
def test_enough_fails_sink_a_quest(playing, send, players, quest, fails, success):
    result = quest_number(playing, send, players, quest, fails)
    assert (result.quest, result.fails, result.success) == (quest, fails, success)
    assert len(result.team) == NUMBERS[players].teams[quest - 1]


@pytest.mark.parametrize("fails", [-1, 3])
def test_a_team_of_two_shows_at_most_two_fails(playing, refused, fails):
    running = playing(5)
    running.play(Propose((0, 1)))
    running.play(Vote(approved=True))
    assert refused(running, Quest(fails)) == ("fails_range", {"fails": fails, "size": 2})
    assert running.play(Quest(2)).failures == 1


def test_what_happened_on_a_quest_is_remembered(playing, send):
    running = playing(5, leader=3)
    assert send(running, fails=1).results == (QuestResult(1, 3, (3, 4), 1, success=False),)


def test_three_failed_quests_are_evils_win(playing, send):
    running = playing(5)
    for fails in (1, 0, 1):
        assert send(running, fails).outcome is None
    assert send(running, fails=3).outcome == Outcome("evil", "three_fails")


def test_three_successes_call_the_assassin(playing, send, refused):
    running = playing(5)
    for fails in (0, 1, 0):
        send(running, fails)
    state = send(running)
    assert (state.phase, state.outcome, state.open_quests) == (Phase.ASSASSINATE, None, ())
    assert refused(running, Propose((0, 1, 2)))[0] == "awaits_assassinate"


# -- Excalibur ----------------------------------------------------------------------------------------------


def test_excalibur_may_turn_a_success_into_a_fail(playing):
    """The rules' own example: three Successes, the holder makes one swap, and the quest fails."""
    running = playing(6, excalibur=True, leader=2)
    running.play(Propose((2, 3), excalibur=3))
    running.play(Vote(approved=True))
    running.play(Quest(0))
    running.play(Propose((3, 4, 5), excalibur=5))
    running.play(Vote(approved=True))
    state = running.play(Quest(1, excalibur_on=4))
    assert state.results[-1] == QuestResult(2, 3, (3, 4, 5), 1, success=False, excalibur=5, excalibur_on=4)
    assert state.excalibur is None


def test_excalibur_need_not_be_used_and_may_be_used_on_the_leader(playing):
    for target in (None, 0):
        running = playing(5, excalibur=True)
        assert running.play(Propose((0, 1), excalibur=1)).excalibur == 1
        running.play(Vote(approved=True))
        assert running.play(Quest(0, target)).results[0].excalibur_on == target


@pytest.mark.parametrize(
    ("bearer", "why"),
    [
        (None, ("excalibur_missing", {"seat": 0, "name": "Player 1"})),
        (0, ("excalibur_leader", {"seat": 0, "name": "Player 1"})),
        (2, ("excalibur_off_team", {"seat": 2, "name": "Player 3"})),
        (5, ("no_such_seat", {"seat": 5, "last": 4})),
    ],
)
def test_excalibur_goes_to_a_member_other_than_the_leader(playing, refused, bearer, why):
    assert refused(playing(5, excalibur=True), Propose((0, 1), excalibur=bearer)) == why


@pytest.mark.parametrize(
    ("target", "why"),
    [
        (1, ("excalibur_self", {"seat": 1, "name": "Player 2"})),
        (2, ("excalibur_on_outsider", {"seat": 2, "name": "Player 3"})),
        (-1, ("no_such_seat", {"seat": -1, "last": 4})),
    ],
)
def test_excalibur_is_used_on_another_member(playing, refused, target, why):
    running = playing(5, excalibur=True)
    running.play(Propose((0, 1), excalibur=1))
    running.play(Vote(approved=True))
    assert refused(running, Quest(0, target)) == why


def test_excalibur_stays_in_the_box_unless_it_was_chosen(playing, refused):
    running = playing(5)
    assert refused(running, Propose((0, 1), excalibur=1)) == ("no_excalibur", {})
    running.play(Propose((0, 1)))
    running.play(Vote(approved=True))
    assert refused(running, Quest(0, 0)) == ("no_excalibur", {})


def test_a_rejected_team_gives_excalibur_back(playing):
    running = playing(5, excalibur=True)
    running.play(Propose((0, 1), excalibur=1))
    assert running.play(Vote(approved=False)).excalibur is None


# -- Targeting ----------------------------------------------------------------------------------------------


def test_without_targeting_the_quests_come_in_order(playing, send, refused):
    running = playing(5)
    assert refused(running, Propose((0, 1), quest=3)) == ("no_targeting", {"quest": 1})
    assert running.play(Propose((0, 1), quest=1)).quest == 1
    running.undo()
    send(running)
    assert running.state.open_quests == (2,)


def test_with_targeting_the_leader_chooses_the_quest(playing, refused):
    running = playing(7, targeting=True)
    state = running.state
    assert (state.quest, state.team_size, state.fails_needed) == (None, None, None)
    assert state.open_quests == (1, 2, 3, 4)
    assert refused(running, Propose((0, 1))) == ("quest_missing", {})
    for quest in (0, 6):
        assert refused(running, Propose((0, 1), quest)) == ("no_such_quest", {"quest": quest, "last": 5})
    assert refused(running, Propose((0, 1), quest=4)) == (
        "team_size",
        {"quest": 4, "needed": 4, "chosen": 2},
    )
    state = running.play(Propose((0, 1, 2, 3), quest=4))
    assert (state.quest, state.team_size, state.fails_needed) == (4, 4, 2)


def test_the_next_leader_may_choose_another_quest(playing):
    running = playing(7, targeting=True)
    running.play(Propose((0, 1, 2, 3), quest=4))
    assert running.play(Vote(approved=False)).quest is None
    assert running.play(Propose((0, 1), quest=1)).quest == 1


def test_each_quest_is_played_once(playing, send, refused):
    running = playing(7, targeting=True)
    state = send(running, fails=1, quest=4)
    assert (state.successes, state.round, state.open_quests) == (1, 2, (1, 2, 3))
    assert refused(running, Propose((0, 1, 2, 3), quest=4)) == ("quest_played", {"quest": 4})


def test_the_fifth_quest_opens_after_two_successes(playing, send, refused):
    running = playing(7, targeting=True)
    team = (0, 1, 2, 3)
    for quest, fails in ((1, 0), (2, 1), (3, 1)):
        closed = ("last_quest_successes", {"quest": 5, "needed": 2})
        assert refused(running, Propose(team, quest=5)) == closed
        send(running, fails, quest)
    assert running.state.open_quests == (4,)
    assert send(running, 0, 4).open_quests == (5,)


def test_the_fifth_quest_may_open_after_any_two_if_the_table_wants(playing, send, refused):
    running = playing(7, targeting=True, options={"targeting_quest5_needs": Quest5Needs.TWO_PLAYED})
    closed = ("last_quest_played", {"quest": 5, "needed": 2})
    send(running, 1, 1)
    assert refused(running, Propose((0, 1, 2, 3), quest=5)) == closed
    assert send(running, 1, 2).open_quests == (3, 4, 5)
