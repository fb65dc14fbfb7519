"""Sentences read aloud for a page: who speaks, what is shown of them, and when the next one comes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from kivy.clock import Clock

from companion.i18n.shaping import strip_bidi_marks
from companion.i18n.translator import Translator
from companion.narrator.night import RenderedLine
from companion.narrator.plan import reading_seconds
from companion.narrator.reading import ReadAloudPlayer, ReadingMode, SentenceSeconds
from companion.scripts.sentences import Message
from companion.shell import AppContext
from companion.widgets.keeping import Stateful
from companion.widgets.page import Page
from companion.widgets.theme import SLIDE_SECONDS, motion_seconds

_FRAMES_PER_SECOND = 20
# So many sentences ahead an engine gets ready.
_PREFETCH_COUNT = 2


class ReadAloudController:
    """`pauses` are the seconds after each sentence. `show` is called whenever something is to be seen, with
    whether another sentence has begun. What is read is in the narrator's language."""

    def __init__(
        self,
        context: AppContext,
        sentences: Sequence[Message],
        pauses: Sequence[float],
        show: Callable[[bool], object],
        *,
        index: int = 0,
        auto_advance: bool = True,
        brisk: bool = False,
    ) -> None:
        self._app_context, self._show, self._brisk = context, show, brisk
        self.sentences = tuple(sentences)
        settings = context.settings
        same = settings.narration == context.tr.code
        tr = context.tr if same else Translator(settings.narration)
        self.texts = tuple(tr(sentence.key, **sentence.args) for sentence in self.sentences)
        lengths = [
            SentenceSeconds(reading_seconds(strip_bidi_marks(text), settings.pace), pause)
            for text, pause in zip(self.texts, pauses, strict=True)
        ]
        self.reading = ReadAloudPlayer(lengths, is_automatic=auto_advance, index=index)
        self._starts_paused = False
        self._tick_event = Clock.create_trigger(self._tick, 1 / _FRAMES_PER_SECOND, interval=True)

    @property
    def index(self) -> int:
        return self.reading.index

    @property
    def mode(self) -> ReadingMode:
        return self.reading.mode(_now())

    @property
    def text(self) -> str:
        return "" if self.reading.is_finished else self.texts[self.index]

    @property
    def pause_left(self) -> tuple[float, float]:
        """Of the pause: seconds, and the part of it."""
        now = _now()
        return self.reading.seconds_left(now), self.reading.fraction_left(now)

    # -- life ---------------------------------------------------------------------------------------------

    def get_state(self) -> tuple[int, bool]:
        """The sentence it is at, and whether it says nothing until somebody asks for it."""
        return self.index, self.reading.is_paused or self.reading.is_finished

    def restore_state(self, index: int, is_paused: bool) -> None:
        """Before it is opened: where another was that read the same, so that none who was held speaks up."""
        self.reading.index, self._starts_paused = min(index, len(self.sentences)), is_paused

    def open(self) -> None:
        """No tap waits for the narrator to be loaded: the first time, the page comes to rest before."""
        self._app_context.set_keep_awake(True)
        self._show(True)
        if self._starts_paused:
            self._starts_paused = False
        elif self._app_context.is_speech_loaded:
            self._begin()
        else:
            Clock.schedule_once(self._begin, motion_seconds(SLIDE_SECONDS))

    def _begin(self, *_: object) -> None:
        self._tick_event()
        self._handle_index(self.reading.start(_now()))

    def close(self) -> None:
        Clock.unschedule(self._begin)
        self._tick_event.cancel()
        self._app_context.set_keep_awake(False)
        if self._app_context.is_speech_loaded:
            self._app_context.speech.stop_speech()
        self.reading.pause(_now())

    def pause(self) -> None:
        """Not a word more until somebody asks for it."""
        Clock.unschedule(self._begin)
        self._tick_event()
        self.reading.pause(_now())
        if self._app_context.is_speech_loaded:
            self._app_context.speech.stop_speech()
        self._show(False)

    # -- commands -----------------------------------------------------------------------------------------

    def advance(self) -> None:
        self._handle_index(self.reading.advance(_now()))

    def back(self) -> None:
        self._handle_index(self.reading.go_back(_now()))

    def resume(self) -> None:
        self._handle_index(self.reading.resume(_now()))

    def go_to(self, index: int) -> None:
        self._handle_index(self.reading.go_to(index, _now()))

    def set_auto_advance(self, auto_advance: bool) -> None:
        self.reading.set_automatic(auto_advance, _now())
        self._show(False)

    def _tick(self, _: float) -> None:
        index = self.reading.tick(_now())
        if index is not None or self.reading.is_finished:
            self._handle_index(index)
        else:
            self._show(False)

    def _handle_index(self, index: int | None) -> None:
        if self.reading.is_finished:
            self._tick_event.cancel()
            if self._app_context.is_speech_loaded:
                self._app_context.speech.stop_speech()
            self._show(True)
        elif index is None:
            self._show(False)
        else:
            self._tick_event()
            self._speak(index)
            self._show(True)

    def _speak(self, index: int) -> None:
        speaking, brisk = self._app_context.speech, self._brisk
        rendered = speaking.read_aloud(self.sentences[index], partial(self._measure, index), is_brisk=brisk)
        self._measure(index, rendered)
        speaking.prepare_messages(self.sentences[index + 1 : index + 1 + _PREFETCH_COUNT], is_brisk=brisk)

    def _measure(self, index: int, rendered: RenderedLine) -> None:
        self.reading.set_speech_seconds(
            index, self._app_context.speech.lead_in_seconds + rendered.seconds, _now()
        )


class ReadAloudPage(Stateful, Page):
    """A page that is read aloud; a subclass makes its `reader`. Built anew, it is where it was."""

    reader: ReadAloudController

    def save_state(self) -> tuple[int, bool]:
        return self.reader.get_state()

    def restore_state(self, state: tuple[int, bool]) -> None:
        self.reader.restore_state(*state)

    def enter(self) -> None:
        self.reader.open()

    def leave(self) -> None:
        self.reader.close()

    def suspend(self) -> None:
        """A call, the lock screen: it holds, and never goes on by itself."""
        if not self.reader.reading.is_finished:
            self.reader.pause()


def _now() -> float:
    return float(Clock.time())
