"""`companion export`: write all stored games to a file for another device, a spreadsheet or another app."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.commands.command import (
    EXIT_OK,
    PROGRAM_NAME,
    Command,
    InvalidArguments,
    format_help,
    print_line,
    report_problem,
)
from companion.commands.kept_data import open_stored_data, refuse_to_overwrite
from companion.core.game import ProblemError, error
from companion.files.outgoing import EXPORT_FORMATS, write_atomically
from companion.games.registry import find_game_by_name, list_games
from companion.i18n.translator import Translator
from companion.storage.database import Database


def _add_arguments(group: argparse._ArgumentGroup, tr: Translator) -> None:
    for file_format in EXPORT_FORMATS:
        group.add_argument(
            f"--{file_format}", metavar="FILE", help=format_help(tr, f"share.cli.{file_format}")
        )
    game_ids = tuple(game.id for game in list_games())
    group.add_argument("--game", metavar="GAME", help=format_help(tr, "share.cli.game", games=game_ids))


def _run(arguments: argparse.Namespace, tr: Translator) -> int:
    formats = [file_format for file_format in EXPORT_FORMATS if getattr(arguments, file_format)]
    if not formats:
        raise InvalidArguments(error("share.problem.which", command=f"{PROGRAM_NAME} export --json FILE"))
    try:
        game = _parse_game(arguments.game)
        for file_format in formats:
            path = Path(getattr(arguments, file_format))
            print_line(tr("share.cli.written", n=_export_file(file_format, path, game), file=str(path)))
    except ProblemError as wrong:
        return report_problem(wrong.problem, tr)
    return EXIT_OK


def _parse_game(name: str | None) -> str | None:
    if name is None:
        return None
    definition = find_game_by_name(name)
    if definition is None:
        game_ids = tuple(game.id for game in list_games())
        raise ProblemError(error("share.problem.game", game=name, games=game_ids))
    return definition.id


def _export_file(file_format: str, path: Path, game: str | None) -> int:
    targets = [path, path.with_name(f"{path.stem}-votes{path.suffix}")] if file_format == "csv" else [path]
    refuse_to_overwrite(*targets)
    with open_stored_data() as store:
        return _write_file(file_format, store.database, targets, game)


def _write_file(file_format: str, database: Database, targets: list[Path], game: str | None) -> int:
    from companion.storage.bgstats import export_plays
    from companion.storage.csv_export import export_csv
    from companion.storage.json_export import export_json, iterate_games

    with write_atomically(targets) as (first, *others):
        if file_format == "json":
            return export_json(database, first, game)
        if file_format == "bgstats":
            return export_plays(iterate_games(database, game), first)
        return export_csv(database, first, others[0], game)


EXPORT = Command("share.cli.export", _add_arguments, _run)
