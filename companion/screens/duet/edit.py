"""An earlier turn, told again and open to be changed, or one that was forgotten before it; all that follows
from it is worked out anew."""

from __future__ import annotations

from functools import partial

from companion.app_context import AppContext
from companion.core.resume import BoardOverlay
from companion.core.serialization import encode
from companion.entry.duet import accounts
from companion.entry.duet.amend import EntryEdit, edit_changes, find_turn, preview_edit, start_missing_turn
from companion.entry.duet.log import make_turns
from companion.games.duet.manifest import DEFINITION
from companion.screens.board_page import EditPreviewPanel
from companion.screens.duet.edit_parts import CluePart, GuessesPart, OtherPart
from companion.screens.duet.sitting import DuetController
from companion.widgets.buttons import PrimaryButton, SecondaryButton
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Panes
from companion.widgets.page import Page, Stateful, TitleBar
from companion.widgets.theme import ACCENTS

_DUET = ACCENTS[DEFINITION.accent]


class EditPage(Stateful, Page):
    max_width_dp = 1040

    def __init__(self, context: AppContext, controller: DuetController, entry_edit: EntryEdit) -> None:
        """Of a turn that the table has: `amend`, `start_missing_turn` and `restore_saved` give no other."""
        session = controller.session
        self._app_context, self._controller, self.session, self.entry_edit = (
            context,
            controller,
            session,
            entry_edit,
        )
        tr, all_turns = context.tr, make_turns(session)
        self._turn = turn = find_turn(session, entry_edit) or all_turns[-1]
        title = tr("duet.edit.new") if entry_edit.new else accounts.turn_title(tr, turn)
        super().__init__(
            TitleBar(title, accounts.giver_text(tr, session.setup, turn), on_back=context.go_back)
        )
        self.clue_part = None if turn.giver is None else CluePart(tr, session, turn, self.update_edit)
        self.guesses_part = GuessesPart(tr, session, self.update_edit)
        self.other_part = OtherPart(tr, session, turn, self.update_edit, is_last=turn == all_turns[-1])
        self.main = PrimaryButton(
            " ", self._commit, accent=_DUET, icon=Icon.CHECK, on_blocked=self._explain_disabled
        )
        self.preview = EditPreviewPanel(tr, self.main, tr("duet.edit.put_in") if entry_edit.new else "")
        self.remove_button = SecondaryButton(" ", self._toggle_removed, icon=Icon.TRASH, outlined=True)
        self.insert_button = SecondaryButton(
            tr("duet.edit.insert"),
            self._insert,
            icon=Icon.PLUS,
            outlined=True,
            on_blocked=self._explain_insert_disabled,
        )
        parts = [part for part in (self.clue_part, self.guesses_part) if part is not None]
        seldom = [] if entry_edit.new else [self.remove_button]
        # No turn is missing right before sudden death.
        seldom += [] if entry_edit.new or turn.giver is None else [self.insert_button]
        self.body.add_widget(
            Panes(Column(*parts, gap=12), Column(self.other_part, self.preview, *seldom, gap=12), gap=16)
        )
        self.add_to_footer(self.main)
        self._show()

    def save_state(self) -> EntryEdit:
        return self.entry_edit

    def restore_state(self, saved: EntryEdit) -> None:
        self.entry_edit = saved
        self._show()

    def enter(self) -> None:
        self._save_resume_state()

    def _save_resume_state(self) -> None:
        self._app_context.resume_state.set_open_table(
            self.session.game_id, BoardOverlay.EDIT, encode(self.entry_edit)
        )

    # -- changing -------------------------------------------------------------------------------------------

    def update_edit(self, entry_edit: EntryEdit) -> None:
        """Kept first, shown second."""
        self.entry_edit = entry_edit
        self._save_resume_state()
        self._show()

    def _toggle_removed(self) -> None:
        self.update_edit(self.entry_edit.set_removed(not self.entry_edit.removed))

    def _insert(self) -> None:
        """The turn that is missing takes the place of this one: back leads to the log from either."""
        missing = start_missing_turn(self._turn)
        self._app_context.navigator.replace(partial(EditPage, self._app_context, self._controller, missing))

    # -- showing --------------------------------------------------------------------------------------------

    def _show(self) -> None:
        tr, session, entry_edit = self._app_context.tr, self.session, self.entry_edit
        if self.clue_part is not None:
            self.clue_part.show(entry_edit)
        self.guesses_part.show(entry_edit)
        self.other_part.show(entry_edit)
        self.remove_button.label.content = tr(
            "app.edit.put_back" if entry_edit.removed else "app.edit.remove"
        )
        # What is half changed here would be left behind.
        self.insert_button.enabled = entry_edit.new or not edit_changes(session, entry_edit)
        if not entry_edit.is_ready:
            self.preview.show_incomplete(tr("duet.edit.new_hint"))
            return
        self.preview.show_preview(
            partial(preview_edit, session, entry_edit), partial(accounts.describe_dropped_moves, tr, session)
        )

    def _explain_disabled(self) -> None:
        self._app_context.toaster.show(self.preview.text)

    def _explain_insert_disabled(self) -> None:
        self._app_context.toaster.show(self._app_context.tr("duet.edit.insert_later"))

    # -- keeping --------------------------------------------------------------------------------------------

    def _commit(self) -> None:
        revision, context, controller = self.preview.edit, self._app_context, self._controller
        if revision is None or not context.run_or_show_error(lambda: controller.commit_edit(revision)):
            return
        context.go_back()
        page = context.navigator.page

        def undo() -> None:
            if context.run_or_show_error(controller.undo):
                page.enter()

        context.toaster.show(
            context.tr("app.edit.changed"), action_text=context.tr("app.undo"), on_action=undo
        )
