"""A game's emblem and the app's own: layers of drawn marks on a disc."""

from __future__ import annotations

from typing import Any, Protocol

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.widgets.icon_names import Icon
from companion.widgets.palette import rgba
from companion.widgets.stamps import MeshBatch, WidgetDrawing, render_icon


class EmblemDesign(Protocol):
    """Drawn marks one upon the other, each the name of an icon and its colour, on a disc within a ring.

    Emblems are pictures, not text: they keep their colours in both themes.
    """

    @property
    def background(self) -> str: ...

    @property
    def ring(self) -> str: ...

    @property
    def layers(self) -> tuple[tuple[str, str], ...]: ...


_LOGO = ((Icon.LOGO_RING, "rim"), (Icon.LOGO_SEATS, "ink_2"), (Icon.LOGO_FLAME, "candle"))


class _DiscDrawing(Widget):
    """One widget, however many layers it shows: as widgets they would be a third of those on Home."""

    def __init__(self, diameter: float, batch: MeshBatch, **options: Any) -> None:
        super().__init__(size_hint=(None, None), size=(dp(diameter), dp(diameter)), **options)
        self._drawing = WidgetDrawing(self)
        self._drawing.show(batch)


class EmblemWidget(_DiscDrawing):
    def __init__(self, design: EmblemDesign, diameter: float = 84, **options: Any) -> None:
        self._design, self._diameter = design, diameter
        super().__init__(diameter, _build_emblem_batch(design, diameter), **options)

    def show(self, design: EmblemDesign) -> None:
        """That of another game."""
        if design != self._design:
            self._design = design
            self._drawing.show(_build_emblem_batch(design, self._diameter))


class Logo(_DiscDrawing):
    def __init__(self, diameter: float = 48, **options: Any) -> None:
        batch = MeshBatch()
        draw_logo(batch, dp(diameter) / 2, dp(diameter) / 2, dp(diameter))
        super().__init__(diameter, batch, **options)


def _build_emblem_batch(design: EmblemDesign, diameter: float) -> MeshBatch:
    batch, pixels = MeshBatch(), dp(diameter)
    draw_emblem(batch, design, pixels / 2, pixels / 2, pixels, dp(1))
    return batch


def draw_emblem(
    batch: MeshBatch, design: EmblemDesign, x: float, y: float, diameter: float, pixel: float
) -> None:
    """A game's emblem around a point; its rings are as thick as so many pixels are wide."""
    left, low = x - diameter / 2, y - diameter / 2
    batch.add_box(left, low, diameter, diameter, radius=diameter / 2, tone=rgba(design.background))
    batch.add_box(
        left, low, diameter, diameter, radius=diameter / 2, tone=rgba(design.ring), line_width=2 * pixel
    )
    inset = 5 * pixel
    inner_diameter = diameter - 2 * inset
    inner = rgba(design.ring, 0.5)
    batch.add_box(
        left + inset,
        low + inset,
        inner_diameter,
        inner_diameter,
        radius=inner_diameter / 2,
        tone=inner,
        line_width=pixel,
    )
    for name, colour in design.layers:
        batch.add_rendered(render_icon(Icon[name], diameter), rgba(colour), x, y)


def draw_logo(batch: MeshBatch, x: float, y: float, diameter: float) -> None:
    for icon, tone in _LOGO:
        batch.add_rendered(render_icon(icon, diameter), tone, x, y)
