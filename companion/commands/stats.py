"""`companion stats`: what the games that are kept come to, in words or as JSON."""

from __future__ import annotations

import argparse
from datetime import date, datetime, timedelta

from companion.commands.command import (
    NAME,
    OK,
    Command,
    WrongArguments,
    as_json,
    help_line,
    one_line,
    refused,
    say,
)
from companion.games.game import ProblemError, error
from companion.games.manifest import Manifest
from companion.games.shelf import game_named, games
from companion.i18n.translator import Translator
from companion.past.which import Which


def _arguments(group: argparse._ArgumentGroup, tr: Translator) -> None:
    known = tuple(game.id for game in games())
    group.add_argument(
        "game", metavar="GAME", nargs="?", help=help_line(tr, "statistics.cli.game", games=known)
    )
    group.add_argument("--json", action="store_true", help=help_line(tr, "statistics.cli.as_json"))
    group.add_argument("--players", metavar="N", help=help_line(tr, "statistics.cli.players"))
    group.add_argument("--person", metavar="NAME", help=help_line(tr, "statistics.cli.person"))
    group.add_argument("--since", metavar="YYYY-MM-DD", help=help_line(tr, "statistics.cli.since"))
    group.add_argument("--until", metavar="YYYY-MM-DD", help=help_line(tr, "statistics.cli.until"))


def _run(arguments: argparse.Namespace, tr: Translator) -> int:
    # Loaded for whoever asks: no other command waits for it.
    from companion.commands.numbers_told import counted, lines, record

    game = _game(arguments.game)
    which = Which(
        players=_players(arguments.players),
        since=_moment(arguments.since),
        until=_moment(arguments.until, after=1),
    )
    try:
        page, names = counted(game, which, arguments.person)
    except ProblemError as wrong:
        return refused(wrong.problem, tr)
    if arguments.json:
        say(as_json(record(page, names, arguments.since, arguments.until)))
    else:
        for line in lines(tr, page, names):
            say(one_line(line))
    return OK


def _game(name: str | None) -> Manifest:
    found = None if name is None else game_named(name)
    if found is None:
        known = tuple(game.id for game in games())
        if name is None:
            raise WrongArguments(error("statistics.problem.game", command=f"{NAME} stats GAME", games=known))
        raise WrongArguments(error("share.problem.game", game=name, games=known))
    return found


def _players(given: str | None) -> int | None:
    if given is None:
        return None
    if not given.isascii() or not given.isdecimal() or not 0 < int(given) < 100:
        raise WrongArguments(error("statistics.problem.players", given=given))
    return int(given)


def _moment(given: str | None, after: int = 0) -> float | None:
    """When this day begins, or so many days after it."""
    if given is None:
        return None
    try:
        day = date.fromisoformat(given) + timedelta(days=after)
        return datetime(day.year, day.month, day.day).timestamp()
    except (ValueError, OverflowError, OSError) as wrong:
        raise WrongArguments(error("statistics.problem.day", given=given)) from wrong


STATS = Command("statistics.cli.stats", _arguments, _run)
