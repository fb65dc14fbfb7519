"""Statistics pages as data: cards, the query behind them, reports and filter options.

A game defines its cards in `build_cards(query)` of its statistics part, those of one player in
`build_person_cards(query, person)`. Every game gets players, streaks and durations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import chain
from math import inf, nextafter
from typing import Final, TypeAlias

from companion.core.definition import GameDefinition
from companion.core.message import Message
from companion.statistics.metrics import Statistic, StatisticKind
from companion.statistics.query import (
    CompletionFilter,
    DurationFilter,
    DurationSummary,
    EndingCount,
    GameFilter,
    MetricFilter,
    MetricSum,
    PersonMetricSum,
    PersonResults,
    SeatFilter,
    StatisticsSource,
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
    """Heading of a column of a `PlayerTable`."""

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


class StatisticsQuery:
    """Runs and caches the queries of one statistics page for the games of `game_filter`."""

    def __init__(
        self, source: StatisticsSource, game_filter: GameFilter, metrics: Sequence[str] = ()
    ) -> None:
        """`metrics` are the table metrics that will be requested; no others are read."""
        self.source = source
        self.game_filter = game_filter
        self._metrics = metrics
        self.game_count = source.count_games(game_filter)

    @property
    def total(self) -> Statistic:
        return Statistic(
            "games", StatisticKind.COUNT, self.game_count, self.game_count, self.game_count, self.game_filter
        )

    @cached_property
    def names(self) -> dict[str, str]:
        return self.source.load_names()

    @cached_property
    def _sums(self) -> dict[str, list[MetricSum]]:
        by_metric: dict[str, list[MetricSum]] = {}
        for row in self.source.sum_metrics(self.game_filter, *self._metrics):
            by_metric.setdefault(row.metric, []).append(row)
        return by_metric

    @cached_property
    def results_by_person(self) -> dict[str, list[PersonResults]]:
        """Results of every person, by side."""
        by_person: dict[str, list[PersonResults]] = {}
        for row in self.source.sum_person_results(self.game_filter):
            by_person.setdefault(row.person, []).append(row)
        return by_person

    def with_metrics(self, *metrics: MetricFilter) -> GameFilter:
        return replace(self.game_filter, metrics=(*self.game_filter.metrics, *metrics))

    def with_seats(self, *seats: SeatFilter) -> GameFilter:
        return replace(self.game_filter, seats=(*self.game_filter.seats, *seats))

    # -- metrics of the table --

    def get_metric_parts(self, metric: str, kind: StatisticKind = StatisticKind.RATE) -> list[Statistic]:
        """Return a metric by its parts, most games first."""
        sums = sorted(self._sums.get(metric, ()), key=lambda row: (-row.games, row.part))
        return [self._from_sum(row, kind) for row in sums]

    def get_metric(self, metric: str, kind: StatisticKind = StatisticKind.RATE) -> Statistic | None:
        """Return a metric that has no parts."""
        sums = self._sums.get(metric)
        return self._from_sum(sums[0], kind) if sums else None

    def _from_sum(self, row: MetricSum, kind: StatisticKind) -> Statistic:
        game_filter = self.with_metrics(MetricFilter(row.metric, row.part))
        return Statistic(
            row.metric, kind, row.numerator, row.denominator, row.games, game_filter, part=row.part
        )

    # -- metrics of people --

    def get_person_sums(self, *metrics: str) -> dict[tuple[str, str], PersonMetricSum]:
        """Return the sums by person and metric."""
        return {
            (row.person, row.metric): row
            for row in self.source.sum_person_metrics(self.game_filter, *metrics)
        }

    def to_person_statistic(
        self, row: PersonMetricSum | None, kind: StatisticKind = StatisticKind.RATE
    ) -> Statistic | None:
        if row is None:
            return None
        game_filter = self.with_metrics(MetricFilter(row.metric, person=row.person))
        return Statistic(
            row.metric, kind, row.numerator, row.denominator, row.games, game_filter, person=row.person
        )

    # -- players and wins --

    @cached_property
    def ranked_people(self) -> list[str]:
        """All people by wins (most first), then games played (fewest first), then name key."""
        wins = {
            person: sum(row.wins for row in results) for person, results in self.results_by_person.items()
        }
        game_counts = {
            person: sum(row.games for row in results) for person, results in self.results_by_person.items()
        }
        return sorted(self.results_by_person, key=lambda person: (-wins[person], game_counts[person], person))

    def get_games_played(self, person: str) -> Statistic:
        """Count the games a person played."""
        games = sum(row.games for row in self.results_by_person[person])
        game_filter = self.with_seats(SeatFilter(person))
        return Statistic("played", StatisticKind.COUNT, games, games, games, game_filter, person=person)

    def get_wins(self, person: str) -> Statistic | None:
        """Return the person's win rate among games with a known result; None if there is none."""
        return self._build_wins(person, self.results_by_person[person])

    def get_wins_on_side(self, person: str, side: str) -> Statistic | None:
        return self._build_wins(
            person, [row for row in self.results_by_person[person] if row.side == side], side
        )

    def _build_wins(self, person: str, results: Iterable[PersonResults], side: str = "") -> Statistic | None:
        results = tuple(results)
        decided, wins = sum(row.decided_games for row in results), sum(row.wins for row in results)
        if not decided:
            return None
        game_filter = self.with_seats(SeatFilter(person, side=side, has_result=True))
        return Statistic(
            "won", StatisticKind.RATE, wins, decided, decided, game_filter, part=side, person=person
        )

    def get_wins_in_role(self, person: str, role: PersonResults) -> Statistic:
        """Return the win rate in a role; `role.side` holds the role."""
        game_filter = self.with_seats(SeatFilter(person, role=role.side, has_result=True))
        return Statistic(
            "role",
            StatisticKind.RATE,
            role.wins,
            role.decided_games,
            role.decided_games,
            game_filter,
            part=role.side,
            person=person,
        )

    # -- endings --

    def get_side_wins(self, side: str) -> Statistic:
        games = sum(row.games for row in self._endings if row.winner == side)
        return Statistic(
            "side",
            StatisticKind.RATE,
            games,
            self.game_count,
            self.game_count,
            replace(self.game_filter, winner=side),
            part=side,
        )

    def get_win_reasons(self, side: str) -> list[Statistic]:
        """Return the reasons for which a side won, most frequent first."""
        return [
            Statistic(
                "way", StatisticKind.COUNT, row.games, self.game_count, self.game_count,
                replace(self.game_filter, winner=row.winner, reason=row.reason), part=row.reason,
            )
            for row in self._endings
            if row.winner == side
        ]  # fmt: skip

    @cached_property
    def _endings(self) -> tuple[EndingCount, ...]:
        return self.source.count_endings(self.game_filter)


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
    return SideComparison(tuple(_side_wins(query, side) for side in side_infos))


def _side_wins(query: StatisticsQuery, side: SideInfo) -> SideWins:
    reasons = tuple(
        StatisticLine(
            Message.of(side.reason_key(reason.part), n=int(reason.numerator)), reason, tone=side.tone
        )
        for reason in query.get_win_reasons(side.id)
    )
    return SideWins(StatisticLine(side.label, query.get_side_wins(side.id), side.icon, side.tone), reasons)


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
            query.names.get(person, person),
            (
                query.get_games_played(person),
                query.get_wins(person),
                *(query.get_wins_on_side(person, side.id) for side in side_infos),
                *(compute_cell(person) for _, compute_cell in extra_columns),
            ),
        )
        for person in persons
    )
    title = Message.of("statistics.people.title")
    return PlayerTable(
        title, columns, rows, missing=_missing_roles_line(query) if side_infos else None, has_crown=True
    )


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
            rows.append(PlayerTableRow(person, query.names.get(person, person), cells))
    return PlayerTable(title, tuple(heading for heading, _ in columns), tuple(rows)) if rows else None


def _missing_roles_line(query: StatisticsQuery) -> StatisticLine | None:
    """Count the games whose roles are unknown."""
    game_filter = replace(query.game_filter, has_roles=False)
    game_count = query.source.count_games(game_filter)
    if not game_count:
        return None
    statistic = Statistic(
        "untold", StatisticKind.COUNT, game_count, query.game_count, query.game_count, game_filter
    )
    return StatisticLine(Message.of("statistics.people.lacking", n=game_count), statistic)


def build_lines_card(
    title: Message,
    statistics: Iterable[Statistic | None],
    label: Callable[[Statistic], Message],
    *,
    icon: str = "",
    description: Message | None = None,
) -> StatisticList | None:
    """Build a list card; None without data."""
    card_lines = tuple(
        StatisticLine(label(statistic), statistic) for statistic in statistics if statistic is not None
    )
    return StatisticList(title, card_lines, icon, description) if card_lines else None


def build_role_set_card(
    query: StatisticsQuery, metric: str, description: Message, label: Callable[[str], Message]
) -> StatisticList | None:
    """Build the win rate of a side for each set of roles."""
    title = Message.of("statistics.sets.title")
    return build_lines_card(
        title,
        query.get_metric_parts(metric),
        lambda statistic: label(statistic.part),
        icon="CARD",
        description=description,
    )


def build_role_wins_card(
    query: StatisticsQuery, description: Message, label: Callable[[str], Message]
) -> StatisticList | None:
    """Build the win rate of a side for each role in play, leaving out roles that are in every game."""
    title = Message.of("statistics.sets.each")
    varying = [
        statistic for statistic in query.get_metric_parts("with") if statistic.games < query.game_count
    ]
    return build_lines_card(
        title, varying, lambda statistic: label(statistic.part), icon="CARD", description=description
    )


# -- durations and streaks
# ------------------------------------------------------------------------------------


def build_duration_cards(query: StatisticsQuery) -> Iterator[StatisticsCard]:
    card_lines = (
        *_duration_lines(
            query, "length", query.source.summarize_durations(query.game_filter), is_night=False
        ),
        *_duration_lines(query, "night", query.source.summarize_nights(query.game_filter), is_night=True),
    )
    if card_lines:
        yield StatisticList(
            Message.of("statistics.lengths.title"), card_lines, "HOURGLASS", initial_count=len(card_lines)
        )


def _duration_lines(
    query: StatisticsQuery, name: str, summary: DurationSummary | None, *, is_night: bool
) -> Iterator[StatisticLine]:
    if summary is None:
        return
    for part, seconds, denominator, game_count in (
        ("mean", summary.total_seconds, summary.games, summary.games),
        ("shortest", summary.min_seconds, 1, 1),
        ("longest", summary.max_seconds, 1, 1),
    ):
        if part != "mean" and summary.games < 2:
            continue
        game_filter = replace(
            query.game_filter, duration=DurationFilter(is_night, None if part == "mean" else seconds)
        )
        statistic = Statistic(
            name, StatisticKind.SECONDS, seconds, denominator, game_count, game_filter, part=part
        )
        key = f"statistics.night.{part}" if is_night else f"statistics.length.{part}"
        yield StatisticLine(Message.of(key, n=summary.games), statistic)


def build_streak_cards(query: StatisticsQuery) -> Iterator[StatisticsCard]:
    """Yield the longest winning streaks and the current ones."""
    player_streaks = query.source.list_streaks(query.game_filter)
    best = [
        _streak_statistic(query, "streak", streak.person, streak.best, streak.since, streak.until)
        for streak in player_streaks
        if streak.best >= _MIN_STREAK
    ]
    current = [
        _streak_statistic(query, "streak_now", streak.person, streak.current, streak.current_since, None)
        for streak in sorted(player_streaks, key=lambda streak: (-streak.current, streak.person))
        if streak.current >= _MIN_STREAK
    ]
    for key, statistics in (("statistics.streaks.title", best), ("statistics.streaks.now", current)):
        card = build_lines_card(
            Message.of(key),
            statistics,
            lambda statistic: Message.from_name(query.names.get(statistic.person, statistic.person)),
        )
        if card is not None:
            yield replace(card, icon="FLAME" if statistics is current else "TROPHY")


def _streak_statistic(
    query: StatisticsQuery, name: str, person: str, wins: int, since: float | None, until: float | None
) -> Statistic:
    game_filter = query.with_seats(SeatFilter(person, won=True))
    game_filter = replace(game_filter, since=since)
    if until is not None:
        # `until` is exclusive: include the last game of the streak.
        game_filter = replace(game_filter, until=nextafter(until, inf))
    return Statistic(name, StatisticKind.COUNT, wins, wins, wins, game_filter, person=person)


def build_top_winner_line(query: StatisticsQuery) -> StatisticLine | None:
    """Return the person with the most wins."""
    for person in query.ranked_people[:1]:
        statistic = query.get_wins(person)
        if statistic is not None:
            return StatisticLine(
                Message.from_name(query.names.get(person, person)), statistic, "CROWN", "candle"
            )
    return None


# -- one person ---------------------------------------------------------------------------------------------


def build_person_cards(
    query: StatisticsQuery, person: str, side_infos: Sequence[SideInfo]
) -> Iterator[StatisticsCard]:
    """Yield the wins of a person in total, by side and the longest streak."""
    if person not in query.results_by_person:
        return
    wins = query.get_wins(person)
    card_lines = (
        [StatisticLine(Message.of("statistics.people.won"), wins, "TROPHY")] if wins is not None else []
    )
    for side in side_infos:
        statistic = query.get_wins_on_side(person, side.id)
        if statistic is not None:
            card_lines.append(StatisticLine(side.label, statistic, side.icon, side.tone))
    for streak in query.source.list_streaks(query.game_filter):
        if streak.person == person and streak.best >= _MIN_STREAK:
            best = _streak_statistic(query, "streak", person, streak.best, streak.since, streak.until)
            card_lines.append(StatisticLine(Message.of("statistics.streaks.title"), best, "FLAME"))
    if card_lines:
        yield StatisticList(Message.of("statistics.person.wins"), tuple(card_lines))


def build_person_roles_card(
    query: StatisticsQuery, person: str, role_label: Callable[[str], Message]
) -> StatisticList | None:
    role_results = sorted(
        query.source.sum_role_results(query.game_filter, person),
        key=lambda role_result: (-role_result.decided_games, role_result.side),
    )
    return build_lines_card(
        Message.of("statistics.person.roles"),
        (
            query.get_wins_in_role(person, role_result)
            for role_result in role_results
            if role_result.decided_games
        ),
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

    return build_table_card(
        query,
        title,
        [(ColumnHeading(label), partial(to_statistic, metric)) for metric, label in headings.items()],
    )


def build_ratio_card(
    query: StatisticsQuery, metric: str, title: Message, description_key: str, icon: str
) -> RatioSummary | None:
    """Build the card of one ratio metric, such as how often Evil found a Good role.

    `description_key` is the key of its description.
    """
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
    """Build the page with a lazy iterator of its cards.

    The first card can be shown before the last is computed.
    """
    pages = game.find_part(StatisticsPages)
    metrics = () if pages is None else pages.metrics
    query = StatisticsQuery(
        source, replace(game_filter, game=game.id, completion=CompletionFilter.FINISHED), metrics
    )
    report = StatisticsReport(game.id, query.game_filter, query.total, ())
    if not query.game_count:
        return report, iter(())
    cards = (
        iter((build_players_card(query, query.ranked_people),)) if pages is None else pages.build_cards(query)
    )
    return report, chain(filter(None, cards), build_streak_cards(query), build_duration_cards(query))


def build_headline(game: GameDefinition, source: StatisticsSource) -> tuple[int, StatisticLine | None]:
    """Return the number of finished games and the one statistic shown in the overview."""
    query = StatisticsQuery(source, GameFilter(game=game.id, completion=CompletionFilter.FINISHED))
    if not query.game_count:
        return 0, None
    pages = game.find_part(StatisticsPages)
    return query.game_count, build_top_winner_line(query) if pages is None else pages.build_headline(query)


def build_person_report(
    game: GameDefinition, source: StatisticsSource, game_filter: GameFilter, person: str
) -> StatisticsReport:
    """Build the statistics page of one player of a game."""
    query = StatisticsQuery(
        source, replace(game_filter, game=game.id, completion=CompletionFilter.FINISHED, people=(person,))
    )
    if not query.game_count:
        return StatisticsReport(game.id, query.game_filter, query.total, (), person)
    pages = game.find_part(StatisticsPages)
    cards = build_person_cards(query, person, () if pages is None else pages.sides)
    game_cards: Iterable[StatisticsCard | None] = (
        () if pages is None else pages.build_person_cards(query, person)
    )
    return StatisticsReport(
        game.id,
        query.game_filter,
        query.total,
        (*cards, *(card for card in game_cards if card is not None)),
        person,
    )


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
    """List the filter chips; options that all games share are left out.

    `game_filter` is the current filter, `year_start` the start of this year.
    """
    finished_games = GameFilter(game=game.id, completion=CompletionFilter.FINISHED)
    option_groups = (
        FilterOptionGroup(Message.of("statistics.choose.time"), _time_options(game_filter, year_start)),
        FilterOptionGroup(
            Message.of("statistics.choose.players"),
            _player_count_options(source.count_by_player_count(finished_games), game_filter),
        ),
        FilterOptionGroup(
            Message.of("statistics.choose.roles"), _role_options(game, source, finished_games, game_filter)
        ),
        FilterOptionGroup(Message.of("statistics.choose.group"), _group_options(groups, game_filter)),
    )
    return tuple(option_group for option_group in option_groups if option_group.options)


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


def _time_options(game_filter: GameFilter, year_start: float) -> tuple[FilterOption, ...]:
    since = None if game_filter.since == year_start else year_start
    return (
        FilterOption(Message.of("statistics.choose.all"), GameFilter(), game_filter == GameFilter()),
        FilterOption(
            Message.of("history.span.year"),
            replace(game_filter, since=since),
            game_filter.since == year_start,
        ),
    )


def _player_count_options(
    game_counts: Mapping[int, int], game_filter: GameFilter
) -> tuple[FilterOption, ...]:
    if len(game_counts) < 2 and game_filter.players is None:
        return ()
    player_counts = sorted(game_counts, key=lambda player_count: (-game_counts[player_count], player_count))
    return tuple(
        FilterOption(
            Message.of("history.players", n=player_count),
            replace(game_filter, players=None if game_filter.players == player_count else player_count),
            game_filter.players == player_count,
        )
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
        options.append(
            FilterOption(
                Message.of("statistics.choose.role", role=pages.role_name(role_sum.part)),
                new_filter,
                is_selected,
            )
        )
    return tuple(options)


def _group_options(groups: Mapping[str, Sequence[str]], game_filter: GameFilter) -> tuple[FilterOption, ...]:
    options = []
    for name, members in groups.items():
        is_selected = game_filter.group == tuple(members)
        options.append(
            FilterOption(
                Message.from_name(name),
                replace(game_filter, group=() if is_selected else tuple(members)),
                is_selected,
            )
        )
    return tuple(options)
