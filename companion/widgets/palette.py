"""Colour palettes of both themes by role, and the contrast pairs that tests check. Pure data."""

from __future__ import annotations

from dataclasses import dataclass, fields

Rgba = tuple[float, float, float, float]
# The name of a palette role, or a colour that is the same in every theme.
Tone = str | Rgba


def rgba(code: str, alpha: float = 1.0) -> Rgba:
    """Return a colour code such as `#EBB54A` as the four floats that Kivy uses."""
    red, green, blue = (int(code[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return (red, green, blue, alpha)


@dataclass(frozen=True, slots=True)
class Palette:
    """One colour per role, not named by hue: each theme is another set of the same roles."""

    table: str
    glow: str
    joint: str
    joint_alpha: float
    plank: str
    raised: str
    groove: str
    rim: str
    ink: str
    ink_2: str
    ink_3: str
    solid: str
    on_solid: str
    hollow: str
    candle: str
    candle_fill: str
    on_candle: str
    candle_deep: str
    good: str
    good_fill: str
    good_deep: str
    evil: str
    evil_fill: str
    evil_deep: str
    on_side: str
    sea: str
    sea_deep: str
    moon: str
    moon_deep: str
    teal: str
    teal_deep: str
    brick: str
    brick_deep: str
    sand: str
    on_sand: str
    leaf: str
    plum: str
    ember: str
    ember_deep: str
    on_accent: str
    wood: str
    wood_line: str
    wood_rim: str
    night: str = "#070403"
    night_line: str = "#F8E8CC"
    night_raised: str = "#16110C"
    night_groove: str = "#2B1F14"
    night_ink: str = "#D5C3AA"
    flame: str = "#FFE3A3"


DARK = Palette(
    table="#190F09",
    glow="#2E1C10",
    joint="#000000",
    joint_alpha=0.26,
    plank="#2A1C13",
    raised="#3B2A1D",
    groove="#523E2D",
    rim="#997F66",
    ink="#F7ECDB",
    ink_2="#D5C3AA",
    ink_3="#B5A189",
    solid="#F7ECDB",
    on_solid="#21150A",
    hollow="#190F09",
    candle="#EBB54A",
    candle_fill="#EBB54A",
    on_candle="#21150A",
    candle_deep="#432A15",
    good="#92BCF3",
    good_fill="#2B5DA8",
    good_deep="#17263C",
    evil="#F4978C",
    evil_fill="#A82B32",
    evil_deep="#3B1618",
    on_side="#F7ECDB",
    sea="#62C9A7",
    sea_deep="#12352B",
    moon="#CDD7E5",
    moon_deep="#2B323D",
    teal="#58C1CC",
    teal_deep="#10363B",
    brick="#EA8F70",
    brick_deep="#42221A",
    sand="#D9C3A0",
    on_sand="#21150A",
    leaf="#B4C765",
    plum="#CBA6EA",
    ember="#F5A95C",
    ember_deep="#3A2513",
    on_accent="#21150A",
    wood="#3A2818",
    wood_line="#4A3521",
    wood_rim="#6B4D30",
)

LIGHT = Palette(
    table="#F4EADB",
    glow="#FCF5E9",
    joint="#6E4B1E",
    joint_alpha=0.10,
    plank="#FFFAF1",
    raised="#EBDDC8",
    groove="#D9C7AD",
    rim="#8A7153",
    ink="#27190E",
    ink_2="#54422F",
    ink_3="#6A5641",
    solid="#27190E",
    on_solid="#FFFAF1",
    hollow="#FFFAF1",
    candle="#7B4F00",
    candle_fill="#E6AE3E",
    on_candle="#27190E",
    candle_deep="#FBEBC8",
    good="#1F4F96",
    good_fill="#2B5DA8",
    good_deep="#DFEAFA",
    evil="#97202A",
    evil_fill="#A82B32",
    evil_deep="#FBE3E0",
    on_side="#FFFAF1",
    sea="#17694F",
    sea_deep="#D8F0E6",
    moon="#435066",
    moon_deep="#E4E9F1",
    teal="#0E6570",
    teal_deep="#D7EFF2",
    brick="#9A3F22",
    brick_deep="#FBE5DC",
    sand="#D9C3A0",
    on_sand="#21150A",
    leaf="#566311",
    plum="#6F3F94",
    ember="#8F4A00",
    ember_deep="#FCE8CF",
    on_accent="#FFFAF1",
    wood="#E2CBA8",
    wood_line="#D3B88F",
    wood_rim="#B6946A",
)

# Every text colour and background used together; a test requires a contrast of 4.5 : 1 in both themes.
TEXT_PAIRS: tuple[tuple[str, str], ...] = (
    *((ink, ground) for ink in ("ink", "ink_2", "ink_3") for ground in ("table", "glow", "plank", "raised")),
    *(
        (ink, f"{hue}_deep")
        for hue in ("candle", "good", "evil", "sea", "moon", "teal", "brick", "ember")
        for ink in ("ink", "ink_2", hue)
    ),
    *(
        (hue, ground)
        for hue in ("candle", "good", "evil", "sea", "moon", "teal", "brick", "ember")
        for ground in ("table", "glow", "plank")
    ),
    *(("on_accent", hue) for hue in ("sea", "moon", "teal", "ember", "brick", "leaf", "plum")),
    ("on_candle", "candle_fill"),
    ("on_solid", "solid"),
    ("ink", "hollow"),
    ("on_side", "good_fill"),
    ("on_side", "evil_fill"),
    ("on_sand", "sand"),
    ("ink", "wood"),
    ("ink_2", "wood"),
    ("night_line", "night"),
    ("night_ink", "night"),
    ("night_ink", "night_raised"),
)

# Outlines needed to see a control; a test requires 3 : 1.
OUTLINE_PAIRS: tuple[tuple[str, str], ...] = (("rim", "table"), ("rim", "plank"), ("rim", "glow"))


def contrast_ratio(one: str, other: str) -> float:
    """Return the contrast ratio of two colours as defined by WCAG 2."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(code: str) -> float:
    channels = [
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in rgba(code)[:3]
    ]
    return 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2]


def colour_names() -> tuple[str, ...]:
    return tuple(field.name for field in fields(Palette) if field.name != "joint_alpha")
