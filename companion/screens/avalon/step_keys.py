"""The keys that a step needs beside the seats: how many fails, a verdict, loyalty cards, plot cards.

They are kept and written anew: making them would take longer than the tap that calls for them may. Keys stand
where the track of proposals else does, which tells nothing then: so the table below stays as large as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from typing import Any

from companion.entry.avalon.draft import Draft, LoyaltyDraft, QuestDraft, TargetDraft, TeamDraft
from companion.games.avalon.setup import plot_cards_per_round
from companion.games.avalon.state import QUESTS, Phase, State
from companion.i18n.translator import Translator
from companion.screens.avalon.quests import VoteTrack
from companion.widgets.buttons import SecondaryButton
from companion.widgets.cards import Chip
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Row


class StepControls(Column):
    """Shows the keys of a draft, or the track of proposals. `on_change` gets the draft that a key makes of
    it; `on_draw` draws loyalty cards, `on_plot_drawn` notes that plot cards were."""

    def __init__(
        self,
        tr: Translator,
        state: State,
        on_change: Callable[[Draft], object],
        on_draw: Callable[[], object],
        on_plot_drawn: Callable[[], object],
    ) -> None:
        super().__init__(gap=6)
        self._tr = tr
        self.track = VoteTrack(tr)
        self._on_change = on_change
        self._on_choose: Callable[[int], object] = lambda _: None
        self._row = _ChipGroup(self._tap)
        # For a table that has no loyalty cards, or no wish to shuffle them.
        self._draw_button = _LazyButton(tr("avalon.board.draw"), on_draw, Icon.SHUFFLE)
        self._plot_button = _LazyButton(
            tr("avalon.board.plot", n=plot_cards_per_round(state.setup)), on_plot_drawn, Icon.PLOT
        )
        largest = max(state.numbers.team_size(quest) for quest in range(1, QUESTS + 1))
        self._row.ensure_count(largest + 1)

    def show(self, draft: Draft) -> None:
        tr = self._tr
        match draft:
            case TeamDraft() if draft.state.plot_cards_due:
                self._set_parts(self.track, self._plot_button.button)
            case QuestDraft():
                fails = range(len(draft.state.team) + 1)
                self._on_choose = lambda place: self._on_change(draft.set_fails(place))
                self._row.show(
                    [tr.format_number(number) for number in fails], [n == draft.fails for n in fails]
                )
                self._set_parts(self._row.layout)
            case TargetDraft() if draft.state.phase is Phase.ASSASSINATE:
                self._on_choose = lambda place: self._on_change(draft.set_hit(not place))
                words = [tr("avalon.board.hit"), tr("avalon.board.missed")]
                self._row.show(words, [draft.hit is True, draft.hit is False])
                self._set_parts(self._row.layout)
            case LoyaltyDraft() if draft.state.phase is Phase.LOYALTY:
                self._on_choose = lambda place: self._on_change(draft.set_cards((bool(place),)))
                words = [tr("avalon.board.no_change"), tr("avalon.board.switch")]
                self._row.show(words, [draft.switches == (switch,) for switch in (False, True)])
                self._set_parts(self._row.layout, self._draw_button.button)
            case LoyaltyDraft():
                self._on_choose = lambda place: self._on_change(draft.flip_card(place))
                rounds = range(1, len(draft.switches) + 1)
                self._row.show([tr.format_number(number) for number in rounds], draft.switches)
                self._set_parts(self._row.layout, self._draw_button.button)
            case _:
                self._set_parts(self.track)

    def _tap(self, place: int) -> None:
        self._on_choose(place)

    def _set_parts(self, *parts: Any) -> None:
        if list(parts) != self.children[::-1]:
            self.clear_widgets()
            for part in parts:
                self.add_widget(part)


class _LazyButton:
    """A button that few tables ever see, made when it is first shown."""

    def __init__(self, words: str, on_tap: Callable[[], object], icon: Icon) -> None:
        self._words, self._on_tap, self._icon = words, on_tap, icon

    @cached_property
    def button(self) -> SecondaryButton:
        return SecondaryButton(self._words, self._on_tap, icon=self._icon, outlined=True)


class _ChipGroup:
    """Chips in a row, as many as there is to choose from; `on_tap` gets the place of the one tapped."""

    def __init__(self, on_tap: Callable[[int], object]) -> None:
        self.layout = Row(gap=6)
        self._on_tap = on_tap
        self._chips: list[Chip] = []

    def ensure_count(self, count: int) -> None:
        while len(self._chips) < count:
            self._chips.append(Chip(" ", partial(self._on_tap, len(self._chips))))

    def show(self, words: Sequence[str], selected: Sequence[bool]) -> None:
        self.ensure_count(len(words))
        for chip_index, chip in enumerate(self._chips):
            if chip_index >= len(words):
                if chip.parent is not None:
                    self.layout.remove_widget(chip)
                continue
            chip.label.content = words[chip_index]
            if chip.is_selected != selected[chip_index]:
                chip.set_selected(selected[chip_index])
            if chip.parent is None:
                self.layout.add_widget(chip)
