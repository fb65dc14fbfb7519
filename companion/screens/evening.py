"""An evening: whose it was, who sat where, what was played and what happened; and the next game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.games.game import ProblemError
from companion.games.shelf import get_game
from companion.i18n.dates import format_weekday_and_day
from companion.past import evening_words
from companion.past.evening import GameNight, GameNightGame
from companion.past.evening_words import DEFAULT_SHARE_OPTIONS, ShareOptions
from companion.screens.evening_told import build_ring_seats, format_center_text, format_subtitle, to_local_day
from companion.screens.labelled_rows import build_heading
from companion.screens.next_game import open_next_game_sheet
from companion.shell import AppContext
from companion.widgets.cards import Card
from companion.widgets.emblem import EmblemWidget
from companion.widgets.evening_ring import GameNightRing
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Panes, Row
from companion.widgets.page import Page, TitleBar
from companion.widgets.shapes import RoundedBox
from companion.widgets.tap import Pressable, PrimaryButton, SecondaryButton, shade
from companion.widgets.text import IconLabel, Text
from companion.widgets.theme import RADIUS_CARD, theme_colour

# Whoever was there sees everybody's name.
_OPTIONS = DEFAULT_SHARE_OPTIONS


class GameNightPage(Page):
    """`started` is when its first game began."""

    shows_stored_data = True
    max_width_dp = 1040

    def __init__(self, context: AppContext, started: float) -> None:
        self._app_context = context
        self._started = started
        super().__init__(
            TitleBar(format_weekday_and_day(context.tr, to_local_day(started)), " ", on_back=context.go_back)
        )
        self.next_button = PrimaryButton(context.tr("evenings.next"), self._open_next_game, icon=Icon.PLAY)
        self.game_night = GameNight(started, ())

    def enter(self) -> None:
        """Games may have been played on, deleted or told more of since."""
        context, tr = self._app_context, self._app_context.tr
        self.body.clear_widgets()
        try:
            self.game_night = context.game_nights.load(self._started)
        except ProblemError as error:
            self.body.add_widget(Text(tr.translate_problem(error.problem), tone="ember"))
            return
        game_night = self.game_night
        if not game_night.games:
            self.body.add_widget(Text(tr("evenings.problem.missing"), tone="ink_2"))
            return
        if self.bar is not None:
            self.bar.show(
                format_weekday_and_day(tr, to_local_day(self._started)), format_subtitle(tr, game_night)
            )
        self.body.add_widget(
            Panes(Column(*self._build_people(), gap=12), Column(*self._build_games(), gap=12), gap=12)
        )
        self.set_footer(self.next_button)

    def _build_people(self) -> Iterator[Widget]:
        tr, game_night = self._app_context.tr, self.game_night
        yield Text(
            evening_words.format_title(tr, game_night, _OPTIONS),
            face="title",
            size_sp=34,
            min_size=24,
            align="center",
        )
        yield GameNightRing(
            build_ring_seats(tr, game_night, _OPTIONS), format_center_text(tr, game_night, _OPTIONS)
        )
        if game_night.unknown_results:
            yield Text(tr("evenings.unknown", n=game_night.unknown_results), tone="ink_2", align="center")
        yield SecondaryButton(tr("evenings.share.title"), self._open_share_page, icon=Icon.SHARE)

    def _build_games(self) -> Iterator[Widget]:
        tr, game_night = self._app_context.tr, self.game_night
        yield Column(
            *(
                PlayedGameRow(self._app_context, game, game_night, self._open_game)
                for game in game_night.games
            ),
            gap=8,
        )
        moments = evening_words.list_moments(tr, game_night, ShareOptions(show_roles=True))
        if moments:
            lines = (
                Row(IconLabel(Icon.STAR, 20, tone="candle", pos_hint={"top": 1}), Text(moment), gap=10)
                for moment in moments
            )
            yield Card(build_heading(Icon.FLAME, tr("evenings.moments")), *lines, gap=8)

    def _open_game(self, game_id: int) -> None:
        from companion.screens.going_on import reopen_session

        context = self._app_context
        context.run_or_show_error(
            lambda: reopen_session(context, context.games.open_session(context.games.load(game_id)))
        )

    def _open_share_page(self) -> None:
        from companion.screens.share_evening import ShareGameNightPage, SharePageState

        self._app_context.push(ShareGameNightPage, self._started, SharePageState())

    def _open_next_game(self) -> None:
        open_next_game_sheet(self._app_context, tuple(person.name for person in self.game_night.players))


class PlayedGameRow(Pressable):
    """A game of the evening and how it ended; a tap opens it."""

    def __init__(
        self,
        context: AppContext,
        game: GameNightGame,
        game_night: GameNight,
        on_open: Callable[[int], object],
    ) -> None:
        super().__init__(partial(on_open, game.game_id), size_hint_y=None, padding=(dp(12), dp(8)))
        self.game_id = game.game_id
        self._box = RoundedBox(
            self,
            radius=RADIUS_CARD,
            background=theme_colour("plank"),
            border=theme_colour("groove", 0.6),
            line_width=1,
        )
        tr = context.tr
        ending = evening_words.describe_game_ending(
            tr, game, evening_words.name_players(game_night, _OPTIONS)
        )
        text_column = Column(
            Text(game.title or tr(f"app.game.{game.game}"), face="title", size_sp=18, max_lines=2),
            Text(ending.text, weight=500, tone=ending.tone),
            gap=0,
            pos_hint={"center_y": 0.5},
        )
        self.add_widget(
            Row(
                EmblemWidget(get_game(game.game).emblem, 48, pos_hint={"center_y": 0.5}),
                text_column,
                IconLabel(Icon.FORWARD, 22, tone="ink_3", mirrored=True, pos_hint={"center_y": 0.5}),
                gap=12,
            )
        )
        self.bind(minimum_height=self.setter("height"))

    def update_style(self, *, pressed: bool) -> None:
        self._box.set_style(
            background=shade(theme_colour("plank"), 0.06) if pressed else theme_colour("plank")
        )
