"""Game nights: the list of all, one with its people, games and results, sharing as image or text, and
starting the next game with the same players."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial
from typing import TYPE_CHECKING, Final

from kivy.core.window import Window
from kivy.metrics import dp
from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.widget import Widget

from companion.app_context import AppContext, OutgoingFile
from companion.core.definition import GameDefinition
from companion.core.game import ProblemError
from companion.core.players import resize_seats
from companion.games.registry import get_game, list_games
from companion.i18n.translator import format_date, format_weekday_and_day
from companion.screens.files.share import (
    build_card_content,
    build_ring_seats,
    format_center_text,
    format_subtitle,
    send_file,
    to_local_day,
)
from companion.screens.rows import (
    IndexedPage,
    PressableCard,
    build_empty_card,
    build_heading,
    close_sheet_then,
)
from companion.statistics import game_night as statistics_game_night
from companion.statistics.game_night import (
    DEFAULT_SHARE_OPTIONS,
    GameNight,
    GameNightGame,
    ShareOptions,
    find_winners,
    format_game_night,
)
from companion.widgets.backdrop import EmblemWidget
from companion.widgets.buttons import PrimaryButton, SecondaryButton
from companion.widgets.cards import Card, ChoiceChips, ToggleSwitch
from companion.widgets.game_night_card import (
    WIDTH,
    CardFormat,
    GameNightCard,
    GameNightRing,
    build_export_card,
)
from companion.widgets.icons import Icon
from companion.widgets.image_export import encode_png
from companion.widgets.layout import Column, LabelledControl, Panes, Row
from companion.widgets.page import Page, Sheet, TitleBar
from companion.widgets.text import DISPLAY, HEADING, LABEL, MUTED, STRONG, IconLabel, Text
from companion.widgets.theme import TOUCH_TARGET

if TYPE_CHECKING:
    from companion.app_context import GameNightSummary


# Maximum size of the preview: ratio of its column's width and of the window's height.
_MAX_WIDTH_RATIO: Final = 0.87
_MAX_HEIGHT_RATIO: Final = 0.452


class ShareFormat(Enum):
    TALL = "tall"
    SQUARE = "square"
    TEXT = "text"


_CARD_FORMS: Final = {ShareFormat.TALL: CardFormat.TALL, ShareFormat.SQUARE: CardFormat.SQUARE}


@dataclass(slots=True)
class SharePageState:
    """The chosen format and options; they survive a rebuild of the page."""

    share_format: ShareFormat = ShareFormat.TALL
    options: ShareOptions = DEFAULT_SHARE_OPTIONS


class ShareGameNightPage(Page):
    max_width_dp = 1040

    def __init__(self, context: AppContext, started: float, state: SharePageState) -> None:
        self._app_context = context
        self._state = state
        tr = context.tr
        try:
            self.game_night = context.game_nights.load(started)
        except ProblemError as error:
            self.game_night = GameNight(started, ())
            context.show_problem(error.problem)
        super().__init__(
            TitleBar(tr("evenings.this"), format_subtitle(tr, self.game_night), on_back=context.go_back)
        )
        self.card: GameNightCard | None = None
        self._preview = AnchorLayout(size_hint_y=None)
        self._preview.bind(width=self._show)
        formats = ChoiceChips(
            [
                (ShareFormat.TALL, tr("evenings.share.tall", wide=4, high=5)),
                (ShareFormat.SQUARE, tr("evenings.share.square")),
                (ShareFormat.TEXT, tr("evenings.share.text")),
            ],
            state.share_format,
            self._set_format,
            max_columns=3,
        )
        switches = Column(
            self._create_switch(Icon.PERSON, "names", "show_names", has_hint=True),
            self._create_switch(Icon.EYE, "roles", "show_roles", has_hint=True),
            self._create_switch(Icon.HISTORY, "day", "show_date"),
            gap=8,
        )
        self._panes = Panes(self._preview, Column(formats, switches, gap=12), gap=14)
        self.body.add_widget(self._panes)
        self.scroll.bind(height=self._show)
        self.main = PrimaryButton(" ", self._send, icon=Icon.SHARE, enabled=bool(self.game_night.games))
        self.add_to_footer(self.main)
        self._show()

    @property
    def text(self) -> str:
        game_night = self.game_night
        return format_game_night(
            self._app_context.tr, game_night, to_local_day(game_night.started), self._state.options
        )

    def _create_switch(self, icon: Icon, key: str, option: str, *, has_hint: bool = False) -> Card:
        tr = self._app_context.tr
        label = Column(Text(tr(f"evenings.share.{key}"), LABEL), gap=0)
        if has_hint:
            label.add_widget(Text(tr(f"evenings.share.{key}_why"), MUTED))
        mark = IconLabel(icon, 24, tone="ink_2")
        control = ToggleSwitch(getattr(self._state.options, option), partial(self._set_option, option))
        return Card(LabelledControl(Row(mark, label, gap=14), control), padding=(dp(16), dp(2)), gap=0)

    def _set_format(self, share_format: ShareFormat) -> None:
        self._state.share_format = share_format
        self._show()

    def _set_option(self, option: str, is_on: bool) -> None:
        self._state.options = replace(self._state.options, **{option: is_on})
        self._show()

    def _show(self, *_: object) -> None:
        """Show a preview of what will be shared."""
        tr, form = self._app_context.tr, _CARD_FORMS.get(self._state.share_format)
        label_key = "evenings.share.send_text" if form is None else "evenings.share.send_picture"
        self.main.show(tr(label_key))
        if self._preview.width < 1:
            return
        self._preview.clear_widgets()
        preview: Widget
        if form is None:
            self.card = None
            preview = Card(Text(self.text))
            preview.bind(height=self._preview.setter("height"))
        else:
            # Beside the switches the preview may use the full height of the page.
            is_side_by_side = self._panes.orientation == "horizontal"
            max_height = self.scroll.height - dp(24) if is_side_by_side else Window.height * _MAX_HEIGHT_RATIO
            unit = max(
                0.1, min(self._preview.width * _MAX_WIDTH_RATIO / WIDTH, max_height / CardFormat.TALL.value)
            )
            preview = self.card = GameNightCard(
                build_card_content(tr, self.game_night, self._state.options), form, unit, rounded=True
            )
        self._preview.height = preview.height
        self._preview.add_widget(preview)

    def _send(self) -> None:
        form = _CARD_FORMS.get(self._state.share_format)
        if form is None:
            self._app_context.files.share_text(self.text)
        else:
            send_image(self._app_context, self.game_night, self._state.options, form)


def send_image(context: AppContext, game_night: GameNight, options: ShareOptions, form: CardFormat) -> None:
    pixels = build_export_card(build_card_content(context.tr, game_night, options), form).export_pixels()
    year, month, day = to_local_day(game_night.started)
    name = f"evening-{year}-{month:02}-{day:02}.png"
    outgoing = OutgoingFile(name, "image/png", lambda path: path.write_bytes(encode_png(*pixels)))
    send_file(context, lambda: outgoing)


def open_next_game_sheet(context: AppContext, players: Sequence[str]) -> None:
    """Open a sheet that asks which game these people play next."""
    tr, navigator = context.tr, context.navigator
    options = (_GameOption(context, game, tuple(players)) for game in list_games())
    navigator.open_sheet(Sheet(tr("evenings.which"), *options, on_close=navigator.close_sheet))


def open_setup_or_seats(context: AppContext, game: GameDefinition, players: Sequence[str]) -> None:
    """Open the set-up of the game, or its seats page if the number of players does not fit."""
    if game.min_players <= len(players) <= game.max_players:
        context.open_setup(game, players)
        return
    from companion.screens.seats import SeatsPage

    # Seat as many as the game allows; the others are suggested on the seats page.
    context.setup_players = resize_seats(players, game.clamp_player_count(len(players)))
    context.push(SeatsPage, game)


class _GameOption(PressableCard):
    def __init__(self, context: AppContext, game: GameDefinition, players: tuple[str, ...]) -> None:
        callback = close_sheet_then(context.navigator, partial(open_setup_or_seats, context, game, players))
        super().__init__(callback, is_raised=True, padding=(dp(10), dp(8)))
        tr = context.tr
        if game.min_players <= len(players) <= game.max_players:
            hint = tr("evenings.fits")
        else:
            hint = tr("evenings.choose", fewest=game.min_players, most=game.max_players)
        labels = Column(Text(tr(f"app.game.{game.id}"), HEADING, size_sp=18), Text(hint, MUTED), gap=0)
        self.add_widget(Row(EmblemWidget(game.emblem, TOUCH_TARGET), labels, gap=12))


# On the device itself all names are shown.
_OPTIONS = DEFAULT_SHARE_OPTIONS


class GameNightPage(Page):
    """A game night with its players, games and moments. `started` is the start time of its first game."""

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
        """Reload: games may have been continued, deleted or edited since."""
        context, tr = self._app_context, self._app_context.tr
        self.body.clear_widgets()
        try:
            self.game_night = context.game_nights.load(self._started)
        except ProblemError as error:
            self.body.add_widget(Text(tr.translate_problem(error.problem), tone="ember"))
            return
        game_night = self.game_night
        if not game_night.games:
            self.body.add_widget(Text(tr("evenings.problem.missing"), MUTED))
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
            statistics_game_night.format_title(tr, game_night, _OPTIONS), DISPLAY, size_sp=34, min_size=24
        )
        yield GameNightRing(
            build_ring_seats(tr, game_night, _OPTIONS), format_center_text(tr, game_night, _OPTIONS)
        )
        if game_night.unknown_results:
            yield Text(tr("evenings.unknown", n=game_night.unknown_results), MUTED, align="center")
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
        moments = statistics_game_night.list_moments(tr, game_night, ShareOptions(show_roles=True))
        if moments:
            lines = (
                Row(IconLabel(Icon.STAR, 20, tone="candle", pos_hint={"top": 1}), Text(moment), gap=10)
                for moment in moments
            )
            yield Card(build_heading(Icon.FLAME, tr("evenings.moments")), *lines, gap=8)

    def _open_game(self, game_id: int) -> None:
        from companion.screens.resume import reopen_session

        context = self._app_context
        context.run_or_show_error(
            lambda: reopen_session(context, context.games.open_session(context.games.load(game_id)))
        )

    def _open_share_page(self) -> None:
        self._app_context.push(ShareGameNightPage, self._started, SharePageState())

    def _open_next_game(self) -> None:
        open_next_game_sheet(self._app_context, tuple(person.name for person in self.game_night.players))


class PlayedGameRow(PressableCard):
    """A game of the game night with its result; a tap opens it."""

    def __init__(
        self,
        context: AppContext,
        game: GameNightGame,
        game_night: GameNight,
        on_open: Callable[[int], object],
    ) -> None:
        super().__init__(partial(on_open, game.game_id), padding=(dp(12), dp(8)))
        self.game_id = game.game_id
        tr = context.tr
        ending = statistics_game_night.describe_game_ending(
            tr, game, statistics_game_night.name_players(game_night, _OPTIONS)
        )
        text_column = Column(
            Text(game.title or tr(f"app.game.{game.game}"), HEADING, size_sp=18, max_lines=2),
            Text(ending.text, STRONG, tone=ending.tone),
            gap=0,
        )
        self.add_widget(
            Row(
                EmblemWidget(get_game(game.game).emblem, 48),
                text_column,
                IconLabel(Icon.FORWARD, 22, tone="ink_3", mirrored=True),
                gap=12,
            )
        )


_PAGE_SIZE = 20
# Maximum number of emblems in a row.
_MAX_EMBLEMS = 6


class GameNightsPage(IndexedPage):
    """All game nights. Their winners are only known for indexed games."""

    def __init__(self, context: AppContext) -> None:
        self._app_context = context
        self._last_started: float | None = None
        super().__init__(TitleBar(self.page_title, " ", on_back=context.go_back))
        self._list = Column(gap=8)
        self._more_button = SecondaryButton(
            context.tr("evenings.list.more"), self._load_more, icon=Icon.ARROW_DOWN
        )
        self.body.add_widget(self._list)

    @property
    def page_title(self) -> str:
        return self._app_context.tr("evenings.list.title")

    def show_content(self) -> None:
        tr = self._app_context.tr
        self._last_started = None
        self._list.clear_widgets()
        count = self._app_context.game_nights.count()
        self.show_subtitle(tr("evenings.list.count", n=count))
        if count:
            self._load_more()
            return
        self._list.add_widget(build_empty_card(Icon.FLAME, tr("evenings.list.none")))

    def _load_more(self) -> None:
        game_nights = self._app_context.game_nights.list_newest(_PAGE_SIZE, self._last_started)
        if self._more_button.parent is not None:
            self.body.remove_widget(self._more_button)
        for game_night in game_nights:
            self._list.add_widget(GameNightRow(self._app_context, game_night))
            self._last_started = game_night.started
        if len(game_nights) == _PAGE_SIZE:
            self.body.add_widget(self._more_button)


class GameNightRow(PressableCard):
    """Date, games, players and the person with the most wins."""

    def __init__(self, context: AppContext, game_night: GameNightSummary) -> None:
        open_night = partial(context.push, GameNightPage, game_night.started)
        super().__init__(open_night, padding=(dp(14), dp(12)))
        tr = context.tr
        text_column = Column(
            Row(
                Text(
                    format_date(tr, *to_local_day(game_night.started)),
                    HEADING,
                    size_sp=18,
                    max_lines=2,
                    pos_hint={"y": 0},
                ),
                _build_emblems(game_night.games),
                gap=10,
            ),
            gap=4,
        )
        names = tuple(person.name for person in game_night.players)
        if names:
            text_column.add_widget(Text(tr.join_items(names), MUTED, max_lines=2, fallback_lines=3))
        winners = find_winners(game_night.players)
        if winners:
            winners_text = tr(
                "evenings.list.best", names=tuple(winner.name for winner in winners), n=winners[0].wins
            )
            crown = IconLabel(Icon.CROWN, 20, tone="candle")
            text_column.add_widget(
                Row(crown, Text(winners_text, STRONG, tone="candle", max_lines=2, fallback_lines=3), gap=8)
            )
        self.add_widget(text_column)


def _build_emblems(game_ids: tuple[str, ...]) -> Row:
    """Return the emblems in order of play, without games that this version of the app does not know."""
    row = Row(gap=4, hug=True)
    for game in game_ids[:_MAX_EMBLEMS]:
        try:
            row.add_widget(EmblemWidget(get_game(game).emblem, 30))
        except KeyError:
            continue
    return row
