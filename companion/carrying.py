"""Files in and out of the app: parcels made and handed over, arrivals copied, told apart and taken.

What takes long, or waits for somebody else's app, happens in another thread; the screens and the database are
touched on the app's own.
"""

from __future__ import annotations

import contextlib
import shutil
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

from kivy.clock import Clock

from companion.all_kept import BEFORE, AllKept, CameBackup
from companion.device.desktop_exchange import PathArrival
from companion.device.exchange import Arrival, Exchange, LinkArrival, NoChooser, Place, Saved
from companion.file_problems import read_problem
from companion.games.game import Problem, ProblemError, error
from companion.narrator.voices.recorded import KINDS
from companion.narrator.voices.recordings import Staged as StagedRecordings
from companion.own_recordings import OwnRecordings
from companion.past.coming import Preview
from companion.past.packing import HandedGame, is_link, read_link
from companion.screens.history import HistoryPage
from companion.screens.home import HomePage
from companion.screens.left_out import open_left_out
from companion.screens.reading_sheet import Reading, ReadingSheet, read_through
from companion.screens.restore_sheet import open_restore
from companion.screens.your_data import YourDataPage
from companion.shell import Shell
from companion.storage.all_games import each_game, opened, whole_game
from companion.storage.backup import DATABASE, snapshot
from companion.storage.bgstats import write_plays
from companion.storage.everything import Added, take_everything, write_everything
from companion.storage.inbox import MOST_BYTES, Kind, NotWanted, copy_in, kind_of
from companion.storage.maps import MapFile, read_map, take_back, take_in
from companion.storage.maps import parcel_of as map_parcel
from companion.storage.outbox import Outbox, Parcel, file_name
from companion.storage.settings_rows import UNFINISHED
from companion.storage.sheets import pack_sheets
from companion.storage.store import Store
from companion.storage.transfer import read_bytes
from companion.zips import Damaged, Zip, refused, shown_name

T = TypeVar("T")

# On a phone another app has read a file that was shared long before so many more were.
_KEPT_ON_A_PHONE: Final = 8
# An arrival in its place in the inbox.
_FILE: Final = "arrived"
# What lies below a night's screen, by the name of its colour.
_NIGHT: Final = "night"
# All games by the kind of file: how it ends, and its MIME type.
_EXPORTS: Final = {
    "json": ("json", "application/json"),
    "csv": ("zip", "application/zip"),
    "bgstats": ("bgsplay", "application/octet-stream"),
}
# Who waits longer than this is told what for, and after so long shown how far it is.
_PATIENCE, _LONG = 0.4, 1.2
# How much of the reading is done once a file was copied.
_COPIED: Final = 0.3


@dataclass(frozen=True, slots=True)
class _Arrived:
    """A file that was copied and found to be one of ours, with what was taken out of it so far."""

    kind: Kind
    name: str
    path: Path
    backup: CameBackup | None = None
    recordings: StagedRecordings | None = None
    map: MapFile | None = None

    def throw_away(self) -> None:
        """All of it: nobody wants it, or nothing of it is needed any more."""
        shutil.rmtree(self.path.parent, ignore_errors=True)


class _Progress:
    """How far another thread is with a file, and whether it is to stop."""

    def __init__(self, wanted: Callable[[], bool]) -> None:
        self._wanted = wanted
        self.part = 0.0
        self.stopped = False

    @property
    def wanted(self) -> bool:
        return not self.stopped and self._wanted()

    def tell(self, part: float) -> None:
        self.part = part
        if not self.wanted:
            raise NotWanted


class _Waiting:
    """Says what somebody waits for who waits long: in passing, or with a bar where it is known how far it is,
    by which it can be stopped. A night and what somebody is reading are left alone."""

    def __init__(self, shell: Shell, words: str, progress: _Progress | None) -> None:
        self._shell, self._words, self._progress = shell, words, progress
        self._sheet: ReadingSheet | None = None
        self._told = Clock.schedule_once(self._tell, _PATIENCE)

    def _tell(self, _: float) -> None:
        self._shell.toaster.show(self._words)
        if self._progress is not None:
            self._told = Clock.schedule_once(self._open, _LONG - _PATIENCE)

    def _open(self, _: float) -> None:
        stage = self._shell.stage
        if self._progress is None or stage.ground == _NIGHT or stage.sheet is not None:
            return
        self._take_back_words()
        stop = self._shell.tr("share.reading.stop")
        self._sheet = ReadingSheet(self._shell, self._words, stop, self._progress.part)
        stage.open_sheet(self._sheet)
        self._told = Clock.schedule_interval(self._look, 0)

    def _look(self, _: float) -> None:
        if self._sheet is None or self._progress is None:
            return
        if self._sheet.gone:
            self._progress.stopped = True
            self._told.cancel()
        else:
            self._sheet.show(self._progress.part)

    def end(self) -> None:
        self._told.cancel()
        self._take_back_words()
        if self._sheet is not None and self._shell.stage.sheet is self._sheet:
            self._shell.stage.close_sheet()

    def _take_back_words(self) -> None:
        if self._shell.toaster.words == self._words:
            self._shell.toaster.dismiss()


class Carrying:
    """`reread` is called when a backup has brought other settings."""

    def __init__(
        self, shell: Shell, store: Store, folder: Path, exchange: Exchange, reread: Callable[[], object]
    ) -> None:
        self._shell = shell
        self._store = store
        self._exchange = exchange
        self._reread = reread
        self._outbox = Outbox(folder, _KEPT_ON_A_PHONE if exchange.shares else None)
        self._kept = AllKept(store, folder)
        self._inbox = self._kept.inbox
        self._recordings = OwnRecordings(shell, self._kept, self._see_anew)
        # How much is being done in other threads.
        self._under_way = 0
        self._packing = False
        self._closed = False
        # What is being read or added between two pictures; one at a time.
        self._reading: Reading[Any] | None = None

    def close(self) -> None:
        self._closed = True
        if self._reading is not None:
            self._reading.stop()

    @property
    def busy(self) -> bool:
        """Whether another thread is still at work for somebody who waits."""
        return self._under_way > 0

    # -- out ----------------------------------------------------------------------------------------------

    def share(self, make: Callable[[], Parcel]) -> None:
        """Hand it to another app."""

        def hand_over(parcel: Parcel, path: Path) -> None:
            self._shell.attempt(partial(self._exchange.share, path, parcel.kind))

        self._pack(make, hand_over)

    def save(self, make: Callable[[], Parcel]) -> None:
        """Have it kept where people find it."""
        self._pack(make, lambda parcel, path: self._exchange.save(path, parcel.kind, self._tell_saved))

    def tell(self, words: str) -> None:
        """Hand them to another app, or have them copied."""
        shell = self._shell
        if self._exchange.shares:
            shell.attempt(partial(self._exchange.share_words, words))
            return
        # Where files are only saved nobody may ever copy anything.
        from kivy.core.clipboard import Clipboard

        Clipboard.copy(words)
        shell.toaster.show(shell.tr("evenings.share.copied"))

    def _pack(self, make: Callable[[], Parcel], then: Callable[[Parcel, Path], object]) -> None:
        waiting = self._shell.tr("app.files.packing")
        if self._packing:
            # Tapped once more, most likely because nothing was to be seen yet.
            self._shell.toaster.show(waiting)
            return
        try:
            parcel = make()
        except ProblemError as wrong:
            self._shell.say(wrong.problem)
            return

        def packed() -> None:
            self._packing = False

        self._packing = True
        self._aside(partial(self._outbox.put, parcel), partial(then, parcel), waiting, packed)

    def _tell_saved(self, saved: Saved | Problem | None) -> None:
        tr, show = self._shell.tr, self._shell.toaster.show
        if isinstance(saved, Problem):
            self._shell.say(saved)
        elif saved is not None and saved.place is Place.DOWNLOADS:
            show(tr("app.files.saved", file=shown_name(saved.file)))
        elif saved is not None and saved.place is Place.CHOSEN:
            show(tr("app.files.written", file=saved.file))
        elif saved is not None:
            show(tr("app.files.lies", file=saved.file))

    def backup(self) -> Parcel:
        """All that is kept, as it stands now. Raises `ProblemError`."""
        now = time.time()
        write = self._kept.backup(now)
        # To the minute: a second one of the same day takes the place of none.
        moment = datetime.fromtimestamp(now).strftime("%Y-%m-%d-%H%M")
        return Parcel(file_name("zip", "table-companion", moment), "application/zip", write)

    def games(self, kind: str) -> Parcel:
        """All games, as `json`, `csv` or `bgstats`. Raises `ProblemError`."""
        place, now = self._inbox.place(), time.time()
        snapshot(self._store.database, place / DATABASE)

        def write(path: Path) -> None:
            try:
                with opened(place / DATABASE) as database:
                    if kind == "csv":
                        pack_sheets(database, path)
                        return
                    with path.open("wb") as file:
                        if kind == "json":
                            write_everything(database, file)
                        else:
                            write_plays(each_game(database), file)
            finally:
                shutil.rmtree(place, ignore_errors=True)

        suffix, mime = _EXPORTS[kind]
        moment = datetime.fromtimestamp(now).strftime("%Y-%m-%d-%H%M")
        return Parcel(file_name(suffix, "table-companion-games", moment), mime, write)

    def play(self, number: int) -> Parcel:
        """One finished game for BG Stats. Raises `ProblemError`."""
        whole = whole_game(self._store.database, number)
        if whole is None:
            raise ProblemError(error("app.problem.game_unreadable", id=number))
        found = whole

        def write(path: Path) -> None:
            with path.open("wb") as file:
                write_plays((found,), file)

        suffix, mime = _EXPORTS["bgstats"]
        day = datetime.fromtimestamp(found.stored.started).strftime("%Y-%m-%d")
        return Parcel(file_name(suffix, found.stored.game, day, str(number)), mime, write)

    def campaign(self, id: str) -> Parcel:
        """A team's map. Raises `ProblemError`."""
        kept = self._store.campaigns.find(id)
        if kept is None:
            raise ProblemError(error("app.problem.map_missing"))
        return map_parcel(kept, time.time())

    def recorded(self, language: str) -> tuple[int, int]:
        """How many lines of a language are recorded, and how many there are."""
        return self._recordings.counted(language)

    def recordings(self) -> Parcel:
        return self._recordings.parcel()

    def lines_to_record(self, language: str) -> Parcel:
        """What can be recorded in a language: the name of each file and its words."""
        return self._recordings.lines_to_record(language)

    def remove_recordings(self) -> None:
        self._recordings.remove()

    # -- in -----------------------------------------------------------------------------------------------

    def open(self) -> None:
        """Let somebody choose a file and take it. Whoever walks away meanwhile wants it no more."""
        # Not the screen itself, which may be built anew meanwhile, as when a phone is turned.
        shell, visit = self._shell, self._shell.stage.route

        def told(chosen: Arrival | Problem | None) -> None:
            if isinstance(chosen, Problem):
                shell.say(chosen)
            elif chosen is not None:
                self._take(chosen, lambda: shell.stage.route is visit)

        try:
            self._exchange.choose(told)
        except NoChooser:
            room = shell.archive.waiting_room
            with contextlib.suppress(OSError):
                room.mkdir(parents=True, exist_ok=True)
            self._exchange.show_folder(room)
            shell.toaster.show(shell.tr("app.files.put_there", folder=str(room)))
        except ProblemError as wrong:
            shell.say(wrong.problem)

    def take(self, arrival: Arrival | LinkArrival) -> None:
        """A file, or a link, that somebody has handed us."""
        if isinstance(arrival, LinkArrival):
            self.take_link(arrival.text)
        else:
            self._take(arrival, lambda: True)

    def take_link(self, text: str) -> None:
        """The game that a link brings, offered before it is taken."""
        self._shell.attempt(lambda: self._by_light(partial(self._offer_game, read_link(text))))

    def _offer_game(self, handed: HandedGame) -> None:
        from companion.screens.hand_on import open_handed

        shell = self._shell

        def take() -> None:
            table = shell.archive.open(shell.archive.kept(shell.archive.receive(handed)))
            # A board that is open may be of this very game, and knows nothing of its new moves.
            shell.stage.home()
            shell.open_table(table)

        def offer() -> None:
            open_handed(shell, handed, shell.archive.foresee(handed), partial(shell.attempt, take))

        shell.attempt(offer)

    def take_named(self, named: str) -> None:
        """What the app was started with: a link, or the path of a file."""
        if is_link(named):
            self.take_link(named)
        else:
            self.take_path(Path(named))

    def take_path(self, path: Path) -> None:
        """One that was dropped onto the window, named when the app was started, or put where files wait."""
        self.take(PathArrival(path))

    def finish(self) -> None:
        """What an earlier run left: recordings of a backup whose games are here already, and what is of no
        more use."""
        if not self._store.durable:
            return
        self._recordings.finish()
        self._clear()

    def _clear(self) -> None:
        """Throw away what came before, if nobody is looking at it any more. A copy of the app that holds its
        data in memory only leaves that to the one that holds the folder."""
        if self._store.durable and not self.busy and self._shell.stage.sheet is None:
            self._inbox.clear((str(self._store.settings.find(UNFINISHED)), BEFORE))

    def _take(self, arrival: Arrival, wanted: Callable[[], bool]) -> None:
        def receive(arrived: _Arrived) -> None:
            if wanted():
                self._by_light(partial(self._receive, arrived))
            else:
                arrived.throw_away()

        self._clear()
        tr, progress = self._shell.tr, _Progress(wanted)
        read = partial(self._read, arrival, tr("app.files.unnamed"), progress)
        self._aside(read, receive, tr("app.files.reading"), progress=progress)

    def _by_light(self, act: Callable[[], object]) -> None:
        """At once, or when a night that is on the screen has ended: nothing is laid over its buttons, and no
        face is lit."""
        stage = self._shell.stage

        def look(*_: object) -> None:
            if stage.ground != _NIGHT:
                stage.unbind(ground=look)
                Clock.schedule_once(lambda _: act(), 0)

        if stage.ground == _NIGHT:
            stage.bind(ground=look)
        else:
            act()

    def _read(self, arrival: Arrival, unnamed: str, progress: _Progress) -> _Arrived:
        """In another thread: copy it, and look at all of it that can be looked at. Raises `ProblemError` or
        `NotWanted`, and leaves nothing behind."""
        name, said = arrival.look()
        name = shown_name(name) or unnamed
        if said is not None and said > MOST_BYTES:
            raise ProblemError(error("app.files.problem.big", file=name))
        place = self._inbox.place()
        with contextlib.ExitStack() as leaving:
            leaving.callback(shutil.rmtree, place, ignore_errors=True)
            try:
                with arrival.open() as source:
                    copy_in(source.read, place / _FILE, name, lambda: progress.wanted)
                progress.tell(_COPIED)
                tell = lambda part: progress.tell(_COPIED + part * (1 - _COPIED))  # noqa: E731
                arrived = self._told_apart(place, name, tell)
            except Damaged as wrong:
                raise refused(wrong, name) from wrong
            except OSError as wrong:
                raise ProblemError(read_problem(name, wrong)) from wrong
            leaving.pop_all()
        return arrived

    def _told_apart(self, place: Path, name: str, tell: Callable[[float], object]) -> _Arrived:
        path = place / _FILE
        kind = kind_of(path, name, KINDS)
        if kind in (Kind.RECORD, Kind.GAMES):
            return _Arrived(kind, name, path)
        if kind is Kind.MAP:
            return _Arrived(kind, name, path, map=read_map(read_bytes(path, name), name))
        if kind is Kind.RECORDINGS:
            with Zip(path) as packed:
                return _Arrived(kind, name, path, recordings=self._recordings.stage(packed, place, tell))
        backup = self._kept.look_at(path, place, name, tell)
        path.unlink()
        return _Arrived(kind, name, path, backup)

    def _receive(self, arrived: _Arrived) -> None:
        if self._reading is not None and not self._reading.over:
            # Another file came meanwhile.
            Clock.schedule_once(lambda _: self._receive(arrived), _PATIENCE)
            return
        if arrived.kind is Kind.RECORD:
            self._shell.attempt(partial(self._take_game, arrived))
        elif arrived.kind is Kind.GAMES:
            self._take_games(arrived)
        elif arrived.map is not None:
            self._shell.attempt(partial(self._take_map, arrived, arrived.map))
        elif arrived.backup is not None:
            self._look_ahead(arrived, arrived.backup)
        elif arrived.recordings is not None:
            self._recordings.take(arrived.recordings)
            arrived.throw_away()

    def _take_game(self, arrived: _Arrived) -> None:
        shell = self._shell
        try:
            came = shell.archive.take_in(arrived.path, arrived.name)
        finally:
            arrived.throw_away()
        if came is None:
            shell.toaster.show(shell.tr("app.files.here_already"))
            return
        taken = came

        def undo() -> None:
            if shell.attempt(lambda: shell.archive.delete(taken.number)):
                shell.close_table(taken.number)
            self._see_anew()

        if not taken.new:
            # A board that is open knows nothing of its new moves.
            shell.close_table(taken.number)
        if isinstance(shell.stage.page, HomePage | YourDataPage):
            shell.visit(HistoryPage)
        else:
            self._see_anew()
        words = shell.tr("app.files.taken_game")
        if taken.new:
            shell.toaster.show(words, action=shell.tr("app.undo"), on_action=undo)
        else:
            # What was here before is not to be deleted along with what came.
            shell.toaster.show(words)

    def _take_games(self, arrived: _Arrived) -> None:
        tr, steps = self._shell.tr, take_everything(self._store.database, arrived.path, arrived.name)
        words = tr("share.reading.title"), tr("share.reading.stop")
        then = partial(self._tell_games, arrived)
        self._reading = read_through(self._shell, steps, *words, then, arrived.throw_away)

    def _tell_games(self, arrived: _Arrived, added: Added) -> None:
        arrived.throw_away()
        shell = self._shell
        if added.went_on:
            self._leave_tables()
        self._see_anew()
        words = shell.tr("share.taken", n=added.new) if added.new else shell.tr("backup.games_here")
        shell.toaster.show(words)

    def _take_map(self, arrived: _Arrived, came: MapFile) -> None:
        shell, campaigns = self._shell, self._store.campaigns
        try:
            taken = take_in(came, campaigns)
        finally:
            arrived.throw_away()
        if taken is None:
            shell.toaster.show(shell.tr("app.files.map_here", team=came.team))
            return
        kept = taken

        def undo() -> None:
            shell.attempt(partial(take_back, kept, campaigns))
            self._see_anew()

        self._see_anew()
        told = "app.files.taken_map" if taken.before is None else "app.files.joined_map"
        words = shell.tr(told, team=taken.now.team, game=shell.tr(f"app.game.{came.game}"))
        shell.toaster.show(words, action=shell.tr("app.undo"), on_action=undo)

    def _look_ahead(self, arrived: _Arrived, came: CameBackup) -> None:
        """Compare a backup with what is here, then offer it."""
        tr, steps = self._shell.tr, self._kept.previewing(came)
        words = tr("app.files.reading"), tr("share.reading.stop")
        offer = partial(self._offer_backup, arrived, came)
        self._reading = read_through(self._shell, steps, *words, offer, arrived.throw_away)

    def _offer_backup(self, arrived: _Arrived, came: CameBackup, foreseen: Preview) -> None:
        missing, refused = self._kept.missing(came), came.recordings.refused

        def restored(_: None) -> None:
            if missing:
                self._recordings.add(came.place)
            else:
                arrived.throw_away()
            if foreseen.goes_on:
                self._leave_tables()
            if foreseen.settings:
                self._reread()
            self._see_anew()
            # After the screens were built anew, should the settings be others now.
            Clock.schedule_once(lambda _: self._tell_restored(refused), 0)

        def restore() -> None:
            tr, steps = self._shell.tr, self._kept.merging(came)
            words = tr("backup.adding.title"), tr("backup.adding.stop")
            self._reading = read_through(self._shell, steps, *words, restored, arrived.throw_away)

        def leave() -> None:
            arrived.throw_away()
            if foreseen.empty and not missing and refused:
                # Else it is told of what was brought back.
                open_left_out(self._shell, refused)

        open_restore(self._shell, foreseen, missing, restore, leave)

    def _leave_tables(self) -> None:
        """A board that is open may be of a game that went on, and knows nothing of its new moves."""
        self._shell.stage.home()

    def _tell_restored(self, left_out: Sequence[Problem]) -> None:
        if left_out:
            open_left_out(self._shell, left_out)
        else:
            self._shell.toaster.show(self._shell.tr("app.files.restored"))

    def _see_anew(self) -> None:
        """The screen, if it shows what has just changed. A page of a game's says of itself that it does."""
        page = self._shell.stage.page
        if page.shows_kept or getattr(page, "shows_maps", False):
            page.enter()

    def _aside(
        self,
        work: Callable[[], T],
        then: Callable[[T], object],
        waiting: str,
        over: Callable[[], object] = lambda: None,
        progress: _Progress | None = None,
    ) -> None:
        """Do it in another thread, then go on in the app's own; whoever waits long is told what for, and how
        far it is where that is known. However it ends, `over` is called first."""
        shell = self._shell
        shown = _Waiting(shell, waiting, progress)
        self._under_way += 1

        def end(act: Callable[[], object]) -> None:
            self._under_way -= 1
            over()
            shown.end()
            if not self._closed:
                act()

        def run() -> None:
            act: Callable[[], object] = partial(shell.say, error("app.problem.unforeseen"))
            try:
                act = partial(then, work())
            except ProblemError as wrong:
                act = partial(shell.say, wrong.problem)
            except NotWanted:
                act = lambda: None  # noqa: E731 - nobody waits for a word
            finally:
                Clock.schedule_once(lambda _: end(act), 0)

        threading.Thread(target=run, daemon=True).start()
