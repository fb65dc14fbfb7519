"""An earlier turn, told again and open to be changed, or one that was forgotten before it; all that follows
from it is worked out anew."""

from __future__ import annotations

from functools import partial

from companion.entry.duet import accounts
from companion.entry.duet.amend import Amendment, changes, forgotten_before, revised, turn_of
from companion.entry.duet.log import turns
from companion.entry.whereabouts import Above
from companion.games.duet.manifest import MANIFEST
from companion.games.records import encode
from companion.screens.duet.edit_parts import CluePart, GuessesPart, RestPart
from companion.screens.duet.sitting import DuetSitting
from companion.screens.edit_weighing import Weighing
from companion.shell import Shell
from companion.widgets.icon_names import Icon
from companion.widgets.keeping import Keeps
from companion.widgets.layout import Column, Panes
from companion.widgets.page import Page, TitleBar
from companion.widgets.tap import MainButton, SideButton
from companion.widgets.theme import ACCENTS

_DUET = ACCENTS[MANIFEST.accent]


class EditPage(Keeps, Page):
    widest = 1040

    def __init__(self, shell: Shell, sitting: DuetSitting, amendment: Amendment) -> None:
        """Of a turn that the table has: `amend`, `forgotten_before` and `as_left` give no other."""
        table = sitting.table
        self._shell, self._sitting, self.table, self.amendment = shell, sitting, table, amendment
        tr, told = shell.tr, turns(table)
        self._turn = turn = turn_of(table, amendment) or told[-1]
        title = tr("duet.edit.new") if amendment.new else accounts.title(tr, turn)
        super().__init__(TitleBar(title, accounts.given_by(tr, table.setup, turn), on_back=shell.back))
        self.clue = None if turn.giver is None else CluePart(tr, table, turn, self.change)
        self.guesses = GuessesPart(tr, table, self.change)
        self.rest = RestPart(tr, table, turn, self.change, last=turn == told[-1])
        self.main = MainButton(" ", self._accept, accent=_DUET, icon=Icon.CHECK, why=self._say_why)
        self.weighing = Weighing(tr, self.main, tr("duet.edit.put_in") if amendment.new else "")
        self.remove = SideButton(" ", self._remove, icon=Icon.TRASH, outlined=True)
        self.insert = SideButton(
            tr("duet.edit.insert"), self._insert, icon=Icon.PLUS, outlined=True, why=self._say_later
        )
        parts = [part for part in (self.clue, self.guesses) if part is not None]
        seldom = [] if amendment.new else [self.remove]
        # No turn is missing right before sudden death.
        seldom += [] if amendment.new or turn.giver is None else [self.insert]
        self.body.add_widget(
            Panes(Column(*parts, gap=12), Column(self.rest, self.weighing, *seldom, gap=12), gap=16)
        )
        self.with_footer(self.main)
        self._show()

    def keep(self) -> Amendment:
        return self.amendment

    def take_up(self, kept: Amendment) -> None:
        self.amendment = kept
        self._show()

    def enter(self) -> None:
        self._mark()

    def _mark(self) -> None:
        self._shell.whereabouts.sit(self.table.number, Above.EDIT, encode(self.amendment))

    # -- changing -------------------------------------------------------------------------------------------

    def change(self, amendment: Amendment) -> None:
        """Kept first, shown second."""
        self.amendment = amendment
        self._mark()
        self._show()

    def _remove(self) -> None:
        self.change(self.amendment.remove(not self.amendment.removed))

    def _insert(self) -> None:
        """The turn that is missing takes the place of this one: back leads to the log from either."""
        missing = forgotten_before(self._turn)
        self._shell.stage.swap(partial(EditPage, self._shell, self._sitting, missing))

    # -- showing --------------------------------------------------------------------------------------------

    def _show(self) -> None:
        tr, table, amendment = self._shell.tr, self.table, self.amendment
        if self.clue is not None:
            self.clue.show(amendment)
        self.guesses.show(amendment)
        self.rest.show(amendment)
        self.remove.label.content = tr("app.edit.put_back" if amendment.removed else "app.edit.remove")
        # What is half changed here would be left behind.
        self.insert.enabled = amendment.new or not changes(table, amendment)
        if not amendment.ready:
            self.weighing.wait(tr("duet.edit.new_hint"))
            return
        self.weighing.weigh(partial(revised, table, amendment), partial(accounts.losses, tr, table))

    def _say_why(self) -> None:
        self._shell.toaster.show(self.weighing.words)

    def _say_later(self) -> None:
        self._shell.toaster.show(self._shell.tr("duet.edit.insert_later"))

    # -- keeping --------------------------------------------------------------------------------------------

    def _accept(self) -> None:
        revision, shell, sitting = self.weighing.revision, self._shell, self._sitting
        if revision is None or not shell.attempt(lambda: sitting.accept(revision)):
            return
        shell.back()
        page = shell.stage.page

        def take_back() -> None:
            if shell.attempt(sitting.undo):
                page.enter()

        shell.toaster.show(shell.tr("app.edit.changed"), action=shell.tr("app.undo"), on_action=take_back)
