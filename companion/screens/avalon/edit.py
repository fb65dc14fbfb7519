"""The sheet that changes an entry of the past, and says before anything is done what would no longer fit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.entry.avalon import accounts
from companion.entry.avalon.amend import Amendment, forgotten_before
from companion.entry.avalon.amend_record import record_of
from companion.entry.avalon.log import Entry
from companion.entry.whereabouts import Above
from companion.games.records import encode
from companion.i18n.translator import Translator
from companion.screens.avalon import vote_marks as marks
from companion.screens.avalon.edit_parts import BareResult, EditParts
from companion.screens.avalon.sitting import AvalonSitting
from companion.screens.edit_weighing import Weighing
from companion.shell import Shell
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.shapes import CLEAR, Box
from companion.widgets.sheet import Sheet
from companion.widgets.stamps import Drawing, Stamps
from companion.widgets.tap import MainButton, SideButton, Tap
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import RADIUS_CELL, TARGET, paint, sp

Draw = Callable[[Stamps, float, float], object]
_MARK_WIDTH = 68


class EditSheet(Sheet):
    def __init__(
        self,
        shell: Shell,
        sitting: AvalonSitting,
        shown: Sequence[Entry],
        number: int,
        amendment: Amendment,
        on_accepted: Callable[[], object],
    ) -> None:
        """One that is `new` is put in before the entry of this number."""
        self._shell, self._sitting, self._entries, self._on_accepted = shell, sitting, shown, on_accepted
        self._table = sitting.table
        self._number = number
        tr, entry = shell.tr, shown[number]
        self.amendment = amendment
        self.seats = SeatRows(tr, self)
        self._team = Text("", tone="ink_2")
        self.parts = EditParts(tr, self.change)
        self.keep = MainButton(" ", self._accept, icon=Icon.CHECK)
        self.weighing = Weighing(tr, self.keep, tr("avalon.edit.put_in") if amendment.new else "")
        self.bare = BareResult(tr, self.say_result)
        self.remove = SideButton(" ", self._remove, icon=Icon.TRASH, outlined=True)
        self.insert = SideButton(tr("avalon.edit.insert"), self._insert, icon=Icon.PLUS, outlined=True)
        voted = self.amendment.entry.vote is not None
        seldom = ([self.bare] if voted else []) + ([] if amendment.new else [self.remove, self.insert])
        super().__init__(
            tr("avalon.edit.new") if amendment.new else accounts.title(tr, entry),
            *(self._team, self.seats, self.parts, self.weighing, *seldom),
            on_close=self._close,
            footer=self.keep,
        )
        self.change(amendment)

    # -- changing -----------------------------------------------------------------------------------------

    def change(self, amendment: Amendment) -> None:
        """Show the entry as it would be, and what that means for the rest. Kept first, shown second."""
        self.amendment = amendment
        doing = encode(record_of(self._number, amendment))
        self._shell.whereabouts.sit(self._table.number, Above.HISTORY, doing)
        tr, team = self._shell.tr, amendment.team
        leader = team.state.setup.players[team.state.leader]
        if team.wants_bearer:
            self._team.content = tr("avalon.board.hint.excalibur", name=leader)
        elif amendment.new and team.quest is None:
            self._team.content = tr("avalon.board.hint.target", name=leader)
        elif amendment.new:
            self._team.content = tr("avalon.edit.new_team", name=leader, count=len(team.team), size=team.size)
        else:
            self._team.content = tr("avalon.edit.team", count=len(team.team), size=team.size)
        self.seats.show(amendment)
        self.parts.show(amendment)
        self.bare.show(amendment.outright)
        self.remove.label.content = tr("app.edit.put_back" if amendment.removed else "app.edit.remove")
        self._weigh()

    def tap_team(self, seat: int) -> None:
        self.change(self.amendment.tap_team(seat))

    def tap_vote(self, seat: int) -> None:
        self.change(self.amendment.tap_vote(seat))

    def say_result(self, approved: bool) -> None:
        self.change(self.amendment.say_result(approved))

    def _remove(self) -> None:
        self.change(self.amendment.remove(not self.amendment.removed))

    def _insert(self) -> None:
        """Open a sheet for the proposal that is missing before this one."""
        shell, missing = self._shell, forgotten_before(self._entries[self._number])
        shell.stage.close_sheet()
        shell.stage.open_sheet(
            EditSheet(shell, self._sitting, self._entries, self._number, missing, self._on_accepted)
        )

    def _weigh(self) -> None:
        """Say what would come of the change."""
        tr, table = self._shell.tr, self._table
        if not self.amendment.ready:
            self.weighing.wait(self._team.content)
            return
        self.weighing.weigh(
            partial(self.amendment.revised, table),
            partial(accounts.losses, tr, self._entries, table.states),
        )

    def _accept(self) -> None:
        revision = self.weighing.revision
        if revision is not None and self._shell.attempt(lambda: self._sitting.accept(revision)):
            self._close()
            self._on_accepted()

    def _close(self) -> None:
        """Nothing is being changed any more."""
        self._shell.whereabouts.sit(self._table.number, Above.HISTORY)
        self._shell.stage.close_sheet()


class SeatRows(Column):
    """Every seat with its place on the team and its vote, each to be tapped."""

    def __init__(self, tr: Translator, sheet: EditSheet) -> None:
        super().__init__(gap=2)
        entry = sheet.amendment.entry
        setup = entry.proposal.before.setup
        voted = entry.vote is not None
        heads = [tr("avalon.board.team"), *([tr("avalon.edit.vote")] if voted else [])]
        self.add_widget(
            Row(Widget(size_hint_y=None, height=1), *map(_head, heads), gap=6, padding=(dp(8), 0))
        )
        self.team: list[MarkTap] = []
        self.votes: list[MarkTap] = []
        self._offices: list[Glyph] = []
        for seat, name in enumerate(tr.players(setup.players)):
            # The leader's crown or Excalibur, never both.
            office = Glyph(Icon.CROWN, 22, tone="candle", pos_hint={"center_y": 0.5})
            words = Text(name, size_sp=18, weight=500, most=1, smallest=13, pos_hint={"center_y": 0.5})
            row = Row(office, words, gap=6, padding=(dp(8), 0))
            self._offices.append(office)
            self.team.append(MarkTap(partial(sheet.tap_team, seat)))
            row.add_widget(self.team[-1])
            if voted:
                self.votes.append(MarkTap(partial(sheet.tap_vote, seat)))
                row.add_widget(self.votes[-1])
            if seat % 2 == 0:
                Box(row, radius=RADIUS_CELL, ground=paint("raised", 0.45))
            self.add_widget(row)

    def show(self, amendment: Amendment) -> None:
        self.opacity = 0.4 if amendment.removed else 1
        self.disabled = amendment.removed
        team = amendment.team
        for seat, (place, office) in enumerate(zip(self.team, self._offices, strict=True)):
            place.show(marks.full_shield if seat in team.team else marks.empty_shield)
            office.show(Icon.SWORD if seat == team.excalibur else Icon.CROWN)
            office.opacity = 1 if seat in (amendment.entry.leader, team.excalibur) else 0
        for seat, vote in enumerate(self.votes):
            if amendment.outright is not None:
                vote.show(marks.unknown)
            else:
                vote.show(marks.no if seat in amendment.votes.against else marks.yes)


class MarkTap(Tap):
    """A mark that can be tapped."""

    def __init__(self, on_tap: Callable[[], object]) -> None:
        size = (dp(_MARK_WIDTH), max(dp(TARGET), sp(18) * 1.6))
        super().__init__(on_tap, size_hint=(None, None), size=size)
        self._box = Box(self, radius=RADIUS_CELL)
        self._drawing = Drawing(self)

    def show(self, draw: Draw) -> None:
        stamps = Stamps()
        draw(stamps, self.width / 2, self.height / 2)
        self._drawing.show(stamps)

    def dress(self, *, pressed: bool) -> None:
        self._box.paint(ground=paint("raised") if pressed else CLEAR)


def _head(words: str) -> Text:
    text = Text(words, size_sp=14, tone="ink_2", align="center", grow="none", most=1, smallest=10)
    text.size_hint, text.size = (None, None), (dp(_MARK_WIDTH), sp(14) * 1.5)
    return text
