"""Moves carry the names and fields that records are written with."""

import pytest

from companion.core.serialization import BadRecord, decode_move, encode_move
from companion.games.cultists.moves import (
    Assassinate,
    Book,
    BookBack,
    Colour,
    Confronted,
    Correct,
    Dead,
    Declare,
    Entrances,
    Event,
    Explored,
    FishmanScared,
    GateClosed,
    Hazard,
    HazardCard,
    Keep,
    Kills,
    Next,
    PowerRestored,
    Reached,
    Revealed,
    Roles,
    SeerGuess,
    ShelfCompleted,
    ShelfValue,
    Shelves,
    Vote,
)
from companion.games.cultists.rules import GAME as CULTISTS

WRITTEN = [
    (Next(), {"move": "next"}),
    (Event("lightning"), {"move": "event", "event": "lightning"}),
    (
        Event("secret_entrances", Colour.LIGHT_BLUE),
        {"move": "event", "event": "secret_entrances", "colour": "light_blue"},
    ),
    (Entrances(Colour.PINK), {"move": "entrances", "colour": "pink"}),
    (PowerRestored(), {"move": "power_restored"}),
    (PowerRestored(2), {"move": "power_restored", "by": 2}),
    (GateClosed(), {"move": "gate_closed"}),
    (GateClosed((0, 3)), {"move": "gate_closed", "by": [0, 3]}),
    (Correct(points=3, power=False), {"move": "correct", "points": 3, "power": False}),
    (Explored("blue_2"), {"move": "explored", "room": "blue_2"}),
    (
        Shelves((ShelfValue("pink", 3, 3),)),
        {"move": "shelves", "shelves": [{"shelf": "pink", "books": 3, "points": 3}]},
    ),
    (Book("orange"), {"move": "book", "shelf": "orange"}),
    (BookBack("orange"), {"move": "book_back", "shelf": "orange"}),
    (ShelfCompleted("pink"), {"move": "shelf_completed", "shelf": "pink"}),
    (ShelfCompleted("pink", 3), {"move": "shelf_completed", "shelf": "pink", "points": 3}),
    (Hazard(HazardCard.SABOTAGE), {"move": "hazard", "card": "sabotage"}),
    (Hazard(HazardCard.FAILURE, "green"), {"move": "hazard", "card": "failure", "room": "green"}),
    (Confronted("green", 1), {"move": "confronted", "room": "green", "by": 1}),
    (FishmanScared(), {"move": "fishman_scared"}),
    (Dead(3), {"move": "dead", "seat": 3}),
    (Vote((1, None, 2)), {"move": "vote", "ballots": [1, None, 2]}),
    (
        Vote((1, None, 2), knife_changes_to=2),
        {"move": "vote", "ballots": [1, None, 2], "knife_changes_to": 2},
    ),
    (
        Vote((1, None, 2), knife_changes_to=None),
        {"move": "vote", "ballots": [1, None, 2], "knife_changes_to": None},
    ),
    (Assassinate(1, 2), {"move": "assassinate", "target": 1, "by": 2}),
    (Revealed(1, False), {"move": "revealed", "seat": 1, "last_cultist": False}),
    (Declare(1, True), {"move": "declare", "seat": 1, "right": True}),
    (Kills(Reached.THIS_ROUND), {"move": "kills", "reached": "this_round"}),
    (SeerGuess(4, True), {"move": "seer_guess", "target": 4, "hit": True}),
    (Roles(("seer", "cultist")), {"move": "roles", "roles": ["seer", "cultist"]}),
]


@pytest.mark.parametrize(("move", "data"), WRITTEN, ids=lambda value: str(value)[:40])
def test_a_move_is_written_and_read_back(move, data):
    assert encode_move(CULTISTS, move) == data
    assert decode_move(CULTISTS, data) == move


def test_every_kind_of_move_is_among_these():
    assert {type(move) for move, _ in WRITTEN} == set(CULTISTS.move_types.values())


@pytest.mark.parametrize(
    ("data", "move"),
    [
        ({"ballots": [1, None]}, Vote((1, None), knife_changes_to=Keep.KEEP)),
        ({"counts": {"2": 3, "4": 1}, "abstentions": 2}, Vote(counts={"2": 3, "4": 1}, abstentions=2)),
        ({"ballots": [1], "called_by": 0}, Vote((1,), called_by=0)),
    ],
)
def test_vote_without_a_knife_change_preserves_its_ballots(data, move):
    assert decode_move(CULTISTS, {"move": "vote", **data}) == move
    assert decode_move(CULTISTS, encode_move(CULTISTS, move)) == move


@pytest.mark.parametrize(
    ("data", "code", "place"),
    [
        ({"move": "event"}, "record_missing_field", "event.event"),
        ({"move": "event", "event": "lightning", "colour": "grey"}, "record_wrong_type", "event.colour"),
        ({"move": "gate_closed", "by": [1]}, "record_wrong_type", "gate_closed.by"),
        ({"move": "vote", "ballots": [1, True]}, "record_wrong_type", "vote.ballots[1]"),
        ({"move": "vote", "counts": {"2": "3"}, "abstentions": 2}, "record_wrong_type", "vote.counts.2"),
        ({"move": "dead", "seat": None}, "record_wrong_type", "dead.seat"),
        ({"move": "kills", "reached": True}, "record_wrong_type", "kills.reached"),
        ({"move": "declare", "seat": 1}, "record_missing_field", "declare.right"),
        ({"move": "next", "phase": "event"}, "record_unknown_field", "next.phase"),
    ],
)
def test_a_move_that_does_not_fit_is_refused_with_its_place(data, code, place):
    with pytest.raises(BadRecord) as refusal:
        decode_move(CULTISTS, data)
    assert (refusal.value.problem.code, dict(refusal.value.problem.args)) == (code, {"place": place})
