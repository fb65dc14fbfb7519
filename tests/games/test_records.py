"""Records are read strictly: what does not fit is refused, and the refusal names the place."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

import pytest

from companion.core.serialization import BadRecord, decode, decode_move, encode, encode_move
from companion.games.avalon.rules import GAME as AVALON
from companion.games.duet.rules import GAME as DUET
from companion.games.duet.setup import Setup, Side
from companion.games.duet.state import Agent, IllegalClue, SideDone, Token


class Colour(Enum):
    RED = "red"
    ONE = 1


@dataclass(frozen=True)
class Inner:
    size: int


@dataclass(frozen=True)
class Outer:
    """One field of each kind that a record may hold."""

    name: str
    flag: bool = False
    pair: tuple[int, str] = (0, "")
    rows: tuple[tuple[int, ...], ...] = ()
    colour: Colour = Colour.RED
    inner: Inner | None = None
    counts: Mapping[str, int] | None = None
    either: int | str = 0
    limit: int | None = 5


FULL = Outer("x", True, (3, "y"), ((1, 2), ()), Colour.ONE, Inner(4), {"a": 1}, "z", None)


def refusal(call, *args):
    with pytest.raises(BadRecord) as refused:
        call(*args)
    return refused.value.problem.code, dict(refused.value.problem.args)


@pytest.mark.parametrize("value", [Outer("x"), FULL])
def test_what_is_written_is_read_back(value):
    assert decode(Outer, json.loads(json.dumps(encode(value)))) == value


@dataclass(frozen=True)
class Holder:
    held: Mapping[str, Any] | None = None


@pytest.mark.parametrize("held", [None, {}, {"a": [1, {"b": None}], "c": "x"}])
def test_what_somebody_else_reads_is_handed_on_as_it_is(held):
    assert decode(Holder, json.loads(json.dumps(encode(Holder(held))))) == Holder(held)


def test_a_none_is_left_out_only_where_it_is_the_default():
    assert "inner" not in encode(Outer("x"))
    assert encode(FULL)["limit"] is None


@pytest.mark.parametrize("name", ["flag", "pair", "rows", "colour", "either"])
def test_null_is_as_good_as_nothing_where_a_field_may_be_left_out(name):
    assert decode(Outer, {"name": "x", name: None}) == Outer("x")


@pytest.mark.parametrize("data", [None, [], "x", 3, True])
def test_a_record_that_is_no_object_is_refused(data):
    assert refusal(decode, Outer, data) == ("record_shape", {"place": "setup"})


def test_an_unknown_field_is_refused():
    assert refusal(decode, Outer, {"name": "x", "nmae": 1}) == (
        "record_unknown_field",
        {"place": "setup.nmae"},
    )


def test_a_missing_field_is_refused():
    assert refusal(decode, Outer, {}) == ("record_missing_field", {"place": "setup.name"})


@pytest.mark.parametrize(
    ("field", "value", "place"),
    [
        ("name", 3, "name"),
        ("name", None, "name"),
        ("flag", 1, "flag"),
        ("flag", "true", "flag"),
        ("pair", [1], "pair"),
        ("pair", [1, "a", 2], "pair"),
        ("pair", ["a", 1], "pair[0]"),
        ("pair", "1a", "pair"),
        ("rows", [[1], [2, "3"]], "rows[1][1]"),
        ("rows", [1], "rows[0]"),
        ("rows", {"0": []}, "rows"),
        ("colour", "blue", "colour"),
        ("colour", True, "colour"),
        ("colour", 1.0, "colour"),
        ("colour", [], "colour"),
        ("inner", {"size": "4"}, "inner.size"),
        ("inner", {"size": True}, "inner.size"),
        ("counts", {"a": 1, "b": "2"}, "counts.b"),
        ("counts", [], "counts"),
        ("either", 1.5, "either"),
        ("either", True, "either"),
        ("limit", "5", "limit"),
    ],
)
def test_a_wrongly_typed_value_is_refused_with_its_place(field, value, place):
    data = {"name": "x", field: value}
    assert refusal(decode, Outer, data) == ("record_wrong_type", {"place": f"setup.{place}"})


@pytest.mark.parametrize(
    ("data", "code", "place"),
    [
        ({"inner": []}, "record_shape", "setup.inner"),
        ({"inner": {}}, "record_missing_field", "setup.inner.size"),
        ({"inner": {"size": 1, "colour": 2}}, "record_unknown_field", "setup.inner.colour"),
    ],
)
def test_a_refusal_inside_a_nested_record_names_the_whole_way(data, code, place):
    assert refusal(decode, Outer, {"name": "x", **data}) == (code, {"place": place})


@pytest.mark.parametrize(
    ("move", "data"),
    [
        (Agent(), {"move": "agent"}),
        (IllegalClue(), {"move": "illegal_clue"}),
        (IllegalClue(Token.BYSTANDER), {"move": "illegal_clue", "token": "bystander"}),
        (SideDone(Side.B), {"move": "side_done", "side": 1}),
    ],
)
def test_a_move_carries_its_name(move, data):
    assert encode_move(DUET, move) == data
    assert decode_move(DUET, data) == move


@pytest.mark.parametrize(
    ("data", "code", "args"),
    [
        ("agent", "record_shape", {"place": "move"}),
        ({}, "record_missing_field", {"place": "move"}),
        ({"move": ["agent"]}, "record_unknown_move", {"name": "['agent']"}),
        ({"move": "teleport"}, "record_unknown_move", {"name": "teleport"}),
        ({"move": "agent", "side": 1}, "record_unknown_field", {"place": "agent.side"}),
        ({"move": "side_done"}, "record_missing_field", {"place": "side_done.side"}),
        ({"move": "side_done", "side": 2}, "record_wrong_type", {"place": "side_done.side"}),
        ({"move": "side_done", "side": True}, "record_wrong_type", {"place": "side_done.side"}),
    ],
)
def test_a_move_that_does_not_fit_is_refused(data, code, args):
    assert refusal(decode_move, DUET, data) == (code, args)


def test_a_duet_set_up_is_plain_json():
    setup = Setup(("Ada", "Bruno"), sides=(Side.B, Side.A), mistakes=5)
    assert encode(setup) == {
        "players": ["Ada", "Bruno"],
        "sides": [1, 0],
        "tokens": 9,
        "mistakes": 5,
        "first": 0,
        "winning_token_counts": True,
        "loose_turns": False,
    }


def test_a_move_of_another_game_has_no_name():
    with pytest.raises(KeyError):
        encode_move(AVALON, Agent())
