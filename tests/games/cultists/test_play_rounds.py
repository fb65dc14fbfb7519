"""The round: phases, the Knife, power, the Gate with its countdown, corrections."""

import pytest

from companion.core.game import Outcome
from companion.games.cultists.moves import Correct, Dead, Event, GateClosed, Next, PowerRestored, Vote
from companion.games.cultists.rules import GAME as CULTISTS
from companion.games.cultists.setup import NUMBERS
from companion.games.cultists.state import Gate, GateStatus, Phase, RoundPhase

TABLES = [(4, True), (5, False), (6, False), (6, True), (7, False), (8, False)]


@pytest.fixture(params=TABLES, ids=lambda session: f"{session[0]}{'A' if session[1] else ''}")
def any_table(request, playing):
    players, automa = request.param
    return playing(players, automa=automa)


def test_a_round_has_four_phases_and_then_the_knife_passes_clockwise(any_table):
    running, seats = any_table, any_table.setup.seats
    seen = []
    for _ in range(3):
        for _ in range(4):
            seen.append((running.state.round, running.state.round_phase, running.state.knife))
            if running.state.phase is Phase.EVENT:
                running.play(Event(next(iter(running.state.bag))))
            running.play(Next())
    assert seen == [(round + 1, phase, round % seats) for round in range(3) for phase in RoundPhase]


def test_the_knife_goes_round_the_whole_table_with_the_automa_and_ghosts(playing, go_to):
    running = playing(4, automa=True, knife=3)
    assert go_to(running, 2, "movement").knife == 4
    assert go_to(running, 3, "movement").knife == 0
    assert running.state.subject_seat == 0


def test_four_rows_of_a_route_take_turns(any_table, go_to):
    rows = [go_to(any_table, number, "movement").route_row for number in range(1, 11)]
    assert rows == [1, 2, 3, 4, 1, 2, 3, 4, 1, 2]


@pytest.mark.parametrize(("roles", "reminded"), [(("firestarter",), [5, 6]), (("engineer",), [])])
def test_the_clock_reminds_the_firestarter_in_two_rounds(playing, go_to, roles, reminded):
    running = playing(6, *roles)
    rounds = [n for n in range(1, 11) if go_to(running, n, "movement").has_firestarter_reminder]
    assert rounds == reminded


def test_after_the_tenth_round_the_cultists_have_won(any_table, go_to):
    state = go_to(any_table, 10, "clean_up")
    assert (state.outcome, state.is_last_round) == (None, True)
    assert any_table.play(Next()).outcome == Outcome("cultists", "time_up")


def test_power_is_restored_in_an_action_phase_by_somebody_alive(playing, go_to, refused):
    running = playing(4, automa=True)
    go_to(running, 1, "event")
    running.play(Event("lightning"))
    assert refused(running, PowerRestored()) == ("action_phase", {})
    go_to(running, 1, "action")
    running.play(Dead(1))
    running.play(Vote((None,) * 4))
    assert refused(running, PowerRestored(1)) == ("need_living", {})
    assert refused(running, PowerRestored(4)) == ("need_player", {})
    assert refused(running, PowerRestored(7)) == ("no_such_seat", {"seat": 7, "last": 4})
    assert running.play(PowerRestored(2)).power is True
    assert refused(running, PowerRestored()) == ("need_power_off", {})


# The Gate ---------------------------------------------------------------------------------------------


def gate_opens(running, go_to, round=2):
    go_to(running, round, "event")
    return running.play(Event("gate_opens"))


def test_the_gate_can_be_closed_for_three_rounds_or_two_with_seven_and_eight(any_table, go_to):
    running, rounds = any_table, NUMBERS[any_table.setup.seats].gate_rounds
    target = running.state.target
    state = gate_opens(running, go_to)
    assert state.gate == Gate(opened=2, until=1 + rounds)
    assert state.closes_in == rounds
    for left in range(rounds, 0, -1):
        round = 2 + rounds - left
        assert go_to(running, round, "action").closes_in == left
        assert running.state.target == target
        running.play(GateClosed((0, 1)))
        assert (running.state.gate.status, running.state.closes_in) == (GateStatus.CLOSED, None)
        assert running.state.target == target - 1
        running.undo()
    state = running.play(Next())
    assert (state.round_phase, state.gate.status) == (RoundPhase.CLEAN_UP, GateStatus.EXPIRED)
    assert (state.target, state.closes_in) == (target + 1, None)


def test_in_the_clean_up_only_the_rounds_to_come_are_left(playing, go_to):
    running = playing(5)
    gate_opens(running, go_to)
    assert go_to(running, 2, "clean_up").closes_in == 2
    assert go_to(running, 3, "movement").closes_in == 2
    assert go_to(running, 3, "clean_up").closes_in == 1
    assert go_to(running, 4, "movement").closes_in == 1


def test_where_the_opening_round_does_not_count_the_gate_has_one_round_more(playing, go_to):
    for players, chances in ((5, 4), (8, 3)):
        running = playing(players, options={"gate_counts_opening_round": False})
        assert gate_opens(running, go_to).closes_in == chances
        assert go_to(running, 1 + chances, "action").closes_in == 1
        assert go_to(running, 1 + chances, "clean_up").gate.status is GateStatus.EXPIRED


def test_a_gate_that_expires_in_the_last_round_does_so_before_the_end(playing, go_to):
    running = playing(5)
    gate_opens(running, go_to, round=8)
    running.play(Correct(points=9))
    assert go_to(running, 10, "clean_up").target == 11


def test_a_gate_that_opens_too_late_to_expire_can_be_closed_until_the_last_action_phase(playing, go_to):
    running = playing(5)
    assert gate_opens(running, go_to, round=9).closes_in == 2
    assert CULTISTS.public_state(running.state)["gate"] == {
        **{"opened": 9, "last_round": 10, "status": "open", "closes_in": 2},
    }
    assert go_to(running, 10, "action").closes_in == 1
    state = go_to(running, 10, "clean_up")
    assert (state.target, state.gate.status, state.closes_in) == (10, GateStatus.OPEN, 0)


def test_closing_the_gate_may_win_the_game(playing, go_to):
    running = playing(5)
    gate_opens(running, go_to)
    running.play(Correct(points=9))
    go_to(running, 2, "action")
    assert running.play(GateClosed()).outcome == Outcome("investigators", "points_reached")


def test_two_living_players_close_the_gate(playing, go_to, refused):
    running = playing(4, automa=True)
    assert refused(running, GateClosed()) == ("action_phase", {})
    go_to(running, 1, "action")
    assert refused(running, GateClosed()) == ("need_gate_open", {})
    gate_opens(running, go_to)
    go_to(running, 2, "action")
    assert refused(running, GateClosed((1, 1))) == ("gate_needs_two", {})
    assert refused(running, GateClosed((1, 4))) == ("need_player", {})
    assert refused(running, GateClosed((1, 5))) == ("no_such_seat", {"seat": 5, "last": 4})
    running.play(Dead(1))
    running.play(Vote((None,) * 4))
    assert refused(running, GateClosed((0, 1))) == ("need_living", {})
    assert running.play(GateClosed((2, 0))).gate.status is GateStatus.CLOSED


def test_a_table_that_counts_the_rounds_of_the_gate_otherwise_can_say_so(playing, go_to, refused):
    running = playing(5)
    assert refused(running, Correct(closes_in=2)) == ("need_gate_open", {})
    gate_opens(running, go_to)
    assert running.play(Correct(closes_in=4)).gate.last_round == 5
    assert go_to(running, 4, "clean_up").is_gate_open
    assert running.play(Correct(closes_in=2)).gate.last_round == 6
    assert refused(running, Correct(closes_in=0)) == ("closes_in_range", {"last": 10})
    assert go_to(running, 6, "clean_up").gate.status is GateStatus.EXPIRED


@pytest.mark.parametrize(("number", "gate"), [(1, (1, 3)), (2, (2, 4)), (6, (6, 8)), (10, (10, 10))])
def test_the_gate_goes_with_a_clock_that_is_set(playing, go_to, number, gate):
    running = playing(5)
    gate_opens(running, go_to, round=3)
    state = running.play(Correct(round=number))
    assert (state.gate.opened, state.gate.last_round) == gate
    assert state.closes_in == min(3, 11 - number)
    state = running.play(Correct(round=4, closes_in=1))
    assert (state.gate.last_round, state.closes_in) == (4, 1)
    assert go_to(running, 4, "clean_up").gate.status is GateStatus.EXPIRED
    # What is over stays where it was.
    assert running.play(Correct(round=9)).gate.last_round == 4


# Corrections ------------------------------------------------------------------------------------------


def test_the_table_may_set_things_right(playing):
    running = playing(6)
    state = running.play(Correct(points=5, target=13, knife=4, round=7, power=False))
    assert (state.points, state.target, state.knife, state.round, state.power) == (5, 13, 4, 7, False)
    assert state.round_phase is RoundPhase.MOVEMENT
    assert running.play(Correct(points=13)).outcome == Outcome("investigators", "points_reached")


@pytest.mark.parametrize(
    ("move", "problem"),
    [
        (Correct(), ("correct_nothing", {})),
        (Correct(points=-1), ("points_range", {"most": 17})),
        (Correct(points=18), ("points_range", {"most": 17})),
        (Correct(points=10**50), ("points_range", {"most": 17})),
        (Correct(target=10), ("target_range", {"fewest": 11, "most": 13})),
        (Correct(target=14), ("target_range", {"fewest": 11, "most": 13})),
        (Correct(knife=6), ("no_such_seat", {"seat": 6, "last": 5})),
        (Correct(round=0), ("round_range", {"last": 10})),
        (Correct(round=11), ("round_range", {"last": 10})),
    ],
)
def test_what_cannot_be_is_not_set_right(playing, refused, move, problem):
    assert refused(playing(6), move) == problem


def test_the_target_stays_within_one_of_the_printed_one_whatever_is_corrected(playing, go_to):
    running = playing(5)
    gate_opens(running, go_to)
    running.play(Correct(target=9))
    go_to(running, 2, "action")
    assert running.play(GateClosed()).target == 9
    running.undo()
    running.play(Correct(target=11))
    assert go_to(running, 4, "clean_up").target == 11
