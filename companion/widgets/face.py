"""A disc that somebody is known by: their mark in their colour, or a letter where they have none."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.widgets.icon_names import Icon
from companion.widgets.stamps import MeshBatch, WidgetDrawing
from companion.widgets.theme import look, theme_colour
from companion.widgets.typeset import render_text

# Of a disc in this colour: its ground, what stands on it, and its edge, which parts it from any page.
_AVATAR_TONES: Final = {
    "candle": ("candle_fill", "on_candle", "candle"),
    "sand": ("sand", "on_sand", "rim"),
    **{hue: (hue, "on_accent", hue) for hue in ("leaf", "sea", "teal", "moon", "plum", "brick")},
}
_DEFAULT_TONES: Final = ("raised", "ink", "rim")


class Avatar(NamedTuple):
    """`colour` is one of those that people may have; None: none of its own."""

    letter: str = ""
    icon: Icon | None = None
    colour: str | None = None

    @property
    def background(self) -> str:
        return self._tones[0]

    @property
    def tone(self) -> str:
        """Of what stands on it."""
        return self._tones[1]

    @property
    def border(self) -> str:
        return self._tones[2]

    @property
    def _tones(self) -> tuple[str, str, str]:
        return _AVATAR_TONES.get(self.colour or "", _DEFAULT_TONES)


class AvatarDisc(Widget):
    """One widget, so that a long list of people is a short list of instructions."""

    def __init__(self, avatar: Avatar, diameter: float = 44, **options: Any) -> None:
        options.setdefault("pos_hint", {"center_y": 0.5})
        super().__init__(size_hint=(None, None), size=(dp(diameter), dp(diameter)), **options)
        self._diameter = diameter
        self._drawing = WidgetDrawing(self)
        self.show(avatar)

    def show(self, avatar: Avatar) -> None:
        self.avatar = avatar
        batch, side = MeshBatch(), dp(self._diameter)
        batch.add_box(0, 0, side, side, radius=side / 2, tone=avatar.background)
        batch.add_box(0, 0, side, side, radius=side / 2, tone=avatar.border, line_width=dp(2))
        if avatar.icon is not None:
            batch.add_icon(avatar.icon, self._diameter * 0.58, avatar.tone, side / 2, side / 2)
        elif avatar.letter:
            # A size of its own: the disc does not grow with the text size.
            size = max(1, round(side * 0.46))
            letter = render_text(avatar.letter, "text", 700, size, width=None, align="center", rtl=look().rtl)
            batch.add_rendered(letter, theme_colour(avatar.tone), side / 2, side / 2)
        self._drawing.show(batch)
