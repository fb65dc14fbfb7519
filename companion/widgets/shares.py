"""A share as a picture: a ring, a bar, and a mark for each of a few."""

from __future__ import annotations

from math import ceil
from typing import Any, Final

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.widgets.icon_names import Icon
from companion.widgets.sizing import start_unsized
from companion.widgets.stamps import MeshBatch, WidgetDrawing
from companion.widgets.strokes import LineBatch, arc
from companion.widgets.text import Text
from companion.widgets.theme import look

_RING_DP: Final = 77
_STROKE_DP: Final = 9
_SHIELD_SCALE: Final = 1.3
# In steps, of a whole ring: fine enough that no corner is seen.
_RING_STEPS: Final = 72


class RatioRing(Widget):
    """A ring of which a share is filled, clockwise from the top in every language, with words inside. Where
    there is no share to show it is left empty."""

    def __init__(self, ratio: float | None, text: str, tone: str, **options: Any) -> None:
        diameter = dp(_RING_DP)
        super().__init__(size_hint=(None, None), size=(diameter, diameter), **options)
        batch, radius, center = LineBatch(), diameter / 2 - dp(_STROKE_DP) / 2, (diameter / 2, diameter / 2)
        batch.add_line(arc(center, radius, 0, 1, _RING_STEPS), dp(_STROKE_DP), "groove")
        if ratio:
            steps = max(2, ceil(_RING_STEPS * ratio))
            batch.add_line(arc(center, radius, 0.25, 0.25 - ratio, steps), dp(_STROKE_DP), tone)
        WidgetDrawing(self).show(batch)
        self._label_size = room = diameter - dp(2 * _STROKE_DP + 6)
        self.label = Text(
            text,
            weight=700,
            size_sp=20,
            min_size=9,
            max_lines=1,
            autosize="none",
            align="center",
            scaled=False,
            size_hint=(None, None),
            size=(room, room),
        )
        self.add_widget(self.label)
        self.fbind("pos", self._update_layout)
        self._update_layout()

    def _update_layout(self, *_: object) -> None:
        inset = (self.width - self._label_size) / 2
        self.label.pos = (self.x + inset, self.y + inset)


class RatioBar(Widget):
    """A bar of which a share is filled, from where reading begins."""

    def __init__(self, ratio: float, tone: str, height: float = 8, **options: Any) -> None:
        start_unsized(options)
        super().__init__(size_hint_y=None, height=dp(height), **options)
        self._ratio = min(1.0, max(0.0, ratio))
        self._tone = tone
        self._drawing = WidgetDrawing(self)
        self.fbind("width", self._draw)
        self._draw()

    def _draw(self, *_: object) -> None:
        if self.width < self.height:
            return
        batch, radius = MeshBatch(), self.height / 2
        batch.add_box(0, 0, self.width, self.height, radius=radius, tone="groove")
        filled = max(self.height, self.width * self._ratio) if self._ratio else 0.0
        if filled:
            start = self.width - filled if look().rtl else 0.0
            batch.add_box(start, 0, filled, self.height, radius=radius, tone=self._tone)
        self._drawing.show(batch)


class IconRow(Widget):
    """So many marks, one beside the other, in as many lines as they need."""

    def __init__(self, count: int, icon: Icon, tone: str, size: float = 22, **options: Any) -> None:
        start_unsized(options)
        super().__init__(size_hint_y=None, height=dp(size), **options)
        self._count, self._icon, self._tone = count, icon, tone
        self._icon_pixels = dp(size)
        self._size = size
        self._drawing = WidgetDrawing(self)
        self.fbind("width", self._draw)
        self._draw()

    def _draw(self, *_: object) -> None:
        if self.width < self._icon_pixels or not self._count:
            return
        step = self._icon_pixels * 1.1
        per_line = max(1, int((self.width + step - self._icon_pixels) // step))
        lines = ceil(self._count / per_line)
        self.height = lines * step
        batch = MeshBatch()
        for number in range(self._count):
            line, place = divmod(number, per_line)
            x = self._icon_pixels / 2 + place * step
            y = self.height - self._icon_pixels / 2 - line * step
            self._draw_icon(batch, self.width - x if look().rtl else x, y)
        self._drawing.show(batch)

    def _draw_icon(self, batch: MeshBatch, x: float, y: float) -> None:
        fill = f"{self._tone}_fill"
        if not hasattr(look().palette, fill):
            batch.add_icon(self._icon, self._size, self._tone, x, y)
            return
        # A shield does not fill its square.
        shield_size = self._size * _SHIELD_SCALE
        batch.add_icon(Icon.SHIELD, shield_size, fill, x, y)
        batch.add_icon(Icon.SHIELD_LINE, shield_size, self._tone, x, y)
        batch.add_icon(self._icon, shield_size * 0.5, "on_side", x, y)
