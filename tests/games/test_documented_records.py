"""What docs/records.md shows is what the app does."""

import json
import re
from pathlib import Path

import pytest

import companion
from companion.games.avalon.moves import MOVE_TYPES as AVALON_MOVES
from companion.games.avalon.setup import Options
from companion.games.avalon.state import Awaits
from companion.games.duet.moves import MOVE_TYPES as DUET_MOVES
from companion.games.files import read_record, replay
from companion.games.records import encode
from companion.games.shelf import ENGINES

PACKAGE = Path(companion.__file__).parent
DOCUMENT = (PACKAGE.parent / "docs" / "records.md").read_text(encoding="utf-8")
BLOCKS = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", DOCUMENT, re.DOTALL)]
RECORDS = [block for block in BLOCKS if "format" in block]
NAMED = set(re.findall(r"`([a-z0-9_]+)`", DOCUMENT))


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record["game"])
def test_a_documented_record_can_be_replayed(record):
    states = list(replay(read_record(json.dumps(record))))
    assert len(states) == len(record["moves"]) + 1


def test_the_documented_state_is_that_of_the_documented_game():
    record = read_record(json.dumps(RECORDS[-1]))
    *_, state = replay(record)
    assert record.game.public(state) == BLOCKS[-1]


def test_every_game_with_rules_is_documented():
    assert {record["game"] for record in RECORDS} == set(ENGINES)


@pytest.mark.parametrize("moves", [AVALON_MOVES, DUET_MOVES])
def test_every_move_and_its_fields_are_documented(moves):
    assert set(moves) <= NAMED
    assert {field for move in moves.values() for field in move.__slots__} <= NAMED


def test_every_option_of_avalon_is_documented_with_its_default():
    for name, value in encode(Options()).items():
        assert re.search(rf"\| `{name}` \| `{re.escape(json.dumps(value))}` \|", DOCUMENT), name


def test_every_refusal_of_avalon_is_documented():
    modules = ("state", "rounds", "lancelot", "play")
    sources = [(PACKAGE / "games" / "avalon" / f"{name}.py").read_text(encoding="utf-8") for name in modules]
    raised = set(re.findall(r'"avalon\.problem\.(\w+)"', "".join(sources)))
    awaited = {f"awaits_{awaits.value}" for awaits in Awaits if awaits is not Awaits.OVER}
    codes = set(re.findall(r"`([a-z0-9_]+)`", DOCUMENT.split("### Refusals")[1].split("### Example")[0]))
    assert codes == raised | awaited
