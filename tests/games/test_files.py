"""Record files: a whole game as text, or the reason why it is none."""

import json
import re

import pytest

from companion.core.game import BadSetup
from companion.core.serialization import BadRecord
from companion.games.duet.rules import GAME as DUET
from companion.games.game_file import MAX_MOVES, ReplayError, parse_record, replay

GOOD = {
    "format": 1,
    "game": "duet",
    "setup": {"players": ["Ada", "Bruno"]},
    "moves": [{"move": "agent"}, {"move": "stop"}, {"move": "bystander"}],
}


def text(**changes):
    return json.dumps({**GOOD, **changes})


def refusal(data):
    with pytest.raises(BadRecord) as refused:
        parse_record(data)
    return refused.value.problem.code, dict(refused.value.problem.args)


def test_a_record_plays_again_move_by_move():
    states = list(replay(parse_record(text())))
    assert [state.turn for state in states] == [1, 1, 2, 3]
    assert states[-1].bank.tokens_left == 7
    assert states[0] == DUET.start(parse_record(text()).setup)


@pytest.mark.parametrize("name", ["Codenames Duet", "کدنیمز دوئت", "DUET"])
def test_a_record_may_call_its_game_as_people_do(name):
    assert parse_record(text(game=name)) == parse_record(text())


def test_a_record_may_come_as_bytes_with_a_byte_order_mark():
    assert parse_record(b"\xef\xbb\xbf" + text().encode()) == parse_record(text())


@pytest.mark.parametrize(
    ("data", "line"),
    [
        ("", 1),
        ("{\n\n oops", 3),
        ('{"format": NaN}', 1),
        ("[" * 100_000, 1),
        (b"\xff\xfe\x00", 1),
    ],
    ids=["empty", "broken", "NaN", "too deep", "not text"],
)
def test_what_is_not_json_is_refused(data, line):
    assert refusal(data) == ("record_not_json", {"line": line})


@pytest.mark.parametrize("data", ["[]", "null", "3"])
def test_a_record_is_an_object(data):
    assert refusal(data) == ("record_shape", {"place": "record"})


@pytest.mark.parametrize(
    ("data", "name"),
    [('{"format": 1, "format": 1}', "format"), (text(setup=0).replace("0", '{"a": 1, "b": 2, "a": 1}'), "a")],
)
def test_a_name_that_occurs_twice_is_refused_and_named(data, name):
    assert refusal(data) == ("record_field_twice", {"place": name})


@pytest.mark.parametrize("digits", ["9" * 16, "9" * 4300, "9" * 5000, "-" + "9" * 4300])
@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"format": 0}, "format"),
        ({"moves": 0}, "moves"),
        ({"setup": {"players": ["Ada", "Bruno"], "tokens": 0}}, "setup.tokens"),
        ({"setup": {"players": ["Ada", "Bruno"], "sides": [1, 0]}}, "setup.sides[1]"),
    ],
)
def test_a_number_beyond_any_count_is_refused_with_its_place(changes, place, digits):
    data = re.sub(r"\b0\b", digits, text(**changes))
    assert refusal(data) == ("record_wrong_type", {"place": place})


@pytest.mark.parametrize(
    ("found", "code"),
    [({}, "record_missing_field"), *(({"format": it}, "record_wrong_type") for it in ("1", True, None, 1.0))],
)
def test_a_record_without_a_usable_format_says_so(found, code):
    assert refusal(json.dumps({**found, "game": "chess"})) == (code, {"place": "format"})


@pytest.mark.parametrize("version", [0, 2])
def test_another_format_is_refused_before_anything_else(version):
    found = {"format": version, "game": "chess", "future": []}
    assert refusal(json.dumps(found)) == ("record_format", {"found": str(version), "known": 1})


def test_a_field_too_many_or_too_few_is_refused():
    assert refusal(text(notes="x")) == ("record_unknown_field", {"place": "notes"})
    assert refusal('{"format": 1, "game": "duet", "setup": {}}') == (
        "record_missing_field",
        {"place": "moves"},
    )


@pytest.mark.parametrize("game", ["chess", 3, None, []])
def test_a_game_that_cannot_be_played_here_is_refused(game):
    assert refusal(text(game=game)) == ("record_unknown_game", {"game": str(game)})


def test_no_game_has_thousands_of_moves():
    many = {"moves": MAX_MOVES + 1, "most": MAX_MOVES}
    assert refusal(text(moves=[{"move": "agent"}] * (MAX_MOVES + 1))) == ("record_long", many)
    assert len(parse_record(text(moves=[{"move": "agent"}] * MAX_MOVES)).moves) == MAX_MOVES


def test_moves_are_a_list():
    assert refusal(text(moves={})) == ("record_wrong_type", {"place": "moves"})


def test_the_set_up_is_decoded_strictly():
    assert refusal(text(setup={"players": ["Ada", 3]})) == (
        "record_wrong_type",
        {"place": "setup.players[1]"},
    )


def test_a_set_up_that_cannot_start_is_refused():
    with pytest.raises(BadSetup) as refused:
        parse_record(text(setup={"players": ["Ada", "Bruno"], "tokens": 12}))
    assert refused.value.problem.code == "tokens_range"


@pytest.mark.parametrize(
    ("second", "code"),
    [
        ({"move": "next_clue", "side": 0}, "turns_alternate"),
        ({"move": "hop"}, "record_unknown_move"),
        (7, "record_shape"),
    ],
)
def test_the_first_refused_move_is_named_by_its_number(second, code):
    states = replay(parse_record(text(moves=[{"move": "agent"}, second, {"move": "stop"}])))
    assert [next(states).agents, next(states).agents] == [0, 1]
    with pytest.raises(ReplayError) as refused:
        next(states)
    assert (refused.value.move_number, refused.value.problem.code) == (2, code)
