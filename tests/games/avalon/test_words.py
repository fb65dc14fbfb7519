"""Characters, options and variants all have their words; none is left over."""

from dataclasses import fields
from enum import Enum
from pathlib import Path

import polib

import companion
from companion.games.avalon.roles import NUMBERS, ROLES, Side, Use, presets
from companion.games.avalon.setup import Lancelot, Options

CATALOGUE = Path(companion.__file__).parent / "i18n" / "catalogues" / "en" / "avalon.po"
KEYS = {entry.msgid for entry in polib.pofile(str(CATALOGUE))}


def under(part):
    return {key.removeprefix(f"avalon.{part}.") for key in KEYS if key.startswith(f"avalon.{part}.")}


def test_every_character_has_its_words():
    expected = {f"{role}.{part}" for role in ROLES for part in ("name", "short", "does")}
    assert under("role") == expected | {f"{r.id}.cards" for r in ROLES.values() if r.use is Use.FILLS}


def test_every_option_has_a_name_a_reason_and_names_for_its_values():
    expected = set()
    for field in fields(Options):
        expected |= {f"{field.name}.name", f"{field.name}.why"}
        if isinstance(field.default, Enum):
            expected |= {f"{field.name}.{value.value}" for value in type(field.default)}
    assert under("option") == expected


def test_every_variant_preset_and_side_has_a_name():
    assert under("lancelot") == {
        f"{variant.value}.{part}" for variant in Lancelot for part in ("name", "does")
    }
    assert under("preset") == {preset.id for players in NUMBERS for preset in presets(players)}
    assert under("side") == {side.value for side in Side}
