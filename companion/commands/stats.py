"""`companion stats`: what the games that are kept come to, in words or as JSON."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import Any, Final

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
from companion.past.cards import Card, Lines, People, Ring, Sides, figures
from companion.past.figures import Figure
from companion.past.pages import Page, page_of, person_page
from companion.past.telling import written
from companion.past.which import Which
from companion.past.words import told
from companion.storage import files
from companion.storage.counting import count_all
from companion.storage.folder import data_folder
from companion.storage.statistics import Statistics
from companion.storage.store import open_store

# Of the form of the JSON (docs/statistics.md).
VERSION: Final = 1


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
    game = _game(arguments.game)
    which = Which(
        players=_players(arguments.players),
        since=_moment(arguments.since),
        until=_moment(arguments.until, after=1),
    )
    try:
        page, names = _counted(game, which, arguments.person)
    except ProblemError as wrong:
        return refused(wrong.problem, tr)
    if arguments.json:
        say(as_json(_record(page, names, arguments)))
    else:
        for line in _lines(tr, page, names):
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


def _counted(game: Manifest, which: Which, name: str | None) -> tuple[Page, dict[str, str]]:
    """What is left to be counted is counted first: nothing else is written."""
    folder = data_folder(os.environ, sys.platform)
    if not (folder / files.FILE).exists():
        raise ProblemError(error("app.files.problem.missing", file=str(folder / files.FILE)))
    store = open_store(folder, time.time)
    try:
        if not store.durable and store.problems[0].key == "app.problem.storage_unwritable":
            # What the app says to players is about a game that goes on.
            raise ProblemError(error("statistics.problem.read_only", folder=str(folder)))
        if store.problems:
            raise ProblemError(store.problems[0])
        count_all(store.database)
        numbers = Statistics(store.database)
        if name is None:
            return page_of(game, numbers, which), numbers.names()
        page = person_page(game, numbers, which, numbers.person(name))
        if not page.games.times:
            raise ProblemError(error("statistics.problem.person", name=name))
        return page, numbers.names()
    finally:
        store.close()


def _record(page: Page, names: dict[str, str], arguments: argparse.Namespace) -> dict[str, Any]:
    shown = list(figures(page.cards))
    people = {figure.person for figure in shown if figure.person}
    return {
        "statistics": VERSION,
        "game": page.game,
        "games": int(page.games.times),
        "person": page.person or None,
        "players": page.which.players,
        "since": arguments.since,
        "until": arguments.until,
        "names": {person: names.get(person, person) for person in sorted(people)},
        "figures": [_figure(figure) for figure in shown],
    }


def _figure(figure: Figure) -> dict[str, Any]:
    return {
        "name": figure.name,
        "part": figure.part,
        "person": figure.person,
        "form": figure.form.value,
        "times": figure.times,
        "of": figure.of,
        "games": figure.games,
    }


def _lines(tr: Translator, page: Page, names: dict[str, str]) -> Iterator[str]:
    title = tr("statistics.title", game=tr(f"app.game.{page.game}"))
    about = tr("app.files.restore_games", n=int(page.games.times))
    if page.person:
        about = f"{names.get(page.person, page.person)} · {about}"
    yield f"{title} · {about}"
    for card in page.cards:
        yield ""
        yield from _card(tr, card)


def _card(tr: Translator, card: Card) -> Iterator[str]:
    match card:
        case Sides(sides=sides):
            for side in sides:
                yield f"{told(tr, side.won.label)}: {written(tr, side.won.figure)}"
                for way in side.ways:
                    yield f"  {told(tr, way.label)}"
        case Ring():
            yield f"{told(tr, card.title)}: {written(tr, card.figure)}"
        case Lines():
            yield told(tr, card.title)
            for line in card.lines:
                yield f"  {told(tr, line.label)}: {written(tr, line.figure)}"
        case People():
            yield told(tr, card.title)
            for row in card.rows:
                cells = (
                    f"{told(tr, column.words)} {written(tr, figure)}"
                    for column, figure in zip(card.columns, row.cells, strict=True)
                    if figure is not None
                )
                yield f"  {row.name}: {', '.join(cells)}"
            if card.lacking is not None:
                yield f"  {told(tr, card.lacking.label)}"


STATS = Command("statistics.cli.stats", _arguments, _run)
