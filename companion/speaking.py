"""The narrator at this table: the app's wishes, its voices and its loudspeaker brought together."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from kivy.clock import Clock

from companion.narration import Narration, SoundCheck, bed_sound, manner_of, sign_sound
from companion.narrator.night import Night, Spoken
from companion.narrator.sound import Sound
from companion.narrator.voices.sdl import open_mixer
from companion.scripts.nights import Seated

if TYPE_CHECKING:
    from companion.app import CompanionApp

_BED_TICKS_A_SECOND = 20
# A breath between two lines of the game.
_BREATH = 0.25
# What was tapped is on the screen by then: to open a clip takes as long as to paint it.
_PAINTED = 0.02


class Speaking:
    def __init__(self, app: CompanionApp, folder: Path) -> None:
        self._app = app
        open_mixer()
        # Opens the mixer as it is loaded, unless it is open already.
        from kivy.core.audio import SoundLoader

        self.narration = Narration(folder)
        self.narration.start_engine()
        self.sound = Sound(SoundLoader.load, time.monotonic)
        self._waiting: list[Spoken] = []

    def close(self) -> None:
        self.hush()
        Clock.unschedule(self._tick)
        self.sound.close()

    # -- the night ----------------------------------------------------------------------------------------

    def night_at_once(self, setup: Seated) -> Night:
        """The night in voices that need no rendering: for its length, and for most tables for good."""
        settings = self._app.settings
        return self.narration.night(setup, manner_of(settings), settings.voice, engine=False)

    def begin(self, setup: Seated) -> None:
        """Walk on to the night; a speech engine first renders its lines in the background."""
        settings = self._app.settings
        self.narration.tune(settings.pitch)
        if not self.narration.asks_engine(settings.voice):
            self._open(setup, self.night_at_once(setup))
            return

        def render() -> None:
            night = self.narration.night(setup, manner_of(settings), settings.voice)
            Clock.schedule_once(lambda _: self._open(setup, night), 0)

        self._app.toaster.show(self._app.tr("app.night.preparing"))
        threading.Thread(target=render, daemon=True).start()

    def _open(self, setup: Seated, night: Night) -> None:
        self._app.visit(self._app.routes.night, setup, night)
        if self.narration.problems:
            self._app.say(self.narration.problems[0])

    def check(self) -> SoundCheck:
        """Say a line at real volume and tell what was found."""
        settings = self._app.settings
        self.narration.tune(settings.pitch)
        return self.narration.check(settings, self._try)

    def _try(self, clip: Path | None) -> bool | None:
        self.sound.speak(clip)
        return self.sound.heard

    def start_bed(self) -> None:
        self.sound.bed(bed_sound(self._app.settings.bed))
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
        if lines and self._app.settings.speak_in_game:
            Clock.unschedule(self._next)
            self._waiting = list(self.narration.lines(lines, self._app.settings))
            Clock.schedule_once(self._next, _PAINTED)

    def _next(self, _: float) -> None:
        if self._waiting:
            line = self._waiting.pop(0)
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
        self._waiting = []
        self.sound.silence()
