"""How loud: the device itself where it can be asked, the voice, what covers the rustling, and the signals.
Each is heard while it is changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from kivy.clock import Clock, ClockEvent
from kivy.metrics import dp

from companion.i18n.languages import LANGUAGES
from companion.narrator.check import LOW_VOLUME_PERCENT
from companion.settings import LEVELS, VOICE_LEVELS, BackgroundSound
from companion.shell import AppContext
from companion.widgets.cards import Card
from companion.widgets.icon_names import Icon
from companion.widgets.layout import LabelledControl, Row
from companion.widgets.level_bar import LevelBar
from companion.widgets.text import IconLabel, Text
from companion.widgets.theme import sp

# So long the covering sound goes on after the finger has left it.
_BACKGROUND_PREVIEW_SECONDS: Final = 2.5
_BAR_WIDTH_DP: Final = 116
_BACKGROUND_ICONS: Final[Mapping[BackgroundSound, Icon]] = {
    BackgroundSound.RAIN: Icon.RAIN,
    BackgroundSound.HEARTH: Icon.HEARTH,
    BackgroundSound.TAVERN: Icon.TAVERN,
}


class LevelRow(LabelledControl):
    """A mark, words, a bar and its percent; the bar goes below the words where they need the room."""

    def __init__(self, icon: Icon, label: str, bar: LevelBar, format_percent: Callable[[int], str]) -> None:
        self.bar = bar
        self._format_percent = format_percent
        self._icon = IconLabel(icon, 24, tone="ink_2", pos_hint={"center_y": 0.5})
        name = Text(label, size_sp=16, weight=500, pos_hint={"center_y": 0.5})
        self._percent = Text(
            format_percent(bar.percent), size_sp=16, tone="ink_2", align="end", max_lines=1, min_size=11,
            size_hint_x=None, width=sp(46), pos_hint={"center_y": 0.5},
        )  # fmt: skip
        label_row = Row(self._icon, name, gap=10)
        super().__init__(
            label_row, Row(bar, self._percent, gap=6, hug=True), min_label_width=name.natural_width() + dp(36)
        )
        # A bar brings the height of a target.
        self.padding = 0

    def show(self, percent: int, tone: str = "candle_fill") -> None:
        low = tone == "ember"
        self.bar.show(percent, tone)
        self._percent.content = self._format_percent(percent)
        self._percent.set_tone("ember" if low else "ink_2")
        self._icon.set_tone("ember" if low else "ink_2")


class VolumePanel(Card):
    """`on_change` is told when something was made louder or softer here."""

    def __init__(self, context: AppContext, on_change: Callable[[], object] | None = None) -> None:
        super().__init__(gap=0, padding=(dp(12), dp(4)))
        self._app_context = context
        self._on_change = on_change
        self._background_end_event: ClockEvent | None = None
        self._layout_key: object = None
        self.rows: dict[str, LevelRow] = {}
        self.refresh()

    def refresh(self) -> None:
        """Show what holds now: another language, another sound, a key of the phone that was pressed."""
        context = self._app_context
        settings, volume = context.settings, context.get_volume()
        layout_key = (settings.narration, settings.bed, volume is None)
        if layout_key != self._layout_key:
            self._layout_key = layout_key
            self._build_rows(settings.narration, settings.bed, volume)
        for name in ("voice", "bed", "sign"):
            if name in self.rows:
                self.rows[name].show(getattr(settings, f"{name}_level"))
        if volume is not None:
            self.rows["device"].show(volume, "ember" if volume < LOW_VOLUME_PERCENT else "candle_fill")

    def stop_preview(self) -> None:
        """Nobody listens here any more."""
        if self._background_end_event is not None:
            self._background_end_event.cancel()
            self._end_background()

    # -- rows -----------------------------------------------------------------------------------------------

    def _build_rows(self, language: str, background: BackgroundSound, volume: int | None) -> None:
        tr = self._app_context.tr
        self.clear_widgets()
        self.rows.clear()
        if volume is not None:
            bar = self._create_bar(volume, self._set_device_volume, self._play_sample)
            self._add_row("device", Icon.SPEAKER, tr("app.sound.device"), bar)
        settings = self._app_context.settings
        label = tr("app.sound.voice", language=LANGUAGES[language].name)
        min_percent = VOICE_LEVELS[0]
        bar = self._create_bar(
            settings.voice_level, partial(self._set_level, "voice"), self._play_sample, min_percent
        )
        self._add_row("voice", Icon.MICROPHONE, label, bar)
        if background is not BackgroundSound.OFF:
            bar = self._create_bar(
                settings.bed_level, self._set_background_level, self._schedule_background_end
            )
            self._add_row("bed", _BACKGROUND_ICONS[background], tr(f"app.sound.bed.{background.value}"), bar)
        bar = self._create_bar(settings.sign_level, self._set_effect_level, self._play_beep)
        self._add_row("sign", Icon.BELL, tr("app.sound.signs"), bar)

    def _create_bar(
        self,
        percent: int,
        on_move: Callable[[int], object],
        on_rest: Callable[[int], object],
        min_percent: int = LEVELS[0],
    ) -> LevelBar:
        return LevelBar(
            percent, on_move, on_rest, min_percent=min_percent,
            size_hint_x=None, width=dp(_BAR_WIDTH_DP), pos_hint={"center_y": 0.5},
        )  # fmt: skip

    def _add_row(self, name: str, icon: Icon, label: str, bar: LevelBar) -> None:
        self.rows[name] = LevelRow(icon, label, bar, self._format_percent)
        self.add_widget(self.rows[name])

    def _format_percent(self, value: int) -> str:
        return self._app_context.tr("app.settings.percent", value=value)

    # -- heard while it moves -----------------------------------------------------------------------------

    def _set_level(self, name: str, percent: int) -> None:
        self._app_context.change_settings(**{f"{name}_level": percent})
        self.rows[name].show(percent)
        self._notify_change()

    def _play_sample(self, _: int) -> None:
        """A line at the new level, once the finger is lifted: half a word at each step would be noise."""
        self._app_context.speech.run_sound_check(_ignore_result)

    def _set_device_volume(self, percent: int) -> None:
        self._app_context.set_volume(percent)
        self.refresh()
        self._notify_change()

    def _notify_change(self) -> None:
        if self._on_change is not None:
            self._on_change()

    def _set_effect_level(self, percent: int) -> None:
        self._set_level("sign", percent)
        self._app_context.speech.play_beep()

    def _play_beep(self, _: int) -> None:
        self._app_context.speech.play_beep()

    def _set_background_level(self, percent: int) -> None:
        self._set_level("bed", percent)
        if self._background_end_event is None:
            self._start_background()
        else:
            self._background_end_event.cancel()

    def _schedule_background_end(self, _: int) -> None:
        if self._background_end_event is None:
            self._start_background()
        if self._background_end_event is not None:
            self._background_end_event.cancel()
            self._background_end_event()

    def _start_background(self) -> None:
        speaking = self._app_context.speech
        speaking.start_background()
        speaking.audio.set_ducked(is_ducked=False)
        self._background_end_event = Clock.create_trigger(self._end_background, _BACKGROUND_PREVIEW_SECONDS)

    def _end_background(self, *_: object) -> None:
        self._background_end_event = None
        self._app_context.speech.stop_background()


def _ignore_result(_: object) -> None:
    """What was found is told elsewhere."""
