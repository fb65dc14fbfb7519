"""Which face has a glyph for a character.

SDL draws an empty box for a character its font does not have, so text in more than one script is cut
into runs, each in a face that covers it. The answers come from a table made of the font files by
`tools/fonts.py`: opening a font to ask would cost more than drawing with it.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_right

from companion.widgets.glyphs import BOUNDS

# Names of the faces and their files in assets/fonts; the last one is part of Kivy.
FACES = {
    "title": "Vollkorn-Bold.ttf",
    "text400": "Roboto-Regular.ttf",
    "text500": "Roboto-Medium.ttf",
    "text700": "Roboto-Bold.ttf",
    "fa400": "Vazirmatn-Regular.ttf",
    "fa500": "Vazirmatn-Medium.ttf",
    "fa700": "Vazirmatn-Bold.ttf",
    "emoji": "NotoEmoji-Regular.ttf",
    "wide": "DejaVuSans.ttf",
}


# What joins or varies the character before it and has no shape of its own.
_INVISIBLE_CATEGORIES = frozenset({"Cf", "Mn", "Me", "Zs"})


def has_glyphs_for(text: str) -> bool:
    """Whether every character can be drawn by one face or another."""
    return all(
        unicodedata.category(char) in _INVISIBLE_CATEGORIES or any(has_glyph(face, char) for face in FACES)
        for char in text
    )


def has_glyph(face: str, char: str) -> bool:
    """Whether the face can draw this one character."""
    # First and past-the-last characters of the ranges alternate: inside a range the count is odd.
    return bisect_right(BOUNDS[face], char) % 2 == 1
