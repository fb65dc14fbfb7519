"""Cards that every game has, or several: who played and won, rows of wins, lengths."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import inf, nextafter
from typing import Final

from companion.past.asking import StatisticsQuery
from companion.past.cards import (
    ColumnHeading,
    PlayerTable,
    PlayerTableRow,
    RatioSummary,
    SideComparison,
    SideWins,
    StatisticLine,
    StatisticList,
    StatisticsCard,
)
from companion.past.figures import Statistic, StatisticKind
from companion.past.numbers import DurationSummary
from companion.past.which import DurationFilter, SeatFilter
from companion.past.words import Message

# A row of wins that is worth telling.
_MIN_STREAK: Final = 2


@dataclass(frozen=True, slots=True)
class SideInfo:
    """A side of a game as statistics show it, with the word for each way in which it won."""

    id: str
    label: Message
    icon: str
    tone: str
    reason_key: Callable[[str], str]
    # Above a narrow column.
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
    """Who played and won: in all, on each side, and what else a game tells of everybody."""
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
    """What else is told of everybody; those of whom nothing is are left out."""
    rows = []
    for person in query.ranked_people:
        cells = tuple(compute_cell(person) for _, compute_cell in columns)
        if any(cell is not None for cell in cells):
            rows.append(PlayerTableRow(person, query.names.get(person, person), cells))
    return PlayerTable(title, tuple(heading for heading, _ in columns), tuple(rows)) if rows else None


def _missing_roles_line(query: StatisticsQuery) -> StatisticLine | None:
    """How many games do not tell who was who."""
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
    """None where there is nothing to tell."""
    card_lines = tuple(
        StatisticLine(label(statistic), statistic) for statistic in statistics if statistic is not None
    )
    return StatisticList(title, card_lines, icon, description) if card_lines else None


def build_role_set_card(
    query: StatisticsQuery, metric: str, description: Message, label: Callable[[str], Message]
) -> StatisticList | None:
    """How often a side won with each set of roles at this table."""
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
    """The same by each role that was in play, whatever else was; those that always are tell nothing."""
    title = Message.of("statistics.sets.each")
    varying = [
        statistic for statistic in query.get_metric_parts("with") if statistic.games < query.game_count
    ]
    return build_lines_card(
        title, varying, lambda statistic: label(statistic.part), icon="CARD", description=description
    )


# -- how long, and how often in a row --------------------------------------------------------------------


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
    """The longest rows of wins, and those that still go on."""
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
        # The last of them is one of them.
        game_filter = replace(game_filter, until=nextafter(until, inf))
    return Statistic(name, StatisticKind.COUNT, wins, wins, wins, game_filter, person=person)


def build_top_winner_line(query: StatisticsQuery) -> StatisticLine | None:
    """Who won most."""
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
    """Wins in all and by side, wins by role, rows of wins."""
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
    """What everybody did, by fact; each has its head."""
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
    """How often Evil found somebody of the Good; `description_key` is the key of what it rests on."""
    statistic = query.get_metric(metric)
    if statistic is None:
        return None
    description = Message.of(description_key, times=int(statistic.numerator), n=int(statistic.denominator))
    return RatioSummary(title, description, statistic, icon, "evil", "good")
