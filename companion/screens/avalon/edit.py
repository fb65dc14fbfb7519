"""The sheet that edits, removes or inserts an entry of Avalon's history, and its parts.

A preview shows which later moves would no longer fit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeVar

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app_context import AppContext
from companion.games.avalon import text as avalon_text
from companion.games.avalon.drafts import LoyaltyDraft
from companion.games.avalon.edits import EditRecord, EntryEdit, start_missing_proposal, to_edit_record
from companion.games.avalon.state import Assassinate, Lady, Loyalty, LoyaltyRow, Move
from companion.games.avalon.text import HistoryEntry, Step
from companion.i18n.translator import Translator
from companion.screens.avalon import votes as marks
from companion.screens.avalon.quests import AvalonController
from companion.screens.edit import BaseEditSheet, EditPart, build_choice_field, build_field
from companion.screens.rows import build_labelled_row
from companion.widgets.buttons import Pressable, SecondaryButton
from companion.widgets.cards import Chip, ChoiceChips, ToggleSwitch
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.mesh_batch import MeshBatch, WidgetDrawing
from companion.widgets.shapes import TRANSPARENT, RoundedBox
from companion.widgets.text import CAPTION, LABEL, MUTED, IconLabel, Text
from companion.widgets.theme import RADIUS_CELL, TOUCH_TARGET, sp, theme_colour

T = TypeVar("T")

# Minimum column widths in dp: numbers, names, and words of which two are side by side.
_NUMBER_DP, _NAME_DP, _WORD_DP = 48, 96, 120


class EditParts(EditPart, Column):
    """Editor of the quest slot, fails, Excalibur and every other move of the entry."""

    def __init__(self, tr: Translator, on_change: Callable[[EntryEdit], object]) -> None:
        super().__init__(gap=10)
        self._tr = tr
        self.on_change = on_change
        self._cache_key: object = None

    def show(self, entry_edit: EntryEdit) -> None:
        self.entry_edit = entry_edit
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

    def _build_main_parts(self, entry_edit: EntryEdit) -> Iterator[Widget]:
        tr, setup = self._tr, entry_edit.entry.proposal.before.setup
        if setup.targeting:
            slots = [(slot, tr.format_number(slot)) for slot in entry_edit.team.state.open_quests]
            yield self._build_choice("slot", slots, entry_edit.team.quest, EntryEdit.select_quest)
        if not entry_edit.has_quest:
            return
        quest, players = entry_edit.quest, tr.player_names(setup.players)
        counts = [(fails, tr.format_number(fails)) for fails in range(len(quest.state.team) + 1)]
        yield self._build_choice("fails", counts, quest.fails, EntryEdit.set_fails)
        bearer = quest.state.excalibur
        if bearer is not None:
            names: list[tuple[int | None, str]] = [(None, tr("app.nobody"))]
            names += [(seat, players[seat]) for seat in quest.state.team if seat != bearer]
            struck = quest.excalibur_on
            yield self._build_choice("struck", names, struck, EntryEdit.set_excalibur_target, _NAME_DP)

    def _build_choice(
        self,
        part: str,
        options: Sequence[tuple[T, str]],
        selected: T | None,
        method: Callable[[EntryEdit, T], EntryEdit],
        min_column_width: float = _NUMBER_DP,
    ) -> Widget:
        label, on_select = self._tr(f"avalon.edit.{part}"), partial(self.apply_edit, method)
        return build_choice_field(label, options, selected, on_select, min_column_width=min_column_width)

    def _build_other_part(self, move_slot: int, step: Step, move: Move | None) -> Widget:
        tr, players = self._tr, self._tr.player_names(step.before.setup.players)
        replace_move = partial(self.apply_edit, EntryEdit.replace_other, move_slot)
        match move:
            case Lady():
                return build_choice_field(
                    tr("avalon.edit.lady", name=players[step.before.lady_holders[-1]]),
                    [(seat, players[seat]) for seat in step.before.lady_targets],
                    move.target,
                    lambda seat: replace_move(Lady(seat)),
                    min_column_width=_NAME_DP,
                )
            case Assassinate():
                field = build_choice_field(
                    tr("avalon.edit.assassin"),
                    list(enumerate(players)),
                    move.target,
                    lambda seat: replace_move(replace(move, target=seat)),
                    min_column_width=_NAME_DP,
                )
                field.add_widget(
                    ChoiceChips(
                        [(True, tr("avalon.board.hit")), (False, tr("avalon.board.missed"))],
                        move.hit,
                        lambda hit: replace_move(replace(move, hit=hit)),
                        min_column_width=_WORD_DP,
                        max_columns=2,
                    )
                )
                return field
            case Loyalty():
                return build_choice_field(
                    tr("avalon.board.loyalty"),
                    [(False, tr("avalon.board.no_change")), (True, tr("avalon.board.switch"))],
                    move.switch,
                    lambda switch: replace_move(Loyalty(switch)),
                    min_column_width=_WORD_DP,
                )
            case LoyaltyRow():
                draft = LoyaltyDraft(step.before, move.switches)
                row = Row(gap=6)
                for at, switch in enumerate(move.switches):
                    turned = partial(replace_move, draft.choose(at).move)
                    row.add_widget(Chip(tr.format_number(at + 1), turned, selected=switch))
                return build_field(tr("avalon.edit.row"), row)
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


DrawCallback = Callable[[MeshBatch, float, float], object]
_MARK_WIDTH_DP = 68


class EditSheet(BaseEditSheet):
    entry_edit: EntryEdit

    def __init__(
        self,
        context: AppContext,
        controller: AvalonController,
        entries: Sequence[HistoryEntry],
        entry_index: int,
        entry_edit: EntryEdit,
        after_commit: Callable[[], object],
    ) -> None:
        """Build the sheet for the entry at `entry_index`; a new entry is inserted before it."""
        tr, entry = context.tr, entries[entry_index]
        self.begin_edit(
            context, controller, entry_edit, tr("avalon.edit.put_in") if entry_edit.is_new else ""
        )
        self._entries, self._entry_index, self.after_commit = entries, entry_index, after_commit
        self.seats = SeatRows(tr, self)
        self._team = Text("", MUTED)
        self.parts = EditParts(tr, self.update_edit)
        self.result_choice = ResultChoice(tr, self.set_result)
        self.insert_button = SecondaryButton(
            tr("avalon.edit.insert"), self._insert, icon=Icon.PLUS, outlined=True
        )
        seldom = [] if entry_edit.entry.vote is None else [self.result_choice]
        seldom += [] if entry_edit.is_new else [self.remove_button, self.insert_button]
        super().__init__(
            tr("avalon.edit.new") if entry_edit.is_new else avalon_text.entry_title(tr, entry),
            *(self._team, self.seats, self.parts, self.preview, *seldom),
            on_close=self.close_edit,
            footer=self.main,
        )
        self.update_edit(entry_edit)

    # -- changing -----------------------------------------------------------------------------------------

    def make_record(self) -> EditRecord:
        return to_edit_record(self._entry_index, self.entry_edit)

    def tap_team(self, seat: int) -> None:
        self.update_edit(self.entry_edit.tap_team(seat))

    def tap_vote(self, seat: int) -> None:
        self.update_edit(self.entry_edit.tap_vote(seat))

    def set_result(self, approved: bool) -> None:
        self.update_edit(self.entry_edit.set_vote_result(approved))

    def toggle_removed(self) -> None:
        self.update_edit(self.entry_edit.set_removed(not self.entry_edit.is_removed))

    def _insert(self) -> None:
        """Open a sheet for a proposal that is missing before this one."""
        context, missing = self._app_context, start_missing_proposal(self._entries[self._entry_index])
        context.navigator.close_sheet()
        context.navigator.open_sheet(
            EditSheet(context, self.controller, self._entries, self._entry_index, missing, self.after_commit)
        )

    # -- showing ------------------------------------------------------------------------------------------

    def show_edit(self) -> None:
        entry_edit, session = self.entry_edit, self.session
        self._team.content = self._format_team()
        self.seats.show(entry_edit)
        self.parts.show(entry_edit)
        self.result_choice.show(entry_edit.result_only)
        self.show_removed(entry_edit.is_removed)
        if not entry_edit.is_ready:
            self.preview.show_incomplete(self._team.content)
            return
        self.preview.show_preview(
            partial(entry_edit.preview, session),
            partial(avalon_text.describe_dropped_moves, self._app_context.tr, self._entries, session.states),
        )

    def _format_team(self) -> str:
        """Return how many are on the team, or what a new entry still needs."""
        tr, is_new, team = self._app_context.tr, self.entry_edit.is_new, self.entry_edit.team
        leader = team.state.setup.players[team.state.leader]
        if team.needs_bearer:
            return tr("avalon.board.hint.excalibur", name=leader)
        if not is_new:
            return tr("avalon.edit.team", count=len(team.team), size=team.team_size)
        if team.quest is None:
            return tr("avalon.board.hint.target", name=leader)
        return tr("avalon.edit.new_team", name=leader, count=len(team.team), size=team.team_size)


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
