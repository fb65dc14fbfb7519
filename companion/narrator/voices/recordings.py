"""The table's own recordings as a whole: counted, packed into a zip, taken out of one, removed, brought back.

A line is known by its language and its key, which together are a closed set. Only what has such a name is
ever written, under that name, so no zip can write anything anywhere else.
"""

from __future__ import annotations

import os
import shutil
import zipfile
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from companion.games.game import Problem, warning
from companion.narrator.voices.clip import VoiceError
from companion.narrator.voices.recorded import KINDS, MOST_BYTES, usable
from companion.zips import Damaged, Packed, TooBig, Zip, shown_name

# Language and file of each, as in the folder.
Name = tuple[str, str]

# All that one zip brings, unpacked. Every line in every language, as WAV of one channel and a CD's quality,
# comes to some 600 MB; beyond that lie mistakes, and zips that are made to fill a disk.
MOST_TOGETHER: Final = 800_000_000
# Beside those that were removed, once all of them are: a start must not take them for lost.
_REMOVED: Final = "removed"


@dataclass(frozen=True, slots=True)
class Staged:
    """What came in a zip: the good ones, in a folder of their own, and why others were refused."""

    folder: Path
    names: tuple[Name, ...]
    refused: tuple[Problem, ...]


class Recordings:
    """`lines` are the keys of all that can be recorded, by language. In `before` lie those that were replaced
    or removed last, for as long as that can be taken back.

    The app may end between any two steps, with a recording put by and nothing in its place. So nothing that
    lies in `before` is thrown away while its line is without a recording, unless all were removed.
    """

    def __init__(self, folder: Path, before: Path, lines: Mapping[str, Collection[str]]) -> None:
        self._folder = folder
        self._before = before
        self._lines = lines

    def count(self, language: str) -> int:
        """How many lines of a language are recorded."""
        return len({Path(file).stem for file in _named(self._folder / language, self._lines[language])})

    def names(self) -> tuple[Name, ...]:
        """Every recording that is named after a line."""
        return _names(self._folder, self._lines)

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

    def stage(
        self,
        packed: Zip,
        to: Path,
        below: Sequence[str] | None = None,
        tell: Callable[[float], object] = lambda _: None,
    ) -> Staged:
        """Take out of a zip what can be used: `<language>/<line>.ogg` or `.wav`, all of them `below` a folder
        or, if that is not said, perhaps inside one. Of more than `MOST_TOGETHER` none is taken out; there are
        no more than there are lines, for of each line one is taken. `tell` is told how far it is, from 0 to
        1; what it raises ends it. Raises OSError."""
        if below is None:
            below = _one_folder(packed.files)
        good: dict[tuple[str, str], Name] = {}
        problems: list[Problem] = []
        files = [
            (file, file.path[len(below) :])
            for file in packed.files
            if file.path[: len(below)] == tuple(below)
        ]
        # No file grows beyond what the zip says of it, so this is known before the first byte is written.
        if sum(file.bytes for file, path in files if self._name(path) is not None) > MOST_TOGETHER:
            too_big = warning("app.files.problem.recordings_big", most=MOST_TOGETHER // 1_000_000)
            return Staged(to, (), (too_big,))
        for at, (file, path) in enumerate(files):
            tell(at / len(files))
            problem = self._take_out(packed, file, path, to, good)
            if problem is not None:
                problems.append(problem)
        return Staged(to, tuple(good.values()), tuple(problems))

    def _take_out(
        self,
        packed: Zip,
        file: Packed,
        path: tuple[str, ...],
        to: Path,
        good: dict[tuple[str, str], Name],
    ) -> Problem | None:
        """Add it to the good ones, by language and line, or say why not."""
        shown = shown_name(file.name)
        name = self._name(path)
        if name is None:
            wrong_kind = not path or not path[-1].lower().endswith(KINDS)
            if wrong_kind:
                return warning("app.problem.voice_file_kind", file=shown)
            return warning("app.problem.voice_file_name", file=shown)
        # Of two kinds of one line either may be the one that is meant, as of two files of one name.
        line = name[0], Path(name[1]).stem
        if line in good or file.path in packed.doubled:
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
        good[line] = name
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
        """Take these, all or none, in place of what was recorded of the same lines, which `take_back` brings
        again. Raises OSError."""
        self.forget_before()
        taken: list[Name] = []
        try:
            for language, file in staged.names:
                # The one that is heard goes last.
                for kind in reversed(KINDS):
                    self._put_by(language, f"{Path(file).stem}{kind}")
                _move(staged.folder / language / file, self._folder / language / file)
                taken.append((language, file))
        except OSError:
            self._take_back(taken)
            raise

    def take_back(self, staged: Staged) -> None:
        """As it was before these were taken."""
        self._take_back(staged.names)

    def _take_back(self, names: Sequence[Name]) -> None:
        for language, file in names:
            (self._folder / language / file).unlink(missing_ok=True)
        self.bring_back()

    def missing(self, staged: Staged) -> tuple[Name, ...]:
        """Those of lines that nobody has recorded here."""
        return self._unrecorded(staged.names)

    def add(self, folder: Path) -> None:
        """Take those of lines that nobody has recorded here from a folder that was staged. What was cut off
        half way can simply be done again. Raises OSError."""
        for language, file in self._unrecorded(_names(folder, self._lines)):
            _move(folder / language / file, self._folder / language / file)

    def _unrecorded(self, names: Sequence[Name]) -> tuple[Name, ...]:
        recorded = {(language, Path(file).stem) for language, file in self.names()}
        return tuple(name for name in names if (name[0], Path(name[1]).stem) not in recorded)

    def remove(self) -> None:
        """All of them go, or none, until `bring_back` or the next change. Raises OSError."""
        self.forget_before()
        try:
            for language, file in self.names():
                self._put_by(language, file)
            self._before.mkdir(parents=True, exist_ok=True)
            (self._before / _REMOVED).touch()
        except OSError:
            self.bring_back()
            raise

    def bring_back(self) -> None:
        """What was replaced or removed last is there again. Raises OSError."""
        # The mark first: from here on a start that finds some of them brings the rest.
        (self._before / _REMOVED).unlink(missing_ok=True)
        self._bring(_names(self._before, self._lines))
        self.forget_before()

    def forget_before(self) -> None:
        """What was replaced or removed last is gone for good; what an end of the app in the midst of it left
        without a successor is there again. Raises OSError if that cannot be."""
        if not (self._before / _REMOVED).exists():
            self._bring(self._unrecorded(_names(self._before, self._lines)))
        # The mark last, for the same reason.
        for language in self._lines:
            shutil.rmtree(self._before / language, ignore_errors=True)
        shutil.rmtree(self._before, ignore_errors=True)

    def _bring(self, names: Sequence[Name]) -> None:
        for language, file in names:
            _move(self._before / language / file, self._folder / language / file)

    def _put_by(self, language: str, file: str) -> None:
        with suppress(FileNotFoundError):
            _move(self._folder / language / file, self._before / language / file)


def _names(folder: Path, lines: Mapping[str, Collection[str]]) -> tuple[Name, ...]:
    return tuple(
        (language, file) for language, keys in lines.items() for file in _named(folder / language, keys)
    )


def _named(folder: Path, lines: Collection[str]) -> list[str]:
    """The files of a language's folder that are named after a line, of two kinds the first before the other.
    The folder is read once: to ask for each line that there could be takes longer than a tap may."""
    try:
        with os.scandir(folder) as found:
            files = [entry.name for entry in found if entry.name.endswith(KINDS) and entry.is_file()]
    except OSError:
        return []
    return sorted(file for file in files if file.rpartition(".")[0] in lines)


def _move(path: Path, to: Path) -> None:
    to.parent.mkdir(parents=True, exist_ok=True)
    path.replace(to)


def _one_folder(files: Sequence[Packed]) -> tuple[str, ...]:
    """The folder in which all sounds of a zip lie, if they lie in one; a language's own folder is none."""
    sounds = [file.path for file in files if file.path[-1].lower().endswith(KINDS)]
    tops = {path[0] for path in sounds}
    return (tops.pop(),) if len(tops) == 1 and all(len(path) > 2 for path in sounds) else ()
