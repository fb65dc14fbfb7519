"""The reference page of the fourteen villagers, and the panel of what each player needs in the last round.

The sheet that answers whether a player may call, and what would follow. Its input is not stored.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from math import ceil
from typing import Any, Final

from kivy.clock import Clock
from kivy.metrics import dp

from companion.app_context import AppContext
from companion.games.silver.definition import DEFINITION
from companion.games.silver.rules import (
    KAMIKAZE_OWN_POINTS,
    MAX_CALL_CARDS,
    RULE_NUMBERS,
    SeatOutlook,
    add_up_totals,
    call_outlook,
    can_call,
    points_to_limit,
    seat_outlooks,
)
from companion.games.silver.setup import (
    BOX_CARDS,
    VILLAGE_SIZE,
    VILLAGERS,
    PowerTiming,
    Villager,
    highest_sum,
    remaining_cards,
)
from companion.games.silver.state import ScoreReason, State
from companion.games.silver.text import SilverTable, outlook_message
from companion.i18n.translator import Translator
from companion.screens.learn.rule_links import find_entry, open_rules
from companion.screens.rows import build_info_row
from companion.screens.silver.rounds import SeatMark
from companion.scripts.teaching import CARD
from companion.widgets.buttons import IconButton
from companion.widgets.cards import Card, Chip, ChoiceChips, Stepper
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Grid, Row, Spacer
from companion.widgets.page import Page, Sheet, TitleBar
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


_NO_GUESS: Final = -1
_LARGE_STEP: Final = 5
# The answer is the same for more cards.
_MAX_CARDS: Final = 9
_DEFAULT_SUM: Final = 5
# The possible outcomes, each with icon and colour.
_OUTCOMES: Final[Mapping[str, tuple[Icon, str]]] = {
    "lowest": (Icon.AMULET, _SILVER.line),
    "tied": (Icon.PEOPLE, _SILVER.line),
    "beaten": (Icon.WARNING, "ember"),
    "plain": (Icon.HAND_STOP, "ink_2"),
}
_EXPECTED: Final[Mapping[ScoreReason, str]] = {
    ScoreReason.CALLER_LOWEST: "lowest",
    ScoreReason.CALLER_TIED: "tied",
    ScoreReason.CALLER_BEATEN: "beaten",
}


def open_call_sheet(context: AppContext, session: SilverTable) -> None:
    """Open the sheet for the current state."""
    context.navigator.open_sheet(CallSheet(context, session.state))


class CallSheet(Sheet):
    def __init__(self, context: AppContext, state: State) -> None:
        self._tr = tr = context.tr
        self._state = state
        self.seat = state.starter
        self.seat_choice = ChoiceChips(
            tuple(enumerate(tr.player_names(state.setup.players))),
            self.seat,
            self._select_seat,
            min_column_width=64,
            max_columns=4 if look().text_scale <= 1.2 else 2,
            accent=_SILVER,
        )
        self.card_stepper = Stepper(MAX_CALL_CARDS, 1, _MAX_CARDS, self._on_change)
        self.sum_stepper = LargeStepper(_DEFAULT_SUM, 0, _highest_sum(MAX_CALL_CARDS), self._on_change)
        self.guess_stepper = LargeStepper(
            _NO_GUESS, _NO_GUESS, _highest_sum(VILLAGE_SIZE), self._on_change, self._format_guess
        )
        self._mark = IconLabel(Icon.CHECK, 24)
        self._verdict = Text("")
        self._answer = Row(self._mark, self._verdict, gap=12, padding=(dp(14), dp(10)))
        self._box = RoundedBox(self._answer, radius=RADIUS_CELL, line_width=1.5)
        self.outcomes = {
            name: OutcomeRow(tr(f"silver.call.if.{name}"), icon, tone)
            for name, (icon, tone) in _OUTCOMES.items()
        }
        self.what_if = Column(
            Text(tr("silver.call.sum"), MUTED),
            self.sum_stepper,
            Text(tr("silver.call.others"), MUTED),
            self.guess_stepper,
            *self.outcomes.values(),
            gap=6,
        )
        super().__init__(
            tr("silver.call.title"),
            Text(tr("silver.call.who"), MUTED),
            self.seat_choice,
            Row(Text(tr("silver.call.cards")), self.card_stepper),
            self._answer,
            on_close=context.navigator.close_sheet,
        )
        self.show()

    # -- input --------------------------------------------------------------------------------------------

    def _select_seat(self, seat: int) -> None:
        self.seat = seat
        self.show()

    def set_guess(self, lowest_other: int) -> None:
        self.guess_stepper.set(lowest_other)
        self.show()

    def _on_change(self, _: int) -> None:
        # Fewer cards have a lower maximum sum.
        self.sum_stepper.limit(0, _highest_sum(min(self.card_stepper.value, MAX_CALL_CARDS)))
        self.show()

    def _format_guess(self, value: int) -> str:
        return self._tr("silver.call.unknown") if value == _NO_GUESS else self._tr.format_number(value)

    # -- answer -------------------------------------------------------------------------------------------

    def show(self) -> None:
        is_allowed = can_call(self.card_stepper.value)
        hue = "moon" if is_allowed else "ember"
        self._box.set_style(background=theme_colour(f"{hue}_deep"), border=theme_colour(hue))
        self._mark.show(Icon.CHECK if is_allowed else Icon.CROSS)
        self._mark.set_tone(hue)
        words = "silver.call.may" if is_allowed else "silver.call.may_not"
        self._verdict.content = self._tr(words, most=MAX_CALL_CARDS)
        if is_allowed and self.what_if.parent is None:
            self.content.add_widget(self.what_if)
        elif not is_allowed and self.what_if.parent is not None:
            self.content.remove_widget(self.what_if)
        self._show_outcomes()

    def _show_outcomes(self) -> None:
        guess = None if self.guess_stepper.value == _NO_GUESS else self.guess_stepper.value
        outlook = call_outlook(self.sum_stepper.value, guess, kamikaze=self._state.setup.has_kamikaze)
        scores = {
            "lowest": outlook.lowest,
            "tied": outlook.lowest,
            "beaten": outlook.beaten,
            "plain": outlook.plain,
        }
        expected = _EXPECTED[outlook.expected] if outlook.expected is not None else None
        for name, row in self.outcomes.items():
            lines = [self._total_text(scores[name])]
            if outlook.kamikaze:
                lines.append(self._tr("silver.why.kamikaze", own=KAMIKAZE_OWN_POINTS))
            if name == expected:
                lines.append(self._tr("silver.call.expected"))
            row.show(self._tr.format_number(scores[name]), lines, expected=name == expected)

    def _total_text(self, score: int) -> str:
        """Return the effect on the total of the selected player."""
        setup, state = self._state.setup, self._state
        scores = [score if seat == self.seat else 0 for seat in range(len(setup.players))]
        totals, resets = add_up_totals(setup, state.totals, scores, state.reset_seats)
        total = totals[self.seat]
        if self.seat in resets:
            return self._tr("silver.call.reset", limit=setup.options.limit, total=total)
        if setup.is_points_game and total >= setup.options.limit:
            return self._tr("silver.call.ends", total=total)
        return self._tr("silver.call.total", total=total)


class OutcomeRow(Row):
    """One outcome: its score in large digits and what follows."""

    def __init__(self, words: str, icon: Icon, tone: str) -> None:
        super().__init__(gap=12, padding=(dp(12), dp(6)))
        self._box = RoundedBox(self, radius=RADIUS_CELL)
        self._details = Text("", CAPTION)
        self.score = Text("", NUMBER, size_sp=28, autosize="both", tone=tone)
        self.add_widget(IconLabel(icon, 24, tone=tone))
        self.add_widget(Column(Text(words, STRONG), self._details, gap=0))
        self.add_widget(self.score)
        self.is_expected = False

    def show(self, score: str, lines: list[str], *, expected: bool) -> None:
        self.is_expected = expected
        self.score.content = score
        self._details.content = "\n".join(lines)
        self._box.set_style(
            background=theme_colour(_SILVER.deep if expected else "raised"),
            border=theme_colour(_SILVER.line, 1 if expected else 0),
            line_width=2,
        )


class LargeStepper(Row):
    """A stepper with additional chips for larger steps."""

    def __init__(
        self,
        value: int,
        minimum: int,
        maximum: int,
        on_change: Callable[[int], object],
        show: Callable[[int], str] | None = None,
    ) -> None:
        super().__init__(gap=8)
        self._minimum, self._maximum = minimum, maximum
        self._on_change = on_change
        self.stepper = Stepper(value, minimum, maximum, self._on_step, show)
        # Put each sign where the language has its minus; a hyphen would be too short for one.
        less, more = (look().digits(-_LARGE_STEP).replace("-", sign) for sign in "\N{MINUS SIGN}+")
        self.less, self.more = (
            Chip(words, partial(self._change_by, step), size_hint_x=None, width=dp(TOUCH_TARGET))
            for words, step in ((less, -_LARGE_STEP), (more, _LARGE_STEP))
        )
        for part in (self.less, Spacer(), self.stepper, Spacer(), self.more):
            self.add_widget(part)
        self._update_buttons()

    @property
    def value(self) -> int:
        return self.stepper.value

    def set(self, value: int) -> None:
        self.stepper.set_value(value)
        self._update_buttons()

    def limit(self, minimum: int, maximum: int) -> None:
        self._minimum, self._maximum = minimum, maximum
        self.stepper.set_range(minimum, maximum)
        self._update_buttons()

    def _change_by(self, delta: int) -> None:
        self.stepper.set_value(min(self._maximum, max(self._minimum, self.value + delta)))
        self._on_step(self.value)

    def _on_step(self, value: int) -> None:
        self._update_buttons()
        self._on_change(value)

    def _update_buttons(self) -> None:
        self.less.enabled = self.value > self._minimum
        self.more.enabled = self.value < self._maximum


def _highest_sum(cards: int) -> int:
    return highest_sum(remaining_cards(()), cards)
