"""The page that edits or removes an earlier round of Silver; a preview shows the effects."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import partial

from companion.app_context import AppContext
from companion.core.game import IllegalMove
from companion.games.silver import text
from companion.games.silver.drafts import RoundDraft
from companion.games.silver.edits import EntryEdit, draft_line, make_totals
from companion.games.silver.rules import apply
from companion.games.silver.state import Round, State
from companion.screens.edit import BaseEditPage, EditMessages
from companion.screens.silver.history import RoundsTable
from companion.screens.silver.reference import open_cards_page
from companion.screens.silver.rounds import RoundSummary, SilverController
from companion.screens.silver.typing import CallerQuestion, EntryPanel, EntryTools
from companion.widgets.buttons import IconButton
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Panes
from companion.widgets.page import TitleBar
from companion.widgets.theme import look


class EditPage(BaseEditPage):
    margin = 12
    messages = EditMessages(
        commit="silver.edit.keep",
        commit_and_drop="silver.edit.keep_and_drop",
        no_change="silver.edit.nothing",
        nothing_dropped="silver.edit.all_fits",
        dropped="silver.edit.drops",
        changed="silver.edit.changed",
    )
    entry_edit: EntryEdit

    def __init__(self, context: AppContext, controller: SilverController, entry_edit: EntryEdit) -> None:
        self.begin_edit(context, controller, entry_edit)
        tr, setup = context.tr, self.session.setup
        self.remove_icon_button = IconButton(Icon.TRASH, self.toggle_removed, tone="ink_2")
        title = tr("silver.edit.title", round=entry_edit.number + 1)
        super().__init__(
            TitleBar(
                title, tr("silver.edit.subtitle"), on_back=context.go_back, actions=[self.remove_icon_button]
            )
        )
        self._before: State = self.session.states[entry_edit.number]
        self.rounds = RoundsTable(tr, tr.player_names(setup.players), self.tap_cell)
        self.entry = EntryPanel(tr, setup, self.update_draft, self._open_card, context.show_problem)
        self.question = CallerQuestion(tr, setup, self.answer, context.show_problem)
        self.round_summary = RoundSummary(tr)
        self._entry_column = Column(gap=8)
        self.tools = EntryTools(tr, setup, self._toggle_caller_choice, self._set_by_sum)
        self._preview_column = Column(self.preview, gap=8)
        self.body.add_widget(
            Panes(Column(self.rounds, self._entry_column, gap=8), self._preview_column, gap=10)
        )
        self.add_to_footer(Panes(self.tools, self.main, gap=8))
        self.show_edit()

    @property
    def draft(self) -> RoundDraft:
        return self.entry_edit.draft

    # -- changing -----------------------------------------------------------------------------------------

    def update_draft(self, draft: RoundDraft) -> None:
        self.update_edit(replace(self.entry_edit, draft=draft))

    def tap_cell(self, _round: int, seat: int) -> None:
        self.answer(self.draft.with_seat(seat))

    def answer(self, draft: RoundDraft) -> None:
        self.update_edit(replace(self.entry_edit, draft=draft, asking=False))

    def _toggle_caller_choice(self) -> None:
        self.update_edit(replace(self.entry_edit, asking=not self.entry_edit.asking))

    def _set_by_sum(self, by_sum: bool) -> None:
        self.update_draft(self.draft.set_by_sum(by_sum))

    def toggle_removed(self) -> None:
        self.update_edit(replace(self.entry_edit, removed=not self.entry_edit.removed))

    def _open_card(self, number: int) -> None:
        open_cards_page(self._app_context, number)

    # -- showing --------------------------------------------------------------------------------------------

    def show_edit(self) -> None:
        digits, entry_edit, draft = look().digits, self.entry_edit, self.draft
        line = draft_line(entry_edit.number + 1, draft, digits, typing=not entry_edit.asking)
        self.rounds.show([line], make_totals(self._before, draft, digits))
        self._entry_column.clear_widgets()
        if not entry_edit.removed:
            self._entry_column.add_widget(self.question if entry_edit.asking else self.entry)
        self.question.show(draft)
        self.entry.show(draft)
        self.tools.show(draft)
        self.remove_icon_button.icon.show(Icon.UNDO if entry_edit.removed else Icon.TRASH)
        self._update_preview()

    def _update_preview(self) -> None:
        """Show the effects of the change on later rounds and on this one."""
        tr, session, entry_edit = self._app_context.tr, self.session, self.entry_edit
        move = entry_edit.draft.move
        changes: dict[int, tuple[Round, ...]] = {entry_edit.number: () if entry_edit.removed else (move,)}
        success_key = "silver.edit.removed" if entry_edit.removed else ""
        self.preview.show_preview(
            lambda: session.preview_edit(changes), partial(text.describe_dropped_moves, tr), success_key
        )
        self._preview_column.clear_widgets()
        self._preview_column.add_widget(self.preview)
        with suppress(IllegalMove):
            if not entry_edit.removed:
                self.round_summary.show(self._before, apply(self._before, move))
                self._preview_column.add_widget(self.round_summary)
