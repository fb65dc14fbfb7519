"""Whole games as records, with the expected state after each move."""

import json
from typing import Any

import pytest

from companion.games.cultists.rules import GAME as CULTISTS
from companion.games.game_file import parse_record, replay

NAMES = ["Ada", "Bruno", "Chloe", "Dara", "Eleni", "Farid", "Gina", "Hugo"]
# As JSON has it.
Record = dict[str, Any]
NEXT = {"move": "next"}


def event(name, **more):
    return {"move": "event", "event": name, **more}


def vote(*ballots, **more):
    return {"move": "vote", "ballots": list(ballots), **more}


def revealed(seat, last_cultist):
    return {"move": "revealed", "seat": seat, "last_cultist": last_cultist}


def dead(seat, **more):
    return {"move": "dead", "seat": seat, **more}


def book(shelf):
    return {"move": "book", "shelf": shelf}


def completed(shelf, **more):
    return {"move": "shelf_completed", "shelf": shelf, **more}


def won(winner, reason):
    return {"awaits": "over", "outcome": {"winner": winner, "reason": reason}}


def to_event(name, **more):
    """From the start of a round to its Action phase."""
    return [
        (NEXT, {"awaits": "event"}),
        (event(name, **more), {"awaits": "resolve"}),
        (NEXT, {"awaits": "action"}),
    ]


def round_ends(**expected):
    return [(NEXT, {"phase": "clean_up"}), (NEXT, {"phase": "movement", **expected})]


def quiet_round(name, **expected):
    return [*to_event(name), *round_ends(**expected)]


# Each game: players, what else is set up, and its moves with what must be read afterwards.
GAMES: dict[str, tuple[int, Record, list[tuple[Record, Record]]]] = {
    "four and the Automa, which is voted out, was the Cultist and had killed enough": (
        4,
        {"automa": True, "knife": 3},
        [
            *to_event("no_connection"),
            (dead(0, by=1), {"awaits": "vote", "about": 0, "ghosts": [0]}),
            (
                vote(None, 4, 4, None),
                {"awaits": "action", "ghosts": [0], "vote_token": True, "living": [1, 2, 3, 4]},
            ),
            *round_ends(round=2, knife=4),
            *to_event("lightning"),
            # The Automa has the Knife: its abstention counts two.
            (
                vote(1, 2, None, None, called_by=2),
                {"awaits": "action", "vote_token": False, "ghosts": [0]},
            ),
            *round_ends(round=3, knife=0, vote_token=True, power=False),
            *to_event("lightning"),
            (vote(4, 4, 4, None), {"awaits": "revealed", "about": 4, "ghosts": [0, 4], "power": True}),
            (revealed(4, True), {"awaits": "kills", "ending": "automa", "exposed": 4, "kills_needed": 3}),
            ({"move": "kills", "reached": "this_round"}, won("cultists", "automa_kills")),
        ],
    ),
    "five, a first game: the points are reached and the Seer is not found": (
        5,
        {"first_game": True, "roles": ["seer"]},
        [
            *to_event("morale_boost"),
            ({"move": "explored", "room": "orange_1"}, {"explored": ["orange_1"], "movement_points": 4}),
            *round_ends(movement_points=4),
            *to_event("evil_eyes"),
            (book("orange"), {"points": 0, "movement_points": 3}),
            *round_ends(knife=2),
            *to_event("unlisted"),
            (book("orange"), {}),
            (book("orange"), {}),
            ({"move": "book_back", "shelf": "orange"}, {"points": 0}),
            (
                {
                    "move": "shelves",
                    "shelves": [
                        {"shelf": "blue_1", "books": 2, "points": 2},
                        {"shelf": "pink", "books": 3, "points": 4},
                    ],
                },
                {"points": 0},
            ),
            *round_ends(),
            *to_event("gate_opens"),
            (book("orange"), {}),
            (book("orange"), {"points": 4, "target": 10}),
            *round_ends(),
            # A colour, as records had it once.
            *to_event("secret_entrances", colour="pink"),
            (
                {"move": "gate_closed", "by": [1, 3]},
                {"target": 9, "gate": {"opened": 4, "last_round": 6, "status": "closed", "closes_in": None}},
            ),
            (book("blue_1"), {"entrances": True}),
            (book("blue_1"), {"points": 6}),
            *round_ends(),
            *to_event("no_connection"),
            (
                completed("pink"),
                {
                    "points": 10,
                    "awaits": "seer_guess",
                    "outcome": None,
                    "verdict": {"winner": "investigators", "reason": "points_reached"},
                },
            ),
            (
                {"move": "seer_guess", "target": 2, "hit": False},
                {**won("investigators", "points_reached"), "named": 2, "verdict": None},
            ),
        ],
    ),
    "six experts with Gate and blackout: the Gate stays open and the tenth round ends": (
        6,
        {"roles": ["seer", "firestarter", "zombie"], "knife": 5},
        [
            *quiet_round("lightning", power=False, knife=0),
            *to_event("gate_opens"),
            (
                {"move": "power_restored", "by": 4},
                {"power": True, "gate": {"opened": 2, "last_round": 4, "status": "open", "closes_in": 3}},
            ),
            *round_ends(gate={"opened": 2, "last_round": 4, "status": "open", "closes_in": 2}),
            *quiet_round("no_connection"),
            *to_event("no_connection"),
            (NEXT, {"phase": "clean_up", "target": 13}),
            (NEXT, {"gate": {"opened": 2, "last_round": 4, "status": "expired", "closes_in": None}}),
            *to_event("broken_glass"),
            (
                {"move": "hazard", "card": "failure", "room": "green"},
                {"cultist_tokens": {"left": 2, "rooms": ["green"]}, "fishman": False},
            ),
            ({"move": "hazard", "card": "sabotage"}, {"fishman": True}),
            (dead(2), {"awaits": "vote"}),
            # Bruno has the most, until Dara, who holds the Knife, thinks again.
            (
                vote(1, 0, 1, 1, 0, None, knife_changes_to=0),
                {"awaits": "revealed", "about": 0, "knife": 3, "ghosts": [2, 0]},
            ),
            (revealed(0, False), {"awaits": "action", "counted_dead": [2]}),
            ({"move": "confronted", "room": "green", "by": 1}, {"cultist_tokens": {"left": 2, "rooms": []}}),
            ({"move": "fishman_scared"}, {"fishman": False}),
            *round_ends(round=6),
            *quiet_round("lightning", power=False),
            *quiet_round("evil_eyes"),
            *quiet_round("unlisted"),
            *quiet_round("morale_boost", movement_points=4),
            *to_event("secret_entrances"),
            ({"move": "entrances", "colour": "blue"}, {"entrances": True}),
            (completed("pink", points=4), {"points": 4}),
            (NEXT, {"phase": "clean_up", "may_declare": True, "round": 10}),
            (NEXT, won("cultists", "time_up")),
        ],
    ),
    "six and the Automa: both Cultists are out, their kills come too late, and their guess is wrong": (
        6,
        {"automa": True, "roles": ["seer", "firestarter", "assassin", "fish"]},
        [
            *quiet_round("handheld_camera"),
            *to_event("no_connection"),
            (vote(None, 6, 6, 6, 6, None), {"awaits": "action", "ghosts": [6]}),
            ({"move": "assassinate", "target": 4, "by": 0}, {"awaits": "revealed", "assassin": 0}),
            (revealed(4, False), {"awaits": "action", "ghosts": [6, 4]}),
            *round_ends(knife=2),
            *to_event("lightning"),
            (dead(5), {"awaits": "vote"}),
            (vote(3, 3, 3, None, 3, 3), {"awaits": "revealed", "about": 3}),
            (revealed(3, True), {"awaits": "kills", "ending": "last_cultist"}),
            ({"move": "kills", "reached": "this_round"}, {"awaits": "seer_guess", "outcome": None}),
            (
                {"move": "seer_guess", "target": 1, "hit": False},
                won("investigators", "kills_too_late"),
            ),
        ],
    ),
    "seven: the last Cultist is found, but enough had died before": (
        7,
        {"roles": ["firestarter", "assassin", "chicken"], "knife": 6},
        [
            *to_event("gate_opens"),
            (dead(1), {"gate": {"opened": 1, "last_round": 2, "status": "open", "closes_in": 2}}),
            # Gina's vote counts double.
            (vote(0, 2, 2, 0, None, None, 0), {"ghosts": [1, 0], "awaits": "revealed"}),
            (revealed(0, False), {}),
            *round_ends(knife=0),
            *to_event("no_connection"),
            *round_ends(target=13, knife=1),
            *to_event("no_connection"),
            (dead(2), {}),
            ({"move": "vote", "counts": {"3": 5}, "abstentions": 2}, {"ghosts": [1, 0, 2, 3]}),
            (revealed(3, False), {"counted_dead": [1, 2]}),
            *round_ends(knife=2),
            *to_event("evil_eyes"),
            (vote(5, 5, 5, None, 5, None, 5, called_by=4), {"awaits": "revealed"}),
            (revealed(5, True), {"awaits": "kills", "counted_dead": [1, 2]}),
            ({"move": "kills", "reached": "earlier"}, won("cultists", "kills_before")),
        ],
    ),
    "eight: the points beat the kills, and the Seer beats the points": (
        8,
        {"roles": ["seer", "engineer", "firestarter", "assassin"]},
        [
            *to_event("handheld_camera"),
            *[(completed(f"blue_{number}", points=4), {"points": 4 * number}) for number in (1, 2, 3)],
            (dead(7), {"awaits": "vote"}),
            (vote(*[None] * 8), {"awaits": "action"}),
            (
                completed("green", points=2),
                {"points": 14, "target": 13, "awaits": "seer_guess"},
            ),
            ({"move": "seer_guess", "target": 7, "hit": True}, won("cultists", "seer_named")),
        ],
    ),
}


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_is_replayed_as_it_was_played(name):
    players, extras, steps = GAMES[name]
    record = {
        "format": 1,
        "game": "cultists",
        "setup": {"players": NAMES[:players], **extras},
        "moves": [move for move, _ in steps],
    }
    states = replay(parse_record(json.dumps(record)))
    next(states)
    for (move, expected), state in zip(steps, states, strict=True):
        shown = CULTISTS.public_state(state)
        assert {key: shown[key] for key in expected} == expected, move
    assert state.outcome is not None
