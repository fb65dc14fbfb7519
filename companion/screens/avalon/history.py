"""The history of Avalon: all votes as a grid, and the selected entry in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app_context import AppContext
from companion.games.avalon import text
from companion.games.avalon.edits import EntryEdit, restore_saved, start_edit
from companion.games.avalon.text import HistoryEntry, make_entries
from companion.i18n.translator import Translator
from companion.screens.avalon import votes as marks
from companion.screens.avalon.edit import EditSheet
from companion.screens.avalon.quests import AvalonController
from companion.screens.avalon.roles import build_side_icon
from companion.screens.avalon.votes import LegendIcon, VotesGrid
from companion.screens.board_page import SessionHistoryPage
from companion.screens.rows import build_empty_card
from companion.widgets.cards import Card, Chip
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Panes, Row, Wrap
from companion.widgets.page import Stateful
from companion.widgets.text import HEADING, MUTED, IconLabel, Text
from companion.widgets.theme import CANDLE, SLIDE_SECONDS, motion_seconds


class HistoryPage(Stateful, SessionHistoryPage):
    max_width_dp = 1040

    def __init__(self, context: AppContext, controller: AvalonController) -> None:
        super().__init__(context, controller)
        self.grid = VotesGrid(context.tr, self._on_tap)
        self._details = Column(gap=0)
        self._legend = Wrap(gap=14)
        self._legend.spacing = (dp(12), dp(2))
        self._panes = Panes(self.grid, Column(self._details, self._legend, gap=10))
        self._panes.bind(orientation=self._update_split)
        self._update_split()
        self.entries: tuple[HistoryEntry, ...] = ()
        self.selected_index = -1
        self.show()

    def save_state(self) -> int:
        return self.selected_index

    def restore_state(self, saved: int) -> None:
        self.selected_index = saved
        self.show()

    # -- showing ------------------------------------------------------------------------------------------

    def show_entries(self) -> None:
        session = self.session
        self.entries = make_entries(session.states, session.moves)
        if not self.entries:
            empty_text = self._app_context.tr("avalon.history.none")
            self.body.add_widget(build_empty_card(Icon.TEAM, empty_text))
            return
        self.body.add_widget(self._panes)
        self.grid.show(session.state, self.entries)
        self._show_legend()
        last = len(self.entries) - 1
        self.select_entry(last if self.selected_index < 0 else min(self.selected_index, last))

    def _update_split(self, *_: object) -> None:
        """Side by side, the grid gets the larger part."""
        is_wide = self._panes.orientation == "horizontal"
        self.grid.size_hint_x = 1.5 if is_wide else 1
        self._panes.spacing = dp(28 if is_wide else 10)

    def select_entry(self, entry_index: int) -> None:
        """Select an entry and show its details."""
        self.selected_index = entry_index
        self.grid.select_column(entry_index)
        self._details.clear_widgets()
        self._details.add_widget(EntryCard(self._app_context.tr, self.entries[entry_index], self.edit_entry))

    def _on_tap(self, entry_index: int) -> None:
        self.select_entry(entry_index)
        # With many players the details start below the visible part; their height is known a frame later.
        Clock.schedule_once(self._scroll_to_details, 0)

    def _scroll_to_details(self, _: float) -> None:
        if self.scroll.do_scroll_y and self._details.parent is not None:
            self.scroll.scroll_to(self._details, padding=8, animate=bool(motion_seconds(SLIDE_SECONDS)))

    def _show_legend(self) -> None:
        tr, setup = self._app_context.tr, self.session.setup
        has_unknown = any(entry.vote is not None and entry.approving_seats is None for entry in self.entries)
        legend_items: list[tuple[Callable[..., object], str, bool]] = [
            (marks.draw_yes, "avalon.history.yes", True),
            (marks.draw_no, "avalon.history.no", True),
            (marks.draw_unknown, "avalon.history.unknown", has_unknown),
            (marks.draw_small_shield, "avalon.history.on_team", True),
            (partial(marks.draw_crown, size=24), "avalon.history.leader", True),
            (partial(marks.draw_lady, size=22), "avalon.history.looked_at", setup.lady),
            (partial(marks.draw_sword, size=22), "avalon.extra.excalibur.name", setup.excalibur),
        ]
        self._legend.clear_widgets()
        for draw, key, needed in legend_items:
            if needed:
                words = Text(tr(key), MUTED, autosize="both")
                self._legend.add_widget(Row(LegendIcon(draw), words, gap=4, hug=True))

    # -- editing --------------------------------------------------------------------------------------------

    def edit_entry(self) -> None:
        """Open the sheet that edits the selected entry."""
        has_next = self.selected_index + 1 < len(self.entries)
        self._open_edit(start_edit(self.entries[self.selected_index], has_next_proposal=has_next))

    def resume_edit(self, unsaved_state: Mapping[str, Any]) -> None:
        restored = None if self.is_hidden else restore_saved(self.entries, unsaved_state)
        if restored is not None:
            entry_index, entry_edit = restored
            self.select_entry(entry_index)
            self._open_edit(entry_edit)

    def _open_edit(self, entry_edit: EntryEdit) -> None:
        context, entries = self._app_context, self.entries
        self.open_edit_sheet(
            EditSheet(context, self.controller, entries, self.selected_index, entry_edit, self.on_edited)
        )


class EntryCard(Card):
    """The details of an entry: leader, team, result of vote and quest, and other events."""

    def __init__(self, tr: Translator, entry: HistoryEntry, on_edit: Callable[[], object]) -> None:
        super().__init__(accent=CANDLE, gap=6, padding=(dp(16), dp(10)))
        title = Text(text.entry_title(tr, entry), HEADING)
        self.edit_button = Chip(
            tr("avalon.history.change"), on_edit, icon=Icon.PENCIL, hug=True, outlined=True
        )
        self.add_widget(Row(title, self.edit_button, gap=8))
        self.add_widget(Text(text.team_text(tr, entry.proposal.before, entry.team)))
        self.add_widget(self._build_verdicts(tr, entry))
        for words in text.describe_extras(tr, entry):
            self.add_widget(Text(words, MUTED))

    def _build_verdicts(self, tr: Translator, entry: HistoryEntry) -> Wrap:
        row = Wrap()
        row.spacing = (dp(16), dp(2))
        sign: Widget = (
            IconLabel(Icon.HOURGLASS, 28, tone="ink_2")
            if entry.vote is None
            else LegendIcon(marks.draw_yes if entry.is_approved else marks.draw_no)
        )
        row.add_widget(_build_verdict(sign, text.vote_text(tr, entry), "ink"))
        outcome = text.quest_text_and_side(tr, entry)
        if outcome is not None:
            words, side = outcome
            row.add_widget(_build_verdict(build_side_icon(side, 28), words, side.value))
        return row


def _build_verdict(sign: Widget, words: str, tone: str) -> Row:
    # As wide as its text, but at most as wide as a card on a small phone, where it wraps.
    label = Text(words, tone=tone, autosize="both", max_width=dp(250))
    return Row(sign, label, gap=8, hug=True)
