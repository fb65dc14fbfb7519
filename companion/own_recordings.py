"""What the table has recorded itself: counted, sent, taken out of zips and removed; each change can be undone
for as long as its word is to be seen."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from functools import partial
from pathlib import Path

from companion.all_kept import AllKept
from companion.file_problems import read_problem
from companion.i18n.languages import LANGUAGES
from companion.i18n.shaping import plain
from companion.i18n.translator import Translator
from companion.narrator.voices.recorded import FOLDER
from companion.narrator.voices.recordings import Recordings, Staged
from companion.screens.left_out import open_left_out
from companion.scripts.sentences import sentence_of
from companion.shell import Shell
from companion.storage.outbox import Parcel, file_name
from companion.zips import Zip


class OwnRecordings:
    """`see_anew` is called when they have changed, so that the screen shows it."""

    def __init__(self, shell: Shell, kept: AllKept, see_anew: Callable[[], object]) -> None:
        self._shell = shell
        self._all = kept
        self._see_anew = see_anew
        # The latest change of files of ours: none before it can be undone.
        self._latest: Callable[[], object] | None = None

    @property
    def _kept(self) -> Recordings:
        return self._all.recordings

    # -- out ----------------------------------------------------------------------------------------------

    def counted(self, language: str) -> tuple[int, int]:
        """How many lines of a language are recorded, and how many there are."""
        return self._kept.count(language), len(self._all.lines[language])

    def parcel(self) -> Parcel:
        return Parcel(file_name("zip", "recordings"), "application/zip", self._kept.pack)

    def lines_to_record(self, language: str) -> Parcel:
        """What can be recorded in a language: the name of each file and its words."""
        tr, lines = Translator(language), sorted(self._all.lines[language])

        def words(line: str) -> str:
            said = sentence_of(line)
            return plain(tr(said.key, **said.args))

        # Filled in here: the translator would put signs of direction around names that people copy.
        head = tr("app.files.lines_head")
        names = {"language": LANGUAGES[language].name, "code": language, "example": lines[0]}
        for place, name in names.items():
            head = head.replace(f"{{{place}}}", name)
        text = "\r\n".join((head, "", *(f"{line}\t{words(line)}" for line in lines), ""))
        # With its mark, by which every program knows the letters.
        return Parcel(
            file_name("txt", "lines", language),
            "text/plain",
            lambda path: path.write_text(text, encoding="utf-8-sig", newline=""),
        )

    # -- in -----------------------------------------------------------------------------------------------

    def stage(self, packed: Zip, place: Path, tell: Callable[[float], object]) -> Staged:
        """Those that are good, out of a zip and into this place; on any thread."""
        return self._kept.stage(packed, place / FOLDER, tell=tell)

    def take(self, staged: Staged) -> None:
        """In the place of those that are here, and say so."""
        shell = self._shell
        change = partial(self._kept.replace, staged)
        if staged.names and not self._change(change):
            return

        def tell() -> None:
            # Another file may have come while somebody was reading.
            if self._latest is change:
                words = shell.tr("app.files.recordings_taken", n=len(staged.names))
                self._offer_undo(words, partial(self._kept.take_back, staged))

        if staged.refused:
            open_left_out(shell, staged.refused, tell)
        else:
            tell()

    def add(self, place: Path) -> None:
        """Those of a backup that were staged in this place, where there is none of their line."""
        if self._change(lambda: self._all.add_recordings(place)):
            self._shell.attempt(lambda: self._all.added(place))

    def finish(self) -> None:
        """What an earlier run left half way."""
        # First what is the table's own: those of a backup take nobody's place.
        with contextlib.suppress(OSError):
            self._kept.forget_before()
        place = self._all.unfinished()
        if place is not None:
            self.add(place)

    def remove(self) -> None:
        """All of them, and say so."""
        if self._change(self._kept.remove):
            self._offer_undo(self._shell.tr("app.files.recordings_gone"), self._kept.bring_back)

    def _offer_undo(self, words: str, undo: Callable[[], object]) -> None:
        self._shell.toaster.show(
            words,
            action=self._shell.tr("app.undo"),
            on_action=lambda: self._change(undo),
            on_gone=self._kept.forget_before,
        )

    def _change(self, act: Callable[[], object]) -> bool:
        """Change files of ours, and let the screen see it."""
        # What could be undone until now no longer can. Its word goes first, and takes with it what it would
        # have brought back.
        self._shell.toaster.dismiss()
        self._latest = act
        try:
            act()
        except OSError as wrong:
            self._shell.say(read_problem(self._shell.tr("app.files.recordings"), wrong))
            return False
        finally:
            self._see_anew()
        return True
