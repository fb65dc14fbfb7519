"""The fourteen villagers: what each counts, how many there are, when and how it works."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from math import ceil
from typing import Any, Final

from kivy.clock import Clock
from kivy.metrics import dp

from companion.games.silver.cards import BOX_CARDS, VILLAGERS, Villager, When
from companion.games.silver.manifest import MANIFEST
from companion.games.silver.rule_numbers import RULE_NUMBERS
from companion.screens.labelled_rows import note
from companion.screens.rules.links import entry_for, open_rules
from companion.scripts.rulebooks import CARD
from companion.shell import Shell
from companion.widgets.cards import Card, Chip
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Gap, Grid, Row
from companion.widgets.page import Page, TitleBar
from companion.widgets.shapes import Box
from companion.widgets.tap import IconButton
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import ACCENTS, RADIUS_CARD, RADIUS_CELL, TARGET, look, paint, sp

WHEN_ICONS: Final[Mapping[When, Icon]] = {
    When.ALWAYS: Icon.VILLAGE,
    When.FACE_UP: Icon.HOUSE,
    When.DISCARDED: Icon.CARD,
    When.EXCHANGING: Icon.SHUFFLE,
}
_SILVER = ACCENTS[MANIFEST.accent]


def open_cards(shell: Shell, number: int | None = None) -> None:
    """Show the villagers, this one first."""
    shell.visit(CardsPage, number)


class NumberTile(Text):
    """A card's number on a small card of its own."""

    def __init__(self, number: str) -> None:
        super().__init__(
            number, weight=700, size_sp=40, smallest=20, most=1, align="center", tone=_SILVER.on, grow="none",
            size_hint=(None, None), size=(sp(56), sp(68)), pos_hint={"center_y": 0.5},
        )  # fmt: skip
        Box(self, radius=RADIUS_CELL, ground=paint(_SILVER.fill))


class VillagerCard(Column):
    """One villager; the one that was asked for stands out."""

    def __init__(self, shell: Shell, villager: Villager) -> None:
        tr = shell.tr
        # Cards side by side are as high as the higher one.
        super().__init__(gap=10, padding=(dp(14), dp(14), dp(14), dp(4)), size_hint_y=1)
        self.villager = villager
        self.chosen = False
        self._box = Box(self, radius=RADIUS_CARD)
        words = f"silver.card.{villager.id}"
        name = Text(tr(f"{words}.name"), face="title", size_sp=24, smallest=15, most=2)
        copies = Text(tr("silver.reference.copies", n=villager.copies), size_sp=16, tone="ink_2", grow="both")
        mark = Glyph(WHEN_ICONS[villager.when], 22, tone=_SILVER.line, pos_hint={"top": 1})
        when = Row(mark, Text(tr(f"{words}.when"), weight=500, size_sp=16, tone=_SILVER.line), gap=8)
        if look().text_scale > 1:
            # Beside large names there is no room.
            head = Column(name, Row(copies), when, gap=4)
        else:
            copies.pos_hint = {"center_y": 0.45}
            head = Column(Row(name, copies, gap=10), when, gap=4)
        head.pos_hint = {"center_y": 0.5}
        top = Row(NumberTile(tr.number(villager.number)), head, gap=14)
        link = f"{CARD}:{villager.id}"
        if entry_for(MANIFEST, link) is not None:
            top.add_widget(IconButton(Icon.BOOK, partial(open_rules, shell, MANIFEST, link), tone="ink_2"))
        self.add_widget(top)
        self.add_widget(Text(tr(f"{words}.text", number=villager.number), size_sp=18))
        self.add_widget(Gap())
        self.choose(False)

    def choose(self, chosen: bool) -> None:
        self.chosen = chosen
        self._box.paint(
            ground=paint(_SILVER.deep if chosen else "plank"),
            edge=paint(_SILVER.line) if chosen else paint("groove", 0.6),
            line=2 if chosen else 1,
        )


class CardsPage(Page):
    """All villagers, one below the other. The numbers at the bottom lead to each of them."""

    widest = 1040

    def __init__(self, shell: Shell, number: int | None = None) -> None:
        tr = shell.tr
        super().__init__(
            TitleBar(
                tr("silver.reference.title"),
                tr("silver.reference.subtitle", cards=BOX_CARDS),
                on_back=shell.back,
            )
        )
        self.cards = {villager.number: VillagerCard(shell, villager) for villager in VILLAGERS}
        self.keys = {
            number: Chip(tr.number(number), partial(self.show, number), accent=_SILVER)
            for number in self.cards
        }
        notes = [
            note(icon, tr(key, **RULE_NUMBERS))
            for icon, key in ((Icon.INFO, "silver.reference.note"), (Icon.AMULET, "silver.amulet.guards"))
        ]
        self.body.add_widget(Grid(*self.cards.values(), gap=10, narrowest=460, most_columns=2))
        self.body.add_widget(Card(*notes))
        self._keys = Grid(*self.keys.values(), gap=6)
        self._keys.bind(width=self._arrange_keys)
        self.with_footer(self._keys)
        # The number whose card is kept in sight, until somebody scrolls: cards get their heights one by one.
        self._sought: int | None = None
        self._seek = Clock.create_trigger(self._bring)
        self.body.bind(height=self._seek)
        self.scroll.bind(height=self._seek)
        if number is not None:
            self.show(number)

    def show(self, number: int) -> None:
        """Let this villager stand out, and bring it into sight."""
        for other, card in self.cards.items():
            card.choose(other == number)
            self.keys[other].choose(other == number)
        self._sought = number
        self._seek()

    def on_touch_down(self, touch: Any) -> bool:
        self._sought = None
        return bool(super().on_touch_down(touch))

    def _bring(self, *_: object) -> None:
        hidden = self.body.height - self.scroll.height
        if self._sought is not None and hidden > 0:
            card = self.cards[self._sought]
            above = self.body.y + self.body.height - card.y - card.height
            self.scroll.scroll_y = 1 - min(1.0, max(0.0, (above - dp(8)) / hidden))

    def _arrange_keys(self, *_: object) -> None:
        fit = max(1, int((self._keys.width + dp(6)) // dp(TARGET + 6)))
        rows = ceil(len(self.keys) / fit)
        self._keys.cols = ceil(len(self.keys) / rows)
