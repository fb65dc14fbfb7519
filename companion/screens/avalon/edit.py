"""The sheet that edits, removes or inserts an entry of Avalon's history, and its parts.

A preview shows which later moves would no longer fit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeVar

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app_context import AppContext
from companion.core.resume_state import BoardOverlay
from companion.core.serialization import encode
from companion.games.avalon import text as avalon_text
from companion.games.avalon.drafts import LoyaltyDraft
from companion.games.avalon.edits import EntryEdit, start_missing_proposal, to_edit_record
from companion.games.avalon.state import Assassinate, Lady, Loyalty, LoyaltyRow, Move
from companion.games.avalon.text import HistoryEntry, Step
from companion.i18n.translator import Translator
from companion.screens.avalon import votes as marks
from companion.screens.avalon.quests import AvalonController
from companion.screens.board_page import EditPreviewPanel
from companion.screens.rows import build_labelled_row
from companion.widgets.buttons import Pressable, PrimaryButton, SecondaryButton
from companion.widgets.cards import Chip, ChoiceChips, ToggleSwitch
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.mesh_batch import MeshBatch, WidgetDrawing
from companion.widgets.shapes import TRANSPARENT, RoundedBox
from companion.widgets.sheet import Sheet
from companion.widgets.text import CAPTION, LABEL, MUTED, IconLabel, Text
from companion.widgets.theme import RADIUS_CELL, TOUCH_TARGET, sp, theme_colour

T = TypeVar("T")

# Minimum column widths in dp: numbers, names, and words of which two are side by side.
_NUMBER_DP, _NAME_DP, _WORD_DP = 48, 96, 120


class EditParts(Column):
    """Editor of the quest slot, fails, Excalibur and every other move of the entry."""

    def __init__(self, tr: Translator, on_change: Callable[[EntryEdit], object]) -> None:
        super().__init__(gap=10)
        self._tr = tr
        self._on_change = on_change
        self._entry_edit: EntryEdit | None = None
        self._cache_key: object = None

    def show(self, entry_edit: EntryEdit) -> None:
        self._entry_edit = entry_edit
        quest = entry_edit.quest
        # A vote that does not change the result leaves these parts unchanged.
        cache_key = (
            entry_edit.is_removed, entry_edit.team.quest, entry_edit.has_quest,
            quest.state.team, quest.state.excalibur, quest.move, entry_edit.editable_others,
        )  # fmt: skip
        if cache_key == self._cache_key:
            return
        self._cache_key = cache_key
        self.clear_widgets()
        if not entry_edit.is_removed:
            for part in (
                *self._build_main_parts(entry_edit),
                *(self._build_other_part(*other) for other in entry_edit.editable_others),
            ):
                self.add_widget(part)

    def _apply_change(self, change: Callable[[EntryEdit], EntryEdit]) -> None:
        if self._entry_edit is not None:
            self._on_change(change(self._entry_edit))

    def _build_main_parts(self, entry_edit: EntryEdit) -> list[Widget]:
        tr = self._tr
        players = tr.player_names(entry_edit.entry.proposal.before.setup.players)
        parts: list[Widget] = []
        if entry_edit.entry.proposal.before.setup.targeting:
            slots = [(slot, tr.format_number(slot)) for slot in entry_edit.team.state.open_quests]
            aim = _build_choice(
                slots,
                entry_edit.team.quest,
                lambda slot: self._apply_change(lambda now: now.select_quest(slot)),
            )
            parts.append(_add_label(tr("avalon.edit.slot"), aim))
        if entry_edit.has_quest:
            quest = entry_edit.quest
            counts = [(fails, tr.format_number(fails)) for fails in range(len(quest.state.team) + 1)]
            choice = _build_choice(
                counts, quest.fails, lambda fails: self._apply_change(lambda now: now.set_fails(fails))
            )
            parts.append(_add_label(tr("avalon.edit.fails"), choice))
            bearer = quest.state.excalibur
            if bearer is not None:
                names: list[tuple[int | None, str]] = [(None, tr("app.nobody"))]
                names += [(seat, players[seat]) for seat in quest.state.team if seat != bearer]
                struck = _build_choice(
                    names,
                    quest.excalibur_on,
                    lambda seat: self._apply_change(lambda now: now.set_excalibur_target(seat)),
                    _NAME_DP,
                )
                parts.append(_add_label(tr("avalon.edit.struck"), struck))
        return parts

    def _build_other_part(self, move_slot: int, step: Step, move: Move | None) -> Widget:
        tr, players = self._tr, self._tr.player_names(step.before.setup.players)

        def replace_move(other: Move | None) -> None:
            self._apply_change(lambda now: now.replace_other(move_slot, other))

        match move:
            case Lady():
                names = [(seat, players[seat]) for seat in step.before.lady_targets]
                words = tr("avalon.edit.lady", name=players[step.before.lady_holders[-1]])
                return _add_label(
                    words, _build_choice(names, move.target, lambda seat: replace_move(Lady(seat)), _NAME_DP)
                )
            case Assassinate():
                verdicts = [(True, tr("avalon.board.hit")), (False, tr("avalon.board.missed"))]
                return _add_label(
                    tr("avalon.edit.assassin"),
                    _build_choice(
                        list(enumerate(players)),
                        move.target,
                        lambda seat: replace_move(replace(move, target=seat)),
                        _NAME_DP,
                    ),
                    _build_choice(
                        verdicts, move.hit, lambda hit: replace_move(replace(move, hit=hit)), _WORD_DP
                    ),
                )
            case Loyalty():
                cards = [(False, tr("avalon.board.no_change")), (True, tr("avalon.board.switch"))]
                choice = _build_choice(
                    cards, move.switch, lambda switch: replace_move(Loyalty(switch)), _WORD_DP
                )
                return _add_label(tr("avalon.board.loyalty"), choice)
            case LoyaltyRow():
                draft = LoyaltyDraft(step.before, move.switches)
                row = Row(gap=6)
                for at, switch in enumerate(move.switches):
                    turned = partial(replace_move, draft.choose(at).move)
                    row.add_widget(Chip(tr.format_number(at + 1), turned, selected=switch))
                return _add_label(tr("avalon.edit.row"), row)
            case _:
                words = avalon_text.move_text(tr, step.before, step.move)
                return build_labelled_row(
                    words, ToggleSwitch(move is not None, lambda on: replace_move(step.move if on else None))
                )


class ResultChoice(Column):
    """Editor of a vote of which only the result is known."""

    def __init__(self, tr: Translator, on_choose: Callable[[bool], object]) -> None:
        super().__init__(Text(tr("avalon.edit.only_result"), MUTED), gap=4)
        self.approved = Chip(tr("avalon.board.approved"), partial(on_choose, True))
        self.refused = Chip(tr("avalon.board.refused"), partial(on_choose, False))
        self.add_widget(Row(self.approved, self.refused, gap=8))

    def show(self, outright: bool | None) -> None:
        self.approved.set_selected(outright is True)
        self.refused.set_selected(outright is False)


def _add_label(words: str, *controls: Widget) -> Column:
    return Column(Text(words, MUTED), *controls, gap=4)


def _build_choice(
    options: Sequence[tuple[T, str]],
    selected: T | None,
    on_select: Callable[[T], object],
    narrowest: float = _NUMBER_DP,
) -> Widget:
    return ChoiceChips(options, selected, on_select, min_column_width=narrowest, max_columns=len(options))


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
        """Build the sheet for the entry at `entry_index`; a new entry is inserted before it."""
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
        self._team = Text("", MUTED)
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
            tr("avalon.edit.new") if entry_edit.is_new else avalon_text.entry_title(tr, entry),
            *(self._team, self.seats, self.parts, self.preview, *seldom),
            on_close=self._close,
            footer=self.save_button,
        )
        self.update_edit(entry_edit)

    # -- changing -----------------------------------------------------------------------------------------

    def update_edit(self, entry_edit: EntryEdit) -> None:
        """Save the edit for resuming, then show the entry and the effects of the change."""
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
        """Open a sheet for a proposal that is missing before this one."""
        context, missing = self._app_context, start_missing_proposal(self._entries[self._entry_index])
        context.navigator.close_sheet()
        context.navigator.open_sheet(
            EditSheet(context, self._controller, self._entries, self._entry_index, missing, self._on_commit)
        )

    def _update_preview(self) -> None:
        """Show the effects of the change."""
        tr, session = self._app_context.tr, self._session
        if not self.entry_edit.is_ready:
            self.preview.show_incomplete(self._team.content)
            return
        self.preview.show_preview(
            partial(self.entry_edit.preview, session),
            partial(avalon_text.describe_dropped_moves, tr, self._entries, session.states),
        )

    def _commit(self) -> None:
        revision = self.preview.edit
        if revision is not None and self._app_context.run_or_show_error(
            lambda: self._controller.commit_edit(revision)
        ):
            self._close()
            self._on_commit()

    def _close(self) -> None:
        """Close the sheet and clear the unsaved edit."""
        self._app_context.resume_state.set_open_table(self._session.game_id, BoardOverlay.HISTORY)
        self._app_context.navigator.close_sheet()


class SeatRows(Column):
    """Every seat with toggles for team and vote."""

    def __init__(self, tr: Translator, sheet: EditSheet) -> None:
        super().__init__(gap=2)
        entry = sheet.entry_edit.entry
        setup = entry.proposal.before.setup
        voted = entry.vote is not None
        heads = [tr("avalon.board.team"), *([tr("avalon.edit.vote")] if voted else [])]
        self.add_widget(
            Row(
                Widget(size_hint_y=None, height=1, pos_hint={"y": 0}),
                *map(_build_header, heads),
                gap=6,
                padding=(dp(8), 0),
            )
        )
        self.team: list[SeatToggle] = []
        self.votes: list[SeatToggle] = []
        self._office_icons: list[IconLabel] = []
        for seat, name in enumerate(tr.player_names(setup.players)):
            # Shows the leader's crown or Excalibur; nobody has both.
            office = IconLabel(Icon.CROWN, 22, tone="candle")
            words = Text(name, LABEL, max_lines=1, min_size=13)
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
    """An icon that can be tapped."""

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
    text = Text(words, CAPTION, align="center", autosize="none", max_lines=1, min_size=10)
    text.size_hint, text.size = (None, None), (dp(_MARK_WIDTH_DP), sp(14) * 1.5)
    return text
