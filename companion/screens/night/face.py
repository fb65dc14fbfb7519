"""Parts of the night page: the face with line, ring and buttons, the list of steps, the dimmer, the countdown
face, and the voice that carries out the player's events.

The dimmer depends only on touches and time, never on the night's steps: otherwise the light on the ceiling
would give them away.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from functools import partial
from math import ceil
from typing import Final

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.app_context import AppContext
from companion.i18n.translator import Translator
from companion.narrator.planner import PreparedNight
from companion.narrator.player import (
    EndNight,
    Event,
    NightPlayer,
    PlayerSnapshot,
    RingBell,
    StartHold,
    StartLeadIn,
    StartLine,
    StopSpeech,
)
from companion.scripts.recovery import COUNTDOWN_SECONDS, Interjection
from companion.scripts.script import Hold, Script, load_night_definition
from companion.widgets.buttons import IconButton, NightButton
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Row, Spacer
from companion.widgets.page import Sheet
from companion.widgets.progress import CountdownRing, StepBar
from companion.widgets.text import DISPLAY, LABEL, LEAD, NUMBER, IconLabel, Text
from companion.widgets.theme import sp, theme_colour

# Below `_COMPACT_HEIGHT_DP` there is no room for the hint. Below `_LOW_HEIGHT_DP` the parts are side by side,
# with the buttons in one row if the width allows.
_COMPACT_HEIGHT_DP, _LOW_HEIGHT_DP, _MIN_ROW_WIDTH_DP = 560, 480, 380


def format_night_title(tr: Translator, night: PreparedNight) -> str:
    return tr("app.night.title", game=tr(f"app.game.{night.script.game}"))


# A command of the player at a point in time, and what passes it on when a button is pressed.
Command = Callable[[float], tuple[Event, ...]]
PressButton = Callable[[Command], object]


class ProgressFace(Column):
    """Base of the faces with a bar of steps and the time left; `above` and `below` are the other parts."""

    def __init__(
        self, tr: Translator, night: PreparedNight, *below: Widget, above: Sequence[Widget] = (), gap: float
    ) -> None:
        self._tr, self._night = tr, night
        self._bar = StepBar(len(night.script.cues), past="rim", upcoming="night_groove")
        self._step = Text("", tone="night_ink", max_lines=1, min_size=11)
        self._time_left = Text("", tone="night_ink", align="end", max_lines=1, min_size=11)
        progress = Row(self._step, self._time_left, gap=12)
        super().__init__(*above, self._bar, progress, *below, gap=gap, size_hint_y=1)

    def _show_progress(self, snapshot: PlayerSnapshot, step: int, text_key: str) -> None:
        self._bar.show(step)
        self._step.content = self._tr(text_key, step=step, steps=snapshot.step_count)
        self._time_left.content = self._tr("app.night.left", n=ceil(snapshot.seconds_left))


class NightFace(ProgressFace):
    def __init__(
        self,
        tr: Translator,
        night: PreparedNight,
        player: NightPlayer,
        press: PressButton,
        darken: Callable[[], object],
        open_steps: Callable[[], object],
    ) -> None:
        self._shown_line = ""
        self.darken_button = IconButton(Icon.MOON, darken, tone="night_ink")
        self.steps_button = IconButton(Icon.MENU_LIST, open_steps, tone="night_ink", mirrored=True)
        title = Text(
            format_night_title(tr, night), LABEL, min_size=12, max_lines=1, align="center", tone="night_ink"
        )
        self.line = Text("", DISPLAY, size_sp=66, min_size=12, autosize="none")
        self.line.color = theme_colour("night_line")
        self.second = Text("", size_sp=28, min_size=11, align="center", autosize="none", tone="night_ink")
        self.ring = CountdownRing(pos_hint={"center_x": 0.5, "center_y": 0.5})
        self.back_button = create_back_button(tr, player, press)
        self.repeat_button = NightButton(
            tr("app.night.again"), Icon.AGAIN, partial(press, player.repeat_line)
        )
        self.shorten_button = NightButton(
            tr("app.night.shorten"), Icon.SKIP, partial(press, player.shorten_hold), mirrored=True
        )
        self.pause_button = NightButton(
            tr("app.pause"), Icon.PAUSE, partial(press, player.pause), primary=True
        )
        self._hint = Text("", align="center", max_lines=2)
        self._hint.color = theme_colour("night_ink", 0.75)
        self._buttons = Column(
            Row(self.back_button, self.repeat_button, self.shorten_button, gap=12), self.pause_button, gap=12
        )
        self._is_audible, self._is_compact = True, False
        self._middle = BoxLayout(spacing=dp(10))
        self._middle.add_widget(Column(self.line, self.second, gap=6, size_hint_y=1))
        self._middle.add_widget(self.ring)
        head = Row(self.darken_button, title, self.steps_button, gap=8, padding=(0, dp(4)))
        super().__init__(tr, night, self._middle, self._buttons, self._hint, above=(head,), gap=8)

    def fit(self, width: float, height: float, side: float) -> None:
        """Fit the parts to the size of the page; `side` is the horizontal padding."""
        # In landscape and in a split screen there is no height for the ring below the text: it is placed
        # beside the text, and the buttons are in one row.
        is_landscape = width > height or (height < dp(_LOW_HEIGHT_DP) and width >= dp(_MIN_ROW_WIDTH_DP))
        self._middle.orientation = "horizontal" if is_landscape else "vertical"
        across = min(dp(200), height * (0.36 if is_landscape else 0.21))
        self.ring.size = (across, across)
        self._is_compact = is_compact = height < dp(_COMPACT_HEIGHT_DP)
        self._hint.content = self._format_hint()
        self._buttons.orientation = "horizontal" if is_landscape else "vertical"
        self.pause_button.size_hint_x = 0.6 if is_landscape else 1.0
        self.padding = (side, dp(4), side, dp(8 if is_compact else 20))

    def show(self, snapshot: PlayerSnapshot) -> None:
        self._show_line(snapshot)
        self._show_progress(snapshot, snapshot.step, "app.night.step")
        self.shorten_button.enabled = snapshot.hold is not Hold.NONE
        if snapshot.hold in (Hold.ACT, Hold.LOOK) and snapshot.hold_seconds:
            label_key = "app.night.to_look" if snapshot.hold is Hold.LOOK else "app.night.to_act"
            tr, left = self._tr, ceil(snapshot.hold_seconds_left)
            ratio = snapshot.hold_seconds_left / snapshot.hold_seconds
            self.ring.show(ratio, tr.format_number(left), tr(label_key, n=left))
        else:
            self.ring.show(0.0, "", "")

    def set_audible(self, is_audible: bool) -> None:
        """Set whether an audio output is available."""
        self._is_audible = is_audible
        self._hint.content = self._format_hint()

    def _format_hint(self) -> str:
        if not self._is_audible:
            return self._tr("app.night.unheard")
        return "" if self._is_compact else self._tr("app.night.hint")

    def _show_line(self, snapshot: PlayerSnapshot) -> None:
        line = snapshot.line if snapshot.interjection is None else snapshot.interjection.line
        main, *others = (self._night.rendered_line(language, line).text for language in self._night.languages)
        if line != self._shown_line:
            self._shown_line = line
            self.line.content = main
            self.second.content = " ".join(others)
            self.second.size_hint_y = 0.5 if others else 0.001
        is_main_language = snapshot.language in self._night.languages[:1]
        self.second.opacity = 0.6 if is_main_language else 1.0


def create_back_button(tr: Translator, player: NightPlayer, press: PressButton) -> NightButton:
    return NightButton(tr("app.night.back"), Icon.BACK, partial(press, player.step_back), mirrored=True)


class StepsSheet(Sheet):
    def __init__(self, tr: Translator, script: Script, current: int, on_close: Callable[[], object]) -> None:
        rows = []
        label = load_night_definition(script.game).label_key
        for index, cue in enumerate(script.cues):
            is_done, is_current = index < current, index == current
            mark = Icon.CHECK if is_done else Icon.FORWARD if is_current else Icon.RING
            tone = "candle" if is_current else "ink_2" if is_done else "ink_3"
            words = Text(
                tr("app.night.list", step=index + 1, what=tr(label(cue.kind))),
                LEAD,
                weight=700 if is_current else 400,
                tone="ink" if is_current else "ink_2",
            )
            rows.append(Row(IconLabel(mark, 22, tone=tone, mirrored=is_current), words, gap=12))
        super().__init__(tr("app.night.steps"), *rows, on_close=on_close)


# Seconds of full brightness after a touch, and seconds of the fade that follows.
BRIGHT_SECONDS: Final = 5.0
FADE_SECONDS: Final = 1.0
# Opacity of the veil. The remaining brightness keeps a contrast of 3:1 for the spoken line.
DIM_OPACITY: Final = 0.6
# Number of shades a screen can show: finer steps would repaint without a visible change.
_SHADES: Final = 255


class Dimmer:
    """Brightness of the night page. `is_black` is the black screen, which a button shows and a touch ends."""

    def __init__(self, now: float) -> None:
        self._touched_at = now
        self.is_black = False

    def touch(self, now: float) -> None:
        self._touched_at = now
        self.is_black = False

    def go_black(self) -> None:
        self.is_black = True

    def get_opacity(self, now: float) -> float:
        """Return the opacity of the veil: 0 is full brightness, 1 black."""
        if self.is_black:
            return 1.0
        dark_for = now - self._touched_at - BRIGHT_SECONDS
        opacity = DIM_OPACITY * min(1.0, max(0.0, dark_for / FADE_SECONDS))
        return round(opacity * _SHADES) / _SHADES

    def is_fading(self, now: float) -> bool:
        """True during the fade."""
        return not self.is_black and 0.0 <= now - self._touched_at - BRIGHT_SECONDS < FADE_SECONDS


_MOON_SP = 48
# Below this height in sp, as on a phone in landscape, the moon is hidden.
_MIN_HEIGHT_FOR_MOON_SP = 420


class CountdownFace(Column):
    def __init__(self, tr: Translator) -> None:
        self._tr = tr
        self.number = Text(
            "", NUMBER, size_sp=180, min_size=60, align="center", autosize="none", scaled=False, max_lines=1
        )
        self.number.color = theme_colour("night_line")
        self.number.size_hint_y = 2
        caption = Text(tr("app.night.count"), DISPLAY, size_sp=28, min_size=16)
        caption.color = theme_colour("night_line")
        hint = Text(tr("app.night.count_back"), LEAD, min_size=12, align="center", tone="night_ink")
        self._moon = IconLabel(Icon.MOON, _MOON_SP, tone="candle_fill", pos_hint={"center_x": 0.5})
        super().__init__(Spacer(), self._moon, self.number, caption, Spacer(), hint, gap=12, size_hint_y=1)

    def fit(self, width: float, height: float, side: float) -> None:
        self.padding = (side, side, side, side)
        # On low screens the number needs the space.
        self._moon.size_sp = 0.1 if height < sp(_MIN_HEIGHT_FOR_MOON_SP) else _MOON_SP

    def show(self, snapshot: PlayerSnapshot) -> None:
        self.number.content = self._tr.format_number(snapshot.countdown or COUNTDOWN_SECONDS)


# Seconds of a vibration, and between the starts of two.
_SHORT_VIBRATION_SECONDS, _LONG_VIBRATION_SECONDS, _VIBRATION_GAP_SECONDS = 0.08, 0.4, 0.25
# Number of vibrations per interjection, for the person who holds the phone in the dark.
_VIBRATION_COUNTS: Mapping[Enum, int] = {
    Interjection.PAUSED: 1,
    Interjection.GO_ON: 1,
    Interjection.STEP_BACK: 2,
}


class NightVoice:
    def __init__(self, context: AppContext, night: PreparedNight) -> None:
        self._app_context = context
        self._night = night

    def handle_events(self, events: tuple[Event, ...]) -> bool:
        """Play the events; returns True if the night is over."""
        sound = self._app_context.speech.audio
        for event in events:
            match event:
                case StartLine(cue, utterance, language):
                    sound.play_speech(self._night.rendered_line(language, utterance.line).clip)
                    self._vibrate(event)
                    self.prepare(cue if isinstance(utterance.kind, Interjection) else cue + 1)
                case StartHold():
                    sound.set_ducked(is_ducked=False)
                case StartLeadIn():
                    sound.stop_speech()
                    self._app_context.speech.wake_speaker()
                case StopSpeech():
                    sound.stop_speech()
                case RingBell():
                    self._app_context.speech.play_bell()
                    self.prepare(0)
                case EndNight():
                    self._app_context.vibrate(_LONG_VIBRATION_SECONDS)
                    self._app_context.speech.play_chime()
                    return True
        return False

    def prepare(self, cue: int) -> None:
        """Preload the line of this cue, so that it starts without delay."""
        if cue < len(self._night.script.cues):
            line = self._night.script.cues[cue].line
            self._app_context.speech.audio.preload(
                self._night.rendered_line(language, line).clip for language in self._night.languages
            )

    def _vibrate(self, event: StartLine) -> None:
        if event.language != self._night.languages[0]:
            return
        if event.spoken_cue.kind is Interjection.STOPPED:
            self._app_context.vibrate(_LONG_VIBRATION_SECONDS)
        for index in range(_VIBRATION_COUNTS.get(event.spoken_cue.kind, 0)):
            Clock.schedule_once(
                lambda _: self._app_context.vibrate(_SHORT_VIBRATION_SECONDS), index * _VIBRATION_GAP_SECONDS
            )
