"""User settings as one frozen value, parsed from the stored ones.

A stored value that this version cannot use, damaged or from a later version, is replaced by the default with
a warning. Nothing is written back: only a setting that the user changes is saved again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from enum import Enum, StrEnum
from math import isfinite
from typing import Any, Final

from companion.core.game import Problem, warning
from companion.i18n.languages import FALLBACK_LANGUAGE, LANGUAGES
from companion.scripts.script import NightStyle

MIN_PACE, MAX_PACE = 0.7, 1.5
MIN_PITCH, MAX_PITCH = 0.6, 1.4
TEXT_SIZES = (85, 100, 115, 130, 145, 160)
# Selectable lengths of the pauses for looking and acting, in whole seconds.
LOOK_SECONDS, ACT_SECONDS = range(3, 13), range(1, 7)
# Volumes in percent. The voice has a minimum: an inaudible one would leave the players with shut eyes.
VOICE_LEVELS, LEVELS = range(10, 101), range(101)


class VoicePreference(StrEnum):
    """Preferred voice. BEST is the first available of the user's recordings, the built-in clips and the
    device's engine. The same order is used for fallback voices."""

    BEST = "best"
    RECORDED = "recorded"
    BUILTIN = "builtin"
    DEVICE = "device"


class BackgroundSound(StrEnum):
    """Background sound under the voice, so that rustling sleeves give nothing away."""

    OFF = "off"
    RAIN = "rain"
    HEARTH = "hearth"
    TAVERN = "tavern"


class Theme(StrEnum):
    """Theme of the interface. The last member follows the device."""

    DARK = "dark"
    LIGHT = "light"
    SYSTEM = "system"


class CoachMode(StrEnum):
    """When a session is coached, unless chosen for the session itself."""

    NEW = "new"
    ALWAYS = "always"
    NEVER = "never"


class UnreadableValue(Enum):
    UNREADABLE = "unreadable"


# Placeholder for a stored value that is not valid JSON; no setting accepts it.
UNREADABLE: Final = UnreadableValue.UNREADABLE


@dataclass(frozen=True, slots=True)
class Settings:
    """User settings. Languages are codes of `companion.i18n.languages`."""

    language: str = FALLBACK_LANGUAGE.code
    narration: str = FALLBACK_LANGUAGE.code
    second_narration: str | None = None
    voice: VoicePreference = VoicePreference.BEST
    pace: float = 1.0
    pitch: float = 1.0
    text_size: int = 100
    theme: Theme = Theme.DARK
    keep_awake: bool = True
    less_motion: bool = False
    speak_in_game: bool = True
    style: NightStyle = NightStyle.NORMAL
    coach: CoachMode = CoachMode.NEW
    # Show the notepad: marks on seats, for the owner of the device only.
    notepad: bool = False
    bed: BackgroundSound = BackgroundSound.RAIN
    equal_nights: bool = False
    look_seconds: int = 5
    act_seconds: int = 2
    voice_level: int = 100
    bed_level: int = 100
    sign_level: int = 100


def default_settings(locale: str, font_scale: float | None = None) -> Settings:
    """Return the settings of a first start, with the language and the text size of the device."""
    language = default_language(locale)
    return Settings(language=language, narration=language, text_size=default_text_size(font_scale))


def default_text_size(font_scale: float | None) -> int:
    """Return the text size closest to the device's font scale; the default if that is unknown or absurd."""
    if font_scale is None or not isfinite(font_scale) or font_scale <= 0:
        return Settings().text_size
    return min(TEXT_SIZES, key=lambda size: abs(size - 100 * font_scale))


def default_language(locale: str) -> str:
    """Return the supported language for a locale: `it_IT.UTF-8`, `fa-IR`, `Greek_Greece.1253`, `de:it:en`."""
    for tag in locale.split(":"):
        name = tag.replace("-", "_").partition("_")[0].partition(".")[0].strip().lower()
        for language in LANGUAGES.values():
            # Windows uses the English names of languages.
            if name in (language.code, language.english_name.lower()):
                return language.code
    return FALLBACK_LANGUAGE.code


def parse_settings(
    raw: Mapping[str, Any], defaults: Settings | None = None
) -> tuple[Settings, tuple[Problem, ...]]:
    """Parse stored values into settings and problems; unknown keys are ignored."""
    values: dict[str, Any] = {}
    problems: list[Problem] = []
    for name in (name for name in _NAMES if name in raw):
        try:
            values[name] = _parse(name, raw[name])
        except ValueError:
            problems.append(warning("app.problem.setting_unreadable", name=name))
    return replace(defaults or Settings(), **values), tuple(problems)


def update_settings(settings: Settings, **changes: Any) -> Settings:
    """Return the settings with these changes. An invalid name or value is a bug in the caller and raises."""
    return replace(settings, **{name: _parse(name, value) for name, value in changes.items()})


def diff_settings(before: Settings, after: Settings) -> dict[str, Any]:
    """Return the changed settings by name, as JSON values."""
    return {name: getattr(after, name) for name in _NAMES if getattr(before, name) != getattr(after, name)}


_DEFAULTS: Final = Settings()
_NAMES: Final = tuple(field.name for field in fields(Settings))
_WHOLE_NUMBERS: Final[Mapping[str, Sequence[int]]] = {
    "text_size": TEXT_SIZES,
    "look_seconds": LOOK_SECONDS,
    "act_seconds": ACT_SECONDS,
    "voice_level": VOICE_LEVELS,
    "bed_level": LEVELS,
    "sign_level": LEVELS,
}
_FACTORS: Final = {"pace": (MIN_PACE, MAX_PACE), "pitch": (MIN_PITCH, MAX_PITCH)}


def _parse(name: str, raw: Any) -> Any:
    """Return the value of a setting. Raises ValueError if it is invalid."""
    default = getattr(_DEFAULTS, name)
    if isinstance(default, StrEnum):
        if isinstance(raw, str):
            return type(default)(raw)
    elif isinstance(default, bool):
        if isinstance(raw, bool):
            return raw
    elif name in _WHOLE_NUMBERS:
        if type(raw) is int and raw in _WHOLE_NUMBERS[name]:
            return raw
    elif name in _FACTORS:
        lowest, highest = _FACTORS[name]
        if type(raw) in (int, float) and lowest <= raw <= highest:
            return float(raw)
    elif (raw is None and default is None) or (isinstance(raw, str) and raw in LANGUAGES):
        return raw
    raise ValueError(f"invalid value of {name}: {raw!r}")
