"""The narrator at this table: the app's wishes, its voices and its loudspeaker brought together."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from math import inf
from pathlib import Path
from typing import TypeVar

from kivy.clock import Clock, ClockEvent

from companion.entry.learning import style_of
from companion.games.game import Problem, ProblemError, error, warning
from companion.games.shelf import game_of
from companion.narration import Narration, SoundCheck, bed_sound, manner_of, sign_sound
from companion.narrator.bed import UNDER_SPEECH
from companion.narrator.focus import GRACE, Answer, Change, Focus, OpenLoudspeaker, Unshared
from companion.narrator.night import Night, Spoken
from companion.narrator.plan import DEFAULT_PAUSES
from companion.narrator.sound import Levels, Load, Playable, Sound
from companion.narrator.voices.clip import VoiceError
from companion.narrator.voices.sdl import close_mixer, open_mixer
from companion.scripts.nights import Seated, night_for
from companion.scripts.sentences import Sentence
from companion.settings import Settings
from companion.shell import Shell
from companion.widgets.theme import by_night

T = TypeVar("T")

# More than this nobody reads at the beginning of a night; the sound check tells all.
_FALL_BACKS_TOLD = 2
_BED_TICKS_A_SECOND = 20
# A breath between two lines of the game.
_BREATH = 0.25
# So long a line of the game waits for the engine that is to say it; then the next voice takes over.
_PATIENCE = 2.0
# To open a clip takes as long as to paint a frame, so what was tapped is painted first.
_PAINTED = 0.02


class Speaking:
    """`loudspeaker` opens the one that this device lends."""

    def __init__(self, shell: Shell, folder: Path, loudspeaker: OpenLoudspeaker = Unshared) -> None:
        self._shell = shell
        open_mixer()
        # Opens the mixer as it is loaded, unless it is open already.
        from kivy.core.audio import SoundLoader

        self._load_file: Load = SoundLoader.load
        self._is_device_closed = False
        self.narration = Narration(folder)
        self.narration.start_engine()
        self.focus = Focus(loudspeaker(self._told))
        self.sound = Sound(self._load, _now, self._levels, self._may_be_heard)
        # Refused, and told so: a table that plays on during a call is told it once.
        self._told_refused = False
        self.waiting: list[Spoken] = []
        # How many frames had been painted when the latest lines were asked for.
        self._frames_before_lines = 0
        self._stand_in: ClockEvent | None = None
        # The latest of each kind that was wanted, for which something may be under way in another thread.
        self._wanted: dict[str, object] = {}

    def close(self) -> None:
        self.hush()
        self._wanted.clear()
        Clock.unschedule(self._tick)
        Clock.unschedule(self._settle)
        Clock.unschedule(self._refused)
        self.sound.close()
        self.focus.give_back()
        self.narration.close()

    # -- the night ----------------------------------------------------------------------------------------

    def night_at_once(self, setup: Seated) -> Night:
        """The night in voices that need no waiting: for most tables for good."""
        return self._night(setup)(engine=False)

    def foresee(self, setup: Seated, tell: Callable[[Night], object]) -> None:
        """Tell this night at once as far as it is known, and if an engine is to speak again once it is known
        for good; it is then ready to begin."""
        told = self._night(setup)
        night = told(engine=False)
        tell(night)
        if not night.settled:
            self._aside("foreseen", told, tell)

    def begin(self, setup: Seated) -> None:
        """Walk on to the night; a speech engine first renders its lines in the background."""
        told = self._night(setup)
        self._begin(setup, told(engine=False), told)

    def take_up(self, setup: Seated, step: int, lines: Sequence[str]) -> bool:
        """Walk on to a night that was cut off in this step, where it waits. False, and no step is made, if by
        now it would say anything but these lines."""
        told = self._night(setup)
        night = told(engine=False)
        if night.script.lines != tuple(lines) or not 0 <= step < len(lines):
            return False
        self._begin(setup, night, told, step)
        return True

    def _begin(
        self, setup: Seated, night: Night, told: Callable[[], Night], cut_off_at: int | None = None
    ) -> None:
        shell = self._shell
        if night.settled:
            self.open(setup, night, cut_off_at)
            return
        begun_on = shell.stage.page

        def ready(night: Night) -> None:
            # Whoever has walked away meanwhile is not pulled back.
            if shell.stage.page is begun_on:
                self.open(setup, night, cut_off_at)

        shell.toaster.show(shell.tr("app.night.preparing"))
        self._aside("night", told, ready)

    def _night(self, setup: Seated) -> partial[Night]:
        """The night of this table as it is wanted now, to be told."""
        settings = self._wishes()
        game = game_of(night_for(setup).game)
        manner = replace(manner_of(settings), style=style_of(self._shell, game, setup, settings.style))
        return partial(self.narration.night, setup, manner, settings.voice)

    def open(self, setup: Seated, night: Night, cut_off_at: int | None = None) -> None:
        shell = self._shell
        # What was being tried out must not be heard between bell and first line.
        self.hush()
        self._wanted.pop("check", None)
        shell.open_night(setup, night, cut_off_at)
        if night.problems:
            words = (shell.tr.problem(problem) for problem in night.problems[:_FALL_BACKS_TOLD])
            with by_night():
                shell.toaster.show(" ".join(words), problem=True)

    def call(self, line: str) -> None:
        """This line aloud in all the languages of the night, whatever the table wants to hear in the game.

        It was made ready with the night, and waits for nobody: all eyes are shut.
        """
        settings = self._wishes()
        self._say(
            spoken
            for language in manner_of(settings).languages
            for spoken in self.narration.lines((line,), settings, language, engine=False)
        )

    # -- the sound check ------------------------------------------------------------------------------------

    def look(self, tell: Callable[[SoundCheck], object]) -> None:
        """Tell who will speak, without a sound; again if an engine has to be asked first."""
        try_voices = partial(self.narration.try_voices, self._wishes())
        tried = try_voices(engine=False)
        tell(tried)
        if not tried.settled:
            self._aside("check", try_voices, tell)

    def check(self, tell: Callable[[SoundCheck], object]) -> None:
        """Say a line at real volume and tell what was found."""

        def listen(tried: SoundCheck) -> None:
            tell(self.narration.listen(tried, self._try))

        try_voices = partial(self.narration.try_voices, self._wishes())
        tried = try_voices(engine=False)
        if tried.settled:
            listen(tried)
        else:
            self._aside("check", try_voices, listen)

    def hear(self, voice: str, language: str, tell: Callable[[Problem | None], object]) -> None:
        """The line of the sound check in this voice. Told is what is wrong with it, once that is known, and
        nothing if something else is said meanwhile."""

        def say(spoken: Spoken) -> None:
            self._say((spoken,))
            tell(None)

        try_it = partial(self.narration.try_voice, voice, language, self._wishes())
        try:
            spoken = try_it(engine=False)
        except VoiceError as refused:
            tell(refused.problem)
            return
        if spoken.settled:
            say(spoken)
        else:
            self._fall_silent()
            self._aside("voice", try_it, say, tell)

    def _wishes(self) -> Settings:
        """What the table wants, of which the engine is told its part."""
        settings = self._shell.settings
        self.narration.tune(settings.pitch)
        return settings

    def _aside(
        self,
        name: str,
        work: Callable[[], T],
        then: Callable[[T], object],
        refused: Callable[[Problem], object] | None = None,
    ) -> None:
        """What may take long is done in another thread, then on in the app's own. Of several things of one
        name only the latest counts: what nobody waits for any more is not begun, or ends without a word."""
        wanted = self._wanted[name] = object()

        def is_wanted() -> bool:
            return self._wanted.get(name) is wanted

        def run() -> None:
            say_wrong = refused or self._shell.say
            act: Callable[[], object] = partial(say_wrong, error("app.problem.unforeseen"))
            try:
                if is_wanted():
                    act = partial(then, work())
            except ProblemError as wrong:
                act = partial(say_wrong, wrong.problem)
            finally:
                Clock.schedule_once(lambda _: act() if is_wanted() else None, 0)

        threading.Thread(target=run, daemon=True).start()

    def _try(self, clip: Path | None) -> bool | None:
        self.sound.prepare((clip,))
        self._say((Spoken("", 0.0, clip),))
        return self.sound.heard

    @property
    def has_device(self) -> bool:
        """Whether there is anything to hear a sound by; found out with one that is not played."""
        if self.sound.heard is None:
            self.sound.prepare((sign_sound("beep"),))
        return self.sound.heard is not False

    def start_bed(self) -> None:
        """Or, where the table wants none, just keep the loudspeaker for as long."""
        self._heed(self.focus.keep())
        self.sound.bed(bed_sound(self._shell.settings.bed))
        Clock.unschedule(self._tick)
        Clock.schedule_interval(self._tick, 1 / _BED_TICKS_A_SECOND)

    def end_bed(self) -> None:
        """Let it fade: its ticks go on until it is gone."""
        self.sound.bed(None)
        self.focus.let_go()
        self._settle_in(GRACE)

    def close_device_if_silent(self) -> None:
        """An open device wakes the processor for each buffer, in silence too. The next sound opens it again,
        within the time that a loudspeaker is given to wake."""
        if self.sound.is_idle and not self._is_device_closed:
            self.sound.close()
            close_mixer()
            self._is_device_closed = True

    def _load(self, path: str) -> Playable | None:
        if self._is_device_closed:
            open_mixer()
            self._is_device_closed = False
        return self._load_file(path)

    def _tick(self, _: float) -> bool:
        return self.sound.tick()

    def pause(self) -> None:
        """A call, the lock screen: not a sound any more, nor what an engine was still to get ready: nothing
        begins by itself when the app is seen again."""
        self._fall_quiet()
        for name in ("night", "check"):
            self._wanted.pop(name, None)
        self.focus.give_back()

    def resume(self) -> None:
        """The bed may come back, unless somebody else has the loudspeaker; the voice waits to be asked."""
        if self.focus.kept:
            self._heed(self.focus.keep())

    # -- the loudspeaker ------------------------------------------------------------------------------------

    def _may_be_heard(self) -> bool:
        """What may not be is only shown."""
        may = self.focus.take()
        self._heed(may)
        return may

    def _heed(self, may: bool) -> None:
        if may:
            self._told_refused = False
            self.sound.resume()
            self._settle_in(GRACE)
        else:
            # Not in the midst of what the page is doing.
            Clock.unschedule(self._refused)
            Clock.schedule_once(self._refused, 0)

    def _refused(self, _: float) -> None:
        """Nobody speaks into a call: a night waits, and whoever asks for more is told why there is none."""
        wanted = self.focus.kept
        self._yield()
        if wanted or not self._told_refused:
            self._told_refused = True
            # Where a count was taken back for it, the night is left, and it is day.
            with by_night() if self.focus.kept else nullcontext():
                self._shell.say(warning("app.problem.sound_taken"))

    def _yield(self) -> None:
        """Somebody else has the loudspeaker, as a call does that hides the app."""
        self._shell.stage.page.suspend()
        self._fall_quiet()

    def _fall_quiet(self) -> None:
        self.hush()
        self.sound.pause()

    def _told(self, change: Change) -> None:
        """On a thread of the device's."""
        asked = self.focus.asked
        Clock.schedule_once(lambda _: self._answer(change, asked), 0)

    def _answer(self, change: Change, asked: int) -> None:
        match self.focus.changed(change, asked):
            case Answer.FALL_SILENT:
                self._yield()
                self._settle_in(0)
            case Answer.BED_MAY_SOUND:
                self.sound.resume()

    def _settle_in(self, seconds: float) -> None:
        Clock.unschedule(self._settle)
        if seconds < inf:
            Clock.schedule_once(self._settle, seconds)

    def _settle(self, _: float) -> None:
        """Give the loudspeaker back, or see when that will be."""
        self._settle_in(self.focus.settle(_now(), self.sound.sounds_until))

    def _levels(self) -> Levels:
        """How loud the table wants it; the bed lower where somebody else speaks."""
        levels = levels_of(self._shell.settings)
        return replace(levels, bed=levels.bed * UNDER_SPEECH) if self.focus.lowered else levels

    # -- the game -------------------------------------------------------------------------------------------

    def say(self, lines: Sequence[str]) -> None:
        """These lines of the game aloud, in place of what is being said, if the table wants the voice.

        Where the engine is to say them it is waited for, though not for long; whatever is said or hushed
        meanwhile comes first.
        """
        settings = self._wishes()
        if not lines or not settings.speak_in_game:
            return
        told = partial(self.narration.lines, lines, settings)
        at_once = told(engine=False)
        if _settled(at_once):
            self._say(at_once)
            return
        self._fall_silent()
        self._aside("voice", told, self._say)
        self._stand_in = Clock.schedule_once(lambda _: self._say(at_once), _PATIENCE)

    @property
    def lead_in(self) -> float:
        """So many seconds after `say` its first word comes: a loudspeaker that sleeps is woken first."""
        return self.sound.wakes_in(DEFAULT_PAUSES.lead_in)

    def learn(self, lines: Sequence[str]) -> None:
        """Have these lines of the game ready for their moment, where an engine is to say them."""
        settings = self._wishes()
        told = partial(self.narration.lines, lines, settings)
        if settings.speak_in_game and not _settled(told(engine=False)):
            self._aside("learnt", told, _settled)

    def read(self, sentence: Sentence, tell: Callable[[Spoken], object], *, brisk: bool = False) -> Spoken:
        """This sentence aloud, in place of what is being said, whatever the table wants to hear in the game:
        somebody asked for it. Returned is how it is said as far as that is known; where an engine has to be
        asked, `tell` is told once it begins to speak, or once nobody waits for it any more."""
        told = partial(self.narration.sentence, sentence, self._wishes(), brisk=brisk)
        at_once = told(engine=False)

        def say(spoken: Spoken) -> None:
            self._say((spoken,))
            tell(spoken)

        if at_once.settled:
            self._say((at_once,))
        else:
            self._fall_silent()
            self._aside("voice", told, say)
            if at_once.clip is not None:
                self._stand_in = Clock.schedule_once(lambda _: say(at_once), _PATIENCE)
        return at_once

    def get_ready(self, sentences: Sequence[Sentence], *, brisk: bool = False) -> None:
        """Have an engine prepare what is to be read next."""
        settings = self._wishes()
        told = [partial(self.narration.sentence, one, settings, brisk=brisk) for one in sentences]
        waiting = [one for one in told if not one(engine=False).settled]
        if waiting:
            self._aside("read", lambda: [one() for one in waiting], _settled)

    def _say(self, lines: Iterable[Spoken]) -> None:
        self._fall_silent()
        self.waiting = list(lines)
        self._frames_before_lines = Clock.frames_displayed
        lead_in = self.lead_in
        if self.waiting and self.sound.asleep:
            Clock.schedule_once(self._wake, _PAINTED)
        Clock.schedule_once(self._next, max(_PAINTED, lead_in))

    def _fall_silent(self) -> None:
        """Nothing more is said of what was to be said."""
        Clock.unschedule(self._next)
        Clock.unschedule(self._wake)
        self.waiting = []
        self._wanted.pop("voice", None)
        if self._stand_in is not None:
            self._stand_in.cancel()

    def wake(self) -> None:
        """A line is about to come: have the loudspeaker by then, and let one that sleeps hear something, so
        that it swallows nothing."""
        if self._may_be_heard() and self.sound.asleep:
            self._wake(0.0)

    def _wake(self, _: float) -> None:
        sign = sign_sound("beep")
        if sign is not None:
            self.sound.wake(sign)

    def _next(self, _: float) -> None:
        if self._is_frame_due():
            Clock.schedule_once(self._next, 0)
        elif self.waiting:
            line = self.waiting.pop(0)
            self.sound.speak(line.clip)
            Clock.schedule_once(self._next, line.seconds + _BREATH)

    def _is_frame_due(self) -> bool:
        """Whether what the lines are about is not painted yet: after a long tap their time comes first."""
        return bool(Clock.frames_displayed == self._frames_before_lines)

    def beep(self) -> None:
        self._sign("beep")

    def bell(self) -> None:
        """The night is about to begin."""
        self._sign("bell")

    def chime(self) -> None:
        """Dawn."""
        self._sign("dawn")

    def _sign(self, name: str) -> None:
        path = sign_sound(name)
        if path is not None:
            self.sound.sign(path)

    def hush(self) -> None:
        self._fall_silent()
        self.sound.silence()
        self._settle_in(GRACE)


def _now() -> float:
    return float(Clock.time())


def levels_of(settings: Settings) -> Levels:
    """How loud the table wants it, of which the settings hold percents."""
    return Levels(settings.voice_level / 100, settings.bed_level / 100, settings.sign_level / 100)


def _settled(lines: Sequence[Spoken]) -> bool:
    return all(line.settled for line in lines)
