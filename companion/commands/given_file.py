"""`companion FILE` without a display: describe the file in one line."""

from __future__ import annotations

import tempfile
from pathlib import Path

from companion.commands.command import (
    EXIT_BROKEN,
    EXIT_OK,
    escape_control_characters,
    print_error,
    print_line,
)
from companion.core.game import ProblemError
from companion.files.incoming import FileType, detect_file_type
from companion.files.safe_zip import SafeZip
from companion.games.game_file import parse_record, replay
from companion.i18n.translator import Translator
from companion.narrator.voices.recordings import FILE_SUFFIXES
from companion.storage.backup import stage_backup
from companion.storage.campaigns import read_map
from companion.storage.importing import read_file_bytes
from companion.storage.json_export import read_json_export
from companion.storage.validation import ValidatedGame


def describe_file(path: Path, tr: Translator) -> int:
    """Describe a file without importing it: a backup should be previewed before it is restored."""
    try:
        print_line(escape_control_characters(_describe(path, tr)))
    except ProblemError as wrong:
        print_error(tr.translate_problem(wrong.problem))
        return EXIT_BROKEN
    return EXIT_OK


def _describe(path: Path, tr: Translator) -> str:
    name = path.name
    match detect_file_type(path, name, FILE_SUFFIXES):
        case FileType.RECORD:
            record = parse_record(read_file_bytes(path, name))
            for _ in replay(record):
                pass  # invalid moves raise
            return tr("app.cli.file_game", file=name, game=tr(f"app.game.{record.game.id}"))
        case FileType.MAP:
            campaign_map = read_map(read_file_bytes(path, name), name)
            return tr(
                "app.cli.file_map",
                file=name,
                team=campaign_map.team,
                game=tr(f"app.game.{campaign_map.game}"),
            )
        case FileType.GAMES:
            games = sum(isinstance(element, ValidatedGame) for _, element in read_json_export(path, name))
            return tr("share.file_games", file=name, n=games)
        case FileType.BACKUP:
            with tempfile.TemporaryDirectory() as folder:
                return tr("app.cli.file_backup", file=name, n=stage_backup(path, Path(folder), name).games)
        case FileType.RECORDINGS:
            with SafeZip(path) as archive:
                recordings = sum(file.path[-1].lower().endswith(FILE_SUFFIXES) for file in archive.entries)
            return tr("app.cli.file_recordings", file=name, n=recordings)
