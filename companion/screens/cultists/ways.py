"""A few ways of which one is taken, each with its reason: rows that are as high as their words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from kivy.metrics import dp

from companion.screens.cultists.role_marks import SEA
from companion.widgets.buttons import Pressable, shade
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.shapes import RoundedBox
from companion.widgets.text import IconLabel, Text
from companion.widgets.theme import RADIUS_CHIP, TOUCH_TARGET, theme_colour

T = TypeVar("T")


class OptionRow(Pressable):
    def __init__(
        self, words: str, why: str, on_tap: Callable[[], object], *, icon: Icon | None = None, selected: bool
    ) -> None:
        super().__init__(on_tap, size_hint_y=None, height=dp(TOUCH_TARGET))
        self._box = RoundedBox(self, radius=RADIUS_CHIP, line_width=2)
        self._mark = IconLabel(Icon.RING, 22, pos_hint={"center_y": 0.5})
        self._icon = IconLabel(icon, 30, pos_hint={"center_y": 0.5}) if icon is not None else None
        self.words = Text(words, size_sp=18, weight=500)
        text_column = Column(self.words, gap=1, pos_hint={"center_y": 0.5})
        if why:
            text_column.add_widget(Text(why, size_sp=16, tone="ink_2"))
        parts: list[Any] = [part for part in (self._icon, text_column, self._mark) if part is not None]
        row = Row(*parts, gap=12, padding=(dp(14), dp(12)))
        row.bind(height=self._fit_height)
        self.add_widget(row)
        self.is_selected = selected
        self._refresh_style()

    def _fit_height(self, row: Row, height: float) -> None:
        self.height = max(dp(TOUCH_TARGET), height)

    def set_selected(self, selected: bool) -> None:
        self.is_selected = selected
        self._refresh_style()

    def update_style(self, *, pressed: bool) -> None:
        ground = theme_colour(SEA.deep if self.is_selected else "plank")
        self._box.set_style(
            background=shade(ground, 0.08) if pressed else ground,
            border=theme_colour(SEA.line if self.is_selected else "rim"),
            line_width=2 if self.is_selected else 1.5,
        )
        self._mark.show(Icon.CHECK_TOKEN if self.is_selected else Icon.RING)
        self._mark.set_tone(SEA.line if self.is_selected else "rim")
        if self._icon is not None:
            self._icon.set_tone(SEA.line if self.is_selected else "ink_3")


class OptionList(Column, Generic[T]):
    """`options` holds each way with its words, its reason and its mark."""

    def __init__(
        self,
        options: Sequence[tuple[T, str, str, Icon | None]],
        selected: T,
        on_pick: Callable[[T], object],
    ) -> None:
        super().__init__(gap=8)
        self._on_pick = on_pick
        self.rows: dict[T, OptionRow] = {}
        for option, words, why, icon in options:
            row = OptionRow(words, why, self._make_handler(option), icon=icon, selected=option == selected)
            self.rows[option] = row
            self.add_widget(row)

    def select(self, selected: T) -> None:
        for option, row in self.rows.items():
            row.set_selected(option == selected)

    def _make_handler(self, option: T) -> Callable[[], None]:
        def on_tap() -> None:
            self.select(option)
            self._on_pick(option)

        return on_tap
