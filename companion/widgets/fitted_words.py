"""Several lines of words in a box whose size is not theirs to choose: where they are too many, all of them
get smaller alike, and only then do some end in dots."""

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
        self._words = [""] * len(parts)
        self._heights = [0.0] * len(parts)
        for part in parts:
            part.grow = "none"
            self.add_widget(part)
        self.fbind("size", Turn(self, "_fit"))
        self.fbind("pos", self._put)

    def show(self, *words: str) -> None:
        """One for each of the texts."""
        self._words = list(words)
        self._fit()

    def _fit(self, *_: object) -> None:
        """All is told to the texts at once, so that each of them is set once."""
        if self.width < 1 or self.height < 1:
            return
        room = max(1, int(self.width))
        for scale in _SCALES:
            lines = [self._lines(at, scale, room) for at in range(len(self._parts))]
            heights = self._heights_of(lines, scale)
            if self._total(heights) <= self.height:
                break
        most = list(lines)
        while self._total(heights) > self.height and max(most) > 1:
            most[most.index(max(most))] -= 1
            heights = self._heights_of(most, scale)
        for at, part in enumerate(self._parts):
            part.size_sp = self._size(at, scale)
            part.most = most[at] if most[at] < lines[at] else 0
            part.size = (room, heights[at])
            part.content = self._words[at]
        self._heights = heights
        self._put()

    def _size(self, at: int, scale: float) -> float:
        full = self._full[at]
        return max(full * scale, min(full, float(dp(_LAST)) / sp(1)))

    def _pixels(self, at: int, scale: float) -> int:
        return max(1, round(sp(self._size(at, scale))))

    def _lines(self, at: int, scale: float, room: int) -> int:
        words, part = self._words[at], self._parts[at]
        if not words:
            return 0
        rtl = reads_from_right(words, look().rtl)
        return line_count(words, part.face, part.weight, self._pixels(at, scale), width=room, rtl=rtl)

    def _heights_of(self, lines: list[int], scale: float) -> list[float]:
        return [
            count * line_height(self._words[at], part.face, part.weight, self._pixels(at, scale))
            for at, (count, part) in enumerate(zip(lines, self._parts, strict=True))
        ]

    def _total(self, heights: list[float]) -> float:
        shown = [height for height in heights if height]
        return sum(shown) + float(dp(_GAP)) * max(0, len(shown) - 1)

    def _put(self, *_: object) -> None:
        above = self.y + (self.height + self._total(self._heights)) / 2
        for part, height in zip(self._parts, self._heights, strict=True):
            part.pos = (self.x, above - height)
            if height:
                above -= height + dp(_GAP)
