"""What only the table can tell: was that the last Cultist, are enough dead, who is the Seer, a declaration.

Every answer is one move, and one undo takes it back.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.uix.widget import Widget

from companion.app_context import AppContext
from companion.entry.cultists.vote_words import seat_sentence
from companion.entry.cultists.words import player_name
from companion.games.cultists.moves import Declare, Kills, Move, Reached, Revealed, SeerGuess
from companion.games.cultists.state import Ending, Phase, State
from companion.i18n.translator import Translator
from companion.screens.cultists.board_protocol import Board
from companion.screens.cultists.deaths import find_problem
from companion.screens.cultists.role_marks import SEA
from companion.widgets.buttons import SecondaryButton
from companion.widgets.cards import Card, Chip
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Grid, Row
from companion.widgets.sheet import Sheet
from companion.widgets.text import IconLabel, Text


def build_question_panel(context: AppContext, board: Board) -> Widget | None:
    """The question that comes before anything else, with its answers; None if there is none."""
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
    """The sentence that says who is counted among the dead at this table."""
    ghosts = state.setup.options.voted_out_count_as_dead
    return "cultists.question.kills.check_ghosts" if ghosts else "cultists.question.kills.check"


def open_declare_sheet(context: AppContext, board: Board) -> None:
    """The lone Cultist declares, in a clean-up."""
    context.navigator.open_sheet(DeclareSheet(context, board))


class QuestionPanel(Card):
    """A question in large letters, what to do before it is answered, and large answers."""

    def __init__(self, context: AppContext, board: Board, icon: Icon, question: str, advice: str) -> None:
        super().__init__(accent=SEA, gap=12)
        self._app_context, self._board = context, board
        mark = IconLabel(icon, 40, tone="sea", pos_hint={"center_y": 0.5})
        title = Text(question, face="title", size_sp=24, pos_hint={"center_y": 0.5})
        self.add_widget(Row(mark, title, gap=14))
        self.add_widget(Text(advice, size_sp=18))

    def add_answer(self, words: str, icon: Icon, move: Move) -> None:
        self.add_widget(SecondaryButton(words, partial(self.answer, move), icon=icon))

    def answer(self, move: Move) -> None:
        play_answer(self._app_context, self._board, move)


def play_answer(context: AppContext, board: Board, move: Move) -> None:
    """Play an answer; the way back is offered at once, for large buttons are easily touched."""
    tr = context.tr

    def undo() -> None:
        if context.run_or_show_error(board.session.undo):
            board.show()

    if board.play_move(move):
        context.toaster.show(tr("cultists.question.noted"), action_text=tr("app.undo"), on_action=undo)


class RevealedPanel(QuestionPanel):
    """Was the one who is out the last living Cultist?"""

    def __init__(self, context: AppContext, board: Board) -> None:
        tr, state = context.tr, board.session.state
        out = state.pending_reveal if state.pending_reveal is not None else 0
        automa = out == state.setup.automa_seat
        lone = state.numbers.cultists == 1
        question = seat_sentence(
            tr, state.setup, out,
            "cultists.question.revealed.was_it" if not lone else "cultists.question.revealed.lone",
            "cultists.question.revealed.automa" if not lone else "cultists.question.revealed.automa_lone",
        )  # fmt: skip
        advice = "advice"
        if automa:
            advice = "turn_over" if state.automa_is_turned_over else "partner"
        super().__init__(context, board, Icon.CULTIST, question, tr(f"cultists.question.revealed.{advice}"))
        self.add_answer(tr("cultists.question.revealed.no"), Icon.CROSS, Revealed(out, False))
        self.add_answer(tr("cultists.question.revealed.yes"), Icon.CULTIST, Revealed(out, True))


class KillsPanel(QuestionPanel):
    """Are enough Investigators dead, and since when?"""

    def __init__(self, context: AppContext, board: Board) -> None:
        tr, state = context.tr, board.session.state
        needed = state.numbers.kills
        ending = state.ending if state.ending is not None else Ending.LAST_CULTIST
        question = tr("cultists.question.kills.ask", n=needed)
        super().__init__(context, board, Icon.SKULL, question, tr(f"cultists.question.kills.{ending.value}"))
        self.add_widget(Text(tr(kills_check_key(state)), size_sp=18))
        if state.counted_dead:
            names = tuple(player_name(tr, state.setup, seat) for seat in state.counted_dead)
            text = tr("cultists.question.kills.known", names=names, n=len(names))
            self.add_widget(Text(text, tone="ink_2"))
        self.add_answer(tr("cultists.question.kills.no", n=needed), Icon.CROSS, Kills(Reached.NO))
        self.add_answer(tr("cultists.question.kills.this_round"), Icon.HOURGLASS, Kills(Reached.THIS_ROUND))
        self.add_answer(tr("cultists.question.kills.earlier"), Icon.SKULL, Kills(Reached.EARLIER))


class SeerPanel(QuestionPanel):
    """Whom do the Cultists name, and is it the Seer?"""

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
    """Who declares, and what the pulse decks say."""

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
            Text(tr(kills_check_key(state)), size_sp=18),
            Text(tr(advice, n=state.numbers.kills), size_sp=18),
            Text(tr("cultists.question.declare.who"), weight=500, size_sp=18),
            self.answer_form,
            on_close=context.navigator.close_sheet,
        )


class SeatAnswerForm(Column):
    """Somebody is picked first, and then one of a few answers about that one."""

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
