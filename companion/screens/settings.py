"""Settings: languages, voice, text size, theme and the phone's own manners. Each change is kept at once."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.clock import Clock

from companion.i18n.languages import LANGUAGES
from companion.screens.about import AboutPage
from companion.screens.labelled_rows import heading, labelled
from companion.screens.night.check import SoundCheckPanel
from companion.screens.sound_desk import SoundDesk
from companion.screens.your_data import YourDataPage
from companion.settings import FASTEST, HIGHEST, LOWEST, SLOWEST, TEXT_SIZES, Coach, Theme, Voice
from companion.shell import Shell
from companion.widgets.cards import Card, Choice, OnOff, Stepper
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column
from companion.widgets.page import Page, TitleBar
from companion.widgets.tap import SideButton
from companion.widgets.text import Text
from companion.widgets.theme import SLIDE_SECONDS, seconds

# Percent of the natural pace or pitch that one tap changes.
_STEP = 10


class SettingsPage(Page):
    def __init__(self, shell: Shell) -> None:
        self._shell = shell
        tr, settings = shell.tr, shell.settings
        super().__init__(TitleBar(tr("app.settings.title"), on_back=shell.back))
        names = [(code, language.name) for code, language in LANGUAGES.items()]
        self._check = SoundCheckPanel(shell)
        self._second = Column(gap=0)
        self._show_second()
        languages = Card(
            heading(Icon.GLOBE, tr("app.settings.language")),
            Choice(names, settings.language, self._set("language"), narrowest=120),
        )
        narrator = Card(
            heading(Icon.SPEAKER, tr("app.settings.narrator")),
            Text(tr("app.settings.narration"), tone="ink_2"),
            Choice(names, settings.narration, self._set_narration, narrowest=120),
            Text(tr("app.settings.second"), tone="ink_2"),
            self._second,
            Text(tr("app.settings.voice"), tone="ink_2"),
            Choice(
                [(voice, tr(f"app.settings.voice.{voice.value}")) for voice in Voice],
                settings.voice,
                self._set_spoken("voice"),
                narrowest=150,
                most_columns=2,
            ),
            self._check,
            labelled(
                tr("app.settings.speak_in_game"),
                OnOff(settings.speak_in_game, self._set("speak_in_game")),
            ),
            labelled(
                tr("app.settings.pace"),
                Stepper(
                    round(settings.pace * 100), round(SLOWEST * 100), round(FASTEST * 100), self._set_pace,
                    self._percent, step=_STEP, width_sp=84,
                ),
                tr("app.voice.pace_builtin"),
            ),
            labelled(
                tr("app.settings.pitch"),
                Stepper(
                    round(settings.pitch * 100), round(LOWEST * 100), round(HIGHEST * 100), self._set_pitch,
                    self._percent, step=_STEP, width_sp=84,
                ),
                tr("app.settings.pitch_why"),
            ),
        )  # fmt: skip
        self.desk = SoundDesk(shell)
        loud = Column(heading(Icon.SPEAKER, tr("app.sound.title")), self.desk, gap=8)
        reading = Card(
            heading(Icon.TEXT_SIZE, tr("app.settings.reading")),
            labelled(
                tr("app.settings.text_size"),
                Stepper(
                    TEXT_SIZES.index(settings.text_size), 0, len(TEXT_SIZES) - 1,
                    lambda place: shell.change(text_size=TEXT_SIZES[place]),
                    lambda place: self._percent(TEXT_SIZES[place]), width_sp=84,
                ),
            ),
            Text(tr("app.settings.theme"), tone="ink_2"),
            Choice(
                [(theme, tr(f"app.settings.theme.{theme.value}")) for theme in Theme],
                settings.theme,
                self._set("theme"),
                most_columns=1,
            ),
            labelled(tr("app.settings.less_motion"), OnOff(settings.less_motion, self._set("less_motion"))),
        )  # fmt: skip
        coach = Card(
            heading(Icon.BOOK_OPEN, tr("app.more.coach")),
            Text(tr("app.more.coach_why"), tone="ink_2"),
            Choice(
                [(way, tr(f"app.settings.coach.{way.value}")) for way in Coach],
                settings.coach,
                self._set("coach"),
                narrowest=120,
                most_columns=3,
            ),
        )
        phone = Card(
            heading(Icon.PHONE_AWAKE, tr("app.settings.device")),
            labelled(
                tr("app.settings.keep_awake"),
                OnOff(settings.keep_awake, self._set("keep_awake")),
                tr("app.settings.keep_awake_why"),
            ),
        )
        notepad = Card(
            heading(Icon.EYE_CLOSED, tr("moments.pad.title")),
            labelled(
                tr("moments.pad.keep"), OnOff(settings.notepad, self._set("notepad")), tr("moments.pad.why")
            ),
        )
        about = SideButton(tr("app.settings.about"), partial(shell.visit, AboutPage), icon=Icon.INFO)
        data = SideButton(tr("app.about.data_title"), partial(shell.visit, YourDataPage), icon=Icon.LIBRARY)
        for part in (languages, narrator, loud, reading, coach, phone, notepad, data, about):
            self.body.add_widget(part)
        # No tap waits for the narrator to be loaded: the first time, the page comes to rest before.
        if shell.speaks:
            self._check.open()
        else:
            Clock.schedule_once(lambda _: self._check.open(), seconds(SLIDE_SECONDS))

    def leave(self) -> None:
        self.desk.rest()

    def suspend(self) -> None:
        self.desk.rest()

    def _set(self, name: str) -> Callable[[Any], None]:
        return lambda value: self._shell.change(**{name: value})

    def _set_spoken(self, name: str) -> Callable[[Any], None]:
        """As `_set`, for what may change who speaks."""

        def set_it(value: Any) -> None:
            self._shell.change(**{name: value})
            self._check.follow()

        return set_it

    def _set_narration(self, code: str) -> None:
        self._shell.change(narration=code)
        self._show_second()
        self._check.follow()
        self.desk.follow()

    def _show_second(self) -> None:
        """Every language but the one that is spoken anyway."""
        settings = self._shell.settings
        offered: list[tuple[str | None, str]] = [(None, self._shell.tr("app.settings.second_none"))]
        offered += [
            (code, language.name) for code, language in LANGUAGES.items() if code != settings.narration
        ]
        self._second.clear_widgets()
        self._second.add_widget(
            Choice(offered, settings.second_narration, self._set_spoken("second_narration"), narrowest=120)
        )

    def _set_pace(self, percent: int) -> None:
        self._shell.change(pace=percent / 100)

    def _set_pitch(self, percent: int) -> None:
        self._shell.change(pitch=percent / 100)

    def _percent(self, value: int) -> str:
        return self._shell.tr("app.settings.percent", value=value)
