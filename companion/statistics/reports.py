"""Statistics pages as data: cards, the query behind them, reports and filter options.

A game defines its cards in `build_cards(query)` of its statistics part, those of one player in
`build_person_cards(query, person)`. Every game gets players, streaks and durations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from math import inf, nextafter
from typing import Any, Final, TypeAlias

from companion.core.definition import GameDefinition
from companion.core.message import Message
from companion.statistics.metrics import Statistic, StatisticKind, StatisticsQuery
from companion.statistics.query import (
    CompletionFilter,
    DurationFilter,
    DurationSummary,
    GameFilter,
    MetricFilter,
    SeatFilter,
    StatisticsSource,
    Streak,
)


@dataclass(frozen=True, slots=True)
class StatisticLine:
    """A statistic with its label. `icon` is the name of an icon, `tone` that of a colour."""

    label: Message
    statistic: Statistic
    icon: str = ""
    tone: str = ""


@dataclass(frozen=True, slots=True)
class StatisticList:
    """Statistics below each other, of which `initial_count` are shown at first."""

    title: Message
    lines: tuple[StatisticLine, ...]
    icon: str = ""
    description: Message | None = None
    initial_count: int = 5


@dataclass(frozen=True, slots=True)
class SideWins:
    """How many games a side won, and for which reasons."""

    wins: StatisticLine
    reasons: tuple[StatisticLine, ...] = ()


@dataclass(frozen=True, slots=True)
class SideComparison:
    """Wins of two sides; drawn as a shield for each game while there are few."""

    sides: tuple[SideWins, ...]


@dataclass(frozen=True, slots=True)
class RatioSummary:
    """One ratio of interest; `description` puts numerator and denominator into words."""

    title: Message
    description: Message
    statistic: Statistic
    icon: str = ""
    tone: str = ""
    icon_tone: str = ""


@dataclass(frozen=True, slots=True)
class ColumnHeading:
    label: Message
    icon: str = ""
    tone: str = ""


@dataclass(frozen=True, slots=True)
class PlayerTableRow:
    """A statistic for each column, None where there is no data."""

    person: str
    name: str
    cells: tuple[Statistic | None, ...]


@dataclass(frozen=True, slots=True)
class PlayerTable:
    """Players by columns, best first. `missing` is the number of games without the data of a column."""

    title: Message
    columns: tuple[ColumnHeading, ...]
    rows: tuple[PlayerTableRow, ...]
    missing: StatisticLine | None = None
    has_crown: bool = False


StatisticsCard: TypeAlias = StatisticList | SideComparison | RatioSummary | PlayerTable


def iterate_statistics(cards: Sequence[StatisticsCard]) -> Iterator[Statistic]:
    """Yield all statistics of these cards, in reading order."""
    for card in cards:
        match card:
            case StatisticList(lines=lines):
                yield from (line.statistic for line in lines)
            case SideComparison(sides=sides):
                for side in sides:
                    yield from (line.statistic for line in (side.wins, *side.reasons))
            case RatioSummary(statistic=statistic):
                yield statistic
            case PlayerTable(rows=rows, missing=missing):
                yield from (statistic for row in rows for statistic in row.cells if statistic is not None)
                if missing is not None:
                    yield missing.statistic


# Shortest winning streak that is shown.
_MIN_STREAK: Final = 2


@dataclass(frozen=True, slots=True)
class SideInfo:
    """A side of a game as statistics show it; `reason_key` maps a win reason to its message key."""

    id: str
    label: Message
    icon: str
    tone: str
    reason_key: Callable[[str], str]
    # Used above a narrow column.
    short_label: Message | None = None


def build_sides_card(query: StatisticsQuery, side_infos: Iterable[SideInfo]) -> SideComparison:
    def side_wins(side: SideInfo) -> SideWins:
        reasons = tuple(
            StatisticLine(
                Message.of(side.reason_key(reason.part), n=int(reason.numerator)), reason, tone=side.tone
            )
            for reason in query.get_win_reasons(side.id)
        )
        wins = StatisticLine(side.label, query.get_side_wins(side.id), side.icon, side.tone)
        return SideWins(wins, reasons)

    return SideComparison(tuple(map(side_wins, side_infos)))


def build_players_card(
    query: StatisticsQuery,
    persons: Sequence[str],
    side_infos: Sequence[SideInfo] = (),
    extra_columns: Sequence[tuple[ColumnHeading, Callable[[str], Statistic | None]]] = (),
) -> PlayerTable | None:
    """Build the table of players: games, wins in total and on each side, and the extra columns of a game."""
    if not persons:
        return None
    columns = (
        ColumnHeading(Message.of("statistics.people.games")),
        ColumnHeading(Message.of("statistics.people.won")),
        *(ColumnHeading(side.short_label or side.label, side.icon, side.tone) for side in side_infos),
        *(heading for heading, _ in extra_columns),
    )
    rows = tuple(
        PlayerTableRow(
            person,
            query.name_of(person),
            (
                query.get_games_played(person),
                query.get_wins(person),
                *(query.get_wins(person, side.id) for side in side_infos),
                *(compute_cell(person) for _, compute_cell in extra_columns),
            ),
        )
        for person in persons
    )
    missing = _missing_roles_line(query) if side_infos else None
    return PlayerTable(Message.of("statistics.people.title"), columns, rows, missing, has_crown=True)


def build_table_card(
    query: StatisticsQuery,
    title: Message,
    columns: Sequence[tuple[ColumnHeading, Callable[[str], Statistic | None]]],
) -> PlayerTable | None:
    """Build a table of players; those without any data are left out."""
    rows = []
    for person in query.ranked_people:
        cells = tuple(compute_cell(person) for _, compute_cell in columns)
        if any(cell is not None for cell in cells):
            rows.append(PlayerTableRow(person, query.name_of(person), cells))
    return PlayerTable(title, tuple(heading for heading, _ in columns), tuple(rows)) if rows else None


def _missing_roles_line(query: StatisticsQuery) -> StatisticLine | None:
    """Count the games whose roles are unknown."""
    game_filter = replace(query.game_filter, has_roles=False)
    count = query.source.count_games(game_filter)
    if not count:
        return None
    statistic = Statistic.of_games("untold", StatisticKind.COUNT, count, query.game_count, game_filter)
    return StatisticLine(Message.of("statistics.people.lacking", n=count), statistic)


def build_lines_card(
    title: Message,
    statistics: Iterable[Statistic | None],
    label: Callable[[Statistic], Message],
    *,
    icon: str = "",
    description: Message | None = None,
) -> StatisticList | None:
    """Build a list card; None without data."""
    card_lines = tuple(StatisticLine(label(item), item) for item in statistics if item is not None)
    return StatisticList(title, card_lines, icon, description) if card_lines else None


def build_role_set_card(
    query: StatisticsQuery, metric: str, description: Message, label: Callable[[str], Message]
) -> StatisticList | None:
    """Build the win rate of a side for each set of roles."""
    return build_lines_card(
        Message.of("statistics.sets.title"),
        query.get_metric_parts(metric),
        lambda statistic: label(statistic.part),
        icon="CARD",
        description=description,
    )


def build_role_wins_card(
    query: StatisticsQuery, description: Message, label: Callable[[str], Message]
) -> StatisticList | None:
    """Build the win rate of a side for each role in play, leaving out roles that are in every game."""
    return build_lines_card(
        Message.of("statistics.sets.each"),
        [statistic for statistic in query.get_metric_parts("with") if statistic.games < query.game_count],
        lambda statistic: label(statistic.part),
        icon="CARD",
        description=description,
    )


# -- durations and streaks ----------------------------------------------------------------------------------


def build_duration_cards(query: StatisticsQuery) -> Iterator[StatisticsCard]:
    card_lines = (
        *_duration_lines(query, "length", query.source.summarize_durations(query.game_filter)),
        *_duration_lines(query, "night", query.source.summarize_nights(query.game_filter)),
    )
    if card_lines:
        yield StatisticList(
            Message.of("statistics.lengths.title"), card_lines, "HOURGLASS", initial_count=len(card_lines)
        )


def _duration_lines(
    query: StatisticsQuery, name: str, summary: DurationSummary | None
) -> Iterator[StatisticLine]:
    if summary is None:
        return
    extremes = (("shortest", summary.min_seconds), ("longest", summary.max_seconds))
    for part, seconds in (("mean", None), *(extremes if summary.games > 1 else ())):
        game_filter = replace(query.game_filter, duration=DurationFilter(name == "night", seconds))
        total, games = (summary.total_seconds, summary.games) if seconds is None else (seconds, 1)
        statistic = Statistic(name, StatisticKind.SECONDS, total, games, games, game_filter, part)
        yield StatisticLine(Message.of(f"statistics.{name}.{part}", n=summary.games), statistic)


def build_streak_cards(query: StatisticsQuery) -> Iterator[StatisticsCard]:
    """Yield the longest winning streaks and the current ones."""
    player_streaks = query.source.list_streaks(query.game_filter)
    best = [_best_streak(query, streak) for streak in player_streaks if streak.best >= _MIN_STREAK]
    current = [
        _streak_statistic(query, "streak_now", streak.person, streak.current, streak.current_since, None)
        for streak in sorted(player_streaks, key=lambda streak: (-streak.current, streak.person))
        if streak.current >= _MIN_STREAK
    ]
    for key, statistics in (("statistics.streaks.title", best), ("statistics.streaks.now", current)):
        card = build_lines_card(
            Message.of(key),
            statistics,
            lambda statistic: Message.from_name(query.name_of(statistic.person)),
        )
        if card is not None:
            yield replace(card, icon="FLAME" if statistics is current else "TROPHY")


def _streak_statistic(
    query: StatisticsQuery, name: str, person: str, wins: int, since: float | None, until: float | None
) -> Statistic:
    game_filter = replace(query.with_seat(SeatFilter(person, won=True)), since=since)
    if until is not None:
        # `until` is exclusive: include the last game of the streak.
        game_filter = replace(game_filter, until=nextafter(until, inf))
    return Statistic.of_games(name, StatisticKind.COUNT, wins, wins, game_filter, person=person)


def _best_streak(query: StatisticsQuery, streak: Streak) -> Statistic:
    return _streak_statistic(query, "streak", streak.person, streak.best, streak.since, streak.until)


def build_top_winner_line(query: StatisticsQuery) -> StatisticLine | None:
    """Return the person with the most wins."""
    person = next(iter(query.ranked_people), None)
    statistic = None if person is None else query.get_wins(person)
    if person is None or statistic is None:
        return None
    return StatisticLine(Message.from_name(query.name_of(person)), statistic, "CROWN", "candle")


# -- one person ---------------------------------------------------------------------------------------------


def build_person_cards(
    query: StatisticsQuery, person: str, side_infos: Sequence[SideInfo]
) -> Iterator[StatisticsCard]:
    """Yield the wins of a person in total, by side and the longest streak."""
    if person not in query.results_by_person:
        return
    wins = query.get_wins(person)
    card_lines = []
    if wins is not None:
        card_lines.append(StatisticLine(Message.of("statistics.people.won"), wins, "TROPHY"))
    for side in side_infos:
        statistic = query.get_wins(person, side.id)
        if statistic is not None:
            card_lines.append(StatisticLine(side.label, statistic, side.icon, side.tone))
    for streak in query.source.list_streaks(query.game_filter):
        if streak.person == person and streak.best >= _MIN_STREAK:
            best = _best_streak(query, streak)
            card_lines.append(StatisticLine(Message.of("statistics.streaks.title"), best, "FLAME"))
    if card_lines:
        yield StatisticList(Message.of("statistics.person.wins"), tuple(card_lines))


def build_person_roles_card(
    query: StatisticsQuery, person: str, role_label: Callable[[str], Message]
) -> StatisticList | None:
    role_results = sorted(
        query.source.sum_role_results(query.game_filter, person),
        key=lambda results: (-results.decided_games, results.side),
    )
    return build_lines_card(
        Message.of("statistics.person.roles"),
        [query.get_wins_in_role(person, results) for results in role_results if results.decided_games],
        lambda statistic: role_label(statistic.part),
        icon="CARD",
    )


def build_actions_card(
    query: StatisticsQuery, title: Message, headings: Mapping[str, Message]
) -> StatisticsCard | None:
    """Build the table of actions of all players, one column per metric of `headings`."""
    sums = query.get_person_sums(*headings)

    def to_statistic(metric: str, person: str) -> Statistic | None:
        return query.to_person_statistic(sums.get((person, metric)))

    columns = [(ColumnHeading(label), partial(to_statistic, metric)) for metric, label in headings.items()]
    return build_table_card(query, title, columns)


def build_ratio_card(
    query: StatisticsQuery, metric: str, title: Message, description_key: str, icon: str
) -> RatioSummary | None:
    """Build the card of one ratio metric, such as how often Evil found a Good role."""
    statistic = query.get_metric(metric)
    if statistic is None:
        return None
    description = Message.of(description_key, times=int(statistic.numerator), n=int(statistic.denominator))
    return RatioSummary(title, description, statistic, icon, "evil", "good")


@dataclass(frozen=True, slots=True)
class StatisticsReport:
    """A page of statistics; `person` is empty unless it is the page of one player."""

    game: str
    game_filter: GameFilter
    total: Statistic
    cards: tuple[StatisticsCard, ...]
    person: str = ""


@dataclass(frozen=True, slots=True)
class StatisticsPages:
    """Statistics pages of a game: names of its metrics, its sides, its cards, and the name of a role."""

    metrics: tuple[str, ...]
    sides: tuple[SideInfo, ...]
    build_cards: Callable[[StatisticsQuery], Iterator[StatisticsCard | None]]
    build_headline: Callable[[StatisticsQuery], StatisticLine | None]
    build_person_cards: Callable[[StatisticsQuery, str], Iterator[StatisticsCard | None]]
    role_name: Callable[[str], Message] | None = None


def build_complete_report(
    game: GameDefinition, source: StatisticsSource, game_filter: GameFilter
) -> StatisticsReport:
    """Build the statistics page of a game, of its finished games that match the filter."""
    report, cards = build_report(game, source, game_filter)
    return replace(report, cards=tuple(cards))


def build_report(
    game: GameDefinition, source: StatisticsSource, game_filter: GameFilter
) -> tuple[StatisticsReport, Iterator[StatisticsCard]]:
    """Build the page with a lazy iterator of its cards: the first is shown before the last is computed."""
    pages = game.find_part(StatisticsPages)
    query = _query_finished(game, source, game_filter, () if pages is None else pages.metrics)
    report = StatisticsReport(game.id, query.game_filter, query.total, ())
    if not query.game_count:
        return report, iter(())
    cards: Iterable[StatisticsCard | None] = (
        [build_players_card(query, query.ranked_people)] if pages is None else pages.build_cards(query)
    )
    return report, chain(filter(None, cards), build_streak_cards(query), build_duration_cards(query))


def build_headline(game: GameDefinition, source: StatisticsSource) -> tuple[int, StatisticLine | None]:
    """Return the number of finished games and the one statistic shown in the overview."""
    query = _query_finished(game, source, GameFilter())
    if not query.game_count:
        return 0, None
    pages = game.find_part(StatisticsPages)
    return query.game_count, build_top_winner_line(query) if pages is None else pages.build_headline(query)


def build_person_report(
    game: GameDefinition, source: StatisticsSource, game_filter: GameFilter, person: str
) -> StatisticsReport:
    query = _query_finished(game, source, replace(game_filter, people=(person,)))
    report = StatisticsReport(game.id, query.game_filter, query.total, (), person)
    if not query.game_count:
        return report
    pages = game.find_part(StatisticsPages)
    cards = build_person_cards(query, person, () if pages is None else pages.sides)
    game_cards: Iterable[StatisticsCard | None] = (
        () if pages is None else pages.build_person_cards(query, person)
    )
    own_cards = (card for card in game_cards if card is not None)
    return replace(report, cards=(*cards, *own_cards))


def _query_finished(
    game: GameDefinition, source: StatisticsSource, game_filter: GameFilter, metrics: Sequence[str] = ()
) -> StatisticsQuery:
    finished_games = replace(game_filter, game=game.id, completion=CompletionFilter.FINISHED)
    return StatisticsQuery(source, finished_games, metrics)


# The metric that tells which roles were in play.
_ROLE_METRIC = "with"
# How many filter groups are suggested next to "all games": one line of chips on a phone.
_MAX_SUGGESTED_GROUPS = 2


@dataclass(frozen=True, slots=True)
class FilterOption:
    """A filter chip; pressing it selects `game_filter`."""

    label: Message
    game_filter: GameFilter
    is_selected: bool


@dataclass(frozen=True, slots=True)
class FilterOptionGroup:
    """Filter chips of one kind, most games first."""

    title: Message
    options: tuple[FilterOption, ...]


def list_filter_options(
    game: GameDefinition,
    source: StatisticsSource,
    game_filter: GameFilter,
    groups: Mapping[str, Sequence[str]],
    year_start: float,
) -> tuple[FilterOptionGroup, ...]:
    """List the filter chips; options that all games share are left out. `game_filter` is the current filter,
    `year_start` the start of this year."""
    finished_games = GameFilter(game=game.id, completion=CompletionFilter.FINISHED)
    game_counts = source.count_by_player_count(finished_games)
    options = {
        "time": _time_options(game_filter, year_start),
        "players": _player_count_options(game_counts, game_filter),
        "roles": _role_options(game, source, finished_games, game_filter),
        "group": _group_options(groups, game_filter),
    }
    return tuple(
        FilterOptionGroup(Message.of(f"statistics.choose.{name}"), chips)
        for name, chips in options.items()
        if chips
    )


def suggest_options(option_groups: Sequence[FilterOptionGroup]) -> tuple[FilterOption, ...]:
    """Return the chips above the page: all games, then the selected ones or the first of each group."""
    time_group, *other_groups = option_groups
    selected = tuple(
        option for option_group in option_groups for option in option_group.options if option.is_selected
    )
    all_games = time_group.options[0]
    if selected and selected != (all_games,):
        return (all_games, *(option for option in selected if option is not all_games))
    return (all_games, *(option_group.options[0] for option_group in other_groups[:_MAX_SUGGESTED_GROUPS]))


def _toggle(label: Message, game_filter: GameFilter, field: str, value: Any, default: Any) -> FilterOption:
    """Return the chip that sets a field of the filter to this value, or resets it."""
    is_selected = getattr(game_filter, field) == value
    changes = {field: default if is_selected else value}
    return FilterOption(label, replace(game_filter, **changes), is_selected)


def _time_options(game_filter: GameFilter, year_start: float) -> tuple[FilterOption, ...]:
    return (
        FilterOption(Message.of("statistics.choose.all"), GameFilter(), game_filter == GameFilter()),
        _toggle(Message.of("history.span.year"), game_filter, "since", year_start, None),
    )


def _player_count_options(
    game_counts: Mapping[int, int], game_filter: GameFilter
) -> tuple[FilterOption, ...]:
    if len(game_counts) < 2 and game_filter.players is None:
        return ()
    player_counts = sorted(game_counts, key=lambda player_count: (-game_counts[player_count], player_count))
    return tuple(
        _toggle(Message.of("history.players", n=player_count), game_filter, "players", player_count, None)
        for player_count in player_counts
    )


def _role_options(
    game: GameDefinition, source: StatisticsSource, finished_games: GameFilter, game_filter: GameFilter
) -> tuple[FilterOption, ...]:
    """List the roles that are in play in some games but not in all."""
    role_sums = source.sum_metrics(finished_games, _ROLE_METRIC)
    pages = game.find_part(StatisticsPages)
    if not role_sums or pages is None or pages.role_name is None:
        return ()
    game_count = source.count_games(finished_games)
    options = []
    for role_sum in sorted(role_sums, key=lambda role_sum: (-role_sum.games, role_sum.part)):
        metric_filter = MetricFilter(_ROLE_METRIC, role_sum.part)
        is_selected = metric_filter in game_filter.metrics
        if role_sum.games == game_count and not is_selected:
            continue
        other_filters = tuple(other for other in game_filter.metrics if other != metric_filter)
        new_filter = replace(
            game_filter, metrics=other_filters if is_selected else (*other_filters, metric_filter)
        )
        label = Message.of("statistics.choose.role", role=pages.role_name(role_sum.part))
        options.append(FilterOption(label, new_filter, is_selected))
    return tuple(options)


def _group_options(groups: Mapping[str, Sequence[str]], game_filter: GameFilter) -> tuple[FilterOption, ...]:
    return tuple(
        _toggle(Message.from_name(name), game_filter, "group", tuple(members), ())
        for name, members in groups.items()
    )
