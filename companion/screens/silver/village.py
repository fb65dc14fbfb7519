"""The village that is typed now: whose it is, its cards, and what it comes to in very large figures."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from typing import Any

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.entry.silver.draft import RoundDraft
from companion.games.silver.setup import Setup
from companion.i18n.translator import Translator
from companion.screens.silver.seat_shapes import SEAT_SHAPES, SEAT_TONES
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.shapes import Box
from companion.widgets.tap import Tap
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import RADIUS_CARD, look, paint, sp

# In dp: a card of a village, the gap between two, and how many stand in a row before there are two rows.
_CARD = (38, 48)
_GAP = 6
_A_ROW = 5
# Letters larger than this and the cards get a line of their own.
_TALL_FROM = 1.2


class VillagePanel(Column):
    """`on_card` is told the number of a card that was tapped."""

    def __init__(self, tr: Translator, setup: Setup, on_card: Callable[[int], object]) -> None:
        super().__init__(gap=4, padding=(dp(14), dp(5)))
        self._tr = tr
        self._setup = setup
        Box(self, radius=RADIUS_CARD, ground=paint("moon_deep"))
        self._mark = Glyph(SEAT_SHAPES[0], 18, pos_hint={"center_y": 0.5})
        self._caller = Glyph(Icon.CALLER, 20, tone="moon", mirrored=True, pos_hint={"center_y": 0.5})
        self.name = Text(weight=700, size_sp=20, smallest=13, most=1, pos_hint={"center_y": 0.5})
        self.line = Text(size_sp=16, tone="ink_2", most=1, smallest=11)
        self._names = Row(self._mark, self.name, gap=6)
        who = Column(self._names, self.line, gap=0, pos_hint={"center_y": 0.5})
        self.sum = Text(weight=700, size_sp=40, smallest=24, most=1, grow="none", align="end")
        self.sum.size_hint, self.sum.size = (None, None), (sp(64), sp(40) * 1.25)
        self.sum.pos_hint = {"center_y": 0.5}
        self.cards = CardStrip(on_card)
        self._tall = look().text_scale > _TALL_FROM
        if self._tall:
            self.add_widget(Row(who, self.sum, gap=8))
        else:
            who.size_hint_x, who.width = None, dp(98)
            self.add_widget(Row(who, self.cards, self.sum, gap=8))

    def show(self, draft: RoundDraft) -> None:
        tr, village = self._tr, draft.village
        self.name.content = tr.player(self._setup.players[draft.seat])
        self._mark.show(SEAT_SHAPES[draft.seat])
        self._mark.set_tone(SEAT_TONES[draft.seat])
        calls = draft.caller == draft.seat
        if calls != (self._caller.parent is not None):
            if calls:
                self._names.add_widget(self._caller)
            else:
                self._names.remove_widget(self._caller)
        self.line.content = (
            tr("silver.board.by_sum") if village.by_sum else tr("app.cards", n=len(village.cards))
        )
        self.sum.content = "" if village.total is None else look().digits(village.total)
        self.cards.show(() if village.by_sum else village.cards)
        if self._tall and village.by_sum == (self.cards.parent is not None):
            if village.by_sum:
                self.remove_widget(self.cards)
            else:
                self.add_widget(self.cards)


class CardStrip(Tap):
    """The cards side by side; so many that they would not fit stand smaller, in two rows."""

    def __init__(self, on_card: Callable[[int], object]) -> None:
        super().__init__(self._tapped, size_hint_y=None, height=dp(_CARD[1]) + dp(4))
        self._on_card = on_card
        self._field = Widget()
        self.add_widget(self._field)
        self.cards: tuple[int, ...] = ()
        self.chips: list[CardChip] = []
        self._field.bind(pos=self._place, size=self._place)

    def show(self, cards: tuple[int, ...]) -> None:
        if cards == self.cards:
            return
        # What stands already stays: only what differs is drawn anew.
        same = 0
        for old, new in zip(self.cards, cards, strict=False):
            if old != new:
                break
            same += 1
        for chip in self.chips[same:]:
            self._field.remove_widget(chip)
        del self.chips[same:]
        for card in cards[same:]:
            chip = CardChip(card)
            self.chips.append(chip)
            self._field.add_widget(chip)
        self.cards = cards
        self._place()

    def _tapped(self) -> None:
        touch = self.last_touch
        for chip in self.chips:
            if touch is not None and chip.collide_point(*touch.pos):
                self._on_card(chip.number)
                return

    def _place(self, *_: object) -> None:
        field, count = self._field, len(self.chips)
        if not count or field.width < 1:
            return
        rows = 1 if count <= _A_ROW else 2
        a_row = ceil(count / rows)
        gap = dp(_GAP) if rows == 1 else dp(4)
        high = min(dp(_CARD[1]), (field.height - gap * (rows - 1)) / rows)
        wide = min(dp(_CARD[0]), (field.width - gap * (a_row - 1)) / a_row)
        top = field.y + (field.height + rows * high + (rows - 1) * gap) / 2
        for number, chip in enumerate(self.chips):
            row, column = divmod(number, a_row)
            x = field.x + column * (wide + gap)
            if look().rtl:
                x = 2 * field.x + field.width - x - wide
            chip.size = (wide, high)
            chip.pos = (x, top - (row + 1) * high - row * gap)


class CardChip(Widget):
    """A card as it lies there: light, with its number."""

    def __init__(self, number: int, **options: Any) -> None:
        super().__init__(size_hint=(None, None), **options)
        self.number = number
        Box(self, radius=8, ground=paint("moon"))
        self._words = Text(
            look().digits(number), weight=700, size_sp=24, smallest=10, most=1, tone="on_accent", grow="none",
            align="center", scaled=False,
        )  # fmt: skip
        self.add_widget(self._words)
        self.bind(pos=self._follow, size=self._follow)

    def _follow(self, *_: object) -> None:
        self._words.pos, self._words.size = self.pos, self.size
