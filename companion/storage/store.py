"""The store: opened so that the app always starts and nothing is ever overwritten."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from companion.games.game import Problem, ProblemError, error, warning
from companion.storage import files
from companion.storage.campaigns import Campaigns
from companion.storage.database import Database, StorageError, connect, make_durable
from companion.storage.games import Games
from companion.storage.opening import Busy, Damaged, MigrationFailed, Newer, open_file
from companion.storage.schema import MIGRATIONS, Migration, migrate
from companion.storage.settings_rows import SettingsRows
from companion.storage.sweeping import sweep

if TYPE_CHECKING:
    # No start waits for numbers, for people, or for what was played before.
    from companion.storage.evenings import Evenings
    from companion.storage.marks import Marks
    from companion.storage.notes import Notes
    from companion.storage.people import People
    from companion.storage.rosters import Rosters
    from companion.storage.statistics import Statistics

# A deleted game can be brought back for at least this long.
RESTORABLE_SECONDS = 60.0


class Store:
    """All that is kept. `problems` says what went wrong on opening; `path` is None while in memory only."""

    def __init__(
        self, database: Database, path: Path | None, problems: tuple[Problem, ...], clock: Callable[[], float]
    ) -> None:
        self.path = path
        self.problems = problems
        self.games = Games(database, clock)
        self.campaigns = Campaigns(database, clock)
        self.settings = SettingsRows(database)
        self.database = database
        self._clock = clock
        self._open = True

    @cached_property
    def rosters(self) -> Rosters:
        from companion.storage.rosters import Rosters

        return Rosters(self.database, self._clock)

    @cached_property
    def statistics(self) -> Statistics:
        from companion.storage.statistics import Statistics

        return Statistics(self.database)

    @cached_property
    def notes(self) -> Notes:
        from companion.storage.notes import Notes

        return Notes(self.database, self._clock)

    @cached_property
    def marks(self) -> Marks:
        from companion.storage.marks import Marks

        return Marks(self.database)

    @cached_property
    def people(self) -> People:
        from companion.storage.people import People

        return People(self.database)

    @cached_property
    def evenings(self) -> Evenings:
        from companion.storage.evenings import Evenings

        return Evenings(self.database)

    @property
    def durable(self) -> bool:
        return self.path is not None

    def settle(self) -> None:
        """For when the app goes to the background and may never come back. Never raises."""
        # Should it fail, the games stay out of sight and the next time removes them.
        with contextlib.suppress(StorageError):
            self.games.purge(self._clock() - RESTORABLE_SECONDS)
        sweep(self.database)
        self.database.settle()

    def close(self) -> None:
        if self._open:
            self._open = False
            self.settle()
            self.database.close()


def open_store(
    folder: Path, clock: Callable[[], float], migrations: Sequence[Migration] = MIGRATIONS
) -> Store:
    problems: list[Problem] = []
    path = folder / files.FILE
    connection = _on_disk(path, clock(), migrations, problems)
    if connection is not None:
        return Store(Database(connection, path), path, tuple(problems), clock)
    return store_in_memory(clock, tuple(problems), migrations)


def store_in_memory(
    clock: Callable[[], float],
    problems: tuple[Problem, ...] = (),
    migrations: Sequence[Migration] = MIGRATIONS,
) -> Store:
    """One that is gone when it is closed."""
    connection = connect(None)
    migrate(connection, migrations)
    make_durable(connection)
    return Store(Database(connection, None), None, problems, clock)


def open_or_refuse(folder: Path, clock: Callable[[], float]) -> Store:
    """For a command, which has no business with a file that it cannot use: that stays where it is. Raises
    `ProblemError`."""
    path = folder / files.FILE
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        connection = open_file(path, MIGRATIONS, clock())
    except Busy as wrong:
        raise ProblemError(error("backup.problem.busy")) from wrong
    except Newer as wrong:
        raise ProblemError(error("app.files.problem.newer", file=str(path))) from wrong
    except (Damaged, MigrationFailed) as wrong:
        raise ProblemError(error("app.files.problem.damaged", file=str(path))) from wrong
    except (OSError, sqlite3.Error) as wrong:
        raise ProblemError(error("backup.problem.unusable", folder=str(folder))) from wrong
    return Store(Database(connection, path), path, (), clock)


def _on_disk(
    path: Path, now: float, migrations: Sequence[Migration], problems: list[Problem]
) -> sqlite3.Connection | None:
    """The open file, or None if only memory is left; what happened is added to `problems`."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            return open_file(path, migrations, now)
        except Damaged:
            aside = files.set_aside(path, "damaged", now)
            problems.append(warning("app.problem.storage_damaged", file=aside.name))
        except Newer as found:
            aside = files.set_aside(path, f"newer-v{found.version}", now)
            problems.append(warning("app.problem.storage_newer", file=aside.name))
        return open_file(path, migrations, now)
    except Busy:
        problems.append(error("app.problem.storage_busy"))
    except MigrationFailed:
        problems.append(error("app.problem.storage_not_migrated", file=path.name))
    except (OSError, sqlite3.Error, Damaged, Newer):
        problems.append(error("app.problem.storage_unwritable", folder=str(path.parent)))
    return None
