"""The page that edits or removes an earlier round of Silver; a preview shows the effects."""

from __future__ import annotations

from contextlib import suppress
from functools import partial

from companion.app_context import AppContext
from companion.core.game import IllegalMove
from companion.core.resume_state import BoardOverlay
from companion.core.serialization import encode
from companion.games.silver import text
from companion.games.silver.definition import DEFINITION
from companion.games.silver.drafts import RoundDraft
from companion.games.silver.edits import EntryEdit, draft_line, make_totals
from companion.games.silver.rules import apply
from companion.games.silver.state import Round, State
from companion.screens.board_page import EditMessages, EditPreviewPanel
from companion.screens.silver.history import RoundsTable
from companion.screens.silver.rounds import RoundSummary, SilverController
from companion.screens.silver.typing import CallerQuestion, EntryPanel, EntryTools
from companion.screens.silver.villagers import open_cards_page
from companion.widgets.buttons import IconButton, PrimaryButton
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Panes
from companion.widgets.page import Page, Stateful, TitleBar
from companion.widgets.theme import ACCENTS, look

_SILVER = ACCENTS[DEFINITION.accent]


_EDIT_WORDS = EditMessages(
    commit="silver.edit.keep",
    commit_and_drop="silver.edit.keep_and_drop",
    no_change="silver.edit.nothing",
    nothing_dropped="silver.edit.all_fits",
    dropped="silver.edit.drops",
)


class EditPage(Stateful, Page):
    max_width_dp = 1040
    margin = 12

    def __init__(self, context: AppContext, controller: SilverController, entry_edit: EntryEdit) -> None:
        session, move_index = controller.session, entry_edit.number
        self._app_context, self._controller, self.session, self._move_index = (
            context,
            controller,
            session,
            move_index,
        )
        tr, setup = context.tr, session.setup
        self.remove_button = IconButton(Icon.TRASH, self._toggle_removed, tone="ink_2")
        title = tr("silver.edit.title", round=move_index + 1)
        super().__init__(
            TitleBar(title, tr("silver.edit.subtitle"), on_back=context.go_back, actions=[self.remove_button])
        )
        self._before: State = session.states[move_index]
        self.draft, self.removed, self._is_choosing_caller = (
            entry_edit.draft,
            entry_edit.removed,
            entry_edit.asking,
        )
        self.rounds = RoundsTable(tr, tr.player_names(setup.players), self.tap_cell)
        self.entry = EntryPanel(tr, setup, self.update_draft, self._open_card, context.show_problem)
        self.question = CallerQuestion(tr, setup, self.answer, context.show_problem)
        self.round_summary = RoundSummary(tr)
        self._entry_column = Column(gap=8)
        self.tools = EntryTools(tr, setup, self._toggle_caller_choice, self._set_by_sum)
        self.main = PrimaryButton(
            " ", self._commit, accent=_SILVER, icon=Icon.CHECK, on_blocked=self._explain_disabled
        )
        self.preview = EditPreviewPanel(tr, self.main, messages=_EDIT_WORDS)
        self._preview_column = Column(self.preview, gap=8)
        self.body.add_widget(
            Panes(Column(self.rounds, self._entry_column, gap=8), self._preview_column, gap=10)
        )
        self.add_to_footer(Panes(self.tools, self.main, gap=8))
        self._show()

    def save_state(self) -> EntryEdit:
        return EntryEdit(self._move_index, self.draft, self.removed, self._is_choosing_caller)

    def restore_state(self, saved: EntryEdit) -> None:
        self.draft, self.removed, self._is_choosing_caller = saved.draft, saved.removed, saved.asking
        self._show()

    def enter(self) -> None:
        self._save_resume_state()

    def _save_resume_state(self) -> None:
        self._app_context.resume_state.set_open_table(
            self.session.game_id, BoardOverlay.EDIT, encode(self.save_state())
        )

    # -- changing -----------------------------------------------------------------------------------------

    def update_draft(self, draft: RoundDraft) -> None:
        self.draft = draft
        self._save_and_show()

    def tap_cell(self, _round: int, seat: int) -> None:
        self.answer(self.draft.with_seat(seat))

    def answer(self, draft: RoundDraft) -> None:
        self._is_choosing_caller = False
        self.update_draft(draft)

    def _toggle_caller_choice(self) -> None:
        self._is_choosing_caller = not self._is_choosing_caller
        self._save_and_show()

    def _set_by_sum(self, by_sum: bool) -> None:
        self.update_draft(self.draft.set_by_sum(by_sum))

    def _toggle_removed(self) -> None:
        self.removed = not self.removed
        self._save_and_show()

    def _save_and_show(self) -> None:
        """Save the edit for resuming, then show it."""
        self._save_resume_state()
        self._show()

    def _open_card(self, number: int) -> None:
        open_cards_page(self._app_context, number)

    # -- showing --------------------------------------------------------------------------------------------

    def _show(self) -> None:
        digits, draft = look().digits, self.draft
        line = draft_line(self._move_index + 1, draft, digits, typing=not self._is_choosing_caller)
        self.rounds.show([line], make_totals(self._before, draft, digits))
        self._entry_column.clear_widgets()
        if not self.removed:
            self._entry_column.add_widget(self.question if self._is_choosing_caller else self.entry)
        self.question.show(draft)
        self.entry.show(draft)
        self.tools.show(draft)
        self.remove_button.icon.show(Icon.UNDO if self.removed else Icon.TRASH)
        self._update_preview()

    def _update_preview(self) -> None:
        """Show the effects of the change on later rounds and on this one."""
        tr, session, draft = self._app_context.tr, self.session, self.draft
        changes: dict[int, tuple[Round, ...]] = {self._move_index: () if self.removed else (draft.move,)}
        fits = "silver.edit.removed" if self.removed else ""
        self.preview.show_preview(
            lambda: session.preview_edit(changes), partial(text.describe_dropped_moves, tr), fits
        )
        self._preview_column.clear_widgets()
        self._preview_column.add_widget(self.preview)
        with suppress(IllegalMove):
            if not self.removed:
                self.round_summary.show(self._before, apply(self._before, draft.move))
                self._preview_column.add_widget(self.round_summary)

    def _explain_disabled(self) -> None:
        self._app_context.toaster.show(self.preview.text)

    # -- committing -----------------------------------------------------------------------------------------

    def _commit(self) -> None:
        revision, context, controller = self.preview.edit, self._app_context, self._controller
        if revision is None or not context.run_or_show_error(lambda: controller.commit_edit(revision)):
            return
        context.go_back()
        board = context.navigator.page

        def undo() -> None:
            if context.run_or_show_error(controller.undo):
                board.enter()

        context.toaster.show(
            context.tr("silver.edit.changed"), action_text=context.tr("app.undo"), on_action=undo
        )
