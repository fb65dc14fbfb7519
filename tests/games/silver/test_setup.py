"""Set-ups, their records, the cards in the box, and the words for all of them."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from enum import Enum
from pathlib import Path

import polib
import pytest

import companion
from companion.core.serialization import BadRecord, decode, decode_setup, encode
from companion.games.silver.rules import GAME as SILVER
from companion.games.silver.setup import (
    BOX_CARDS,
    CARD_COPIES,
    VILLAGERS,
    Mode,
    Options,
    PowerTiming,
    Setup,
    TiedCaller,
    problems,
    removed_card_count,
)
from companion.games.silver.state import AmuletReason, RoundEnd, ScoreReason, StarterReason, WinReason
from companion.i18n.translator import Translator
from tests.games.silver.builders import make_setup


def codes(setup):
    return [problem.code for problem in problems(setup)]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_to_four_may_play(players):
    assert codes(make_setup(players, start=players - 1, amulet=0)) == []


def test_one_and_five_may_not():
    assert codes(make_setup(1)) == ["seats_few"]
    assert codes(Setup(tuple("ABCDE"))) == ["seats_many"]


@pytest.mark.parametrize(("players", "removed"), [(2, 10), (3, 5), (4, 0)])
def test_five_cards_are_removed_for_each_missing_player(players, removed):
    assert removed_card_count(players) == removed


@pytest.mark.parametrize("start", [-1, 3])
def test_the_start_player_must_be_a_seat_of_the_game(start):
    assert codes(make_setup(3, start=start)) == ["no_such_start"]


@pytest.mark.parametrize("amulet", [-1, 3])
def test_the_holder_of_the_amulet_must_be_a_seat_of_the_game(amulet):
    assert codes(make_setup(3, amulet=amulet)) == ["no_such_holder"]


@pytest.mark.parametrize(
    ("limit", "found"), [(19, ["limit_range"]), (20, []), (500, []), (501, ["limit_range"])]
)
def test_the_limit_has_limits(limit, found):
    assert codes(make_setup(mode="points", limit=limit)) == found


def test_the_record_of_a_set_up_may_leave_out_all_but_the_players():
    assert decode(Setup, {"players": ["Ada", "Bruno"]}) == Setup(("Ada", "Bruno"))


def test_a_set_up_is_read_as_written_down():
    data = {"players": ["Ada", "Bruno"], "mode": "points", "start": 1, "options": {}}
    setup = decode(Setup, data)
    assert (setup.mode, setup.start, setup.options, setup.amulet) == (Mode.POINTS, 1, Options(), None)
    assert "amulet" not in encode(setup)


@pytest.mark.parametrize(
    "options",
    [
        {"limit": 60, "exactReset": False, "tiedCaller": "holder"},
        {"pointsLimit": 60, "exact100": False, "tied_caller": "holder"},
    ],
)
def test_options_are_read_in_camel_case_and_by_the_names_of_their_rules(options):
    setup = decode_setup(SILVER, {"players": ["Ada", "Bruno"], "options": options})
    assert setup.options == Options(limit=60, exact_reset=False, tied_caller=TiedCaller.HOLDER)


@pytest.mark.parametrize(
    "options", [{"limit": 60, "pointsLimit": 60}, {"exact100": True, "exact_reset": True}]
)
def test_a_duplicate_option_is_refused(options):
    with pytest.raises(BadRecord):
        decode_setup(SILVER, {"players": ["Ada", "Bruno"], "options": options})


def test_every_option_survives_a_record():
    setup = make_setup(
        4,
        "points",
        2,
        1,
        True,
        limit=60,
        exact_reset=False,
        kamikaze=False,
        kamikaze_hits_caller=False,
        tied_caller=TiedCaller.HOLDER,
        failed_call_power=True,
    )
    assert decode(SILVER.setup_type, json.loads(json.dumps(encode(setup)))) == setup


@pytest.mark.parametrize(
    "data", [{"mode": "long"}, {"start": "0"}, {"options": {"limit": True}}, {"amulets": 1}]
)
def test_anything_else_is_refused(data):
    with pytest.raises(BadRecord):
        decode(Setup, {"players": ["Ada", "Bruno"], **data})


PACKAGE = Path(companion.__file__).parent
CATALOGUE = PACKAGE / "i18n" / "catalogues" / "en" / "silver.po"
KEYS = {entry.msgid for entry in polib.pofile(str(CATALOGUE))}


def under(part):
    return {key.removeprefix(f"silver.{part}.") for key in KEYS if key.startswith(f"silver.{part}.")}


def test_the_box_holds_52_cards_of_fourteen_villagers():
    assert [villager.number for villager in VILLAGERS] == list(range(14))
    assert dict(CARD_COPIES) == {0: 2, **dict.fromkeys(range(1, 13), 4), 13: 2}
    assert BOX_CARDS == 52


def test_each_villager_has_the_timing_of_the_rules():
    numbers = {when: [v.number for v in VILLAGERS if v.timing is when] for when in PowerTiming}
    assert numbers == {
        PowerTiming.ALWAYS: [0, 1],
        PowerTiming.FACE_UP: [2, 3, 4],
        PowerTiming.DISCARDED: list(range(5, 13)),
        PowerTiming.EXCHANGING: [13],
    }


def test_every_villager_has_its_words():
    assert under("card") == {f"{v.id}.{part}" for v in VILLAGERS for part in ("name", "when", "text")}


def test_every_option_has_a_name_a_reason_and_names_for_its_values():
    expected = set()
    for field in fields(Options):
        expected |= {f"{field.name}.name", f"{field.name}.why"}
        if isinstance(field.default, Enum):
            expected |= {f"{field.name}.{value.value}" for value in type(field.default)}
    assert under("option") == expected
    assert under("mode") == {f"{mode.value}.{part}" for mode in Mode for part in ("name", "does")}


def test_every_reason_has_its_words():
    assert under("why") == {why.value for why in ScoreReason} | {"reset"}
    assert under("amulet") == {why.value for why in AmuletReason} | {"works", "marks", "guards"}
    assert under("starter") == {why.value for why in StarterReason}
    assert under("ended") == {ended.value for ended in RoundEnd}
    assert under("over") == {reason.value for reason in WinReason}


def test_the_rule_of_a_call_is_shown_after_a_refusal():
    english = Translator("en")
    assert "no ability in this turn" in english("silver.call.may", most=4)
    assert "calls may use no ability" in english("silver.reference.note")
    assert "not laid in the turn of a call" in english("silver.amulet.guards")


def test_a_guarded_card_is_out_of_reach_and_counts():
    guards = Translator("en")("silver.amulet.guards")
    assert "nobody, its holder included, may see or move the guarded card" in guards
    assert "counts like any other" in guards


def test_every_problem_has_its_sentence_and_no_sentence_is_left_over():
    sources = [path.read_text(encoding="utf-8") for path in (PACKAGE / "games" / "silver").glob("*.py")]
    assert under("problem") == set(re.findall(r'"silver\.problem\.(\w+)"', "".join(sources)))
