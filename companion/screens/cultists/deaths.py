"""Deaths and the questions that only the table can answer: last Cultist, kills, Seer, declaration.

Every answer is one move, so one undo takes it back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from kivy.uix.widget import Widget

from companion.app_context import AppContext
from companion.games.cultists.drafts import DeathDraft, DeathKind, find_problem
from companion.games.cultists.moves import (
    Declare,
    Kills,
    Move,
    Reached,
    Revealed,
    SeerGuess,
)
from companion.games.cultists.state import Ending, Phase, State
from companion.games.cultists.text import player_name, seat_sentence
from companion.i18n.translator import Translator
from companion.screens.cultists.actions import Board
from companion.screens.cultists.marks import SEA, build_seat_chips, show_children
from companion.widgets.buttons import PrimaryButton, SecondaryButton
from companion.widgets.cards import Card, Chip
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Grid, Row
from companion.widgets.page import Sheet
from companion.widgets.text import HEADING, LABEL, LEAD, MUTED, IconLabel, Text

_KIND_KEYS: Final = {
    DeathKind.FOUND_DEAD: "cultists.happened.dead",
    DeathKind.ASSASSINATED: "cultists.death.kind.assassinated",
    DeathKind.LAST_CULTIST: "cultists.death.kind.last_cultist",
}


def open_death_sheet(context: AppContext, board: Board, seat: int | None = None) -> None:
    """Open the sheet to record a death; `seat` is preselected if living."""
    context.navigator.open_sheet(DeathsSheet(context, board, seat))


class DeathsSheet(Sheet):
    def __init__(self, context: AppContext, board: Board, seat: int | None) -> None:
        self._app_context, self._board = context, board
        tr, state = context.tr, board.session.state
        self.draft = DeathDraft(state, seat=seat if seat in state.living else None)
        self._kind_chips = {
            kind: Chip(tr(_KIND_KEYS[kind]), partial(self._apply, DeathDraft.with_kind, kind), accent=SEA)
            for kind in self.draft.kinds
        }
        self.victim_choice = _SeatQuestion(tr, state, partial(self._apply, DeathDraft.with_seat))
        self.actor_choice = _SeatQuestion(tr, state, partial(self._apply, DeathDraft.with_actor))
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

    def _apply(self, change: Callable[[DeathDraft, Any], DeathDraft], value: object) -> None:
        self.draft = change(self.draft, value)
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
        setup, seat = self._board.session.setup, draft.seat
        self.main.show(
            tr(draft.button_key) if seat is None else seat_sentence(tr, setup, seat, draft.button_key)
        )
        self.main.enabled = draft.move is not None and problem is None

    def _explain_disabled(self) -> None:
        context, problem = self._app_context, self.draft.problem
        if problem is None:
            context.toaster.show(context.tr(self.draft.question_key))
        else:
            context.show_problem(problem)

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
        self.chips = build_seat_chips(tr, state.setup, range(state.setup.seats), on_choose)
        self.add_widget(self._question)
        self.add_widget(self._grid)

    def show(self, question: str, seats: Sequence[int], selected: int | None) -> None:
        self._question.content = question
        show_children(self._grid, *(self.chips[seat] for seat in seats))
        for seat, chip in self.chips.items():
            if chip.is_selected != (seat == selected):
                chip.set_selected(seat == selected)


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


_PANELS: Final[Mapping[Phase, Callable[[AppContext, Board], QuestionPanel]]] = {
    Phase.REVEALED: RevealedPanel,
    Phase.KILLS: KillsPanel,
    Phase.SEER_GUESS: SeerPanel,
}
# Phases with a question that replaces the board until it is answered.
QUESTION_PHASES: Final = tuple(_PANELS)


def build_question_panel(context: AppContext, board: Board) -> Widget | None:
    """Return the panel of the question that must be answered first, or None."""
    build_panel = _PANELS.get(board.session.state.phase)
    return None if build_panel is None else build_panel(context, board)


class DeclareSheet(Sheet):
    """The sheet to record who declares and whether the pulse decks confirm it."""

    def __init__(self, context: AppContext, board: Board) -> None:
        tr, state = context.tr, board.session.state
        kills = state.numbers.kills

        def play(move: Move) -> None:
            context.navigator.close_sheet()
            play_answer(context, board, move)

        self.answer_form = SeatAnswerForm(
            tr,
            state,
            state.living_players,
            (
                (
                    tr("cultists.question.declare.right", n=kills),
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
            Text(tr(advice, n=kills), LEAD),
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
        seats: Iterable[int],
        answers: tuple[tuple[str, Icon, Callable[[int], Move]], ...],
        play: Callable[[Move], object],
        on_disabled: Callable[[], object],
    ) -> None:
        super().__init__(gap=12)
        self.selected_seat: int | None = None
        self._play = play
        self.chips = build_seat_chips(tr, state.setup, seats, self._select_seat)
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
