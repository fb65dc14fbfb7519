"""Read-aloud pages: a controller that speaks sentences with pauses, and the guide read aloud in large type.

A tap anywhere advances. Each step that is passed is ticked before the next one is read, so that the guide can
be resumed there whatever happens to the app.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import ceil
from typing import Any

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout

from companion.app_context import AppContext
from companion.core.message import Message
from companion.games.registry import game_for_setup
from companion.i18n.line_breaking import strip_bidi_marks
from companion.i18n.translator import Translator
from companion.narrator.planner import RenderedLine, reading_seconds
from companion.narrator.read_aloud import ReadAloudPlayer, ReadingMode, SentenceSeconds
from companion.screens.rows import build_labelled_row
from companion.screens.scene import ScenePicture, StepHighlights
from companion.scripts import coach
from companion.scripts.script import NightSetup
from companion.scripts.teaching import HEIGHT, WIDTH, GuideDefinition, GuideStep
from companion.widgets.buttons import PrimaryButton, SecondaryButton
from companion.widgets.cards import ToggleSwitch
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.page import Page, Stateful, TitleBar
from companion.widgets.progress import CountdownRing, StepBar
from companion.widgets.text import DISPLAY, MUTED, Text
from companion.widgets.theme import ACCENTS, SLIDE_SECONDS, look, motion_seconds, sp

_FRAMES_PER_SECOND = 20
# Number of following sentences that the speech engine renders in advance.
_PREFETCH_COUNT = 2


class ReadAloudController:
    """Reads sentences aloud in the narrator's language. `pauses` are the seconds after each sentence. `show`
    is called on every change, with True if another sentence has begun."""

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
        settings, tr = context.settings, context.tr
        if settings.narration != tr.code:
            tr = Translator(settings.narration)
        self.texts = tuple(tr.translate(sentence) for sentence in self.sentences)
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
        """The rest of the pause: seconds, and fraction."""
        now = _now()
        return self.reading.seconds_left(now), self.reading.fraction_left(now)

    # -- lifecycle ----------------------------------------------------------------------------------------

    def get_state(self) -> tuple[int, bool]:
        """Return the current index, and True if reading is paused or finished."""
        return self.index, self.reading.is_paused or self.reading.is_finished

    def restore_state(self, index: int, is_paused: bool) -> None:
        """Restore the state of `get_state`; call before `open`. A paused reader stays paused."""
        self.reading.index, self._starts_paused = min(index, len(self.sentences)), is_paused

    def open(self) -> None:
        """Start reading. If speech is not loaded yet, wait for the page transition, which loading blocks."""
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
        self._stop_speech()
        self.reading.pause(_now())

    def pause(self) -> None:
        """Pause until the user resumes."""
        Clock.unschedule(self._begin)
        self._tick_event()
        self.reading.pause(_now())
        self._stop_speech()
        self._show(False)

    def _stop_speech(self) -> None:
        if self._app_context.is_speech_loaded:
            self._app_context.speech.stop_speech()

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
            self._stop_speech()
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
        seconds = self._app_context.speech.lead_in_seconds + rendered.seconds
        self.reading.set_speech_seconds(index, seconds, _now())


class ReadAloudPage(Stateful, Page):
    """A page that is read aloud; subclasses create `reader`. Its position survives a rebuild."""

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
        """Pause for a call or the lock screen; only the user resumes."""
        if not self.reader.reading.is_finished:
            self.reader.pause()


def _now() -> float:
    return float(Clock.time())


# Ratios of the page's height: the picture above the text, and the ring below it.
_PICTURE_RATIO, _RING_RATIO = 0.34, 0.15
# Maximum ratio of the picture in the space between title and buttons.
_MAX_REMAINING_RATIO = 0.5
# Below this height in sp the hint is left out.
_LOW_HEIGHT_SP = 500
# Minimum size of a ring that contains a word, in dp.
_MIN_WORD_WIDTH_DP = 90


class GuideReadAloudPage(ReadAloudPage):
    max_width_dp = 1040

    def __init__(self, context: AppContext, setup: NightSetup) -> None:
        self._app_context, self._setup = context, setup
        tr, self._game = context.tr, game_for_setup(setup)
        self._guide = self._game.get_part(GuideDefinition)
        self._steps: tuple[GuideStep, ...] = coach.make_guide_steps(self._game, setup)
        self._ticks = coach.open_progress(context, self._game, setup)
        accent = ACCENTS[self._game.accent]
        title = tr("guide.title", game=tr(f"app.game.{self._game.id}"))
        self._title_bar = TitleBar(title, " ", on_back=context.go_back, back_icon=Icon.CLOSE)
        super().__init__(self._title_bar)
        self.remove_widget(self.scroll)
        self.reader = ReadAloudController(
            context,
            [Message(step.key, step.args) for step in self._steps],
            [step.pause_seconds for step in self._steps],
            self._show,
            index=self._find_first_step(),
            auto_advance=coach.is_auto_advance(context),
        )
        self._last_index = self.reader.index
        self._bar = StepBar(len(self._steps), current=accent.fill)
        self.picture = ScenePicture(tr, accent=accent)
        self.line = Text("", DISPLAY, size_sp=40, min_size=14, autosize="none")
        self.ring = CountdownRing(96, themed=True, pos_hint={"center_x": 0.5, "center_y": 0.5})
        self._hint = Text("", MUTED, align="center", max_lines=2)
        self._words = BoxLayout(orientation="vertical", spacing=dp(8))
        self._middle = BoxLayout(spacing=dp(12))
        self._side = Column(self._bar, self.picture, gap=6)
        self.add_widget(self._middle)
        self.back_button = SecondaryButton(
            tr("app.night.back"), self.reader.back, icon=Icon.BACK, mirrored=True, outlined=True
        )
        self.pause_button = SecondaryButton("", self._toggle_pause, icon=Icon.PAUSE, outlined=True)
        self._auto_advance_switch = ToggleSwitch(self.reader.reading.is_automatic, self._set_auto_advance)
        self.begin = PrimaryButton(
            tr("app.setup.deal" if self._game.has_night else "guide.begin"),
            self._begin, accent=accent, forward=True,
        )  # fmt: skip
        self._switch_row = build_labelled_row(tr("guide.reading.by_itself"), self._auto_advance_switch)
        self._buttons = Column(gap=6)
        self._button_row = Row(gap=8)
        self._layout_key: tuple[bool, bool] | None = None
        self.add_to_footer(self._buttons)
        self._pressed_touch: Any = None
        self._middle.bind(size=self._fit)

    def _find_first_step(self) -> int:
        """Return the first open step, preferably in the current part."""
        open_steps = [index for index, step in enumerate(self._steps) if step.id not in self._ticks.done]
        part_steps = [index for index in open_steps if self._steps[index].part == self._ticks.part]
        return next(iter(part_steps or open_steps), 0)

    def _fit(self, *_: object) -> None:
        """Place picture and text side by side in landscape."""
        is_landscape, is_low = self.width > self.height, self.height < sp(_LOW_HEIGHT_SP)
        if (is_landscape, is_low) != self._layout_key:
            self._layout_key = (is_landscape, is_low)
            self._arrange(is_landscape, is_low)
        side = max(dp(self.margin), (self.width - dp(self.max_width_dp)) / 2)
        self._middle.padding = (side, 0, side, 0)
        remaining = self._middle.height - self._bar.height - dp(8)
        # With a large text scale the text needs the space more than the picture.
        part = _PICTURE_RATIO * min(1.0, 1.15 / look().text_scale)
        if is_landscape:
            max_height, across = remaining, remaining * 0.45
        else:
            max_height = min(self.height * part, remaining * _MAX_REMAINING_RATIO)
            across = min(self.height * _RING_RATIO, remaining * 0.22)
        max_height, across = max(dp(60), max_height), max(dp(48), min(dp(150), across))
        self.picture.set_max_height(max_height)
        if is_landscape:
            self._side.width = min(self.width * 0.4, max_height * WIDTH / HEIGHT)
        self.ring.size = (across, across)

    def _arrange(self, is_landscape: bool, is_low: bool) -> None:
        self._middle.orientation = self._words.orientation = "horizontal" if is_landscape else "vertical"
        self._side.pos_hint = {"top": 1} if is_landscape else {}
        self._side.size_hint_x = None if is_landscape else 1
        parts = [self._side, self._words]
        word_parts = [self.line, self.ring]
        if is_landscape and look().rtl:
            parts.reverse()
            word_parts.reverse()
        for box, children in ((self._middle, parts), (self._words, word_parts)):
            box.clear_widgets()
            for child in children:
                box.add_widget(child)
        for container in (self._buttons, self._button_row):
            container.clear_widgets()
        for button in (self.back_button, self.pause_button):
            self._button_row.add_widget(button)
        if is_landscape:
            # All in one row, including the switch.
            self._button_row.add_widget(self._switch_row)
            self._buttons.add_widget(self._button_row)
        else:
            for key in (*(() if is_low else (self._hint,)), self._button_row, self._switch_row):
                self._buttons.add_widget(key)

    def restore_state(self, state: tuple[int, bool]) -> None:
        super().restore_state(state)
        self._last_index = self.reader.index

    # -- commands -----------------------------------------------------------------------------------------

    def _toggle_pause(self) -> None:
        if self.reader.mode is ReadingMode.PAUSED:
            self.reader.resume()
        else:
            self.reader.pause()

    def _set_auto_advance(self, auto_advance: bool) -> None:
        coach.set_auto_advance(self._app_context, auto_advance)
        self.reader.set_auto_advance(auto_advance)

    def _begin(self) -> None:
        """Begin as on the guide page, which is below this one."""
        if not self.is_inactive:
            self._app_context.navigator.pop()
            self._app_context.navigator.page.begin.on_release()

    # -- content --------------------------------------------------------------------------------------------

    def _show(self, is_new: bool) -> None:
        if is_new:
            self._tick_passed_steps()
            self._show_step()
        self._show_time()

    def _tick_passed_steps(self) -> None:
        """Tick the steps that have been read and passed."""
        index = self.reader.index
        for step in self._steps[self._last_index : index]:
            self._ticks = coach.mark_done(self._ticks, self._steps, step.id)
        if index < len(self._steps):
            self._ticks = coach.set_part(self._ticks, self._steps[index].part)
        if index != self._last_index:
            coach.save_progress(self._app_context, self._game, self._ticks)
        self._last_index = index

    def _show_step(self) -> None:
        tr, index, is_over = self._app_context.tr, self.reader.index, self.reader.reading.is_finished
        self._bar.show(index + 1)
        step = self._steps[min(index, len(self._steps) - 1)]
        part_steps = [one.id for one in self._steps if one.part == step.part]
        done = set(self._ticks.done) & set(part_steps)
        highlights = StepHighlights(
            {name: number for number, name in enumerate(part_steps, 1)},
            frozenset(done if is_over else done - {step.id}),
            None if is_over else step.id,
        )
        self.picture.show(self._guide.draw_scene(self._setup, step.part), highlights)
        self.line.content = tr("guide.reading.finished") if is_over else self.reader.text
        self._title_bar.show(self._title_bar.title.content, tr(f"{self._game.id}_guide.part.{step.part}"))
        self.back_button.enabled = index > 0
        self.ring.opacity = 0 if is_over else 1
        self.set_footer(self.begin if is_over else self._buttons)

    def _show_time(self) -> None:
        tr, mode = self._app_context.tr, self.reader.mode
        is_paused = mode is ReadingMode.PAUSED
        self._hint.content = tr("guide.reading.held" if is_paused else "guide.reading.tap")
        self.pause_button.label.content = tr("app.go_on" if is_paused else "app.pause")
        if self.pause_button.icon is not None:
            self.pause_button.icon.show(Icon.PLAY if is_paused else Icon.PAUSE)
        seconds, part = self.reader.pause_left
        if mode is ReadingMode.COUNTING_DOWN:
            self.ring.show(part, tr.format_number(ceil(seconds)), "")
        else:
            # A small ring has no room for a word.
            is_listening = mode is ReadingMode.SPEAKING and self.ring.width >= dp(_MIN_WORD_WIDTH_DP)
            self.ring.show(0.0, tr("guide.reading.listen") if is_listening else "", "")

    # -- touches anywhere on the page -----------------------------------------------------------------------

    def on_touch_down(self, touch: Any) -> bool:
        if self.is_inactive:
            return False
        if super().on_touch_down(touch):
            return True
        self._pressed_touch = touch
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if touch is not self._pressed_touch or self.is_inactive:
            return bool(super().on_touch_up(touch))
        self._pressed_touch = None
        self.reader.advance()
        return True
