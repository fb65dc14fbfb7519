"""The clue written down, if the table likes: its word, its number, who gave it, what may be wrong with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import partial

from kivy.clock import Clock
from kivy.uix.widget import Widget

from companion.entry.duet.draft import TurnDraft, open_words
from companion.games.duet.clues import LONGEST_CLUE, Number, Unlimited, doubts
from companion.games.duet.manifest import MANIFEST
from companion.games.duet.setup import KEY_AGENTS
from companion.games.duet.state import State
from companion.i18n.translator import Translator
from companion.screens.duet.clue_card import hold
from companion.widgets.cards import Chip, Notice, RoundButton
from companion.widgets.field import Field
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Grid, Row
from companion.widgets.sheet import Sheet
from companion.widgets.tap import MainButton
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import ACCENTS

_DUET = ACCENTS[MANIFEST.accent]
# More doubts than these say nothing new.
_DOUBTS = 2

Change = Callable[[TurnDraft], object]


class ClueSheet(Sheet):
    """`change` keeps what is told so far, `done` makes it the clue of this turn; `put_away` gets what was
    told until then, which is not lost."""

    def __init__(
        self,
        tr: Translator,
        state: State,
        draft: TurnDraft,
        change: Change,
        done: Callable[[], object],
        put_away: Change,
    ) -> None:
        self._tr = tr
        self._state, self._draft = state, draft
        self._change, self._done, self._put_away = change, done, put_away
        self.field = Field(tr("duet.clue.word"), lambda _: self._end_typing(), longest=LONGEST_CLUE)
        self.field.text = draft.word
        self._doubts = Column(gap=8)
        numbers: tuple[Number, ...] = (*range(KEY_AGENTS + 1), Unlimited.UNLIMITED)
        self.numbers = {number: self._number(number) for number in numbers}
        *counted, unlimited = self.numbers.values()
        self.givers = self._givers()
        self.main = MainButton(tr("duet.clue.tell"), self.finish, icon=Icon.CLUE, accent=_DUET)
        super().__init__(
            tr("duet.clue.tell"),
            Row(self.field, RoundButton(Icon.CHECK, self._end_typing), gap=8),
            self._doubts,
            Text(tr("duet.clue.number"), weight=500, size_sp=18),
            Grid(*counted, gap=8, narrowest=48, most_columns=5),
            unlimited,
            *self._who_gave_it(),
            self.main,
            *_reminder(tr, state),
            on_close=self._leave,
        )
        # A key and the next one may come within one frame: what is shown is kept, and that is enough.
        self._soon = Clock.create_trigger(lambda _: self.keep(), 0)
        self.field.bind(text=self._soon)
        self._show()

    # -- what is tapped and typed ---------------------------------------------------------------------------

    def keep(self) -> None:
        """What stands in the field by now."""
        self._soon.cancel()
        if self.field.text != self._draft.word:
            self._take(self._draft.spelt(self.field.text))

    def _end_typing(self) -> None:
        """The word stands; its number is tapped, and the keyboard would lie over it."""
        self.keep()
        self.field.focus = False

    def finish(self) -> None:
        self.keep()
        self._done()

    def _leave(self) -> None:
        self.keep()
        self._put_away(self._draft)

    def _take(self, draft: TurnDraft) -> None:
        self._draft = draft
        self._change(draft)
        self._show()

    def _tap(self, change: Callable[[TurnDraft], TurnDraft]) -> None:
        self.keep()
        self._take(change(self._draft))

    # -- parts ----------------------------------------------------------------------------------------------

    def _number(self, number: Number) -> Chip:
        # The sign stands on the board; here it has its name, which can be read aloud.
        words = self._tr("duet.clue.unlimited") if isinstance(number, Unlimited) else self._tr.number(number)
        return Chip(words, partial(self._tap, lambda draft: draft.numbered(number)), accent=_DUET)

    def _givers(self) -> dict[int, Chip]:
        """Those of whom one gave the clue, where they are several."""
        setup, giver = self._state.setup, self._state.giver
        seats = [seat for seat in range(len(setup.players)) if setup.side_of(seat) is giver]
        if len(seats) == 1:
            return {}
        return {seat: self._giver(seat, self._tr.player(setup.players[seat])) for seat in seats}

    def _giver(self, seat: int, name: str) -> Chip:
        return Chip(name, partial(self._tap, lambda draft: draft.given_by(seat)), accent=_DUET)

    def _who_gave_it(self) -> tuple[Widget, ...]:
        if not self.givers:
            return ()
        heading = Text(self._tr("duet.clue.by"), weight=500, size_sp=18)
        return heading, Grid(*self.givers.values(), gap=8, narrowest=110, most_columns=3)

    def _show(self) -> None:
        draft, rules = self._draft, self._state.setup.strictness
        for number, chip in self.numbers.items():
            chip.choose(number == draft.number)
        for seat, chip in self.givers.items():
            chip.choose(seat == draft.by)
        found = doubts(rules, open_words(self._state), draft.word)
        hold(self._doubts, [Notice(self._tr.problem(doubt)) for doubt in found[:_DOUBTS]])
        self.main.enabled = draft.has_clue


def _reminder(tr: Translator, state: State) -> tuple[Widget, ...]:
    """What a clue must be, and what this table lets pass beside it."""
    rules = state.setup.strictness
    agreed = {field.name: getattr(rules, field.name) for field in fields(rules)}
    rows = (_agreed(tr(f"duet.option.{name}.name"), allowed) for name, allowed in agreed.items())
    return (
        Row(
            Glyph(Icon.BOOK, 22, tone="ink_2", pos_hint={"top": 1}),
            Text(tr("duet.learn.clue.rule"), tone="ink_2"),
            gap=10,
        ),
        Column(Text(tr("duet.clue.agreed"), tone="ink_2"), *rows, gap=4),
    )


def _agreed(words: str, allowed: bool) -> Row:
    mark = Icon.CHECK if allowed else Icon.CROSS
    return Row(
        Glyph(mark, 20, tone="teal" if allowed else "ink_3", pos_hint={"center_y": 0.5}),
        Text(words, tone="ink" if allowed else "ink_3", pos_hint={"center_y": 0.5}),
        gap=10,
    )
