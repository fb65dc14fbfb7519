"""The narrator at this table: the app's wishes, its voices and its loudspeaker brought together."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

from kivy.clock import Clock

from companion.games.game import ProblemError, error
from companion.narration import Narration, SoundCheck, bed_sound, manner_of, sign_sound
from companion.narrator.night import Night, Spoken
from companion.narrator.sound import Sound
from companion.narrator.voices.sdl import open_mixer
from companion.scripts.nights import Seated
from companion.shell import Shell
from companion.widgets.theme import by_night

T = TypeVar("T")

# More than this nobody reads at the beginning of a night; the sound check tells all.
_FALL_BACKS_TOLD = 2
_BED_TICKS_A_SECOND = 20
# A breath between two lines of the game.
_BREATH = 0.25
# What was tapped is on the screen by then: to open a clip takes as long as to paint it.
_PAINTED = 0.02


class Speaking:
    def __init__(self, shell: Shell, folder: Path) -> None:
        self._shell = shell
        open_mixer()
        # Opens the mixer as it is loaded, unless it is open already.
        from kivy.core.audio import SoundLoader

        self.narration = Narration(folder)
        self.narration.start_engine()
        self.sound = Sound(SoundLoader.load, time.monotonic)
        self.waiting: list[Spoken] = []
        self._under_way: set[str] = set()
        self._engine = threading.Lock()

    def close(self) -> None:
        self.hush()
        Clock.unschedule(self._tick)
        self.sound.close()

    # -- the night ----------------------------------------------------------------------------------------

    def night_at_once(self, setup: Seated) -> Night:
        """The night in voices that need no rendering: for its length, and for most tables for good."""
        settings = self._shell.settings
        return self.narration.night(setup, manner_of(settings), settings.voice, engine=False)

    def begin(self, setup: Seated) -> None:
        """Walk on to the night; a speech engine first renders its lines in the background."""
        shell, settings = self._shell, self._shell.settings
        if not self._asks_engine():
            self.open(setup, self.night_at_once(setup))
            return
        begun_on = shell.stage.page

        def ready(night: Night) -> None:
            # Whoever has walked away meanwhile is not pulled back.
            if shell.stage.page is begun_on:
                self.open(setup, night)

        shell.toaster.show(shell.tr("app.night.preparing"))
        self._aside("night", lambda: self.narration.night(setup, manner_of(settings), settings.voice), ready)

    def open(self, setup: Seated, night: Night) -> None:
        shell = self._shell
        shell.open_night(setup, night)
        if self.narration.problems:
            words = (shell.tr.problem(problem) for problem in self.narration.problems[:_FALL_BACKS_TOLD])
            with by_night():
                shell.toaster.show(" ".join(words), problem=True)

    def check(self, tell: Callable[[SoundCheck], object]) -> None:
        """Say a line at real volume and tell what was found."""
        settings = self._shell.settings

        def listen(tried: SoundCheck) -> None:
            tell(self.narration.listen(tried, self._try))

        if self._asks_engine():
            self._aside("check", lambda: self.narration.try_voices(settings), listen)
        else:
            listen(self.narration.try_voices(settings))

    def call(self, line: str) -> None:
        """This line aloud in all the languages of the night, whatever the table wants to hear in the game."""
        settings = self._shell.settings
        self._say(
            spoken
            for language in manner_of(settings).languages
            for spoken in self.narration.lines((line,), settings, language)
        )

    def _asks_engine(self) -> bool:
        settings = self._shell.settings
        self.narration.tune(settings.pitch)
        return self.narration.asks_engine(settings.voice, manner_of(settings).languages)

    def _aside(self, name: str, work: Callable[[], T], then: Callable[[T], object]) -> None:
        """What may take long is done in another thread, then on in the app's own. One thing after the other,
        for there is one engine; what is under way already is not begun again."""
        if name in self._under_way:
            return
        self._under_way.add(name)

        def go_on(act: Callable[[], object]) -> None:
            self._under_way.discard(name)
            act()

        def run() -> None:
            act: Callable[[], object] = partial(self._shell.say, error("app.problem.unforeseen"))
            try:
                with self._engine:
                    act = partial(then, work())
            except ProblemError as wrong:
                act = partial(self._shell.say, wrong.problem)
            finally:
                Clock.schedule_once(lambda _: go_on(act), 0)

        threading.Thread(target=run, daemon=True).start()

    def _try(self, clip: Path | None) -> bool | None:
        self.sound.speak(clip)
        return self.sound.heard

    def start_bed(self) -> None:
        self.sound.bed(bed_sound(self._shell.settings.bed))
        Clock.unschedule(self._tick)
        Clock.schedule_interval(self._tick, 1 / _BED_TICKS_A_SECOND)

    def end_bed(self) -> None:
        """Let it fade: its ticks go on until it is gone."""
        self.sound.bed(None)

    def _tick(self, _: float) -> bool:
        return self.sound.tick()

    def pause(self) -> None:
        """A call, the lock screen: not a sound any more."""
        self.hush()
        self.sound.pause()

    def resume(self) -> None:
        self.sound.resume()

    # -- the game -------------------------------------------------------------------------------------------

    def say(self, lines: Sequence[str]) -> None:
        """These lines of the game aloud, in place of what is being said, if the table wants the voice."""
        settings = self._shell.settings
        if lines and settings.speak_in_game:
            self._say(self.narration.lines(lines, settings))

    def _say(self, lines: Iterable[Spoken]) -> None:
        Clock.unschedule(self._next)
        self.waiting = list(lines)
        Clock.schedule_once(self._next, _PAINTED)

    def _next(self, _: float) -> None:
        if self.waiting:
            line = self.waiting.pop(0)
            self.sound.speak(line.clip)
            Clock.schedule_once(self._next, line.seconds + _BREATH)

    def beep(self) -> None:
        self._sign("beep")

    def chime(self) -> None:
        """Dawn."""
        self._sign("dawn")

    def _sign(self, name: str) -> None:
        path = sign_sound(name)
        if path is not None:
            self.sound.sign(path)

    def hush(self) -> None:
        Clock.unschedule(self._next)
        self.waiting = []
        self.sound.silence()
