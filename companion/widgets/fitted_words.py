"""Several lines of words in a box whose size is not theirs to choose: where they are too many, all of them
get smaller alike, and only then do some end in dots."""

from __future__ import annotations

from typing import Any, Final

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.widgets.settling import LayoutJob
from companion.widgets.sizing import start_unsized
from companion.widgets.text import Text
from companion.widgets.theme import look, sp
from companion.widgets.typeset import is_rtl_text, line_count, line_height

# Of their full size.
_SCALES: Final = (1.0, 0.93, 0.86, 0.79, 0.72, 0.66, 0.6)
# In dp: so small they may get at any text size.
_MIN_SIZE_DP: Final = 11
_GAP_DP: Final = 2


class FittedTexts(Widget):
    """Texts below each other, centred in the height. Those with nothing to say take no room."""

    def __init__(self, *parts: Text, **options: Any) -> None:
        start_unsized(options)
        super().__init__(**options)
        self._parts = parts
        self._full_sizes = [float(part.size_sp) for part in parts]
        self._texts = [""] * len(parts)
        self._heights = [0.0] * len(parts)
        for part in parts:
            part.autosize = "none"
            self.add_widget(part)
        self.fbind("size", LayoutJob(self, "_fit"))
        self.fbind("pos", self._place_parts)

    def show(self, *texts: str) -> None:
        """One for each of the texts."""
        self._texts = list(texts)
        self._fit()

    def _fit(self, *_: object) -> None:
        """All is told to the texts at once, so that each of them is set once."""
        if self.width < 1 or self.height < 1:
            return
        room = max(1, int(self.width))
        for scale in _SCALES:
            lines = [self._line_count(at, scale, room) for at in range(len(self._parts))]
            heights = self._part_heights(lines, scale)
            if self._total_height(heights) <= self.height:
                break
        line_limits = list(lines)
        while self._total_height(heights) > self.height and max(line_limits) > 1:
            line_limits[line_limits.index(max(line_limits))] -= 1
            heights = self._part_heights(line_limits, scale)
        for at, part in enumerate(self._parts):
            part.size_sp = self._scaled_size(at, scale)
            part.max_lines = line_limits[at] if line_limits[at] < lines[at] else 0
            part.size = (room, heights[at])
            part.content = self._texts[at]
        self._heights = heights
        self._place_parts()

    def _scaled_size(self, at: int, scale: float) -> float:
        full = self._full_sizes[at]
        return max(full * scale, min(full, float(dp(_MIN_SIZE_DP)) / sp(1)))

    def _pixels(self, at: int, scale: float) -> int:
        return max(1, round(sp(self._scaled_size(at, scale))))

    def _line_count(self, at: int, scale: float, room: int) -> int:
        text, part = self._texts[at], self._parts[at]
        if not text:
            return 0
        rtl = is_rtl_text(text, look().rtl)
        return line_count(text, part.face, part.weight, self._pixels(at, scale), width=room, rtl=rtl)

    def _part_heights(self, lines: list[int], scale: float) -> list[float]:
        return [
            count * line_height(self._texts[at], part.face, part.weight, self._pixels(at, scale))
            for at, (count, part) in enumerate(zip(lines, self._parts, strict=True))
        ]

    def _total_height(self, heights: list[float]) -> float:
        visible = [height for height in heights if height]
        return sum(visible) + float(dp(_GAP_DP)) * max(0, len(visible) - 1)

    def _place_parts(self, *_: object) -> None:
        above = self.y + (self.height + self._total_height(self._heights)) / 2
        for part, height in zip(self._parts, self._heights, strict=True):
            part.pos = (self.x, above - height)
            if height:
                above -= height + dp(_GAP_DP)
