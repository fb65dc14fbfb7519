"""The sound check: who will speak each language and why, every voice to be heard, what stands in the way."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from kivy.metrics import dp

from companion.games.game import Problem
from companion.i18n.languages import LANGUAGES
from companion.i18n.translator import Translator
from companion.shell import AppContext
from companion.widgets.cards import Notice
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.shapes import TRANSPARENT, Disc, RoundedBox
from companion.widgets.tap import Pressable, SecondaryButton
from companion.widgets.text import IconLabel, Text
from companion.widgets.theme import RADIUS_CELL, TOUCH_TARGET, theme_colour

if TYPE_CHECKING:
    from companion.narration import SoundCheck

_MAX_PROBLEMS = 6


class SoundCheckPanel(Column):
    """Closed until the first check, unless it is told to `open`; from then on it follows the settings."""

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
        """Tell who will speak, without a sound."""
        self._is_open = True
        self._app_context.speech.preview_voices(self._show_result)

    def refresh(self) -> None:
        """Somebody chose another voice or language."""
        if self._is_open:
            self.open()

    def check(self) -> None:
        """Say a line at real volume, and tell all that was found."""
        self._is_open = True
        self._results.clear_widgets()
        # An engine takes its time; whatever else speaks has its answer at once.
        self._results.add_widget(Text(self._app_context.tr("app.night.preparing"), tone="ink_2"))
        self._app_context.speech.run_sound_check(self._show_result)

    def _show_result(self, result: SoundCheck) -> None:
        tr = self._app_context.tr
        self._results.clear_widgets()
        self._rows.clear()
        for problem in result.problems[:_MAX_PROBLEMS]:
            self._results.add_widget(Notice(tr.translate_problem(problem)))
        hidden_count = len(result.problems) - _MAX_PROBLEMS
        if hidden_count > 0:
            self._results.add_widget(Text(tr("app.night.check_more", n=hidden_count), tone="ink_2"))
        for language, choice in result.choices.items():
            voices = Column(
                Text(tr(choice.reason_key, language=LANGUAGES[language].name), tone="ink_2"), gap=4
            )
            for name in result.audible_voices(language):
                row = VoiceRow(
                    tr,
                    name,
                    partial(self._play_voice, language),
                    is_active=name == result.voice_names[language],
                )
                self._rows.append(row)
                voices.add_widget(row)
            self._results.add_widget(voices)

    def _play_voice(self, language: str, row: VoiceRow) -> None:
        for other in self._rows:
            other.reset_icon()
        row.show_waiting()
        self._app_context.speech.try_voice(row.voice, language, row.on_played)


class VoiceRow(Pressable):
    """A voice to be heard at a tap; the one that will speak says so and bears a check. What is wrong with it
    stands below its name from then on."""

    def __init__(
        self, tr: Translator, name: str, on_tap: Callable[[VoiceRow], object], *, is_active: bool
    ) -> None:
        self._tr = tr
        self.voice, self.is_active = name, is_active
        self._problem_text: Text | None = None
        super().__init__(lambda: on_tap(self), size_hint_y=None, padding=(dp(4), dp(6)))
        self._box = RoundedBox(self, radius=RADIUS_CELL)
        middle = {"center_y": 0.5}
        self._mark = IconLabel(Icon.PLAY, 24)
        button = Column(self._mark, padding=dp(8), size_hint_x=None, width=dp(40), pos_hint=middle)
        Disc(button, background=theme_colour("raised"))
        self._words = Column(
            Text(tr(f"app.voice.name.{name}"), weight=500, size_sp=18), gap=2, pos_hint=middle
        )
        if is_active:
            check = IconLabel(Icon.CHECK, 20, tone="candle", pos_hint=middle)
            words = Text(tr("app.voice.speaks"), size_sp=16, tone="ink_2", pos_hint=middle)
            self._words.add_widget(Row(check, words, gap=6))
        self.add_widget(Row(button, self._words, gap=12, pos_hint=middle))
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
            self._problem_text = Text(self._tr.translate_problem(problem), size_sp=16, tone="ink_2")
            self._words.add_widget(self._problem_text)
        self.reset_icon()
