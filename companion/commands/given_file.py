"""`companion FILE` where there is no window to open it in: what the file is, in one line."""

from __future__ import annotations

import tempfile
from pathlib import Path

from companion.commands.command import BROKEN, OK, complain, one_line, say
from companion.games.files import read_record, replay
from companion.games.game import ProblemError
from companion.i18n.translator import Translator
from companion.narrator.voices.recorded import KINDS
from companion.storage.everything import Played, read_everything
from companion.storage.inbox import Kind, kind_of
from companion.storage.maps import read_map
from companion.storage.staging import stage
from companion.storage.transfer import read_bytes
from companion.zips import Zip


def tell(path: Path, tr: Translator) -> int:
    """Nothing is taken in: a backup is to be seen before it is brought back."""
    try:
        say(one_line(_told(path, tr)))
    except ProblemError as refused:
        complain(tr.problem(refused.problem))
        return BROKEN
    return OK


def _told(path: Path, tr: Translator) -> str:
    name = path.name
    match kind_of(path, name, KINDS):
        case Kind.RECORD:
            record = read_record(read_bytes(path, name))
            for _ in replay(record):
                pass  # a move that is refused is raised
            return tr("app.cli.file_game", file=name, game=tr(f"app.game.{record.game.id}"))
        case Kind.MAP:
            came = read_map(read_bytes(path, name), name)
            return tr("app.cli.file_map", file=name, team=came.team, game=tr(f"app.game.{came.game}"))
        case Kind.GAMES:
            games = sum(isinstance(element, Played) for _, element in read_everything(path, name))
            return tr("share.file_games", file=name, n=games)
        case Kind.BACKUP:
            with tempfile.TemporaryDirectory() as folder:
                return tr("app.cli.file_backup", file=name, n=stage(path, Path(folder), name).games)
        case Kind.RECORDINGS:
            with Zip(path) as packed:
                sounds = sum(file.path[-1].lower().endswith(KINDS) for file in packed.files)
            return tr("app.cli.file_recordings", file=name, n=sounds)
