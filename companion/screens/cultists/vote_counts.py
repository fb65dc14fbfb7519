"""Votes as they were counted at the table: a stepper for each character, one for the fists."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.entry.cultists.draft import CountDraft, sure_fists
from companion.entry.cultists.words import name_of
from companion.i18n.translator import Translator
from companion.widgets.cards import Stepper
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.shapes import Box
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import RADIUS_CELL, paint


class CountRows(Column):
    """`change` gets the draft that a tap makes of the one shown."""

    def __init__(self, tr: Translator, draft: CountDraft, change: Callable[[CountDraft], object]) -> None:
        super().__init__(gap=6)
        self._tr = tr
        self._draft = draft
        self._change = change
        most = draft.expected[-1]
        self.steppers = {
            seat: Stepper(draft.counts[seat], 0, most, partial(self._count, seat))
            for seat in draft.state.living
        }
        self.fists = Stepper(draft.abstentions, sure_fists(draft.state), most, self._abstain)
        self.add_widget(Text(tr("cultists.ballot.counts_hint"), tone="ink_2"))
        for seat, stepper in self.steppers.items():
            icon = Icon.KNIFE if seat == draft.state.knife else Icon.PERSON
            self.add_widget(_row(icon, name_of(tr, draft.state.setup, seat), stepper))
        self.add_widget(_row(Icon.FIST, tr("cultists.ballot.fists"), self.fists))
        self._total = Text("", size_sp=20, weight=700, align="center")
        self.add_widget(self._total)

    def show(self, draft: CountDraft) -> None:
        self._draft = draft
        for seat, stepper in self.steppers.items():
            if stepper.value != draft.counts[seat]:
                stepper.set(draft.counts[seat])
        if self.fists.value != draft.abstentions:
            self.fists.set(draft.abstentions)
        # Where it depends on the Knife, a count that fits may come to fewer than the most.
        expected = draft.total if draft.ready else draft.expected[-1]
        self._total.content = self._tr("cultists.ballot.total", total=draft.total, expected=expected)
        self._total.set_tone("sea" if draft.ready else "ember")

    def _count(self, seat: int, votes: int) -> None:
        self._change(self._draft.set(seat, votes))

    def _abstain(self, fists: int) -> None:
        self._change(self._draft.set_abstentions(fists))


def _row(icon: Icon, words: str, control: Widget) -> Row:
    row = Row(
        Glyph(icon, 26, tone="sea", pos_hint={"center_y": 0.5}),
        Text(words, weight=500, size_sp=20, smallest=13, most=1, pos_hint={"center_y": 0.5}),
        control,
        gap=12,
        padding=(dp(14), dp(4)),
    )
    Box(row, radius=RADIUS_CELL, ground=paint("plank"))
    return row
