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
from companion.storage.games import GameStore
from companion.storage.opening import (
    DatabaseBusy,
    DatabaseDamaged,
    DatabaseNewer,
    MigrationFailed,
    open_database,
)
from companion.storage.schema import MIGRATIONS, Migration, migrate
from companion.storage.settings_rows import SettingsTable
from companion.storage.sweeping import secure_delete

if TYPE_CHECKING:
    # No start waits for numbers, for people, or for what was played before.
    from companion.storage.evenings import GameNights
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
        self.games = GameStore(database, clock)
        self.campaigns = Campaigns(database, clock)
        self.settings = SettingsTable(database)
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
    def game_nights(self) -> GameNights:
        from companion.storage.evenings import GameNights

        return GameNights(self.database)

    @property
    def is_durable(self) -> bool:
        return self.path is not None

    def checkpoint(self) -> None:
        """For when the app goes to the background and may never come back. Never raises."""
        # Should it fail, the games stay out of sight and the next time removes them.
        with contextlib.suppress(StorageError):
            self.games.purge(self._clock() - RESTORABLE_SECONDS)
        secure_delete(self.database)
        self.database.checkpoint()

    def close(self) -> None:
        if self._open:
            self._open = False
            self.checkpoint()
            self.database.close()


def open_store(
    folder: Path, clock: Callable[[], float], migrations: Sequence[Migration] = MIGRATIONS
) -> Store:
    problems: list[Problem] = []
    path = folder / files.DATABASE_FILE
    connection = _open_on_disk(path, clock(), migrations, problems)
    if connection is not None:
        return Store(Database(connection, path), path, tuple(problems), clock)
    return open_memory_store(clock, tuple(problems), migrations)


def open_memory_store(
    clock: Callable[[], float],
    problems: tuple[Problem, ...] = (),
    migrations: Sequence[Migration] = MIGRATIONS,
) -> Store:
    """One that is gone when it is closed."""
    connection = connect(None)
    migrate(connection, migrations)
    make_durable(connection)
    return Store(Database(connection, None), None, problems, clock)


def open_store_or_raise(folder: Path, clock: Callable[[], float]) -> Store:
    """For a command, which has no business with a file that it cannot use: that stays where it is. Raises
    `ProblemError`."""
    path = folder / files.DATABASE_FILE
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        connection = open_database(path, MIGRATIONS, clock())
    except DatabaseBusy as wrong:
        raise ProblemError(error("backup.problem.busy")) from wrong
    except DatabaseNewer as wrong:
        raise ProblemError(error("app.files.problem.newer", file=str(path))) from wrong
    except (DatabaseDamaged, MigrationFailed) as wrong:
        raise ProblemError(error("app.files.problem.damaged", file=str(path))) from wrong
    except (OSError, sqlite3.Error) as wrong:
        raise ProblemError(error("backup.problem.unusable", folder=str(folder))) from wrong
    return Store(Database(connection, path), path, (), clock)


def _open_on_disk(
    path: Path, now: float, migrations: Sequence[Migration], problems: list[Problem]
) -> sqlite3.Connection | None:
    """The open file, or None if only memory is left; what happened is added to `problems`."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            return open_database(path, migrations, now)
        except DatabaseDamaged:
            moved = files.move_away(path, "damaged", now)
            problems.append(warning("app.problem.storage_damaged", file=moved.name))
        except DatabaseNewer as newer:
            moved = files.move_away(path, f"newer-v{newer.version}", now)
            problems.append(warning("app.problem.storage_newer", file=moved.name))
        return open_database(path, migrations, now)
    except DatabaseBusy:
        problems.append(error("app.problem.storage_busy"))
    except MigrationFailed:
        problems.append(error("app.problem.storage_not_migrated", file=path.name))
    except (OSError, sqlite3.Error, DatabaseDamaged, DatabaseNewer):
        problems.append(error("app.problem.storage_unwritable", folder=str(path.parent)))
    return None
