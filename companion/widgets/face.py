"""A disc that somebody is known by: their mark in their colour, or a letter where they have none."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.widgets.icon_names import Icon
from companion.widgets.stamps import Drawing, Stamps
from companion.widgets.theme import look, paint
from companion.widgets.typeset import set_text

# Of a disc in this colour: its ground, what stands on it, and its edge, which parts it from any page.
_DISCS: Final = {
    "candle": ("candle_fill", "on_candle", "candle"),
    "sand": ("sand", "on_sand", "rim"),
    **{hue: (hue, "on_accent", hue) for hue in ("leaf", "sea", "teal", "moon", "plum", "brick")},
}
_PLAIN: Final = ("raised", "ink", "rim")


class Face(NamedTuple):
    """`colour` is one of those that people may have; None: none of its own."""

    letter: str = ""
    picture: Icon | None = None
    colour: str | None = None

    @property
    def ground(self) -> str:
        return self._disc[0]

    @property
    def tone(self) -> str:
        """Of what stands on it."""
        return self._disc[1]

    @property
    def edge(self) -> str:
        return self._disc[2]

    @property
    def _disc(self) -> tuple[str, str, str]:
        return _DISCS.get(self.colour or "", _PLAIN)


class FaceDisc(Widget):
    """One widget, so that a long list of people is a short list of instructions."""

    def __init__(self, face: Face, across: float = 44, **options: Any) -> None:
        options.setdefault("pos_hint", {"center_y": 0.5})
        super().__init__(size_hint=(None, None), size=(dp(across), dp(across)), **options)
        self._across = across
        self._drawing = Drawing(self)
        self.show(face)

    def show(self, face: Face) -> None:
        self.face = face
        stamps, side = Stamps(), dp(self._across)
        stamps.box(0, 0, side, side, radius=side / 2, tone=face.ground)
        stamps.box(0, 0, side, side, radius=side / 2, tone=face.edge, line=dp(2))
        if face.picture is not None:
            stamps.mark(face.picture, self._across * 0.58, face.tone, side / 2, side / 2)
        elif face.letter:
            # A size of its own: the disc does not grow with the text size.
            size = max(1, round(side * 0.46))
            letter = set_text(face.letter, "text", 700, size, width=None, align="center", rtl=look().rtl)
            stamps.picture(letter, paint(face.tone), side / 2, side / 2)
        self._drawing.show(stamps)
