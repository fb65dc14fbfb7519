"""A short message above the main button, with undo where something can be undone."""

from __future__ import annotations

from collections.abc import Callable

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.uix.anchorlayout import AnchorLayout

from companion.widgets.icon_names import Icon
from companion.widgets.layout import Row
from companion.widgets.shapes import Box
from companion.widgets.stage import Stage
from companion.widgets.tap import SideButton
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import MARGIN, RADIUS_CARD, WIDEST_COLUMN, paint

SHOWN_SECONDS = 6.0


class _Layer(AnchorLayout):
    """Lets touches through to the screen, except on the toast itself."""

    def on_touch_down(self, touch: object) -> bool:
        return any(child.dispatch("on_touch_down", touch) for child in self.children)


class Toaster:
    """Shows one toast at a time; a new one takes the place of the last."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._layer: _Layer | None = None
        self._end = Clock.create_trigger(lambda *_: self.dismiss(), SHOWN_SECONDS)
        self._on_gone: Callable[[], object] | None = None
        self.words = ""

    def show(
        self,
        words: str,
        *,
        action: str = "",
        on_action: Callable[[], object] | None = None,
        on_gone: Callable[[], object] | None = None,
        problem: bool = False,
        icon: Icon = Icon.UNDO,
    ) -> None:
        """`icon` is the action's. `on_gone` is called when it can no longer be acted upon and nobody has."""
        self.dismiss()
        self.words = words
        self._on_gone = on_gone
        row = Row(gap=12, padding=(dp(16), dp(10)), size_hint_x=None)
        Box(
            row, radius=RADIUS_CARD, ground=paint("evil_deep" if problem else "raised"),
            edge=paint("evil" if problem else "rim"), line=1.5,
        )  # fmt: skip
        if problem:
            row.add_widget(Glyph(Icon.WARNING, 26, tone="evil", pos_hint={"center_y": 0.5}))
        row.add_widget(Text(words, size_sp=16, most=4, pos_hint={"center_y": 0.5}))
        if on_action is not None:
            self.button: SideButton | None = SideButton(
                action, self._acting(on_action), icon=icon, mirrored=icon is Icon.UNDO, outlined=True,
                size_hint_x=0.5, pos_hint={"center_y": 0.5},
            )  # fmt: skip
            row.add_widget(self.button)
        layer = _Layer(anchor_x="center", anchor_y="bottom")

        def fit(*_: object) -> None:
            row.width = min(layer.width - dp(2 * MARGIN), dp(WIDEST_COLUMN))
            # Above the main button; above a keyboard there is no such height to give.
            layer.padding = (dp(MARGIN), 0, dp(MARGIN), min(dp(104), layer.height / 4))

        layer.size = self._stage.size
        layer.bind(size=fit)
        fit()
        layer.add_widget(row)
        self._layer = layer
        self._stage.lay_over(layer)
        self._end()

    def dismiss(self) -> None:
        self._end.cancel()
        if self._layer is not None:
            self._stage.lift_off(self._layer)
            self._layer = None
            self.words = ""
            gone, self._on_gone = self._on_gone, None
            if gone is not None:
                gone()

    def _acting(self, on_action: Callable[[], object]) -> Callable[[], None]:
        def act() -> None:
            self._on_gone = None
            self.dismiss()
            on_action()

        return act
