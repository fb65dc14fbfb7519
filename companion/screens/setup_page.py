"""What the set-up screens share: the way back to the seats, what is wrong, and why the game cannot begin."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

from companion.entry.whereabouts import SetupBookmark, make_setup_bookmark
from companion.games.game import Problem, ProblemError, filter_blocking
from companion.games.manifest import GameDefinition
from companion.games.records import decode
from companion.screens.preparing import SetupFlowPage
from companion.screens.who_is_new import NewPlayersCard
from companion.screens.who_starts import FirstPlayerChooser
from companion.scripts.nights import NightSetup
from companion.settings import CoachMode
from companion.shell import AppContext
from companion.widgets.cards import Notice
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Grid
from companion.widgets.page import TitleBar
from companion.widgets.tap import IconButton, PrimaryButton, SecondaryButton
from companion.widgets.theme import ACCENTS

T = TypeVar("T")
Fix = tuple[str, Callable[[], object]]


class BaseSetupPage(SetupFlowPage):
    """Base of the set-up screens. A subclass says what is `chosen` and what is `find_problems` with it,
    and may `find_fix` it; it calls `mark` when something else is chosen, and has its
    `first_player_chooser` find out who begins."""

    max_width_dp = 1040
    first_player_chooser: FirstPlayerChooser
    new_players_card: NewPlayersCard | None = None
    # The way over the guided set-up, where the game has one.
    guide_button: SecondaryButton | None = None

    def __init__(
        self, context: AppContext, game: GameDefinition, players: Sequence[str], subtitle: str
    ) -> None:
        self._app_context = context
        self._game = game
        self.players = tuple(players)
        seats = IconButton(Icon.PEOPLE, partial(context.open_seats, game), tone="ink_2")
        title = context.tr(f"app.game.{game.id}")
        super().__init__(TitleBar(title, subtitle, on_back=context.go_back, actions=[seats]))
        # Where the coach comes always or never, nobody need tell.
        if context.settings.coach is CoachMode.NEW:
            self.new_players_card = NewPlayersCard(context, game, self.players)
            if self.new_players_card.is_needed:
                self.body.add_widget(self.new_players_card)

    @property
    def selection(self) -> object:
        """What stands on the screen, in the form in which it is found again."""
        raise NotImplementedError

    def create_bookmark(self) -> SetupBookmark:
        return make_setup_bookmark(self._game.id, self.players, self.selection)

    def restore_saved(self, type_: type[T]) -> T | None:
        """What was being chosen for these people just now, or when the app was ended: finished or not."""
        mark = self._app_context.resume_state.bookmark
        if mark is None or (mark.game, mark.players) != (self._game.id, self.players):
            return None
        try:
            return decode(type_, mark.chosen)
        except ProblemError:
            return None

    def recall_selection(self, type_: type[T]) -> T | None:
        """What was chosen when this game was last set up."""
        return self._app_context.recall(type_, self._game.id)

    def remember_selection(self, selection: object) -> None:
        self._app_context.remember(selection, self._game.id)

    def add_footer_buttons(self, main_button: PrimaryButton) -> None:
        """The way on at the foot of the screen, and beside it the guided one."""
        if self._game.find_part("scripts", "guide") is None:
            self.add_to_footer(main_button)
            return
        self.guide_button = SecondaryButton(
            self._app_context.tr("app.setup.guide"),
            self._open_guide,
            icon=Icon.MENU_LIST,
            outlined=True,
            height=main_button.height,
            border=ACCENTS[self._game.accent].line,
            mirrored=True,
            on_blocked=self._explain_disabled,
        )
        self.add_to_footer(Grid(self.guide_button, main_button, gap=8, min_column_width=300, max_columns=2))

    def update_footer_buttons(self, main_button: PrimaryButton) -> None:
        """The ways on are open unless something is wrong."""
        main_button.enabled = not filter_blocking(self.find_problems())
        if self.guide_button is not None:
            self.guide_button.enabled = main_button.enabled

    def build_setup(self) -> NightSetup:
        """The table that is to be laid out."""
        raise NotImplementedError

    def _open_guide(self) -> None:
        from companion.screens.guide.page import GuidePage

        self._app_context.push(GuidePage, self.build_setup())

    def find_problems(self) -> tuple[Problem, ...]:
        raise NotImplementedError

    def set_first_player(self, seat: int) -> None:
        """This seat is to begin, however the table came to it."""
        raise NotImplementedError

    def find_fix(self, problem: Problem) -> Fix | None:
        """The words and the act that set a problem right with one tap, where there is an obvious way."""
        return None

    def _show_problems(self, container: Column) -> None:
        container.clear_widgets()
        for problem in self.find_problems():
            label, callback = self.find_fix(problem) or ("", None)
            container.add_widget(
                Notice(
                    self._app_context.tr.translate_problem(problem),
                    is_error=problem.is_blocking,
                    fix_text=label,
                    on_fix=callback,
                )
            )

    def _explain_disabled(self) -> None:
        for problem in filter_blocking(self.find_problems())[:1]:
            self._app_context.show_problem(problem)
