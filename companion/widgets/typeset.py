"""Words to textures: the one place where text is shaped, broken into lines, fitted and drawn.

SDL's text has no glyph fallback and no bidirectional order, so a line is shaped here and, if no single
font has all its letters, set in runs of several fonts. Everything outside this module keeps text in
logical order.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from kivy.core.text import Label as CoreLabel
from kivy.core.text import LabelBase
from kivy.core.text.markup import MarkupLabel
from kivy.utils import escape_markup

from companion.assets import asset
from companion.i18n import shaping
from companion.widgets.coverage import FACES, covers

TITLE = "title"
ICONS = "icons"
ELLIPSIS = "…"

# The faces' own line heights are uneven; these are the look's, as a multiple of the size.
_LEADING = {TITLE: 1.2, "text400": 1.3, "text500": 1.28, "text700": 1.22, ICONS: 1.0}
_PERSIAN_LEADING = 1.45
_NUMBER_LEADING = 1.22
# Kivy brings these along; they stand in for a file that is missing and for scripts no other face has.
_LATIN_STAND_IN = "data/fonts/Roboto-Regular.ttf"
_WIDE_STAND_IN = "data/fonts/DejaVuSans.ttf"
_LAST_RESORT = "wide"
# What we ship: the faces with a table of their glyphs, but for Kivy's own, and our marks.
_FILES = {**{face: file for face, file in FACES.items() if face != _LAST_RESORT}, ICONS: "CompanionIcons.ttf"}

# So far off may be what is told of letters by those of another size.
_ABOUT = 1.05
# A label has so many words at the most.
_LABEL_WORDS = 6

# Kivy keeps 64 fonts open, and one more closes the oldest. To measure a forgotten word may open a font anew,
# which takes fifty times as long as to measure: so the measures of all that a walk round shows are kept.
_MANY = 16384
_SOME = 4096

_missing: list[str] = []


def register_fonts() -> tuple[str, ...]:
    """Make the faces known by name; returns the files that are missing (others stand in for them)."""
    _missing.clear()
    LabelBase.register(_LAST_RESORT, fn_regular=_WIDE_STAND_IN)
    for face, file in _FILES.items():
        path = asset("fonts", file)
        if path.is_file():
            LabelBase.register(face, fn_regular=str(path))
        else:
            _missing.append(file)
            latin = face == TITLE or face.startswith("text")
            LabelBase.register(face, fn_regular=_LATIN_STAND_IN if latin else _WIDE_STAND_IN)
    return tuple(_missing)


class Block(NamedTuple):
    """Text set and drawn: `label.texture` holds it, white, to be tinted."""

    label: CoreLabel
    width: float
    height: float
    lines: int


@lru_cache(maxsize=512)
def _ruler(face: str, size: int) -> CoreLabel:
    return CoreLabel(font_name=face, font_size=size)


@lru_cache(maxsize=_MANY)
def _width(face: str, size: int, text: str) -> int:
    return int(_ruler(face, size).get_extents(text)[0])


@lru_cache(maxsize=512)
def _natural_height(face: str, size: int) -> int:
    return int(_ruler(face, size).get_extents("Hg")[1])


@lru_cache(maxsize=1024)
def _faces(text: str, face: str, weight: int) -> tuple[str, ...]:
    """The faces to try for this text, best first: Persian letters anywhere make it a Persian label."""
    if face == ICONS:
        return (ICONS,)
    latin = (TITLE, "text700") if face == TITLE else (f"text{weight}",)
    persian = (f"fa{700 if face == TITLE else weight}",)
    order = persian + latin if shaping.needs_shaping(text) else latin + persian
    return (*order, "emoji", _LAST_RESORT)


@lru_cache(maxsize=2048)
def _runs(text: str, faces: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    if len(faces) == 1 or text.isascii():
        return ((faces[0], text),)
    return tuple(shaping.font_runs(text, covers, faces)) or ((faces[0], text),)


def _measure(text: str, faces: tuple[str, ...], size: int) -> float:
    return sum(_width(face, size, run) for face, run in _runs(text, faces))


@lru_cache(maxsize=2048)
def reads_from_right(text: str, menus: bool) -> bool:
    """Text whose letters all go one way goes that way, whatever the menus do: a line of the narrator's in
    another language, a name cut short. Mixed text is a sentence of the menus and goes with them."""
    kinds = {unicodedata.bidirectional(char) for char in text}
    left, right = "L" in kinds, not kinds.isdisjoint(("R", "AL"))
    return menus if left == right else right


def line_height(text: str, face: str, weight: int, size: int) -> float:
    main = _faces(text, face, weight)[0]
    # Persian needs air for its dots and bowls; its numbers alone do not.
    persian = main not in _LEADING and any(char.isalpha() for char in text)
    return size * (_PERSIAN_LEADING if persian else _LEADING.get(main, _NUMBER_LEADING))


@lru_cache(maxsize=_SOME)
def _lines(
    text: str, face: str, weight: int, size: int, width: int | None, rtl: bool, most: int | None
) -> tuple[str, ...]:
    faces = _faces(text, face, weight)
    room = float(width) if width is not None else float("inf")
    return tuple(
        shaping.visual_lines(text, room, lambda part: _measure(part, faces, size), rtl, most, ELLIPSIS)
    )


# What is shown is kept by whoever shows it: these are the pictures of what may come back.
@lru_cache(maxsize=96)
def set_text(
    text: str,
    face: str,
    weight: int,
    size: int,
    *,
    width: int | None,
    align: str,
    rtl: bool,
    most: int | None = None,
) -> Block:
    """Break, shape and draw `text` in pixels of `size`; `width` None sets it on as many lines as it has."""
    lines = _lines(text, face, weight, size, width, rtl, most) or ("",)
    faces = _faces(text, face, weight)
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
    drawn = texture.size if texture is not None else (0, leading * len(lines))
    return Block(label, float(drawn[0]), max(float(drawn[1]), leading * len(lines)), len(lines))


def line_count(text: str, face: str, weight: int, size: int, *, width: int, rtl: bool) -> int:
    """On how many lines the whole text stands."""
    return len(_lines(text, face, weight, size, width, rtl, None))


def text_width(text: str, face: str, weight: int, size: int, *, rtl: bool) -> float:
    """The width of the text on one line, with a pixel of air."""
    faces = _faces(text, face, weight)
    lines = _lines(text, face, weight, size, None, rtl, None)
    return max((_measure(line, faces, size) for line in lines), default=0.0) + 2


@lru_cache(maxsize=1024)
def _words(text: str, rtl: bool) -> tuple[str, ...]:
    """What must stay whole, as it is drawn."""
    return tuple(shaping.shape_line(word, rtl) for word in dict.fromkeys(shaping.unbroken(text)))


@lru_cache(maxsize=2048)
def longest_word(text: str, face: str, weight: int, size: int, *, rtl: bool) -> float:
    """The room below which a word would have to be torn."""
    faces = _faces(text, face, weight)
    return max((_measure(word, faces, size) for word in _words(text, rtl)), default=0.0)


@lru_cache(maxsize=_SOME)
def words_fit(text: str, face: str, weight: int, size: int, *, width: int, rtl: bool) -> bool:
    """Whether no word has to be torn. Where all of a line has room, so has each of its words, unmeasured."""
    faces = _faces(text, face, weight)
    lines = _lines(text, face, weight, size, None, rtl, None)
    if all(_measure(line, faces, size) <= width for line in lines):
        return True
    return longest_word(text, face, weight, size, rtl=rtl) <= width


@lru_cache(maxsize=1024)
def least_room(text: str, face: str, weight: int, size: int, *, rtl: bool, most: int | None) -> float:
    """The narrowest line that leaves every word of a label whole on so many lines; of a sentence, which has
    more words than a label, only that each word is whole."""
    needed = longest_word(text, face, weight, size, rtl=rtl)
    words = shaping.unbroken(text)
    if most is None or not most < len(words) <= _LABEL_WORDS:
        return needed
    faces = _faces(text, face, weight)
    runs = {
        _measure(shaping.shape_line(" ".join(words[start:end]), rtl), faces, size)
        for start in range(len(words))
        for end in range(start + 1, len(words) + 1)
    }
    enough = (
        run + 1
        for run in sorted(runs)
        if run >= needed and line_count(text, face, weight, size, width=int(run) + 1, rtl=rtl) <= most
    )
    # Spaces that are kept, as beside an empty word, make a text wider than its words.
    return next(enough, _measure(shaping.shape_line(text, rtl), faces, size) + 1)


@lru_cache(maxsize=_SOME)
def fitted_size(
    text: str,
    face: str,
    weight: int,
    largest: int,
    smallest: int,
    *,
    width: int,
    height: int,
    rtl: bool,
    most: int | None = None,
    last: int | None = None,
) -> int:
    """The largest size at which the text fits the box with all its words, each of them whole.

    Below `smallest` it goes for the words' sake only, down to `last`: so that none is torn and none is
    missing. Where even that is not enough, whole words count more than all words.
    """
    whole = 0
    lowest = smallest if last is None else min(last, smallest)

    def fits(size: int, drawn: int, room: int) -> tuple[bool, bool]:
        """Whether all words have room, and whether each is whole, in letters of one size drawn in another."""
        if not words_fit(text, face, weight, drawn, width=room, rtl=rtl):
            return False, False
        lines = line_count(text, face, weight, drawn, width=room, rtl=rtl)
        low_enough = size <= smallest or lines * line_height(text, face, weight, size) <= height
        return low_enough and (most is None or lines <= most), True

    for size in _sizes(largest, lowest):
        # Letters of another size are another font to be opened: by those of the largest it is told which
        # sizes are worth it. Smaller ones are drawn a little narrower or wider, on whole pixels.
        if size not in (largest, lowest):
            all_fit, all_whole = fits(size, largest, int(width * largest / size * _ABOUT))
            if not (all_whole if size <= smallest else all_fit):
                continue
        all_fit, all_whole = fits(size, size, width)
        if all_fit:
            return size
        if all_whole and size <= smallest:
            whole = whole or size
    return whole or smallest


def _sizes(largest: int, last: int) -> Iterator[int]:
    yield from range(largest, last, -max(1, largest // 24))
    yield last


def forget_all() -> None:
    """Drop every texture and measure, as when the window's GL context was lost."""
    for kept in (_ruler, _width, _natural_height, _faces, _runs, _lines, _words):
        kept.cache_clear()
    for shown in (longest_word, words_fit, least_room, fitted_size, set_text):
        shown.cache_clear()
