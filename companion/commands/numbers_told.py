"""Statistics of the stored games for the command line: as lines, or as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from companion.commands.kept_data import open_stored_data
from companion.core.definition import GameDefinition
from companion.core.game import ProblemError, error
from companion.i18n.translator import Translator
from companion.statistics.formatting import format_statistic
from companion.statistics.metrics import Statistic
from companion.statistics.query import GameFilter
from companion.statistics.reports import (
    PlayerTable,
    RatioSummary,
    SideComparison,
    StatisticList,
    StatisticsCard,
    StatisticsReport,
    build_complete_report,
    build_person_report,
    iterate_statistics,
)
from companion.storage.statistics_index import index_all

# Version of the JSON format (docs/statistics.md).
VERSION: Final = 1
PersonNames = dict[str, str]


def build_counted_report(
    game: GameDefinition, game_filter: GameFilter, name: str | None
) -> tuple[StatisticsReport, PersonNames]:
    """Return the statistics after indexing what is stale; nothing else is written. Raises `ProblemError`."""
    with open_stored_data() as store:
        index_all(store.database)
        source = store.statistics
        if name is None:
            return build_complete_report(game, source, game_filter), source.load_names()
        report = build_person_report(game, source, game_filter, source.resolve_person(name))
        if not report.total.numerator:
            raise ProblemError(error("statistics.problem.person", name=name))
        return report, source.load_names()


def report_to_json(
    report: StatisticsReport, names: PersonNames, since: str | None, until: str | None
) -> dict[str, Any]:
    """Return the report as JSON data. `since` and `until` are the days of the query."""
    statistics = list(iterate_statistics(report.cards))
    people = {statistic.person for statistic in statistics if statistic.person}
    return {
        "statistics": VERSION,
        "game": report.game,
        "games": int(report.total.numerator),
        "person": report.person or None,
        "players": report.game_filter.players,
        "since": since,
        "until": until,
        "names": {person: names.get(person, person) for person in sorted(people)},
        "figures": [_statistic_to_json(statistic) for statistic in statistics],
    }


def _statistic_to_json(statistic: Statistic) -> dict[str, Any]:
    return {
        "name": statistic.name,
        "part": statistic.part,
        "person": statistic.person,
        "form": statistic.kind.value,
        "times": statistic.numerator,
        "of": statistic.denominator,
        "games": statistic.games,
    }


def format_report(tr: Translator, report: StatisticsReport, names: PersonNames) -> Iterator[str]:
    title = tr("statistics.title", game=tr(f"app.game.{report.game}"))
    about = tr("app.files.restore_games", n=int(report.total.numerator))
    if report.person:
        about = f"{names.get(report.person, report.person)} · {about}"
    yield f"{title} · {about}"
    for card in report.cards:
        yield ""
        yield from _format_card(tr, card)


def _format_card(tr: Translator, card: StatisticsCard) -> Iterator[str]:
    match card:
        case SideComparison(sides=sides):
            for side in sides:
                yield f"{tr.translate(side.wins.label)}: {format_statistic(tr, side.wins.statistic)}"
                for reason in side.reasons:
                    yield f"  {tr.translate(reason.label)}"
        case RatioSummary():
            yield f"{tr.translate(card.title)}: {format_statistic(tr, card.statistic)}"
        case StatisticList():
            yield tr.translate(card.title)
            for line in card.lines:
                yield f"  {tr.translate(line.label)}: {format_statistic(tr, line.statistic)}"
        case PlayerTable():
            yield tr.translate(card.title)
            for row in card.rows:
                cells = (
                    f"{tr.translate(column.label)} {format_statistic(tr, statistic)}"
                    for column, statistic in zip(card.columns, row.cells, strict=True)
                    if statistic is not None
                )
                yield f"  {row.name}: {', '.join(cells)}"
            if card.missing is not None:
                yield f"  {tr.translate(card.missing.label)}"
