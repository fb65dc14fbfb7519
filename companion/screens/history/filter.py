"""Filter of the history: game, people, time and result; with the periods and day headings of the list."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from enum import Enum
from functools import partial
from typing import Final, TypeVar

from kivy.uix.widget import Widget

from companion.app_context import AppContext
from companion.games.game_text import GameResult
from companion.games.registry import get_game, list_games
from companion.i18n.translator import Translator, days_into_month_and_year, format_date
from companion.statistics.formatting import clear_game, toggle_person
from companion.statistics.metrics import find_results
from companion.statistics.query import CompletionFilter, GameFilter, ListedGame
from companion.widgets.buttons import PrimaryButton
from companion.widgets.cards import Chip, ChoiceChips
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Grid
from companion.widgets.page import Sheet
from companion.widgets.text import MUTED, Text

T = TypeVar("T")
TimeRange = tuple[float | None, float | None]


class Period(Enum):
    ALL = "all"
    MONTH = "month"
    YEAR = "year"
    LAST_YEAR = "last_year"


def to_local_date(moment: object) -> date | None:
    """Return the local date, or None for an invalid timestamp."""
    if not isinstance(moment, float):
        return None
    try:
        return datetime.fromtimestamp(moment).date()
    except (OverflowError, ValueError, OSError):
        return None


def format_day(tr: Translator, moment: object) -> str:
    day = to_local_date(moment)
    return "" if day is None else format_date(tr, day.year, day.month, day.day)


def find_day_starts(games: Sequence[ListedGame]) -> Iterator[int]:
    """Yield the index of each first game of a day; games after midnight belong to the day on which their game
    night began."""
    previous: object = object()
    last_moment, day = previous, None
    for index, (_, started, evening) in enumerate(games):
        moment = evening if isinstance(evening, float) else started
        # Most games are of the same game night as the previous one: only convert other timestamps.
        if moment != last_moment:
            last_moment, day = moment, to_local_date(moment)
        if day != previous:
            yield index
        previous = day


def find_common_game_night(games: Sequence[ListedGame]) -> float | None:
    """Return the game night that all these games belong to, or None."""
    (first, *others) = {game.game_night for game in games} or {None}
    return first if isinstance(first, float) and not others else None


def to_time_range(tr: Translator, period: Period, today: date) -> TimeRange:
    """Return the start and end of the period, by the calendar of the language; None if open."""
    month, year = days_into_month_and_year(tr, today.year, today.month, today.day)
    first = today - timedelta(days=year)
    if period is Period.MONTH:
        return _to_midnight(today - timedelta(days=month)), None
    if period is Period.YEAR:
        return _to_midnight(first), None
    if period is Period.LAST_YEAR:
        last = first - timedelta(days=1)
        _, days = days_into_month_and_year(tr, last.year, last.month, last.day)
        return _to_midnight(last - timedelta(days=days)), _to_midnight(first)
    return None, None


def find_period(tr: Translator, game_filter: GameFilter, today: date) -> Period | None:
    """Return the period that the filter selects; None if it is another range."""
    time_range = (game_filter.since, game_filter.until)
    return next((period for period in Period if to_time_range(tr, period, today) == time_range), None)


def format_period(tr: Translator, game_filter: GameFilter, today: date) -> str:
    period = find_period(tr, game_filter, today)
    if period is not None:
        return tr(f"history.span.{period.value}")
    # `until` is exclusive.
    last = None if game_filter.until is None else game_filter.until - 1
    since, until = format_day(tr, game_filter.since), format_day(tr, last)
    if since and until:
        return tr("history.between", since=since, until=until)
    return tr("history.since", day=since) if since else tr("history.until", day=until)


def _to_midnight(day: date) -> float:
    return datetime.combine(day, time()).timestamp()


# Number of frequent players shown at first, and after "more".
_MAX_PEOPLE_FOLDED: Final = 8
_MAX_PEOPLE: Final = 120


class FilterSheet(Sheet):
    """Filter options; `on_change` applies a filter and returns the number of matching games. Raises
    `ProblemError` if the people cannot be loaded."""

    def __init__(
        self,
        context: AppContext,
        game_filter: GameFilter,
        on_change: Callable[[GameFilter], int],
        game_count: int,
    ) -> None:
        tr = context.tr
        self._app_context, self._on_change = context, on_change
        self.game_filter = game_filter
        self._frequent_players, self._names = (
            context.games.frequent_players(),
            context.statistics.load_names(),
        )
        self._is_expanded = False
        self._people_part, self._result_part, self._flag_part = Column(gap=8), Column(gap=8), Column(gap=8)
        self._done_button = PrimaryButton("", context.navigator.close_sheet, icon=Icon.CHECK)
        games = [("", tr("history.any")), *((game.id, tr(f"app.game.{game.id}")) for game in list_games())]
        periods = [(period, tr(f"history.span.{period.value}")) for period in Period]
        period = find_period(tr, game_filter, date.today())
        super().__init__(
            tr("history.filter"),
            _build_choice(tr("history.part.game"), games, game_filter.game, self._set_game),
            self._people_part,
            *self._build_group_part(),
            _build_choice(tr("history.part.when"), periods, period, self._set_period),
            self._result_part,
            self._flag_part,
            on_close=context.navigator.close_sheet,
            footer=self._done_button,
        )
        self._show_people()
        self._show_results()
        self._show_flags()
        self._show_count(game_count)

    def _set_filter(self, game_filter: GameFilter) -> None:
        self.game_filter = game_filter
        self._show_count(self._on_change(game_filter))

    def _show_count(self, game_count: int) -> None:
        self._done_button.show(self._app_context.tr("history.show", n=game_count))

    # -- parts of the sheet -------------------------------------------------------------------------------

    def _show_people(self) -> None:
        tr, column = self._app_context.tr, self._people_part
        column.clear_widgets()
        if not self._frequent_players:
            return
        visible = self._frequent_players[: _MAX_PEOPLE if self._is_expanded else _MAX_PEOPLE_FOLDED]
        hidden_selected = tuple(person for person in self.game_filter.people if person not in visible)
        chips = [
            _build_chip(
                self._names.get(person, person),
                partial(self._toggle_person, person),
                is_selected=person in self.game_filter.people,
            )
            for person in (*visible, *hidden_selected)
        ]
        if len(visible) < min(_MAX_PEOPLE, len(self._frequent_players)):
            chips.append(
                Chip(tr("history.more_people"), self._show_all_people, icon=Icon.PLUS, outlined=True)
            )
        column.add_widget(_build_part(tr("history.part.people"), _build_grid(chips)))

    def _build_group_part(self) -> Iterator[Widget]:
        tr = self._app_context.tr
        groups = self._app_context.rosters.list_groups()
        if not groups:
            return
        options = [((), tr("history.any_group")), *((group.players, group.name) for group in groups)]
        title = tr("history.part.group")
        yield _build_choice(title, options, self.game_filter.group, self._set_group)

    def _show_results(self) -> None:
        tr, column, game_filter = self._app_context.tr, self._result_part, self.game_filter
        column.clear_widgets()
        over = ChoiceChips(
            [(over, tr(f"history.over.{over.value}")) for over in CompletionFilter],
            game_filter.completion,
            self._set_over,
            min_column_width=96,
            max_columns=3,
        )
        parts: list[Widget] = [over]
        results = find_results(get_game(game_filter.game)) if game_filter.game else ()
        if results and game_filter.completion is not CompletionFilter.UNFINISHED:
            chips = [self._build_result_chip(result) for result in results]
            has_reasons = any(result.reason for result in results)
            parts.append(Column(*chips, gap=8) if has_reasons else _build_grid(chips))
        column.add_widget(_build_part(tr("history.part.result"), *parts))

    def _build_result_chip(self, result: GameResult) -> Chip:
        is_selected = (result.winner, result.reason) == (self.game_filter.winner, self.game_filter.reason)
        on_tap = partial(self._set_result, result, not is_selected)
        return _build_chip(self._app_context.tr(result.key), on_tap, is_selected=is_selected)

    def _show_flags(self) -> None:
        tr, game_filter = self._app_context.tr, self.game_filter
        toggle_starred = partial(self._set_flag, replace(game_filter, starred=not game_filter.starred))
        toggle_noted = partial(self._set_flag, replace(game_filter, noted=not game_filter.noted))
        starred, noted = tr("history.starred"), tr("history.noted")
        chips = [
            _build_chip(starred, toggle_starred, icon=Icon.STAR, is_selected=game_filter.starred),
            _build_chip(noted, toggle_noted, icon=Icon.PENCIL, is_selected=game_filter.noted),
        ]
        self._flag_part.clear_widgets()
        self._flag_part.add_widget(_build_part(tr("history.part.only"), _build_grid(chips)))

    # -- actions ------------------------------------------------------------------------------------------

    def _set_game(self, game: str) -> None:
        self._set_filter(replace(clear_game(self.game_filter), game=game))
        self._show_results()

    def _toggle_person(self, person: str) -> None:
        self._set_filter(toggle_person(self.game_filter, person, self._frequent_players))
        self._show_people()

    def _show_all_people(self) -> None:
        self._is_expanded = True
        self._show_people()

    def _set_group(self, group: tuple[str, ...]) -> None:
        self._set_filter(replace(self.game_filter, group=group))

    def _set_period(self, period: Period | None) -> None:
        since, until = to_time_range(self._app_context.tr, period or Period.ALL, date.today())
        self._set_filter(replace(self.game_filter, since=since, until=until))

    def _set_over(self, over: CompletionFilter) -> None:
        game_filter = (
            replace(self.game_filter, winner="", reason="")
            if over is CompletionFilter.UNFINISHED
            else self.game_filter
        )
        self._set_filter(replace(game_filter, completion=over))
        self._show_results()

    def _set_result(self, result: GameResult, is_selected: bool) -> None:
        winner, reason = (result.winner, result.reason) if is_selected else ("", "")
        self._set_filter(replace(self.game_filter, winner=winner, reason=reason))
        self._show_results()

    def _set_flag(self, game_filter: GameFilter) -> None:
        self._set_filter(game_filter)
        self._show_flags()


def _build_part(title: str, *parts: Widget) -> Column:
    return Column(Text(title, MUTED, weight=700), *parts, gap=8)


def _build_grid(chips: Sequence[Chip]) -> Grid:
    return Grid(*chips, gap=8, min_column_width=140, max_columns=2)


def _build_chip(
    text: str, on_tap: Callable[[], object], *, is_selected: bool, icon: Icon | None = None
) -> Chip:
    check = Icon.CHECK if is_selected else None
    return Chip(text, on_tap, icon=icon, selected=is_selected, trailing_icon=check)


def _build_choice(
    title: str, options: Sequence[tuple[T, str]], selected: T, on_select: Callable[[T], object]
) -> Column:
    return _build_part(title, ChoiceChips(options, selected, on_select, min_column_width=140, max_columns=2))
