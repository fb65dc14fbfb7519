"""The tables that were kept: found again, opened, written out and read in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from companion.games.game import Problem, ProblemError, error
from companion.games.shelf import game_of
from companion.storage.games import Fate, Games, Listing, StoredGame
from companion.storage.tables import open_table
from companion.table import AnyTable

if TYPE_CHECKING:
    # No start waits for what searches, or for what reads and writes files.
    from companion.past.packing import HandedGame
    from companion.past.which import Listed, Which
    from companion.storage.campaigns import Campaigns
    from companion.storage.outbox import Parcel


class Taken(NamedTuple):
    """A game that came: its number here, and whether it is new; if not, one of ours went on with it."""

    number: int
    new: bool


class Archive:
    def __init__(self, games: Games, campaigns: Campaigns, folder: Path) -> None:
        self._games = games
        self._campaigns = campaigns
        self._folder = folder

    def latest(self) -> AnyTable | None:
        """The table to go on with: the last one played that can be opened."""
        with closing(self._games.unfinished()) as unfinished:
            for stored in unfinished:
                with suppress(ProblemError):
                    return self.open(stored)
        return None

    def open(self, stored: StoredGame) -> AnyTable:
        """Raises `ProblemError` for one that this version cannot read or does not know."""
        try:
            game = game_of(stored.game)
        except KeyError:
            raise ProblemError(error("app.problem.not_kept_yet")) from None
        return open_table(game.rules, stored, self._games)

    def recent(self, limit: int, before: StoredGame | None = None) -> Listing:
        """Games by their start, newest first; the next page is `before` the last one shown."""
        return self._games.recent(limit, before)

    def listed(self, which: Which) -> tuple[Listed, ...]:
        """All games of a choice by their start, newest first: how to find them, not what is in them."""
        return self._games.listed(which)

    def regulars(self) -> tuple[str, ...]:
        """Everybody in games that were counted, as they are read; who played most comes first."""
        return self._games.regulars()

    def kept(self, number: int) -> StoredGame:
        """One game as it lies in the file. Raises `ProblemError`."""
        return self._games.load(number)

    def times(self, number: int) -> tuple[float, ...]:
        """When each of its moves was made."""
        return self._games.times(number)

    def finishers(self, game: str) -> frozenset[str]:
        """Everybody who has played a game of this kind to its end, of late."""
        return self._games.finishers(game)

    def about(self, game: str, campaign: str | None) -> Iterator[StoredGame]:
        """The games that were set out for this map; for none, the last that ended of those without one."""
        return self._games.about(game, campaign)

    def count(self) -> int:
        return self._games.count()

    def delete(self, number: int) -> None:
        """Out of sight and out of the counts, until it is restored or purged."""
        self._games.delete(number)

    def restore(self, number: int) -> None:
        self._games.restore(number)

    def call(self, number: int, title: str) -> None:
        """What the table calls it; nothing, and it is called by its game again."""
        self._games.call(number, title)

    def star(self, number: int, starred: bool) -> None:
        self._games.star(number, starred)

    def copy(self, number: int, title: str) -> int:
        """The same table once more, as far as it has come; returns its number. One that is over stands before
        its end, which can be redone: it is there to go another way, and is won by nobody a second time.
        Raises `ProblemError`, and nothing is copied."""
        over = self._games.load(number).outcome is not None
        if over:
            # One that cannot be opened is not copied either: nobody could take its end back.
            self.open(self._games.load(number))
        added = self._games.copy(number, title)
        if over:
            table = self.open(self._games.load(added))
            while table.outcome is not None and table.can_undo:
                table.undo()
        return added

    def parcel(self, stored: StoredGame) -> Parcel:
        """A game as a file to be sent or saved."""
        from companion.storage.transfer import parcel_of

        return parcel_of(stored, self._games.what_is_kept(stored))

    def handed(self, number: int) -> HandedGame:
        """A game as it is handed on to another device: what counts, and no notes. Raises `ProblemError`."""
        from companion.storage.transfer import handed_of

        return handed_of(self._games.load(number))

    def foresee(self, handed: HandedGame) -> Fate:
        """What would become of a game that somebody hands on to here."""
        return self._games.foresee(handed)

    def receive(self, handed: HandedGame) -> int:
        """Keep it, or go on with ours; the number of the game to open."""
        return self._games.receive(handed)

    @property
    def waiting_room(self) -> Path:
        """The folder in which files wait to be read in."""
        from companion.storage.transfer import IN

        return self._folder / IN

    def waiting(self) -> tuple[Path, ...]:
        """The files of games and maps that could be read in."""
        from companion.storage.transfer import waiting

        return tuple(path for path in waiting(self._folder) if not _holds_everything(path))

    def waiting_zips(self) -> tuple[tuple[str, Path], ...]:
        """The backups, recordings and files of many games that lie beside them, each with its name as it can
        be shown."""
        from companion.storage.transfer import waiting, waiting_zips
        from companion.zips import shown_name

        many = (path for path in waiting(self._folder) if _holds_everything(path))
        return tuple((shown_name(path.name), path) for path in (*waiting_zips(self._folder), *many))

    def take_in(self, path: Path, name: str) -> Taken | None:
        """Take a game file into the history; None if it is there already."""
        from companion.storage.transfer import read_in

        before = self._games.count()
        number = read_in(path, self._games, name)
        return None if number is None else Taken(number, self._games.count() > before)

    def read_in(self, went_on: Callable[[int], object] = lambda _: None) -> tuple[int, tuple[Problem, ...]]:
        """Take in the files that wait; returns how many brought something, and why others were refused. Told
        is the number of each game of ours that went on."""
        from companion.storage.transfer import put_away

        read, problems = 0, []
        for path in self.waiting():
            try:
                read += self._read_in(path, went_on)
                put_away(path)
            except ProblemError as wrong:
                problems.append(wrong.problem)
        return read, tuple(problems)

    def _read_in(self, path: Path, went_on: Callable[[int], object]) -> bool:
        """Whether it brought anything."""
        from companion.storage import maps
        from companion.storage.transfer import read_bytes

        data = read_bytes(path, path.name)
        if maps.is_map(data):
            return maps.take_in(maps.read_map(data, path.name), self._campaigns) is not None
        taken = self.take_in(path, path.name)
        if taken is not None and not taken.new:
            went_on(taken.number)
        return taken is not None


def _holds_everything(path: Path) -> bool:
    from companion.storage.everything import is_everything

    try:
        with path.open("rb") as file:
            return is_everything(file.read(256))
    except OSError:
        return False
