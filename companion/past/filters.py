"""Which games statistics may be narrowed to: as many chips as these games give reason for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.games.manifest import GameDefinition
from companion.past.numbers import StatisticsSource
from companion.past.which import CompletionFilter, GameFilter, MetricFilter
from companion.past.words import Message

# The fact by which games tell which roles were in play.
_ROLE_METRIC = "with"
# So many kinds stand above the page beside all games: one line of chips on a phone.
_MAX_SUGGESTED_GROUPS = 2


@dataclass(frozen=True, slots=True)
class FilterOption:
    """Touched, the page is of these games."""

    label: Message
    game_filter: GameFilter
    is_selected: bool


@dataclass(frozen=True, slots=True)
class FilterOptionGroup:
    """Chips of one kind, those of most games first."""

    title: Message
    options: tuple[FilterOption, ...]


def list_filter_options(
    game: GameDefinition,
    source: StatisticsSource,
    game_filter: GameFilter,
    groups: Mapping[str, Sequence[str]],
    year_start: float,
) -> tuple[FilterOptionGroup, ...]:
    """`game_filter` is what is chosen now, `year_start` when this one began. What all games share is not
    asked for."""
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
    """What stands above the page: all games, what is chosen, and where nothing is the first of each kind."""
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
    """Those that are in play in some games and not in others."""
    role_sums = source.sum_metrics(finished_games, _ROLE_METRIC)
    module = game.find_part("past", "pages")
    if not role_sums or module is None:
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
                Message.of("statistics.choose.role", role=module.role_name(role_sum.part)),
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
