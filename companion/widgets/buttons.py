"""Touch targets: `Pressable` and the buttons and tiles made of it, long press, and night buttons.

Night buttons use dark colours, so that the screen does not light up faces.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from kivy.clock import Clock, ClockEvent
from kivy.metrics import dp
from kivy.properties import BooleanProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.widgets.icons import Icon
from companion.widgets.layout import Row, start_unsized
from companion.widgets.palette import Rgba, Tone
from companion.widgets.shapes import TRANSPARENT, RoundedBox
from companion.widgets.text import LABEL, NUMBER, STRONG, IconLabel, Text
from companion.widgets.theme import (
    CANDLE,
    PRIMARY_HEIGHT,
    RADIUS_CARD,
    RADIUS_PRIMARY,
    SECONDARY_HEIGHT,
    TOUCH_TARGET,
    Accent,
    sp,
    theme_colour,
    tone_colour,
)


def shade(tone: Tone, amount: float) -> Rgba:
    """Return the tone mixed with black (negative `amount`) or white (positive), from -1 to 1."""
    goal = 0.0 if amount < 0 else 1.0
    part = abs(amount)
    red, green, blue, alpha = tone_colour(tone)
    return (red + (goal - red) * part, green + (goal - green) * part, blue + (goal - blue) * part, alpha)


class Pressable(ButtonBehavior, BoxLayout):
    """A touch target. `on_tap` is called on release; `enabled` False greys it out.

    A disabled target still calls `on_blocked` when tapped, which can show the reason.
    """

    enabled = BooleanProperty(True)

    def __init__(
        self,
        on_tap: Callable[[], object] | None = None,
        *,
        on_blocked: Callable[[], object] | None = None,
        **options: Any,
    ) -> None:
        self._on_tap = on_tap
        self._on_blocked = on_blocked
        start_unsized(options)
        super().__init__(**options)
        self.fbind("state", self._refresh_style)
        self.fbind("enabled", self._refresh_style)

    def on_release(self) -> None:
        if self._is_page_inactive():
            return
        if not self.enabled:
            if self._on_blocked is not None:
                self._on_blocked()
        elif self._on_tap is not None:
            self._on_tap()

    def _is_page_inactive(self) -> bool:
        """True if another touch has opened another page before this one was released."""
        holder = self.parent
        while holder is not None and holder is not holder.parent:
            if getattr(holder, "is_inactive", False):
                return True
            holder = holder.parent
        return False

    def _refresh_style(self, *_: object) -> None:
        self.update_style(pressed=self.state == "down" and self.enabled)

    def update_style(self, *, pressed: bool) -> None:
        """Update the colours; each kind of button overrides this."""


class PrimaryButton(Pressable):
    """The main action of a page. `forward` marks a button that leads to the next step."""

    can_wrap = True

    def __init__(
        self,
        text: str,
        on_tap: Callable[[], object],
        *,
        icon: Icon | None = None,
        value: str = "",
        accent: Accent = CANDLE,
        on_blocked: Callable[[], object] | None = None,
        enabled: bool = True,
        forward: bool = False,
        **options: Any,
    ) -> None:
        self._accent = accent
        options.setdefault("size_hint_y", None)
        options.setdefault("height", max(dp(PRIMARY_HEIGHT), sp(20) * 2.6))
        super().__init__(on_tap, on_blocked=on_blocked, padding=(dp(16), dp(6)), spacing=dp(10), **options)
        self._box = RoundedBox(self, radius=RADIUS_PRIMARY, background=accent.fill)
        button_icon = Icon.FORWARD if forward else icon
        self.icon = IconLabel(button_icon, 26, tone=accent.on, mirrored=forward) if button_icon else None
        self.label = Text(text, NUMBER, min_size=14, max_lines=2, autosize="none", align="center")
        self.value = Text(value, size_sp=20, autosize="both") if value else None
        parts = (self.label, self.value, self.icon) if forward else (self.icon, self.label, self.value)
        self._row = CentredRow([part for part in parts if part is not None])
        self.add_widget(self._row)
        self.enabled = enabled
        self._refresh_style()

    def show(self, text: str, icon: Icon | None = None) -> None:
        has_icon = icon is None or self.icon is None or self.icon.content == icon.value
        if has_icon and self.label.content == text:
            # Avoids the layout run that centring again would cost.
            return
        self.label.content = text
        if icon is not None and self.icon is not None:
            self.icon.show(icon)
        self._row._trigger_layout()

    def update_style(self, *, pressed: bool) -> None:
        fill = theme_colour(self._accent.fill if self.enabled else "raised")
        self._box.set_style(background=shade(fill, -0.12) if pressed else fill)
        for part in (self.icon, self.label, self.value):
            if part is not None:
                part.set_tone(self._accent.on if self.enabled else "ink_2")


class CentredRow(Row):
    """Icon and label centred together; the label takes its natural width, limited by the row."""

    def __init__(self, parts: list[Any], gap: float = 10) -> None:
        super().__init__(gap=gap, size_hint_y=1)
        self._parts = parts
        self._label = next(part for part in parts if getattr(part, "autosize", "") == "none")
        for part in parts:
            self.add_widget(part)

    def min_width(self) -> float:
        return self._fixed_width() + float(self._label.min_width())

    def _fixed_width(self) -> float:
        fixed = sum(part.width for part in self._parts if part is not self._label)
        return float(fixed + self.spacing * (len(self._parts) - 1))

    def do_layout(self, *args: Any) -> None:
        label = self._label
        room = self.width - self._fixed_width()
        needed = label.natural_width()
        label.size_hint_x = None
        label.width = max(0.0, min(room, needed))
        side = max(0.0, (room - label.width) / 2)
        self.padding = (side, 0, side, 0)
        super().do_layout(*args)


class SecondaryButton(Pressable):
    """A secondary action: raised, with icon and label."""

    can_wrap = True

    def __init__(
        self,
        text: str,
        on_tap: Callable[[], object],
        *,
        icon: Icon | None = None,
        outlined: bool = False,
        mirrored: bool = False,
        tone: str = "ink",
        border: str = "rim",
        leading: Widget | None = None,
        **options: Any,
    ) -> None:
        """Create the button; `leading` is a widget shown in place of the icon."""
        self._is_outlined = outlined
        self._tone = tone
        options.setdefault("size_hint_y", None)
        options.setdefault("height", max(dp(SECONDARY_HEIGHT), sp(18) * 2.7))
        super().__init__(on_tap, padding=(dp(12), dp(4)), **options)
        self._box = RoundedBox(
            self, radius=RADIUS_CARD, background=TRANSPARENT if outlined else theme_colour("raised"),
            border=border if outlined else TRANSPARENT, line_width=1.5,
        )  # fmt: skip
        self.icon = IconLabel(icon, 24, tone=tone, mirrored=mirrored) if icon else None
        self.label = Text(text, LABEL, min_size=13, max_lines=2, autosize="none", align="center", tone=tone)
        parts = (self.icon or leading, self.label)
        self.add_widget(CentredRow([part for part in parts if part is not None]))

    def update_style(self, *, pressed: bool) -> None:
        background = TRANSPARENT if self._is_outlined and not pressed else theme_colour("raised")
        self._box.set_style(background=shade(background, 0.08) if pressed else background)
        for part in (self.icon, self.label):
            if part is not None:
                part.set_tone(self._tone if self.enabled else "ink_3")


class IconButton(Pressable):
    """An icon without a background, with a full-size touch target."""

    def __init__(
        self,
        icon: Icon,
        on_tap: Callable[[], object],
        *,
        size: float = 26,
        tone: str = "ink",
        mirrored: bool = False,
        **options: Any,
    ) -> None:
        self._tone = tone
        around = dp(TOUCH_TARGET - size) / 2
        options.setdefault("pos_hint", {"center_y": 0.5})
        super().__init__(
            on_tap,
            size_hint=(None, None),
            size=(dp(TOUCH_TARGET), dp(TOUCH_TARGET)),
            padding=around,
            **options,
        )
        self._box = RoundedBox(self, radius=14)
        self.icon = IconLabel(icon, size, tone=tone, mirrored=mirrored)
        self.add_widget(self.icon)

    def update_style(self, *, pressed: bool) -> None:
        self._box.set_style(background="raised" if pressed else TRANSPARENT)
        self.icon.set_tone(self._tone if self.enabled else "groove")


_BEFORE_FRAME = -1


class LongPress:
    """Calls `on_long_press` once if a touch is held for `seconds`.

    Kivy measures a delay from the previous frame and runs the clock before it reads input, so after a stalled
    frame a quick tap would count as a long press. Here the time runs from the touch itself, and the check is
    made after all input has been read.
    """

    def __init__(self, seconds: float, on_long_press: Callable[[], object]) -> None:
        self._seconds = seconds
        self._on_long_press = on_long_press
        self._started_at = 0.0
        self._event: ClockEvent | None = None

    def start(self) -> None:
        self.cancel()
        self._started_at = Clock.time()
        self._event = Clock.schedule_once(self._check, self._seconds)

    def cancel(self) -> None:
        if self._event is not None:
            self._event.cancel()
            self._event = None

    def _check(self, _: float) -> None:
        left = self._started_at + self._seconds - Clock.time()
        if left > 0:
            self._event = Clock.schedule_once(self._check, left)
        else:
            self._event = Clock.schedule_once(self._fire, _BEFORE_FRAME)

    def _fire(self, _: float) -> None:
        self._event = None
        self._on_long_press()


LONG_PRESS_SECONDS: Final = 0.5


class LongPressable(Pressable):
    """A touch target that also handles a long press; after one, the release does nothing."""

    def __init__(
        self,
        on_tap: Callable[[], object] | None = None,
        on_long_press: Callable[[], object] | None = None,
        *,
        hold_seconds: float = LONG_PRESS_SECONDS,
        **options: Any,
    ) -> None:
        self._was_held = False
        # Otherwise Kivy delays the release and takes the next touch for the same one.
        super().__init__(on_tap, min_state_time=0, **options)
        if on_long_press is not None:
            self._long_press = LongPress(hold_seconds, partial(self._handle_long_press, on_long_press))
            self.bind(state=self._track_press)

    def _track_press(self, *_: object) -> None:
        if self.state == "down":
            self._was_held = False
            self._long_press.start()
        else:
            self._long_press.cancel()

    def _handle_long_press(self, on_long_press: Callable[[], object]) -> None:
        self._was_held = True
        on_long_press()

    def on_release(self) -> None:
        if not self._was_held:
            super().on_release()


# Opacity of the content of a disabled night button.
_DISABLED_OPACITY = 0.35
# Aborting a night needs a longer press, so that it cannot happen by accident.
NIGHT_LONG_PRESS_SECONDS = 1.0


class NightButton(LongPressable):
    """Button of the night page: the primary one is wide and outlined, the others have icon above label.

    With `on_long_press` the action runs only on a long press.
    """

    def __init__(
        self,
        text: str,
        icon: Icon,
        on_tap: Callable[[], object] | None = None,
        *,
        on_long_press: Callable[[], object] | None = None,
        primary: bool = False,
        mirrored: bool = False,
    ) -> None:
        super().__init__(
            on_tap,
            on_long_press,
            hold_seconds=NIGHT_LONG_PRESS_SECONDS,
            orientation="horizontal" if primary else "vertical",
            size_hint=(2.0 if primary else 1.0, None),
            height=dp(84),
            padding=(dp(8), dp(10)),
            spacing=dp(4),
        )
        self._box = RoundedBox(
            self,
            radius=26,
            background="night_raised",
            border="candle_fill" if primary else TRANSPARENT,
            line_width=2,
        )
        tone = "candle_fill" if primary else "night_ink"
        self.icon = IconLabel(
            icon,
            30,
            tone=tone,
            mirrored=mirrored,
            pos_hint={"center_y": 0.5} if primary else {"center_x": 0.5},
        )
        self.label = Text(
            text,
            weight=700 if primary else 400,
            size_sp=22 if primary else 16,
            min_size=11,
            max_lines=2,
            autosize="none",
            align="center",
            tone=tone,
        )
        if primary:
            self.add_widget(CentredRow([self.icon, self.label]))
        else:
            self.add_widget(self.icon)
            self.add_widget(self.label)

        self.fbind("enabled", self._update_opacity)

    def _update_opacity(self, *_: object) -> None:
        self.icon.opacity = self.label.opacity = 1.0 if self.enabled else _DISABLED_OPACITY

    def update_style(self, *, pressed: bool) -> None:
        self._box.set_style(background="night_groove" if pressed else "night_raised")


class ActionTile(Pressable):
    can_wrap = True

    def __init__(
        self,
        text: str,
        icon: Icon,
        on_tap: Callable[[], object],
        *,
        border: str,
        tone: str,
        background: str = "raised",
        **options: Any,
    ) -> None:
        super().__init__(
            on_tap, orientation="vertical", size_hint_y=None, height=dp(70) + sp(18) * 1.8,
            padding=(dp(6), dp(12), dp(6), dp(8)), spacing=dp(2), **options,
        )  # fmt: skip
        self._border, self._tone, self._background = border, tone, background
        self._box = RoundedBox(self, radius=RADIUS_CARD, background=background, border=border, line_width=2)
        self.icon = IconLabel(icon, 40, tone=tone, pos_hint={"center_x": 0.5})
        self.label = Text(text, LABEL, min_size=12, max_lines=2, autosize="none", align="center")
        self.add_widget(self.icon)
        self.add_widget(self.label)

    def update_style(self, *, pressed: bool) -> None:
        background = theme_colour(self._background)
        self._box.set_style(
            background=shade(background, 0.08) if pressed else background,
            border=self._border if self.enabled else "groove",
        )
        self.icon.set_tone(self._tone if self.enabled else "ink_3")
        self.label.set_tone("ink" if self.enabled else "ink_3")


class NavigationTile(Pressable):
    """Link to another page, with icon above label; narrow enough for three side by side on a phone."""

    can_wrap = True

    def __init__(self, text: str, icon: Icon, on_tap: Callable[[], object]) -> None:
        high = max(dp(SECONDARY_HEIGHT), dp(30) + sp(16) * 1.6)
        super().__init__(
            on_tap, orientation="vertical", size_hint_y=None, height=high,
            padding=(dp(6), dp(6), dp(6), dp(4)), spacing=dp(1),
        )  # fmt: skip
        self._box = RoundedBox(self, radius=RADIUS_CARD, background="raised")
        self.add_widget(IconLabel(icon, 22, tone="ink_2", pos_hint={"center_x": 0.5}))
        self.label = Text(text, STRONG, min_size=12, max_lines=1, autosize="none", align="center")
        self.add_widget(self.label)

    def update_style(self, *, pressed: bool) -> None:
        background = theme_colour("raised")
        self._box.set_style(background=shade(background, 0.08) if pressed else background)
