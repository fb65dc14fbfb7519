"""What the set-up screens share: the way back to the seats, what is wrong, and why the game cannot begin."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

from companion.entry.whereabouts import Bookmark, at_setup
from companion.games.game import Problem, ProblemError, blocking
from companion.games.manifest import Manifest
from companion.games.records import decode
from companion.screens.preparing import Preparing
from companion.screens.who_is_new import WhoIsNew
from companion.screens.who_starts import Starters
from companion.scripts.nights import Seated
from companion.settings import Coach
from companion.shell import Shell
from companion.widgets.cards import Notice
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Grid
from companion.widgets.page import TitleBar
from companion.widgets.tap import IconButton, MainButton, SideButton
from companion.widgets.theme import ACCENTS

T = TypeVar("T")
Mend = tuple[str, Callable[[], object]]


class SettingUp(Preparing):
    """Base of the set-up screens. A subclass says what is `chosen` and what is `wrong` with it, and may
    `mend` it; it calls `mark` when something else is chosen, and has its `starters` find out who begins."""

    widest = 1040
    starters: Starters
    who_is_new: WhoIsNew | None = None
    # The way over the guided set-up, where the game has one.
    guide: SideButton | None = None

    def __init__(self, shell: Shell, game: Manifest, players: Sequence[str], subtitle: str) -> None:
        self._shell = shell
        self._game = game
        self.players = tuple(players)
        seats = IconButton(Icon.PEOPLE, partial(shell.seat, game), tone="ink_2")
        title = shell.tr(f"app.game.{game.id}")
        super().__init__(TitleBar(title, subtitle, on_back=shell.back, tools=[seats]))
        # Where the coach comes always or never, nobody need tell.
        if shell.settings.coach is Coach.NEW:
            self.who_is_new = WhoIsNew(shell, game, self.players)
            if self.who_is_new.asks:
                self.body.add_widget(self.who_is_new)

    @property
    def chosen(self) -> object:
        """What stands on the screen, in the form in which it is found again."""
        raise NotImplementedError

    def bookmark(self) -> Bookmark:
        return at_setup(self._game.id, self.players, self.chosen)

    def as_left(self, kind: type[T]) -> T | None:
        """What was being chosen for these people just now, or when the app was ended: finished or not."""
        mark = self._shell.whereabouts.mark
        if mark is None or (mark.game, mark.players) != (self._game.id, self.players):
            return None
        try:
            return decode(kind, mark.chosen)
        except ProblemError:
            return None

    def last_time(self, kind: type[T]) -> T | None:
        """What was chosen when this game was last set up."""
        return self._shell.recall(kind, self._game.id)

    def keep_for_next_time(self, chosen: object) -> None:
        self._shell.keep_in_mind(chosen, self._game.id)

    def offer(self, main: MainButton) -> None:
        """The way on at the foot of the screen, and beside it the guided one."""
        if self._game.find("scripts", "guide") is None:
            self.with_footer(main)
            return
        self.guide = SideButton(
            self._shell.tr("app.setup.guide"), self._open_guide, icon=Icon.MENU_LIST, outlined=True,
            height=main.height, edge=ACCENTS[self._game.accent].line, mirrored=True, why=self._say_why,
        )  # fmt: skip
        self.with_footer(Grid(self.guide, main, gap=8, narrowest=300, most_columns=2))

    def allow(self, main: MainButton) -> None:
        """The ways on are open unless something is wrong."""
        main.enabled = not blocking(self.wrong())
        if self.guide is not None:
            self.guide.enabled = main.enabled

    def to_guide(self) -> Seated:
        """The table that is to be laid out."""
        raise NotImplementedError

    def _open_guide(self) -> None:
        from companion.screens.guide.page import GuidePage

        self._shell.visit(GuidePage, self.to_guide())

    def wrong(self) -> tuple[Problem, ...]:
        raise NotImplementedError

    def begin_with(self, seat: int) -> None:
        """This seat is to begin, however the table came to it."""
        raise NotImplementedError

    def mend(self, problem: Problem) -> Mend | None:
        """The words and the act that set a problem right with one tap, where there is an obvious way."""
        return None

    def _tell_wrong(self, told: Column) -> None:
        told.clear_widgets()
        for problem in self.wrong():
            words, act = self.mend(problem) or ("", None)
            told.add_widget(
                Notice(self._shell.tr.problem(problem), blocks=problem.blocks, fix=words, on_fix=act)
            )

    def _say_why(self) -> None:
        for problem in blocking(self.wrong())[:1]:
            self._shell.say(problem)
