"""The sheet that answers whether a player may call, and what would follow. Its input is not stored."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from kivy.metrics import dp

from companion.app_context import AppContext
from companion.games.silver.definition import DEFINITION
from companion.games.silver.rules import (
    KAMIKAZE_OWN_POINTS,
    MAX_CALL_CARDS,
    add_up_totals,
    call_outlook,
    can_call,
)
from companion.games.silver.setup import VILLAGE_SIZE, highest_sum, remaining_cards
from companion.games.silver.state import ScoreReason, State
from companion.games.silver.text import SilverTable
from companion.widgets.cards import Chip, ChoiceChips, Stepper
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Row, Spacer
from companion.widgets.shapes import RoundedBox
from companion.widgets.sheet import Sheet
from companion.widgets.text import CAPTION, MUTED, NUMBER, STRONG, IconLabel, Text
from companion.widgets.theme import ACCENTS, RADIUS_CELL, TOUCH_TARGET, look, theme_colour

_SILVER = ACCENTS[DEFINITION.accent]
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
