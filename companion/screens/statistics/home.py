"""The way to all numbers: the games, each with one figure, and everybody who played."""

from __future__ import annotations

from functools import partial
from typing import Final

from kivy.metrics import dp

from companion.games.manifest import GameDefinition
from companion.games.shelf import list_games
from companion.past.cards import StatisticLine
from companion.past.pages import build_headline
from companion.past.telling import format_fraction
from companion.past.words import translate
from companion.screens.counting_first import run_when_indexed
from companion.screens.statistics.kinds import StatisticButton
from companion.screens.statistics.page import StatisticsPage
from companion.screens.statistics.person import PersonStatisticsPage
from companion.shell import AppContext
from companion.widgets.emblem import EmblemWidget
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Grid, Row, Spacer
from companion.widgets.page import Page, TitleBar
from companion.widgets.shapes import RoundedBox
from companion.widgets.tap import Pressable, SecondaryButton, shade
from companion.widgets.text import IconLabel, Text
from companion.widgets.theme import RADIUS_CARD, look, theme_colour

_MAX_PEOPLE: Final = 8


class StatisticsHomePage(Page):
    shows_stored_data = True

    def __init__(self, context: AppContext) -> None:
        self._app_context = context
        super().__init__(TitleBar(context.tr("statistics.home.title"), " ", on_back=context.go_back))

    def enter(self) -> None:
        run_when_indexed(self._app_context, self, self._show, self._show_progress)

    def _show_progress(self, remaining: int) -> None:
        if self.bar is not None:
            tr = self._app_context.tr
            self.bar.show(tr("statistics.home.title"), tr("statistics.counting", n=remaining))

    def _show(self) -> None:
        context, tr, source = self._app_context, self._app_context.tr, self._app_context.statistics
        self.body.clear_widgets()
        tiles = Grid(gap=10, min_column_width=150 * max(1.0, look().text_scale), max_columns=2)
        total = 0
        for game in list_games():
            played, line = build_headline(game, source)
            total += played
            tiles.add_widget(StatisticsTile(context, game, played, line))
        if self.bar is not None:
            self.bar.show(tr("statistics.home.title"), tr("app.files.restore_games", n=total))
        self.body.add_widget(tiles)
        self._people = sorted(source.count_games_by_person().items(), key=lambda one: (-one[1], one[0]))
        if not self._people:
            return
        self._names = source.load_names()
        self.body.add_widget(Text(tr("statistics.home.people"), face="title", size_sp=20))
        self.people = Column(gap=4)
        self.body.add_widget(self.people)
        self._add_people(self._people[:_MAX_PEOPLE])
        if len(self._people) > _MAX_PEOPLE:
            words = tr("statistics.people.all", n=len(self._people))
            self.more_button = SecondaryButton(words, self.show_all, icon=Icon.ARROW_DOWN)
            self.body.add_widget(self.more_button)

    def show_all(self) -> None:
        self.body.remove_widget(self.more_button)
        self._add_people(self._people[_MAX_PEOPLE:])

    def _add_people(self, people: list[tuple[str, int]]) -> None:
        tr = self._app_context.tr
        for person, played in people:
            ground = theme_colour("plank", 0.0 if len(self.people.children) % 2 else 1.0)
            row = StatisticButton(
                partial(self._app_context.push, PersonStatisticsPage, person),
                ground=ground,
                padding=(dp(12), dp(4)),
            )
            row.add_widget(
                Row(
                    Text(
                        tr.player_name(self._names.get(person, person)), weight=500, size_sp=18, min_size=12,
                        max_lines=1, pos_hint={"center_y": 0.5},
                    ),
                    Text(
                        tr("app.files.restore_games", n=played), tone="ink_2", align="end", max_lines=1,
                        min_size=12, size_hint_x=0.6, pos_hint={"center_y": 0.5},
                    ),
                    gap=8,
                    pos_hint={"center_y": 0.5},
                )
            )  # fmt: skip
            self.people.add_widget(row)


class StatisticsTile(Pressable):
    """Emblem, name, how many games, and one figure."""

    def __init__(
        self, context: AppContext, game: GameDefinition, played: int, line: StatisticLine | None
    ) -> None:
        tr = context.tr
        super().__init__(
            partial(context.push, StatisticsPage, game.id),
            orientation="vertical", size_hint_y=1, padding=(dp(12), dp(12)), spacing=dp(6),
        )  # fmt: skip
        self._box = RoundedBox(
            self,
            radius=RADIUS_CARD,
            background=theme_colour("plank"),
            border=theme_colour("groove", 0.6),
            line_width=1,
        )
        self.add_widget(EmblemWidget(game.emblem, 56, pos_hint={"center_x": 0.5}))
        self.add_widget(
            Text(
                tr(f"app.game.{game.id}"), face="title", size_sp=18, min_size=13, max_lines=2, align="center"
            )
        )
        self.add_widget(Text(tr("app.files.restore_games", n=played), tone="ink_2", align="center"))
        if line is not None:
            words = tr(
                "statistics.home.line",
                what=translate(tr, line.label),
                figure=format_fraction(tr, line.statistic),
            )
            self.add_widget(
                Row(
                    IconLabel(Icon[line.icon], 20, tone=line.tone, pos_hint={"center_y": 0.5}),
                    Text(words, size_sp=14, tone="ink_2", pos_hint={"center_y": 0.5}),
                    gap=6,
                )
            )
        self.add_widget(Spacer())

    def update_style(self, *, pressed: bool) -> None:
        if hasattr(self, "_box"):
            self._box.set_style(
                background=shade(theme_colour("plank"), 0.06) if pressed else theme_colour("plank")
            )
