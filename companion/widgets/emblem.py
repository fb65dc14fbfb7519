"""A game's emblem and the app's own: layers of drawn marks on a disc."""

from __future__ import annotations

from typing import Any, Protocol

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.widgets.icon_names import Icon
from companion.widgets.palette import rgba
from companion.widgets.shapes import Disc, middle
from companion.widgets.text import Glyph


class Picture(Protocol):
    """Drawn marks one upon the other, each the name of an icon and its colour, on a disc within a ring.

    Emblems are pictures, not text: they keep their colours in both themes.
    """

    @property
    def ground(self) -> str: ...

    @property
    def ring(self) -> str: ...

    @property
    def layers(self) -> tuple[tuple[str, str], ...]: ...


_LOGO = ((Icon.LOGO_RING, "rim"), (Icon.LOGO_SEATS, "ink_2"), (Icon.LOGO_FLAME, "candle"))


class _Layered(Widget):
    def __init__(self, diameter: float, **options: Any) -> None:
        super().__init__(size_hint=(None, None), size=(dp(diameter), dp(diameter)), **options)
        self._marks: list[Glyph] = []
        self.bind(pos=self._place, size=self._place)

    def _layer(self, mark: Glyph) -> None:
        self._marks.append(mark)
        self.add_widget(mark)

    def _place(self, *_: object) -> None:
        for mark in self._marks:
            mark.center = middle(self)


class Emblem(_Layered):
    def __init__(self, picture: Picture, diameter: float = 84, **options: Any) -> None:
        super().__init__(diameter, **options)
        Disc(self, ground=rgba(picture.ground), edge=rgba(picture.ring), line=2)
        Disc(self, diameter=dp(diameter - 10), edge=rgba(picture.ring, 0.5), line=1)
        for name, colour in picture.layers:
            self._layer(Glyph(Icon[name], diameter, color=rgba(colour)))
        self._place()


class Logo(_Layered):
    def __init__(self, diameter: float = 48, **options: Any) -> None:
        super().__init__(diameter, **options)
        for icon, tone in _LOGO:
            self._layer(Glyph(icon, diameter, tone=tone))
        self._place()
