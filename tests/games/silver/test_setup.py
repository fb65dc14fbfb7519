"""The set-up of Silver: who may sit down, and how it is written."""

import json

import pytest

from companion.core.serialization import BadRecord, decode, decode_setup, encode
from companion.games.silver.rules import GAME as SILVER
from companion.games.silver.setup import Mode, Options, Setup, TiedCaller, problems, removed_card_count


def codes(setup):
    return [problem.code for problem in problems(setup)]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_to_four_may_play(seat, players):
    assert codes(seat(players, start=players - 1, amulet=0)) == []


def test_one_and_five_may_not(seat):
    assert codes(seat(1)) == ["seats_few"]
    assert codes(Setup(tuple("ABCDE"))) == ["seats_many"]


@pytest.mark.parametrize(("players", "removed"), [(2, 10), (3, 5), (4, 0)])
def test_the_rows_nobody_sits_at_are_removed(players, removed):
    assert removed_card_count(players) == removed


@pytest.mark.parametrize("start", [-1, 3])
def test_the_start_player_must_sit_at_the_table(seat, start):
    assert codes(seat(3, start=start)) == ["no_such_start"]


@pytest.mark.parametrize("amulet", [-1, 3])
def test_the_holder_of_the_amulet_must_sit_at_the_table(seat, amulet):
    assert codes(seat(3, amulet=amulet)) == ["no_such_holder"]


@pytest.mark.parametrize(
    ("limit", "found"), [(19, ["limit_range"]), (20, []), (500, []), (501, ["limit_range"])]
)
def test_the_limit_has_limits(seat, limit, found):
    assert codes(seat(mode="points", limit=limit)) == found


def test_the_record_of_a_set_up_may_leave_out_all_but_the_players():
    assert decode(Setup, {"players": ["Ada", "Bruno"]}) == Setup(("Ada", "Bruno"))


def test_a_set_up_is_read_as_written_down():
    data = {"players": ["Ada", "Bruno"], "mode": "points", "start": 1, "options": {}}
    setup = decode(Setup, data)
    assert (setup.mode, setup.start, setup.options, setup.amulet) == (Mode.POINTS, 1, Options(), None)
    assert "amulet" not in encode(setup)


@pytest.mark.parametrize(
    "options",
    [
        {"limit": 60, "exactReset": False, "tiedCaller": "holder"},
        {"pointsLimit": 60, "exact100": False, "tied_caller": "holder"},
    ],
)
def test_options_are_read_in_camel_case_and_by_the_names_of_their_rules(options):
    setup = decode_setup(SILVER, {"players": ["Ada", "Bruno"], "options": options})
    assert setup.options == Options(limit=60, exact_reset=False, tied_caller=TiedCaller.HOLDER)


@pytest.mark.parametrize(
    "options", [{"limit": 60, "pointsLimit": 60}, {"exact100": True, "exact_reset": True}]
)
def test_an_option_told_twice_is_refused(options):
    with pytest.raises(BadRecord):
        decode_setup(SILVER, {"players": ["Ada", "Bruno"], "options": options})


def test_every_option_survives_a_record(seat):
    setup = seat(
        4,
        "points",
        2,
        1,
        True,
        limit=60,
        exact_reset=False,
        kamikaze=False,
        kamikaze_hits_caller=False,
        tied_caller=TiedCaller.HOLDER,
        failed_call_power=True,
    )
    assert decode(SILVER.setup_type, json.loads(json.dumps(encode(setup)))) == setup


@pytest.mark.parametrize(
    "data", [{"mode": "long"}, {"start": "0"}, {"options": {"limit": True}}, {"amulets": 1}]
)
def test_anything_else_is_refused(data):
    with pytest.raises(BadRecord):
        decode(Setup, {"players": ["Ada", "Bruno"], **data})
