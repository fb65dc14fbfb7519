"""Logical text to the lines a screen draws: joined letters, line breaks, visual order, fonts.

Text is kept, compared, spoken and shared in logical order; only the last step before drawing comes
here. `measure` and `covers` are handed in by whoever draws, so nothing here needs a window.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

from companion.i18n.clusters import BIDI_MARKS, clusters, is_extender
from companion.i18n.joining import joined
from companion.i18n.ordering import Placed, in_order, placed

Measure = Callable[[str], float]

_NO_MARKS = dict.fromkeys(map(ord, BIDI_MARKS))
# These have done their work before a line is drawn, and not every font knows that they are invisible:
# soft hyphen, zero-width space, half-space, word joiner, byte order mark.
_UNDRAWN = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u2060\ufeff"))
_RIGHT_TO_LEFT_KINDS = frozenset({"R", "AL", "AN"})
_FIRST_RIGHT_TO_LEFT = "\u0590"
# Every space of Unicode but those that forbid a break, and the zero-width one.
_BREAKING_SPACES = frozenset(
    "\t \u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2008\u2009\u200a\u200b\u205f\u3000"
)
# Paths and double names are no single words.
_JOINING_STROKES = frozenset("/-\u2010")
_LEFT_TO_RIGHT, _RIGHT_TO_LEFT, _END = "\u202a", "\u202b", "\u202c"
# Strong marks round an embedding keep it from pulling numbers and brackets beside it along. The
# right-to-left one is the Arabic kind, after which numbers behave as they do after Persian letters.
_BESIDE = {False: "\u200e", True: "\u061c"}


def needs_shaping(text: str) -> bool:
    """Whether anything in the text is written from right to left, or marked so."""
    if max(text, default="") < _FIRST_RIGHT_TO_LEFT:
        return False
    return any(char in BIDI_MARKS or unicodedata.bidirectional(char) in _RIGHT_TO_LEFT_KINDS for char in text)


def direction(text: str, default_rtl: bool) -> bool:
    """Whether the text reads from right to left, by its first letter; without any, the default."""
    for char in text:
        found = unicodedata.bidirectional(char)
        if found == "L":
            return False
        if found in ("R", "AL"):
            return True
    return default_rtl


def isolate(name: str, rtl_base: bool) -> str:
    """A name as it must stand in a sentence read the other way; unmarked where no mark is needed."""
    if name.isascii() and not rtl_base:
        return name
    turning = ("L",) if rtl_base else _RIGHT_TO_LEFT_KINDS
    if not any(unicodedata.bidirectional(char) in turning for char in name):
        return name
    start = _RIGHT_TO_LEFT if direction(name, rtl_base) else _LEFT_TO_RIGHT
    beside = _BESIDE[rtl_base]
    return f"{beside}{start}{name}{_END}{beside}"


def plain(text: str) -> str:
    """The text without direction marks: for the voice, for sharing, for comparing."""
    return text if text.isascii() else text.translate(_NO_MARKS)


def shape_line(text: str, rtl_base: bool) -> str:
    """What to draw, from left to right, for text that is not to be wrapped."""
    return "\n".join(_visual(part.signs, rtl_base) for part in _paragraphs(text, rtl_base))


def wrap(
    text: str, width: float, measure: Measure, max_lines: int | None = None, ellipsis: str = "…"
) -> list[str]:
    """The lines in logical order, without direction marks; each fits, measured as it will be drawn."""
    lines = _lines(text, width, measure, direction(text, False), max_lines, ellipsis)
    return [line.logical() for line in lines]


def visual_lines(
    text: str,
    width: float,
    measure: Measure,
    rtl_base: bool,
    max_lines: int | None = None,
    ellipsis: str = "…",
) -> list[str]:
    """The lines as they are drawn, first line first; a text cut short ends in the ellipsis."""
    return [line.visual() for line in _lines(text, width, measure, rtl_base, max_lines, ellipsis)]


def unbroken(text: str) -> list[str]:
    """The parts between which a line may end: the words, as a rule."""
    parts: list[str] = []
    for line in plain(text).splitlines():
        signs = clusters(line)
        start = 0
        for end in (*(i for i in range(1, len(signs)) if _may_end(signs[i - 1], signs[i])), len(signs)):
            part = "".join(sign for sign in signs[start:end] if sign not in _BREAKING_SPACES)
            if part:
                parts.append(part)
            start = end
    return parts


def font_runs(text: str, covers: Callable[[str, str], bool], order: Sequence[str]) -> list[tuple[str, str]]:
    """Visual text cut into runs, each with the first face of `order` that has its signs.

    Spaces stay with the run before them, and so does what no face has.
    """
    # The usual case, without a look at clusters: the first face has every letter.
    if all(covers(order[0], char) or char.isspace() or is_extender(char) for char in set(text)):
        return [(order[0], text)] if text else []
    runs: list[tuple[str, str]] = []
    waiting = ""
    for cluster in clusters(text):
        face = None if cluster.isspace() or is_extender(cluster[0]) else _face(cluster, covers, order)
        if face is None and runs:
            face = runs[-1][0]
        if face is None:
            waiting += cluster
        elif runs and runs[-1][0] == face:
            runs[-1] = (face, runs[-1][1] + cluster)
        else:
            runs.append((face, waiting + cluster))
            waiting = ""
    if waiting:
        runs.append((order[0], waiting))
    return runs


def _face(cluster: str, covers: Callable[[str, str], bool], order: Sequence[str]) -> str | None:
    signs = [char for char in cluster if not is_extender(char)]
    return next((face for face in order if all(covers(face, sign) for sign in signs)), None)


class _Sign(NamedTuple):
    """A cluster with what is drawn for it, and where in a paragraph that turns.

    More than one piece: direction marks beside it, which draw nothing but still part what they part.
    """

    source: str
    pieces: list[tuple[str, Placed | None]]


class _Paragraph(NamedTuple):
    """With what is drawn for its lines: a text that is to fit is broken over and over at the same places."""

    signs: list[_Sign]
    rtl: bool
    drawn: dict[tuple[int, int, str], str]


class _Line(NamedTuple):
    """Signs `start` to `end` of a paragraph, and the ellipsis if the text was cut there."""

    paragraph: _Paragraph
    start: int
    end: int
    tail: str = ""

    def logical(self) -> str:
        return "".join(sign.source for sign in self._signs()) + self.tail

    def visual(self) -> str:
        drawn, which = self.paragraph.drawn, (self.start, self.end, self.tail)
        if which not in drawn:
            drawn[which] = _visual(self._signs(), self.paragraph.rtl, self.tail)
        return drawn[which]

    def _signs(self) -> list[_Sign]:
        end = self.end
        while end > self.start and _is_space(self.paragraph.signs[end - 1]):
            end -= 1
        return self.paragraph.signs[self.start : end]


def _visual(signs: Iterable[_Sign], rtl: bool, tail: str = "") -> str:
    pieces = [piece for sign in signs for piece in sign.pieces]
    turning = [(drawn, place) for drawn, place in pieces if place is not None]
    if not turning:
        line = "".join(drawn for drawn, _ in pieces) + tail
    else:
        if tail:
            turning.append((tail, Placed("ON", int(rtl))))
        line = in_order(turning, rtl)
    return line if line.isascii() else line.translate(_UNDRAWN)


def _is_space(sign: _Sign) -> bool:
    return sign.source in _BREAKING_SPACES


def _may_end(before: str, after: str) -> bool:
    """Whether a line may end between these signs: before a space, and after a stroke that joins two words."""
    if after in _BREAKING_SPACES:
        return before not in _BREAKING_SPACES
    return before in _JOINING_STROKES and after[0].isalpha()


def _ends(signs: Sequence[_Sign], start: int) -> list[int]:
    """Where a line that starts here may end, short of tearing a word."""
    between = range(start + 1, len(signs))
    return [*(i for i in between if _may_end(signs[i - 1].source, signs[i].source)), len(signs)]


@lru_cache(maxsize=256)
def _paragraphs(text: str, rtl_base: bool) -> tuple[_Paragraph, ...]:
    return tuple(_paragraph(part, rtl_base) for part in text.splitlines() or [""])


def _paragraph(part: str, rtl_base: bool) -> _Paragraph:
    units = clusters(part)
    if not rtl_base and not needs_shaping(part):
        return _Paragraph([_Sign(unit, [(unit, None)]) for unit in units], rtl_base, {})
    drawn = joined(units) if needs_shaping(part) else units
    return _Paragraph(_signs(units, drawn, placed(units, rtl_base)), rtl_base, {})


def _signs(units: Sequence[str], drawn: Sequence[str], places: Sequence[Placed]) -> list[_Sign]:
    signs: list[_Sign] = []
    leading: list[tuple[str, Placed | None]] = []
    for unit, form, place in zip(units, drawn, places, strict=True):
        if unit in BIDI_MARKS:
            (signs[-1].pieces if signs else leading).append(("", place))
        else:
            signs.append(_Sign(unit, [*leading, (form, place)]))
            leading.clear()
    return signs


def _lines(
    text: str, width: float, measure: Measure, rtl_base: bool, max_lines: int | None, ellipsis: str
) -> list[_Line]:
    most = None if max_lines is None else max(1, max_lines)
    lines: list[_Line] = []
    for paragraph in _paragraphs(text, rtl_base):
        for line in _broken(paragraph, width, measure):
            if len(lines) == most:
                lines[-1] = _cut(lines[-1], width, measure, ellipsis)
                return lines
            lines.append(line)
    return lines


def _broken(paragraph: _Paragraph, width: float, measure: Measure) -> Iterator[_Line]:
    signs = paragraph.signs
    count = len(signs)
    if measure(_Line(paragraph, 0, count).visual()) <= width:
        yield _Line(paragraph, 0, count)
        return
    gaps = _ends(signs, 0)

    def fits(start: int, end: int) -> bool:
        return measure(_Line(paragraph, start, end).visual()) <= width

    start = 0
    while start < count:
        words = _most(partial(fits, start), gaps)
        if words:
            end = gaps[words - 1]
        else:  # one word wider than the line: torn between its signs
            end = start + max(1, _most(partial(fits, start), range(start + 1, gaps[0] + 1)))
        yield _Line(paragraph, start, end)
        while gaps and gaps[0] <= end:
            del gaps[0]
        start = end
        while start < count and _is_space(signs[start]):
            start += 1


def _cut(line: _Line, width: float, measure: Measure, ellipsis: str) -> _Line:
    """The line with as many whole words as leave room for the ellipsis; of a single word, what does."""

    def to(end: int) -> _Line:
        return _Line(line.paragraph, line.start, end, ellipsis)

    def fits(end: int) -> bool:
        return measure(to(end).visual()) <= width

    words = _ends(line.paragraph.signs, line.start)
    whole = _most(fits, words)
    if whole:
        return to(words[whole - 1])
    return to(line.start + _most(fits, range(line.start + 1, words[0] + 1)))


def _most(fits: Callable[[int], bool], ends: Sequence[int]) -> int:
    """How many of the ends fit; few measurements, the first of them short."""
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
