"""The table's own recordings as a whole: counted, packed into a zip, taken out of one, removed, brought back.

A line is known by its language and its key, which together are a closed set. Only what has such a name is
ever written, under that name, so no zip can write anything anywhere else.
"""

from __future__ import annotations

import os
import shutil
import zipfile
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from companion.games.game import Problem, warning
from companion.narrator.voices.clip import VoiceError
from companion.narrator.voices.recorded import KINDS, MOST_BYTES, usable
from companion.zips import Damaged, Packed, TooBig, Zip, shown_name

# Beside the recordings: those that were replaced or removed last, for as long as that can be taken back.
_BEFORE: Final = "-before"
# Language and file of each, as in the folder.
Name = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Staged:
    """What came in a zip: the good ones, in a folder of their own, and why others were refused."""

    folder: Path
    names: tuple[Name, ...]
    refused: tuple[Problem, ...]


class Recordings:
    """`lines` are the keys of all that can be recorded, by language."""

    def __init__(self, folder: Path, lines: Mapping[str, Collection[str]]) -> None:
        self._folder = folder
        self._before = folder.with_name(folder.name + _BEFORE)
        self._lines = lines

    def count(self, language: str) -> int:
        """How many lines of a language are recorded."""
        return len({Path(file).stem for spoken, file in self.names() if spoken == language})

    def names(self) -> tuple[Name, ...]:
        """Every recording that is named after a line."""
        return tuple(
            (language, f"{line}{kind}")
            for language, lines in self._lines.items()
            for line in sorted(lines)
            for kind in KINDS
            if os.path.isfile(self._folder / language / f"{line}{kind}")
        )

    def files(self) -> tuple[tuple[str, Path], ...]:
        """Each with its name as it stands in a zip."""
        return tuple(
            (f"{language}/{file}", self._folder / language / file) for language, file in self.names()
        )

    def pack(self, to: Path) -> None:
        """All of them as a zip, from which they can be taken again. Raises OSError."""
        with zipfile.ZipFile(to, "w", zipfile.ZIP_STORED) as packed:
            for name, path in self.files():
                packed.write(path, name)

    # -- from a zip ---------------------------------------------------------------------------------------

    def stage(self, packed: Zip, to: Path, below: Sequence[str] | None = None) -> Staged:
        """Take out of a zip what can be used: `<language>/<line>.ogg` or `.wav`, all of them `below` a folder
        or, if that is not said, perhaps inside one. Raises OSError."""
        if below is None:
            below = _one_folder(packed.files)
        good: list[Name] = []
        problems: list[Problem] = []
        for file in packed.files:
            path = file.path[len(below) :]
            if file.path[: len(below)] != tuple(below):
                continue
            problem = self._take_out(packed, file, path, to, good)
            if problem is not None:
                problems.append(problem)
        return Staged(to, tuple(good), tuple(problems))

    def _take_out(
        self, packed: Zip, file: Packed, path: tuple[str, ...], to: Path, good: list[Name]
    ) -> Problem | None:
        shown = shown_name(file.name)
        name = self._name(path)
        if name is None:
            wrong_kind = not path or not path[-1].lower().endswith(KINDS)
            if wrong_kind:
                return warning("app.problem.voice_file_kind", file=shown)
            return warning("app.problem.voice_file_name", file=shown)
        if name in good or file.path in packed.doubled:
            return warning("app.files.problem.twice", file=shown)
        goal = to / name[0] / name[1]
        goal.parent.mkdir(parents=True, exist_ok=True)
        try:
            packed.unpack(file, goal, MOST_BYTES)
            usable(goal)
        except VoiceError as refused:
            goal.unlink()
            return refused.problem
        except TooBig:
            goal.unlink()
            return warning("app.problem.voice_file_big", file=shown, most=MOST_BYTES // 1_000_000)
        except Damaged:
            goal.unlink()
            return warning("app.problem.voice_file_broken", file=shown)
        good.append(name)
        return None

    def _name(self, path: tuple[str, ...]) -> Name | None:
        """The language and the file of ours that a path in a zip means, if any."""
        if len(path) != 2:
            return None
        language, file = path
        line, dot, kind = file.rpartition(".")
        if f"{dot}{kind.lower()}" in KINDS and line in self._lines.get(language, ()):
            return language, f"{line}.{kind.lower()}"
        return None

    # -- into place ---------------------------------------------------------------------------------------

    def replace(self, staged: Staged) -> None:
        """Take these in place of what was recorded of the same lines, which `take_back` brings again."""
        shutil.rmtree(self._before, ignore_errors=True)
        for language, file in staged.names:
            for kind in KINDS:
                self._put_by(language, f"{Path(file).stem}{kind}")
            _move(staged.folder / language / file, self._folder / language / file)

    def take_back(self, staged: Staged) -> None:
        """As it was before these were taken."""
        for language, file in staged.names:
            (self._folder / language / file).unlink(missing_ok=True)
        self.bring_back()

    def missing(self, staged: Staged) -> tuple[Name, ...]:
        """Those of lines that nobody has recorded here."""
        recorded = {(language, Path(file).stem) for language, file in self.names()}
        return tuple(name for name in staged.names if (name[0], Path(name[1]).stem) not in recorded)

    def add(self, folder: Path) -> None:
        """Take those of lines that nobody has recorded here from a folder that was staged. What was cut off
        half way can simply be done again."""
        recorded = {(language, Path(file).stem) for language, file in self.names()}
        came = Recordings(folder, self._lines)
        for language, file in came.names():
            if (language, Path(file).stem) not in recorded:
                _move(folder / language / file, self._folder / language / file)

    def remove(self) -> None:
        """All of them go, until `bring_back` or the next change."""
        shutil.rmtree(self._before, ignore_errors=True)
        for language, file in self.names():
            self._put_by(language, file)

    def bring_back(self) -> None:
        """What was replaced or removed last is there again."""
        for language, file in Recordings(self._before, self._lines).names():
            _move(self._before / language / file, self._folder / language / file)

    def _put_by(self, language: str, file: str) -> None:
        with suppress(FileNotFoundError):
            _move(self._folder / language / file, self._before / language / file)


def _move(path: Path, to: Path) -> None:
    to.parent.mkdir(parents=True, exist_ok=True)
    path.replace(to)


def _one_folder(files: Sequence[Packed]) -> tuple[str, ...]:
    """The folder in which all sounds of a zip lie, if they lie in one; a language's own folder is none."""
    sounds = [file.path for file in files if file.path[-1].lower().endswith(KINDS)]
    tops = {path[0] for path in sounds}
    return (tops.pop(),) if len(tops) == 1 and all(len(path) > 2 for path in sounds) else ()
