"""Deaths and the questions that only the table can answer: last Cultist, kills, Seer, declaration.

Every answer is one move, so one undo takes it back.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial
from typing import Final

from kivy.uix.widget import Widget

from companion.app_context import AppContext
from companion.core.game import IllegalMove, Problem
from companion.games.cultists.moves import (
    Assassinate,
    Dead,
    Declare,
    Kills,
    Move,
    Reached,
    Revealed,
    SeerGuess,
)
from companion.games.cultists.rules import apply
from companion.games.cultists.setup import ASSASSIN
from companion.games.cultists.state import Ending, Phase, State
from companion.games.cultists.text import player_name, seat_sentence
from companion.i18n.translator import Translator
from companion.screens.cultists.actions import Board
from companion.screens.cultists.marks import SEA
from companion.widgets.buttons import PrimaryButton, SecondaryButton
from companion.widgets.cards import Card, Chip
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Grid, Row
from companion.widgets.sheet import Sheet
from companion.widgets.text import HEADING, LABEL, LEAD, MUTED, IconLabel, Text


class DeathKind(Enum):
    FOUND = "found"
    ASSASSINATED = "assassinated"
    LAST_CULTIST = "last_cultist"


_KIND_KEYS: Final = {
    DeathKind.FOUND: "cultists.happened.dead",
    DeathKind.ASSASSINATED: "cultists.death.kind.assassinated",
    DeathKind.LAST_CULTIST: "cultists.death.kind.last_cultist",
}


@dataclass(frozen=True, slots=True)
class DeathDraft:
    """The draft of a death: its kind, the victim, and who caused it.

    Who caused it is only required for the Assassin.
    """

    state: State
    kind: DeathKind = DeathKind.FOUND
    seat: int | None = None
    by: int | None = None

    @property
    def kinds(self) -> tuple[DeathKind, ...]:
        kinds = [DeathKind.FOUND]
        if ASSASSIN in self.state.setup.roles:
            kinds.append(DeathKind.ASSASSINATED)
        if self._last_cultists:
            kinds.append(DeathKind.LAST_CULTIST)
        return tuple(kinds)

    @property
    def candidates(self) -> tuple[int, ...]:
        """Return the seats this can have happened to."""
        return self._last_cultists if self.kind is DeathKind.LAST_CULTIST else self.state.living

    @property
    def possible_actors(self) -> tuple[int, ...]:
        """Return the seats that can have caused it; none for the last Cultist."""
        if self.kind is DeathKind.LAST_CULTIST:
            return ()
        if self.kind is DeathKind.ASSASSINATED and self.state.assassin is not None:
            return (self.state.assassin,)
        return tuple(seat for seat in self.state.living_players if seat != self.seat)

    @property
    def _last_cultists(self) -> tuple[int, ...]:
        return tuple(
            ghost for ghost in self.state.ghosts if find_problem(self.state, Revealed(ghost, True)) is None
        )

    def with_kind(self, kind: DeathKind) -> DeathDraft:
        by = self.state.assassin if kind is DeathKind.ASSASSINATED else None
        draft = replace(self, kind=kind, by=by)
        return draft if draft.seat in draft.candidates else replace(draft, seat=None)

    def with_seat(self, seat: int) -> DeathDraft:
        return replace(self, seat=seat, by=None if self.by == seat else self.by)

    def with_actor(self, seat: int) -> DeathDraft:
        return replace(self, by=None if seat == self.by else seat)

    @property
    def move(self) -> Move | None:
        """Return the move, or None while the draft is incomplete."""
        if self.seat is None:
            return None
        match self.kind:
            case DeathKind.FOUND:
                return Dead(self.seat, self.by)
            case DeathKind.ASSASSINATED:
                return None if self.by is None else Assassinate(self.seat, self.by)
            case DeathKind.LAST_CULTIST:
                return Revealed(self.seat, True)

    @property
    def problem(self) -> Problem | None:
        """Return why the rules refuse the move, or None."""
        return None if self.move is None else find_problem(self.state, self.move)


def find_problem(state: State, move: Move) -> Problem | None:
    try:
        apply(state, move)
    except IllegalMove as refused:
        return refused.problem
    return None


def open_death_sheet(context: AppContext, board: Board, seat: int | None = None) -> None:
    """Open the sheet to record a death; `seat` is preselected if living."""
    context.navigator.open_sheet(DeathsSheet(context, board, seat))


class DeathsSheet(Sheet):
    def __init__(self, context: AppContext, board: Board, seat: int | None) -> None:
        self._app_context, self._board = context, board
        tr, state = context.tr, board.session.state
        self.draft = DeathDraft(state, seat=seat if seat in state.living else None)
        self._kind_chips = {
            kind: Chip(tr(_KIND_KEYS[kind]), partial(self._choose_kind, kind), accent=SEA)
            for kind in self.draft.kinds
        }
        self.victim_choice = _SeatQuestion(tr, state, self._choose_victim)
        self.actor_choice = _SeatQuestion(tr, state, self._choose_actor)
        self._consequence = Text("", MUTED)
        self.main = PrimaryButton(
            " ", self._save, icon=Icon.SKULL, accent=SEA, on_blocked=self._explain_disabled
        )
        parts = (self.victim_choice, self.actor_choice, self._consequence, self.main)
        # This option is a long sentence and rarely used: it has its own row.
        rare = [chip for kind, chip in self._kind_chips.items() if kind is DeathKind.LAST_CULTIST]
        common = [chip for chip in self._kind_chips.values() if chip not in rare]
        kinds = Column(Row(*common, gap=8), *rare, gap=8)
        super().__init__(
            tr("cultists.death.title"),
            *((kinds,) if len(self._kind_chips) > 1 else ()),
            *parts,
            on_close=context.navigator.close_sheet,
        )
        self._show()

    def _choose_kind(self, kind: DeathKind) -> None:
        self._set_draft(self.draft.with_kind(kind))

    def _choose_victim(self, seat: int) -> None:
        self._set_draft(self.draft.with_seat(seat))

    def _choose_actor(self, seat: int) -> None:
        self._set_draft(self.draft.with_actor(seat))

    def _set_draft(self, draft: DeathDraft) -> None:
        self.draft = draft
        self._show()

    def _show(self) -> None:
        tr, draft = self._app_context.tr, self.draft
        for kind, chip in self._kind_chips.items():
            chip.set_selected(kind is draft.kind)
        name = draft.kind.value
        self.victim_choice.show(tr(f"cultists.death.who.{name}"), draft.candidates, draft.seat)
        by = tr(f"cultists.death.by.{name}") if draft.possible_actors else ""
        self.actor_choice.show(by, draft.possible_actors, draft.by)
        problem = draft.problem
        self._consequence.content = (
            tr(f"cultists.death.follows.{name}") if problem is None else tr.translate_problem(problem)
        )
        self._consequence.set_tone("ink_2" if problem is None else "evil")
        self.main.show(self._button_text())
        self.main.enabled = draft.move is not None and problem is None

    def _button_text(self) -> str:
        tr, seat = self._app_context.tr, self.draft.seat
        if seat is None:
            return tr("cultists.death.save.open")
        setup = self._board.session.setup
        if self.draft.kind is DeathKind.LAST_CULTIST:
            return seat_sentence(tr, setup, seat, "cultists.death.save.cultist")
        return seat_sentence(tr, setup, seat, "cultists.death.save.dead")

    def _explain_disabled(self) -> None:
        draft = self.draft
        if draft.problem is not None:
            self._app_context.show_problem(draft.problem)
            return
        name = draft.kind.value
        question_key = f"cultists.death.who.{name}" if draft.seat is None else f"cultists.death.by.{name}"
        self._app_context.toaster.show(self._app_context.tr(question_key))

    def _save(self) -> None:
        move, context = self.draft.move, self._app_context
        if move is None or not self._board.play_move(move):
            return
        context.navigator.close_sheet()
        if self._board.session.state.phase is Phase.VOTE:
            self._board.open_vote()


class _SeatQuestion(Column):
    """A question with a chip for each seat that can be the answer."""

    def __init__(self, tr: Translator, state: State, on_choose: Callable[[int], object]) -> None:
        super().__init__(gap=8)
        self._question = Text("", LABEL)
        self._grid = Grid(gap=8, min_column_width=100, max_columns=3)
        self.chips = {
            seat: Chip(player_name(tr, state.setup, seat), partial(on_choose, seat), accent=SEA)
            for seat in range(state.setup.seats)
        }
        self.add_widget(self._question)
        self.add_widget(self._grid)

    def show(self, question: str, seats: Sequence[int], selected: int | None) -> None:
        self._question.content = question
        visible = [self.chips[seat] for seat in seats]
        if self._grid.children != visible[::-1]:
            self._grid.clear_widgets()
            for chip in visible:
                self._grid.add_widget(chip)
        for seat, chip in self.chips.items():
            if chip.is_selected != (seat == selected):
                chip.set_selected(seat == selected)


def build_question_panel(context: AppContext, board: Board) -> Widget | None:
    """Return the panel of the question that must be answered first, or None."""
    match board.session.state.phase:
        case Phase.REVEALED:
            return RevealedPanel(context, board)
        case Phase.KILLS:
            return KillsPanel(context, board)
        case Phase.SEER_GUESS:
            return SeerPanel(context, board)
        case _:
            return None


def kills_check_key(state: State) -> str:
    """Return the key of the sentence that says who counts as dead at this table."""
    ghosts = state.setup.options.voted_out_count_as_dead
    return "cultists.question.kills.check_ghosts" if ghosts else "cultists.question.kills.check"


def open_declare_sheet(context: AppContext, board: Board) -> None:
    """Open the sheet where the lone Cultist declares, during clean-up."""
    context.navigator.open_sheet(DeclareSheet(context, board))


class QuestionPanel(Card):
    """A question in large letters with advice and large answer buttons."""

    def __init__(self, context: AppContext, board: Board, icon: Icon, question: str, advice: str) -> None:
        super().__init__(accent=SEA, gap=12)
        self._app_context, self._board = context, board
        mark = IconLabel(icon, 40, tone="sea")
        title = Text(question, HEADING, size_sp=24)
        self.add_widget(Row(mark, title, gap=14))
        self.add_widget(Text(advice, LEAD))

    def add_answer(self, words: str, icon: Icon, move: Move) -> None:
        self.add_widget(SecondaryButton(words, partial(self.answer, move), icon=icon))

    def answer(self, move: Move) -> None:
        play_answer(self._app_context, self._board, move)


def play_answer(context: AppContext, board: Board, move: Move) -> None:
    """Play an answer and offer undo: large buttons are easily tapped by mistake."""
    tr = context.tr

    def undo() -> None:
        if context.run_or_show_error(board.session.undo):
            board.show()

    if board.play_move(move):
        context.toaster.show(tr("cultists.question.noted"), action_text=tr("app.undo"), on_action=undo)


class RevealedPanel(QuestionPanel):
    """The question whether the eliminated character was the last living Cultist."""

    def __init__(self, context: AppContext, board: Board) -> None:
        tr, state = context.tr, board.session.state
        out = state.pending_reveal if state.pending_reveal is not None else 0
        is_automa, is_lone = out == state.setup.automa_seat, state.numbers.cultists == 1
        if is_automa and not is_lone:
            question = tr("cultists.question.revealed.automa")
        else:
            key = "cultists.question.revealed.lone" if is_lone else "cultists.question.revealed.was_it"
            question = seat_sentence(tr, state.setup, out, key)
        advice = "advice"
        if is_automa:
            advice = "turn_over" if state.automa_is_turned_over else "partner"
        super().__init__(context, board, Icon.CULTIST, question, tr(f"cultists.question.revealed.{advice}"))
        self.add_answer(tr("cultists.question.revealed.no"), Icon.CROSS, Revealed(out, False))
        self.add_answer(tr("cultists.question.revealed.yes"), Icon.CULTIST, Revealed(out, True))


class KillsPanel(QuestionPanel):
    """The question whether enough Investigators are dead, and since when."""

    def __init__(self, context: AppContext, board: Board) -> None:
        tr, state = context.tr, board.session.state
        needed = state.numbers.kills
        ending = state.ending if state.ending is not None else Ending.LAST_CULTIST
        question = tr("cultists.question.kills.ask", n=needed)
        super().__init__(context, board, Icon.SKULL, question, tr(f"cultists.question.kills.{ending.value}"))
        self.add_widget(Text(tr(kills_check_key(state)), LEAD))
        if state.counted_dead:
            names = tuple(player_name(tr, state.setup, seat) for seat in state.counted_dead)
            text = tr("cultists.question.kills.known", names=names, n=len(names))
            self.add_widget(Text(text, MUTED))
        self.add_answer(tr("cultists.question.kills.no", n=needed), Icon.CROSS, Kills(Reached.NO))
        self.add_answer(tr("cultists.question.kills.this_round"), Icon.HOURGLASS, Kills(Reached.THIS_ROUND))
        self.add_answer(tr("cultists.question.kills.earlier"), Icon.SKULL, Kills(Reached.EARLIER))


class SeerPanel(QuestionPanel):
    """The question whom the Cultists name, and whether it is the Seer."""

    def __init__(self, context: AppContext, board: Board) -> None:
        tr, state = context.tr, board.session.state
        advice = tr("cultists.question.seer.advice")
        super().__init__(context, board, Icon.SEER, tr("cultists.question.seer.ask"), advice)
        seats = [s for s in range(state.setup.seats) if find_problem(state, SeerGuess(s, False)) is None]
        self.answer_form = SeatAnswerForm(
            tr,
            state,
            seats,
            (
                (tr("cultists.question.seer.right"), Icon.SEER, lambda seat: SeerGuess(seat, True)),
                (tr("cultists.question.seer.wrong"), Icon.CROSS, lambda seat: SeerGuess(seat, False)),
            ),
            self.answer,
            lambda: context.toaster.show(tr("cultists.question.seer.ask")),
        )
        self.add_widget(self.answer_form)


class DeclareSheet(Sheet):
    """The sheet to record who declares and whether the pulse decks confirm it."""

    def __init__(self, context: AppContext, board: Board) -> None:
        tr, state = context.tr, board.session.state

        def play(move: Move) -> None:
            context.navigator.close_sheet()
            play_answer(context, board, move)

        self.answer_form = SeatAnswerForm(
            tr,
            state,
            state.living_players,
            (
                (
                    tr("cultists.question.declare.right", n=state.numbers.kills),
                    Icon.SKULL,
                    lambda seat: Declare(seat, True),
                ),
                (tr("cultists.question.declare.wrong"), Icon.CROSS, lambda seat: Declare(seat, False)),
            ),
            play,
            lambda: context.toaster.show(tr("cultists.question.declare.who")),
        )
        guess = state.can_guess_after_wrong_declaration
        advice = "cultists.question.declare.advice_guess" if guess else "cultists.question.declare.advice"
        super().__init__(
            tr("cultists.question.declare.title"),
            Text(tr(kills_check_key(state)), LEAD),
            Text(tr(advice, n=state.numbers.kills), LEAD),
            Text(tr("cultists.question.declare.who"), LABEL),
            self.answer_form,
            on_close=context.navigator.close_sheet,
        )


class SeatAnswerForm(Column):
    """A choice of a seat, then one of a few answers about it."""

    def __init__(
        self,
        tr: Translator,
        state: State,
        seats: list[int] | tuple[int, ...],
        answers: tuple[tuple[str, Icon, Callable[[int], Move]], ...],
        play: Callable[[Move], object],
        on_disabled: Callable[[], object],
    ) -> None:
        super().__init__(gap=12)
        self.selected_seat: int | None = None
        self._play = play
        self.chips = {
            seat: Chip(player_name(tr, state.setup, seat), partial(self._select_seat, seat), accent=SEA)
            for seat in seats
        }
        self.add_widget(Grid(*self.chips.values(), gap=8, min_column_width=100, max_columns=3))
        self.answer_buttons = []
        for words, icon, make_move in answers:
            button = SecondaryButton(
                words, partial(self._answer, make_move), icon=icon, on_blocked=on_disabled
            )
            button.enabled = False
            self.answer_buttons.append(button)
            self.add_widget(button)

    def _select_seat(self, seat: int) -> None:
        self.selected_seat = seat
        for other, chip in self.chips.items():
            chip.set_selected(other == seat)
        for button in self.answer_buttons:
            button.enabled = True

    def _answer(self, make_move: Callable[[int], Move]) -> None:
        if self.selected_seat is not None:
            self._play(make_move(self.selected_seat))
