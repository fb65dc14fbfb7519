"""What can be touched: one behaviour for every target, and the buttons made of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.metrics import dp
from kivy.properties import BooleanProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.widgets.icon_names import Icon
from companion.widgets.layout import Row
from companion.widgets.palette import Rgba
from companion.widgets.shapes import CLEAR, Box
from companion.widgets.sizing import no_width_yet
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import (
    CANDLE,
    MAIN_HEIGHT,
    RADIUS_CARD,
    RADIUS_MAIN,
    SIDE_HEIGHT,
    TARGET,
    Accent,
    paint,
    sp,
)


def shaded(colour: Rgba, amount: float) -> Rgba:
    """The colour moved towards black (negative) or white (positive)."""
    goal = 0.0 if amount < 0 else 1.0
    part = abs(amount)
    red, green, blue, alpha = colour
    return (red + (goal - red) * part, green + (goal - green) * part, blue + (goal - blue) * part, alpha)


class Tap(ButtonBehavior, BoxLayout):
    """A touch target. `on_tap` is called on release; `enabled` False keeps it visible but off.

    A blocked target still answers a tap through `why`, which can say the reason.
    """

    enabled = BooleanProperty(True)

    def __init__(
        self,
        on_tap: Callable[[], object] | None = None,
        *,
        why: Callable[[], object] | None = None,
        **options: Any,
    ) -> None:
        self._on_tap = on_tap
        self._why = why
        no_width_yet(options)
        super().__init__(**options)
        self.fbind("state", self._answer)
        self.fbind("enabled", self._answer)

    def on_release(self) -> None:
        if self._was_left():
            return
        if not self.enabled:
            if self._why is not None:
                self._why()
        elif self._on_tap is not None:
            self._on_tap()

    def _was_left(self) -> bool:
        """Whether another finger has led away from here before this one was lifted."""
        holder = self.parent
        while holder is not None and holder is not holder.parent:
            if getattr(holder, "gone", False):
                return True
            holder = holder.parent
        return False

    def _answer(self, *_: object) -> None:
        self.dress(pressed=self.state == "down" and self.enabled)

    def dress(self, *, pressed: bool) -> None:
        """Show the target's state; each kind of button overrides this."""


class MainButton(Tap):
    """The one main action of a screen: verb first, value after it. `onward`: it leads to a next step."""

    stands_alone = True

    def __init__(
        self,
        label: str,
        on_tap: Callable[[], object],
        *,
        icon: Icon | None = None,
        value: str = "",
        accent: Accent = CANDLE,
        why: Callable[[], object] | None = None,
        enabled: bool = True,
        onward: bool = False,
        **options: Any,
    ) -> None:
        self._accent = accent
        options.setdefault("size_hint_y", None)
        options.setdefault("height", max(dp(MAIN_HEIGHT), sp(20) * 2.6))
        super().__init__(on_tap, why=why, padding=(dp(16), dp(6)), spacing=dp(10), **options)
        self._box = Box(self, radius=RADIUS_MAIN, ground=paint(accent.fill))
        mark = Icon.FORWARD if onward else icon
        self.icon = (
            Glyph(mark, 26, tone=accent.on, mirrored=onward, pos_hint={"center_y": 0.5}) if mark else None
        )
        self.label = Text(
            label, face="text", weight=700, size_sp=20, smallest=14, most=2, grow="none", align="center"
        )
        self.value = Text(value, size_sp=20, grow="both", pos_hint={"center_y": 0.5}) if value else None
        parts = (self.label, self.value, self.icon) if onward else (self.icon, self.label, self.value)
        self._row = CentredRow([part for part in parts if part is not None])
        self.add_widget(self._row)
        self.enabled = enabled
        self._answer()

    def show(self, label: str, icon: Icon | None = None) -> None:
        marked = icon is None or self.icon is None or self.icon.content == icon.value
        if marked and self.label.content == label:
            # To centre it anew would cost a layout.
            return
        self.label.content = label
        if icon is not None and self.icon is not None:
            self.icon.show(icon)
        self._row._trigger_layout()

    def dress(self, *, pressed: bool) -> None:
        fill = paint(self._accent.fill if self.enabled else "raised")
        self._box.paint(ground=shaded(fill, -0.12) if pressed else fill)
        for part in (self.icon, self.label, self.value):
            if part is not None:
                part.set_tone(self._accent.on if self.enabled else "ink_2")


class CentredRow(Row):
    """A mark and words, centred together: the words take the width they need, no more than there is."""

    def __init__(self, parts: list[Any], gap: float = 10) -> None:
        super().__init__(gap=gap, size_hint_y=1)
        self._parts = parts
        self._words = next(part for part in parts if getattr(part, "grow", "") == "none")
        for part in parts:
            self.add_widget(part)

    def least_width(self) -> float:
        return self._beside() + float(self._words.least_width())

    def _beside(self) -> float:
        fixed = sum(part.width for part in self._parts if part is not self._words)
        return float(fixed + self.spacing * (len(self._parts) - 1))

    def do_layout(self, *args: Any) -> None:
        words = self._words
        room = self.width - self._beside()
        needed = words.natural_width()
        words.size_hint_x = None
        words.width = max(0.0, min(room, needed))
        side = max(0.0, (room - words.width) / 2)
        self.padding = (side, 0, side, 0)
        super().do_layout(*args)


class SideButton(Tap):
    """A secondary action: raised, with a mark and a word."""

    stands_alone = True

    def __init__(
        self,
        label: str,
        on_tap: Callable[[], object],
        *,
        icon: Icon | None = None,
        outlined: bool = False,
        mirrored: bool = False,
        tone: str = "ink",
        edge: str = "rim",
        lead: Widget | None = None,
        **options: Any,
    ) -> None:
        """`lead` stands before the words in place of a mark."""
        self._outlined = outlined
        self._tone = tone
        options.setdefault("size_hint_y", None)
        options.setdefault("height", max(dp(SIDE_HEIGHT), sp(18) * 2.7))
        super().__init__(on_tap, padding=(dp(12), dp(4)), **options)
        self._box = Box(
            self, radius=RADIUS_CARD, ground=CLEAR if outlined else paint("raised"),
            edge=paint(edge) if outlined else CLEAR, line=1.5,
        )  # fmt: skip
        self.icon = (
            Glyph(icon, 24, tone=tone, mirrored=mirrored, pos_hint={"center_y": 0.5}) if icon else None
        )
        self.label = Text(
            label, weight=500, size_sp=18, smallest=13, most=2, grow="none", align="center", tone=tone
        )
        parts = (self.icon or lead, self.label)
        self.add_widget(CentredRow([part for part in parts if part is not None]))

    def dress(self, *, pressed: bool) -> None:
        ground = CLEAR if self._outlined and not pressed else paint("raised")
        self._box.paint(ground=shaded(ground, 0.08) if pressed else ground)
        for part in (self.icon, self.label):
            if part is not None:
                part.set_tone(self._tone if self.enabled else "ink_3")


class IconButton(Tap):
    """A bare mark with a full-size target."""

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
        around = dp(TARGET - size) / 2
        options.setdefault("pos_hint", {"center_y": 0.5})
        super().__init__(
            on_tap, size_hint=(None, None), size=(dp(TARGET), dp(TARGET)), padding=around, **options
        )
        self._box = Box(self, radius=14)
        self.glyph = Glyph(icon, size, tone=tone, mirrored=mirrored)
        self.add_widget(self.glyph)

    def dress(self, *, pressed: bool) -> None:
        self._box.paint(ground=paint("raised") if pressed else CLEAR)
        self.glyph.set_tone(self._tone if self.enabled else "groove")
