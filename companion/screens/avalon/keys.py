"""The keys that a step needs beside the seats: how many fails, a verdict, loyalty cards.

They are kept and written anew: making them would take longer than the tap that calls for them may.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from companion.games.avalon.state import QUESTS, Awaits, State
from companion.i18n.translator import Translator
from companion.screens.avalon.drafts import Draft, LoyaltyDraft, QuestDraft, TargetDraft
from companion.widgets.cards import Chip
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Grid, Row
from companion.widgets.tap import SideButton


class StepKeys(Column):
    """Shows the keys of a draft. `change` gets the draft that a key makes of it, `draw` has cards drawn."""

    def __init__(
        self, tr: Translator, state: State, change: Callable[[Draft], object], draw: Callable[[], object]
    ) -> None:
        super().__init__(gap=6)
        self._tr = tr
        self._change = change
        self._draw = draw
        self._choose: Callable[[int], object] = lambda _: None
        self._row = _Chips(Row(gap=6), self._tap)
        self._cards = _Chips(Grid(gap=6, narrowest=104), self._tap)
        self._for_us: SideButton | None = None
        largest = max(state.numbers.team_size(quest) for quest in range(1, QUESTS + 1))
        self._row.make(largest + 1)

    def show(self, draft: Draft) -> None:
        tr = self._tr
        match draft:
            case QuestDraft():
                fails = range(len(draft.state.team) + 1)
                self._choose = lambda place: self._change(draft.count(place))
                self._row.show([tr.number(number) for number in fails], [n == draft.fails for n in fails])
                self._set(self._row.layout)
            case TargetDraft() if draft.state.awaits is Awaits.ASSASSINATE:
                self._choose = lambda place: self._change(draft.judge(not place))
                words = [tr("avalon.board.hit"), tr("avalon.board.missed")]
                self._row.show(words, [draft.hit is True, draft.hit is False])
                self._set(self._row.layout)
            case LoyaltyDraft() if draft.state.awaits is Awaits.LOYALTY:
                self._choose = lambda place: self._change(replace(draft, switches=(bool(place),)))
                switch = draft.switches[0]
                self._row.show([self._card(False), self._card(True)], [not switch, switch])
                self._set(self._row.layout, self._offer())
            case LoyaltyDraft():
                self._choose = lambda place: self._change(draft.turn(place))
                cards = [
                    tr("avalon.board.card", place=place, words=self._card(switch))
                    for place, switch in enumerate(draft.switches, 1)
                ]
                self._cards.show(cards, draft.switches)
                self._set(self._cards.layout, self._offer())
            case _:
                self._set()

    def _tap(self, place: int) -> None:
        self._choose(place)

    def _card(self, switch: bool) -> str:
        return self._tr("avalon.board.switch" if switch else "avalon.board.no_change")

    def _offer(self) -> SideButton:
        """For a table that has no loyalty cards, or no wish to shuffle them."""
        if self._for_us is None:
            self._for_us = SideButton(
                self._tr("avalon.board.draw"), self._draw, icon=Icon.SHUFFLE, outlined=True
            )
        return self._for_us

    def _set(self, *parts: Any) -> None:
        if list(parts) != self.children[::-1]:
            self.clear_widgets()
            for part in parts:
                self.add_widget(part)


class _Chips:
    """Chips in a layout, as many as there is to choose from; `on_tap` gets the place of the one tapped."""

    def __init__(self, layout: Any, on_tap: Callable[[int], object]) -> None:
        self.layout = layout
        self._on_tap = on_tap
        self._chips: list[Chip] = []

    def make(self, count: int) -> None:
        while len(self._chips) < count:
            self._chips.append(Chip(" ", partial(self._on_tap, len(self._chips))))

    def show(self, words: Sequence[str], chosen: Sequence[bool]) -> None:
        self.make(len(words))
        for place, chip in enumerate(self._chips):
            if place >= len(words):
                if chip.parent is not None:
                    self.layout.remove_widget(chip)
                continue
            chip.words.content = words[place]
            if chip.chosen != chosen[place]:
                chip.choose(chosen[place])
            if chip.parent is None:
                self.layout.add_widget(chip)
