"""The games behind a figure, newest first: touched, each is opened."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from functools import partial
from typing import Final

from kivy.metrics import dp

from companion.entry.summary import Summary, summary_of
from companion.games.game import ProblemError
from companion.games.shelf import game_of
from companion.i18n.dates import written
from companion.past.which import Which
from companion.shell import AnyTable, Shell, StoredGame
from companion.widgets.emblem import Emblem
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.page import Page, TitleBar
from companion.widgets.shapes import Box
from companion.widgets.tap import SideButton, Tap, shaded
from companion.widgets.text import Text
from companion.widgets.theme import RADIUS_CARD, paint

_PAGE: Final = 20


def open_games(shell: Shell, which: Which, about: str) -> None:
    shell.visit(GamesPage, which, about)


class GamesPage(Page):
    """`about` says what these games are."""

    def __init__(self, shell: Shell, which: Which, about: str) -> None:
        self._shell, self._which = shell, which
        self._games = shell.statistics.games(which)
        bar = TitleBar(about, shell.tr("app.files.restore_games", n=self._games), on_back=shell.back, most=2)
        super().__init__(bar)
        self._found = 0
        self._list = Column(gap=8)
        self._more = SideButton(shell.tr("statistics.behind.more"), self._load, icon=Icon.ARROW_DOWN)
        self.body.add_widget(self._list)
        self._load()

    def _load(self) -> None:
        if self._more.parent is not None:
            self.body.remove_widget(self._more)
        found = self._shell.statistics.found(self._which, _PAGE, self._found)
        self._found += len(found)
        for number in found:
            # One that cannot be read is told of in the history.
            with suppress(ProblemError):
                self._list.add_widget(_GameRow(self._shell, self._shell.archive.kept(number)))
        if found and self._found < self._games:
            self.body.add_widget(self._more)


class _GameRow(Tap):
    def __init__(self, shell: Shell, stored: StoredGame) -> None:
        super().__init__(
            partial(_open, shell, stored), size_hint_y=None, padding=(dp(12), dp(10)), spacing=dp(12)
        )
        self._box = Box(self, radius=RADIUS_CARD, ground=paint("plank"), edge=paint("groove", 0.6), line=1)
        self.bind(minimum_height=self.setter("height"))
        summary, day = _summary(shell, stored), datetime.fromtimestamp(stored.started)
        when, names = written(shell.tr, day.year, day.month, day.day), tuple(stored.setup.get("players", ()))
        words = Column(
            Text(summary.title, weight=500, size_sp=18, most=2, more=3),
            Text(summary.line, tone="ink_2", most=2, more=4),
            Text(
                shell.tr("app.history.line", when=when, names=names),
                tone="ink_3", size_sp=14, most=2, more=4,
            ),
            gap=2,
            pos_hint={"center_y": 0.5},
        )  # fmt: skip
        emblem = Emblem(game_of(stored.game).emblem, 52, pos_hint={"center_y": 0.5})
        self.add_widget(Row(emblem, words, gap=12))

    def dress(self, *, pressed: bool) -> None:
        if hasattr(self, "_box"):
            self._box.paint(ground=shaded(paint("plank"), 0.06) if pressed else paint("plank"))


def _open(shell: Shell, stored: StoredGame) -> None:
    from companion.screens.going_on import sit_down_again

    table = _read(shell, stored)
    if table is not None:
        sit_down_again(shell, table)


def _read(shell: Shell, stored: StoredGame) -> AnyTable | None:
    try:
        return shell.archive.open(stored)
    except ProblemError as wrong:
        shell.say(wrong.problem)
        return None


def _summary(shell: Shell, stored: StoredGame) -> Summary:
    try:
        return summary_of(game_of(stored.game), shell.tr, shell.archive.open(stored))
    except ProblemError as wrong:
        return Summary(shell.tr(f"app.game.{stored.game}"), shell.tr.problem(wrong.problem))
