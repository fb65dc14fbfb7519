"""Statistics pages: overview of all games, one game, one person; with filters, links to the games behind a
figure, and export of the cards as an image."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from typing import Final

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app_context import AppContext, OutgoingFile
from companion.core.definition import GameDefinition
from companion.games.registry import get_game, list_games
from companion.i18n.translator import Translator
from companion.screens.files.share import remove_buttons, send_file
from companion.screens.history.filter import Period, to_time_range
from companion.screens.rows import IndexedPage, PressableCard, build_empty_card
from companion.screens.statistics.statistic_cards import StatisticButton, build_card_widget
from companion.statistics.formatting import format_fraction
from companion.statistics.metrics import Statistic
from companion.statistics.query import CompletionFilter, GameFilter, GameSelection
from companion.statistics.reports import (
    FilterOption,
    FilterOptionGroup,
    StatisticLine,
    StatisticsCard,
    StatisticsReport,
    build_headline,
    build_person_report,
    build_report,
    list_filter_options,
    suggest_options,
)
from companion.widgets.backdrop import EmblemWidget
from companion.widgets.buttons import IconButton, PrimaryButton, SecondaryButton
from companion.widgets.cards import Chip
from companion.widgets.icons import Icon
from companion.widgets.image_export import ImageExport, encode_png
from companion.widgets.layout import Column, Grid, Row, Spacer, Wrap
from companion.widgets.page import Sheet, Stateful, TitleBar
from companion.widgets.scrolling import LazyColumn
from companion.widgets.text import CAPTION, DISPLAY, HEADING, LABEL, MUTED, TITLE, IconLabel, Text
from companion.widgets.theme import ACCENTS, MAX_COLUMN_WIDTH, TOUCH_TARGET, Accent, look, theme_colour

FilterCallback = Callable[[GameFilter], object]


def create_filter_chips(
    tr: Translator, kinds: Sequence[FilterOptionGroup], on_select: FilterCallback, accent: Accent
) -> Wrap:
    row = Wrap(gap=6)
    for offer in suggest_options(kinds):
        row.add_widget(_create_chip(tr, offer, on_select, accent))
    return row


def _create_chip(tr: Translator, offer: FilterOption, on_select: FilterCallback, accent: Accent) -> Chip:
    chip = Chip(
        tr.translate(offer.label),
        partial(on_select, offer.game_filter),
        selected=offer.is_selected,
        accent=accent,
        hug=True,
    )
    # Slightly smaller than other chips, so that three of them and the menu fit in one line of a phone.
    chip.label.size_sp = 16
    chip.width = max(chip.label.natural_width() + dp(24), dp(TOUCH_TARGET))
    return chip


class StatisticsFilterSheet(Sheet):
    """All filter options, grouped by kind."""

    def __init__(
        self,
        tr: Translator,
        kinds: Sequence[FilterOptionGroup],
        on_select: FilterCallback,
        accent: Accent,
        on_close: Callable[[], object],
    ) -> None:
        parts = []
        for kind in kinds:
            row = Wrap(gap=8)
            for offer in kind.options:
                row.add_widget(_create_chip(tr, offer, on_select, accent))
            parts.append(Column(Text(tr.translate(kind.title), MUTED), row, gap=6))
        super().__init__(tr("statistics.choose.title"), *parts, on_close=on_close)


def open_games(context: AppContext, game_filter: GameFilter, about: str) -> None:
    """Open the history with these games; `about` is its subtitle."""
    from companion.screens.history.history_page import HistoryListPage

    context.push(HistoryListPage, game_filter, about)


class PersonStatisticsPage(Stateful, IndexedPage):
    """Statistics of one person across all games. `person` is the normalised name."""

    progress_key = "statistics.counting"

    def __init__(self, context: AppContext, person: str) -> None:
        self._app_context, self.person = context, person
        self._name = ""
        self._game_count = 0
        # `StatisticsSource.version` of the figures that are shown.
        self._shown_stamp = -1
        # None builds all cards at once: a restored page needs its full height to restore the scroll position.
        self._initial_count: int | None = 1
        look = IconButton(Icon.PERSON, self._open_profile, tone="ink_2")
        super().__init__(TitleBar(" ", " ", on_back=context.go_back, actions=[look]))
        self.games = LazyColumn(self.scroll)
        self.body.add_widget(self.games)

    @property
    def _game_filter(self) -> GameFilter:
        return GameFilter(people=(self.person,), completion=CompletionFilter.FINISHED)

    def save_state(self) -> GameSelection:
        return GameSelection(self._game_filter, is_person_only=True)

    def restore_state(self, state: GameSelection) -> None:
        (self.person,) = state.game_filter.people
        self._initial_count = None

    def enter(self) -> None:
        source = self._app_context.statistics
        is_indexed = not source.stale_count and source.version == self._shown_stamp
        if self._game_count and is_indexed and source.count_games(self._game_filter) == self._game_count:
            # Nothing changed: keep the cards and the scroll position.
            self.games.schedule_build()
            return
        super().enter()

    def _open_profile(self) -> None:
        """Open the person's page with avatar and aliases."""
        from companion.screens.people_pages import open_person

        open_person(self._app_context, self.person)

    @property
    def page_title(self) -> str:
        return self._name or self.person

    def show_content(self) -> None:
        tr, source = self._app_context.tr, self._app_context.statistics
        # The person may have been merged into another one since.
        self.person = source.resolve_person(self.person)
        self._shown_stamp = source.version
        self._game_count = source.count_games(self._game_filter)
        self._name = tr.player_name(source.load_names().get(self.person, self.person))
        self.show_subtitle(tr("app.files.restore_games", n=self._game_count))
        self.games.set_parts(self._build_parts(), self._initial_count)
        self._initial_count = 1

    def _build_parts(self) -> Iterator[Column]:
        """Yield one part per game that this person has played."""
        for game in list_games():
            page = build_person_report(game, self._app_context.statistics, GameFilter(), self.person)
            if page.total.numerator:
                yield self._build_game_part(game, page)

    def _build_game_part(self, game: GameDefinition, page: StatisticsReport) -> Column:
        tr = self._app_context.tr
        labels = Column(
            Text(tr(f"app.game.{game.id}"), TITLE),
            Text(tr("app.files.restore_games", n=int(page.total.numerator)), MUTED),
            gap=0,
        )
        header = StatisticButton(lambda: self._open_games(page.total, tr(f"app.game.{game.id}")))
        header.add_widget(Row(EmblemWidget(game.emblem, 52), labels, gap=12))
        cards = (build_card_widget(tr, card, self._open_games, lambda _: None) for card in page.cards)
        return Column(header, *cards, gap=8)

    def _open_games(self, figure: Statistic, about: str) -> None:
        open_games(self._app_context, figure.game_filter, about)


def share_statistics(
    context: AppContext, title: str, line: str, cards: Sequence[Widget], game: GameDefinition
) -> None:
    content = Column(*cards, gap=12)
    remove_buttons(content)
    labels = Column(Text(title, TITLE), Text(line, MUTED), gap=0)
    poster = ImageExport(
        Row(EmblemWidget(game.emblem, 52), labels, gap=12),
        content,
        Text(context.tr("app.title"), CAPTION, tone="ink_3", align="center"),
        width=min(context.navigator.page.width, dp(MAX_COLUMN_WIDTH)),
    )
    # Wait two frames: heights are passed outwards in the next one, texts are rendered in the one after.
    Clock.schedule_once(lambda _: Clock.schedule_once(partial(_send_image, context, poster, game.id), 0), 0)


def _send_image(context: AppContext, poster: ImageExport, name: str, _: float) -> None:
    pixels = poster.export_pixels()
    outgoing = OutgoingFile(
        f"{name}-numbers.png", "image/png", lambda path: path.write_bytes(encode_png(*pixels))
    )
    send_file(context, lambda: outgoing)


# Number of cards that fill the screen of a phone.
_INITIAL_CARDS: Final = 3


class StatisticsPage(Stateful, IndexedPage):
    progress_key = "statistics.counting"

    def __init__(self, context: AppContext, game: str, game_filter: GameFilter | None = None) -> None:
        """`game_filter` does not contain the game itself."""
        self._app_context, self._game = context, get_game(game)
        self._accent = ACCENTS[self._game.accent]
        self.game_filter = game_filter or GameFilter()
        self._kinds: Sequence[FilterOptionGroup] = ()
        self.more_button = IconButton(Icon.MENU_LIST, self.open_filter_sheet, tone="ink_2")
        super().__init__(TitleBar(self.page_title, " ", on_back=context.go_back, actions=[self.more_button]))
        self._chips = Column(gap=0)
        self.cards = LazyColumn(self.scroll)
        self.body.add_widget(self._chips)
        self.body.add_widget(self.cards)
        # `StatisticsSource.version` of the figures that are shown.
        self._shown_stamp = -1
        # None builds all cards at once: a restored page needs its full height to restore the scroll position.
        self._initial_count: int | None = _INITIAL_CARDS
        self._share_button = PrimaryButton(
            context.tr("statistics.share_numbers"),
            self._share_statistics,
            icon=Icon.SHARE,
            accent=self._accent,
        )

    @property
    def page_title(self) -> str:
        tr = self._app_context.tr
        return tr("statistics.title", game=tr(f"app.game.{self._game.id}"))

    def enter(self) -> None:
        if self.cards.children and self._is_current():
            # Nothing changed: keep the cards and the scroll position.
            self.cards.schedule_build()
            return
        super().enter()

    def _is_current(self) -> bool:
        source, games = self._app_context.statistics, self.page.total
        is_indexed = not source.stale_count and source.version == self._shown_stamp
        return is_indexed and source.count_games(games.game_filter) == games.numerator

    def save_state(self) -> GameSelection:
        return GameSelection(self.game_filter)

    def restore_state(self, state: GameSelection) -> None:
        self.game_filter = state.game_filter
        self._initial_count = None

    def set_filter(self, game_filter: GameFilter) -> None:
        while self._app_context.navigator.sheet is not None:
            self._app_context.navigator.close_sheet()
        self.game_filter = game_filter
        self.show_content()
        self.scroll.scroll_y = 1

    def show_content(self) -> None:
        tr, source = self._app_context.tr, self._app_context.statistics
        self._shown_stamp = source.version
        groups = {group.name: group.players for group in self._app_context.rosters.list_groups()}
        year, _ = to_time_range(tr, Period.YEAR, date.today())
        kinds = list_filter_options(self._game, source, self.game_filter, groups, year or 0.0)
        page, remaining_cards = build_report(self._game, source, self.game_filter)
        self.show_subtitle(tr("app.files.restore_games", n=int(page.total.numerator)))
        self._chips.clear_widgets()
        self.cards.clear_widgets()
        self.more_button.enabled = bool(page.total.numerator) or self.game_filter != GameFilter()
        if self.more_button.enabled:
            self._chips.add_widget(create_filter_chips(tr, kinds, self.set_filter, self._accent))
        self._kinds, self.page = kinds, page
        if page.total.numerator:
            self.cards.set_parts(self._build_cards(remaining_cards), self._initial_count)
            self._initial_count = _INITIAL_CARDS
            self.set_footer(self._share_button)
            return
        self.cards.set_parts([build_empty_card(Icon.TROPHY, tr("statistics.none"))])
        self.footer.clear_widgets()
        self._fit_to_keyboard()

    def _build_cards(self, cards: Iterable[StatisticsCard]) -> Iterator[Widget]:
        """Query and draw each card lazily: cards below the screen cost nothing until they are needed."""
        for card in cards:
            self.page = replace(self.page, cards=(*self.page.cards, card))
            yield self._build_card(card)

    def _build_card(self, card: StatisticsCard) -> Widget:
        return build_card_widget(self._app_context.tr, card, self._open_games, self._open_person)

    def open_filter_sheet(self) -> None:
        navigator = self._app_context.navigator
        navigator.open_sheet(
            StatisticsFilterSheet(
                self._app_context.tr, self._kinds, self.set_filter, self._accent, navigator.close_sheet
            )
        )

    def _open_games(self, figure: Statistic, about: str) -> None:
        open_games(self._app_context, figure.game_filter, about)

    def _open_person(self, person: str) -> None:
        self._app_context.push(PersonStatisticsPage, person)

    def _share_statistics(self) -> None:
        tr = self._app_context.tr
        self.cards.build_all()
        line = tr("app.files.restore_games", n=int(self.page.total.numerator))
        cards = [self._build_card(card) for card in self.page.cards]
        share_statistics(self._app_context, self.page_title, line, cards, self._game)


_MAX_PEOPLE: Final = 8


class StatisticsHomePage(IndexedPage):
    progress_key = "statistics.counting"

    def __init__(self, context: AppContext) -> None:
        self._app_context = context
        super().__init__(TitleBar(self.page_title, " ", on_back=context.go_back))

    @property
    def page_title(self) -> str:
        return self._app_context.tr("statistics.home.title")

    def show_content(self) -> None:
        context, tr, source = self._app_context, self._app_context.tr, self._app_context.statistics
        self.body.clear_widgets()
        tiles = Grid(gap=10, min_column_width=150 * max(1.0, look().text_scale), max_columns=2)
        total = 0
        for game in list_games():
            played, line = build_headline(game, source)
            total += played
            tiles.add_widget(StatisticsTile(context, game, played, line))
        self.show_subtitle(tr("app.files.restore_games", n=total))
        self.body.add_widget(tiles)
        self._people = sorted(source.count_games_by_person().items(), key=lambda one: (-one[1], one[0]))
        if not self._people:
            return
        self._names = source.load_names()
        self.body.add_widget(Text(tr("statistics.home.people"), HEADING))
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
                    Text(tr.player_name(self._names.get(person, person)), LABEL, min_size=12, max_lines=1),
                    Text(
                        tr("app.files.restore_games", n=played), MUTED, align="end", max_lines=1,
                        min_size=12, size_hint_x=0.6,
                    ),
                    gap=8,
                    pos_hint={"center_y": 0.5},
                )
            )  # fmt: skip
            self.people.add_widget(row)


class StatisticsTile(PressableCard):
    """Emblem, name, number of games and one statistic of a game."""

    def __init__(
        self, context: AppContext, game: GameDefinition, played: int, line: StatisticLine | None
    ) -> None:
        tr = context.tr
        super().__init__(
            partial(context.push, StatisticsPage, game.id),
            orientation="vertical", size_hint_y=1, padding=(dp(12), dp(12)), spacing=dp(6),
        )  # fmt: skip
        self.add_widget(EmblemWidget(game.emblem, 56, pos_hint={"center_x": 0.5}))
        self.add_widget(Text(tr(f"app.game.{game.id}"), DISPLAY, size_sp=18, min_size=13, max_lines=2))
        self.add_widget(Text(tr("app.files.restore_games", n=played), MUTED, align="center"))
        if line is not None:
            words = tr(
                "statistics.home.line",
                what=tr.translate(line.label),
                figure=format_fraction(tr, line.statistic),
            )
            self.add_widget(Row(IconLabel(Icon[line.icon], 20, tone=line.tone), Text(words, CAPTION), gap=6))
        self.add_widget(Spacer())
