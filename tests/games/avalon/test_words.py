"""Characters, options and variants all have their words; none is left over."""

from dataclasses import fields
from enum import Enum
from pathlib import Path

import polib
import pytest

import companion
from companion.games.avalon.setup import NUMBERS, ROLES, Lancelot, Options, RoleUse, Side, list_presets
from companion.i18n.translator import Translator

CATALOGUES = Path(companion.__file__).parent / "i18n" / "catalogues"
KEYS = {entry.msgid for entry in polib.pofile(str(CATALOGUES / "en" / "avalon.po"))}


def under(part):
    return {key.removeprefix(f"avalon.{part}.") for key in KEYS if key.startswith(f"avalon.{part}.")}


def test_every_character_has_its_words():
    expected = {f"{role}.{part}" for role in ROLES for part in ("name", "does")}
    for role in ROLES.values():
        if role.use is RoleUse.FILLER:
            expected |= {f"{role.id}.cards", f"{role.id}.short"}
    # The two Lancelots share a short name.
    assert under("role") == expected | {"lancelot"}


def test_every_option_has_a_name_a_reason_and_names_for_its_values():
    expected = set()
    for field in fields(Options):
        expected |= {f"{field.name}.name", f"{field.name}.why"}
        if isinstance(field.default, Enum):
            expected |= {f"{field.name}.{value.value}" for value in type(field.default)}
    assert under("option") == expected


@pytest.mark.parametrize(
    ("language", "publisher"), [("en", "publisher"), ("it", "editore"), ("el", "εκδότης"), ("fa", "ناشر")]
)
def test_that_merlin_sees_oberon_is_laid_to_the_publisher_for_print_does_not_settle_it(language, publisher):
    why = Translator(language)("avalon.option.oberon_seen_by_merlin.why")
    assert publisher in why


def test_every_side_that_can_be_helped_is_told():
    sides = {side.value for side in Side}
    assert {key.removeprefix("helps.") for key in under("setup") if key.startswith("helps.")} == sides
    told = {key.removeprefix("lancelots_help.") for key in under("setup") if key.startswith("lancelots_help")}
    assert told == {way.helped_side.value for way in Lancelot if way.helped_side is not None}


def test_every_variant_preset_and_side_has_a_name():
    assert under("lancelot") == {
        f"{variant.value}.{part}" for variant in Lancelot for part in ("name", "does")
    }
    named = {preset.id for players in NUMBERS for preset in list_presets(players)}
    assert under("preset") == named - {"first_game"}
    assert under("side") == {side.value for side in Side}
