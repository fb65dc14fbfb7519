"""Villagers, options, reasons and refusals all have their words; none is left over."""

import re
from dataclasses import fields
from enum import Enum
from pathlib import Path

import polib

import companion
from companion.games.silver.setup import BOX_CARDS, CARD_COPIES, VILLAGERS, Mode, Options, PowerTiming
from companion.games.silver.state import AmuletReason, RoundEnd, ScoreReason, StarterReason, WinReason
from companion.i18n.translator import Translator

PACKAGE = Path(companion.__file__).parent
CATALOGUE = PACKAGE / "i18n" / "catalogues" / "en" / "silver.po"
KEYS = {entry.msgid for entry in polib.pofile(str(CATALOGUE))}


def under(part):
    return {key.removeprefix(f"silver.{part}.") for key in KEYS if key.startswith(f"silver.{part}.")}


def test_the_box_holds_52_cards_of_fourteen_villagers():
    assert [villager.number for villager in VILLAGERS] == list(range(14))
    assert dict(CARD_COPIES) == {0: 2, **dict.fromkeys(range(1, 13), 4), 13: 2}
    assert BOX_CARDS == 52


def test_each_villager_works_when_the_rules_say():
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


def test_what_no_caller_may_do_is_told():
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
