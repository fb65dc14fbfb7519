"""Every vote of a game: players by proposals, and the one that was tapped told in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.entry.avalon import accounts
from companion.entry.avalon.amend import Amendment, amend
from companion.entry.avalon.amend_record import as_left
from companion.entry.avalon.log import Entry, entries
from companion.entry.avalon.summary import summary
from companion.i18n.translator import Translator
from companion.screens.avalon import vote_marks as marks
from companion.screens.avalon.edit import EditSheet
from companion.screens.avalon.role_cards import side_sign
from companion.screens.avalon.sitting import AvalonSitting
from companion.screens.avalon.vote_marks import Sign
from companion.screens.avalon.votes_grid import VotesGrid
from companion.screens.sealed_history import SealedPage
from companion.shell import Shell
from companion.widgets.cards import Card, Chip
from companion.widgets.icon_names import Icon
from companion.widgets.keeping import Keeps
from companion.widgets.layout import Column, Panes, Row, Wrap
from companion.widgets.tap import MainButton
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import CANDLE, SLIDE_SECONDS, seconds

# The name under which it is remembered whether the votes are sealed.
SEAL = "votes_seal"


class HistoryPage(Keeps, SealedPage):
    widest = 1040

    def __init__(self, shell: Shell, sitting: AvalonSitting) -> None:
        tr = shell.tr
        super().__init__(shell, sitting, SEAL, title=tr("avalon.history.title"))
        self.main = MainButton(tr("app.board.back"), shell.back)
        self.with_footer(self.main)
        self.grid = VotesGrid(tr, self._tapped)
        self._told = Column(gap=0)
        self._legend = Wrap(gap=14)
        self._legend.spacing = (dp(12), dp(2))
        self._open = Panes(self.grid, Column(self._told, self._legend, gap=10))
        self._open.bind(orientation=self._share)
        self._share()
        self.entries: tuple[Entry, ...] = ()
        self.chosen = -1
        self.show()

    def keep(self) -> int:
        return self.chosen

    def take_up(self, kept: int) -> None:
        self.chosen = kept
        self.show()

    # -- showing ------------------------------------------------------------------------------------------

    def show(self) -> None:
        super().show()
        tr, table = self._shell.tr, self.table
        self.entries = entries(table.states, table.moves)
        self.title.show(tr("avalon.history.title"), summary(tr, table).title)
        self.body.clear_widgets()
        if self.sealed:
            shut = self._shut(tr("avalon.history.sealed"), tr("avalon.history.sealed_why"))
            self.body.add_widget(shut)
            return
        self.body.add_widget(self._open if self.entries else self._nothing())
        if self.entries:
            self.grid.show(table.state, self.entries)
            self._show_legend()
            last = len(self.entries) - 1
            self.choose(last if self.chosen < 0 else min(self.chosen, last))
        if table.outcome is None:
            self.body.add_widget(self.seal)
        self.show_notes()

    def _share(self, *_: object) -> None:
        """Side by side, the table takes the larger part."""
        beside = self._open.orientation == "horizontal"
        self.grid.size_hint_x = 1.5 if beside else 1
        self._open.spacing = dp(28 if beside else 10)

    def _nothing(self) -> Card:
        return Card(
            Glyph(Icon.TEAM, 48, tone="ink_3", pos_hint={"center_x": 0.5}),
            Text(self._shell.tr("avalon.history.none"), align="center", tone="ink_2", size_sp=18),
            gap=12,
        )

    def choose(self, number: int) -> None:
        """Tell this entry in words."""
        self.chosen = number
        self.grid.choose(number)
        self._told.clear_widgets()
        self._told.add_widget(EntryCard(self._shell.tr, self.entries[number], self.edit))

    def _tapped(self, number: int) -> None:
        self.choose(number)
        # Where many players sit, the words begin below what can be seen. Their height is known a frame later.
        Clock.schedule_once(self._reveal_words, 0)

    def _reveal_words(self, _: float) -> None:
        if self.scroll.do_scroll_y and self._told.parent is not None:
            self.scroll.scroll_to(self._told, padding=8, animate=bool(seconds(SLIDE_SECONDS)))

    def _show_legend(self) -> None:
        tr, setup = self._shell.tr, self.table.setup
        unknown = any(entry.vote is not None and entry.approving is None for entry in self.entries)
        offered: list[tuple[Callable[..., object], str, bool]] = [
            (marks.yes, "avalon.history.yes", True),
            (marks.no, "avalon.history.no", True),
            (marks.unknown, "avalon.history.unknown", unknown),
            (marks.small_shield, "avalon.history.on_team", True),
            (partial(marks.crown, size=24), "avalon.history.leader", True),
            (partial(marks.lady, size=22), "avalon.history.looked_at", setup.lady),
            (partial(marks.sword, size=22), "avalon.extra.excalibur.name", setup.excalibur),
        ]
        self._legend.clear_widgets()
        for draw, key, needed in offered:
            if needed:
                words = Text(tr(key), tone="ink_2", grow="both", pos_hint={"center_y": 0.5})
                self._legend.add_widget(Row(Sign(draw), words, gap=4, hug=True))

    # -- changing the past ----------------------------------------------------------------------------------

    def edit(self) -> None:
        """Open the chosen entry to be changed."""
        goes_on = self.chosen + 1 < len(self.entries)
        self._amend(amend(self.entries[self.chosen], goes_on=goes_on))

    def edit_again(self, doing: Mapping[str, Any]) -> None:
        left = as_left(self.entries, doing)
        if left is not None and not self.sealed:
            number, amendment = left
            self.choose(number)
            self._amend(amendment)

    def _amend(self, amendment: Amendment) -> None:
        sheet = EditSheet(self._shell, self.sitting, self.entries, self.chosen, amendment, self._accepted)
        self._shell.stage.open_sheet(sheet)

    def _accepted(self) -> None:
        self._changed(self._shell.tr("app.edit.changed"))


class EntryCard(Card):
    """Who led, who went, how the vote and the quest ended, and what else was recorded."""

    def __init__(self, tr: Translator, entry: Entry, on_edit: Callable[[], object]) -> None:
        super().__init__(accent=CANDLE, gap=6, padding=(dp(16), dp(10)))
        title = Text(accounts.title(tr, entry), face="title", size_sp=20, pos_hint={"center_y": 0.5})
        self.change = Chip(tr("avalon.history.change"), on_edit, icon=Icon.PENCIL, hug=True, outlined=True)
        self.add_widget(Row(title, self.change, gap=8))
        self.add_widget(Text(accounts.team(tr, entry)))
        self.add_widget(self._verdicts(tr, entry))
        for words in accounts.more(tr, entry):
            self.add_widget(Text(words, tone="ink_2"))

    def _verdicts(self, tr: Translator, entry: Entry) -> Wrap:
        row = Wrap()
        row.spacing = (dp(16), dp(2))
        sign: Widget = (
            Glyph(Icon.HOURGLASS, 28, tone="ink_2", pos_hint={"center_y": 0.5})
            if entry.vote is None
            else Sign(marks.yes if entry.approved else marks.no)
        )
        row.add_widget(_told(sign, accounts.verdict(tr, entry), "ink"))
        outcome = accounts.outcome(tr, entry)
        if outcome is not None:
            words, side = outcome
            row.add_widget(_told(side_sign(side, 28), words, side.value))
        return row


def _told(sign: Widget, words: str, tone: str) -> Row:
    # As wide as its words, but never wider than a small phone's card: then they wrap.
    told = Text(words, tone=tone, grow="both", widest=dp(250), pos_hint={"center_y": 0.5})
    return Row(sign, told, gap=8, hug=True)
