"""Records written before there was a grid or a clue log are replayed to the same state."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.core.serialization import decode, decode_move, encode, encode_move
from companion.games.duet.rules import GAME as DUET
from companion.games.duet.setup import Setup
from companion.games.game_file import parse_record, replay

OLD: list[dict[str, Any]] = json.loads("""
[
{
  "name": "a standard mission won",
  "record": {"format": 1, "game": "duet",
    "setup": {"players": ["Ada", "Bruno"], "tokens": 9, "first": 0, "winning_token_counts": true,
    "loose_turns": false},
    "moves": [{"move": "agent"}, {"move": "agent"}, {"move": "stop"}, {"move": "agent"}, {"move":
    "agent"}, {"move": "agent"}, {"move": "stop"}, {"move": "bystander"}, {"move": "agent"}, {"move":
    "agent"}, {"move": "stop"}, {"move": "illegal_clue"}, {"move": "agent"}, {"move": "agent"}, {"move":
    "agent"}, {"move": "stop"}, {"move": "agent"}, {"move": "agent"}, {"move": "agent"}, {"move":
    "agent"}, {"move": "agent"}]},
  "state": {"turn": 6, "giver": 1, "agents": 15, "right": 5, "bank": {"bystanders": 2, "checks": 0,
  "left": 2}, "earned": 5, "done": null, "sudden_death": false, "awaits": {"clues": null, "what":
  "over", "guesses": []}, "outcome": {"winner": "team", "reason": "all_agents"}, "score":
  {"for_tokens_left": 6, "for_checks": 5, "for_sudden_death": 0, "total": 11, "rank": "map"}}
},
{
  "name": "one key covered, then sudden death",
  "record": {"format": 1, "game": "duet",
    "setup": {"players": ["Ada", "Bruno", "Chloe"], "sides": [1, 0, 1], "tokens": 4, "mistakes": 2,
    "first": 1, "winning_token_counts": false, "loose_turns": false},
    "moves": [{"move": "agent"}, {"move": "agent"}, {"move": "agent"}, {"move": "agent"}, {"move":
    "agent"}, {"move": "agent"}, {"move": "stop"}, {"move": "agent"}, {"move": "agent"}, {"move":
    "agent"}, {"move": "agent"}, {"move": "side_done", "side": 1}, {"move": "bystander"}, {"move":
    "agent"}, {"move": "bystander"}, {"move": "agent"}, {"move": "stop"}, {"move": "agent"}, {"move":
    "agent"}, {"move": "bystander"}]},
  "state": {"turn": 4, "giver": 0, "agents": 14, "right": 2, "bank": {"bystanders": 0, "checks": 0,
  "left": 0}, "earned": 2, "done": 1, "sudden_death": true, "awaits": {"clues": null, "what": "over",
  "guesses": []}, "outcome": {"winner": null, "reason": "bystander_in_sudden_death"}, "score": null}
},
{
  "name": "loose turns under way",
  "record": {"format": 1, "game": "duet",
    "setup": {"players": ["1", "Bruno", "3", "Dario"], "tokens": 11, "mistakes": 2, "first": 0,
    "winning_token_counts": true, "loose_turns": true},
    "moves": [{"move": "agent"}, {"move": "stop"}, {"move": "next_clue", "side": 0}, {"move":
    "bystander"}, {"move": "bystander"}, {"move": "next_clue", "side": 1}, {"move": "illegal_clue",
    "token": "check"}, {"move": "agent"}, {"move": "bystander"}]},
  "state": {"turn": 5, "giver": 0, "agents": 2, "right": 0, "bank": {"bystanders": 0, "checks": 5,
  "left": 5}, "earned": 1, "done": null, "sudden_death": false, "awaits": {"clues": 0, "what":
  "guess", "guesses": [1]}, "outcome": null, "score": null}
},
{
  "name": "the last token was a fine",
  "record": {"format": 1, "game": "duet",
    "setup": {"players": ["Ada", "Bruno"], "tokens": 2, "mistakes": 1, "first": 0,
    "winning_token_counts": true, "loose_turns": false},
    "moves": [{"move": "agent"}, {"move": "stop"}, {"move": "illegal_clue", "token": "bystander"},
    {"move": "agent"}, {"move": "agent"}, {"move": "stop"}, {"move": "agent"}]},
  "state": {"turn": 2, "giver": 1, "agents": 4, "right": 1, "bank": {"bystanders": 0, "checks": 0,
  "left": 0}, "earned": 1, "done": null, "sudden_death": true, "awaits": {"clues": null, "what":
  "sudden_death", "guesses": [0, 1]}, "outcome": null, "score": null}
},
{
  "name": "two checks that nobody had",
  "record": {"format": 1, "game": "duet",
    "setup": {"players": ["Ada", "Bruno"], "tokens": 2, "mistakes": 0, "first": 0,
    "winning_token_counts": true, "loose_turns": false},
    "moves": [{"move": "agent"}, {"move": "stop"}, {"move": "bystander"}]},
  "state": {"turn": 2, "giver": 1, "agents": 1, "right": 0, "bank": {"bystanders": 0, "checks": 1,
  "left": 1}, "earned": 1, "done": null, "sudden_death": false, "awaits": {"clues": null, "what":
  "over", "guesses": []}, "outcome": {"winner": null, "reason": "not_enough_tokens"}, "score": null}
},
{
  "name": "the assassin",
  "record": {"format": 1, "game": "duet",
    "setup": {"players": ["Ada", "Bruno"], "tokens": 6, "mistakes": 6, "first": 0,
    "winning_token_counts": true, "loose_turns": false},
    "moves": [{"move": "agent"}, {"move": "bystander"}, {"move": "assassin"}]},
  "state": {"turn": 2, "giver": 1, "agents": 1, "right": 0, "bank": {"bystanders": 5, "checks": 0,
  "left": 5}, "earned": 0, "done": null, "sudden_death": false, "awaits": {"clues": null, "what":
  "over", "guesses": []}, "outcome": {"winner": null, "reason": "assassin"}, "score": null}
},
{
  "name": "a key covered before its clue",
  "record": {"format": 1, "game": "duet",
    "setup": {"players": ["Ada", "Bruno"], "tokens": 9, "first": 0, "winning_token_counts": true,
    "loose_turns": false},
    "moves": [{"move": "agent"}, {"move": "agent"}, {"move": "agent"}, {"move": "agent"}, {"move":
    "agent"}, {"move": "agent"}, {"move": "agent"}, {"move": "agent"}, {"move": "agent"}, {"move":
    "stop"}, {"move": "side_done", "side": 1}, {"move": "agent"}, {"move": "agent"}, {"move": "stop"},
    {"move": "bystander"}]},
  "state": {"turn": 4, "giver": 0, "agents": 11, "right": 0, "bank": {"bystanders": 6, "checks": 0,
  "left": 6}, "earned": 2, "done": 1, "sudden_death": false, "awaits": {"clues": 0, "what": "guess",
  "guesses": [1]}, "outcome": null, "score": null}
},
{
  "name": "won in sudden death",
  "record": {"format": 1, "game": "duet",
    "setup": {"players": ["Ada", "Bruno"], "tokens": 9, "first": 0, "winning_token_counts": true,
    "loose_turns": false},
    "moves": [{"move": "agent"}, {"move": "agent"}, {"move": "stop"}, {"move": "bystander"}, {"move":
    "bystander"}, {"move": "agent"}, {"move": "agent"}, {"move": "stop"}, {"move": "bystander"},
    {"move": "bystander"}, {"move": "agent"}, {"move": "agent"}, {"move": "stop"}, {"move":
    "bystander"}, {"move": "bystander"}, {"move": "agent"}, {"move": "agent"}, {"move": "agent"},
    {"move": "agent"}, {"move": "agent"}, {"move": "agent"}, {"move": "agent"}, {"move": "agent"},
    {"move": "agent"}]},
  "state": {"turn": 9, "giver": 0, "agents": 15, "right": 9, "bank": {"bystanders": 0, "checks": 0,
  "left": 0}, "earned": 3, "done": null, "sudden_death": true, "awaits": {"clues": null, "what":
  "over", "guesses": []}, "outcome": {"winner": "team", "reason": "all_agents"}, "score":
  {"for_tokens_left": 0, "for_checks": 3, "for_sudden_death": -1, "total": 2, "rank": "plain"}}
}
]
""")


@pytest.fixture(params=OLD, ids=lambda old: old["name"])
def old(request: pytest.FixtureRequest) -> dict[str, Any]:
    found: dict[str, Any] = request.param
    return found


def test_old_record_is_replayed_to_the_same_public_state(old: dict[str, Any]) -> None:
    *_, last = replay(parse_record(json.dumps(old["record"])))
    assert DUET.public_state(last) == old["state"]


def test_old_record_is_encoded_identically(old: dict[str, Any]) -> None:
    setup, moves = old["record"]["setup"], old["record"]["moves"]
    assert json.dumps(encode(decode(Setup, setup))) == json.dumps(setup)
    again = [encode_move(DUET, decode_move(DUET, move)) for move in moves]
    assert json.dumps(again) == json.dumps(moves)


def test_plain_setup_is_encoded_as_before() -> None:
    assert json.dumps(encode(Setup(("Ada", "Bruno")))) == (
        '{"players": ["Ada", "Bruno"], "tokens": 9, "first": 0, "winning_token_counts": true, '
        '"loose_turns": false}'
    )
