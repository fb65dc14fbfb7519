"""Text rendering: the one place where text is shaped, broken into lines, fitted and drawn to textures.

SDL has neither bidirectional text nor glyph fallback (it draws an empty box), so lines are shaped here and
split into runs of fonts that have the glyphs. Glyph coverage is looked up in `font_coverage`, made by
`tools/fonts.py`: opening a font to query it would cost more than drawing with it. Everything outside
this module keeps text in logical order.
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

from companion import asset
from companion.i18n import line_breaking
from companion.widgets.font_coverage import BOUNDS

# Font names and their files in assets/fonts; the last one is part of Kivy.
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


# Unicode categories of characters that need no glyph of their own.
_INVISIBLE_CATEGORIES = frozenset({"Cf", "Mn", "Me", "Zs"})


def has_glyphs_for(text: str) -> bool:
    """Return True if every character has a glyph in one of the fonts."""
    return all(
        unicodedata.category(char) in _INVISIBLE_CATEGORIES or any(has_glyph(face, char) for face in FACES)
        for char in text
    )


def has_glyph(face: str, char: str) -> bool:
    """Return True if the font has a glyph for this character."""
    # BOUNDS alternates between starts and ends of ranges: inside a range the count is odd.
    return bisect_right(BOUNDS[face], char) % 2 == 1


TITLE_FACE = "title"
ICONS = "icons"
ELLIPSIS = "…"

# Line heights as a multiple of the font size; those of the fonts themselves are uneven.
_LEADING = {TITLE_FACE: 1.2, "text400": 1.3, "text500": 1.28, "text700": 1.22, ICONS: 1.0}
_PERSIAN_LEADING = 1.45
_NUMBER_LEADING = 1.22
# Fonts shipped with Kivy: for missing files, and for scripts that no other font covers.
_LATIN_FALLBACK = "data/fonts/Roboto-Regular.ttf"
_WIDE_FALLBACK = "data/fonts/DejaVuSans.ttf"
_LAST_FALLBACK = "wide"
# Shipped font files: those with a coverage table (except Kivy's own), and the icon font.
_FILES = {
    **{face: file for face, file in FACES.items() if face != _LAST_FALLBACK},
    ICONS: "CompanionIcons.ttf",
}

# Tolerance when estimating the width at one font size from another.
_SIZE_TOLERANCE = 1.05
# Maximum number of words of a label; longer texts count as sentences.
_MAX_LABEL_WORDS = 6

# Kivy keeps 64 fonts open. Measuring an evicted word may have to open its font again, which takes fifty
# times as long as measuring: so the caches hold the measurements of every page.
_LARGE_CACHE = 16384
_SMALL_CACHE = 4096

_missing: list[str] = []


def register_fonts() -> tuple[str, ...]:
    """Register the fonts; return the missing files, for which Kivy's fonts are used."""
    _missing.clear()
    LabelBase.register(_LAST_FALLBACK, fn_regular=_WIDE_FALLBACK)
    for face, file in _FILES.items():
        path = asset("fonts", file)
        if path.is_file():
            LabelBase.register(face, fn_regular=str(path))
        else:
            _missing.append(file)
            latin = face == TITLE_FACE or face.startswith("text")
            LabelBase.register(face, fn_regular=_LATIN_FALLBACK if latin else _WIDE_FALLBACK)
    return tuple(_missing)


class RenderedText(NamedTuple):
    """Rendered text: `label.texture` is white, to be tinted by the canvas colour."""

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
    """Return the fonts to try, best first; any Persian letter makes the Persian font come first."""
    if face == ICONS:
        return (ICONS,)
    latin = (TITLE_FACE, "text700") if face == TITLE_FACE else (f"text{weight}",)
    persian = (f"fa{700 if face == TITLE_FACE else weight}",)
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
    """Return True if the text is written right to left.

    Text with letters of one direction only has that direction, whatever the language of the menus. Mixed
    text and text without letters follow `default_rtl`.
    """
    bidi_classes = {unicodedata.bidirectional(char) for char in text}
    left, right = "L" in bidi_classes, not bidi_classes.isdisjoint(("R", "AL"))
    return default_rtl if left == right else right


def line_height(text: str, face: str, weight: int, size: int) -> float:
    main = _fallback_faces(text, face, weight)[0]
    # Persian letters need a larger line height for dots and descenders; its digits do not.
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


# Small cache: widgets hold the textures on screen, this one only saves those that may be shown again.
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
    """Break, shape and draw `text` at `size` pixels; with `width` None, lines break only at newlines."""
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
        # Text is drawn on whole pixels at its own size, so interpolation would only cost time.
        texture.mag_filter = texture.min_filter = "nearest"
    texture_size = texture.size if texture is not None else (0, leading * len(lines))
    return RenderedText(
        label, float(texture_size[0]), max(float(texture_size[1]), leading * len(lines)), len(lines)
    )


def line_count(text: str, face: str, weight: int, size: int, *, width: int, rtl: bool) -> int:
    """Return the number of lines of the whole text at this width."""
    return len(_break_lines(text, face, weight, size, width, rtl, None))


def text_width(text: str, face: str, weight: int, size: int, *, rtl: bool) -> float:
    """Return the width of the text on one line, with a small margin."""
    faces = _fallback_faces(text, face, weight)
    lines = _break_lines(text, face, weight, size, None, rtl, None)
    return max((_measure(line, faces, size) for line in lines), default=0.0) + 2


@lru_cache(maxsize=1024)
def _unbreakable_parts(text: str, rtl: bool) -> tuple[str, ...]:
    """Return the parts that must not be broken, shaped for drawing."""
    return tuple(
        line_breaking.shape_line(word, rtl) for word in dict.fromkeys(line_breaking.unbreakable_parts(text))
    )


@lru_cache(maxsize=2048)
def max_word_width(text: str, face: str, weight: int, size: int, *, rtl: bool) -> float:
    """Return the width of the widest unbreakable part."""
    faces = _fallback_faces(text, face, weight)
    return max((_measure(word, faces, size) for word in _unbreakable_parts(text, rtl)), default=0.0)


@lru_cache(maxsize=_SMALL_CACHE)
def words_fit(text: str, face: str, weight: int, size: int, *, width: int, rtl: bool) -> bool:
    """Return True if no word has to be broken. If whole lines fit, the words are not measured."""
    faces = _fallback_faces(text, face, weight)
    lines = _break_lines(text, face, weight, size, None, rtl, None)
    if all(_measure(line, faces, size) <= width for line in lines):
        return True
    return max_word_width(text, face, weight, size, rtl=rtl) <= width


@lru_cache(maxsize=1024)
def min_text_width(
    text: str, face: str, weight: int, size: int, *, rtl: bool, max_lines: int | None
) -> float:
    """Return the narrowest width at which a label fits on `max_lines` lines with all words whole.

    For sentences, which have more words than a label, the lines are not limited.
    """
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
    # Preserved spaces, as beside an empty word, make a text wider than its words.
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
    """Return the largest font size at which the text fits the box with all words, none of them broken.

    Sizes below `min_size`, down to `hard_min_size`, are used only to avoid broken or missing words; the
    height is ignored there. If that is not enough, unbroken words take precedence over complete text.
    """
    unbroken_size = 0
    lower_bound = min_size if hard_min_size is None else min(hard_min_size, min_size)

    def fits(size: int, measured_size: int, available: int) -> tuple[bool, bool]:
        """Return whether all text fits and whether all words are whole, measured at `measured_size`."""
        if not words_fit(text, face, weight, measured_size, width=available, rtl=rtl):
            return False, False
        lines = line_count(text, face, weight, measured_size, width=available, rtl=rtl)
        low_enough = size <= min_size or lines * line_height(text, face, weight, size) <= height
        return low_enough and (max_lines is None or lines <= max_lines), True

    for size in _sizes(max_size, lower_bound):
        # Every font size is another font to open, so first estimate from the largest size, with a tolerance:
        # widths do not scale exactly, because glyphs are placed on whole pixels.
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
    """Drop all cached textures and measurements, for example after the GL context was lost."""
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
