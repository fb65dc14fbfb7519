"""Moves in the form of records."""

import pytest

from companion.core.serialization import BadRecord, decode_move, decode_setup, encode_move
from companion.games.avalon.rules import GAME as AVALON
from companion.games.avalon.setup import Options, Setup, Side
from companion.games.avalon.state import (
    Assassinate,
    Cheat,
    Correct,
    Lady,
    Loyalty,
    LoyaltyRow,
    Plot,
    Propose,
    Quest,
    Roles,
    Vote,
)

WRITTEN = [
    (Propose((0, 3)), {"move": "propose", "team": [0, 3]}),
    (Propose((0, 3), 2, 3), {"move": "propose", "team": [0, 3], "quest": 2, "excalibur": 3}),
    (Vote((1, 2)), {"move": "vote", "approve": [1, 2]}),
    (Vote(()), {"move": "vote", "approve": []}),
    (Vote(approved=True), {"move": "vote", "approved": True}),
    (Quest(1), {"move": "quest", "fails": 1}),
    (Quest(0, 4), {"move": "quest", "fails": 0, "excalibur_on": 4}),
    (Lady(5), {"move": "lady", "target": 5}),
    (Loyalty(True), {"move": "loyalty", "switch": True}),
    (
        LoyaltyRow((False, True, False, False, True)),
        {"move": "loyalty_row", "switches": [False, True, False, False, True]},
    ),
    (Plot(2), {"move": "plot", "cards": 2}),
    (Assassinate(2, False), {"move": "assassinate", "target": 2, "hit": False}),
    (Cheat(Side.EVIL), {"move": "cheat", "side": "evil"}),
    (Correct(leader=3), {"move": "correct", "leader": 3}),
    (Correct(attempt=5), {"move": "correct", "attempt": 5}),
    (Roles(("merlin", "minion")), {"move": "roles", "roles": ["merlin", "minion"]}),
]


@pytest.mark.parametrize(("move", "data"), WRITTEN, ids=lambda value: str(value)[:40])
def test_a_move_is_written_and_read_back(move, data):
    assert encode_move(AVALON, move) == data
    assert decode_move(AVALON, data) == move


def test_every_kind_of_move_is_among_these():
    assert {type(move) for move, _ in WRITTEN} == set(AVALON.move_types.values())


@pytest.mark.parametrize(
    ("data", "code", "place"),
    [
        ({"move": "propose"}, "record_missing_field", "propose.team"),
        ({"move": "propose", "team": [0, "1"]}, "record_wrong_type", "propose.team[1]"),
        ({"move": "propose", "team": [0, True]}, "record_wrong_type", "propose.team[1]"),
        ({"move": "vote", "approved": 1}, "record_wrong_type", "vote.approved"),
        ({"move": "quest", "fails": True}, "record_wrong_type", "quest.fails"),
        ({"move": "quest", "fails": 0, "excalibur": 1}, "record_unknown_field", "quest.excalibur"),
        ({"move": "lady", "target": None}, "record_wrong_type", "lady.target"),
        ({"move": "loyalty_row", "switches": [0, 1]}, "record_wrong_type", "loyalty_row.switches[0]"),
        ({"move": "assassinate", "target": 1}, "record_missing_field", "assassinate.hit"),
        ({"move": "cheat", "side": "blue"}, "record_wrong_type", "cheat.side"),
    ],
)
def test_a_move_that_does_not_fit_is_refused_with_its_place(data, code, place):
    with pytest.raises(BadRecord) as refusal:
        decode_move(AVALON, data)
    assert (refusal.value.problem.code, dict(refusal.value.problem.args)) == (code, {"place": place})


def test_options_of_a_record_may_bear_either_name():
    players = ["Ada", "Bruno", "Chloe", "Dara", "Eleni"]
    expected = Setup(tuple(players), options=Options(oberon_seen_by_merlin=False))
    for name in ("oberonSeenByMerlin", "oberon_seen_by_merlin"):
        assert decode_setup(AVALON, {"players": players, "options": {name: False}}) == expected
