"""Whole games as record files, through the command line: what is read after each move."""

import json

import pytest

from companion.cli.main import main

NAMES = ["Ada", "Bruno", "Chloe", "Dara", "Eleni", "Farid", "Gina", "Hugo", "Ines", "Jon"]
NOBODY_WON = None


def propose(*team, **more):
    return {"move": "propose", "team": list(team), **more}


def vote(*approve):
    return {"move": "vote", "approve": list(approve)}


def quest(fails, **more):
    return {"move": "quest", "fails": fails, **more}


def lady(target):
    return {"move": "lady", "target": target}


def loyalty(switch):
    return {"move": "loyalty", "switch": switch}


APPROVED = {"move": "vote", "approved": True}
REJECTED = {"move": "vote", "approved": False}


def won(winner, reason):
    return {"awaits": "over", "open_quests": [], "outcome": {"winner": winner, "reason": reason}}


# Each game: players, what else is set up, and its moves with what must be read afterwards.
GAMES = {
    "five, a plain game: success, fail, success, success, and Merlin is found": (
        5,
        {},
        [
            (propose(0, 1), {"awaits": "vote", "quest": 1, "team": [0, 1], "team_size": 2}),
            (vote(0, 1, 2), {"awaits": "quest", "attempt": 1, "leader": 0}),
            (quest(0), {"awaits": "propose", "quest": 2, "leader": 1, "team_size": 3, "successes": 1}),
            (propose(1, 2, 3), {"awaits": "vote", "leader": 1}),
            (vote(1, 2), {"awaits": "propose", "quest": 2, "attempt": 2, "leader": 2, "team": []}),
            (propose(4, 2, 0), {"team": [0, 2, 4]}),
            (APPROVED, {"awaits": "quest", "attempt": 2}),
            (quest(1), {"quest": 3, "attempt": 1, "leader": 3, "failures": 1, "team_size": 2}),
            (propose(0, 3), {}),
            (vote(0, 1, 2, 3, 4), {}),
            (quest(0), {"quest": 4, "fails_needed": 1, "leader": 4, "successes": 2}),
            (propose(0, 3, 4), {}),
            (APPROVED, {}),
            (quest(0), {"awaits": "assassinate", "successes": 3, "outcome": NOBODY_WON, "open_quests": []}),
            (
                {"move": "assassinate", "target": 3, "hit": True},
                {**won("evil", "merlin_assassinated"), "named": 3},
            ),
            (
                {"move": "roles", "roles": ["servant", "minion", "assassin", "merlin", "servant"]},
                {
                    **won("evil", "merlin_assassinated"),
                    "roles": ["servant", "minion", "assassin", "merlin", "servant"],
                },
            ),
        ],
    ),
    "seven with the Lady: used three times, and the fourth quest stands one Fail": (
        7,
        {"leader": 3, "lady": True, "roles": ["percival", "morgana"]},
        [
            (propose(3, 4), {"lady": 2, "lady_targets": []}),
            (vote(0, 1, 2, 3), {"awaits": "quest"}),
            (quest(0), {"awaits": "propose", "lady_targets": []}),
            (propose(4, 5, 6), {}),
            (APPROVED, {}),
            (quest(1), {"awaits": "lady", "lady": 2, "lady_targets": [0, 1, 3, 4, 5, 6], "leader": 4}),
            (lady(5), {"awaits": "propose", "lady": 5, "lady_targets": [], "leader": 5, "quest": 3}),
            (propose(0, 5, 6), {}),
            (APPROVED, {}),
            (quest(2), {"awaits": "lady", "lady_targets": [0, 1, 3, 4, 6], "failures": 2}),
            (lady(0), {"quest": 4, "team_size": 4, "fails_needed": 2, "leader": 6}),
            (propose(0, 1, 2, 6), {}),
            (APPROVED, {}),
            (quest(1), {"awaits": "lady", "lady_targets": [1, 3, 4, 6], "successes": 2, "failures": 2}),
            (lady(1), {"quest": 5, "fails_needed": 1, "leader": 0, "ladies": [2, 5, 0, 1]}),
            (propose(0, 1, 2, 3), {}),
            (APPROVED, {}),
            (quest(1), {**won("evil", "three_fails"), "lady_targets": [], "failures": 3}),
        ],
    ),
    "eight: five teams are rejected": (
        8,
        {"leader": 6},
        [
            (propose(0, 1, 2), {}),
            (vote(0, 1, 2, 3), {"attempt": 2, "leader": 7}),
            (propose(0, 1, 2), {}),
            (REJECTED, {"attempt": 3, "leader": 0}),
            (propose(0, 1, 2), {}),
            (REJECTED, {"attempt": 4, "leader": 1}),
            (propose(0, 1, 2), {}),
            (REJECTED, {"attempt": 5, "leader": 2, "awaits": "propose"}),
            (propose(0, 1, 2), {"awaits": "vote", "attempt": 5}),
            (vote(), won("evil", "five_rejections")),
        ],
    ),
    "ten with four characters, the Lady and Excalibur": (
        10,
        {
            "leader": 9,
            "roles": ["percival", "mordred", "morgana", "oberon"],
            "lady": True,
            "excalibur": True,
        },
        [
            (propose(9, 0, 1, excalibur=0), {"excalibur": 0, "lady": 8, "approvals_needed": 6}),
            (vote(0, 1, 2, 3, 4), {"awaits": "propose", "excalibur": None, "leader": 0}),
            (propose(0, 1, 2, excalibur=2), {"excalibur": 2}),
            (vote(0, 1, 2, 3, 4, 5), {"awaits": "quest"}),
            (
                quest(1, excalibur_on=1),
                {
                    "failures": 1,
                    "results": [
                        {
                            "quest": 1,
                            "leader": 0,
                            "team": [0, 1, 2],
                            "fails": 1,
                            "success": False,
                            "excalibur": 2,
                            "excalibur_on": 1,
                        }
                    ],
                },
            ),
            (propose(1, 2, 3, 4, excalibur=4), {}),
            (APPROVED, {}),
            (quest(0), {"awaits": "lady", "lady_targets": [0, 1, 2, 3, 4, 5, 6, 7, 9]}),
            (lady(9), {"quest": 3, "leader": 2}),
            (propose(2, 3, 4, 5, excalibur=5), {}),
            (APPROVED, {}),
            (quest(0, excalibur_on=2), {"awaits": "lady", "lady_targets": [0, 1, 2, 3, 4, 5, 6, 7]}),
            (lady(7), {"quest": 4, "fails_needed": 2}),
            (propose(3, 4, 5, 6, 7, excalibur=7), {}),
            (APPROVED, {}),
            (quest(2), {"awaits": "lady", "failures": 2, "lady_targets": [0, 1, 2, 3, 4, 5, 6]}),
            (lady(0), {"quest": 5, "fails_needed": 1, "team_size": 5, "leader": 4}),
            (propose(0, 1, 2, 3, 4, excalibur=0), {}),
            (APPROVED, {}),
            (quest(0), {"awaits": "assassinate", "successes": 3}),
            ({"move": "assassinate", "target": 6, "hit": False}, won("good", "assassin_missed")),
        ],
    ),
    "eight with hidden switches: none in the third round, one in the fourth, one in the fifth": (
        8,
        {"lancelot": "v1"},
        [
            (propose(0, 1, 2), {}),
            (APPROVED, {}),
            (quest(0), {"awaits": "propose", "round": 2}),
            (propose(0, 1, 2, 3), {}),
            (APPROVED, {}),
            (quest(1), {"awaits": "loyalty", "round": 3, "leader": 2, "quest": 3}),
            (loyalty(False), {"awaits": "propose", "swaps": 0}),
            (propose(0, 1, 2, 3), {}),
            (APPROVED, {}),
            (quest(1), {"awaits": "loyalty", "round": 4}),
            (loyalty(True), {"awaits": "propose", "swaps": 1, "loyalty": [False, True]}),
            (propose(0, 1, 2, 3, 4), {}),
            (APPROVED, {}),
            (quest(1), {"awaits": "loyalty", "round": 5, "successes": 2}),
            (loyalty(True), {"awaits": "propose", "swaps": 2}),
            (propose(0, 1, 2, 3, 4), {}),
            (APPROVED, {}),
            (quest(3), won("evil", "three_fails")),
        ],
    ),
    "seven with open switches in the first and the third round": (
        7,
        {"lancelot": "v2"},
        [
            (
                {"move": "loyalty_row", "switches": [True, False, True, False, False]},
                {"awaits": "propose", "swaps": 1, "loyalty": [True, False, True, False, False]},
            ),
            (propose(0, 1), {}),
            (APPROVED, {}),
            (quest(0), {"awaits": "propose", "swaps": 1}),
            (propose(0, 1, 2), {}),
            (APPROVED, {}),
            (quest(0), {"awaits": "propose", "swaps": 2, "round": 3}),
            (propose(0, 1, 2), {}),
            (APPROVED, {}),
            (quest(0), {"awaits": "assassinate", "swaps": 2}),
            ({"move": "assassinate", "target": 0, "hit": False}, won("good", "assassin_missed")),
        ],
    ),
    "nine with Lancelots who never switch": (
        9,
        {"lancelot": "v3", "roles": ["percival", "morgana"]},
        [
            (propose(0, 1, 2), {"awaits": "vote"}),
            (APPROVED, {}),
            (quest(1), {}),
            (propose(0, 1, 2, 3), {}),
            (APPROVED, {}),
            (quest(2), {"awaits": "propose", "round": 3, "swaps": 0}),
            (propose(0, 1, 2, 3), {}),
            (APPROVED, {}),
            (quest(1), won("evil", "three_fails")),
        ],
    ),
    "seven with Targeting: the fourth quest first, the fifth as the third": (
        7,
        {"targeting": True, "lady": True},
        [
            (propose(0, 1, 2, 3, quest=4), {"quest": 4, "team_size": 4, "fails_needed": 2}),
            (REJECTED, {"quest": None, "team_size": None, "fails_needed": None, "open_quests": [1, 2, 3, 4]}),
            (propose(0, 1, 2, 3, quest=4), {"quest": 4}),
            (APPROVED, {"open_quests": [1, 2, 3, 4]}),
            (quest(1), {"successes": 1, "open_quests": [1, 2, 3], "awaits": "propose", "quest": None}),
            (propose(1, 2, 3, quest=2), {}),
            (APPROVED, {}),
            (quest(0), {"awaits": "lady", "successes": 2, "quest": 2, "open_quests": [1, 3, 5]}),
            (lady(3), {"awaits": "propose", "quest": None, "round": 3}),
            (propose(0, 1, 2, 3, quest=5), {"team_size": 4, "fails_needed": 1}),
            (APPROVED, {}),
            (quest(1), {"awaits": "lady", "failures": 1, "open_quests": [1, 3]}),
            (lady(0), {}),
            (propose(0, 1, quest=1), {}),
            (APPROVED, {}),
            (quest(0), {"awaits": "assassinate"}),
            ({"move": "assassinate", "target": 5, "hit": True}, won("evil", "merlin_assassinated")),
        ],
    ),
}


@pytest.fixture
def replayed(tmp_path, capsys):
    def run(players, extras, moves, *words):
        path = tmp_path / "game.json"
        setup = {"players": NAMES[:players], **extras}
        record = {"format": 1, "game": "avalon", "setup": setup, "moves": moves}
        path.write_text(json.dumps(record), encoding="utf-8")
        code = main(["replay", *words, str(path)])
        return code, [json.loads(line) for line in capsys.readouterr().out.splitlines()]

    return run


@pytest.mark.parametrize("name", GAMES)
def test_a_game_goes_as_the_rules_say(replayed, name):
    players, extras, script = GAMES[name]
    moves = [move for move, _ in script]
    code, states = replayed(players, extras, moves, "--trace")
    assert (code, len(states)) == (0, len(script))
    for number, (state, (move, expected)) in enumerate(zip(states, script, strict=True), start=1):
        assert {field: state[field] for field in expected} == expected, (number, move)
    assert replayed(players, extras, moves) == (0, states[-1:])


def test_a_state_has_all_that_is_promised(replayed):
    code, [state] = replayed(7, {"leader": 3, "lady": True}, [])
    assert code == 0
    assert state == {
        "awaits": "propose",
        "round": 1,
        "quest": 1,
        "attempt": 1,
        "leader": 3,
        "team_size": 2,
        "fails_needed": 1,
        "approvals_needed": 4,
        "open_quests": [1],
        "team": [],
        "excalibur": None,
        "lady": 2,
        "ladies": [2],
        "lady_targets": [],
        "loyalty": [],
        "swaps": 0,
        "plot_due": 0,
        "successes": 0,
        "failures": 0,
        "results": [],
        "named": None,
        "roles": None,
        "outcome": None,
    }


def test_the_first_refused_move_is_named(replayed):
    moves = [propose(0, 1), vote(0, 1, 2), propose(2, 3), {"move": "hop"}]
    assert replayed(5, {}, moves) == (2, [{"refused": 3, "problem": "awaits_quest"}])


@pytest.mark.parametrize(
    ("extras", "code"),
    [
        ({"roles": ["percival", "morgana", "mordred"]}, "too_many_evil"),
        ({"leader": 5}, "no_such_leader"),
        ({"lancelot": "v4"}, "record_wrong_type"),
        ({"options": {"oberonSeenByMerlin": 1}}, "record_wrong_type"),
        ({"options": {"noSuchOption": True}}, "record_unknown_field"),
    ],
)
def test_a_set_up_that_cannot_be_played_says_why(replayed, extras, code):
    assert replayed(5, extras, []) == (2, [{"refused": None, "problem": code}])


def test_options_of_a_record_may_be_written_in_camel_case(replayed):
    moves = [propose(0, 1, quest=1), APPROVED, quest(1), propose(0, 1, quest=3), APPROVED, quest(1)]
    extras = {"targeting": True, "options": {"targetingQuest5Needs": "two_played"}}
    code, [state] = replayed(5, extras, moves)
    assert (code, state["open_quests"]) == (0, [2, 4, 5])
