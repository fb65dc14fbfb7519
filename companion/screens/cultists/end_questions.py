"""What only the table can tell: was that the last Cultist, are enough dead, who is the Seer, a declaration.

Every answer is one move, and one undo takes it back.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.uix.widget import Widget

from companion.entry.cultists.vote_words import about
from companion.entry.cultists.words import name_of
from companion.games.cultists.moves import Declare, Kills, Move, Reached, Revealed, SeerGuess
from companion.games.cultists.state import Awaits, Ending, State
from companion.i18n.translator import Translator
from companion.screens.cultists.board_protocol import Board
from companion.screens.cultists.deaths import problem_of
from companion.screens.cultists.role_marks import SEA
from companion.shell import Shell
from companion.widgets.cards import Card, Chip
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Grid, Row
from companion.widgets.sheet import Sheet
from companion.widgets.tap import SideButton
from companion.widgets.text import Glyph, Text


def answer_panel(shell: Shell, board: Board) -> Widget | None:
    """The question that comes before anything else, with its answers; None if there is none."""
    match board.table.state.awaits:
        case Awaits.REVEALED:
            return RevealedPanel(shell, board)
        case Awaits.KILLS:
            return KillsPanel(shell, board)
        case Awaits.SEER_GUESS:
            return SeerPanel(shell, board)
        case _:
            return None


def what_counts(state: State) -> str:
    """The sentence that says who is counted among the dead at this table."""
    ghosts = state.setup.options.voted_out_count_as_dead
    return "cultists.question.kills.check_ghosts" if ghosts else "cultists.question.kills.check"


def open_declare(shell: Shell, board: Board) -> None:
    """The lone Cultist declares, in a clean-up."""
    shell.stage.open_sheet(DeclareSheet(shell, board))


class QuestionPanel(Card):
    """A question in large letters, what to do before it is answered, and large answers."""

    def __init__(self, shell: Shell, board: Board, icon: Icon, question: str, advice: str) -> None:
        super().__init__(accent=SEA, gap=12)
        self._shell, self._board = shell, board
        mark = Glyph(icon, 40, tone="sea", pos_hint={"center_y": 0.5})
        title = Text(question, face="title", size_sp=24, pos_hint={"center_y": 0.5})
        self.add_widget(Row(mark, title, gap=14))
        self.add_widget(Text(advice, size_sp=18))

    def offer(self, words: str, icon: Icon, move: Move) -> None:
        self.add_widget(SideButton(words, partial(self.answer, move), icon=icon))

    def answer(self, move: Move) -> None:
        answered(self._shell, self._board, move)


def answered(shell: Shell, board: Board, move: Move) -> None:
    """Play an answer; the way back is offered at once, for large buttons are easily touched."""
    tr = shell.tr

    def take_back() -> None:
        if shell.attempt(board.table.undo):
            board.show()

    if board.play(move):
        shell.toaster.show(tr("cultists.question.noted"), action=tr("app.undo"), on_action=take_back)


class RevealedPanel(QuestionPanel):
    """Was the one who is out the last living Cultist?"""

    def __init__(self, shell: Shell, board: Board) -> None:
        tr, state = shell.tr, board.table.state
        out = state.out if state.out is not None else 0
        automa = out == state.setup.automa_seat
        lone = state.numbers.cultists == 1
        question = about(
            tr, state.setup, out,
            "cultists.question.revealed.was_it" if not lone else "cultists.question.revealed.lone",
            "cultists.question.revealed.automa" if not lone else "cultists.question.revealed.automa_lone",
        )  # fmt: skip
        advice = "advice"
        if automa:
            advice = "turn_over" if state.automa_is_turned_over else "partner"
        super().__init__(shell, board, Icon.CULTIST, question, tr(f"cultists.question.revealed.{advice}"))
        self.offer(tr("cultists.question.revealed.no"), Icon.CROSS, Revealed(out, False))
        self.offer(tr("cultists.question.revealed.yes"), Icon.CULTIST, Revealed(out, True))


class KillsPanel(QuestionPanel):
    """Are enough Investigators dead, and since when?"""

    def __init__(self, shell: Shell, board: Board) -> None:
        tr, state = shell.tr, board.table.state
        needed = state.numbers.kills
        ending = state.ending if state.ending is not None else Ending.LAST_CULTIST
        question = tr("cultists.question.kills.ask", n=needed)
        super().__init__(shell, board, Icon.SKULL, question, tr(f"cultists.question.kills.{ending.value}"))
        self.add_widget(Text(tr(what_counts(state)), size_sp=18))
        if state.counted_dead:
            names = tuple(name_of(tr, state.setup, seat) for seat in state.counted_dead)
            told = tr("cultists.question.kills.known", names=names, n=len(names))
            self.add_widget(Text(told, tone="ink_2"))
        self.offer(tr("cultists.question.kills.no", n=needed), Icon.CROSS, Kills(Reached.NO))
        self.offer(tr("cultists.question.kills.this_round"), Icon.HOURGLASS, Kills(Reached.THIS_ROUND))
        self.offer(tr("cultists.question.kills.earlier"), Icon.SKULL, Kills(Reached.EARLIER))


class SeerPanel(QuestionPanel):
    """Whom do the Cultists name, and is it the Seer?"""

    def __init__(self, shell: Shell, board: Board) -> None:
        tr, state = shell.tr, board.table.state
        advice = tr("cultists.question.seer.advice")
        super().__init__(shell, board, Icon.SEER, tr("cultists.question.seer.ask"), advice)
        seats = [s for s in range(state.setup.seats) if problem_of(state, SeerGuess(s, False)) is None]
        self.picked = PickThen(
            tr,
            state,
            seats,
            (
                (tr("cultists.question.seer.right"), Icon.SEER, lambda seat: SeerGuess(seat, True)),
                (tr("cultists.question.seer.wrong"), Icon.CROSS, lambda seat: SeerGuess(seat, False)),
            ),
            self.answer,
            lambda: shell.toaster.show(tr("cultists.question.seer.ask")),
        )
        self.add_widget(self.picked)


class DeclareSheet(Sheet):
    """Who declares, and what the pulse decks say."""

    def __init__(self, shell: Shell, board: Board) -> None:
        tr, state = shell.tr, board.table.state

        def play(move: Move) -> None:
            shell.stage.close_sheet()
            answered(shell, board, move)

        self.picked = PickThen(
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
            lambda: shell.toaster.show(tr("cultists.question.declare.who")),
        )
        guess = state.guess_saves_declarer
        advice = "cultists.question.declare.advice_guess" if guess else "cultists.question.declare.advice"
        super().__init__(
            tr("cultists.question.declare.title"),
            Text(tr(what_counts(state)), size_sp=18),
            Text(tr(advice, n=state.numbers.kills), size_sp=18),
            Text(tr("cultists.question.declare.who"), weight=500, size_sp=18),
            self.picked,
            on_close=shell.stage.close_sheet,
        )


class PickThen(Column):
    """Somebody is picked first, and then one of a few answers about that one."""

    def __init__(
        self,
        tr: Translator,
        state: State,
        seats: list[int] | tuple[int, ...],
        answers: tuple[tuple[str, Icon, Callable[[int], Move]], ...],
        play: Callable[[Move], object],
        why: Callable[[], object],
    ) -> None:
        super().__init__(gap=12)
        self.picked: int | None = None
        self._play = play
        self.chips = {
            seat: Chip(name_of(tr, state.setup, seat), partial(self._pick, seat), accent=SEA)
            for seat in seats
        }
        self.add_widget(Grid(*self.chips.values(), gap=8, narrowest=100, most_columns=3))
        self.answers = []
        for words, icon, make in answers:
            button = SideButton(words, partial(self._answer, make), icon=icon, why=why)
            button.enabled = False
            self.answers.append(button)
            self.add_widget(button)

    def _pick(self, seat: int) -> None:
        self.picked = seat
        for other, chip in self.chips.items():
            chip.choose(other == seat)
        for button in self.answers:
            button.enabled = True

    def _answer(self, make: Callable[[int], Move]) -> None:
        if self.picked is not None:
            self._play(make(self.picked))
