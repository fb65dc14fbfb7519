"""Who begins: everybody at the table by name, one of them marked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from companion.widgets.cards import Chip
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Grid
from companion.widgets.theme import CANDLE, Accent


class Starters(Grid):
    """`mark` stands with whoever begins; one more chip, with the words `draw`, draws lots."""

    def __init__(
        self,
        draw: str,
        mark: Icon,
        on_choose: Callable[[int], object],
        on_draw: Callable[[], object],
        *,
        accent: Accent = CANDLE,
        narrowest: float = 80,
        most_columns: int = 5,
    ) -> None:
        super().__init__(gap=8, narrowest=narrowest, most_columns=most_columns)
        self._draw = draw
        self._mark = mark
        self._on_choose = on_choose
        self._on_draw = on_draw
        self._accent = accent

    def show(self, players: Sequence[str], starter: int) -> None:
        self.clear_widgets()
        for seat, name in enumerate(players):
            starts = seat == starter
            self.add_widget(
                Chip(
                    name, partial(self._on_choose, seat), mark=self._mark if starts else None,
                    mark_tone=self._accent.line, chosen=starts, accent=self._accent,
                )
            )  # fmt: skip
        self.add_widget(Chip(self._draw, self._on_draw, icon=Icon.SHUFFLE, outlined=True))
