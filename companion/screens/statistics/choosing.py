"""Which games are counted: chips above the page, and all that can be chosen on a sheet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from kivy.metrics import dp

from companion.i18n.translator import Translator
from companion.past.filters import FilterOption, FilterOptionGroup, suggest_options
from companion.past.which import GameFilter
from companion.past.words import translate
from companion.widgets.cards import Chip
from companion.widgets.layout import Column, Wrap
from companion.widgets.sheet import Sheet
from companion.widgets.text import Text
from companion.widgets.theme import TOUCH_TARGET, Accent

FilterCallback = Callable[[GameFilter], object]


def create_filter_chips(
    tr: Translator, kinds: Sequence[FilterOptionGroup], on_select: FilterCallback, accent: Accent
) -> Wrap:
    row = Wrap(gap=6)
    for offer in suggest_options(kinds):
        row.add_widget(_create_chip(tr, offer, on_select, accent))
    return row


def _create_chip(tr: Translator, offer: FilterOption, on_select: FilterCallback, accent: Accent) -> Chip:
    chip = Chip(
        translate(tr, offer.label),
        partial(on_select, offer.game_filter),
        selected=offer.is_selected,
        accent=accent,
        hug=True,
    )
    # A little smaller than a name: three of them and the way to more stand in one line of a phone.
    chip.label.size_sp = 16
    chip.width = max(chip.label.natural_width() + dp(24), dp(TOUCH_TARGET))
    return chip


class StatisticsFilterSheet(Sheet):
    """All that can be chosen, by kind."""

    def __init__(
        self,
        tr: Translator,
        kinds: Sequence[FilterOptionGroup],
        on_select: FilterCallback,
        accent: Accent,
        on_close: Callable[[], object],
    ) -> None:
        parts = []
        for kind in kinds:
            row = Wrap(gap=8)
            for offer in kind.options:
                row.add_widget(_create_chip(tr, offer, on_select, accent))
            parts.append(Column(Text(translate(tr, kind.title), tone="ink_2"), row, gap=6))
        super().__init__(tr("statistics.choose.title"), *parts, on_close=on_close)
