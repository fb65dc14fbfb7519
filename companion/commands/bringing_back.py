"""What `companion restore` does: a backup, or a file of all games, is added to what is here, or only told.

Loaded when somebody asks for it."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from companion.all_kept import AllKept
from companion.commands.command import complain, one_line, say
from companion.commands.kept_data import folder_in_use, store_to_fill
from companion.file_problems import read_problem
from companion.games.game import ProblemError, error
from companion.i18n.dates import written
from companion.i18n.translator import Translator
from companion.narrator.voices.recorded import KINDS
from companion.past.coming import added
from companion.storage.everything import foresee_everything, take_everything
from companion.storage.inbox import MOST_BYTES, Kind, kind_of
from companion.storage.stepwise import to_the_end
from companion.storage.store import Store


def bring_back(path: Path, tr: Translator, *, dry: bool) -> None:
    """Raises `ProblemError`, and has changed nothing then."""
    kind = _kind(path)
    with store_to_fill(dry=dry) as store:
        if kind is Kind.BACKUP:
            _restore(store, path, tr, dry=dry)
        else:
            _read_in(store, path, tr, dry=dry)


def _kind(path: Path) -> Kind:
    name = str(path)
    try:
        if path.stat().st_size > MOST_BYTES:
            raise ProblemError(error("app.files.problem.big", file=name))
    except OSError as wrong:
        raise ProblemError(read_problem(name, wrong)) from wrong
    kind = kind_of(path, name, KINDS)
    if kind not in (Kind.BACKUP, Kind.GAMES):
        raise ProblemError(error("backup.problem.not_this", file=name))
    return kind


def _restore(store: Store, path: Path, tr: Translator, *, dry: bool) -> None:
    kept = AllKept(store, folder_in_use())
    left = None if dry else kept.unfinished()
    if left is not None:
        # Of an earlier one, whose place in the notes this one will take.
        _add_recordings(kept, left)
    with _place(kept, dry=dry) as place:
        came = kept.look_at(path, place, str(path))
        foreseen, missing = to_the_end(kept.previewing(came)), kept.missing(came)
        if foreseen.empty and not missing:
            say(tr("app.files.restore_nothing"))
        else:
            for line in added(tr, foreseen, missing, lambda moment: _day(tr, moment)):
                say(one_line(f"+ {line.words}" + (f" ({line.below})" if line.below else "")))
        if foreseen.here:
            say(tr("app.files.restore_here", n=foreseen.here))
        if foreseen.unreadable:
            say(tr("app.files.restore_unreadable", n=foreseen.unreadable))
        for problem in came.recordings.refused:
            complain(tr.problem(problem))
        if dry:
            say(tr("backup.cli.dry"))
            return
        to_the_end(kept.merging(came))
        if missing:
            _add_recordings(kept, place)
    if not foreseen.empty or missing:
        say(tr("app.files.restored"))


def _add_recordings(kept: AllKept, place: Path) -> None:
    try:
        kept.add_recordings(place)
    except OSError as wrong:
        raise ProblemError(read_problem(str(place), wrong)) from wrong
    kept.added(place)


def _read_in(store: Store, path: Path, tr: Translator, *, dry: bool) -> None:
    """All games of somebody, as JSON."""
    name = str(path)
    if dry:
        foreseen = foresee_everything(store.database, path, name)
        say(tr("app.files.restore_games", n=foreseen.new) if foreseen.new else tr("backup.games_here"))
        say(tr("backup.cli.dry"))
        return
    taken = to_the_end(take_everything(store.database, path, name))
    say(tr("share.taken", n=taken.new) if taken.new else tr("backup.games_here"))


@contextmanager
def _place(kept: AllKept, *, dry: bool) -> Iterator[Path]:
    """Where it is looked at: recordings that could not be added yet wait there for the next start."""
    if dry:
        with tempfile.TemporaryDirectory() as folder:
            yield Path(folder)
        return
    place = kept.inbox.place()
    try:
        yield place
    finally:
        if kept.unfinished() != place:
            shutil.rmtree(place, ignore_errors=True)
        kept.inbox.tidy()


def _day(tr: Translator, moment: float) -> str:
    day = datetime.fromtimestamp(moment)
    return written(tr, day.year, day.month, day.day)
