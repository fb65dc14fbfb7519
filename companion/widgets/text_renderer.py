"""Words to textures: the one place where text is shaped, broken into lines, fitted and drawn.

SDL's text has no glyph fallback and no bidirectional order, so a line is shaped here and, if no single
font has all its letters, set in runs of several fonts. Everything outside this module keeps text in
logical order.

Which face has a glyph for a character.

SDL draws an empty box for a character its font does not have, so text in more than one script is cut
into runs, each in a face that covers it. The answers come from a table made of the font files by
`tools/fonts.py`: opening a font to ask would cost more than drawing with it.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from kivy.core.text import Label as CoreLabel
from kivy.core.text import LabelBase
from kivy.core.text.markup import MarkupLabel
from kivy.utils import escape_markup

from companion.assets import asset
from companion.i18n import line_breaking
from companion.widgets.font_coverage import BOUNDS

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


TITLE = "title"
ICONS = "icons"
ELLIPSIS = "…"

# The faces' own line heights are uneven; these are the look's, as a multiple of the size.
_LEADING = {TITLE: 1.2, "text400": 1.3, "text500": 1.28, "text700": 1.22, ICONS: 1.0}
_PERSIAN_LEADING = 1.45
_NUMBER_LEADING = 1.22
# Kivy brings these along; they stand in for a file that is missing and for scripts no other face has.
_LATIN_FALLBACK = "data/fonts/Roboto-Regular.ttf"
_WIDE_FALLBACK = "data/fonts/DejaVuSans.ttf"
_LAST_FALLBACK = "wide"
# What we ship: the faces with a table of their glyphs, but for Kivy's own, and our marks.
_FILES = {
    **{face: file for face, file in FACES.items() if face != _LAST_FALLBACK},
    ICONS: "CompanionIcons.ttf",
}

# So far off may be what is told of letters by those of another size.
_SIZE_TOLERANCE = 1.05
# A label has so many words at the most.
_MAX_LABEL_WORDS = 6

# Kivy keeps 64 fonts open, and one more closes the oldest. To measure a forgotten word may open a font anew,
# which takes fifty times as long as to measure: so the measures of all that a walk round shows are kept.
_LARGE_CACHE = 16384
_SMALL_CACHE = 4096

_missing: list[str] = []


def register_fonts() -> tuple[str, ...]:
    """Make the faces known by name; returns the files that are missing (others stand in for them)."""
    _missing.clear()
    LabelBase.register(_LAST_FALLBACK, fn_regular=_WIDE_FALLBACK)
    for face, file in _FILES.items():
        path = asset("fonts", file)
        if path.is_file():
            LabelBase.register(face, fn_regular=str(path))
        else:
            _missing.append(file)
            latin = face == TITLE or face.startswith("text")
            LabelBase.register(face, fn_regular=_LATIN_FALLBACK if latin else _WIDE_FALLBACK)
    return tuple(_missing)


class RenderedText(NamedTuple):
    """Text set and drawn: `label.texture` holds it, white, to be tinted."""

    label: CoreLabel
    width: float
    height: float
    lines: int


@lru_cache(maxsize=512)
def _measuring_label(face: str, size: int) -> CoreLabel:
    return CoreLabel(font_name=face, font_size=size)


@lru_cache(maxsize=_LARGE_CACHE)
def _run_width(face: str, size: int, text: str) -> int:
    return int(_measuring_label(face, size).get_extents(text)[0])


@lru_cache(maxsize=512)
def _natural_height(face: str, size: int) -> int:
    return int(_measuring_label(face, size).get_extents("Hg")[1])


@lru_cache(maxsize=1024)
def _fallback_faces(text: str, face: str, weight: int) -> tuple[str, ...]:
    """The faces to try for this text, best first: Persian letters anywhere make it a Persian label."""
    if face == ICONS:
        return (ICONS,)
    latin = (TITLE, "text700") if face == TITLE else (f"text{weight}",)
    persian = (f"fa{700 if face == TITLE else weight}",)
    order = persian + latin if line_breaking.needs_shaping(text) else latin + persian
    return (*order, "emoji", _LAST_FALLBACK)


@lru_cache(maxsize=2048)
def _runs(text: str, faces: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    if len(faces) == 1 or text.isascii():
        return ((faces[0], text),)
    return tuple(line_breaking.split_font_runs(text, has_glyph, faces)) or ((faces[0], text),)


def _measure(text: str, faces: tuple[str, ...], size: int) -> float:
    return sum(_run_width(face, size, run) for face, run in _runs(text, faces))


@lru_cache(maxsize=2048)
def is_rtl_text(text: str, default_rtl: bool) -> bool:
    """Text whose letters all go one way goes that way, whatever the menus do: a line of the narrator's in
    another language, a name cut short. Mixed text is a sentence of the menus and goes with them."""
    bidi_classes = {unicodedata.bidirectional(char) for char in text}
    left, right = "L" in bidi_classes, not bidi_classes.isdisjoint(("R", "AL"))
    return default_rtl if left == right else right


def line_height(text: str, face: str, weight: int, size: int) -> float:
    main = _fallback_faces(text, face, weight)[0]
    # Persian needs air for its dots and bowls; its numbers alone do not.
    persian = main not in _LEADING and any(char.isalpha() for char in text)
    return size * (_PERSIAN_LEADING if persian else _LEADING.get(main, _NUMBER_LEADING))


@lru_cache(maxsize=_SMALL_CACHE)
def _break_lines(
    text: str, face: str, weight: int, size: int, width: int | None, rtl: bool, max_lines: int | None
) -> tuple[str, ...]:
    faces = _fallback_faces(text, face, weight)
    room = float(width) if width is not None else float("inf")
    return tuple(
        line_breaking.visual_lines(
            text, room, lambda part: _measure(part, faces, size), rtl, max_lines, ELLIPSIS
        )
    )


# What is shown is kept by whoever shows it: these are the pictures of what may come back.
@lru_cache(maxsize=96)
def render_text(
    text: str,
    face: str,
    weight: int,
    size: int,
    *,
    width: int | None,
    align: str,
    rtl: bool,
    max_lines: int | None = None,
) -> RenderedText:
    """Break, shape and draw `text` in pixels of `size`; `width` None sets it on as many lines as it has."""
    lines = _break_lines(text, face, weight, size, width, rtl, max_lines) or ("",)
    faces = _fallback_faces(text, face, weight)
    leading = line_height(text, face, weight, size)
    options = {
        "font_size": size,
        "halign": align,
        "line_height": leading / max(1, _natural_height(faces[0], size)),
    }
    mixed = [_runs(line, faces) for line in lines]
    if all(len(runs) <= 1 for runs in mixed) and len({runs[0][0] for runs in mixed if runs}) <= 1:
        font = next((runs[0][0] for runs in mixed if runs), faces[0])
        label = CoreLabel(text="\n".join(lines), font_name=font, **options)
    else:
        marked = "\n".join(
            "".join(f"[font={font}]{escape_markup(run)}[/font]" for font, run in runs) for runs in mixed
        )
        label = MarkupLabel(text=marked, font_name=faces[0], markup=True, **options)
    label.refresh()
    texture = label.texture
    if texture is not None:
        # Words stand on whole pixels in their own size: blending neighbours would only cost time.
        texture.mag_filter = texture.min_filter = "nearest"
    texture_size = texture.size if texture is not None else (0, leading * len(lines))
    return RenderedText(
        label, float(texture_size[0]), max(float(texture_size[1]), leading * len(lines)), len(lines)
    )


def line_count(text: str, face: str, weight: int, size: int, *, width: int, rtl: bool) -> int:
    """On how many lines the whole text stands."""
    return len(_break_lines(text, face, weight, size, width, rtl, None))


def text_width(text: str, face: str, weight: int, size: int, *, rtl: bool) -> float:
    """The width of the text on one line, with a pixel of air."""
    faces = _fallback_faces(text, face, weight)
    lines = _break_lines(text, face, weight, size, None, rtl, None)
    return max((_measure(line, faces, size) for line in lines), default=0.0) + 2


@lru_cache(maxsize=1024)
def _unbreakable_parts(text: str, rtl: bool) -> tuple[str, ...]:
    """What must stay whole, as it is drawn."""
    return tuple(
        line_breaking.shape_line(word, rtl) for word in dict.fromkeys(line_breaking.unbreakable_parts(text))
    )


@lru_cache(maxsize=2048)
def max_word_width(text: str, face: str, weight: int, size: int, *, rtl: bool) -> float:
    """The room below which a word would have to be torn."""
    faces = _fallback_faces(text, face, weight)
    return max((_measure(word, faces, size) for word in _unbreakable_parts(text, rtl)), default=0.0)


@lru_cache(maxsize=_SMALL_CACHE)
def words_fit(text: str, face: str, weight: int, size: int, *, width: int, rtl: bool) -> bool:
    """Whether no word has to be torn. Where all of a line has room, so has each of its words, unmeasured."""
    faces = _fallback_faces(text, face, weight)
    lines = _break_lines(text, face, weight, size, None, rtl, None)
    if all(_measure(line, faces, size) <= width for line in lines):
        return True
    return max_word_width(text, face, weight, size, rtl=rtl) <= width


@lru_cache(maxsize=1024)
def min_text_width(
    text: str, face: str, weight: int, size: int, *, rtl: bool, max_lines: int | None
) -> float:
    """The narrowest line that leaves every word of a label whole on so many lines; of a sentence, which has
    more words than a label, only that each word is whole."""
    needed = max_word_width(text, face, weight, size, rtl=rtl)
    words = line_breaking.unbreakable_parts(text)
    if max_lines is None or not max_lines < len(words) <= _MAX_LABEL_WORDS:
        return needed
    faces = _fallback_faces(text, face, weight)
    runs = {
        _measure(line_breaking.shape_line(" ".join(words[start:end]), rtl), faces, size)
        for start in range(len(words))
        for end in range(start + 1, len(words) + 1)
    }
    enough = (
        run + 1
        for run in sorted(runs)
        if run >= needed and line_count(text, face, weight, size, width=int(run) + 1, rtl=rtl) <= max_lines
    )
    # Spaces that are kept, as beside an empty word, make a text wider than its words.
    return next(enough, _measure(line_breaking.shape_line(text, rtl), faces, size) + 1)


@lru_cache(maxsize=_SMALL_CACHE)
def fit_font_size(
    text: str,
    face: str,
    weight: int,
    max_size: int,
    min_size: int,
    *,
    width: int,
    height: int,
    rtl: bool,
    max_lines: int | None = None,
    hard_min_size: int | None = None,
) -> int:
    """The largest size at which the text fits the box with all its words, each of them whole.

    Below `min_size` it goes for the words' sake only, down to `hard_min_size`: so that none is torn and
    none is missing. Where even that is not enough, whole words count more than all words.
    """
    unbroken_size = 0
    lower_bound = min_size if hard_min_size is None else min(hard_min_size, min_size)

    def fits(size: int, measured_size: int, available: int) -> tuple[bool, bool]:
        """Whether all words have room, and whether each is whole, in letters of one size drawn in another."""
        if not words_fit(text, face, weight, measured_size, width=available, rtl=rtl):
            return False, False
        lines = line_count(text, face, weight, measured_size, width=available, rtl=rtl)
        low_enough = size <= min_size or lines * line_height(text, face, weight, size) <= height
        return low_enough and (max_lines is None or lines <= max_lines), True

    for size in _sizes(max_size, lower_bound):
        # Letters of another size are another font to be opened: by those of the largest it is told which
        # sizes are worth it. Smaller ones are drawn a little narrower or wider, on whole pixels.
        if size not in (max_size, lower_bound):
            all_fit, all_whole = fits(size, max_size, int(width * max_size / size * _SIZE_TOLERANCE))
            if not (all_whole if size <= min_size else all_fit):
                continue
        all_fit, all_whole = fits(size, size, width)
        if all_fit:
            return size
        if all_whole and size <= min_size:
            unbroken_size = unbroken_size or size
    return unbroken_size or min_size


def _sizes(max_size: int, min_size: int) -> Iterator[int]:
    yield from range(max_size, min_size, -max(1, max_size // 24))
    yield min_size


def clear_caches() -> None:
    """Drop every texture and measure, as when the window's GL context was lost."""
    for measure in (
        _measuring_label,
        _run_width,
        _natural_height,
        _fallback_faces,
        _runs,
        _break_lines,
        _unbreakable_parts,
    ):
        measure.cache_clear()
    for function in (max_word_width, words_fit, min_text_width, fit_font_size, render_text):
        function.cache_clear()
