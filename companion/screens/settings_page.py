"""Settings page and about page. Each change is saved at once."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.clock import Clock

from companion import __version__
from companion.app_context import AppContext
from companion.i18n.languages import LANGUAGES
from companion.screens.files.your_data import FilesPage
from companion.screens.night.options import SoundCheckPanel, VolumePanel
from companion.screens.rows import build_heading, build_labelled_row
from companion.settings import (
    MAX_PACE,
    MAX_PITCH,
    MIN_PACE,
    MIN_PITCH,
    TEXT_SIZES,
    CoachMode,
    Theme,
    VoicePreference,
)
from companion.widgets.backdrop import Logo
from companion.widgets.buttons import SecondaryButton
from companion.widgets.cards import Card, ChoiceChips, Stepper, ToggleSwitch
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.page import Page, TitleBar
from companion.widgets.text import HEADING, MUTED, TITLE, Text
from companion.widgets.theme import SLIDE_SECONDS, motion_seconds


class AboutPage(Page):
    def __init__(self, context: AppContext) -> None:
        tr = context.tr
        super().__init__(TitleBar(tr("app.about.title"), on_back=context.go_back))
        # On a phone the app's folders are not accessible, so their paths would be of no use.
        if context.can_share and context.data_folder:
            data = tr("app.files.in_the_app")
        else:
            data = tr("app.about.data", folder=str(context.data_folder or tr("app.about.data_none")))
        heading = Row(Logo(64), Text(tr("app.about.version", version=__version__), TITLE), gap=16)
        self.body.add_widget(Card(heading, Text(tr("app.about.what")), gap=12))
        for title, text in (
            (tr("app.about.unofficial_title"), tr("app.about.unofficial")),
            (tr("app.about.private_title"), tr("app.about.private")),
            (tr("app.about.data_title"), data),
            (tr("app.about.voice_title"), tr("app.about.voice")),
            (tr("app.about.letters_title"), tr("app.about.letters")),
        ):
            self.body.add_widget(Card(Text(title, HEADING), Text(text, MUTED)))


# Percentage points by which one tap changes pace or pitch.
_STEP_PERCENT = 10


class SettingsPage(Page):
    def __init__(self, context: AppContext) -> None:
        self._app_context = context
        tr, settings = context.tr, context.settings
        super().__init__(TitleBar(tr("app.settings.title"), on_back=context.go_back))
        names = [(code, language.name) for code, language in LANGUAGES.items()]
        self._sound_check = SoundCheckPanel(context)
        self._second_narration = Column(gap=0)
        self._show_second_narration()
        languages = Card(
            build_heading(Icon.GLOBE, tr("app.settings.language")),
            ChoiceChips(names, settings.language, self._create_setter("language"), min_column_width=120),
        )
        narrator = Card(
            build_heading(Icon.SPEAKER, tr("app.settings.narrator")),
            Text(tr("app.settings.narration"), MUTED),
            ChoiceChips(names, settings.narration, self._set_narration, min_column_width=120),
            Text(tr("app.settings.second"), MUTED),
            self._second_narration,
            Text(tr("app.settings.voice"), MUTED),
            ChoiceChips(
                [(voice, tr(f"app.settings.voice.{voice.value}")) for voice in VoicePreference],
                settings.voice,
                self._create_voice_setter("voice"),
                min_column_width=150,
                max_columns=2,
            ),
            self._sound_check,
            build_labelled_row(
                tr("app.settings.speak_in_game"),
                ToggleSwitch(settings.speak_in_game, self._create_setter("speak_in_game")),
            ),
            build_labelled_row(
                tr("app.settings.pace"),
                Stepper(
                    round(settings.pace * 100),
                    round(MIN_PACE * 100),
                    round(MAX_PACE * 100),
                    self._set_pace,
                    self._format_percent,
                    step=_STEP_PERCENT,
                    width_sp=84,
                ),
                tr("app.voice.pace_builtin"),
            ),
            build_labelled_row(
                tr("app.settings.pitch"),
                Stepper(
                    round(settings.pitch * 100),
                    round(MIN_PITCH * 100),
                    round(MAX_PITCH * 100),
                    self._set_pitch,
                    self._format_percent,
                    step=_STEP_PERCENT,
                    width_sp=84,
                ),
                tr("app.settings.pitch_why"),
            ),
        )
        self.volume_panel = VolumePanel(context)
        volume = Column(build_heading(Icon.SPEAKER, tr("app.sound.title")), self.volume_panel, gap=8)
        reading = Card(
            build_heading(Icon.TEXT_SIZE, tr("app.settings.reading")),
            build_labelled_row(
                tr("app.settings.text_size"),
                Stepper(
                    TEXT_SIZES.index(settings.text_size),
                    0,
                    len(TEXT_SIZES) - 1,
                    lambda place: context.change_settings(text_size=TEXT_SIZES[place]),
                    lambda place: self._format_percent(TEXT_SIZES[place]),
                    width_sp=84,
                ),
            ),
            Text(tr("app.settings.theme"), MUTED),
            ChoiceChips(
                [(theme, tr(f"app.settings.theme.{theme.value}")) for theme in Theme],
                settings.theme,
                self._create_setter("theme"),
                max_columns=1,
            ),
            build_labelled_row(
                tr("app.settings.less_motion"),
                ToggleSwitch(settings.less_motion, self._create_setter("less_motion")),
            ),
        )
        coach = Card(
            build_heading(Icon.BOOK_OPEN, tr("app.more.coach")),
            Text(tr("app.more.coach_why"), MUTED),
            ChoiceChips(
                [(coach_mode, tr(f"app.settings.coach.{coach_mode.value}")) for coach_mode in CoachMode],
                settings.coach,
                self._create_setter("coach"),
                min_column_width=120,
                max_columns=3,
            ),
        )
        phone = Card(
            build_heading(Icon.PHONE_AWAKE, tr("app.settings.device")),
            build_labelled_row(
                tr("app.settings.keep_awake"),
                ToggleSwitch(settings.keep_awake, self._create_setter("keep_awake")),
                tr("app.settings.keep_awake_why"),
            ),
        )
        notepad = Card(
            build_heading(Icon.EYE_CLOSED, tr("moments.pad.title")),
            build_labelled_row(
                tr("moments.pad.keep"),
                ToggleSwitch(settings.notepad, self._create_setter("notepad")),
                tr("moments.pad.why"),
            ),
        )
        about = SecondaryButton(tr("app.settings.about"), partial(context.push, AboutPage), icon=Icon.INFO)
        data = SecondaryButton(
            tr("app.about.data_title"), partial(context.push, FilesPage), icon=Icon.LIBRARY
        )
        for part in (languages, narrator, volume, reading, coach, phone, notepad, data, about):
            self.body.add_widget(part)
        # If speech is not loaded yet, wait for the page transition: loading would block it.
        if context.is_speech_loaded:
            self._sound_check.open()
        else:
            Clock.schedule_once(lambda _: self._sound_check.open(), motion_seconds(SLIDE_SECONDS))

    def leave(self) -> None:
        self.volume_panel.stop_preview()

    def suspend(self) -> None:
        self.volume_panel.stop_preview()

    def _create_setter(self, name: str) -> Callable[[Any], None]:
        return lambda value: self._app_context.change_settings(**{name: value})

    def _create_voice_setter(self, name: str) -> Callable[[Any], None]:
        """Return a setter that also updates the sound check, for settings that affect the voice."""

        def set_and_refresh(value: Any) -> None:
            self._app_context.change_settings(**{name: value})
            self._sound_check.refresh()

        return set_and_refresh

    def _set_narration(self, code: str) -> None:
        self._app_context.change_settings(narration=code)
        self._show_second_narration()
        self._sound_check.refresh()
        self.volume_panel.refresh()

    def _show_second_narration(self) -> None:
        """Offer all languages except the main one."""
        settings = self._app_context.settings
        options: list[tuple[str | None, str]] = [(None, self._app_context.tr("app.settings.second_none"))]
        options += [
            (code, language.name) for code, language in LANGUAGES.items() if code != settings.narration
        ]
        self._second_narration.clear_widgets()
        self._second_narration.add_widget(
            ChoiceChips(
                options,
                settings.second_narration,
                self._create_voice_setter("second_narration"),
                min_column_width=120,
            )
        )

    def _set_pace(self, percent: int) -> None:
        self._app_context.change_settings(pace=percent / 100)

    def _set_pitch(self, percent: int) -> None:
        self._app_context.change_settings(pitch=percent / 100)

    def _format_percent(self, value: int) -> str:
        return self._app_context.tr("app.settings.percent", value=value)
