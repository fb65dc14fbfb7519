"""Toast: a short message above the main button, with an optional action such as undo."""

from __future__ import annotations

from collections.abc import Callable

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.uix.anchorlayout import AnchorLayout

from companion.widgets.buttons import SecondaryButton
from companion.widgets.icons import Icon
from companion.widgets.layout import Row
from companion.widgets.navigation import Navigator
from companion.widgets.shapes import RoundedBox
from companion.widgets.text import IconLabel, Text
from companion.widgets.theme import MARGIN, MAX_COLUMN_WIDTH, RADIUS_CARD, theme_colour

TOAST_SECONDS = 6.0


class _ToastLayer(AnchorLayout):
    """Overlay that lets touches through, except on the toast itself."""

    def on_touch_down(self, touch: object) -> bool:
        return any(child.dispatch("on_touch_down", touch) for child in self.children)


class Toaster:
    """Shows one toast at a time; a new one replaces the last."""

    def __init__(self, navigator: Navigator) -> None:
        self._navigator = navigator
        self._layer: _ToastLayer | None = None
        self._schedule_dismiss = Clock.create_trigger(lambda *_: self.dismiss(), TOAST_SECONDS)
        self._on_expired: Callable[[], object] | None = None
        self.text = ""

    def show(
        self,
        text: str,
        *,
        action_text: str = "",
        on_action: Callable[[], object] | None = None,
        on_expired: Callable[[], object] | None = None,
        is_problem: bool = False,
        icon: Icon = Icon.UNDO,
    ) -> None:
        """Show a toast; `icon` belongs to the action.

        `on_expired` is called when the toast disappears without its action having been used.
        """
        self.dismiss()
        self.text = text
        self._on_expired = on_expired
        row = Row(gap=12, padding=(dp(16), dp(10)), size_hint_x=None)
        RoundedBox(
            row, radius=RADIUS_CARD, background=theme_colour("evil_deep" if is_problem else "raised"),
            border=theme_colour("evil" if is_problem else "rim"), line_width=1.5,
        )  # fmt: skip
        if is_problem:
            row.add_widget(IconLabel(Icon.WARNING, 26, tone="evil"))
        row.add_widget(Text(text, max_lines=4))
        if on_action is not None:
            self.button: SecondaryButton | None = SecondaryButton(
                action_text,
                self._make_action(on_action),
                icon=icon,
                mirrored=icon is Icon.UNDO,
                outlined=True,
                size_hint_x=0.5,
            )
            row.add_widget(self.button)
        layer = _ToastLayer(anchor_x="center", anchor_y="bottom")

        def fit(*_: object) -> None:
            row.width = min(layer.width - dp(2 * MARGIN), dp(MAX_COLUMN_WIDTH))
            # Above the main button; with a keyboard open there is less height.
            layer.padding = (dp(MARGIN), 0, dp(MARGIN), min(dp(104), layer.height / 4))

        layer.size = self._navigator.size
        layer.bind(size=fit)
        fit()
        layer.add_widget(row)
        self._layer = layer
        self._navigator.add_overlay(layer)
        self._schedule_dismiss()

    def dismiss(self) -> None:
        self._schedule_dismiss.cancel()
        if self._layer is not None:
            self._navigator.remove_overlay(self._layer)
            self._layer = None
            self.text = ""
            callback, self._on_expired = self._on_expired, None
            if callback is not None:
                callback()

    def _make_action(self, on_action: Callable[[], object]) -> Callable[[], None]:
        def act() -> None:
            self._on_expired = None
            self.dismiss()
            on_action()

        return act
