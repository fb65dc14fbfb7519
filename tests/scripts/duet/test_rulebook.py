"""The worked examples of Duet's rules, against what is known of them."""

from __future__ import annotations

from companion.games.duet.rules import RULE_NUMBERS
from companion.scripts.duet.rulebook import ENTRIES
from companion.scripts.teaching import find_entry


def test_the_score_is_the_one_of_a_mission_won_with_two_tokens_left():
    entry = find_entry(ENTRIES, "score")
    assert entry is not None
    assert entry.example == {
        "tokens": 9, "stops": 6, "left": 2, "for_left": 6, "for_checks": 7, "total": 13,
    }  # fmt: skip


def test_the_sixth_bystander_of_five_costs_two_tokens():
    entry = find_entry(ENTRIES, "dear_bystander")
    assert entry is not None
    assert entry.example == {"tokens": 9, "mistakes": 5, "hits": 6, "cost": 2, "left": 2}


def test_the_faces_of_the_key_and_the_points_are_those_of_the_box():
    wanted = {
        **{"words": 25, "agents": 15, "key_agents": 9, "key_assassins": 3, "key_neutral": 13, "shared": 3},
        **{"token_points": 3, "lost_points": 1, "good": 6, "excellent": 9, "map": 11},
    }
    assert {name: RULE_NUMBERS[name] for name in wanted} == wanted


def test_open_questions_are_marked():
    assert {entry.id for entry in ENTRIES if entry.is_open_question} == {
        *("how_strict", "clue_number", "which_token", "winning_token", "mission_map")
    }
