"""The bag of events: what is in it at which table, drawing from it, and what the known ones do."""

import pytest

from companion.games.cultists.moves import Colour, Correct, Entrances, Event, Next, colour_of
from companion.games.cultists.rules import apply, draw_event
from companion.games.cultists.state import EVENTS, Phase, full_bag, remaining_tokens

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
def test_of_unknown_events_nothing_is_invented(playing, go_to, event):
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
