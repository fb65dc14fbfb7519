"""An earlier round, told again and open to be changed; all that follows from it is worked out anew."""

from __future__ import annotations

from contextlib import suppress
from functools import partial

from companion.entry.silver import accounts
from companion.entry.silver.amend import Amendment
from companion.entry.silver.draft import RoundDraft
from companion.entry.silver.log import draft_line, totals
from companion.entry.whereabouts import Above
from companion.games.game import IllegalMove
from companion.games.records import encode
from companion.games.silver.manifest import MANIFEST
from companion.games.silver.moves import Round
from companion.games.silver.play import apply
from companion.games.silver.state import State
from companion.screens.edit_weighing import EditWords, Weighing
from companion.screens.silver.caller import CallerQuestion
from companion.screens.silver.history import RoundsTable
from companion.screens.silver.round_account import RoundAccount
from companion.screens.silver.sitting import SilverSitting
from companion.screens.silver.typing import EntryPanel, EntryTools
from companion.screens.silver.villagers import open_cards
from companion.shell import Shell
from companion.widgets.icon_names import Icon
from companion.widgets.keeping import Keeps
from companion.widgets.layout import Column, Panes
from companion.widgets.page import Page, TitleBar
from companion.widgets.tap import IconButton, MainButton
from companion.widgets.theme import ACCENTS, look

_SILVER = ACCENTS[MANIFEST.accent]


_SAID = EditWords(
    keep="silver.edit.keep",
    keep_and_drop="silver.edit.keep_and_drop",
    nothing="silver.edit.nothing",
    all_fits="silver.edit.all_fits",
    drops="silver.edit.drops",
)


class EditPage(Keeps, Page):
    widest = 1040
    margin = 12

    def __init__(self, shell: Shell, sitting: SilverSitting, amendment: Amendment) -> None:
        table, number = sitting.table, amendment.number
        self._shell, self._sitting, self.table, self._number = shell, sitting, table, number
        tr, setup = shell.tr, table.setup
        self.remove = IconButton(Icon.TRASH, self._toggle_removed, tone="ink_2")
        title = tr("silver.edit.title", round=number + 1)
        super().__init__(TitleBar(title, tr("silver.edit.subtitle"), on_back=shell.back, tools=[self.remove]))
        self._before: State = table.states[number]
        self.draft, self.removed, self._asking = amendment.draft, amendment.removed, amendment.asking
        self.rounds = RoundsTable(tr, tr.players(setup.players), self.tap_cell)
        self.entry = EntryPanel(tr, setup, self.change, self._open_card, shell.say)
        self.question = CallerQuestion(tr, setup, self.answer, shell.say)
        self.account = RoundAccount(tr)
        self._typing = Column(gap=8)
        self.tools = EntryTools(tr, setup, self._ask, self._by_sum)
        self.main = MainButton(" ", self._keep, accent=_SILVER, icon=Icon.CHECK, why=self._say_why)
        self.weighing = Weighing(tr, self.main, said=_SAID)
        self._comes_of_it = Column(self.weighing, gap=8)
        self.body.add_widget(Panes(Column(self.rounds, self._typing, gap=8), self._comes_of_it, gap=10))
        self.with_footer(Panes(self.tools, self.main, gap=8))
        self._show()

    def keep(self) -> Amendment:
        return Amendment(self._number, self.draft, self.removed, self._asking)

    def take_up(self, kept: Amendment) -> None:
        self.draft, self.removed, self._asking = kept.draft, kept.removed, kept.asking
        self._show()

    def enter(self) -> None:
        self._mark()

    def _mark(self) -> None:
        self._shell.whereabouts.sit(self.table.number, Above.EDIT, encode(self.keep()))

    # -- changing -----------------------------------------------------------------------------------------

    def change(self, draft: RoundDraft) -> None:
        self.draft = draft
        self._changed()

    def tap_cell(self, _round: int, seat: int) -> None:
        self.answer(self.draft.at(seat))

    def answer(self, draft: RoundDraft) -> None:
        self._asking = False
        self.change(draft)

    def _ask(self) -> None:
        self._asking = not self._asking
        self._changed()

    def _by_sum(self, by_sum: bool) -> None:
        self.change(self.draft.by_sum(by_sum))

    def _toggle_removed(self) -> None:
        self.removed = not self.removed
        self._changed()

    def _changed(self) -> None:
        """Kept first, shown second."""
        self._mark()
        self._show()

    def _open_card(self, number: int) -> None:
        open_cards(self._shell, number)

    # -- showing --------------------------------------------------------------------------------------------

    def _show(self) -> None:
        digits, draft = look().digits, self.draft
        line = draft_line(self._number + 1, draft, digits, typing=not self._asking)
        self.rounds.show([line], totals(self._before, draft, digits))
        self._typing.clear_widgets()
        if not self.removed:
            self._typing.add_widget(self.question if self._asking else self.entry)
        self.question.show(draft)
        self.entry.show(draft)
        self.tools.show(draft)
        self.remove.glyph.show(Icon.UNDO if self.removed else Icon.TRASH)
        self._weigh()

    def _weigh(self) -> None:
        """What would come of the change: for the rounds after it, and for this one."""
        tr, table, draft = self._shell.tr, self.table, self.draft
        changes: dict[int, tuple[Round, ...]] = {self._number: () if self.removed else (draft.move,)}
        fits = "silver.edit.removed" if self.removed else ""
        self.weighing.weigh(lambda: table.revise(changes), partial(accounts.losses, tr), fits)
        self._comes_of_it.clear_widgets()
        self._comes_of_it.add_widget(self.weighing)
        with suppress(IllegalMove):
            if not self.removed:
                self.account.show(self._before, apply(self._before, draft.move))
                self._comes_of_it.add_widget(self.account)

    def _say_why(self) -> None:
        self._shell.toaster.show(self.weighing.words)

    # -- keeping --------------------------------------------------------------------------------------------

    def _keep(self) -> None:
        revision, shell, sitting = self.weighing.revision, self._shell, self._sitting
        if revision is None or not shell.attempt(lambda: sitting.accept(revision)):
            return
        shell.back()
        board = shell.stage.page

        def take_back() -> None:
            if shell.attempt(sitting.undo):
                board.enter()

        shell.toaster.show(shell.tr("silver.edit.changed"), action=shell.tr("app.undo"), on_action=take_back)
