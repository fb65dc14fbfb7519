"""A code to be photographed: dark squares on light ground, whatever the theme, on whole pixels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from kivy.graphics import Color, Mesh, Rectangle
from kivy.uix.widget import Widget

# In squares: so much light ground on every side, or cameras do not find it.
QUIET: Final = 4
_LIGHT, _DARK = (1, 1, 1, 1), (0, 0, 0, 1)


class CodePicture(Widget):
    """`rows` are its squares from the top, True where they are dark. As wide as it is let, and as high."""

    def __init__(self, rows: Sequence[Sequence[bool]], tallest: float, **options: Any) -> None:
        super().__init__(size_hint_y=None, **options)
        self.rows = rows
        self._tallest = tallest
        with self.canvas:
            Color(*_LIGHT)
            self._ground = Rectangle()
            Color(*_DARK)
            # One thing to draw, not thousands; and Kivy brings it back after the graphics memory was lost.
            self._squares = Mesh(mode="triangles")
        self.bind(pos=self._draw, size=self._draw)
        self._draw()

    @property
    def square(self) -> int:
        """In pixels."""
        return max(1, int(min(self.width, self._tallest)) // (len(self.rows) + 2 * QUIET))

    def _draw(self, *_: object) -> None:
        side = self.square
        whole = side * (len(self.rows) + 2 * QUIET)
        self.height = whole
        left, top = int(self.x + (self.width - whole) / 2), int(self.y + whole)
        self._ground.pos, self._ground.size = (left, top - whole), (whole, whole)
        corners: list[float] = []
        indices: list[int] = []
        for row, squares in enumerate(self.rows):
            high = top - (row + QUIET) * side
            for first, end in _runs(squares):
                start = len(corners) // 4
                x, right = left + (first + QUIET) * side, left + (end + QUIET) * side
                for corner in ((x, high), (right, high), (right, high - side), (x, high - side)):
                    corners += (*corner, 0, 0)
                indices += (start, start + 1, start + 2, start, start + 2, start + 3)
        self._squares.vertices, self._squares.indices = corners, indices


def _runs(squares: Sequence[bool]) -> list[tuple[int, int]]:
    """Where dark squares stand side by side: the first, and the one after the last."""
    found: list[tuple[int, int]] = []
    for at, dark in enumerate(squares):
        if dark and found and found[-1][1] == at:
            found[-1] = (found[-1][0], at + 1)
        elif dark:
            found.append((at, at + 1))
    return found
