"""The four phases of a round, and what to do now."""

from __future__ import annotations

from kivy.metrics import dp
from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.boxlayout import BoxLayout

from companion.entry.cultists.words import instruction_text
from companion.games.cultists.state import RoundPhase, State
from companion.i18n.translator import Translator
from companion.screens.cultists.marks import PHASE_ICONS
from companion.screens.cultists.role_marks import SEA
from companion.widgets.icons import Icon
from companion.widgets.layout import Row
from companion.widgets.shapes import RoundedBox
from companion.widgets.text import IconLabel, Text
from companion.widgets.theme import RADIUS_CHIP, sp, theme_colour

_ORDER = tuple(RoundPhase)


class PhaseBar(Row):
    """Done with a check, now filled, to come raised; as wide as their words ask for."""

    def __init__(self, tr: Translator) -> None:
        super().__init__(gap=6)
        self.steps = [PhaseStep(tr, phase) for phase in _ORDER]
        for step in self.steps:
            self.add_widget(step)

    def show(self, state: State) -> None:
        current = _ORDER.index(state.round_phase)
        for place, step in enumerate(self.steps):
            step.show(is_done=place < current, is_current=place == current)


class PhaseStep(BoxLayout):
    def __init__(self, tr: Translator, phase: RoundPhase) -> None:
        super().__init__(
            orientation="vertical", size_hint_y=None, height=dp(36) + sp(16) * 1.35, padding=(dp(4), dp(6))
        )
        self._phase = phase
        self._cache_key: tuple[bool, bool] | None = None
        self._box = RoundedBox(self, radius=RADIUS_CHIP)
        self._mark = IconLabel(PHASE_ICONS[phase], 22, pos_hint={"center_x": 0.5})
        self.words = Text(
            tr(f"cultists.phase.{phase.value}"),
            size_sp=16,
            weight=500,
            min_size=8,
            max_lines=1,
            autosize="none",
            align="center",
        )
        self.add_widget(self._mark)
        self.add_widget(self.words)
        self.size_hint_x = self.words.natural_width() + dp(14)

    def show(self, *, is_done: bool, is_current: bool) -> None:
        if self._cache_key == (is_done, is_current):
            return
        self._cache_key = (is_done, is_current)
        self._box.set_style(
            background=theme_colour(SEA.fill if is_current else SEA.deep if is_done else "raised")
        )
        self._mark.show(Icon.CHECK if is_done else PHASE_ICONS[self._phase])
        self._mark.set_tone(SEA.on if is_current else SEA.line if is_done else "ink_2")
        self.words.set_tone(SEA.on if is_current else "ink" if is_done else "ink_2")
        self.words.weight = 700 if is_current else 500


class NowLine(AnchorLayout):
    """What the host has the table do. It keeps room for two lines, so that the clock does not jump."""

    def __init__(self, tr: Translator) -> None:
        self._min_height = sp(16) * 1.3 * 2
        super().__init__(size_hint_y=None, height=self._min_height)
        self._tr = tr
        self.words = Text("", size_sp=16, align="center")
        self.words.bind(height=self._fit_height)
        self.add_widget(self.words)

    def show(self, state: State) -> None:
        self.words.content = instruction_text(self._tr, state)

    def _fit_height(self, *_: object) -> None:
        self.height = max(self._min_height, self.words.height)
