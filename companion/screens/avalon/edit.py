"""The sheet that changes an entry of the past, and says before anything is done what would no longer fit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app_context import AppContext
from companion.core.resume import BoardOverlay
from companion.core.serialization import encode
from companion.entry.avalon import accounts
from companion.entry.avalon.amend import EntryEdit, start_missing_proposal
from companion.entry.avalon.amend_record import to_edit_record
from companion.entry.avalon.log import HistoryEntry
from companion.i18n.translator import Translator
from companion.screens.avalon import vote_marks as marks
from companion.screens.avalon.edit_parts import EditParts, ResultChoice
from companion.screens.avalon.sitting import AvalonController
from companion.screens.board_page import EditPreviewPanel
from companion.widgets.buttons import Pressable, PrimaryButton, SecondaryButton
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.mesh_batch import MeshBatch, WidgetDrawing
from companion.widgets.shapes import TRANSPARENT, RoundedBox
from companion.widgets.sheet import Sheet
from companion.widgets.text import IconLabel, Text
from companion.widgets.theme import RADIUS_CELL, TOUCH_TARGET, sp, theme_colour

DrawCallback = Callable[[MeshBatch, float, float], object]
_MARK_WIDTH_DP = 68


class EditSheet(Sheet):
    def __init__(
        self,
        context: AppContext,
        controller: AvalonController,
        entries: Sequence[HistoryEntry],
        entry_index: int,
        entry_edit: EntryEdit,
        on_commit: Callable[[], object],
    ) -> None:
        """One that is `new` is put in before the entry of this number."""
        self._app_context, self._controller, self._entries, self._on_commit = (
            context,
            controller,
            entries,
            on_commit,
        )
        self._session = controller.session
        self._entry_index = entry_index
        tr, entry = context.tr, entries[entry_index]
        self.entry_edit = entry_edit
        self.seats = SeatRows(tr, self)
        self._team = Text("", tone="ink_2")
        self.parts = EditParts(tr, self.update_edit)
        self.save_button = PrimaryButton(" ", self._commit, icon=Icon.CHECK)
        self.preview = EditPreviewPanel(
            tr, self.save_button, tr("avalon.edit.put_in") if entry_edit.is_new else ""
        )
        self.result_choice = ResultChoice(tr, self.set_result)
        self.remove_button = SecondaryButton(" ", self._toggle_removed, icon=Icon.TRASH, outlined=True)
        self.insert_button = SecondaryButton(
            tr("avalon.edit.insert"), self._insert, icon=Icon.PLUS, outlined=True
        )
        voted = self.entry_edit.entry.vote is not None
        seldom = ([self.result_choice] if voted else []) + (
            [] if entry_edit.is_new else [self.remove_button, self.insert_button]
        )
        super().__init__(
            tr("avalon.edit.new") if entry_edit.is_new else accounts.entry_title(tr, entry),
            *(self._team, self.seats, self.parts, self.preview, *seldom),
            on_close=self._close,
            footer=self.save_button,
        )
        self.update_edit(entry_edit)

    # -- changing -----------------------------------------------------------------------------------------

    def update_edit(self, entry_edit: EntryEdit) -> None:
        """Show the entry as it would be, and what that means for the rest. Kept first, shown second."""
        self.entry_edit = entry_edit
        unsaved_state = encode(to_edit_record(self._entry_index, entry_edit))
        self._app_context.resume_state.set_open_table(
            self._session.game_id, BoardOverlay.HISTORY, unsaved_state
        )
        tr, team = self._app_context.tr, entry_edit.team
        leader = team.state.setup.players[team.state.leader]
        if team.needs_bearer:
            self._team.content = tr("avalon.board.hint.excalibur", name=leader)
        elif entry_edit.is_new and team.quest is None:
            self._team.content = tr("avalon.board.hint.target", name=leader)
        elif entry_edit.is_new:
            self._team.content = tr(
                "avalon.edit.new_team", name=leader, count=len(team.team), size=team.team_size
            )
        else:
            self._team.content = tr("avalon.edit.team", count=len(team.team), size=team.team_size)
        self.seats.show(entry_edit)
        self.parts.show(entry_edit)
        self.result_choice.show(entry_edit.result_only)
        self.remove_button.label.content = tr(
            "app.edit.put_back" if entry_edit.is_removed else "app.edit.remove"
        )
        self._update_preview()

    def tap_team(self, seat: int) -> None:
        self.update_edit(self.entry_edit.tap_team(seat))

    def tap_vote(self, seat: int) -> None:
        self.update_edit(self.entry_edit.tap_vote(seat))

    def set_result(self, approved: bool) -> None:
        self.update_edit(self.entry_edit.set_vote_result(approved))

    def _toggle_removed(self) -> None:
        self.update_edit(self.entry_edit.set_removed(not self.entry_edit.is_removed))

    def _insert(self) -> None:
        """Open a sheet for the proposal that is missing before this one."""
        context, missing = self._app_context, start_missing_proposal(self._entries[self._entry_index])
        context.navigator.close_sheet()
        context.navigator.open_sheet(
            EditSheet(context, self._controller, self._entries, self._entry_index, missing, self._on_commit)
        )

    def _update_preview(self) -> None:
        """Say what would come of the change."""
        tr, session = self._app_context.tr, self._session
        if not self.entry_edit.is_ready:
            self.preview.show_incomplete(self._team.content)
            return
        self.preview.show_preview(
            partial(self.entry_edit.preview, session),
            partial(accounts.describe_dropped_moves, tr, self._entries, session.states),
        )

    def _commit(self) -> None:
        revision = self.preview.edit
        if revision is not None and self._app_context.run_or_show_error(
            lambda: self._controller.commit_edit(revision)
        ):
            self._close()
            self._on_commit()

    def _close(self) -> None:
        """Nothing is being changed any more."""
        self._app_context.resume_state.set_open_table(self._session.game_id, BoardOverlay.HISTORY)
        self._app_context.navigator.close_sheet()


class SeatRows(Column):
    """Every seat with its place on the team and its vote, each to be tapped."""

    def __init__(self, tr: Translator, sheet: EditSheet) -> None:
        super().__init__(gap=2)
        entry = sheet.entry_edit.entry
        setup = entry.proposal.before.setup
        voted = entry.vote is not None
        heads = [tr("avalon.board.team"), *([tr("avalon.edit.vote")] if voted else [])]
        self.add_widget(
            Row(Widget(size_hint_y=None, height=1), *map(_build_header, heads), gap=6, padding=(dp(8), 0))
        )
        self.team: list[SeatToggle] = []
        self.votes: list[SeatToggle] = []
        self._office_icons: list[IconLabel] = []
        for seat, name in enumerate(tr.player_names(setup.players)):
            # The leader's crown or Excalibur, never both.
            office = IconLabel(Icon.CROWN, 22, tone="candle", pos_hint={"center_y": 0.5})
            words = Text(name, size_sp=18, weight=500, max_lines=1, min_size=13, pos_hint={"center_y": 0.5})
            row = Row(office, words, gap=6, padding=(dp(8), 0))
            self._office_icons.append(office)
            self.team.append(SeatToggle(partial(sheet.tap_team, seat)))
            row.add_widget(self.team[-1])
            if voted:
                self.votes.append(SeatToggle(partial(sheet.tap_vote, seat)))
                row.add_widget(self.votes[-1])
            if seat % 2 == 0:
                RoundedBox(row, radius=RADIUS_CELL, background=theme_colour("raised", 0.45))
            self.add_widget(row)

    def show(self, entry_edit: EntryEdit) -> None:
        self.opacity = 0.4 if entry_edit.is_removed else 1
        self.disabled = entry_edit.is_removed
        team = entry_edit.team
        for seat, (team_toggle, office) in enumerate(zip(self.team, self._office_icons, strict=True)):
            team_toggle.show(marks.draw_selected_shield if seat in team.team else marks.draw_empty_shield)
            office.show(Icon.SWORD if seat == team.excalibur else Icon.CROWN)
            office.opacity = 1 if seat in (entry_edit.entry.leader, team.excalibur) else 0
        for seat, vote in enumerate(self.votes):
            if entry_edit.result_only is not None:
                vote.show(marks.draw_unknown)
            else:
                vote.show(marks.draw_no if seat in entry_edit.votes.refusing else marks.draw_yes)


class SeatToggle(Pressable):
    """A mark that can be tapped."""

    def __init__(self, on_tap: Callable[[], object]) -> None:
        size = (dp(_MARK_WIDTH_DP), max(dp(TOUCH_TARGET), sp(18) * 1.6))
        super().__init__(on_tap, size_hint=(None, None), size=size)
        self._box = RoundedBox(self, radius=RADIUS_CELL)
        self._drawing = WidgetDrawing(self)

    def show(self, draw: DrawCallback) -> None:
        stamps = MeshBatch()
        draw(stamps, self.width / 2, self.height / 2)
        self._drawing.show(stamps)

    def update_style(self, *, pressed: bool) -> None:
        self._box.set_style(background=theme_colour("raised") if pressed else TRANSPARENT)


def _build_header(words: str) -> Text:
    text = Text(words, size_sp=14, tone="ink_2", align="center", autosize="none", max_lines=1, min_size=10)
    text.size_hint, text.size = (None, None), (dp(_MARK_WIDTH_DP), sp(14) * 1.5)
    return text
