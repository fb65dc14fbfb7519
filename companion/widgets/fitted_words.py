"""Several lines of words in a box whose size is not theirs to choose: where they are too many, all of them get
smaller alike, and only then do some end in dots."""

from __future__ import annotations

from typing import Any, Final

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.widgets.settling import Turn
from companion.widgets.sizing import no_width_yet
from companion.widgets.text import Text
from companion.widgets.theme import look, sp
from companion.widgets.typeset import line_count, line_height, reads_from_right

# Of their full size.
_SCALES: Final = (1.0, 0.93, 0.86, 0.79, 0.72, 0.66, 0.6)
# In dp: so small they may get at any text size.
_LAST: Final = 11
_GAP: Final = 2


class FittedWords(Widget):
    """Texts below each other, centred in the height. Those with nothing to say take no room."""

    def __init__(self, *parts: Text, **options: Any) -> None:
        no_width_yet(options)
        super().__init__(**options)
        self._parts = parts
        self._full = [float(part.size_sp) for part in parts]
        self._fit_soon = Turn(self, "_fit")
        for part in parts:
            part.grow, part.size_hint = "none", (None, None)
            part.fbind("content", self._fit_soon)
            self.add_widget(part)
        self.fbind("size", self._fit_soon)
        self.fbind("pos", self._put)
        self._heights = [0.0] * len(parts)

    def _fit(self, *_: object) -> None:
        if self.width < 1 or self.height < 1:
            return
        room = max(1, int(self.width))
        for scale in _SCALES:
            lines = [self._lines(part, self._size(full, scale), room) for part, full in self._sized()]
            heights = self._heights_of(lines, scale)
            if self._total(heights) <= self.height:
                break
        most = list(lines)
        while self._total(heights) > self.height and max(most) > 1:
            longest = max(range(len(most)), key=most.__getitem__)
            most[longest] -= 1
            heights = self._heights_of(most, scale)
        for part, (now, of), height, full in zip(
            self._parts, zip(most, lines, strict=True), heights, self._full, strict=True
        ):
            part.most = now if now < of else 0
            part.size_sp = self._size(full, scale)
            part.size = (room, height)
        self._heights = heights
        self._put()

    def _sized(self) -> list[tuple[Text, float]]:
        return list(zip(self._parts, self._full, strict=True))

    def _size(self, full: float, scale: float) -> float:
        last = dp(_LAST) / sp(1)
        return max(full * scale, min(full, last))

    def _lines(self, part: Text, size: float, room: int) -> int:
        if not part.content:
            return 0
        rtl = reads_from_right(part.content, look().rtl)
        return line_count(part.content, part.face, part.weight, max(1, round(sp(size))), width=room, rtl=rtl)

    def _heights_of(self, lines: list[int], scale: float) -> list[float]:
        return [
            count
            * line_height(part.content, part.face, part.weight, max(1, round(sp(self._size(full, scale)))))
            for count, (part, full) in zip(lines, self._sized(), strict=True)
        ]

    def _total(self, heights: list[float]) -> float:
        shown = [height for height in heights if height]
        return sum(shown) + dp(_GAP) * max(0, len(shown) - 1)

    def _put(self, *_: object) -> None:
        above = self.y + (self.height + self._total(self._heights)) / 2
        for part, height in zip(self._parts, self._heights, strict=True):
            part.pos = (self.x, above - height)
            if height:
                above -= height + dp(_GAP)
