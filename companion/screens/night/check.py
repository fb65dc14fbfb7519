"""The sound check: who will speak each language and why, every voice to be heard, what stands in the way."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from kivy.metrics import dp

from companion.games.game import Problem
from companion.i18n.languages import LANGUAGES
from companion.i18n.translator import Translator
from companion.shell import Shell
from companion.widgets.cards import Notice
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.shapes import CLEAR, Box, Disc
from companion.widgets.tap import SideButton, Tap
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import RADIUS_CELL, TARGET, paint

if TYPE_CHECKING:
    from companion.narration import SoundCheck

_TOLD = 6


class SoundCheckPanel(Column):
    """Closed until the first check, unless it is told to `open`; from then on it follows the settings."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(gap=8)
        self._shell = shell
        self.button = SideButton(
            shell.tr("app.night.check"), self.check, icon=Icon.SPEAKER, outlined=True, mirrored=True
        )
        self.add_widget(self.button)
        self._told = Column(gap=12)
        self.add_widget(self._told)
        self._rows: list[VoiceRow] = []
        self._is_open = False

    def open(self) -> None:
        """Tell who will speak, without a sound."""
        self._is_open = True
        self._shell.speaking.look(self._tell)

    def follow(self) -> None:
        """Somebody chose another voice or language."""
        if self._is_open:
            self.open()

    def check(self) -> None:
        """Say a line at real volume, and tell all that was found."""
        self._is_open = True
        self._told.clear_widgets()
        # An engine takes its time; whatever else speaks has its answer at once.
        self._told.add_widget(Text(self._shell.tr("app.night.preparing"), tone="ink_2"))
        self._shell.speaking.check(self._tell)

    def _tell(self, found: SoundCheck) -> None:
        tr = self._shell.tr
        self._told.clear_widgets()
        self._rows.clear()
        for problem in found.problems[:_TOLD]:
            self._told.add_widget(Notice(tr.problem(problem)))
        more = len(found.problems) - _TOLD
        if more > 0:
            self._told.add_widget(Text(tr("app.night.check_more", n=more), tone="ink_2"))
        for language, choice in found.voices.items():
            voices = Column(Text(tr(choice.why, language=LANGUAGES[language].name), tone="ink_2"), gap=4)
            for name in found.heard(language):
                row = VoiceRow(tr, name, partial(self._hear, language), speaks=name == found.speaks[language])
                self._rows.append(row)
                voices.add_widget(row)
            self._told.add_widget(voices)

    def _hear(self, language: str, row: VoiceRow) -> None:
        for other in self._rows:
            other.rest()
        row.wait()
        self._shell.speaking.hear(row.voice, language, row.heard)


class VoiceRow(Tap):
    """A voice to be heard at a tap; the one that will speak says so and bears a check. What is wrong with it
    stands below its name from then on."""

    def __init__(
        self, tr: Translator, name: str, on_tap: Callable[[VoiceRow], object], *, speaks: bool
    ) -> None:
        self._tr = tr
        self.voice, self.speaks = name, speaks
        self._wrong: Text | None = None
        super().__init__(lambda: on_tap(self), size_hint_y=None, padding=(dp(4), dp(6)))
        self._box = Box(self, radius=RADIUS_CELL)
        middle = {"center_y": 0.5}
        self._mark = Glyph(Icon.PLAY, 24)
        button = Column(self._mark, padding=dp(8), size_hint_x=None, width=dp(40), pos_hint=middle)
        Disc(button, ground=paint("raised"))
        self._words = Column(
            Text(tr(f"app.voice.name.{name}"), weight=500, size_sp=18), gap=2, pos_hint=middle
        )
        if speaks:
            check = Glyph(Icon.CHECK, 20, tone="candle", pos_hint=middle)
            words = Text(tr("app.voice.speaks"), size_sp=16, tone="ink_2", pos_hint=middle)
            self._words.add_widget(Row(check, words, gap=6))
        self.add_widget(Row(button, self._words, gap=12, pos_hint=middle))
        self.bind(minimum_height=lambda _, height: setattr(self, "height", max(height, dp(TARGET))))
        self._answer()

    def dress(self, *, pressed: bool) -> None:
        self._box.paint(ground=paint("raised") if pressed else CLEAR)

    def wait(self) -> None:
        self._mark.show(Icon.HOURGLASS)

    def rest(self) -> None:
        self._mark.show(Icon.PLAY if self._wrong is None else Icon.WARNING)

    def heard(self, problem: Problem | None) -> None:
        if problem is not None and self._wrong is None:
            self._wrong = Text(self._tr.problem(problem), size_sp=16, tone="ink_2")
            self._words.add_widget(self._wrong)
        self.rest()
