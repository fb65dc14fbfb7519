"""The sheet that changes, removes or inserts a move in the history, and the form for votes.

A preview shows which later moves would no longer fit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from kivy.uix.widget import Widget

from companion.app_context import AppContext
from companion.core.game import IllegalMove
from companion.core.resume_state import BoardOverlay
from companion.core.serialization import encode
from companion.games.cultists import drafts, text
from companion.games.cultists.actions import known_shelves
from companion.games.cultists.definition import DEFINITION
from companion.games.cultists.drafts import automa_abstention_count, possible_vote_totals
from companion.games.cultists.edits import (
    NAME_WIDTH_DP,
    WORDS_WIDTH_DP,
    EditField,
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
from companion.screens.board_page import EditPreviewPanel
from companion.screens.cultists.marks import CultistsController
from companion.screens.rows import build_labelled_row
from companion.widgets.buttons import PrimaryButton, SecondaryButton
from companion.widgets.cards import ChoiceChips, Stepper
from companion.widgets.icons import Icon
from companion.widgets.layout import Column
from companion.widgets.sheet import Sheet
from companion.widgets.text import LABEL, MUTED, Text
from companion.widgets.theme import ACCENTS


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
        self.accent = ACCENTS[DEFINITION.accent]
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
        self._add_field(
            tr("cultists.edit.votes"),
            ChoiceChips(
                voters, voter, on_voter, min_column_width=WORDS_WIDTH_DP, max_columns=3, accent=self.accent
            ),
        )

        def set_ballot(target: int | None) -> None:
            new_ballots = tuple(target if seat == voter else ballot for seat, ballot in enumerate(ballots))
            self._on_change(replace(self._vote, ballots=new_ballots))

        self._add_field(
            tr("cultists.edit.voted_for", name=self._seat_name(voter)),
            ChoiceChips(
                self._target_options(),
                ballots[voter],
                set_ballot,
                min_column_width=NAME_WIDTH_DP,
                accent=self.accent,
            ),
        )
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
        words = tr("cultists.edit.knife", name=self._seat_name(before.knife))
        selected = self._vote.knife_changes_to
        self._add_field(
            words,
            ChoiceChips(
                options,
                selected,
                lambda change: self._on_change(replace(self._vote, knife_changes_to=change)),
                min_column_width=NAME_WIDTH_DP,
                accent=self.accent,
            ),
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
        self._add_field(
            self._tr("cultists.edit.called_by"),
            ChoiceChips(
                options,
                self._vote.called_by,
                lambda seat: self._on_change(replace(self._vote, called_by=seat)),
                min_column_width=NAME_WIDTH_DP,
                accent=self.accent,
            ),
        )

    def _add_field(self, words: str, choice: Column) -> None:
        self.add_widget(Column(Text(words, MUTED), choice, gap=4))


_ACCENT = ACCENTS[DEFINITION.accent]


class EditSheet(Sheet):
    """The sheet to change a step, or to add a missing move to a phase."""

    def __init__(
        self,
        context: AppContext,
        controller: CultistsController,
        rounds: Sequence[RoundLog],
        entry_edit: EntryEdit,
        on_commit: Callable[[], object],
    ) -> None:
        place = entry_edit.place
        self._app_context, self._controller, self._rounds, self._on_commit = (
            context,
            controller,
            rounds,
            on_commit,
        )
        self._session = controller.session
        self._place = place
        self._before = place.last_state if isinstance(place, PhaseLog) else place.before
        self.moves, self.removed, self._voter = entry_edit.moves, entry_edit.is_removed, entry_edit.voter
        tr = context.tr
        self._summary = Text("", LABEL)
        self._fields = Column(gap=10)
        self.save_button = PrimaryButton(" ", self._commit, icon=Icon.CHECK, accent=_ACCENT)
        self.preview = EditPreviewPanel(tr, self.save_button)
        self.remove_button = SecondaryButton(" ", self._toggle_removed, icon=Icon.TRASH, outlined=True)
        parts: list[Widget] = [self._summary, self._fields, self.preview, self.save_button]
        if isinstance(place, PhaseLog):
            parts.insert(0, self._build_kind_choice(place))
        else:
            parts.append(self.remove_button)
        title = tr(f"cultists.edit.title.{self._before.round_phase.value}", round=self._before.round)
        super().__init__(title, *parts, on_close=self._close)
        self._save_and_show()

    # -- changing -----------------------------------------------------------------------------------------

    def replace_move(self, move_slot: int, move: Move) -> None:
        """Replace the move at this index."""
        self.moves = (*self.moves[:move_slot], move, *self.moves[move_slot + 1 :])
        self._save_and_show()

    def add_missing(self, kind: str) -> None:
        """Start to insert a missing move of this kind."""
        self.moves = find_missing_moves(self._before)[kind]
        self._save_and_show()

    def _toggle_removed(self) -> None:
        self.removed = not self.removed
        self._save_and_show()

    def _choose_voter(self, voter: int) -> None:
        self._voter = voter
        self._save_and_show()

    def _save_and_show(self) -> None:
        """Save the edit for resuming, then show it."""
        entry_edit = EntryEdit(self._place, self.moves, self.removed, self._voter)
        unsaved_state = encode(to_edit_record(self._rounds, entry_edit))
        self._app_context.resume_state.set_open_table(
            self._session.game_id, BoardOverlay.HISTORY, unsaved_state
        )
        self._show()

    def _build_kind_choice(self, part: PhaseLog) -> Widget:
        tr, options = self._app_context.tr, find_missing_moves(part.last_state)
        kinds = [(kind, tr(f"cultists.happened.{kind}")) for kind in options]
        selected = [kind for kind, moves in options.items() if _is_same_kind(moves, self.moves)]
        choice: ChoiceChips[str | None] = ChoiceChips(
            kinds,
            selected[0] if selected else None,
            lambda kind: self.add_missing(str(kind)),
            min_column_width=WORDS_WIDTH_DP,
            max_columns=3,
            accent=_ACCENT,
        )
        return Column(Text(tr("cultists.edit.what"), MUTED), choice, gap=4)

    # -- showing --------------------------------------------------------------------------------------------

    def _show(self) -> None:
        tr = self._app_context.tr
        self._fields.clear_widgets()
        self._summary.content = " ".join(
            text.move_text(tr, before, move) for before, move in self._replay_moves()
        )
        self._summary.opacity = 0.5 if self.removed else 1
        if not self.removed:
            for move_slot, (before, move) in enumerate(self._replay_moves()):
                for widget in self._build_controls(move_slot, before, move):
                    self._fields.add_widget(widget)
        self.remove_button.label.content = tr("app.edit.put_back" if self.removed else "app.edit.remove")
        self._update_preview()

    def _replay_moves(self) -> list[tuple[State, Move]]:
        """Return each move with the state before it; refused moves leave the state unchanged."""
        state, steps = self._before, []
        for move in self.moves:
            steps.append((state, move))
            try:
                state = apply(state, move)
            except IllegalMove:
                continue
        return steps

    def _build_controls(self, move_slot: int, before: State, move: Move) -> list[Widget]:
        tr = self._app_context.tr
        if isinstance(move, Vote):
            form = VoteForm(
                tr,
                before,
                move,
                self._voter,
                on_voter=self._choose_voter,
                on_change=lambda vote: self.replace_move(move_slot, vote),
            )
            return [form]
        return [self._build_control(move_slot, field) for field in make_fields(tr, before, move)]

    def _build_control(self, move_slot: int, field: EditField) -> Widget:
        choice: ChoiceChips[Any] = ChoiceChips(
            field.options,
            field.selected,
            lambda value: self.replace_move(move_slot, field.make_move(value)),
            min_column_width=field.min_width_dp,
            max_columns=len(field.options),
            accent=_ACCENT,
        )
        return Column(Text(field.label, MUTED), choice, gap=4)

    # -- preview and commit ---------------------------------------------------------------------------------

    @property
    def _changes(self) -> Changes:
        if isinstance(self._place, PhaseLog):
            return insert_missing(self._place, self._session.moves, *self.moves)
        return replace_step(self._place, *(() if self.removed else self.moves))

    def _update_preview(self) -> None:
        if not self.moves:
            self.preview.show_incomplete()
            return
        session = self._session
        self.preview.show_preview(
            lambda: session.preview_edit(self._changes),
            partial(text.describe_dropped_moves, self._app_context.tr, self._rounds, session.states),
        )

    def _commit(self) -> None:
        revision, previous_shelves = self.preview.edit, known_shelves(self._session.state)
        if revision is None or not self._app_context.run_or_show_error(
            lambda: self._controller.commit_edit(revision)
        ):
            return
        if known_shelves(self._session.state) != previous_shelves:
            # Otherwise the next game would start with the wrong shelf values.
            drafts.save_shelves(self._app_context, self._session.state)
        self._close()
        self._on_commit()

    def _close(self) -> None:
        """Close the sheet and clear the unsaved edit."""
        self._app_context.resume_state.set_open_table(self._session.game_id, BoardOverlay.HISTORY)
        self._app_context.navigator.close_sheet()


def _is_same_kind(moves: Sequence[Move], other_moves: Sequence[Move]) -> bool:
    """True if both sequences have the same types of moves."""
    return [type(move) for move in moves] == [type(move) for move in other_moves]
