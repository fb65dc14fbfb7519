"""What an entry holds beside the team and the votes, each with the control that changes it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeVar

from kivy.uix.widget import Widget

from companion.entry.avalon import accounts
from companion.entry.avalon.amend import EntryEdit
from companion.entry.avalon.draft import LoyaltyDraft
from companion.entry.avalon.log import Step
from companion.games.avalon.moves import Assassinate, Lady, Loyalty, LoyaltyRow, Move
from companion.i18n.translator import Translator
from companion.screens.rows import build_labelled_row
from companion.widgets.cards import Chip, ChoiceChips, ToggleSwitch
from companion.widgets.layout import Column, Row
from companion.widgets.text import Text

T = TypeVar("T")

# Narrowest columns in dp: numbers, names, and words of which two stand side by side.
_NUMBER_DP, _NAME_DP, _WORD_DP = 48, 96, 120


class EditParts(Column):
    """The quest slot, fails, Excalibur, and every other move."""

    def __init__(self, tr: Translator, on_change: Callable[[EntryEdit], object]) -> None:
        super().__init__(gap=10)
        self._tr = tr
        self._on_change = on_change
        self._entry_edit: EntryEdit | None = None
        self._cache_key: object = None

    def show(self, entry_edit: EntryEdit) -> None:
        self._entry_edit = entry_edit
        quest = entry_edit.quest
        # A vote that turns nothing around leaves all of this as it is.
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
                    turned = partial(replace_move, draft.flip_card(at).move)
                    row.add_widget(Chip(tr.format_number(at + 1), turned, selected=switch))
                return _add_label(tr("avalon.edit.row"), row)
            case _:
                words = accounts.move_text(tr, step.before, step.move)
                return build_labelled_row(
                    words, ToggleSwitch(move is not None, lambda on: replace_move(step.move if on else None))
                )


class ResultChoice(Column):
    """A vote of which only the result is known."""

    def __init__(self, tr: Translator, on_choose: Callable[[bool], object]) -> None:
        super().__init__(Text(tr("avalon.edit.only_result"), tone="ink_2"), gap=4)
        self.approved = Chip(tr("avalon.board.approved"), partial(on_choose, True))
        self.refused = Chip(tr("avalon.board.refused"), partial(on_choose, False))
        self.add_widget(Row(self.approved, self.refused, gap=8))

    def show(self, outright: bool | None) -> None:
        self.approved.set_selected(outright is True)
        self.refused.set_selected(outright is False)


def _add_label(words: str, *controls: Widget) -> Column:
    return Column(Text(words, tone="ink_2"), *controls, gap=4)


def _build_choice(
    options: Sequence[tuple[T, str]],
    selected: T | None,
    on_select: Callable[[T], object],
    narrowest: float = _NUMBER_DP,
) -> Widget:
    return ChoiceChips(options, selected, on_select, min_column_width=narrowest, max_columns=len(options))
