"""Votes as they were counted at the table: a stepper for each character, one for the fists."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.entry.cultists.draft import CountDraft, automa_abstention_count
from companion.entry.cultists.words import player_name
from companion.i18n.translator import Translator
from companion.widgets.cards import Stepper
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.shapes import RoundedBox
from companion.widgets.text import IconLabel, Text
from companion.widgets.theme import RADIUS_CELL, theme_colour


class CountRows(Column):
    """`on_change` gets the draft that a tap makes of the one shown."""

    def __init__(self, tr: Translator, draft: CountDraft, on_change: Callable[[CountDraft], object]) -> None:
        super().__init__(gap=6)
        self._tr = tr
        self._draft = draft
        self._on_change = on_change
        max_votes = draft.expected[-1]
        self.steppers = {
            seat: Stepper(draft.counts[seat], 0, max_votes, partial(self._set_count, seat))
            for seat in draft.state.living
        }
        self.fists = Stepper(
            draft.abstentions, automa_abstention_count(draft.state), max_votes, self._set_abstentions
        )
        self.add_widget(Text(tr("cultists.ballot.counts_hint"), tone="ink_2"))
        for seat, stepper in self.steppers.items():
            icon = Icon.KNIFE if seat == draft.state.knife else Icon.PERSON
            self.add_widget(_build_row(icon, player_name(tr, draft.state.setup, seat), stepper))
        self.add_widget(_build_row(Icon.FIST, tr("cultists.ballot.fists"), self.fists))
        self._total = Text("", size_sp=20, weight=700, align="center")
        self.add_widget(self._total)

    def show(self, draft: CountDraft) -> None:
        self._draft = draft
        for seat, stepper in self.steppers.items():
            if stepper.value != draft.counts[seat]:
                stepper.set_value(draft.counts[seat])
        if self.fists.value != draft.abstentions:
            self.fists.set_value(draft.abstentions)
        # Where it depends on the Knife, a count that fits may come to fewer than the most.
        expected = draft.total if draft.is_ready else draft.expected[-1]
        self._total.content = self._tr("cultists.ballot.total", total=draft.total, expected=expected)
        self._total.set_tone("sea" if draft.is_ready else "ember")

    def _set_count(self, seat: int, votes: int) -> None:
        self._on_change(self._draft.set_votes(seat, votes))

    def _set_abstentions(self, fists: int) -> None:
        self._on_change(self._draft.set_abstentions(fists))


def _build_row(icon: Icon, words: str, control: Widget) -> Row:
    row = Row(
        IconLabel(icon, 26, tone="sea", pos_hint={"center_y": 0.5}),
        Text(words, weight=500, size_sp=20, min_size=13, max_lines=1, pos_hint={"center_y": 0.5}),
        control,
        gap=12,
        padding=(dp(14), dp(4)),
    )
    RoundedBox(row, radius=RADIUS_CELL, background=theme_colour("plank"))
    return row
