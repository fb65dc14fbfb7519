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
from companion.widgets.buttons import Pressable
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.shapes import RoundedBox
from companion.widgets.text import IconLabel, Text
from companion.widgets.theme import RADIUS_CARD, look, sp, theme_colour

# In dp: a card of a village, the gap between two, and how many stand in a row before there are two rows.
_CARD_DP = (38, 48)
_GAP_DP = 6
_CARDS_PER_ROW = 5
# Letters larger than this and the cards get a line of their own.
_TALL_TEXT_SCALE = 1.2


class VillagePanel(Column):
    """`on_card` is told the number of a card that was tapped."""

    def __init__(self, tr: Translator, setup: Setup, on_card: Callable[[int], object]) -> None:
        super().__init__(gap=4, padding=(dp(14), dp(5)))
        self._tr = tr
        self._setup = setup
        RoundedBox(self, radius=RADIUS_CARD, background=theme_colour("moon_deep"))
        self._mark = IconLabel(SEAT_SHAPES[0], 18, pos_hint={"center_y": 0.5})
        self._caller = IconLabel(Icon.CALLER, 20, tone="moon", mirrored=True, pos_hint={"center_y": 0.5})
        self.name = Text(weight=700, size_sp=20, min_size=13, max_lines=1, pos_hint={"center_y": 0.5})
        self.line = Text(size_sp=16, tone="ink_2", max_lines=1, min_size=11)
        self._names = Row(self._mark, self.name, gap=6)
        name_column = Column(self._names, self.line, gap=0, pos_hint={"center_y": 0.5})
        self.sum_text = Text(weight=700, size_sp=40, min_size=24, max_lines=1, autosize="none", align="end")
        self.sum_text.size_hint, self.sum_text.size = (None, None), (sp(64), sp(40) * 1.25)
        self.sum_text.pos_hint = {"center_y": 0.5}
        self.card_strip = CardStrip(on_card)
        self._is_tall = look().text_scale > _TALL_TEXT_SCALE
        if self._is_tall:
            self.add_widget(Row(name_column, self.sum_text, gap=8))
        else:
            name_column.size_hint_x, name_column.width = None, dp(98)
            self.add_widget(Row(name_column, self.card_strip, self.sum_text, gap=8))

    def show(self, draft: RoundDraft) -> None:
        tr, village = self._tr, draft.village
        self.name.content = tr.player_name(self._setup.players[draft.seat])
        self._mark.show(SEAT_SHAPES[draft.seat])
        self._mark.set_tone(SEAT_TONES[draft.seat])
        is_caller = draft.caller == draft.seat
        if is_caller != (self._caller.parent is not None):
            if is_caller:
                self._names.add_widget(self._caller)
            else:
                self._names.remove_widget(self._caller)
        self.line.content = (
            tr("silver.board.by_sum") if village.by_sum else tr("app.cards", n=len(village.cards))
        )
        self.sum_text.content = "" if village.total is None else look().digits(village.total)
        self.card_strip.show(() if village.by_sum else village.cards)
        if self._is_tall and village.by_sum == (self.card_strip.parent is not None):
            if village.by_sum:
                self.remove_widget(self.card_strip)
            else:
                self.add_widget(self.card_strip)


class CardStrip(Pressable):
    """The cards side by side; so many that they would not fit stand smaller, in two rows."""

    def __init__(self, on_card: Callable[[int], object]) -> None:
        super().__init__(self._open_touched_card, size_hint_y=None, height=dp(_CARD_DP[1]) + dp(4))
        self._on_card = on_card
        self._area = Widget()
        self.add_widget(self._area)
        self.cards: tuple[int, ...] = ()
        self.chips: list[CardChip] = []
        self._area.bind(pos=self._place, size=self._place)

    def show(self, cards: tuple[int, ...]) -> None:
        if cards == self.cards:
            return
        # What stands already stays: only what differs is drawn anew.
        unchanged = 0
        for old, new in zip(self.cards, cards, strict=False):
            if old != new:
                break
            unchanged += 1
        for chip in self.chips[unchanged:]:
            self._area.remove_widget(chip)
        del self.chips[unchanged:]
        for card in cards[unchanged:]:
            chip = CardChip(card)
            self.chips.append(chip)
            self._area.add_widget(chip)
        self.cards = cards
        self._place()

    def _open_touched_card(self) -> None:
        touch = self.last_touch
        for chip in self.chips:
            if touch is not None and chip.collide_point(*touch.pos):
                self._on_card(chip.number)
                return

    def _place(self, *_: object) -> None:
        area, count = self._area, len(self.chips)
        if not count or area.width < 1:
            return
        rows = 1 if count <= _CARDS_PER_ROW else 2
        per_row = ceil(count / rows)
        gap = dp(_GAP_DP) if rows == 1 else dp(4)
        high = min(dp(_CARD_DP[1]), (area.height - gap * (rows - 1)) / rows)
        wide = min(dp(_CARD_DP[0]), (area.width - gap * (per_row - 1)) / per_row)
        top = area.y + (area.height + rows * high + (rows - 1) * gap) / 2
        for number, chip in enumerate(self.chips):
            row, column = divmod(number, per_row)
            x = area.x + column * (wide + gap)
            if look().rtl:
                x = 2 * area.x + area.width - x - wide
            chip.size = (wide, high)
            chip.pos = (x, top - (row + 1) * high - row * gap)


class CardChip(Widget):
    """A card as it lies there: light, with its number."""

    def __init__(self, number: int, **options: Any) -> None:
        super().__init__(size_hint=(None, None), **options)
        self.number = number
        RoundedBox(self, radius=8, background=theme_colour("moon"))
        self._words = Text(
            look().digits(number),
            weight=700,
            size_sp=24,
            min_size=10,
            max_lines=1,
            tone="on_accent",
            autosize="none",
            align="center",
            scaled=False,
        )
        self.add_widget(self._words)
        self.bind(pos=self._follow, size=self._follow)

    def _follow(self, *_: object) -> None:
        self._words.pos, self._words.size = self.pos, self.size
