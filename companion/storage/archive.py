"""The tables that were kept: found again, opened, written out and read in."""

from __future__ import annotations

from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from companion.games.game import Problem, ProblemError, error
from companion.games.shelf import ENGINES, engine_of
from companion.storage.games import Games, StoredGame
from companion.storage.tables import open_table
from companion.storage.transfer import put_away, read_in, waiting, write_out
from companion.table import Table


class Archive:
    def __init__(self, games: Games, folder: Path) -> None:
        self._games = games
        self._folder = folder

    def latest(self) -> Table[Any, Any, Any] | None:
        """The table to go on with: the last one played that can be opened."""
        with closing(self._games.unfinished()) as unfinished:
            for stored in unfinished:
                with suppress(ProblemError):
                    return self.open(stored)
        return None

    def open(self, stored: StoredGame) -> Table[Any, Any, Any]:
        """Raises `ProblemError` for one that this version cannot read or does not know."""
        if stored.game not in ENGINES:
            raise ProblemError(error("app.problem.not_kept_yet"))
        return open_table(engine_of(stored.game), stored, self._games)

    def write_out(self, stored: StoredGame) -> Path:
        """Raises `ProblemError` where the file cannot be written."""
        return write_out(self._folder, stored)

    def waiting(self) -> tuple[Path, ...]:
        """The game files that could be read in."""
        return waiting(self._folder)

    def read_in(self) -> tuple[int, tuple[Problem, ...]]:
        """Take in the files that wait; returns how many there were, and why the others were refused."""
        read, problems = 0, []
        for path in self.waiting():
            try:
                read_in(path, self._games)
                read += 1
                put_away(path)
            except ProblemError as wrong:
                problems.append(wrong.problem)
        return read, tuple(problems)
