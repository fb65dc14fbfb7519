"""Pages whose main button stands for another step after every tap: whoever presses it means what they see."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.uix.widget import Widget

from companion.i18n.translator import Translator
from companion.screens.guide.pictured import Pictured
from companion.widgets.tap import MainButton
from companion.widgets.theme import Accent


class Stepwise(Pictured):
    """A subclass says which step is lit, and offers what the footer holds anew with every change.

    A finger that comes before that was painted is for a step that is gone, and so is one that was put down on
    a step that is done by the time it is lifted: neither does anything.
    """

    _offered_in = -1
    _meant: str | None = None

    @property
    def now(self) -> str | None:
        """The step that is lit."""
        raise NotImplementedError

    def tick_next(self) -> None:
        """The lit step is done."""
        raise NotImplementedError

    def button_for_step(self, tr: Translator, accent: Accent) -> MainButton:
        """Done, next."""
        button = MainButton(tr("guide.done_next"), self._tick_meant, accent=accent, onward=True)
        button.bind(on_press=self._mean)
        return button

    def _mean(self, _: MainButton) -> None:
        self._meant = self.now

    def _tick_meant(self) -> None:
        if self._meant == self.now:
            self.tick_next()

    def offer_only(self, child: Widget) -> None:
        self._offered_in = Clock.frames
        super().offer_only(child)

    def on_touch_down(self, touch: Any) -> bool:
        unseen = self._offered_in == Clock.frames
        if unseen and self.footer.collide_point(*touch.pos):
            return True
        return bool(super().on_touch_down(touch))
