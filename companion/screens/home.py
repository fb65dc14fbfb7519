"""Home page: continue the last game, quick night without names, new games, history, learning, settings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Final

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.core.definition import GameDefinition
from companion.core.game import ProblemError
from companion.core.players import make_unnamed_seats
from companion.core.resume_state import (
    SetupBookmark,
    SetupDefaults,
    SetupStep,
    recall_night_game,
    recall_seat_count,
    remember_night_game,
    remember_seat_count,
)
from companion.games.game_text import summarize_game
from companion.games.registry import get_game, list_games
from companion.i18n.languages import LANGUAGES
from companion.screens.game_screens import GameScreens
from companion.widgets.backdrop import EmblemWidget, Logo
from companion.widgets.buttons import NavigationTile, Pressable, PrimaryButton, SecondaryButton, shade
from companion.widgets.cards import ChoiceChips, Notice
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Grid, Panes, Row
from companion.widgets.page import Page, Sheet, TitleBar
from companion.widgets.seat_marks import SeatCounter
from companion.widgets.shapes import TRANSPARENT, Disc, RoundedBox, center_of
from companion.widgets.text import HEADING, LABEL, MUTED, NUMBER, TITLE, IconLabel, Text
from companion.widgets.theme import (
    ACCENTS,
    RADIUS_CARD,
    RADIUS_CHIP,
    RADIUS_PRIMARY,
    TOUCH_TARGET,
    Accent,
    look,
    sp,
    theme_colour,
)

if TYPE_CHECKING:
    # Type checking only: importing these at run time would slow down the start of the app.
    from companion.app_context import AnySession, AppContext


# In dp; the same size everywhere, so that each icon is rendered only once.
EMBLEM_DP: Final = 38


class QuickNightCard(Column):
    """Starts a night without asking for names: number of players and game. `games` are those with a night.
    The choice is remembered."""

    def __init__(self, context: AppContext, games: Sequence[GameDefinition]) -> None:
        super().__init__(gap=8, padding=(dp(16), dp(12), dp(16), dp(14)))
        self._app_context, self._games = context, tuple(games)
        self._box = RoundedBox(self, radius=RADIUS_PRIMARY, background=theme_colour("plank"), line_width=2)
        self.game = recall_night_game(context, self._games)
        self._show()

    def _show(self) -> None:
        tr, game, accent = self._app_context.tr, self.game, ACCENTS[self.game.accent]
        self._box.set_style(border=theme_colour(accent.line))
        self.clear_widgets()
        title = Text(tr("app.home.night.title"), TITLE, max_lines=2)
        no_names_text = Text(tr("app.home.night.no_names"), MUTED, align="end", max_lines=2)
        self.chips = [
            _GameChip(tr(f"app.game.{each.id}"), each, partial(self._select_game, each), each is game)
            for each in self._games
        ]
        count, describe = recall_seat_count(self._app_context, game), lambda n: tr("app.seats.seated", n=n)
        self.counter = SeatCounter(count, game.min_players, game.max_players, self._set_count, describe)
        self.main = PrimaryButton("", self._open_deal, icon=Icon.CARD, accent=accent)
        self._update_button()
        min_width = 130 * max(1.0, look().text_scale)
        chips = Grid(*self.chips, gap=8, min_column_width=min_width, max_columns=len(self.chips))
        for part in (Row(title, no_names_text, gap=8), chips, self.counter, self.main):
            self.add_widget(part)

    def refresh(self) -> None:
        """The number of players may have changed on the seats page meanwhile."""
        if recall_seat_count(self._app_context, self.game) != self.counter.count:
            self._show()

    def _select_game(self, game: GameDefinition) -> None:
        if game is not self.game:
            self.game = game
            remember_night_game(self._app_context, game)
            self._show()

    def _set_count(self, count: int) -> None:
        remember_seat_count(self._app_context, self.game, count)
        self._update_button()

    def _update_button(self) -> None:
        self.main.show(self._app_context.tr("app.home.night.deal", n=self.counter.count))

    def _open_deal(self) -> None:
        """Load rules, roles and speech here, so that they do not delay the home page."""
        context, game = self._app_context, self.game
        players = context.setup_players = make_unnamed_seats(self.counter.count)
        remember_night_game(context, game)
        remember_seat_count(context, game, len(players))
        defaults = game.find_part(SetupDefaults)
        if defaults is None:
            # Games without a default set-up open the set-up pages.
            context.open_setup(game, players)
            return
        from companion.screens.night.deal import DealPage

        context.push(DealPage, defaults.prepare_setup(players, context, Random().randrange))


class _GameChip(Pressable):
    """A game by its emblem and name."""

    def __init__(
        self, name: str, game: GameDefinition, on_tap: Callable[[], object], is_selected: bool
    ) -> None:
        self.game, self._is_selected = game, is_selected
        self._accent: Accent = ACCENTS[game.accent]
        height = max(dp(TOUCH_TARGET), sp(18) * 2.6)
        super().__init__(on_tap, size_hint_y=None, height=height, padding=(dp(8), dp(4)), spacing=dp(8))
        self._box = RoundedBox(self, radius=RADIUS_CHIP, line_width=2)
        self.label = Text(name, LABEL, min_size=12, max_lines=2, autosize="none")
        parts = [EmblemWidget(game.emblem, EMBLEM_DP, pos_hint={"center_y": 0.5}), self.label]
        for part in reversed(parts) if look().rtl else parts:
            self.add_widget(part)
        self._refresh_style()

    def update_style(self, *, pressed: bool) -> None:
        ground = theme_colour(self._accent.deep if self._is_selected else "raised")
        self._box.set_style(
            background=shade(ground, 0.08) if pressed else ground,
            border=theme_colour(self._accent.line) if self._is_selected else TRANSPARENT,
        )


# Size of the emblem and of the play button of `ContinueCard`.
_ICON_DP = 56


class HomePage(Page):
    shows_stored_data = True
    max_width_dp = 900

    def __init__(self, context: AppContext) -> None:
        self._app_context = context
        tr = context.tr
        language = _LanguageButton(tr.code.upper(), self.open_language_sheet)
        super().__init__(TitleBar(tr("app.title"), leading=Logo(48), actions=[language], size=28))
        # Everything must fit on a phone of usual height without scrolling, with and without `ContinueCard`.
        self.body.padding = (*self.body.padding[:3], dp(6))
        self._notices = Column(gap=8)
        self._continue_area = Column(gap=0)
        self._history_tile = NavigationTile("", Icon.HISTORY, self._open_history)
        tiles = Grid(gap=8, min_column_width=140 * max(1.0, look().text_scale), max_columns=2)
        for game in list_games():
            tiles.add_widget(GameTile(context, game))
        learn_tile = NavigationTile(tr("app.home.learn"), Icon.BOOK_OPEN, self._open_learn)
        settings_tile = NavigationTile(tr("app.settings.title"), Icon.SETTINGS, self._open_settings)
        links = Row(learn_tile, self._history_tile, settings_tile, gap=8)
        self._main_column = Column(Text(tr("app.home.new_table"), HEADING), tiles, links, gap=8)
        # On wide screens the quick night is shown beside the rest.
        nights = [game for game in list_games() if game.has_night]
        self._quick_night = QuickNightCard(context, nights) if nights else None
        column, card = self._main_column, self._quick_night
        self.body.add_widget(column if card is None else Panes(column, card, gap=10))

    def enter(self) -> None:
        tr = self._app_context.tr
        self._notices.clear_widgets()
        self.body.remove_widget(self._notices)
        if self._app_context.startup_problems:
            self.body.add_widget(self._notices, index=len(self.body.children))
        for problem in self._app_context.startup_problems:
            text, dismiss = tr.translate_problem(problem), partial(self._dismiss_problem, problem)
            self._notices.add_widget(Notice(text, fix_text=tr("app.home.understood"), on_fix=dismiss))
        if self._quick_night is not None:
            self._quick_night.refresh()
        count = self._app_context.games.count()
        self._history_tile.label.content = tr("app.home.history", n=count)
        self._main_column.remove_widget(self._continue_area)
        self._continue_area.clear_widgets()
        card = self._build_continue_card()
        if card is not None:
            self._continue_area.add_widget(card)
            self._main_column.add_widget(self._continue_area, index=len(self._main_column.children))

    def _build_continue_card(self) -> Widget | None:
        """Return a card that continues the interrupted set-up, night or session, else the latest game; None
        if there is none."""
        context = self._app_context
        context.resume_state.clear()
        bookmark = context.resume_state.bookmark
        if bookmark is not None and any(game.id == bookmark.game for game in list_games()):
            build_card = _build_night_card if bookmark.place is SetupStep.NIGHT else _build_setup_card
            return build_card(context, bookmark)
        session = _load_open_session(context) or context.games.open_latest()
        return None if session is None else _build_session_card(context, session)

    # Pages are imported on demand, to keep the start of the app fast.

    def _open_learn(self) -> None:
        from companion.screens.learn.learn_page import LearnPage

        self._app_context.push(LearnPage)

    def _open_history(self) -> None:
        from companion.screens.history.history_page import HistoryListPage

        # Links only from here: the list is also opened from statistics pages, which must not link back.
        self._app_context.push(partial(HistoryListPage, build_links=build_history_links))

    def _open_settings(self) -> None:
        from companion.screens.settings_page import SettingsPage

        self._app_context.push(SettingsPage)

    def _dismiss_problem(self, problem: object) -> None:
        problems = self._app_context.startup_problems
        self._app_context.startup_problems = tuple(other for other in problems if other is not problem)
        self.enter()

    def open_language_sheet(self) -> None:
        context = self._app_context

        def set_language(code: str) -> None:
            context.change_settings(language=code)

        tr, navigator, current = context.tr, context.navigator, context.settings.language
        names = [(code, language.name) for code, language in LANGUAGES.items()]
        choice = ChoiceChips(names, current, set_language, min_column_width=140, max_columns=2)
        navigator.open_sheet(Sheet(tr("app.settings.language"), choice, on_close=navigator.close_sheet))


def build_history_links(context: AppContext) -> Row:
    """Return the links to game nights, statistics and people, above the history."""

    def open_game_nights() -> None:
        from companion.screens.history.game_nights import GameNightsPage

        context.push(GameNightsPage)

    def open_statistics() -> None:
        from companion.screens.statistics.statistics_page import StatisticsHomePage

        context.push(StatisticsHomePage)

    def open_people() -> None:
        from companion.screens.people_pages import PeoplePage

        context.push(PeoplePage)

    tr = context.tr
    return Row(
        NavigationTile(tr("evenings.list.title"), Icon.FLAME, open_game_nights),
        NavigationTile(tr("history.way.numbers"), Icon.TROPHY, open_statistics),
        NavigationTile(tr("history.way.people"), Icon.PEOPLE, open_people),
        gap=8,
    )


def _open_seats(context: AppContext, game: GameDefinition) -> None:
    from companion.screens.seats import SeatsPage

    context.push(SeatsPage, game)


class _LanguageButton(Pressable):
    def __init__(self, code: str, on_tap: Callable[[], object]) -> None:
        super().__init__(
            on_tap, size_hint=(None, None), size=(dp(40) + sp(18) * 1.5, dp(48)), padding=(dp(6), 0),
            spacing=dp(6), pos_hint={"center_y": 0.5},
        )  # fmt: skip
        self._box = RoundedBox(self, radius=14)
        parts = [
            IconLabel(Icon.GLOBE, 24, tone="ink_2", pos_hint={"center_y": 0.5}),
            Text(code, LABEL, tone="ink_2", autosize="none", max_lines=1, min_size=12),
        ]
        for part in reversed(parts) if look().rtl else parts:
            self.add_widget(part)

    def update_style(self, *, pressed: bool) -> None:
        self._box.set_style(background=theme_colour("raised", 1.0 if pressed else 0.0))


class GameTile(Pressable):
    """A game that can be started."""

    def __init__(self, context: AppContext, game: GameDefinition) -> None:
        tr = context.tr
        super().__init__(
            partial(_open_seats, context, game), padding=(dp(8), dp(6), dp(12), dp(6)), size_hint_y=None,
            height=max(dp(58), sp(18) * 3),
        )  # fmt: skip
        self.game = game
        border = theme_colour("groove", 0.7)
        self._box = RoundedBox(
            self, radius=RADIUS_CARD, background=theme_colour("plank"), border=border, line_width=1
        )
        key = "app.home.seats_open" if game.is_open_ended else "app.home.seats"
        seats = tr(key, fewest=game.min_players, most=game.max_players)
        name = Text(tr(f"app.game.{game.id}"), HEADING, size_sp=18, max_lines=2, min_size=11, autosize="none")
        count = Text(seats, NUMBER, size_sp=18, tone="ink_2", autosize="both")
        self.add_widget(Row(EmblemWidget(game.emblem, EMBLEM_DP), name, count, gap=8, size_hint_y=1))

    def update_style(self, *, pressed: bool) -> None:
        ground = theme_colour("plank")
        self._box.set_style(background=shade(ground, 0.06) if pressed else ground)


def _load_open_session(context: AppContext) -> AnySession | None:
    """Return the session that was open when the app was closed, if any. It may be finished: then its result
    was on the screen."""
    open_table = context.resume_state.open_table
    if open_table is not None:
        with suppress(ProblemError):
            return context.games.open_session(context.games.load(open_table.table))
    return None


def _build_session_card(context: AppContext, session: AnySession) -> ContinueCard:
    """Return the card for a session, with its progress."""
    game = get_game(session.game.id)
    return ContinueCard(
        game,
        partial(_reopen_session, context, session),
        _build_action_text(context, game, "app.go_on" if session.outcome is None else "app.left.result"),
        _build_title(summarize_game(game, context.tr, session).title),
        game.get_part(GameScreens).build_progress(session),
    )


def _build_setup_card(context: AppContext, bookmark: SetupBookmark) -> ContinueCard:
    """Return the card for an unfinished set-up, with its step."""
    tr, game = context.tr, get_game(bookmark.game)
    return ContinueCard(
        game,
        partial(_resume_bookmark, context, bookmark),
        _build_action_text(context, game),
        _build_title(tr(f"app.game.{game.id}")),
        _build_progress_text(tr(f"app.left.{bookmark.place.value}", n=len(bookmark.players)), "ink_2"),
    )


def _build_night_card(context: AppContext, bookmark: SetupBookmark) -> ContinueCard:
    """Return the card for an interrupted night, which can be resumed or restarted."""
    tr, game = context.tr, get_game(bookmark.game)
    progress_text = tr("app.left.night", step=bookmark.step + 1, steps=len(bookmark.lines))
    restart, height = partial(_restart_night, context, bookmark), max(dp(TOUCH_TARGET), sp(18) * 2.4)
    return ContinueCard(
        game,
        partial(_resume_bookmark, context, bookmark),
        _build_title(tr("app.night.title", game=tr(f"app.game.{game.id}"))),
        _build_progress_text(progress_text, ACCENTS[game.accent].line),
        SecondaryButton(tr("app.left.begin_anew"), restart, icon=Icon.AGAIN, outlined=True, height=height),
        padding_y=6,
    )


def _build_action_text(context: AppContext, game: GameDefinition, text_key: str = "app.go_on") -> Text:
    return Text(context.tr(text_key), tone=ACCENTS[game.accent].line)


def _build_title(text: str) -> Text:
    return Text(text, TITLE, min_size=18, max_lines=2)


def _build_progress_text(text: str, tone: str) -> Text:
    return Text(text, min_size=13, max_lines=1, fallback_lines=2, tone=tone)


def _resume_bookmark(context: AppContext, bookmark: SetupBookmark) -> None:
    from companion.screens.resume import resume_bookmark

    resume_bookmark(context, bookmark)


def _reopen_session(context: AppContext, session: AnySession) -> None:
    from companion.screens.resume import reopen_session

    reopen_session(context, session)


def _restart_night(context: AppContext, bookmark: SetupBookmark) -> None:
    from companion.screens.resume import restart_night

    restart_night(context, bookmark)


class ContinueCard(Pressable):
    """What can be continued: emblem, status, and a tap to resume."""

    def __init__(
        self, game: GameDefinition, on_tap: Callable[[], object], *texts: Widget, padding_y: float = 10
    ) -> None:
        self._accent = ACCENTS[game.accent]
        super().__init__(on_tap, size_hint_y=None, padding=(dp(12), dp(padding_y)), spacing=dp(12))
        self._box = RoundedBox(self, radius=RADIUS_CARD, border=theme_colour(self._accent.line), line_width=2)
        self._refresh_style()
        text_column = Column(*texts, gap=2)
        play_disc = Widget(size_hint=(None, None), size=(dp(_ICON_DP), dp(_ICON_DP)))
        Disc(play_disc, background=theme_colour(self._accent.fill))
        icon = IconLabel(Icon.PLAY, 26, tone=self._accent.on)
        play_disc.add_widget(icon)
        play_disc.bind(pos=lambda *_: setattr(icon, "center", center_of(play_disc)))
        self.add_widget(Row(EmblemWidget(game.emblem, _ICON_DP), text_column, play_disc, gap=12))
        self.bind(minimum_height=self.setter("height"))

    def update_style(self, *, pressed: bool) -> None:
        ground = theme_colour(self._accent.deep)
        self._box.set_style(background=shade(ground, 0.06) if pressed else ground)
