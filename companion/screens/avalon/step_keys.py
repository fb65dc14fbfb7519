"""The keys that a step needs beside the seats: how many fails, a verdict, loyalty cards, plot cards.

They are kept and written anew: making them would take longer than the tap that calls for them may. Keys stand
where the track of proposals else does, which tells nothing then: so the table below stays as large as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from typing import Any

from companion.entry.avalon.draft import Draft, LoyaltyDraft, QuestDraft, TargetDraft, TeamDraft
from companion.games.avalon.setup import plot_cards_a_round
from companion.games.avalon.state import QUESTS, Awaits, State
from companion.i18n.translator import Translator
from companion.screens.avalon.quests import VoteTrack
from companion.widgets.cards import Chip
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.tap import SideButton


class StepKeys(Column):
    """Shows the keys of a draft, or the track of proposals. `change` gets the draft that a key makes of it;
    `draw` draws loyalty cards, `drawn` notes that plot cards were."""

    def __init__(
        self,
        tr: Translator,
        state: State,
        change: Callable[[Draft], object],
        draw: Callable[[], object],
        drawn: Callable[[], object],
    ) -> None:
        super().__init__(gap=6)
        self._tr = tr
        self.track = VoteTrack(tr)
        self._change = change
        self._choose: Callable[[int], object] = lambda _: None
        self._row = _Chips(self._tap)
        # For a table that has no loyalty cards, or no wish to shuffle them.
        self._for_us = _Offer(tr("avalon.board.draw"), draw, Icon.SHUFFLE)
        self._plot = _Offer(tr("avalon.board.plot", n=plot_cards_a_round(state.setup)), drawn, Icon.PLOT)
        largest = max(state.numbers.team_size(quest) for quest in range(1, QUESTS + 1))
        self._row.make(largest + 1)

    def show(self, draft: Draft) -> None:
        tr = self._tr
        match draft:
            case TeamDraft() if draft.state.plot_due:
                self._set(self.track, self._plot.button)
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
                self._choose = lambda place: self._change(draft.lay((bool(place),)))
                words = [tr("avalon.board.no_change"), tr("avalon.board.switch")]
                self._row.show(words, [draft.switches == (switch,) for switch in (False, True)])
                self._set(self._row.layout, self._for_us.button)
            case LoyaltyDraft():
                self._choose = lambda place: self._change(draft.turn(place))
                rounds = range(1, len(draft.switches) + 1)
                self._row.show([tr.number(number) for number in rounds], draft.switches)
                self._set(self._row.layout, self._for_us.button)
            case _:
                self._set(self.track)

    def _tap(self, place: int) -> None:
        self._choose(place)

    def _set(self, *parts: Any) -> None:
        if list(parts) != self.children[::-1]:
            self.clear_widgets()
            for part in parts:
                self.add_widget(part)


class _Offer:
    """A button that few tables ever see, made when it is first shown."""

    def __init__(self, words: str, on_tap: Callable[[], object], icon: Icon) -> None:
        self._words, self._on_tap, self._icon = words, on_tap, icon

    @cached_property
    def button(self) -> SideButton:
        return SideButton(self._words, self._on_tap, icon=self._icon, outlined=True)


class _Chips:
    """Chips in a row, as many as there is to choose from; `on_tap` gets the place of the one tapped."""

    def __init__(self, on_tap: Callable[[int], object]) -> None:
        self.layout = Row(gap=6)
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
