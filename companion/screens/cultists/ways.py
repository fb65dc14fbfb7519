"""A few ways of which one is taken, each with its reason: rows that are as high as their words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from kivy.metrics import dp

from companion.screens.cultists.role_marks import SEA
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.shapes import Box
from companion.widgets.tap import Tap, shaded
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import RADIUS_CHIP, TARGET, paint

T = TypeVar("T")


class Pick(Tap):
    def __init__(
        self, words: str, why: str, on_tap: Callable[[], object], *, icon: Icon | None = None, chosen: bool
    ) -> None:
        super().__init__(on_tap, size_hint_y=None, height=dp(TARGET))
        self._box = Box(self, radius=RADIUS_CHIP, line=2)
        self._mark = Glyph(Icon.RING, 22, pos_hint={"center_y": 0.5})
        self._icon = Glyph(icon, 30, pos_hint={"center_y": 0.5}) if icon is not None else None
        self.words = Text(words, size_sp=18, weight=500)
        told = Column(self.words, gap=1, pos_hint={"center_y": 0.5})
        if why:
            told.add_widget(Text(why, size_sp=16, tone="ink_2"))
        parts: list[Any] = [part for part in (self._icon, told, self._mark) if part is not None]
        row = Row(*parts, gap=12, padding=(dp(14), dp(12)))
        row.bind(height=self._fit)
        self.add_widget(row)
        self.chosen = chosen
        self._answer()

    def _fit(self, row: Row, height: float) -> None:
        self.height = max(dp(TARGET), height)

    def choose(self, chosen: bool) -> None:
        self.chosen = chosen
        self._answer()

    def dress(self, *, pressed: bool) -> None:
        ground = paint(SEA.deep if self.chosen else "plank")
        self._box.paint(
            ground=shaded(ground, 0.08) if pressed else ground,
            edge=paint(SEA.line if self.chosen else "rim"),
            line=2 if self.chosen else 1.5,
        )
        self._mark.show(Icon.CHECK_TOKEN if self.chosen else Icon.RING)
        self._mark.set_tone(SEA.line if self.chosen else "rim")
        if self._icon is not None:
            self._icon.set_tone(SEA.line if self.chosen else "ink_3")


class Picks(Column, Generic[T]):
    """`offered` holds each way with its words, its reason and its mark."""

    def __init__(
        self,
        offered: Sequence[tuple[T, str, str, Icon | None]],
        chosen: T,
        on_pick: Callable[[T], object],
    ) -> None:
        super().__init__(gap=8)
        self._on_pick = on_pick
        self.rows: dict[T, Pick] = {}
        for way, words, why, icon in offered:
            row = Pick(words, why, self._picker(way), icon=icon, chosen=way == chosen)
            self.rows[way] = row
            self.add_widget(row)

    def choose(self, chosen: T) -> None:
        for way, row in self.rows.items():
            row.choose(way == chosen)

    def _picker(self, way: T) -> Callable[[], None]:
        def pick() -> None:
            self.choose(way)
            self._on_pick(way)

        return pick
