"""`companion stats`: statistics of the stored games, as text or JSON."""

from __future__ import annotations

import argparse
from datetime import date, datetime, timedelta

from companion.commands.command import (
    EXIT_OK,
    PROGRAM_NAME,
    Command,
    InvalidArguments,
    escape_control_characters,
    format_help,
    print_line,
    report_problem,
    to_json,
)
from companion.core.definition import GameDefinition
from companion.core.game import ProblemError, error
from companion.games.registry import find_game_by_name, list_games
from companion.i18n.translator import Translator
from companion.statistics.query import GameFilter


def _add_arguments(group: argparse._ArgumentGroup, tr: Translator) -> None:
    game_ids = tuple(game.id for game in list_games())
    group.add_argument(
        "game", metavar="GAME", nargs="?", help=format_help(tr, "statistics.cli.game", games=game_ids)
    )
    group.add_argument("--json", action="store_true", help=format_help(tr, "statistics.cli.as_json"))
    group.add_argument("--players", metavar="N", help=format_help(tr, "statistics.cli.players"))
    group.add_argument("--person", metavar="NAME", help=format_help(tr, "statistics.cli.person"))
    group.add_argument("--since", metavar="YYYY-MM-DD", help=format_help(tr, "statistics.cli.since"))
    group.add_argument("--until", metavar="YYYY-MM-DD", help=format_help(tr, "statistics.cli.until"))


def _run(arguments: argparse.Namespace, tr: Translator) -> int:
    # Imported lazily, so that other commands need not load it.
    from companion.commands.numbers_told import build_counted_report, format_report, report_to_json

    game = _parse_game(arguments.game)
    game_filter = GameFilter(
        players=_parse_players(arguments.players),
        since=_parse_day(arguments.since),
        until=_parse_day(arguments.until, days_after=1),
    )
    try:
        report, names = build_counted_report(game, game_filter, arguments.person)
    except ProblemError as wrong:
        return report_problem(wrong.problem, tr)
    if arguments.json:
        print_line(to_json(report_to_json(report, names, arguments.since, arguments.until)))
    else:
        for line in format_report(tr, report, names):
            print_line(escape_control_characters(line))
    return EXIT_OK


def _parse_game(name: str | None) -> GameDefinition:
    definition = None if name is None else find_game_by_name(name)
    if definition is None:
        game_ids = tuple(game.id for game in list_games())
        if name is None:
            raise InvalidArguments(
                error("statistics.problem.game", command=f"{PROGRAM_NAME} stats GAME", games=game_ids)
            )
        raise InvalidArguments(error("share.problem.game", game=name, games=game_ids))
    return definition


def _parse_players(text: str | None) -> int | None:
    if text is None:
        return None
    if not text.isascii() or not text.isdecimal() or not 0 < int(text) < 100:
        raise InvalidArguments(error("statistics.problem.players", given=text))
    return int(text)


def _parse_day(text: str | None, days_after: int = 0) -> float | None:
    """Return the timestamp at which this day, or the day `days_after` days later, begins."""
    if text is None:
        return None
    try:
        day = date.fromisoformat(text) + timedelta(days=days_after)
        return datetime(day.year, day.month, day.day).timestamp()
    except (ValueError, OverflowError, OSError) as wrong:
        raise InvalidArguments(error("statistics.problem.day", given=text)) from wrong


STATS = Command("statistics.cli.stats", _add_arguments, _run)
