"""What a page of statistics consists of.

Each game says in its own `cards(asked)` what is shown of it, and in `cards_of(asked, person)` what of one
player; of a game that does not, games, people and lengths are shown.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain

from companion.games.manifest import GameDefinition
from companion.past.asking import StatisticsQuery
from companion.past.cards import StatisticLine, StatisticsCard
from companion.past.figures import Statistic
from companion.past.numbers import StatisticsSource
from companion.past.shared_cards import (
    build_duration_cards,
    build_person_cards,
    build_players_card,
    build_streak_cards,
    build_top_winner_line,
)
from companion.past.which import CompletionFilter, GameFilter


@dataclass(frozen=True, slots=True)
class StatisticsReport:
    """`person` is whose page it is, or nobody's."""

    game: str
    game_filter: GameFilter
    total: Statistic
    cards: tuple[StatisticsCard, ...]
    person: str = ""


def build_complete_report(
    game: GameDefinition, source: StatisticsSource, game_filter: GameFilter
) -> StatisticsReport:
    """The page of a game, of those of its games that are over and among the chosen."""
    report, cards = build_report(game, source, game_filter)
    return replace(report, cards=tuple(cards))


def build_report(
    game: GameDefinition, source: StatisticsSource, game_filter: GameFilter
) -> tuple[StatisticsReport, Iterator[StatisticsCard]]:
    """The same without its cards yet: each is asked for when it is taken, so that the first can be seen
    before the last is known."""
    module = game.find_part("past", "pages")
    metrics = () if module is None else module.METRICS
    query = StatisticsQuery(
        source, replace(game_filter, game=game.id, completion=CompletionFilter.FINISHED), metrics
    )
    report = StatisticsReport(game.id, query.game_filter, query.total, ())
    if not query.game_count:
        return report, iter(())
    cards = (
        iter((build_players_card(query, query.ranked_people),))
        if module is None
        else module.build_cards(query)
    )
    return report, chain(filter(None, cards), build_streak_cards(query), build_duration_cards(query))


def build_headline(game: GameDefinition, source: StatisticsSource) -> tuple[int, StatisticLine | None]:
    """How many games there are of it, and one figure that a table would like to know first."""
    query = StatisticsQuery(source, GameFilter(game=game.id, completion=CompletionFilter.FINISHED))
    if not query.game_count:
        return 0, None
    module = game.find_part("past", "pages")
    return query.game_count, build_top_winner_line(query) if module is None else module.build_headline(query)


def build_person_report(
    game: GameDefinition, source: StatisticsSource, game_filter: GameFilter, person: str
) -> StatisticsReport:
    """What somebody played of a game."""
    query = StatisticsQuery(
        source, replace(game_filter, game=game.id, completion=CompletionFilter.FINISHED, people=(person,))
    )
    if not query.game_count:
        return StatisticsReport(game.id, query.game_filter, query.total, (), person)
    module = game.find_part("past", "pages")
    cards = build_person_cards(query, person, () if module is None else module.SIDES)
    game_cards = () if module is None else module.build_person_cards(query, person)
    return StatisticsReport(
        game.id, query.game_filter, query.total, (*cards, *filter(None, game_cards)), person
    )
