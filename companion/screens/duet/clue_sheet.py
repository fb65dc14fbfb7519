"""The clue written down, if the table likes: its word, its number, who gave it, what may be wrong with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import partial

from kivy.clock import Clock
from kivy.uix.widget import Widget

from companion.entry.duet.draft import TurnDraft, open_words
from companion.games.duet.clues import MAX_CLUE_LENGTH, ClueNumber, Unlimited, clue_warnings
from companion.games.duet.manifest import DEFINITION
from companion.games.duet.setup import KEY_AGENTS
from companion.games.duet.state import State
from companion.i18n.translator import Translator
from companion.screens.duet.clue_card import set_children
from companion.widgets.buttons import PrimaryButton
from companion.widgets.cards import Chip, Notice, RoundButton
from companion.widgets.field import TextField
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Grid, Row
from companion.widgets.sheet import Sheet
from companion.widgets.text import IconLabel, Text
from companion.widgets.theme import ACCENTS

_DUET = ACCENTS[DEFINITION.accent]
# More doubts than these say nothing new.
_MAX_DOUBTS = 2

DraftCallback = Callable[[TurnDraft], object]


class ClueSheet(Sheet):
    """`on_change` keeps what is told so far, `on_done` makes it the clue of this turn; `on_close` gets
    what was told until then, which is not lost."""

    def __init__(
        self,
        tr: Translator,
        state: State,
        draft: TurnDraft,
        on_change: DraftCallback,
        on_done: Callable[[], object],
        on_close: DraftCallback,
    ) -> None:
        self._tr = tr
        self._state, self._draft = state, draft
        self._on_change, self._on_done, self._on_put_away = on_change, on_done, on_close
        self.field = TextField(tr("duet.clue.word"), lambda _: self._end_typing(), max_length=MAX_CLUE_LENGTH)
        self.field.text = draft.word
        self._doubts = Column(gap=8)
        numbers: tuple[ClueNumber, ...] = (*range(KEY_AGENTS + 1), Unlimited.UNLIMITED)
        self.numbers = {number: self._build_number(number) for number in numbers}
        *number_chips, unlimited = self.numbers.values()
        self.givers = self._build_givers()
        self.main = PrimaryButton(tr("duet.clue.tell"), self.finish, icon=Icon.CLUE, accent=_DUET)
        super().__init__(
            tr("duet.clue.tell"),
            Row(self.field, RoundButton(Icon.CHECK, self._end_typing), gap=8),
            self._doubts,
            Text(tr("duet.clue.number"), weight=500, size_sp=18),
            Grid(*number_chips, gap=8, min_column_width=48, max_columns=5),
            unlimited,
            *self._build_giver_choice(),
            self.main,
            *_build_reminder(tr, state),
            on_close=self._close,
        )
        # A key and the next one may come within one frame: what is shown is kept, and that is enough.
        self._schedule_save = Clock.create_trigger(lambda _: self.save_text(), 0)
        self.field.bind(text=self._schedule_save)
        self._show()

    # -- what is tapped and typed ---------------------------------------------------------------------------

    def save_text(self) -> None:
        """What stands in the field by now."""
        self._schedule_save.cancel()
        if self.field.text != self._draft.word:
            self._update_draft(self._draft.with_word(self.field.text))

    def _end_typing(self) -> None:
        """The word stands; its number is tapped, and the keyboard would lie over it."""
        self.save_text()
        self.field.focus = False

    def finish(self) -> None:
        self.save_text()
        self._on_done()

    def _close(self) -> None:
        self.save_text()
        self._on_put_away(self._draft)

    def _update_draft(self, draft: TurnDraft) -> None:
        self._draft = draft
        self._on_change(draft)
        self._show()

    def _apply_change(self, change: Callable[[TurnDraft], TurnDraft]) -> None:
        self.save_text()
        self._update_draft(change(self._draft))

    # -- parts ----------------------------------------------------------------------------------------------

    def _build_number(self, number: ClueNumber) -> Chip:
        # The sign stands on the board; here it has its name, which can be read aloud.
        words = (
            self._tr("duet.clue.unlimited")
            if isinstance(number, Unlimited)
            else self._tr.format_number(number)
        )
        return Chip(
            words, partial(self._apply_change, lambda draft: draft.toggle_number(number)), accent=_DUET
        )

    def _build_givers(self) -> dict[int, Chip]:
        """Those of whom one gave the clue, where they are several."""
        setup, giver = self._state.setup, self._state.giver
        seats = [seat for seat in range(len(setup.players)) if setup.side_of(seat) is giver]
        if len(seats) == 1:
            return {}
        return {seat: self._build_giver(seat, self._tr.player_name(setup.players[seat])) for seat in seats}

    def _build_giver(self, seat: int, name: str) -> Chip:
        return Chip(name, partial(self._apply_change, lambda draft: draft.toggle_giver(seat)), accent=_DUET)

    def _build_giver_choice(self) -> tuple[Widget, ...]:
        if not self.givers:
            return ()
        heading = Text(self._tr("duet.clue.by"), weight=500, size_sp=18)
        return heading, Grid(*self.givers.values(), gap=8, min_column_width=110, max_columns=3)

    def _show(self) -> None:
        draft, rules = self._draft, self._state.setup.effective_clue_rules
        for number, chip in self.numbers.items():
            chip.set_selected(number == draft.number)
        for seat, chip in self.givers.items():
            chip.set_selected(seat == draft.by)
        problems = clue_warnings(rules, open_words(self._state), draft.word)
        set_children(
            self._doubts, [Notice(self._tr.translate_problem(doubt)) for doubt in problems[:_MAX_DOUBTS]]
        )
        self.main.enabled = draft.has_clue


def _build_reminder(tr: Translator, state: State) -> tuple[Widget, ...]:
    """What a clue must be, and what this table lets pass beside it."""
    rules = state.setup.effective_clue_rules
    agreed = {field.name: getattr(rules, field.name) for field in fields(rules)}
    rows = (_build_rule_row(tr(f"duet.option.{name}.name"), allowed) for name, allowed in agreed.items())
    return (
        Row(
            IconLabel(Icon.BOOK, 22, tone="ink_2", pos_hint={"top": 1}),
            Text(tr("duet.learn.clue.rule"), tone="ink_2"),
            gap=10,
        ),
        Column(Text(tr("duet.clue.agreed"), tone="ink_2"), *rows, gap=4),
    )


def _build_rule_row(words: str, allowed: bool) -> Row:
    mark = Icon.CHECK if allowed else Icon.CROSS
    return Row(
        IconLabel(mark, 20, tone="teal" if allowed else "ink_3", pos_hint={"center_y": 0.5}),
        Text(words, tone="ink" if allowed else "ink_3", pos_hint={"center_y": 0.5}),
        gap=10,
    )
