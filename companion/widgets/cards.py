"""Cards, notices and the controls on them: chips, steppers, switches, choices and card toggles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from kivy.metrics import dp
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.widgets.buttons import IconButton, LongPressable, Pressable, SecondaryButton, shade
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Grid, Row, start_unsized
from companion.widgets.palette import Tone
from companion.widgets.shapes import TRANSPARENT, Disc, RoundedBox, center_of
from companion.widgets.text import LABEL, NUMBER, STRONG, IconLabel, Text
from companion.widgets.theme import (
    CANDLE,
    RADIUS_CARD,
    RADIUS_CHIP,
    TOUCH_TARGET,
    Accent,
    look,
    sp,
    theme_colour,
)

T = TypeVar("T")


class Card(Column):
    """A card with a thin border; `accent` highlights the one that matters now."""

    def __init__(
        self, *children: Widget, accent: Accent | None = None, gap: float = 8, **options: Any
    ) -> None:
        options.setdefault("padding", (dp(16), dp(14)))
        super().__init__(*children, gap=gap, **options)
        RoundedBox(
            self,
            radius=RADIUS_CARD,
            background=accent.deep if accent else "plank",
            border=accent.line if accent else theme_colour("groove", 0.6),
            line_width=2 if accent else 1,
        )


class Notice(Row):
    """A warning or an error, with an optional button that fixes it."""

    def __init__(
        self,
        text: str,
        *,
        is_error: bool = False,
        fix_text: str = "",
        on_fix: Callable[[], object] | None = None,
    ) -> None:
        super().__init__(gap=12, padding=(dp(16), dp(12)))
        hue = "evil" if is_error else "ember"
        RoundedBox(self, radius=RADIUS_CARD, background=f"{hue}_deep", border=hue, line_width=1.5)
        self.add_widget(IconLabel(Icon.ERROR if is_error else Icon.WARNING, 28, tone=hue))
        self.add_widget(Text(text))
        if on_fix is not None:
            self.add_widget(SecondaryButton(fix_text, on_fix, size_hint_x=0.45))


def chip_height() -> float:
    """Return the height of a chip, also for widgets shown in place of one."""
    return float(max(dp(TOUCH_TARGET), sp(18) * 2.4))


class Chip(Pressable):
    """A short label that can be tapped; `trailing_icon` stands after it (a crown, a check)."""

    can_wrap = True

    def __init__(
        self,
        text: str,
        on_tap: Callable[[], object] | None = None,
        *,
        icon: Icon | None = None,
        trailing_icon: Icon | None = None,
        trailing_tone: str = "candle",
        selected: bool = False,
        accent: Accent = CANDLE,
        outlined: bool = False,
        hug: bool = False,
        leading: Widget | None = None,
        **options: Any,
    ) -> None:
        """Create the chip; `leading` is a widget shown in place of the icon."""
        self._accent = accent
        self._is_outlined = outlined
        self.is_selected = selected
        options.setdefault("size_hint_y", None)
        options.setdefault("height", chip_height())
        super().__init__(on_tap, padding=(dp(10), dp(2)), spacing=dp(6), **options)
        self._box = RoundedBox(self, radius=RADIUS_CHIP, line_width=2)
        self.icon = IconLabel(icon, 20, tone="ink_2", pos_hint={"center_y": 0.5}) if icon else None
        self.label = Text(text, LABEL, min_size=11, max_lines=2, autosize="none", align="center")
        self.trailing_icon = (
            IconLabel(trailing_icon, 20, tone=trailing_tone, pos_hint={"center_y": 0.5})
            if trailing_icon
            else None
        )
        parts = [part for part in (self.icon or leading, self.label, self.trailing_icon) if part is not None]
        if hug:
            self.size_hint_x = None
            fixed_width = sum(part.width + dp(6) for part in parts if part is not self.label)
            self.width = self.label.natural_width() + dp(28) + fixed_width
        if look().rtl:
            parts.reverse()
        for part in parts:
            self.add_widget(part)
        self._refresh_style()

    def set_selected(self, selected: bool) -> None:
        self.is_selected = selected
        self._refresh_style()

    def update_style(self, *, pressed: bool) -> None:
        background: Tone = "raised"
        border: Tone = TRANSPARENT
        if self.is_selected:
            background, border = self._accent.deep, self._accent.line
        elif self._is_outlined:
            background, border = "raised" if pressed else TRANSPARENT, "rim"
        self._box.set_style(
            background=shade(background, 0.08) if pressed else background,
            border=border,
            line_width=2 if self.is_selected else 1.5,
        )
        self.label.set_tone("ink" if self.enabled else "ink_3")


class Stepper(Row):
    """Minus button, value, plus button; at a limit its button is disabled."""

    can_wrap = True

    def __init__(
        self,
        value: int,
        min_value: int,
        max_value: int,
        on_change: Callable[[int], object],
        format_value: Callable[[int], str] | None = None,
        *,
        step: int = 1,
        width_sp: float = 56,
    ) -> None:
        super().__init__(gap=8, hug=True, pos_hint={"center_y": 0.5})
        self._min_value, self._max_value, self._step = min_value, max_value, step
        self._format = format_value or look().digits
        self._on_change = on_change
        self.value = value
        self.minus = RoundButton(Icon.MINUS, lambda: self._change_by(-1))
        self.plus = RoundButton(Icon.PLUS, lambda: self._change_by(1))
        self.value_label = Text(
            "",
            NUMBER,
            size_sp=28,
            min_size=14,
            max_lines=1,
            autosize="none",
            align="center",
            size_hint=(None, None),
            size=(sp(width_sp), max(dp(TOUCH_TARGET), sp(36))),
        )
        for part in (self.minus, self.value_label, self.plus):
            self.add_widget(part)
        self.set_value(value)

    def set_value(self, value: int) -> None:
        self.value = value
        self.value_label.content = self._format(value)
        self.minus.enabled = value > self._min_value
        self.plus.enabled = value < self._max_value

    def set_range(self, min_value: int, max_value: int) -> None:
        self._min_value, self._max_value = min_value, max_value
        self.set_value(min(max_value, max(min_value, self.value)))

    def _change_by(self, direction: int) -> None:
        value = min(self._max_value, max(self._min_value, self.value + direction * self._step))
        if value != self.value:
            self.set_value(value)
            self._on_change(value)


class RoundButton(IconButton):
    """An icon button on a raised disc; `outlined` where the disc would not stand out."""

    def __init__(
        self, icon: Icon, on_tap: Callable[[], object], *, outlined: bool = False, **options: Any
    ) -> None:
        super().__init__(icon, on_tap, size=24, **options)
        self._disc = Disc(
            self, background="raised", border="rim" if outlined else TRANSPARENT, line_width=1.5
        )
        self._refresh_style()

    def update_style(self, *, pressed: bool) -> None:
        self._disc.set_style(background=shade("raised", 0.1) if pressed else "raised")
        self.icon.set_tone("ink" if self.enabled else "groove")


class ToggleSwitch(Pressable):
    """On/off switch; the state is shown by position and icon as well as by colour."""

    def __init__(self, is_on: bool, on_change: Callable[[bool], object]) -> None:
        self.is_on = is_on
        self._on_change = on_change
        super().__init__(
            self._toggle, size_hint=(None, None), size=(dp(60), dp(TOUCH_TARGET)), padding=(dp(2), dp(8)),
            pos_hint={"center_y": 0.5},
        )  # fmt: skip
        self._track = Widget()
        self.add_widget(self._track)
        self._box = RoundedBox(self._track, radius=16, line_width=1.5)
        self._knob = Widget(size_hint=(None, None), size=(dp(24), dp(24)))
        self._disc = Disc(self._knob)
        self._check_icon = IconLabel(Icon.CHECK, 16, tone="on_candle")
        self._track.add_widget(self._knob)
        self._track.add_widget(self._check_icon)
        self._track.bind(pos=self._update_knob, size=self._update_knob)
        self._refresh_style()

    def _toggle(self) -> None:
        self.is_on = not self.is_on
        self._refresh_style()
        self._on_change(self.is_on)

    def _update_knob(self, *_: object) -> None:
        at_end = self.is_on != look().rtl
        x, y = center_of(self._track)
        offset = (self._track.width - self._knob.width) / 2 - dp(4)
        self._knob.center = self._check_icon.center = (x + offset if at_end else x - offset, y)

    def update_style(self, *, pressed: bool) -> None:
        self._box.set_style(
            background="candle_fill" if self.is_on else "plank", border="candle" if self.is_on else "rim"
        )
        self._disc.set_style(background="on_candle" if self.is_on else "rim")
        self._check_icon.content = Icon.CHECK.value if self.is_on else ""
        self._check_icon.set_tone("candle_fill")
        self._update_knob()


class ChoiceChips(Grid, Generic[T]):
    """A few options as chips, exactly one of them selected."""

    def __init__(
        self,
        options: Sequence[tuple[T, str]],
        selected: T,
        on_select: Callable[[T], object],
        *,
        min_column_width: float = 96,
        max_columns: int = 4,
        accent: Accent = CANDLE,
    ) -> None:
        self._chips: list[tuple[T, Chip]] = []
        super().__init__(
            gap=8,
            min_column_width=min_column_width * max(1.0, look().text_scale * 0.9),
            max_columns=max_columns,
        )
        self._on_select = on_select
        for value, text in options:
            chip = Chip(text, self._make_handler(value), selected=value == selected, accent=accent)
            self._chips.append((value, chip))
            self.add_widget(chip)

    def _make_handler(self, value: T) -> Callable[[], None]:
        def select() -> None:
            for other, chip in self._chips:
                chip.set_selected(other == value)
            self._on_select(value)

        return select


class CardToggle(LongPressable):
    """A card that is in or out: icon, name and a badge that shows the state (not by colour alone).

    A long press can explain the card.
    """

    def __init__(
        self,
        text: str,
        icon: Icon,
        on_tap: Callable[[], object] | None = None,
        on_long_press: Callable[[], object] | None = None,
        *,
        hue: str = "candle",
        selected: bool = False,
        locked: bool = False,
        badge: str = "",
        **options: Any,
    ) -> None:
        self._hue = hue
        self._is_locked = locked
        options.setdefault("size_hint_y", None)
        options.setdefault("height", dp(66) + sp(16) * 2.2)
        super().__init__(
            on_tap, on_long_press, orientation="vertical", padding=(dp(4), dp(6), dp(4), dp(8)), **options
        )
        self._box = RoundedBox(self, radius=RADIUS_CHIP, line_width=2)
        self._badge_text = badge
        self._badge_icon = IconLabel(
            Icon.LOCK, 18, tone=hue, pos_hint={"right": 0.95} if not look().rtl else {"x": 0.05}
        )
        top = FloatLayout(size_hint_y=None, height=dp(22))
        self._badge_label = Text(badge, NUMBER, size_sp=15, tone=hue, autosize="both")
        self._badge_label.pos_hint = (
            {"right": 0.94, "center_y": 0.5} if not look().rtl else {"x": 0.06, "center_y": 0.5}
        )
        self._badge_icon.pos_hint = {**self._badge_icon.pos_hint, "center_y": 0.5}
        top.add_widget(self._badge_icon)
        top.add_widget(self._badge_label)
        self.add_widget(top)
        self.icon = IconLabel(icon, 36, pos_hint={"center_x": 0.5})
        self.add_widget(self.icon)
        self.label = Text(text, STRONG, min_size=11, max_lines=2, autosize="none", align="center")
        self.add_widget(self.label)
        self.is_selected = selected
        self._refresh_style()

    def set_selected(self, selected: bool) -> None:
        self.is_selected = selected
        self._refresh_style()

    def set_badge(self, text: str) -> None:
        """Show a count in place of the state icon, for cards of which there are several."""
        self._badge_text = text
        self._badge_label.content = text
        self._refresh_style()

    def update_style(self, *, pressed: bool) -> None:
        active = self.is_selected or self._is_locked
        background = theme_colour(f"{self._hue}_deep") if active else theme_colour("table")
        self._box.set_style(
            background=shade(background, 0.08) if pressed else background,
            border=self._hue if active else "rim",
            line_width=2 if active else 1.5,
        )
        self._badge_icon.content = "" if self._badge_text else self._state_icon(active).value
        self._badge_icon.set_tone(self._hue if active else "rim")
        self.icon.set_tone(self._hue if active else "ink_3")
        self.label.set_tone("ink" if active else "ink_2")

    def _state_icon(self, active: bool) -> Icon:
        if self._is_locked:
            return Icon.LOCK
        return Icon.CHECK_TOKEN if active else Icon.RING


# Maximum text width: fits the smallest phone beside the icon and all margins.
_MAX_TEXT_DP = 224


class CountChip(Row):
    """A chip with an icon and a count or a few words; not interactive."""

    def __init__(self, icon: Icon, text: str, tone: str = "sea", *, size: float = 18) -> None:
        super().__init__(
            IconLabel(icon, size + 4, tone=tone),
            Text(text, LABEL, size_sp=size, autosize="both", max_width=dp(_MAX_TEXT_DP)),
            gap=8,
            hug=True,
            padding=(dp(10), dp(size * 0.39), dp(12), dp(size * 0.39)),
        )
        RoundedBox(self, radius=8, background="table", border=theme_colour(tone, 0.7), line_width=1.5)


class CornerButtonLayout(FloatLayout):
    def __init__(self, content: Widget, button: Widget, **options: Any) -> None:
        start_unsized(options)
        super().__init__(**options)
        content.pos_hint = {"x": 0, "y": 0}
        button.pos_hint = {"right": 1, "top": 1} if look().rtl else {"x": 0, "top": 1}
        self.add_widget(content)
        self.add_widget(button)
