"""An earlier round, told again and open to be changed; all that follows from it is worked out anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.uix.widget import Widget

from companion.games.game import IllegalMove
from companion.games.silver.moves import Round
from companion.games.silver.play import apply
from companion.games.silver.state import State
from companion.screens.losses import Losses
from companion.screens.silver.account import RoundAccount
from companion.screens.silver.caller import CallerQuestion
from companion.screens.silver.cards import open_cards
from companion.screens.silver.drafts import RoundDraft, draft_of
from companion.screens.silver.entry import EntryPanel, EntryTools
from companion.screens.silver.rounds_table import RoundsTable
from companion.screens.silver.score_lines import draft_line, totals
from companion.screens.silver.summary import SilverTable
from companion.table import Revision
from companion.widgets.cards import Notice
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Panes
from companion.widgets.page import Page, TitleBar
from companion.widgets.tap import IconButton, MainButton
from companion.widgets.text import Text
from companion.widgets.theme import ACCENTS, look

if TYPE_CHECKING:
    from companion.app import CompanionApp

_SILVER = ACCENTS["silver"]


class EditPage(Page):
    """`number` is that of the move in the log."""

    widest = 1040
    margin = 12

    def __init__(self, app: CompanionApp, table: SilverTable, number: int, seat: int = 0) -> None:
        self._app, self.table, self._number = app, table, number
        tr, setup = app.tr, table.setup
        self.remove = IconButton(Icon.TRASH, self._toggle_removed, tone="ink_2")
        title = tr("silver.edit.title", round=number + 1)
        super().__init__(TitleBar(title, tr("silver.edit.subtitle"), on_back=app.back, tools=[self.remove]))
        self._before: State = table.states[number]
        self.draft: RoundDraft = draft_of(table.moves[number], len(setup.players)).at(seat)
        self.revision: Revision[Round] | None = None
        self.removed = False
        self._asking = False
        self.rounds = RoundsTable(tr, setup.players, self.tap_cell)
        self.entry = EntryPanel(app, setup, self.change, self._open_card)
        self.question = CallerQuestion(app, setup, self.answer)
        self.account = RoundAccount(tr)
        self._typing = Column(gap=8)
        self._comes_of_it = Column(gap=8)
        self.tools = EntryTools(tr, setup, self._ask, self._by_sum)
        self.body.add_widget(Panes(Column(self.rounds, self._typing, gap=8), self._comes_of_it, gap=10))
        self.keep = MainButton(" ", self._keep, accent=_SILVER, icon=Icon.CHECK, why=self._say_why)
        self.with_footer(Panes(self.tools, self.keep, gap=8))
        self._why = ""
        self._show()

    # -- changing -----------------------------------------------------------------------------------------

    def change(self, draft: RoundDraft) -> None:
        self.draft = draft
        self._show()

    def tap_cell(self, _round: int, seat: int) -> None:
        self.answer(self.draft.at(seat))

    def answer(self, draft: RoundDraft) -> None:
        self._asking = False
        self.change(draft)

    def _ask(self) -> None:
        self._asking = not self._asking
        self._show()

    def _by_sum(self, by_sum: bool) -> None:
        self.change(self.draft.by_sum(by_sum))

    def _toggle_removed(self) -> None:
        self.removed = not self.removed
        self._show()

    def _open_card(self, number: int) -> None:
        open_cards(self._app, number)

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
        self.keep.show(self._app.tr("silver.edit.keep"))
        self._comes_of_it.clear_widgets()
        for part in self._weigh():
            self._comes_of_it.add_widget(part)
        self.keep.enabled = self.revision is not None

    def _weigh(self) -> list[Widget]:
        """What would come of the change; sets the revision if it can be kept."""
        tr = self._app.tr
        self.revision = None
        changes: dict[int, tuple[Round, ...]] = {self._number: () if self.removed else (self.draft.move,)}
        try:
            after = None if self.removed else apply(self._before, self.draft.move)
            revision = self.table.revise(changes)
        except IllegalMove as refused:
            self._why = tr.problem(refused.problem)
            return [Notice(self._why, blocks=True)]
        parts: list[Widget] = []
        if not revision.changes:
            self._why = tr("silver.edit.nothing")
            parts.append(Text(self._why, tone="ink_2"))
        else:
            self.revision = revision
            parts.append(self._told(revision))
        if after is not None:
            self.account.show(self._before, after)
            parts.append(self.account)
        return parts

    def _told(self, revision: Revision[Round]) -> Widget:
        tr = self._app.tr
        if not revision.dropped:
            return Text(tr("silver.edit.removed" if self.removed else "silver.edit.all_fits"), tone="ink_2")
        self.keep.show(tr("silver.edit.keep_and_drop", n=len(revision.dropped)))
        lost = [
            (tr("silver.edit.title", round=dropped.number + 1), tr.problem(dropped.problem))
            for dropped in revision.dropped
        ]
        return Losses(tr("silver.edit.drops", n=len(lost)), lost)

    def _say_why(self) -> None:
        self._app.toaster.show(self._why)

    # -- keeping --------------------------------------------------------------------------------------------

    def _keep(self) -> None:
        revision, app, table = self.revision, self._app, self.table
        if revision is None or not app.attempt(lambda: table.accept(revision)):
            return
        app.back()
        board = app.stage.page

        def take_back() -> None:
            if app.attempt(table.undo):
                board.enter()

        app.toaster.show(app.tr("silver.edit.changed"), action=app.tr("app.undo"), on_action=take_back)
