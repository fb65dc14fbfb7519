"""The reference page of the fourteen villagers, and the panel of what each player needs in the last round."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from math import ceil
from typing import Any, Final

from kivy.clock import Clock
from kivy.metrics import dp

from companion.app_context import AppContext
from companion.games.silver.definition import DEFINITION
from companion.games.silver.rules import RULE_NUMBERS, SeatOutlook, points_to_limit, seat_outlooks
from companion.games.silver.setup import BOX_CARDS, VILLAGERS, PowerTiming, Villager
from companion.games.silver.state import State
from companion.games.silver.text import SilverTable, outlook_message
from companion.i18n.translator import Translator
from companion.screens.learn.rule_links import find_entry, open_rules
from companion.screens.rows import build_info_row
from companion.screens.silver.rounds import SeatMark
from companion.scripts.teaching import CARD
from companion.widgets.buttons import IconButton
from companion.widgets.cards import Card, Chip
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Grid, Row, Spacer
from companion.widgets.page import Page, TitleBar
from companion.widgets.shapes import RoundedBox
from companion.widgets.text import CAPTION, HEADING, LEAD, MUTED, NUMBER, STRONG, IconLabel, Text
from companion.widgets.theme import ACCENTS, RADIUS_CARD, RADIUS_CELL, TOUCH_TARGET, look, sp, theme_colour

WHEN_ICONS: Final[Mapping[PowerTiming, Icon]] = {
    PowerTiming.ALWAYS: Icon.VILLAGE,
    PowerTiming.FACE_UP: Icon.HOUSE,
    PowerTiming.DISCARDED: Icon.CARD,
    PowerTiming.EXCHANGING: Icon.SHUFFLE,
}
_SILVER = ACCENTS[DEFINITION.accent]


def open_cards_page(context: AppContext, number: int | None = None) -> None:
    """Open the page of villagers, scrolled to this number if given."""
    context.push(CardsPage, number)


class NumberTile(Text):
    """The number of a card, on a small card."""

    def __init__(self, number: str) -> None:
        super().__init__(
            number,
            weight=700,
            size_sp=40,
            min_size=20,
            max_lines=1,
            align="center",
            tone=_SILVER.on,
            autosize="none",
            size_hint=(None, None),
            size=(sp(56), sp(68)),
            pos_hint={"center_y": 0.5},
        )
        RoundedBox(self, radius=RADIUS_CELL, background=theme_colour(_SILVER.fill))


class VillagerCard(Column):
    """One villager; the selected one is highlighted."""

    def __init__(self, context: AppContext, villager: Villager) -> None:
        tr = context.tr
        # Cards side by side have the height of the higher one.
        super().__init__(gap=10, padding=(dp(14), dp(14), dp(14), dp(4)), size_hint_y=1)
        self.villager = villager
        self.is_selected = False
        self._box = RoundedBox(self, radius=RADIUS_CARD)
        words = f"silver.card.{villager.id}"
        name = Text(tr(f"{words}.name"), HEADING, size_sp=24, min_size=15, max_lines=2)
        copies = Text(tr("silver.reference.copies", n=villager.copies), MUTED, autosize="both")
        mark = IconLabel(WHEN_ICONS[villager.timing], 22, tone=_SILVER.line, pos_hint={"top": 1})
        when = Row(mark, Text(tr(f"{words}.when"), STRONG, tone=_SILVER.line, pos_hint={"y": 0}), gap=8)
        if look().text_scale > 1:
            # There is no room beside a name in large text.
            head = Column(name, Row(copies), when, gap=4)
        else:
            copies.pos_hint = {"center_y": 0.45}
            head = Column(Row(name, copies, gap=10), when, gap=4)
        top = Row(NumberTile(tr.format_number(villager.number)), head, gap=14)
        link = f"{CARD}:{villager.id}"
        if find_entry(DEFINITION, link) is not None:
            top.add_widget(
                IconButton(Icon.BOOK, partial(open_rules, context, DEFINITION, link), tone="ink_2")
            )
        self.add_widget(top)
        self.add_widget(Text(tr(f"{words}.text", number=villager.number), LEAD))
        self.add_widget(Spacer())
        self.set_selected(False)

    def set_selected(self, selected: bool) -> None:
        self.is_selected = selected
        self._box.set_style(
            background=theme_colour(_SILVER.deep if selected else "plank"),
            border=theme_colour(_SILVER.line) if selected else theme_colour("groove", 0.6),
            line_width=2 if selected else 1,
        )


class CardsPage(Page):
    """All villagers; the number chips in the footer scroll to them."""

    max_width_dp = 1040

    def __init__(self, context: AppContext, number: int | None = None) -> None:
        tr = context.tr
        super().__init__(
            TitleBar(
                tr("silver.reference.title"),
                tr("silver.reference.subtitle", cards=BOX_CARDS),
                on_back=context.go_back,
            )
        )
        self.cards = {villager.number: VillagerCard(context, villager) for villager in VILLAGERS}
        self.keys = {
            number: Chip(tr.format_number(number), partial(self.show_card, number), accent=_SILVER)
            for number in self.cards
        }
        notes = [
            build_info_row(icon, tr(key, **RULE_NUMBERS))
            for icon, key in ((Icon.INFO, "silver.reference.note"), (Icon.AMULET, "silver.amulet.guards"))
        ]
        self.body.add_widget(Grid(*self.cards.values(), gap=10, min_column_width=460, max_columns=2))
        self.body.add_widget(Card(*notes))
        self._keys = Grid(*self.keys.values(), gap=6)
        self._keys.bind(width=self._arrange_keys)
        self.add_to_footer(self._keys)
        # The card to keep visible until the user scrolls: cards get their heights one by one.
        self._target_number: int | None = None
        self._schedule_scroll = Clock.create_trigger(self._scroll_to_target)
        self.body.bind(height=self._schedule_scroll)
        self.scroll.bind(height=self._schedule_scroll)
        if number is not None:
            self.show_card(number)

    def show_card(self, number: int) -> None:
        """Highlight this villager and scroll to it."""
        for other, card in self.cards.items():
            card.set_selected(other == number)
            self.keys[other].set_selected(other == number)
        self._target_number = number
        self._schedule_scroll()

    def on_touch_down(self, touch: Any) -> bool:
        self._target_number = None
        return bool(super().on_touch_down(touch))

    def _scroll_to_target(self, *_: object) -> None:
        hidden_height = self.body.height - self.scroll.height
        if self._target_number is not None and hidden_height > 0:
            card = self.cards[self._target_number]
            height_above = self.body.y + self.body.height - card.y - card.height
            self.scroll.scroll_y = 1 - min(1.0, max(0.0, (height_above - dp(8)) / hidden_height))

    def _arrange_keys(self, *_: object) -> None:
        per_row = max(1, int((self._keys.width + dp(6)) // dp(TOUCH_TARGET + 6)))
        rows = ceil(len(self.keys) / per_row)
        self._keys.cols = ceil(len(self.keys) / rows)


_NUMBER_WIDTH_SP = 76


class OutlookPanel(Column):
    """What each player needs to win; empty and without height if there is no outlook."""

    def __init__(self, tr: Translator) -> None:
        super().__init__(gap=6)
        self._tr = tr
        self.rows: list[OutlookRow] = []

    def show(self, session: SilverTable) -> None:
        self.clear_widgets()
        self.rows = []
        state, tr = session.state, self._tr
        if not has_outlook(state):
            return
        title = "points" if state.setup.is_points_game else "rounds"
        self.add_widget(
            Row(
                IconLabel(Icon.TROPHY, 22, tone=_SILVER.line),
                Text(tr(f"silver.outlook.title.{title}"), HEADING),
                gap=10,
            )
        )
        limits = points_to_limit(state)
        for need in seat_outlooks(state):
            number, caption = _need_number(tr, need)
            if limits:
                number = limits[need.seat]
                caption = tr("silver.outlook.number.limit", limit=state.setup.options.limit)
            self.rows.append(OutlookRow(tr, state, need, tr.format_number(number), caption))
            self.add_widget(self.rows[-1])


class OutlookRow(Row):
    """A player, what they need in words, and the number in large digits."""

    def __init__(self, tr: Translator, state: State, need: SeatOutlook, number: str, caption: str) -> None:
        super().__init__(gap=10, padding=(dp(12), dp(8)))
        is_leading = need.gap <= 0
        RoundedBox(
            self, radius=RADIUS_CELL, background=theme_colour(_SILVER.deep if is_leading else "plank"),
            border=theme_colour(_SILVER.line, 1 if is_leading else 0), line_width=1.5,
        )  # fmt: skip
        self.seat = need.seat
        message = outlook_message(state, need)
        self.words = Text(tr.translate(message), MUTED)
        self.number = Text(number, NUMBER, size_sp=28, min_size=16, max_lines=1, align="center")
        self.caption = Text(caption, CAPTION, align="center")
        name = Text(
            tr.player_name(state.setup.players[need.seat]), NUMBER, size_sp=18, min_size=14, max_lines=1
        )
        self.add_widget(SeatMark(need.seat))
        self.add_widget(Column(name, self.words, gap=0))
        self.add_widget(
            Column(self.number, self.caption, gap=0, size_hint_x=None, width=sp(_NUMBER_WIDTH_SP))
        )


def has_outlook(state: State) -> bool:
    """True in the last round, or if any round may be the last."""
    return state.is_last_round or (
        state.setup.is_points_game and bool(state.results) and state.outcome is None
    )


def _need_number(tr: Translator, need: SeatOutlook) -> tuple[int, str]:
    if need.points_needed > 0:
        return need.points_needed, tr("silver.outlook.number.fewer")
    return -need.points_needed, tr("silver.outlook.number.spare")
