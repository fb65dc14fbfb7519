"""Pages whose main button stands for another step after every tap: whoever presses it means what they see."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.uix.widget import Widget

from companion.i18n.translator import Translator
from companion.screens.guide.pictured import PicturePage
from companion.widgets.tap import PrimaryButton
from companion.widgets.theme import Accent


class StepPage(PicturePage):
    """A subclass says which step is lit, and offers what the footer holds anew with every change.

    A finger that comes before that was painted is for a step that is gone, and so is one that was put down on
    a step that is done by the time it is lifted: neither does anything.
    """

    _footer_frame = -1
    _pressed_step: str | None = None

    @property
    def current_step(self) -> str | None:
        """The step that is lit."""
        raise NotImplementedError

    def tick_next(self) -> None:
        """The lit step is done."""
        raise NotImplementedError

    def create_done_button(self, tr: Translator, accent: Accent) -> PrimaryButton:
        """Done, next."""
        button = PrimaryButton(tr("guide.done_next"), self._tick_pressed_step, accent=accent, forward=True)
        button.bind(on_press=self._remember_pressed_step)
        return button

    def _remember_pressed_step(self, _: PrimaryButton) -> None:
        self._pressed_step = self.current_step

    def _tick_pressed_step(self) -> None:
        if self._pressed_step == self.current_step:
            self.tick_next()

    def set_footer(self, child: Widget) -> None:
        self._footer_frame = Clock.frames
        super().set_footer(child)

    def on_touch_down(self, touch: Any) -> bool:
        is_unpainted = self._footer_frame == Clock.frames
        if is_unpainted and self.footer.collide_point(*touch.pos):
            return True
        return bool(super().on_touch_down(touch))
