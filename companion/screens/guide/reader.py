"""Sentences read aloud for a page: who speaks, what is shown of them, and when the next one comes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from kivy.clock import Clock

from companion.i18n.shaping import plain
from companion.i18n.translator import Translator
from companion.narrator.night import Spoken
from companion.narrator.plan import reading_time
from companion.narrator.reading import Length, Mode, Reading
from companion.scripts.sentences import Sentence
from companion.shell import Shell
from companion.widgets.keeping import Keeps
from companion.widgets.page import Page
from companion.widgets.theme import SLIDE_SECONDS, seconds

_PICTURES_A_SECOND = 20
# So many sentences ahead an engine gets ready.
_AHEAD = 2


class Reader:
    """`pauses` are the seconds after each sentence. `show` is called whenever something is to be seen, with
    whether another sentence has begun. What is read is in the narrator's language."""

    def __init__(
        self,
        shell: Shell,
        sentences: Sequence[Sentence],
        pauses: Sequence[float],
        show: Callable[[bool], object],
        *,
        at: int = 0,
        by_itself: bool = True,
        brisk: bool = False,
    ) -> None:
        self._shell, self._show, self._brisk = shell, show, brisk
        self.sentences = tuple(sentences)
        settings = shell.settings
        same = settings.narration == shell.tr.code
        tr = shell.tr if same else Translator(settings.narration)
        self.texts = tuple(tr(sentence.key, **sentence.args) for sentence in self.sentences)
        lengths = [
            Length(reading_time(plain(text), settings.pace), pause)
            for text, pause in zip(self.texts, pauses, strict=True)
        ]
        self.reading = Reading(lengths, by_itself=by_itself, at=at)
        self._rests = False
        self._ticking = Clock.create_trigger(self._tick, 1 / _PICTURES_A_SECOND, interval=True)

    @property
    def at(self) -> int:
        return self.reading.at

    @property
    def mode(self) -> Mode:
        return self.reading.mode(_now())

    @property
    def text(self) -> str:
        return "" if self.reading.over else self.texts[self.at]

    @property
    def left(self) -> tuple[float, float]:
        """Of the pause: seconds, and the part of it."""
        now = _now()
        return self.reading.left(now), self.reading.part_left(now)

    # -- life ---------------------------------------------------------------------------------------------

    def where(self) -> tuple[int, bool]:
        """The sentence it is at, and whether it says nothing until somebody asks for it."""
        return self.at, self.reading.held or self.reading.over

    def take_up(self, at: int, rests: bool) -> None:
        """Before it is opened: where another was that read the same, so that none who was held speaks up."""
        self.reading.at, self._rests = min(at, len(self.sentences)), rests

    def open(self) -> None:
        """No tap waits for the narrator to be loaded: the first time, the page comes to rest before."""
        self._shell.stay_awake(True)
        self._show(True)
        if self._rests:
            self._rests = False
        elif self._shell.speaks:
            self._begin()
        else:
            Clock.schedule_once(self._begin, seconds(SLIDE_SECONDS))

    def _begin(self, *_: object) -> None:
        self._ticking()
        self._do(self.reading.begin(_now()))

    def close(self) -> None:
        Clock.unschedule(self._begin)
        self._ticking.cancel()
        self._shell.stay_awake(False)
        if self._shell.speaks:
            self._shell.speaking.hush()
        self.reading.hold(_now())

    def hold(self) -> None:
        """Not a word more until somebody asks for it."""
        Clock.unschedule(self._begin)
        self._ticking()
        self.reading.hold(_now())
        if self._shell.speaks:
            self._shell.speaking.hush()
        self._show(False)

    # -- commands -----------------------------------------------------------------------------------------

    def tap(self) -> None:
        self._do(self.reading.done(_now()))

    def back(self) -> None:
        self._do(self.reading.back(_now()))

    def go_on(self) -> None:
        self._do(self.reading.go_on(_now()))

    def go_to(self, at: int) -> None:
        self._do(self.reading.go_to(at, _now()))

    def go_by_itself(self, by_itself: bool) -> None:
        self.reading.go_by_itself(by_itself, _now())
        self._show(False)

    def _tick(self, _: float) -> None:
        told = self.reading.tick(_now())
        if told is not None or self.reading.over:
            self._do(told)
        else:
            self._show(False)

    def _do(self, at: int | None) -> None:
        if self.reading.over:
            self._ticking.cancel()
            if self._shell.speaks:
                self._shell.speaking.hush()
            self._show(True)
        elif at is None:
            self._show(False)
        else:
            self._ticking()
            self._read(at)
            self._show(True)

    def _read(self, at: int) -> None:
        speaking, brisk = self._shell.speaking, self._brisk
        spoken = speaking.read(self.sentences[at], partial(self._heard, at), brisk=brisk)
        self._heard(at, spoken)
        speaking.get_ready(self.sentences[at + 1 : at + 1 + _AHEAD], brisk=brisk)

    def _heard(self, at: int, spoken: Spoken) -> None:
        self.reading.measure(at, self._shell.speaking.lead_in + spoken.seconds, _now())


class ReadAloud(Keeps, Page):
    """A page that is read aloud; a subclass makes its `reader`. Built anew, it is where it was."""

    reader: Reader

    def keep(self) -> tuple[int, bool]:
        return self.reader.where()

    def take_up(self, kept: tuple[int, bool]) -> None:
        self.reader.take_up(*kept)

    def enter(self) -> None:
        self.reader.open()

    def leave(self) -> None:
        self.reader.close()

    def suspend(self) -> None:
        """A call, the lock screen: it holds, and never goes on by itself."""
        if not self.reader.reading.over:
            self.reader.hold()


def _now() -> float:
    return float(Clock.time())
