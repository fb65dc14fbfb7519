"""Line breaking and shaping: from logical text to visual lines with fonts.

Text is stored, compared, spoken and shared in logical order; only the last step before drawing uses this
module. `measure` and `has_glyph` are passed in, so that no window is needed.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import pairwise
from typing import NamedTuple

from companion.i18n.bidi import (
    BIDI_MARKS,
    BidiLevel,
    is_extender,
    join_letters,
    reorder_line,
    resolve_levels,
    split_clusters,
)

Measure = Callable[[str], float]

_NO_MARKS = dict.fromkeys(map(ord, BIDI_MARKS))
# Removed before drawing, because not every font treats them as invisible: soft hyphen, zero-width space,
# zero-width non-joiner, word joiner, byte order mark.
_INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u2060\ufeff"))
_RIGHT_TO_LEFT_KINDS = frozenset({"R", "AL", "AN"})
_FIRST_RIGHT_TO_LEFT = "\u0590"
# Unicode spaces, without the no-break ones, and the zero-width space.
_BREAKING_SPACES = frozenset(
    "\t \u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2008\u2009\u200a\u200b\u205f\u3000"
)
# A line may break after these, in paths and double names.
_JOINING_STROKES = frozenset("/-\u2010")
_LEFT_TO_RIGHT, _RIGHT_TO_LEFT, _END = "\u202a", "\u202b", "\u202c"
# Strong marks around an embedding stop it from affecting adjacent numbers and brackets. The right-to-left
# mark is the Arabic one, after which numbers behave as after Persian letters.
_STRONG_MARKS = {False: "\u200e", True: "\u061c"}


def needs_shaping(text: str) -> bool:
    """True if the text contains right-to-left characters or bidi marks."""
    if max(text, default="") < _FIRST_RIGHT_TO_LEFT:
        return False
    return any(char in BIDI_MARKS or unicodedata.bidirectional(char) in _RIGHT_TO_LEFT_KINDS for char in text)


def is_rtl(text: str, default_rtl: bool) -> bool:
    """True if the first strong character is right-to-left; the default if there is none."""
    for char in text:
        bidi_class = unicodedata.bidirectional(char)
        if bidi_class == "L":
            return False
        if bidi_class in ("R", "AL"):
            return True
    return default_rtl


def isolate(name: str, rtl_base: bool) -> str:
    """Embed a name in a sentence of the other direction; returns it unchanged if no marks are needed."""
    if name.isascii() and not rtl_base:
        return name
    turning = ("L",) if rtl_base else _RIGHT_TO_LEFT_KINDS
    if not any(unicodedata.bidirectional(char) in turning for char in name):
        return name
    start = _RIGHT_TO_LEFT if is_rtl(name, rtl_base) else _LEFT_TO_RIGHT
    strong_mark = _STRONG_MARKS[rtl_base]
    return f"{strong_mark}{start}{name}{_END}{strong_mark}"


def strip_bidi_marks(text: str) -> str:
    """Remove the bidi marks, for speech, sharing and comparison."""
    return text if text.isascii() else text.translate(_NO_MARKS)


def shape_line(text: str, rtl_base: bool) -> str:
    """Return the visual order of text that is not wrapped."""
    return "\n".join(_to_visual(part.signs, rtl_base) for part in _paragraphs(text, rtl_base))


def wrap_lines(
    text: str, width: float, measure: Measure, max_lines: int | None = None, ellipsis: str = "…"
) -> list[str]:
    """Wrap text into lines in logical order, without bidi marks; widths are measured in visual order."""
    lines = _break_lines(text, width, measure, is_rtl(text, False), max_lines, ellipsis)
    return [line.logical() for line in lines]


def visual_lines(
    text: str,
    width: float,
    measure: Measure,
    rtl_base: bool,
    max_lines: int | None = None,
    ellipsis: str = "…",
) -> list[str]:
    """Wrap text into lines in visual order; truncated text ends in the ellipsis."""
    return [line.visual() for line in _break_lines(text, width, measure, rtl_base, max_lines, ellipsis)]


def unbreakable_parts(text: str) -> list[str]:
    """Return the parts between which a line may break, usually words."""
    parts: list[str] = []
    for line in strip_bidi_marks(text).splitlines():
        signs = split_clusters(line)
        breaks = [i for i in range(1, len(signs)) if _can_break_between(signs[i - 1], signs[i])]
        for start, end in pairwise((0, *breaks, len(signs))):
            part = "".join(sign for sign in signs[start:end] if sign not in _BREAKING_SPACES)
            if part:
                parts.append(part)
    return parts


def split_font_runs(
    text: str, has_glyph: Callable[[str, str], bool], faces: Sequence[str]
) -> list[tuple[str, str]]:
    """Split visual text into runs, each with the first face of `faces` that has its glyphs. Spaces and
    characters that no face has stay with the previous run."""
    # Fast path without clusters: the first face has every letter.
    if all(has_glyph(faces[0], char) or char.isspace() or is_extender(char) for char in set(text)):
        return [(faces[0], text)] if text else []
    runs: list[tuple[str, str]] = []
    pending = ""
    for cluster in split_clusters(text):
        face = None if cluster.isspace() or is_extender(cluster[0]) else _find_face(cluster, has_glyph, faces)
        if face is None and runs:
            face = runs[-1][0]
        if face is None:
            pending += cluster
        elif runs and runs[-1][0] == face:
            runs[-1] = (face, runs[-1][1] + cluster)
        else:
            runs.append((face, pending + cluster))
            pending = ""
    if pending:
        runs.append((faces[0], pending))
    return runs


def _find_face(cluster: str, has_glyph: Callable[[str, str], bool], faces: Sequence[str]) -> str | None:
    signs = [char for char in cluster if not is_extender(char)]
    return next((face for face in faces if all(has_glyph(face, sign) for sign in signs)), None)


class _Sign(NamedTuple):
    """A cluster with its visual form and bidi level. There is more than one piece if bidi marks are next to
    it; they draw nothing but still separate their neighbours."""

    source: str
    pieces: list[tuple[str, BidiLevel | None]]


class _Paragraph(NamedTuple):
    """A paragraph with a cache of its visual lines: fitting a text measures the same lines repeatedly."""

    signs: list[_Sign]
    rtl: bool
    visual_cache: dict[tuple[int, int, str], str]


class _Line(NamedTuple):
    """Signs `start` to `end` of a paragraph; `tail` is the ellipsis if the text was truncated here."""

    paragraph: _Paragraph
    start: int
    end: int
    tail: str = ""

    def logical(self) -> str:
        return "".join(sign.source for sign in self._signs()) + self.tail

    def visual(self) -> str:
        cache, key = self.paragraph.visual_cache, (self.start, self.end, self.tail)
        if key not in cache:
            cache[key] = _to_visual(self._signs(), self.paragraph.rtl, self.tail)
        return cache[key]

    def _signs(self) -> list[_Sign]:
        end = self.end
        while end > self.start and _is_space(self.paragraph.signs[end - 1]):
            end -= 1
        return self.paragraph.signs[self.start : end]


def _to_visual(signs: Iterable[_Sign], rtl: bool, tail: str = "") -> str:
    pieces = [piece for sign in signs for piece in sign.pieces]
    turning = [(text, place) for text, place in pieces if place is not None]
    if not turning:
        line = "".join(text for text, _ in pieces) + tail
    else:
        if tail:
            turning.append((tail, BidiLevel("ON", int(rtl))))
        line = reorder_line(turning, rtl)
    return line if line.isascii() else line.translate(_INVISIBLE)


def _is_space(sign: _Sign) -> bool:
    return sign.source in _BREAKING_SPACES


def _can_break_between(before: str, after: str) -> bool:
    """True if a line may break between these signs: before a space, or after a hyphen or slash."""
    if after in _BREAKING_SPACES:
        return before not in _BREAKING_SPACES
    return before in _JOINING_STROKES and after[0].isalpha()


def _break_points(signs: Sequence[_Sign], start: int) -> list[int]:
    """Return the indexes at which a line from `start` may end without splitting a word."""
    between = range(start + 1, len(signs))
    return [*(i for i in between if _can_break_between(signs[i - 1].source, signs[i].source)), len(signs)]


@lru_cache(maxsize=256)
def _paragraphs(text: str, rtl_base: bool) -> tuple[_Paragraph, ...]:
    return tuple(_paragraph(part, rtl_base) for part in text.splitlines() or [""])


def _paragraph(part: str, rtl_base: bool) -> _Paragraph:
    units = split_clusters(part)
    if not rtl_base and not needs_shaping(part):
        return _Paragraph([_Sign(unit, [(unit, None)]) for unit in units], rtl_base, {})
    forms = join_letters(units) if needs_shaping(part) else units
    return _Paragraph(_signs(units, forms, resolve_levels(units, rtl_base)), rtl_base, {})


def _signs(units: Sequence[str], forms: Sequence[str], places: Sequence[BidiLevel]) -> list[_Sign]:
    signs: list[_Sign] = []
    leading: list[tuple[str, BidiLevel | None]] = []
    for unit, form, place in zip(units, forms, places, strict=True):
        if unit in BIDI_MARKS:
            (signs[-1].pieces if signs else leading).append(("", place))
        else:
            signs.append(_Sign(unit, [*leading, (form, place)]))
            leading.clear()
    return signs


def _break_lines(
    text: str, width: float, measure: Measure, rtl_base: bool, max_lines: int | None, ellipsis: str
) -> list[_Line]:
    limit = None if max_lines is None else max(1, max_lines)
    lines: list[_Line] = []
    for paragraph in _paragraphs(text, rtl_base):
        for line in _break_paragraph(paragraph, width, measure):
            if len(lines) == limit:
                lines[-1] = _truncate_line(lines[-1], width, measure, ellipsis)
                return lines
            lines.append(line)
    return lines


def _break_paragraph(paragraph: _Paragraph, width: float, measure: Measure) -> Iterator[_Line]:
    signs = paragraph.signs
    count = len(signs)
    if measure(_Line(paragraph, 0, count).visual()) <= width:
        yield _Line(paragraph, 0, count)
        return
    gaps = _break_points(signs, 0)

    def fits(start: int, end: int) -> bool:
        return measure(_Line(paragraph, start, end).visual()) <= width

    start = 0
    while start < count:
        words = _count_fitting(partial(fits, start), gaps)
        if words:
            end = gaps[words - 1]
        else:  # one word wider than the line: split it between signs
            end = start + max(1, _count_fitting(partial(fits, start), range(start + 1, gaps[0] + 1)))
        yield _Line(paragraph, start, end)
        while gaps and gaps[0] <= end:
            del gaps[0]
        start = end
        while start < count and _is_space(signs[start]):
            start += 1


def _truncate_line(line: _Line, width: float, measure: Measure, ellipsis: str) -> _Line:
    """Shorten the line so that the ellipsis fits: after a whole word, or inside a single one."""

    def line_to(end: int) -> _Line:
        return _Line(line.paragraph, line.start, end, ellipsis)

    def fits(end: int) -> bool:
        return measure(line_to(end).visual()) <= width

    words = _break_points(line.paragraph.signs, line.start)
    word_count = _count_fitting(fits, words)
    if word_count:
        return line_to(words[word_count - 1])
    return line_to(line.start + _count_fitting(fits, range(line.start + 1, words[0] + 1)))


def _count_fitting(fits: Callable[[int], bool], ends: Sequence[int]) -> int:
    """Count how many of the ends fit, by few measurements: exponential, then binary search."""
    good, step = 0, 1
    while good < len(ends):
        bad = min(good + step, len(ends))
        if fits(ends[bad - 1]):
            good, step = bad, step * 2
            continue
        while bad - good > 1:
            middle = (good + bad) // 2
            if fits(ends[middle - 1]):
                good = middle
            else:
                bad = middle
        break
    return good
