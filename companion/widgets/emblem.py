"""A game's emblem and the app's own: layers of drawn marks on a disc."""

from __future__ import annotations

from typing import Any

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.widgets.icon_names import Icon
from companion.widgets.palette import rgba
from companion.widgets.shapes import Disc, middle
from companion.widgets.text import Glyph

# Emblems are pictures, not text: they keep their colours in both themes.
_GROUND = {"avalon": "#17263C", "cultists": "#12352B", "silver": "#2B323D", "duet": "#10363B"}
_RING = {"avalon": "#EBB54A", "cultists": "#62C9A7", "silver": "#CDD7E5", "duet": "#58C1CC"}
_LAYERS: dict[str, tuple[tuple[Icon, str], ...]] = {
    "avalon": (
        (Icon.EMBLEM_AVALON_SHIELD, "#2B5DA8"),
        (Icon.EMBLEM_AVALON_RIM, "#EBB54A"),
        (Icon.EMBLEM_AVALON_SWORD_GAP, "#17263C"),
        (Icon.EMBLEM_AVALON_SWORD, "#EBB54A"),
    ),
    "cultists": (
        (Icon.EMBLEM_CULTISTS_TICKS, "#62C9A7"),
        (Icon.EMBLEM_CULTISTS_TENTACLES, "#62C9A7"),
        (Icon.EMBLEM_CULTISTS_EYE_DARK, "#170D06"),
        (Icon.EMBLEM_CULTISTS_EYE, "#62C9A7"),
        (Icon.EMBLEM_CULTISTS_PUPIL, "#62C9A7"),
    ),
    "silver": (
        (Icon.EMBLEM_SILVER_MOON, "#CDD7E5"),
        (Icon.EMBLEM_SILVER_STARS, "#CDD7E5"),
        (Icon.EMBLEM_SILVER_HOUSE, "#CDD7E5"),
        (Icon.EMBLEM_SILVER_DOOR, "#EBB54A"),
    ),
    "duet": (
        (Icon.EMBLEM_DUET_BUBBLE_DOTS, "#EA8F70"),
        (Icon.EMBLEM_DUET_DOTS, "#10363B"),
        (Icon.EMBLEM_DUET_BUBBLE_CHECK, "#58C1CC"),
        (Icon.EMBLEM_DUET_CHECK, "#10363B"),
    ),
}
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
    def __init__(self, game: str, diameter: float = 84, **options: Any) -> None:
        super().__init__(diameter, **options)
        Disc(self, ground=rgba(_GROUND[game]), edge=rgba(_RING[game]), line=2)
        Disc(self, diameter=dp(diameter - 10), edge=rgba(_RING[game], 0.5), line=1)
        for icon, colour in _LAYERS[game]:
            self._layer(Glyph(icon, diameter, color=rgba(colour)))
        self._place()


class Logo(_Layered):
    def __init__(self, diameter: float = 48, **options: Any) -> None:
        super().__init__(diameter, **options)
        for icon, tone in _LOGO:
            self._layer(Glyph(icon, diameter, tone=tone))
        self._place()
