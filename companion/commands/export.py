"""`companion export`: the games that are kept, as a file for another device, a spreadsheet or another app."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from companion.commands.command import NAME, OK, Command, WrongArguments, help_line, refused, say
from companion.commands.kept_data import kept_store, refuse_to_overwrite
from companion.games.game import ProblemError, error
from companion.games.shelf import game_named, games
from companion.i18n.translator import Translator
from companion.storage.database import Database
from companion.storage.outbox import whole_or_not

_KINDS: Final = ("json", "csv", "bgstats")


def _arguments(group: argparse._ArgumentGroup, tr: Translator) -> None:
    for kind in _KINDS:
        group.add_argument(f"--{kind}", metavar="FILE", help=help_line(tr, f"share.cli.{kind}"))
    known = tuple(game.id for game in games())
    group.add_argument("--game", metavar="GAME", help=help_line(tr, "share.cli.game", games=known))


def _run(arguments: argparse.Namespace, tr: Translator) -> int:
    chosen = [kind for kind in _KINDS if getattr(arguments, kind)]
    if not chosen:
        raise WrongArguments(error("share.problem.which", command=f"{NAME} export --json FILE"))
    try:
        game = _game(arguments.game)
        for kind in chosen:
            path = Path(getattr(arguments, kind))
            say(tr("share.cli.written", n=_export(kind, path, game), file=str(path)))
    except ProblemError as wrong:
        return refused(wrong.problem, tr)
    return OK


def _game(name: str | None) -> str | None:
    if name is None:
        return None
    found = game_named(name)
    if found is None:
        known = tuple(game.id for game in games())
        raise ProblemError(error("share.problem.game", game=name, games=known))
    return found.id


def _export(kind: str, path: Path, game: str | None) -> int:
    goals = [path, path.with_name(f"{path.stem}-votes{path.suffix}")] if kind == "csv" else [path]
    refuse_to_overwrite(*goals)
    with kept_store() as store:
        return _write(kind, store.database, goals, game)


def _write(kind: str, database: Database, goals: list[Path], game: str | None) -> int:
    from companion.storage.all_games import each_game
    from companion.storage.bgstats import write_plays
    from companion.storage.everything import write_everything
    from companion.storage.sheets import write_sheets

    with whole_or_not(goals) as (first, *others):
        if kind == "json":
            return write_everything(database, first, game)
        if kind == "bgstats":
            return write_plays(each_game(database, game), first)
        return write_sheets(database, first, others[0], game)


EXPORT = Command("share.cli.export", _arguments, _run)
