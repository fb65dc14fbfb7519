"""Rounds, events, deaths and the recording of roles."""

from __future__ import annotations

import pytest

from companion.core.game import Outcome
from companion.games.cultists.moves import (
    Assassinate,
    Book,
    Colour,
    Correct,
    Dead,
    Declare,
    Entrances,
    Event,
    GateClosed,
    Kills,
    Next,
    PowerRestored,
    Reached,
    Revealed,
    Roles,
    SeerGuess,
    Vote,
    colour_of,
)
from companion.games.cultists.rules import GAME, apply, draw_event, revealed_roles, side_of
from companion.games.cultists.rules import GAME as CULTISTS
from companion.games.cultists.setup import NUMBERS, ROLES, Side
from companion.games.cultists.state import (
    EVENTS,
    Cause,
    Death,
    Gate,
    GateStatus,
    Phase,
    RoundPhase,
    full_bag,
    remaining_tokens,
)

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


def test_remaining_rounds_of_the_gate_can_be_corrected(playing, go_to, refused):
    running = playing(5)
    assert refused(running, Correct(closes_in=2)) == ("need_gate_open", {})
    gate_opens(running, go_to)
    assert running.play(Correct(closes_in=4)).gate.last_round == 5
    assert go_to(running, 4, "clean_up").is_gate_open
    assert running.play(Correct(closes_in=2)).gate.last_round == 6
    assert refused(running, Correct(closes_in=0)) == ("closes_in_range", {"last": 10})
    assert go_to(running, 6, "clean_up").gate.status is GateStatus.EXPIRED


@pytest.mark.parametrize(("number", "gate"), [(1, (1, 3)), (2, (2, 4)), (6, (6, 8)), (10, (10, 10))])
def test_gate_moves_with_a_corrected_round(playing, go_to, number, gate):
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


def test_state_can_be_corrected(playing):
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
def test_impossible_corrections_are_refused(playing, refused, move, problem):
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


SMALL, LARGE = 11, 12


@pytest.mark.parametrize(
    ("players", "extras", "tokens"),
    [
        (4, {"automa": True}, SMALL),
        (5, {}, SMALL),
        (6, {}, SMALL),
        (6, {"automa": True}, LARGE),
        (7, {}, LARGE),
        (8, {}, LARGE),
    ],
)
def test_the_bag_holds_eleven_tokens_or_twelve_and_one_less_in_a_first_game(playing, players, extras, tokens):
    full = full_bag(playing(players, **extras).setup)
    assert sum(full.values()) == tokens
    assert ("handheld_camera" in full) == (tokens == LARGE)
    first = full_bag(playing(players, first_game=True, **extras).setup)
    assert first == {event: number for event, number in full.items() if event != "broken_glass"}
    assert sum(first.values()) == tokens - 1


def test_twelve_tokens_are_nine_kinds_of_which_four_are_known():
    assert sum(token.copies for token in EVENTS.values()) == LARGE
    assert [token.id for token in EVENTS.values() if token.has_known_effect] == [
        "lightning",
        "secret_entrances",
        "morale_boost",
        "gate_opens",
    ]
    assert [token.id for token in EVENTS.values() if token.copies == 2] == [
        "lightning",
        "secret_entrances",
        "no_connection",
    ]


def test_ten_rounds_can_be_drawn_from_any_bag_without_putting_back(playing, go_to):
    running = playing(5, first_game=True)
    luck = iter([9, 0, 7, 0, 5, 3, 3, 2, 1, 0])
    for round in range(1, 11):
        state = go_to(running, round, "event")
        assert sum(state.bag.values()) == 11 - round
        running.play(draw_event(state, lambda n: next(luck) % n))
    drawn = [event.event for event in running.state.events]
    assert remaining_tokens(running.setup, drawn) == running.state.bag == {}
    assert [event.round for event in running.state.events] == list(range(1, 11))


def always(at):
    return lambda _: at


def test_every_token_in_the_bag_is_as_likely_as_the_next(playing, go_to):
    state = go_to(playing(5), 1, "event")
    seen = [draw_event(state, always(at)).event for at in range(SMALL)]
    assert {event: seen.count(event) for event in seen} == state.bag


def test_one_event_is_drawn_in_each_event_phase_and_only_there(playing, go_to, refused):
    running = playing(5)
    assert refused(running, Event("evil_eyes")) == ("event_phase", {})
    go_to(running, 1, "event")
    assert running.state.phase is Phase.EVENT
    assert refused(running, Next()) == ("awaits_event", {})
    assert running.play(Event("evil_eyes")).phase is Phase.RESOLVE
    assert refused(running, Event("unlisted")) == ("event_drawn", {})
    go_to(running, 2, "event")
    assert refused(running, Event("evil_eyes")) == ("event_all_drawn", {})
    assert refused(running, Event("handheld_camera")) == ("event_not_in_game", {})
    assert refused(running, Event("earthquake")) == ("no_such_event", {"event": "earthquake"})


def test_lightning_puts_the_power_out_and_on_again(playing, go_to):
    running = playing(5)
    state = go_to(running, 1, "action", "lightning")
    assert (state.power, state.event.effect) == (False, "power_off")
    state = go_to(running, 2, "action", "lightning")
    assert (state.power, state.event.effect) == (True, "power_on")
    assert "lightning" not in state.bag


def test_secret_entrances_join_the_rooms_of_every_colour_until_the_next_event(playing, go_to):
    running = playing(5)
    go_to(running, 1, "event")
    assert not running.state.has_secret_entrances
    state = running.play(Event("secret_entrances"))
    assert (state.has_secret_entrances, state.phase) == (True, Phase.RESOLVE)
    assert go_to(running, 2, "event").has_secret_entrances
    assert not running.play(Event("no_connection")).has_secret_entrances


def test_a_colour_in_an_older_record_is_read_and_changes_nothing(playing, go_to):
    running = playing(5)
    go_to(running, 1, "event")
    plain = apply(running.state, Event("secret_entrances"))
    named = apply(running.state, Event("secret_entrances", Colour.GREEN))
    assert named == plain == apply(plain, Entrances(Colour.BLUE))


def test_morale_gives_one_more_step_until_the_next_event(playing, go_to):
    running = playing(5)
    assert running.state.movement_points == 3
    assert go_to(running, 2, "movement", "morale_boost").movement_points == 4
    assert go_to(running, 2, "event").movement_points == 4
    assert running.play(Event("evil_eyes")).movement_points == 3


@pytest.mark.parametrize(
    "event", ["no_connection", "evil_eyes", "unlisted", "broken_glass", "handheld_camera"]
)
def test_unknown_events_change_nothing(playing, go_to, event):
    running = playing(7)
    before = go_to(running, 1, "event")
    after = running.play(Event(event))
    assert after.event.effect == "see_token"
    kept = (
        "power",
        "gate",
        "target",
        "points",
        "has_secret_entrances",
        "movement_points",
        "is_fishman_inside",
        "deaths",
    )
    assert [getattr(after, name) for name in kept] == [getattr(before, name) for name in kept]


def test_a_round_that_is_set_back_to_has_its_event(playing, go_to):
    running = playing(5)
    go_to(running, 3, "movement")
    running.play(Correct(round=1))
    state = go_to(running, 1, "event")
    assert (state.phase, len(state.events)) == (Phase.RESOLVE, 2)


@pytest.mark.parametrize(
    ("place", "colour"),
    [
        ("orange", Colour.ORANGE),
        ("light_blue", Colour.LIGHT_BLUE),
        ("blue_3", Colour.BLUE),
        ("light_blue_1", Colour.LIGHT_BLUE),
        ("blue_0", None),
        ("blue_10", None),
        ("blue_", None),
        ("_1", None),
        ("cellar", None),
        ("", None),
    ],
)
def test_rooms_and_shelves_are_named_by_colour_and_number(place, colour):
    assert colour_of(place) is colour


def test_a_murder_must_be_voted_on_before_the_phase_ends(playing, go_to, refused):
    running = playing(5)
    go_to(running, 1, "action")
    state = running.play(Dead(3, by=1))
    assert (state.phase, state.subject_seat, state.ghosts) == (Phase.VOTE, 3, (3,))
    assert state.deaths == (Death(3, Cause.FOUND_DEAD, 1),)
    assert refused(running, Next()) == ("awaits_vote", {})
    assert refused(running, Dead(4)) == ("awaits_vote", {})
    state = running.play(Vote((None,) * 5))
    assert (state.phase, state.vote.murder, state.vote_token) == (Phase.ACTION, 3, True)
    running.play(Next())


def test_the_dead_stay_dead(playing, refused):
    running = playing(4, automa=True)
    running.play(Dead(1))
    running.play(Vote((None,) * 4))
    assert refused(running, Dead(1)) == ("is_ghost", {"seat": 1, "name": "Player 2"})
    running.play(Dead(4))
    running.play(Vote((None,) * 4))
    assert refused(running, Dead(4)) == ("automa_is_ghost", {})
    assert running.state.living == running.state.living_players == (0, 2, 3)


@pytest.mark.parametrize(
    ("by", "code"), [(2, "found_by_self"), (4, "need_player"), (5, "no_such_seat"), (-1, "no_such_seat")]
)
def test_a_body_is_found_by_another_living_player(playing, refused, by, code):
    assert refused(playing(4, automa=True), Dead(2, by))[0] == code


def test_a_vote_may_be_started_once_a_round(playing, go_to, refused):
    running = playing(5)
    nobody = (None,) * 5
    assert refused(running, Vote(nobody, called_by=1)) == ("action_phase", {})
    state = go_to(running, 1, "action")
    assert state.can_start_vote
    state = running.play(Vote(nobody, called_by=1))
    assert (state.vote_token, state.can_start_vote, state.vote.called_by) == (False, False, 1)
    assert refused(running, Vote(nobody, called_by=2)) == ("need_vote_token", {})
    assert go_to(running, 2, "movement").vote_token
    go_to(running, 2, "action")
    assert running.play(Vote(nobody, called_by=2)).vote.round == 2


def test_a_vote_after_a_murder_does_not_use_the_token(playing, go_to, refused):
    running = playing(5)
    go_to(running, 1, "action")
    running.play(Dead(3))
    assert refused(running, Vote((None,) * 5, called_by=1)) == ("vote_is_compulsory", {})
    assert running.play(Vote((None,) * 5)).vote_token
    assert refused(running, Vote((None,) * 5, called_by=3)) == ("need_living", {})
    running.play(Vote((None,) * 5, called_by=1))
    running.play(Dead(2))
    assert running.play(Vote((None,) * 5)).phase is Phase.ACTION


def test_neither_the_automa_nor_a_stranger_starts_a_vote(playing, go_to, refused):
    running = playing(4, automa=True)
    go_to(running, 1, "action")
    assert refused(running, Vote((None,) * 4, called_by=4)) == ("need_player", {})
    assert refused(running, Vote((None,) * 4, called_by=5))[0] == "no_such_seat"


@pytest.mark.parametrize("phase", ["movement", "event", "action", "clean_up"])
def test_vote_without_a_recorded_cause_is_legal_in_any_phase(playing, go_to, phase):
    running = playing(5)
    go_to(running, 1, phase)
    state = running.play(Vote((1, 1, 1, None, None)))
    assert (state.vote.eliminated, state.ghosts, state.vote_token) == (1, (1,), True)
    assert state.deaths == (Death(1, Cause.VOTED_OUT, 1),)


def test_with_one_cultist_the_players_are_always_asked_about_the_last_cultist(playing, refused):
    running = playing(5)
    state = running.play(Vote((1,) * 5))
    assert (state.phase, state.subject_seat) == (Phase.REVEALED, 1)
    assert refused(running, Revealed(2, False)) == ("awaits_revealed", {})
    assert refused(running, Revealed(5, False))[0] == "no_such_seat"
    assert running.play(Revealed(1, False)).phase is Phase.MOVEMENT
    assert refused(running, Revealed(1, False)) == ("nothing_to_reveal", {})


@pytest.mark.parametrize("move", [Next(), Book("orange"), Dead(2), Vote((2,) * 5), Correct(points=3)])
def test_next_move_answers_that_it_was_not_the_last_cultist(playing, move):
    running, asked = playing(5), playing(5)
    running.play(Vote((1,) * 5))
    asked.play(Vote((1,) * 5))
    asked.play(Revealed(1, False))
    assert running.play(move) == asked.play(move)


def test_a_move_that_is_refused_answers_nothing(playing, refused):
    running = playing(5)
    running.play(Vote((1,) * 5))
    assert refused(running, Declare(2, True)) == ("declare_phase", {})
    assert running.state.phase is Phase.REVEALED
    running.play(Book("orange"))
    assert running.play(Revealed(1, True)).outcome is not None


def test_with_two_cultists_the_first_who_is_out_cannot_be_the_last(playing):
    running = playing(7)
    assert running.play(Vote((1,) * 7)).phase is Phase.MOVEMENT
    assert running.play(Vote((2,) * 7)).phase is Phase.REVEALED
    assert running.play(Revealed(2, False)).phase is Phase.MOVEMENT
    assert running.play(Vote((3,) * 7)).phase is Phase.REVEALED


def test_a_cultist_found_dead_counts_among_those_who_may_be_out(playing):
    running = playing(8)
    running.play(Dead(5))
    assert running.play(Vote((1,) * 8)).phase is Phase.REVEALED


# The Assassin -----------------------------------------------------------------------------------------


def test_the_assassin_kills_without_a_vote_and_is_known_from_then_on(playing, go_to, refused):
    running = playing(7, "assassin")
    go_to(running, 1, "action")
    state = running.play(Assassinate(target=2, by=5))
    assert (state.phase, state.assassin, state.ghosts) == (Phase.ACTION, 5, (2,))
    assert state.deaths == (Death(2, Cause.ASSASSINATED, 1),)
    assert refused(running, Assassinate(3, by=4)) == ("other_assassin", {})
    assert refused(running, Assassinate(2, by=5)) == ("is_ghost", {"seat": 2, "name": "Player 3"})
    assert running.play(Assassinate(3, by=5)).phase is Phase.REVEALED


def test_the_assassin_is_no_cultist(playing, go_to, refused):
    running = playing(7, "assassin")
    go_to(running, 1, "action")
    running.play(Assassinate(target=2, by=5))
    assert running.play(Vote((5,) * 7)).phase is Phase.ACTION
    running.undo()
    running.play(Assassinate(target=3, by=5))
    running.play(Revealed(3, False))
    assert running.play(Vote((5,) * 7)).phase is Phase.ACTION
    for _ in range(3):
        running.undo()
    running.play(Vote((5,) * 7))
    assert refused(running, Revealed(5, True)) == ("cultists_left", {})
    assert refused(running, Assassinate(target=3, by=5)) == ("need_living", {})


def test_assassinations_have_their_time_and_place(playing, go_to, refused):
    assert refused(playing(7, "assassin"), Assassinate(2, by=5)) == ("action_phase", {})
    running = playing(7)
    go_to(running, 1, "action")
    assert refused(running, Assassinate(2, by=5)) == ("need_assassin", {})
    running = playing(6, "assassin", automa=True)
    go_to(running, 1, "action")
    assert refused(running, Assassinate(2, by=2)) == ("assassinate_self", {})
    assert refused(running, Assassinate(2, by=6)) == ("need_player", {})
    running.play(Dead(0))
    assert refused(running, Assassinate(2, by=5)) == ("awaits_vote", {})


FIVE = ("cultist", "seer", "investigator", "investigator", "investigator")


@pytest.fixture
def finished_session(playing):
    """Five with a Seer: the points are reached, and nobody has named the Seer rightly."""
    running = playing(5, "seer")
    running.play(Correct(points=10))
    running.play(SeerGuess(4, hit=False))
    return running


def test_roles_can_only_be_recorded_after_the_game(playing, refused):
    assert refused(playing(5, "seer"), Roles(FIVE)) == ("roles_too_soon", {})


def test_roles_cannot_be_recorded_before_the_seer_guess(playing, refused):
    running = playing(5, "seer")
    running.play(Correct(points=10))
    assert refused(running, Roles(FIVE)) == ("roles_too_soon", {})


def test_recorded_roles_are_public_and_change_nothing_else(finished_session):
    before = GAME.public_state(finished_session.state)
    after = GAME.public_state(finished_session.play(Roles(FIVE)))
    assert "roles" not in before
    assert after == {**before, "roles": list(FIVE)}


def test_every_seat_needs_one_role_token(finished_session, refused):
    assert refused(finished_session, Roles(FIVE[:4])) == ("roles_number", {"seats": 5, "given": 4})


@pytest.mark.parametrize(
    "told",
    [
        ("cultist", "cultist", "seer", "investigator", "investigator"),
        ("cultist", "assassin", "investigator", "investigator", "investigator"),
        ("cultist", "nobody", "investigator", "investigator", "investigator"),
    ],
)
def test_recorded_roles_must_be_the_dealt_tokens(finished_session, refused, told):
    assert refused(finished_session, Roles(told)) == ("roles_not_the_tokens", {})


def test_recording_roles_again_replaces_them_and_can_be_undone(finished_session):
    finished_session.play(Roles(FIVE))
    other = ("seer", "cultist", *FIVE[2:])
    assert finished_session.play(Roles(other)).roles == other
    assert finished_session.undo().roles == FIVE
    assert finished_session.undo().roles is None


def test_only_roles_can_be_recorded_after_the_end(finished_session, refused):
    finished_session.play(Roles(FIVE))
    assert refused(finished_session, Next()) == ("over", {})


def test_wrongly_named_seer_cannot_have_been_the_seer(finished_session, refused):
    told = ("cultist", "investigator", "investigator", "investigator", "seer")
    assert refused(finished_session, Roles(told)) == ("roles_seer_missed", {"seat": 4, "name": "Player 5"})


def test_rightly_named_seer_must_have_been_the_seer(playing, refused):
    running = playing(5, "seer")
    running.play(Correct(points=10))
    running.play(SeerGuess(4, hit=True))
    assert tuple(revealed_roles(running.state)) == ((4, "seer"),)
    assert refused(running, Roles(FIVE)) == ("roles_seer", {"seat": 4, "name": "Player 5"})
    told = ("cultist", "investigator", "investigator", "investigator", "seer")
    assert running.play(Roles(told)).roles == told


def test_revealed_last_cultist_must_be_a_cultist(playing, refused):
    running = playing(5)
    running.play(Vote((2,) * 5))
    running.play(Revealed(2, True))
    told = ("investigator", "investigator", "cultist", "investigator", "investigator")
    other = ("cultist", *("investigator",) * 4)
    assert refused(running, Roles(other)) == ("roles_cultist", {"seat": 2, "name": "Player 3"})
    assert running.play(Roles(told)).roles == told


def test_declaring_player_must_be_a_cultist(playing, go_to, refused):
    running = playing(6)
    go_to(running, 2, "clean_up")
    running.play(Declare(3, True))
    other = ("cultist", *("investigator",) * 5)
    assert refused(running, Roles(other)) == ("roles_cultist", {"seat": 3, "name": "Player 4"})


def test_player_who_assassinated_must_be_the_assassin(playing, go_to, refused):
    running = playing(7, "assassin")
    go_to(running, 1, "action")
    running.play(Assassinate(1, by=4))
    running.play(Correct(points=12))
    told = ("cultist", "cultist", "assassin", *("investigator",) * 4)
    assert refused(running, Roles(told)) == ("roles_assassin", {"seat": 4, "name": "Player 5"})
    told = ("cultist", "cultist", "investigator", "investigator", "assassin", "investigator", "investigator")
    assert running.play(Roles(told)).roles == told


@pytest.fixture
def finished_automa_session(playing):
    """Six and the Automa, whose token was the last Cultist's."""
    running = playing(6, "seer", automa=True)
    running.play(Vote((1,) * 6))
    running.play(Vote((6,) * 6))
    running.play(Revealed(6, True))
    running.play(Kills(Reached.NO))
    return running


def test_automa_token_is_recorded_last(finished_automa_session, refused):
    finished_automa_session.play(SeerGuess(0, hit=False))
    plain = ("investigator",) * 3
    assert refused(finished_automa_session, Roles(("cultist", "cultist", "seer", *plain))) == (
        "roles_number",
        {"seats": 7, "given": 6},
    )
    assert refused(
        finished_automa_session, Roles(("investigator", "cultist", "cultist", "seer", *plain))
    ) == (
        "roles_cultist_automa",
        {},
    )
    told = ("investigator", "cultist", "seer", *plain, "cultist")
    assert finished_automa_session.play(Roles(told)).roles == told


@pytest.mark.parametrize(("hit", "code"), [(True, "roles_seer_automa"), (False, "roles_seer_missed_automa")])
def test_the_automa_may_have_been_named_as_the_seer(playing, refused, hit, code):
    running = playing(6, "seer", automa=True)
    running.play(Correct(points=12))
    running.play(SeerGuess(6, hit=hit))
    plain = ("investigator",) * 4
    wrong = ("cultist", "cultist", "seer", *plain) if hit else ("cultist", "cultist", *plain, "seer")
    assert refused(running, Roles(wrong)) == (code, {})


def test_every_role_but_the_cultist_sits_in_an_investigators_seat():
    sides = {role: side_of(role) for role in ROLES}
    assert [role for role, side in sides.items() if side is Side.CULTISTS] == ["cultist"]


def test_edit_that_contradicts_the_roles_drops_them_with_a_reason(finished_session):
    finished_session.play(Roles(FIVE))
    # The Cultists named another, and were right.
    revision = finished_session.preview_edit({1: (SeerGuess(2, hit=True),)})
    (lost,) = revision.dropped_moves
    assert (lost.move, lost.problem.key) == (Roles(FIVE), "cultists.problem.roles_seer")


def test_edit_that_fits_the_roles_preserves_them(finished_session):
    finished_session.play(Roles(FIVE))
    revision = finished_session.preview_edit({1: (SeerGuess(2, hit=False),)})
    assert not revision.dropped_moves
    assert revision.state.roles == FIVE
