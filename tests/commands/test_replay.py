"""`companion replay` of missions that tell more than the bank: clues, a grid, its words, a city of a map."""

import json

import pytest

from companion.cli.main import main

SETUP = {
    "players": ["Ada", "آرش"],
    "tokens": 9,
    "mistakes": 5,
    "keeps": "grid",
    "mission": {"campaign": "a1", "city": "cairo"},
}
MOVES = [
    {"move": "word", "place": 7, "word": "ΓΑΤΑ"},
    {"move": "clue", "word": "ζώα", "number": 2, "by": 0},
    {"move": "agent", "place": 7},
    {"move": "bystander", "place": 8},
    {"move": "clue", "number": 0},
]


@pytest.fixture
def replayed(tmp_path, capsys):
    def replay(*options, **changed):
        path = tmp_path / "game.json"
        record = {"format": 1, "game": "duet", "setup": SETUP, "moves": MOVES, **changed}
        path.write_text(json.dumps(record, ensure_ascii=False), encoding="utf-8")
        code = main(["replay", *options, str(path)])
        out, err = capsys.readouterr()
        return code, [json.loads(line) for line in out.splitlines()], err

    return replay


def test_clues_and_the_grid_are_told_with_the_state(replayed):
    code, states, err = replayed("--trace")
    assert (code, err, len(states)) == (0, "", len(MOVES))
    assert states[1]["clue"] == {"word": "ζώα", "number": 2, "by": 0}
    last = states[-1]
    assert last["clue"] == {"word": "", "number": 0, "by": None}
    assert last["grid"][7] == {"found": True, "key": 0, "stopped": [], "killed": False}
    assert last["grid"][8]["stopped"] == [1]
    assert last["words"][7] == "ΓΑΤΑ"
    assert last["keys"] == [1, 0]
    assert last["bank"] == {"bystanders": 4, "checks": 4, "left": 8}


@pytest.mark.parametrize(
    ("moves", "number", "problem"),
    [
        ([{"move": "agent"}], 1, "place_missing"),
        ([{"move": "agent", "place": 25}], 1, "no_such_place"),
        ([*MOVES, {"move": "agent", "place": 7}], 6, "place_found"),
        ([*MOVES, {"move": "clue", "word": "x"}], 6, "clue_given"),
        ([{"move": "clue", "word": 3}], 1, "record_wrong_type"),
        ([{"move": "word", "place": 1}], 1, "record_missing_field"),
    ],
)
def test_a_move_that_the_grid_does_not_allow_is_refused_with_its_number(replayed, moves, number, problem):
    code, said, err = replayed(moves=moves)
    assert code == 2
    assert said == [{"refused": number, "problem": problem}]
    assert err.count("\n") == 1


def test_a_mission_whose_city_has_no_clean_name_is_refused(replayed):
    mission = {"campaign": "a1", "city": "x1", "name": "Lari\u202essa"}
    code, said, _ = replayed(setup={**SETUP, "mission": mission})
    assert code == 2
    assert said == [{"refused": None, "problem": "mission_unclean"}]
