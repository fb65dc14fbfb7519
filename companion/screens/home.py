"""Home: go on where the table left off, begin a night at once, start a table, look back, change settings."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.entry.summary import summary_of
from companion.entry.whereabouts import Bookmark, Place
from companion.games.game import ProblemError
from companion.games.manifest import Manifest
from companion.games.shelf import game_of, games
from companion.i18n.languages import LANGUAGES
from companion.screens.just_the_night import EMBLEM, NightCard
from companion.widgets.cards import Choice, Notice
from companion.widgets.emblem import Emblem, Logo
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Grid, Panes, Row
from companion.widgets.page import Page, TitleBar
from companion.widgets.shapes import Box, Disc, middle
from companion.widgets.sheet import Sheet
from companion.widgets.tap import SideButton, Tap, shaded
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import ACCENTS, RADIUS_CARD, TARGET, look, paint, sp
from companion.widgets.tiles import Way

if TYPE_CHECKING:
    # What the shell speaks of, as people and maps, no start waits for.
    from companion.shell import AnyTable, Shell

# The picture and the way on, at the ends of the card of a table that was left.
_GO = 56


class HomePage(Page):
    shows_kept = True
    widest = 900

    def __init__(self, shell: Shell) -> None:
        self._shell = shell
        tr = shell.tr
        language = _LanguageButton(tr.code.upper(), self.choose_language)
        super().__init__(
            TitleBar(tr("app.title"), lead=Logo(48, pos_hint={"center_y": 0.5}), tools=[language], size=28)
        )
        # All of it is seen at once on a phone of usual height, with a table that was left and without.
        self.body.padding = (*self.body.padding[:3], dp(6))
        self._notices = Column(gap=8)
        self._continue = Column(gap=0)
        self._history = Way("", Icon.HISTORY, self._open_history)
        tiles = Grid(gap=8, narrowest=140 * max(1.0, look().text_scale), most_columns=2)
        for game in games():
            tiles.add_widget(GameTile(shell, game))
        learn = Way(tr("app.home.learn"), Icon.BOOK_OPEN, self._open_learn)
        settings = Way(tr("app.settings.title"), Icon.SETTINGS, self._open_settings)
        self._rest = Column(
            Text(tr("app.home.new_table"), face="title", size_sp=20),
            tiles,
            Row(learn, self._history, settings, gap=8),
            gap=8,
        )
        # The way to a table without any names stands beside the rest, where there is room.
        nights = [game for game in games() if game.night]
        self._night = NightCard(shell, nights) if nights else None
        self.body.add_widget(self._rest if self._night is None else Panes(self._rest, self._night, gap=10))

    def enter(self) -> None:
        tr = self._shell.tr
        self._notices.clear_widgets()
        self.body.remove_widget(self._notices)
        if self._shell.problems:
            self.body.add_widget(self._notices, index=len(self.body.children))
        for problem in self._shell.problems:
            self._notices.add_widget(
                Notice(
                    tr.problem(problem), fix=tr("app.home.understood"), on_fix=partial(self._seen, problem)
                )
            )
        if self._night is not None:
            self._night.refresh()
        count = self._shell.archive.count()
        self._history.label.content = tr("app.home.history", n=count)
        self._rest.remove_widget(self._continue)
        self._continue.clear_widgets()
        card = self._card()
        if card is not None:
            self._continue.add_widget(card)
            self._rest.add_widget(self._continue, index=len(self._rest.children))

    def _card(self) -> Widget | None:
        """What can be gone on with: the table that was being prepared or sat at when the app was ended, else
        the one that was played last."""
        shell = self._shell
        shell.whereabouts.come_home()
        mark = shell.whereabouts.mark
        if mark is not None and any(game.id == mark.game for game in games()):
            return (_night_card if mark.place is Place.NIGHT else _left_card)(shell, mark)
        table = _left_table(shell) or shell.archive.latest()
        return None if table is None else _table_card(shell, table)

    # What lies behind home is loaded when somebody walks there.

    def _open_learn(self) -> None:
        from companion.screens.learn import LearnPage

        self._shell.visit(LearnPage)

    def _open_history(self) -> None:
        from companion.screens.looking_back import LookingBackPage

        self._shell.visit(LookingBackPage)

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


class GameTile(Tap):
    """One game on the shelf."""

    def __init__(self, shell: Shell, game: Manifest) -> None:
        tr = shell.tr
        super().__init__(
            partial(_seat, shell, game), padding=(dp(8), dp(6), dp(12), dp(6)), size_hint_y=None,
            height=max(dp(58), sp(18) * 3),
        )  # fmt: skip
        self.game = game
        self._box = Box(self, radius=RADIUS_CARD, ground=paint("plank"), edge=paint("groove", 0.7), line=1)
        seats = "app.home.seats_open" if game.open_ended else "app.home.seats"
        name = Text(tr(f"app.game.{game.id}"), face="title", size_sp=18, most=2, smallest=11, grow="none")
        count = Text(
            tr(seats, fewest=game.fewest, most=game.most), weight=700, size_sp=18, tone="ink_2", grow="both",
            pos_hint={"center_y": 0.5},
        )  # fmt: skip
        self.add_widget(
            Row(Emblem(game.emblem, EMBLEM, pos_hint={"center_y": 0.5}), name, count, gap=8, size_hint_y=1)
        )

    def dress(self, *, pressed: bool) -> None:
        self._box.paint(ground=shaded(paint("plank"), 0.06) if pressed else paint("plank"))


def _left_table(shell: Shell) -> AnyTable | None:
    """The one that somebody sat at when the app was ended. It may be over: then its result was being read."""
    left = shell.whereabouts.at_table
    if left is not None:
        with suppress(ProblemError):
            return shell.archive.open(shell.archive.kept(left.table))
    return None


def _table_card(shell: Shell, table: AnyTable) -> ContinueCard:
    """The table that was left, and how it stands."""
    game = game_of(table.game.id)
    return ContinueCard(
        game,
        partial(_sit_down_again, shell, table),
        _offer(shell, game, "app.go_on" if table.outcome is None else "app.left.result"),
        _title(summary_of(game, shell.tr, table).title),
        game.part("screens", "progress").progress(table),
    )


def _left_card(shell: Shell, mark: Bookmark) -> ContinueCard:
    """The table that was being prepared, and how far that had come."""
    tr, game = shell.tr, game_of(mark.game)
    return ContinueCard(
        game,
        partial(_go_on, shell, mark),
        _offer(shell, game),
        _title(tr(f"app.game.{game.id}")),
        _how_far(tr(f"app.left.{mark.place.value}", n=len(mark.players)), "ink_2"),
    )


def _night_card(shell: Shell, mark: Bookmark) -> ContinueCard:
    """A night that was cut off: it goes on, or begins anew."""
    tr, game = shell.tr, game_of(mark.game)
    stopped = tr("app.left.night", step=mark.step + 1, steps=len(mark.lines))
    return ContinueCard(
        game,
        partial(_go_on, shell, mark),
        _title(tr("app.night.title", game=tr(f"app.game.{game.id}"))),
        _how_far(stopped, ACCENTS[game.accent].line),
        SideButton(
            tr("app.left.begin_anew"),
            partial(_begin_anew, shell, mark),
            icon=Icon.AGAIN,
            outlined=True,
            height=max(dp(TARGET), sp(18) * 2.4),
        ),
        above=6,
    )


def _offer(shell: Shell, game: Manifest, words: str = "app.go_on") -> Text:
    return Text(shell.tr(words), size_sp=16, tone=ACCENTS[game.accent].line)


def _title(words: str) -> Text:
    return Text(words, face="title", size_sp=22, smallest=18, most=2)


def _how_far(words: str, tone: str) -> Text:
    return Text(words, size_sp=16, smallest=13, most=1, more=2, tone=tone)


def _go_on(shell: Shell, mark: Bookmark) -> None:
    from companion.screens.going_on import go_on

    go_on(shell, mark)


def _sit_down_again(shell: Shell, table: AnyTable) -> None:
    from companion.screens.going_on import sit_down_again

    sit_down_again(shell, table)


def _begin_anew(shell: Shell, mark: Bookmark) -> None:
    from companion.screens.going_on import begin_anew

    begin_anew(shell, mark)


class ContinueCard(Tap):
    """What was left: its game, a few words on how it stands, and one tap to go on."""

    def __init__(
        self, game: Manifest, on_tap: Callable[[], object], *words: Widget, above: float = 10
    ) -> None:
        self._accent = ACCENTS[game.accent]
        super().__init__(on_tap, size_hint_y=None, padding=(dp(12), dp(above)), spacing=dp(12))
        self._box = Box(self, radius=RADIUS_CARD, edge=paint(self._accent.line), line=2)
        self._answer()
        told = Column(*words, gap=2, pos_hint={"center_y": 0.5})
        go = Widget(size_hint=(None, None), size=(dp(_GO), dp(_GO)), pos_hint={"center_y": 0.5})
        Disc(go, ground=paint(self._accent.fill))
        mark = Glyph(Icon.PLAY, 26, tone=self._accent.on)
        go.add_widget(mark)
        go.bind(pos=lambda *_: setattr(mark, "center", middle(go)))
        self.add_widget(Row(Emblem(game.emblem, _GO, pos_hint={"center_y": 0.5}), told, go, gap=12))
        self.bind(minimum_height=self.setter("height"))

    def dress(self, *, pressed: bool) -> None:
        ground = paint(self._accent.deep)
        self._box.paint(ground=shaded(ground, 0.06) if pressed else ground)
