"""Narration options of a night: language, style, background sound, pauses, volumes, and the sound check."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from kivy.clock import Clock, ClockEvent
from kivy.metrics import dp

from companion.app_context import AppContext
from companion.core.game import Problem
from companion.games.registry import get_game
from companion.i18n.languages import LANGUAGES
from companion.i18n.translator import Translator
from companion.narrator.audio import LOW_VOLUME_PERCENT
from companion.narrator.planner import PreparedNight
from companion.screens.rows import build_labelled_row
from companion.scripts.coach import choose_style, is_coached, is_first_game, set_manual_style
from companion.scripts.script import NightDefinition, NightSetup, NightStyle
from companion.settings import ACT_SECONDS, LEVELS, LOOK_SECONDS, VOICE_LEVELS, BackgroundSound
from companion.widgets.buttons import Pressable, PrimaryButton, SecondaryButton
from companion.widgets.cards import Card, ChoiceChips, Notice, Stepper, ToggleSwitch
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, LabelledControl, Row
from companion.widgets.page import Sheet
from companion.widgets.progress import LevelBar
from companion.widgets.shapes import TRANSPARENT, Disc, RoundedBox
from companion.widgets.text import LABEL, MUTED, STRONG, IconLabel, Text
from companion.widgets.theme import ACCENTS, RADIUS_CELL, TOUCH_TARGET, sp, theme_colour

if TYPE_CHECKING:
    from companion.narrator.narration import SoundCheck


_MAX_PROBLEMS = 6


class SoundCheckPanel(Column):
    """Sound check and its results; empty until the first check or `open`, then updated with the settings."""

    def __init__(self, context: AppContext) -> None:
        super().__init__(gap=8)
        self._app_context = context
        self.button = SecondaryButton(
            context.tr("app.night.check"), self.check, icon=Icon.SPEAKER, outlined=True, mirrored=True
        )
        self.add_widget(self.button)
        self._results = Column(gap=12)
        self.add_widget(self._results)
        self._rows: list[VoiceRow] = []
        self._is_open = False

    def open(self) -> None:
        """Show the voices that will speak, without playing a sound."""
        self._is_open = True
        self._app_context.speech.preview_voices(self._show_result)

    def refresh(self) -> None:
        """Update after a change of voice or language."""
        if self._is_open:
            self.open()

    def check(self) -> None:
        """Play a line at the real volume and show all results."""
        self._is_open = True
        self._results.clear_widgets()
        # A speech engine takes time to answer; clips answer at once.
        self._results.add_widget(Text(self._app_context.tr("app.night.preparing"), MUTED))
        self._app_context.speech.run_sound_check(self._show_result)

    def _show_result(self, result: SoundCheck) -> None:
        tr = self._app_context.tr
        self._results.clear_widgets()
        self._rows.clear()
        for problem in result.problems[:_MAX_PROBLEMS]:
            self._results.add_widget(Notice(tr.translate_problem(problem)))
        hidden_count = len(result.problems) - _MAX_PROBLEMS
        if hidden_count > 0:
            self._results.add_widget(Text(tr("app.night.check_more", n=hidden_count), MUTED))
        for language, choice in result.choices.items():
            voices = Column(Text(tr(choice.reason_key, language=LANGUAGES[language].name), MUTED), gap=4)
            for name in result.audible_voices(language):
                play, is_active = partial(self._play_voice, language), name == result.voice_names[language]
                self._rows.append(VoiceRow(tr, name, play, is_active=is_active))
                voices.add_widget(self._rows[-1])
            self._results.add_widget(voices)

    def _play_voice(self, language: str, row: VoiceRow) -> None:
        for other in self._rows:
            other.reset_icon()
        row.show_waiting()
        self._app_context.speech.try_voice(row.voice, language, row.on_played)


class VoiceRow(Pressable):
    """A voice to try by a tap; the active one has a check. A problem found while playing is shown below the
    name."""

    def __init__(
        self, tr: Translator, name: str, on_tap: Callable[[VoiceRow], object], *, is_active: bool
    ) -> None:
        self._tr = tr
        self.voice, self.is_active = name, is_active
        self._problem_text: Text | None = None
        super().__init__(lambda: on_tap(self), size_hint_y=None, padding=(dp(4), dp(6)))
        self._box = RoundedBox(self, radius=RADIUS_CELL)
        self._mark = IconLabel(Icon.PLAY, 24)
        button = Column(self._mark, padding=dp(8), size_hint_x=None, width=dp(40))
        Disc(button, background=theme_colour("raised"))
        self._words = Column(Text(tr(f"app.voice.name.{name}"), LABEL), gap=2)
        if is_active:
            check = IconLabel(Icon.CHECK, 20, tone="candle")
            self._words.add_widget(Row(check, Text(tr("app.voice.speaks"), MUTED), gap=6))
        self.add_widget(Row(button, self._words, gap=12))
        self.bind(minimum_height=lambda _, height: setattr(self, "height", max(height, dp(TOUCH_TARGET))))
        self._refresh_style()

    def update_style(self, *, pressed: bool) -> None:
        self._box.set_style(background=theme_colour("raised") if pressed else TRANSPARENT)

    def show_waiting(self) -> None:
        self._mark.show(Icon.HOURGLASS)

    def reset_icon(self) -> None:
        self._mark.show(Icon.PLAY if self._problem_text is None else Icon.WARNING)

    def on_played(self, problem: Problem | None) -> None:
        if problem is not None and self._problem_text is None:
            self._problem_text = Text(self._tr.translate_problem(problem), MUTED)
            self._words.add_widget(self._problem_text)
        self.reset_icon()


def show_duration(context: AppContext, begin: PrimaryButton, setup: NightSetup) -> None:
    """Show the length of the night on the button. It is an estimate until the speech engine has rendered all
    lines."""
    value = begin.value
    if value is None:
        return

    def show_estimate(night: PreparedNight) -> None:
        key = "app.night.seconds" if night.is_final else "app.night.about_seconds"
        value.content = context.tr(key, n=round(night.timeline.total))

    context.speech.preview_night(setup, show_estimate)


class StyleChoice(Column):
    """Choice of the narration style. In a first game it is chosen automatically, for this session only; a
    manual choice is stored in the settings."""

    def __init__(
        self, context: AppContext, night: NightDefinition, on_change: Callable[[], object] | None = None
    ) -> None:
        super().__init__(gap=8)
        self._app_context, self._night, self._on_change = context, night, on_change
        self._game = get_game(night.game)
        # A set-up of any game; None before the first `show`.
        self._setup: Any = None
        self._shown_state: object = None

    def show(self, setup: NightSetup) -> None:
        context, tr = self._app_context, self._app_context.tr
        self._setup = setup
        style = self._night.supported_style(choose_style(context, self._game, setup, context.settings.style))
        is_automatic = is_coached(context, self._game, setup)
        if self._shown_state == (style, is_automatic):
            return
        self._shown_state = style, is_automatic
        self.clear_widgets()
        self.add_widget(Text(tr("app.night.style"), MUTED))
        styles = self._night.styles
        options = [(option, tr(f"app.night.style.{option.value}")) for option in styles]
        # Four side by side would be too narrow for their texts.
        columns, accent = 3 if len(styles) == 3 else 2, ACCENTS[self._game.accent]
        self.add_widget(ChoiceChips(options, style, self._choose, max_columns=columns, accent=accent))
        if is_automatic:
            self.add_widget(Text(tr("app.setup.reasons"), MUTED))

    def _choose(self, style: NightStyle) -> None:
        # Only a first game has an automatic choice to override.
        if is_first_game(self._game, self._setup):
            set_manual_style(self._app_context, self._game, is_manual=True)
        self._app_context.change_settings(style=style)
        self.show(self._setup)
        if self._on_change is not None:
            self._on_change()


class SettingControls:
    """Creates controls of settings by their names. `on_change` is called after each change."""

    def __init__(self, context: AppContext, on_change: Callable[[], object] = lambda: None) -> None:
        self._app_context, self._on_change = context, on_change

    def change(self, name: str, value: Any) -> None:
        self._app_context.change_settings(**{name: value})
        self._on_change()

    def create_chips(self, name: str, options: Sequence[tuple[Any, str]], **layout: Any) -> ChoiceChips[Any]:
        return ChoiceChips(
            options, getattr(self._app_context.settings, name), partial(self.change, name), **layout
        )

    def create_enum_chips(
        self, name: str, kind: type[StrEnum], get_key: Callable[[str], str], **layout: Any
    ) -> ChoiceChips[Any]:
        """Return chips of all members; `get_key` returns the catalogue key of a member's value."""
        tr = self._app_context.tr
        return self.create_chips(name, [(member, tr(get_key(member.value))) for member in kind], **layout)

    def create_switch_row(self, name: str, label_key: str, hint_key: str = "") -> LabelledControl:
        tr = self._app_context.tr
        switch = ToggleSwitch(getattr(self._app_context.settings, name), partial(self.change, name))
        return build_labelled_row(tr(label_key), switch, tr(hint_key) if hint_key else "")

    def create_stepper_row(self, name: str, values: range, label_key: str) -> LabelledControl:
        value = getattr(self._app_context.settings, name)
        stepper = Stepper(value, values[0], values[-1], partial(self.change, name))
        return build_labelled_row(self._app_context.tr(label_key), stepper)


def list_language_options() -> list[tuple[str, str]]:
    """Return the codes and names of all languages; one may be added while the app runs."""
    return [(code, language.name) for code, language in LANGUAGES.items()]


class NarrationSheet(Sheet):
    """Sheet with the narration options. `night` is the game's night definition, which lists its styles."""

    def __init__(
        self, context: AppContext, night: NightDefinition, setup: NightSetup, on_change: Callable[[], object]
    ) -> None:
        self._on_change = on_change
        self._check = SoundCheckPanel(context)
        tr, controls = context.tr, SettingControls(context, self._notify_change)
        style = StyleChoice(context, night, self._notify_change)
        style.show(setup)
        super().__init__(
            tr("app.night.narration"),
            Text(tr("app.settings.narration"), MUTED),
            controls.create_chips("narration", list_language_options(), min_column_width=70),
            style,
            Text(tr("app.night.bed"), MUTED),
            controls.create_enum_chips(
                "bed", BackgroundSound, lambda sound: f"app.night.bed.{sound}", min_column_width=70
            ),
            controls.create_stepper_row("look_seconds", LOOK_SECONDS, "app.night.look"),
            controls.create_stepper_row("act_seconds", ACT_SECONDS, "app.night.act"),
            controls.create_switch_row("equal_nights", "app.night.equal", "app.night.equal_why"),
            self._check,
            on_close=context.navigator.close_sheet,
        )

    def _notify_change(self) -> None:
        self._check.refresh()
        self._on_change()


# Seconds the background sound goes on after the slider is released.
_BACKGROUND_PREVIEW_SECONDS: Final = 2.5
_BAR_WIDTH_DP: Final = 116
_BACKGROUND_ICONS: Final[Mapping[BackgroundSound, Icon]] = {
    BackgroundSound.RAIN: Icon.RAIN,
    BackgroundSound.HEARTH: Icon.HEARTH,
    BackgroundSound.TAVERN: Icon.TAVERN,
}


class LevelRow(LabelledControl):
    """Icon, label, level bar and percentage; the bar moves below the label if there is too little width."""

    def __init__(self, icon: Icon, label: str, bar: LevelBar, format_percent: Callable[[int], str]) -> None:
        self.bar = bar
        self._format_percent = format_percent
        self._icon = IconLabel(icon, 24, tone="ink_2")
        name = Text(label, STRONG)
        self._percent = Text(
            format_percent(bar.percent), MUTED, align="end", max_lines=1, min_size=11, size_hint_x=None,
            width=sp(46),
        )  # fmt: skip
        label, control = Row(self._icon, name, gap=10), Row(bar, self._percent, gap=6, hug=True)
        super().__init__(label, control, min_label_width=name.natural_width() + dp(36))
        # The bar already has the height of a touch target.
        self.padding = 0

    def show(self, percent: int, tone: str = "candle_fill") -> None:
        self.bar.show(percent, tone)
        self._percent.content = self._format_percent(percent)
        for part in (self._percent, self._icon):
            part.set_tone("ember" if tone == "ember" else "ink_2")


class VolumePanel(Card):
    """Volume of device, voice, background sound and effects, audible while they change. `on_change` is called
    after each change."""

    def __init__(self, context: AppContext, on_change: Callable[[], object] | None = None) -> None:
        super().__init__(gap=0, padding=(dp(12), dp(4)))
        self._app_context = context
        self._on_change = on_change
        self._background_end_event: ClockEvent | None = None
        self._layout_key: object = None
        self.rows: dict[str, LevelRow] = {}
        self.refresh()

    def refresh(self) -> None:
        """Show the current values: language, sound and device volume may have changed elsewhere."""
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
        """Stop the preview of the background sound."""
        if self._background_end_event is not None:
            self._background_end_event.cancel()
            self._end_background()

    def _build_rows(self, language: str, background: BackgroundSound, volume: int | None) -> None:
        tr, settings = self._app_context.tr, self._app_context.settings
        self.clear_widgets()
        self.rows.clear()
        if volume is not None:
            on_move, label = self._set_device_volume, tr("app.sound.device")
            self._add_row("device", Icon.SPEAKER, label, volume, on_move, self._play_sample)
        label, level = tr("app.sound.voice", language=LANGUAGES[language].name), settings.voice_level
        set_voice = partial(self._set_level, "voice")
        self._add_row("voice", Icon.MICROPHONE, label, level, set_voice, self._play_sample, VOICE_LEVELS)
        if background is not BackgroundSound.OFF:
            icon, label = _BACKGROUND_ICONS[background], tr(f"app.sound.bed.{background.value}")
            on_move, on_rest = self._set_background_level, self._schedule_background_end
            self._add_row("bed", icon, label, settings.bed_level, on_move, on_rest)
        on_move, label = self._set_effect_level, tr("app.sound.signs")
        self._add_row("sign", Icon.BELL, label, settings.sign_level, on_move, self._play_beep)

    def _add_row(
        self,
        name: str,
        icon: Icon,
        label: str,
        percent: int,
        on_move: Callable[[int], object],
        on_rest: Callable[[int], object],
        levels: range = LEVELS,
    ) -> None:
        bar = LevelBar(
            percent, on_move, on_rest, min_percent=levels[0], size_hint_x=None, width=dp(_BAR_WIDTH_DP)
        )
        self.rows[name] = LevelRow(icon, label, bar, self._format_percent)
        self.add_widget(self.rows[name])

    def _format_percent(self, value: int) -> str:
        return self._app_context.tr("app.settings.percent", value=value)

    def _set_level(self, name: str, percent: int) -> None:
        self._app_context.change_settings(**{f"{name}_level": percent})
        self.rows[name].show(percent)
        self._notify_change()

    def _play_sample(self, _: int) -> None:
        """Play a line at the new level. Only on release: a line at each step would be noise."""
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
    """Ignore the result: the sound check shows it elsewhere."""
