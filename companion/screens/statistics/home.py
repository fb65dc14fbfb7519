"""The way to all numbers: the games, each with one figure, and everybody who played."""

from __future__ import annotations

from functools import partial
from typing import Final

from kivy.metrics import dp

from companion.games.manifest import Manifest
from companion.games.shelf import games
from companion.past.cards import Line
from companion.past.pages import headline
from companion.past.telling import shortly
from companion.past.words import told
from companion.screens.counting_first import count_first
from companion.screens.statistics.kinds import Touched
from companion.screens.statistics.page import StatisticsPage
from companion.screens.statistics.person import PersonNumbersPage
from companion.shell import Shell
from companion.widgets.emblem import Emblem
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Gap, Grid, Row
from companion.widgets.page import Page, TitleBar
from companion.widgets.shapes import Box
from companion.widgets.tap import SideButton, Tap, shaded
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import RADIUS_CARD, look, paint

_PEOPLE: Final = 8


class StatisticsHome(Page):
    shows_kept = True

    def __init__(self, shell: Shell) -> None:
        self._shell = shell
        super().__init__(TitleBar(shell.tr("statistics.home.title"), " ", on_back=shell.back))

    def enter(self) -> None:
        count_first(self._shell, self, self._show, self._wait)

    def _wait(self, left: int) -> None:
        if self.bar is not None:
            tr = self._shell.tr
            self.bar.show(tr("statistics.home.title"), tr("statistics.counting", n=left))

    def _show(self) -> None:
        shell, tr, numbers = self._shell, self._shell.tr, self._shell.statistics
        self.body.clear_widgets()
        tiles = Grid(gap=10, narrowest=150 * max(1.0, look().text_scale), most_columns=2)
        every = 0
        for game in games():
            played, line = headline(game, numbers)
            every += played
            tiles.add_widget(GameTile(shell, game, played, line))
        if self.bar is not None:
            self.bar.show(tr("statistics.home.title"), tr("app.files.restore_games", n=every))
        self.body.add_widget(tiles)
        self._people = sorted(numbers.everybody().items(), key=lambda one: (-one[1], one[0]))
        if not self._people:
            return
        self._names = numbers.names()
        self.body.add_widget(Text(tr("statistics.home.people"), face="title", size_sp=20))
        self.people = Column(gap=4)
        self.body.add_widget(self.people)
        self._add(self._people[:_PEOPLE])
        if len(self._people) > _PEOPLE:
            words = tr("statistics.people.all", n=len(self._people))
            self.more = SideButton(words, self.show_all, icon=Icon.ARROW_DOWN)
            self.body.add_widget(self.more)

    def show_all(self) -> None:
        self.body.remove_widget(self.more)
        self._add(self._people[_PEOPLE:])

    def _add(self, people: list[tuple[str, int]]) -> None:
        tr = self._shell.tr
        for person, played in people:
            ground = paint("plank", 0.0 if len(self.people.children) % 2 else 1.0)
            row = Touched(
                partial(self._shell.visit, PersonNumbersPage, person), ground=ground, padding=(dp(12), dp(4))
            )
            row.add_widget(
                Row(
                    Text(
                        tr.player(self._names.get(person, person)), weight=500, size_sp=18, smallest=12,
                        most=1, pos_hint={"center_y": 0.5},
                    ),
                    Text(
                        tr("app.files.restore_games", n=played), tone="ink_2", align="end", most=1,
                        smallest=12, size_hint_x=0.6, pos_hint={"center_y": 0.5},
                    ),
                    gap=8,
                    pos_hint={"center_y": 0.5},
                )
            )  # fmt: skip
            self.people.add_widget(row)


class GameTile(Tap):
    """Emblem, name, how many games, and one figure."""

    def __init__(self, shell: Shell, game: Manifest, played: int, line: Line | None) -> None:
        tr = shell.tr
        super().__init__(
            partial(shell.visit, StatisticsPage, game.id),
            orientation="vertical", size_hint_y=1, padding=(dp(12), dp(12)), spacing=dp(6),
        )  # fmt: skip
        self._box = Box(self, radius=RADIUS_CARD, ground=paint("plank"), edge=paint("groove", 0.6), line=1)
        self.add_widget(Emblem(game.emblem, 56, pos_hint={"center_x": 0.5}))
        self.add_widget(
            Text(tr(f"app.game.{game.id}"), face="title", size_sp=18, smallest=13, most=2, align="center")
        )
        self.add_widget(Text(tr("app.files.restore_games", n=played), tone="ink_2", align="center"))
        if line is not None:
            words = tr("statistics.home.line", what=told(tr, line.label), figure=shortly(tr, line.figure))
            self.add_widget(
                Row(
                    Glyph(Icon[line.mark], 20, tone=line.tone, pos_hint={"center_y": 0.5}),
                    Text(words, size_sp=14, tone="ink_2", pos_hint={"center_y": 0.5}),
                    gap=6,
                )
            )
        self.add_widget(Gap())

    def dress(self, *, pressed: bool) -> None:
        if hasattr(self, "_box"):
            self._box.paint(ground=shaded(paint("plank"), 0.06) if pressed else paint("plank"))
