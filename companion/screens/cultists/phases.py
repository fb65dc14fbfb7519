"""The four phases of a round, and what to do now."""

from __future__ import annotations

from kivy.metrics import dp
from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.boxlayout import BoxLayout

from companion.entry.cultists.words import now_line
from companion.games.cultists.state import Phase, State
from companion.i18n.translator import Translator
from companion.screens.cultists.marks import PHASE_ICONS
from companion.screens.cultists.role_marks import SEA
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Row
from companion.widgets.shapes import Box
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import RADIUS_CHIP, paint, sp

_ORDER = tuple(Phase)


class PhaseBar(Row):
    """Done with a check, now filled, to come raised; as wide as their words ask for."""

    def __init__(self, tr: Translator) -> None:
        super().__init__(gap=6)
        self.steps = [PhaseStep(tr, phase) for phase in _ORDER]
        for step in self.steps:
            self.add_widget(step)

    def show(self, state: State) -> None:
        now = _ORDER.index(state.phase)
        for place, step in enumerate(self.steps):
            step.show(done=place < now, now=place == now)


class PhaseStep(BoxLayout):
    def __init__(self, tr: Translator, phase: Phase) -> None:
        super().__init__(
            orientation="vertical", size_hint_y=None, height=dp(36) + sp(16) * 1.35, padding=(dp(4), dp(6))
        )
        self._phase = phase
        self._seen: tuple[bool, bool] | None = None
        self._box = Box(self, radius=RADIUS_CHIP)
        self._mark = Glyph(PHASE_ICONS[phase], 22, pos_hint={"center_x": 0.5})
        self.words = Text(
            tr(f"cultists.phase.{phase.value}"), size_sp=16, weight=500, smallest=8, most=1, grow="none",
            align="center",
        )  # fmt: skip
        self.add_widget(self._mark)
        self.add_widget(self.words)
        self.size_hint_x = self.words.natural_width() + dp(14)

    def show(self, *, done: bool, now: bool) -> None:
        if self._seen == (done, now):
            return
        self._seen = (done, now)
        self._box.paint(ground=paint(SEA.fill if now else SEA.deep if done else "raised"))
        self._mark.show(Icon.CHECK if done else PHASE_ICONS[self._phase])
        self._mark.set_tone(SEA.on if now else SEA.line if done else "ink_2")
        self.words.set_tone(SEA.on if now else "ink" if done else "ink_2")
        self.words.weight = 700 if now else 500


class NowLine(AnchorLayout):
    """What the host has the table do. It keeps room for two lines, so that the clock does not jump."""

    def __init__(self, tr: Translator) -> None:
        self._least = sp(16) * 1.3 * 2
        super().__init__(size_hint_y=None, height=self._least)
        self._tr = tr
        self.words = Text("", size_sp=16, align="center")
        self.words.bind(height=self._fit)
        self.add_widget(self.words)

    def show(self, state: State) -> None:
        self.words.content = now_line(self._tr, state)

    def _fit(self, *_: object) -> None:
        self.height = max(self._least, self.words.height)
