"""May I call, and what would come of it? For the one who asks: nothing of it is kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from kivy.metrics import dp

from companion.entry.silver.summary import SilverTable
from companion.games.silver.cards import highest, left_in_box
from companion.games.silver.manifest import MANIFEST
from companion.games.silver.outlook import call_outlook, may_call
from companion.games.silver.round_check import CALL_CARDS
from companion.games.silver.scoring import KAMIKAZE_OWN, added_up
from companion.games.silver.setup import VILLAGE
from companion.games.silver.state import State, Why
from companion.shell import Shell
from companion.widgets.cards import Chip, Choice, Stepper
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Gap, Row
from companion.widgets.shapes import Box
from companion.widgets.sheet import Sheet
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import ACCENTS, RADIUS_CELL, TARGET, look, paint

_SILVER = ACCENTS[MANIFEST.accent]
_NO_GUESS: Final = -1
_LEAP: Final = 5
# The answer for more cards is the same.
_MOST_CARDS: Final = 9
_FIRST_SUM: Final = 5
# What may happen, each with the mark beside it and its colour.
_OUTCOMES: Final[Mapping[str, tuple[Icon, str]]] = {
    "lowest": (Icon.AMULET, _SILVER.line),
    "tied": (Icon.PEOPLE, _SILVER.line),
    "beaten": (Icon.WARNING, "ember"),
    "plain": (Icon.HAND_STOP, "ink_2"),
}
_EXPECTED: Final[Mapping[Why, str]] = {
    Why.CALLER_LOWEST: "lowest",
    Why.CALLER_TIED: "tied",
    Why.CALLER_BEATEN: "beaten",
}


def open_call(shell: Shell, table: SilverTable) -> None:
    """Answer whoever asks at this table, on a sheet above the board."""
    shell.stage.open_sheet(CallSheet(shell, table.state))


class CallSheet(Sheet):
    def __init__(self, shell: Shell, state: State) -> None:
        self._tr = tr = shell.tr
        self._state = state
        self.seat = state.starter
        self.who = Choice(
            tuple(enumerate(tr.players(state.setup.players))), self.seat, self._ask_for, narrowest=64,
            most_columns=4 if look().text_scale <= 1.2 else 2, accent=_SILVER,
        )  # fmt: skip
        self.cards = Stepper(CALL_CARDS, 1, _MOST_CARDS, self._changed)
        self.sum = Leaper(_FIRST_SUM, 0, _highest_sum(CALL_CARDS), self._changed)
        self.others = Leaper(_NO_GUESS, _NO_GUESS, _highest_sum(VILLAGE), self._changed, self._guessed)
        self._mark = Glyph(Icon.CHECK, 24, pos_hint={"center_y": 0.5})
        self._verdict = Text("", size_sp=16, pos_hint={"center_y": 0.5})
        self._answer = Row(self._mark, self._verdict, gap=12, padding=(dp(14), dp(10)))
        self._box = Box(self._answer, radius=RADIUS_CELL, line=1.5)
        self.outcomes = {
            name: OutcomeRow(tr(f"silver.call.if.{name}"), icon, tone)
            for name, (icon, tone) in _OUTCOMES.items()
        }
        self.what_if = Column(
            Text(tr("silver.call.sum"), size_sp=16, tone="ink_2"),
            self.sum,
            Text(tr("silver.call.others"), size_sp=16, tone="ink_2"),
            self.others,
            *self.outcomes.values(),
            gap=6,
        )
        super().__init__(
            tr("silver.call.title"),
            Text(tr("silver.call.who"), size_sp=16, tone="ink_2"),
            self.who,
            Row(Text(tr("silver.call.cards"), size_sp=16, pos_hint={"center_y": 0.5}), self.cards),
            self._answer,
            on_close=shell.stage.close_sheet,
        )
        self.show()

    # -- asking -------------------------------------------------------------------------------------------

    def _ask_for(self, seat: int) -> None:
        self.seat = seat
        self.show()

    def guess(self, lowest_other: int) -> None:
        self.others.set(lowest_other)
        self.show()

    def _changed(self, _: int) -> None:
        # Fewer cards can come to less.
        self.sum.limit(0, _highest_sum(min(self.cards.value, CALL_CARDS)))
        self.show()

    def _guessed(self, value: int) -> str:
        return self._tr("silver.call.unknown") if value == _NO_GUESS else self._tr.number(value)

    # -- answering ----------------------------------------------------------------------------------------

    def show(self) -> None:
        allowed = may_call(self.cards.value)
        hue = "moon" if allowed else "ember"
        self._box.paint(ground=paint(f"{hue}_deep"), edge=paint(hue))
        self._mark.show(Icon.CHECK if allowed else Icon.CROSS)
        self._mark.set_tone(hue)
        words = "silver.call.may" if allowed else "silver.call.may_not"
        self._verdict.content = self._tr(words, most=CALL_CARDS)
        if allowed and self.what_if.parent is None:
            self.content.add_widget(self.what_if)
        elif not allowed and self.what_if.parent is not None:
            self.content.remove_widget(self.what_if)
        self._show_outcomes()

    def _show_outcomes(self) -> None:
        guess = None if self.others.value == _NO_GUESS else self.others.value
        found = call_outlook(self.sum.value, guess, kamikaze=self._state.setup.kamikaze)
        scores = {"lowest": found.lowest, "tied": found.lowest, "beaten": found.beaten, "plain": found.plain}
        expected = _EXPECTED[found.expected] if found.expected is not None else None
        for name, row in self.outcomes.items():
            told = [self._led_to(scores[name])]
            if found.kamikaze:
                told.append(self._tr("silver.why.kamikaze", own=KAMIKAZE_OWN))
            if name == expected:
                told.append(self._tr("silver.call.expected"))
            row.show(self._tr.number(scores[name]), told, expected=name == expected)

    def _led_to(self, score: int) -> str:
        """What becomes of the total of whoever asks."""
        setup, state = self._state.setup, self._state
        scores = [score if seat == self.seat else 0 for seat in range(len(setup.players))]
        totals, resets = added_up(setup, state.totals, scores, state.resets)
        total = totals[self.seat]
        if self.seat in resets:
            return self._tr("silver.call.reset", limit=setup.options.limit, total=total)
        if setup.points and total >= setup.options.limit:
            return self._tr("silver.call.ends", total=total)
        return self._tr("silver.call.total", total=total)


class OutcomeRow(Row):
    """One thing that may happen: its score, large, and what it leads to."""

    def __init__(self, words: str, icon: Icon, tone: str) -> None:
        super().__init__(gap=12, padding=(dp(12), dp(6)))
        self._box = Box(self, radius=RADIUS_CELL)
        self._told = Text("", size_sp=14, tone="ink_2")
        self.score = Text("", weight=700, size_sp=28, grow="both", tone=tone, pos_hint={"center_y": 0.5})
        self.add_widget(Glyph(icon, 24, tone=tone, pos_hint={"center_y": 0.5}))
        self.add_widget(
            Column(Text(words, weight=500, size_sp=16), self._told, gap=0, pos_hint={"center_y": 0.5})
        )
        self.add_widget(self.score)
        self.expected = False

    def show(self, score: str, told: list[str], *, expected: bool) -> None:
        self.expected = expected
        self.score.content = score
        self._told.content = "\n".join(told)
        self._box.paint(
            ground=paint(_SILVER.deep if expected else "raised"),
            edge=paint(_SILVER.line, 1 if expected else 0),
            line=2,
        )


class Leaper(Row):
    """A stepper for larger numbers: single steps inside, leaps outside."""

    def __init__(
        self,
        value: int,
        lowest: int,
        highest_value: int,
        on_change: Callable[[int], object],
        show: Callable[[int], str] | None = None,
    ) -> None:
        super().__init__(gap=8)
        self._lowest, self._highest = lowest, highest_value
        self._on_change = on_change
        self.stepper = Stepper(value, lowest, highest_value, self._stepped, show)
        # Each sign stands where the language has its minus; a hyphen would be too short for one.
        less, more = (look().digits(-_LEAP).replace("-", sign) for sign in "\N{MINUS SIGN}+")
        self.less, self.more = (
            Chip(words, partial(self._leap, leap), size_hint_x=None, width=dp(TARGET))
            for words, leap in ((less, -_LEAP), (more, _LEAP))
        )
        for part in (self.less, Gap(), self.stepper, Gap(), self.more):
            self.add_widget(part)
        self._dress()

    @property
    def value(self) -> int:
        return self.stepper.value

    def set(self, value: int) -> None:
        self.stepper.set(value)
        self._dress()

    def limit(self, lowest: int, highest_value: int) -> None:
        self._lowest, self._highest = lowest, highest_value
        self.stepper.limit(lowest, highest_value)
        self._dress()

    def _leap(self, way: int) -> None:
        self.stepper.set(min(self._highest, max(self._lowest, self.value + way)))
        self._stepped(self.value)

    def _stepped(self, value: int) -> None:
        self._dress()
        self._on_change(value)

    def _dress(self) -> None:
        self.less.enabled = self.value > self._lowest
        self.more.enabled = self.value < self._highest


def _highest_sum(cards: int) -> int:
    return highest(left_in_box(()), cards)
