"""A game's emblem and the app's own: layers of drawn marks on a disc."""

from __future__ import annotations

from typing import Any, Protocol

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.widgets.icon_names import Icon
from companion.widgets.palette import rgba
from companion.widgets.stamps import Drawing, Stamps, drawn_mark


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


class _Pictured(Widget):
    """One widget, however many layers it shows: as widgets they would be a third of those on Home."""

    def __init__(self, diameter: float, stamps: Stamps, **options: Any) -> None:
        super().__init__(size_hint=(None, None), size=(dp(diameter), dp(diameter)), **options)
        self._drawing = Drawing(self)
        self._drawing.show(stamps)


class Emblem(_Pictured):
    def __init__(self, picture: Picture, diameter: float = 84, **options: Any) -> None:
        self._picture, self._diameter = picture, diameter
        super().__init__(diameter, _stamped(picture, diameter), **options)

    def show(self, picture: Picture) -> None:
        """That of another game."""
        if picture != self._picture:
            self._picture = picture
            self._drawing.show(_stamped(picture, self._diameter))


class Logo(_Pictured):
    def __init__(self, diameter: float = 48, **options: Any) -> None:
        stamps = Stamps()
        stamp_logo(stamps, dp(diameter) / 2, dp(diameter) / 2, dp(diameter))
        super().__init__(diameter, stamps, **options)


def _stamped(picture: Picture, diameter: float) -> Stamps:
    stamps, across = Stamps(), dp(diameter)
    stamp_emblem(stamps, picture, across / 2, across / 2, across, dp(1))
    return stamps


def stamp_emblem(stamps: Stamps, picture: Picture, x: float, y: float, across: float, line: float) -> None:
    """A game's emblem around a point; its rings are as thick as so many pixels are wide."""
    left, low = x - across / 2, y - across / 2
    stamps.box(left, low, across, across, radius=across / 2, tone=rgba(picture.ground))
    stamps.box(left, low, across, across, radius=across / 2, tone=rgba(picture.ring), line=2 * line)
    inset = 5 * line
    within = across - 2 * inset
    inner = rgba(picture.ring, 0.5)
    stamps.box(left + inset, low + inset, within, within, radius=within / 2, tone=inner, line=line)
    for name, colour in picture.layers:
        stamps.picture(drawn_mark(Icon[name], across), rgba(colour), x, y)


def stamp_logo(stamps: Stamps, x: float, y: float, across: float) -> None:
    for icon, tone in _LOGO:
        stamps.picture(drawn_mark(icon, across), tone, x, y)
