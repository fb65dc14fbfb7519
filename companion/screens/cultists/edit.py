"""The sheet that changes, removes or inserts a move in the history, and the form for votes.

A preview shows which later moves would no longer fit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from kivy.uix.widget import Widget

from companion.app_context import AppContext
from companion.core.game import IllegalMove
from companion.games.cultists import drafts, text
from companion.games.cultists.actions import known_shelves
from companion.games.cultists.definition import DEFINITION
from companion.games.cultists.drafts import automa_abstention_count, possible_vote_totals
from companion.games.cultists.edits import (
    NAME_WIDTH_DP,
    WORDS_WIDTH_DP,
    EditField,
    EditRecord,
    EntryEdit,
    find_missing_moves,
    make_fields,
    to_edit_record,
)
from companion.games.cultists.moves import Keep, Move, Vote
from companion.games.cultists.rules import apply
from companion.games.cultists.setup import Knife
from companion.games.cultists.state import RoundPhase, State
from companion.games.cultists.text import (
    Changes,
    PhaseLog,
    RoundLog,
    insert_missing,
    player_name,
    replace_step,
)
from companion.games.cultists.voting import is_knife_active
from companion.i18n.translator import Translator
from companion.screens.cultists.marks import CultistsController
from companion.screens.edit import BaseEditSheet, build_choice_field
from companion.screens.rows import build_labelled_row
from companion.widgets.cards import Stepper
from companion.widgets.layout import Column
from companion.widgets.text import LABEL, Text
from companion.widgets.theme import ACCENTS

T = TypeVar("T")

_ACCENT = ACCENTS[DEFINITION.accent]


class VoteForm(Column):
    """The form to change a vote, by ballots or by counts.

    `voter` is the seat whose ballot is edited; the caller keeps it, because the form is rebuilt after every
    change.
    """

    def __init__(
        self,
        tr: Translator,
        before: State,
        vote: Vote,
        voter: int,
        *,
        on_voter: Callable[[int], object],
        on_change: Callable[[Vote], object],
    ) -> None:
        super().__init__(gap=10)
        self._tr, self._before, self._vote, self._on_change = tr, before, vote, on_change
        if vote.ballots is not None:
            self._add_ballots(voter, on_voter)
        else:
            self._add_counts()
        if before.pending_murder is None and before.round_phase is RoundPhase.ACTION:
            self._add_caller()

    def _seat_name(self, seat: int) -> str:
        return player_name(self._tr, self._before.setup, seat)

    def _target_options(self) -> list[tuple[int | None, str]]:
        nobody: list[tuple[int | None, str]] = [(None, self._tr("cultists.edit.nobody"))]
        return nobody + [(seat, self._seat_name(seat)) for seat in self._before.living]

    # -- ballots ------------------------------------------------------------------------------------------

    def _add_ballots(self, voter: int, on_voter: Callable[[int], object]) -> None:
        tr, setup = self._tr, self._before.setup
        # The Automa's abstention may be recorded but is never editable.
        ballots = (self._vote.ballots or ())[: len(setup.players)]
        names = dict(self._target_options())
        voters = [
            (seat, tr("app.named", name=name, what=names.get(ballots[seat], "")))
            for seat, name in enumerate(setup.players)
        ]
        self._add_choice(
            tr("cultists.edit.votes"), voters, voter, on_voter, min_column_width=WORDS_WIDTH_DP, max_columns=3
        )

        def set_ballot(target: int | None) -> None:
            new_ballots = tuple(target if seat == voter else ballot for seat, ballot in enumerate(ballots))
            self._on_change(replace(self._vote, ballots=new_ballots))

        words = tr("cultists.edit.voted_for", name=self._seat_name(voter))
        self._add_choice(words, self._target_options(), ballots[voter], set_ballot)
        self._add_knife()

    def _add_knife(self) -> None:
        before, tr = self._before, self._tr
        is_usable = is_knife_active(before.setup, before.knife not in before.ghosts)
        is_human = before.knife != before.setup.automa_seat
        if before.numbers.knife is not Knife.CHANGE or not is_usable or not is_human:
            return
        options: list[tuple[int | Keep | None, str]] = [(Keep.KEEP, tr("cultists.edit.no_change"))]
        may_abstain = before.setup.options.knife_may_abstain
        options += [option for option in self._target_options() if may_abstain or option[0] is not None]
        self._add_choice(
            tr("cultists.edit.knife", name=self._seat_name(before.knife)),
            options,
            self._vote.knife_changes_to,
            lambda change: self._on_change(replace(self._vote, knife_changes_to=change)),
        )

    # -- counts -------------------------------------------------------------------------------------------

    def _add_counts(self) -> None:
        before, vote = self._before, self._vote
        max_votes, fists = possible_vote_totals(before)[-1], automa_abstention_count(before)
        counts = dict(vote.counts or {})
        for seat in before.living:
            stepper = Stepper(counts.get(str(seat), 0), 0, max_votes, partial(self._set_count, seat))
            self.add_widget(build_labelled_row(self._seat_name(seat), stepper))
        abstentions = Stepper(
            max(vote.abstentions or 0, fists),
            fists,
            max_votes,
            lambda n: self._on_change(replace(vote, abstentions=n)),
        )
        self.add_widget(build_labelled_row(self._tr("cultists.ballot.fists"), abstentions))

    def _set_count(self, seat: int, votes: int) -> None:
        counts = {**(self._vote.counts or {}), str(seat): votes}
        nonzero = {name: number for name, number in counts.items() if number}
        self._on_change(replace(self._vote, counts=nonzero))

    # -- caller -------------------------------------------------------------------------------------------

    def _add_caller(self) -> None:
        options: list[tuple[int | None, str]] = [(None, self._tr("cultists.edit.unknown"))]
        options += [(seat, self._seat_name(seat)) for seat in self._before.living_players]
        self._add_choice(
            self._tr("cultists.edit.called_by"),
            options,
            self._vote.called_by,
            lambda seat: self._on_change(replace(self._vote, called_by=seat)),
        )

    def _add_choice(
        self,
        label: str,
        options: Sequence[tuple[T, str]],
        selected: T | None,
        on_select: Callable[[T], object],
        **columns: int,
    ) -> None:
        columns = {"min_column_width": NAME_WIDTH_DP, "max_columns": 4, **columns}
        self.add_widget(build_choice_field(label, options, selected, on_select, accent=_ACCENT, **columns))


class EditSheet(BaseEditSheet):
    """The sheet to change a step, or to add a missing move to a phase."""

    entry_edit: EntryEdit

    def __init__(
        self,
        context: AppContext,
        controller: CultistsController,
        rounds: Sequence[RoundLog],
        entry_edit: EntryEdit,
        after_commit: Callable[[], object],
    ) -> None:
        self.begin_edit(context, controller, entry_edit)
        self._rounds, self.after_commit = rounds, after_commit
        place = entry_edit.place
        self._before = place.last_state if isinstance(place, PhaseLog) else place.before
        self._shelves_before = known_shelves(self.session.state)
        self._summary = Text("", LABEL)
        self._fields = Column(gap=10)
        parts: list[Widget] = [self._summary, self._fields, self.preview, self.main]
        if isinstance(place, PhaseLog):
            parts.insert(0, self._build_kind_choice(place))
        else:
            parts.append(self.remove_button)
        title = context.tr(f"cultists.edit.title.{self._before.round_phase.value}", round=self._before.round)
        super().__init__(title, *parts, on_close=self.close_edit)
        self.update_edit(entry_edit)

    # -- changing -----------------------------------------------------------------------------------------

    def make_record(self) -> EditRecord:
        return to_edit_record(self._rounds, self.entry_edit)

    def replace_move(self, move_slot: int, move: Move) -> None:
        """Replace the move at this index."""
        moves = self.entry_edit.moves
        self._set(moves=(*moves[:move_slot], move, *moves[move_slot + 1 :]))

    def add_missing(self, kind: str) -> None:
        """Start to insert a missing move of this kind."""
        self._set(moves=find_missing_moves(self._before)[kind])

    def toggle_removed(self) -> None:
        self._set(is_removed=not self.entry_edit.is_removed)

    def _choose_voter(self, voter: int) -> None:
        self._set(voter=voter)

    def _set(self, **changes: Any) -> None:
        self.update_edit(replace(self.entry_edit, **changes))

    def _build_kind_choice(self, part: PhaseLog) -> Widget:
        tr, options = self._app_context.tr, find_missing_moves(part.last_state)
        selected = [kind for kind, moves in options.items() if _is_same_kind(moves, self.entry_edit.moves)]
        return build_choice_field(
            tr("cultists.edit.what"),
            [(kind, tr(f"cultists.happened.{kind}")) for kind in options],
            selected[0] if selected else None,
            self.add_missing,
            min_column_width=WORDS_WIDTH_DP,
            max_columns=3,
            accent=_ACCENT,
        )

    # -- showing --------------------------------------------------------------------------------------------

    def show_edit(self) -> None:
        tr, is_removed, steps = self._app_context.tr, self.entry_edit.is_removed, self._replay_moves()
        self._fields.clear_widgets()
        self._summary.content = " ".join(text.move_text(tr, before, move) for before, move in steps)
        self._summary.opacity = 0.5 if is_removed else 1
        if not is_removed:
            for move_slot, (before, move) in enumerate(steps):
                for widget in self._build_controls(move_slot, before, move):
                    self._fields.add_widget(widget)
        self.show_removed(is_removed)
        self._update_preview()

    def _replay_moves(self) -> list[tuple[State, Move]]:
        """Return each move with the state before it; refused moves leave the state unchanged."""
        state, steps = self._before, []
        for move in self.entry_edit.moves:
            steps.append((state, move))
            with suppress(IllegalMove):
                state = apply(state, move)
        return steps

    def _build_controls(self, move_slot: int, before: State, move: Move) -> list[Widget]:
        tr = self._app_context.tr
        if isinstance(move, Vote):
            form = VoteForm(
                tr,
                before,
                move,
                self.entry_edit.voter,
                on_voter=self._choose_voter,
                on_change=partial(self.replace_move, move_slot),
            )
            return [form]
        return [self._build_control(move_slot, field) for field in make_fields(tr, before, move)]

    def _build_control(self, move_slot: int, field: EditField) -> Widget:
        return build_choice_field(
            field.label,
            field.options,
            field.selected,
            lambda value: self.replace_move(move_slot, field.make_move(value)),
            min_column_width=field.min_width_dp,
            accent=_ACCENT,
        )

    # -- preview and commit ---------------------------------------------------------------------------------

    @property
    def _changes(self) -> Changes:
        place, moves = self.entry_edit.place, self.entry_edit.moves
        if isinstance(place, PhaseLog):
            return insert_missing(place, self.session.moves, *moves)
        return replace_step(place, *(() if self.entry_edit.is_removed else moves))

    def _update_preview(self) -> None:
        if not self.entry_edit.moves:
            self.preview.show_incomplete()
            return
        session = self.session
        self.preview.show_preview(
            lambda: session.preview_edit(self._changes),
            partial(text.describe_dropped_moves, self._app_context.tr, self._rounds, session.states),
        )

    def on_committed(self) -> None:
        # Otherwise the next game would start with the wrong shelf values.
        if known_shelves(self.session.state) != self._shelves_before:
            drafts.save_shelves(self._app_context, self.session.state)
        super().on_committed()


def _is_same_kind(moves: Sequence[Move], other_moves: Sequence[Move]) -> bool:
    """True if both sequences have the same types of moves."""
    return [type(move) for move in moves] == [type(move) for move in other_moves]
