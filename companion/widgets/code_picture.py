"""A code to be photographed: dark squares on light ground, whatever the theme, on whole pixels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from kivy.graphics import Color, Mesh, Rectangle
from kivy.uix.widget import Widget

# In squares: so much light ground on every side, or cameras do not find it.
QUIET_ZONE_MODULES: Final = 4
_LIGHT, _DARK = (1, 1, 1, 1), (0, 0, 0, 1)


class QrCodeWidget(Widget):
    """`rows` are its squares from the top, True where they are dark. As wide as it is let, and as high."""

    def __init__(self, rows: Sequence[Sequence[bool]], max_height: float, **options: Any) -> None:
        super().__init__(size_hint_y=None, **options)
        self.rows = rows
        self._max_height = max_height
        with self.canvas:
            Color(*_LIGHT)
            self._background = Rectangle()
            Color(*_DARK)
            # One thing to draw, not thousands; and Kivy brings it back after the graphics memory was lost.
            self._mesh = Mesh(mode="triangles")
        self.bind(pos=self._draw, size=self._draw)
        self._draw()

    @property
    def module_pixels(self) -> int:
        """In pixels."""
        return max(1, int(min(self.width, self._max_height)) // (len(self.rows) + 2 * QUIET_ZONE_MODULES))

    def _draw(self, *_: object) -> None:
        module_pixels = self.module_pixels
        total = module_pixels * (len(self.rows) + 2 * QUIET_ZONE_MODULES)
        self.height = total
        left, top = int(self.x + (self.width - total) / 2), int(self.y + total)
        self._background.pos, self._background.size = (left, top - total), (total, total)
        corners: list[float] = []
        indices: list[int] = []
        for row, squares in enumerate(self.rows):
            high = top - (row + QUIET_ZONE_MODULES) * module_pixels
            for first, end in _dark_runs(squares):
                start = len(corners) // 4
                x, right = (
                    left + (first + QUIET_ZONE_MODULES) * module_pixels,
                    left + (end + QUIET_ZONE_MODULES) * module_pixels,
                )
                for corner in (
                    (x, high),
                    (right, high),
                    (right, high - module_pixels),
                    (x, high - module_pixels),
                ):
                    corners += (*corner, 0, 0)
                indices += (start, start + 1, start + 2, start, start + 2, start + 3)
        self._mesh.vertices, self._mesh.indices = corners, indices


def _dark_runs(squares: Sequence[bool]) -> list[tuple[int, int]]:
    """Where dark squares stand side by side: the first, and the one after the last."""
    runs: list[tuple[int, int]] = []
    for at, dark in enumerate(squares):
        if dark and runs and runs[-1][1] == at:
            runs[-1] = (runs[-1][0], at + 1)
        elif dark:
            runs.append((at, at + 1))
    return runs
