"""Home: go on where the table left off, start a new one, look back, change settings."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.metrics import dp

from companion.entry.summary import summary_of
from companion.games.manifest import Manifest
from companion.games.shelf import game_of, games
from companion.i18n.languages import LANGUAGES
from companion.shell import AnyTable, Shell
from companion.widgets.cards import Card, Choice, Notice
from companion.widgets.emblem import Emblem, Logo
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Gap, Grid, Row
from companion.widgets.page import Page, TitleBar
from companion.widgets.shapes import Box
from companion.widgets.sheet import Sheet
from companion.widgets.tap import MainButton, SideButton, Tap, shaded
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import ACCENTS, RADIUS_CARD, look, paint, sp


class HomePage(Page):
    widest = 900

    def __init__(self, shell: Shell) -> None:
        self._shell = shell
        tr = shell.tr
        language = _LanguageButton(tr.code.upper(), self.choose_language)
        super().__init__(
            TitleBar(tr("app.title"), lead=Logo(48, pos_hint={"center_y": 0.5}), tools=[language], size=28)
        )
        self._notices = Column(gap=8)
        self._continue = Column(gap=0)
        self._history = SideButton("", self._open_history, icon=Icon.HISTORY)
        tiles = Grid(gap=12, narrowest=150, most_columns=4)
        for game in games():
            tiles.add_widget(_Tile(shell, game))
        settings = SideButton(tr("app.settings.title"), self._open_settings, icon=Icon.SETTINGS)
        for part in (
            self._notices,
            self._continue,
            Text(tr("app.home.new_table"), face="title", size_sp=20),
            tiles,
            Gap(height=4),
            Row(self._history, settings, gap=12),
        ):
            self.body.add_widget(part)

    def enter(self) -> None:
        tr = self._shell.tr
        self._notices.clear_widgets()
        for problem in self._shell.problems:
            self._notices.add_widget(
                Notice(
                    tr.problem(problem), fix=tr("app.home.understood"), on_fix=partial(self._seen, problem)
                )
            )
        count = self._shell.archive.count()
        self._history.label.content = tr("app.home.history", n=count)
        self._continue.clear_widgets()
        table = self._shell.archive.latest()
        if table is not None:
            self._continue.add_widget(_ContinueCard(self._shell, table))

    # What lies behind home is loaded when somebody walks there.

    def _open_history(self) -> None:
        from companion.screens.history import HistoryPage

        self._shell.visit(HistoryPage)

    def _open_settings(self) -> None:
        from companion.screens.settings import SettingsPage

        self._shell.visit(SettingsPage)

    def _seen(self, problem: object) -> None:
        self._shell.problems = tuple(other for other in self._shell.problems if other is not problem)
        self.enter()

    def choose_language(self) -> None:
        def choose(code: str) -> None:
            self._shell.change(language=code)

        choice = Choice(
            [(code, language.name) for code, language in LANGUAGES.items()],
            self._shell.settings.language,
            choose,
            narrowest=140,
            most_columns=2,
        )
        stage = self._shell.stage
        stage.open_sheet(Sheet(self._shell.tr("app.settings.language"), choice, on_close=stage.close_sheet))


def _seat(shell: Shell, game: Manifest) -> None:
    from companion.screens.seats import SeatsPage

    shell.visit(SeatsPage, game)


class _LanguageButton(Tap):
    def __init__(self, code: str, on_tap: Callable[[], object]) -> None:
        super().__init__(
            on_tap, size_hint=(None, None), size=(dp(40) + sp(18) * 1.5, dp(48)), padding=(dp(6), 0),
            spacing=dp(6), pos_hint={"center_y": 0.5},
        )  # fmt: skip
        self._box = Box(self, radius=14)
        parts = [
            Glyph(Icon.GLOBE, 24, tone="ink_2", pos_hint={"center_y": 0.5}),
            Text(code, weight=500, size_sp=18, tone="ink_2", grow="none", most=1, smallest=12),
        ]
        for part in reversed(parts) if look().rtl else parts:
            self.add_widget(part)

    def dress(self, *, pressed: bool) -> None:
        self._box.paint(ground=paint("raised", 1.0 if pressed else 0.0))


class _Tile(Tap):
    """One game on the shelf."""

    def __init__(self, shell: Shell, game: Manifest) -> None:
        tr = shell.tr
        super().__init__(
            partial(_seat, shell, game), orientation="vertical",
            padding=(dp(13), dp(15), dp(13), dp(15)), spacing=dp(12),
        )  # fmt: skip
        self.game = game
        self._box = Box(self, radius=RADIUS_CARD, ground=paint("plank"), edge=paint("groove", 0.7), line=1)
        seats = "app.home.seats_open" if game.open_ended else "app.home.seats"
        count = Column(
            Text(
                tr(seats, fewest=game.fewest, most=game.most),
                weight=700,
                size_sp=20,
                align="end",
                most=1,
                smallest=14,
            ),
            Text(tr("app.home.players"), size_sp=16, align="end", tone="ink_2", most=1, smallest=11),
            gap=0,
            pos_hint={"top": 0.9},
        )
        self.add_widget(Row(Emblem(game.emblem, 84), count, gap=4, height=dp(84)))
        self.add_widget(
            Column(
                Text(tr(f"app.game.{game.id}"), face="title", size_sp=18, most=2, smallest=15),
                Text(tr(f"app.home.does.{game.id}"), size_sp=16, tone="ink_2", most=2),
                gap=4,
            )
        )
        # What is left over in a row of uneven tiles goes below the words.
        self.add_widget(Gap())

    def dress(self, *, pressed: bool) -> None:
        self._box.paint(ground=shaded(paint("plank"), 0.06) if pressed else paint("plank"))


class _ContinueCard(Card):
    """The table that was left: its game, how it stands, and one tap to go on."""

    def __init__(self, shell: Shell, table: AnyTable) -> None:
        tr = shell.tr
        game = game_of(table.game.id)
        accent, summary = ACCENTS[game.accent], summary_of(game, tr, table)
        super().__init__(accent=accent, gap=16)
        words = Column(
            Text(tr("app.home.continue"), size_sp=16, tone=accent.line),
            Text(summary.title, face="title", size_sp=28, smallest=20, most=2),
            Text(summary.line, size_sp=16, tone="ink_2", most=2),
            gap=2,
            pos_hint={"center_y": 0.5},
        )
        self.add_widget(Row(Emblem(game.emblem, 84, pos_hint={"center_y": 0.5}), words, gap=16))
        self.go_on = MainButton(
            tr("app.go_on"),
            partial(shell.open_table, table),
            icon=Icon.PLAY,
            accent=accent,
            size_hint_x=0.7,
        )
        self.add_widget(Row(game.part("screens", "progress").progress(table), self.go_on, gap=12))
