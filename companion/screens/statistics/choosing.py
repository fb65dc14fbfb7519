"""Which games are counted: chips above the page, and all that can be chosen on a sheet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from kivy.metrics import dp

from companion.i18n.translator import Translator
from companion.past.filters import Offer, Offers, suggested
from companion.past.which import Which
from companion.past.words import told
from companion.widgets.cards import Chip
from companion.widgets.layout import Column, Wrap
from companion.widgets.sheet import Sheet
from companion.widgets.text import Text
from companion.widgets.theme import TARGET, Accent

Choose = Callable[[Which], object]


def chips(tr: Translator, kinds: Sequence[Offers], choose: Choose, accent: Accent) -> Wrap:
    row = Wrap(gap=6)
    for offer in suggested(kinds):
        row.add_widget(_chip(tr, offer, choose, accent))
    return row


def _chip(tr: Translator, offer: Offer, choose: Choose, accent: Accent) -> Chip:
    chip = Chip(
        told(tr, offer.words), partial(choose, offer.which), chosen=offer.chosen, accent=accent, hug=True
    )
    # A little smaller than a name: three of them and the way to more stand in one line of a phone.
    chip.words.size_sp = 16
    chip.width = max(chip.words.natural_width() + dp(24), dp(TARGET))
    return chip


class ChooseSheet(Sheet):
    """All that can be chosen, by kind."""

    def __init__(
        self,
        tr: Translator,
        kinds: Sequence[Offers],
        choose: Choose,
        accent: Accent,
        on_close: Callable[[], object],
    ) -> None:
        parts = []
        for kind in kinds:
            row = Wrap(gap=8)
            for offer in kind.offers:
                row.add_widget(_chip(tr, offer, choose, accent))
            parts.append(Column(Text(told(tr, kind.title), tone="ink_2"), row, gap=6))
        super().__init__(tr("statistics.choose.title"), *parts, on_close=on_close)
