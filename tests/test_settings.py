from __future__ import annotations

import math
from dataclasses import fields
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as run_with
from hypothesis import strategies as st

from companion.core.game import Severity
from companion.scripts.script import NightStyle
from companion.settings import (
    TEXT_SIZES,
    UNREADABLE,
    BackgroundSound,
    CoachMode,
    Settings,
    Theme,
    VoicePreference,
    default_language,
    default_settings,
    diff_settings,
    parse_settings,
    update_settings,
)

NAMES = tuple(field.name for field in fields(Settings))


def test_nothing_stored_gives_the_defaults() -> None:
    assert parse_settings({}) == (Settings(), ())
    persian = default_settings("fa_IR")
    assert parse_settings({}, persian) == (persian, ())
    assert (persian.language, persian.narration, persian.second_narration) == ("fa", "fa", None)


@pytest.mark.parametrize(
    ("locale", "language"),
    [
        ("it_IT.UTF-8", "it"),
        ("it", "it"),
        ("IT", "it"),
        ("fa-IR", "fa"),
        ("fa_IR@calendar=persian", "fa"),
        ("el_GR", "el"),
        ("el.UTF-8", "el"),
        ("en_GB", "en"),
        ("Italian_Italy.1252", "it"),
        ("Greek_Greece.1253", "el"),
        ("Persian_Iran", "fa"),
        ("de_DE", "en"),
        ("de:it:en", "it"),
        ("ita", "en"),
        ("C", "en"),
        ("", "en"),
        ("\u0661", "en"),
    ],
)
def test_the_default_language_is_that_of_the_device(locale: str, language: str) -> None:
    assert default_language(locale) == language


@pytest.mark.parametrize(
    ("scale", "size"),
    [
        *((0.85, 85), (1.0, 100), (1.1, 115), (1.15, 115), (1.3, 130), (1.5, 145), (1.8, 160), (2.0, 160)),
        # What a device does not say, or cannot mean.
        *((None, 100), (0.0, 100), (-1.0, 100), (math.nan, 100), (math.inf, 100)),
    ],
)
def test_the_default_text_size_is_that_of_the_device(scale: float | None, size: int) -> None:
    first = default_settings("it_IT", scale)
    assert (first.text_size, first.language) == (size, "it")
    # Whoever has chosen is not asked again.
    assert parse_settings({"text_size": 85, "language": "el"}, first)[0].text_size == 85


def test_old_themes_are_read_as_before_and_a_new_table_begins_by_candlelight() -> None:
    assert [parse_settings({"theme": theme})[0].theme for theme in ("dark", "light", "system")] == list(Theme)
    assert default_settings("en").theme is Theme.DARK


def test_every_stored_value_is_read() -> None:
    raw = {
        "language": "el",
        "narration": "it",
        "second_narration": "fa",
        "voice": "builtin",
        "pace": 1,
        "pitch": 1.2,
        "text_size": 160,
        "theme": "light",
        "keep_awake": False,
        "less_motion": True,
        "speak_in_game": False,
        "style": "quick",
        "coach": "always",
        "notepad": True,
        "bed": "tavern",
        "equal_nights": True,
        "look_seconds": 9,
        "act_seconds": 4,
        "voice_level": 80,
        "bed_level": 20,
        "sign_level": 0,
    }
    assert set(raw) == set(NAMES)
    expected = Settings(
        "el",
        "it",
        "fa",
        VoicePreference.BUILTIN,
        1.0,
        1.2,
        160,
        Theme.LIGHT,
        keep_awake=False,
        less_motion=True,
        speak_in_game=False,
        style=NightStyle.QUICK,
        coach=CoachMode.ALWAYS,
        notepad=True,
        bed=BackgroundSound.TAVERN,
        equal_nights=True,
        look_seconds=9,
        act_seconds=4,
        voice_level=80,
        bed_level=20,
        sign_level=0,
    )
    settings, problems = parse_settings(raw)
    assert (settings, problems) == (expected, ())
    assert type(settings.pace) is float
    assert isinstance(settings.theme, Theme)


UNUSABLE: list[tuple[str, Any]] = [
    ("language", "de"),
    ("language", None),
    ("language", 5),
    ("narration", ["it"]),
    ("second_narration", "xx"),
    ("second_narration", False),
    ("voice", "hologram"),
    ("style", "opera"),
    ("bed", "thunder"),
    ("look_seconds", 2),
    ("look_seconds", 5.0),
    ("act_seconds", True),
    ("voice_level", 9),
    ("voice_level", 101),
    ("bed_level", -1),
    ("sign_level", 50.0),
    ("pace", 0.69),
    ("pitch", 0.5),
    ("pitch", "high"),
    ("pace", 1.51),
    ("pace", math.nan),
    ("pace", math.inf),
    ("pace", "1.0"),
    ("pace", True),
    ("text_size", 99),
    ("text_size", 100.0),
    ("text_size", "100"),
    ("text_size", {}),
    ("theme", "sepia"),
    ("keep_awake", 1),
    ("less_motion", "yes"),
    ("speak_in_game", None),
    *((name, UNREADABLE) for name in NAMES),
]


@pytest.mark.parametrize(("name", "value"), UNUSABLE)
def test_an_invalid_value_is_replaced_by_the_default_with_a_warning(name: str, value: Any) -> None:
    defaults = Settings("it", "it", text_size=130)
    settings, problems = parse_settings({name: value, "theme_of_the_future": 1}, defaults)
    assert settings == defaults
    assert [(problem.key, problem.severity, problem.args) for problem in problems] == [
        ("app.problem.setting_unreadable", Severity.WARNING, {"name": name})
    ]


@pytest.mark.parametrize(("name", "value"), UNUSABLE)
def test_an_invalid_value_cannot_be_set(name: str, value: Any) -> None:
    with pytest.raises(ValueError, match=r"invalid value|not a valid"):
        update_settings(Settings(), **{name: value})


def test_an_unknown_setting_cannot_be_set() -> None:
    with pytest.raises(AttributeError, match="hologram"):
        update_settings(Settings(), hologram=True)


def test_diff_settings_returns_only_changes() -> None:
    before = Settings()
    after = update_settings(before, pace=0.7, language="en", theme=Theme.LIGHT)
    assert diff_settings(before, after) == {"pace": 0.7, "theme": "light"}
    assert diff_settings(after, after) == {}
    assert before == Settings()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(TEXT_SIZES),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=5,
)


@run_with(max_examples=30)
@given(st.dictionaries(st.sampled_from(NAMES) | st.text(), JSON))
def test_any_stored_value_gives_valid_settings(raw: dict[str, Any]) -> None:
    settings, problems = parse_settings(raw)
    blamed = {str(problem.args["name"]) for problem in problems}
    assert blamed <= raw.keys() & set(NAMES)
    # What came out is itself valid, and what was not blamed was taken over.
    assert update_settings(settings, **{name: getattr(settings, name) for name in NAMES}) == settings
    assert all(getattr(settings, name) == raw[name] for name in raw.keys() & set(NAMES) - blamed)
    assert all(getattr(settings, name) == getattr(Settings(), name) for name in blamed)
