"""How each seat is told from the others, in the table and in the chart: by a shape as well as by a colour."""

from __future__ import annotations

from typing import Any, Final

from companion.widgets.icons import Icon
from companion.widgets.text import IconLabel

SEAT_TONES: Final = ("candle", "moon", "brick", "sea")
SEAT_SHAPES: Final = (Icon.POINT_CIRCLE, Icon.POINT_SQUARE, Icon.POINT_TRIANGLE, Icon.POINT_DIAMOND)


class SeatMark(IconLabel):
    """A seat's shape in its colour, as it stands beside the name."""

    def __init__(self, seat: int, size: float = 18, **options: Any) -> None:
        options.setdefault("pos_hint", {"center_y": 0.5})
        super().__init__(SEAT_SHAPES[seat], size, tone=SEAT_TONES[seat], **options)
