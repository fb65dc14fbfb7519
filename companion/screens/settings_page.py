"""Settings page and about page. Each change is saved at once."""

from __future__ import annotations

from functools import partial

from kivy.clock import Clock

from companion import __version__
from companion.app_context import AppContext
from companion.screens.files.your_data import FilesPage
from companion.screens.night.options import (
    SettingControls,
    SoundCheckPanel,
    VolumePanel,
    list_language_options,
)
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
from companion.widgets.cards import Card, Stepper
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, LabelledControl, Row
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
        for topic in ("unofficial", "private", "data", "voice", "letters"):
            text = data if topic == "data" else tr(f"app.about.{topic}")
            self.body.add_widget(Card(Text(tr(f"app.about.{topic}_title"), HEADING), Text(text, MUTED)))


# Percentage points by which one tap changes pace or pitch.
_STEP_PERCENT = 10
# Width of a percentage between its buttons.
_PERCENT_WIDTH_SP = 84


class SettingsPage(Page):
    def __init__(self, context: AppContext) -> None:
        self._app_context = context
        tr, settings = context.tr, context.settings
        super().__init__(TitleBar(tr("app.settings.title"), on_back=context.go_back))
        self._sound_check = SoundCheckPanel(context)
        controls = SettingControls(context)
        self._voice_controls = SettingControls(context, self._sound_check.refresh)
        narration_controls = SettingControls(context, self._on_narration_changed)
        self._second_narration = Column(gap=0)
        self._show_second_narration()
        languages = Card(
            build_heading(Icon.GLOBE, tr("app.settings.language")),
            controls.create_chips("language", list_language_options(), min_column_width=120),
        )
        narrator = Card(
            build_heading(Icon.SPEAKER, tr("app.settings.narrator")),
            Text(tr("app.settings.narration"), MUTED),
            narration_controls.create_chips("narration", list_language_options(), min_column_width=120),
            Text(tr("app.settings.second"), MUTED),
            self._second_narration,
            Text(tr("app.settings.voice"), MUTED),
            self._voice_controls.create_enum_chips(
                "voice",
                VoicePreference,
                lambda voice: f"app.settings.voice.{voice}",
                min_column_width=150,
                max_columns=2,
            ),
            self._sound_check,
            controls.create_switch_row("speak_in_game", "app.settings.speak_in_game"),
            self._create_percent_row("pace", MIN_PACE, MAX_PACE, "app.voice.pace_builtin"),
            self._create_percent_row("pitch", MIN_PITCH, MAX_PITCH, "app.settings.pitch_why"),
        )
        self.volume_panel = VolumePanel(context)
        volume = Column(build_heading(Icon.SPEAKER, tr("app.sound.title")), self.volume_panel, gap=8)
        text_size = Stepper(
            TEXT_SIZES.index(settings.text_size),
            0,
            len(TEXT_SIZES) - 1,
            lambda place: context.change_settings(text_size=TEXT_SIZES[place]),
            lambda place: self._format_percent(TEXT_SIZES[place]),
            width_sp=_PERCENT_WIDTH_SP,
        )
        reading = Card(
            build_heading(Icon.TEXT_SIZE, tr("app.settings.reading")),
            build_labelled_row(tr("app.settings.text_size"), text_size),
            Text(tr("app.settings.theme"), MUTED),
            controls.create_enum_chips(
                "theme", Theme, lambda theme: f"app.settings.theme.{theme}", max_columns=1
            ),
            controls.create_switch_row("less_motion", "app.settings.less_motion"),
        )
        coach = Card(
            build_heading(Icon.BOOK_OPEN, tr("app.more.coach")),
            Text(tr("app.more.coach_why"), MUTED),
            controls.create_enum_chips(
                "coach",
                CoachMode,
                lambda mode: f"app.settings.coach.{mode}",
                min_column_width=120,
                max_columns=3,
            ),
        )
        phone = Card(
            build_heading(Icon.PHONE_AWAKE, tr("app.settings.device")),
            controls.create_switch_row(
                "keep_awake", "app.settings.keep_awake", "app.settings.keep_awake_why"
            ),
        )
        notepad = Card(
            build_heading(Icon.EYE_CLOSED, tr("moments.pad.title")),
            controls.create_switch_row("notepad", "moments.pad.keep", "moments.pad.why"),
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

    def _create_percent_row(
        self, name: str, minimum: float, maximum: float, hint_key: str
    ) -> LabelledControl:
        context = self._app_context
        stepper = Stepper(
            round(getattr(context.settings, name) * 100),
            round(minimum * 100),
            round(maximum * 100),
            lambda percent: context.change_settings(**{name: percent / 100}),
            self._format_percent,
            step=_STEP_PERCENT,
            width_sp=_PERCENT_WIDTH_SP,
        )
        return build_labelled_row(context.tr(f"app.settings.{name}"), stepper, context.tr(hint_key))

    def _on_narration_changed(self) -> None:
        self._show_second_narration()
        self._sound_check.refresh()
        self.volume_panel.refresh()

    def _show_second_narration(self) -> None:
        """Offer all languages except the main one."""
        first = self._app_context.settings.narration
        options: list[tuple[str | None, str]] = [(None, self._app_context.tr("app.settings.second_none"))]
        options += [option for option in list_language_options() if option[0] != first]
        chips = self._voice_controls.create_chips("second_narration", options, min_column_width=120)
        self._second_narration.clear_widgets()
        self._second_narration.add_widget(chips)

    def _format_percent(self, value: int) -> str:
        return self._app_context.tr("app.settings.percent", value=value)
