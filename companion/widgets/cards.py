"""Cards, notices and the controls that stand on them: chips, steppers, on and off, choices."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Grid, Row
from companion.widgets.shapes import CLEAR, Box, Disc, middle
from companion.widgets.tap import IconButton, SideButton, Tap, shaded
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import (
    CANDLE,
    RADIUS_CARD,
    RADIUS_CHIP,
    TARGET,
    Accent,
    look,
    paint,
    sp,
)

T = TypeVar("T")


class Card(Column):
    """A plank with a hairline edge; `accent` marks the one card that matters now."""

    def __init__(
        self, *children: Widget, accent: Accent | None = None, gap: float = 8, **options: Any
    ) -> None:
        options.setdefault("padding", (dp(16), dp(14)))
        super().__init__(*children, gap=gap, **options)
        if accent is None:
            Box(self, radius=RADIUS_CARD, ground=paint("plank"), edge=paint("groove", 0.6), line=1)
        else:
            Box(self, radius=RADIUS_CARD, ground=paint(accent.deep), edge=paint(accent.line), line=2)


class Notice(Row):
    """A warning (advises) or an error (blocks), with at most one way to mend it."""

    def __init__(
        self, words: str, *, blocks: bool = False, fix: str = "", on_fix: Callable[[], object] | None = None
    ) -> None:
        super().__init__(gap=12, padding=(dp(16), dp(12)))
        hue = "evil" if blocks else "ember"
        Box(self, radius=RADIUS_CARD, ground=paint(f"{hue}_deep"), edge=paint(hue), line=1.5)
        self.add_widget(
            Glyph(Icon.ERROR if blocks else Icon.WARNING, 28, tone=hue, pos_hint={"center_y": 0.5})
        )
        self.add_widget(Text(words, size_sp=16, pos_hint={"center_y": 0.5}))
        if on_fix is not None:
            self.add_widget(SideButton(fix, on_fix, size_hint_x=0.45, pos_hint={"center_y": 0.5}))


def key_height() -> float:
    """How high a chip is that can be tapped, and whatever stands in place of one."""
    return float(max(dp(TARGET), sp(18) * 2.4))


class Chip(Tap):
    """A name or a short word that can be tapped; `mark` stands after it (a crown, a check)."""

    stands_alone = True

    def __init__(
        self,
        words: str,
        on_tap: Callable[[], object] | None = None,
        *,
        icon: Icon | None = None,
        mark: Icon | None = None,
        mark_tone: str = "candle",
        chosen: bool = False,
        accent: Accent = CANDLE,
        outlined: bool = False,
        hug: bool = False,
        lead: Widget | None = None,
        **options: Any,
    ) -> None:
        """`lead` stands before the words in place of an icon."""
        self._accent = accent
        self._outlined = outlined
        self.chosen = chosen
        options.setdefault("size_hint_y", None)
        options.setdefault("height", key_height())
        super().__init__(on_tap, padding=(dp(10), dp(2)), spacing=dp(6), **options)
        self._box = Box(self, radius=RADIUS_CHIP, line=2)
        self.icon = Glyph(icon, 20, tone="ink_2", pos_hint={"center_y": 0.5}) if icon else None
        self.words = Text(words, weight=500, size_sp=18, smallest=11, most=2, grow="none", align="center")
        self.mark = Glyph(mark, 20, tone=mark_tone, pos_hint={"center_y": 0.5}) if mark else None
        parts = [part for part in (self.icon or lead, self.words, self.mark) if part is not None]
        if hug:
            self.size_hint_x = None
            beside = sum(part.width + dp(6) for part in parts if part is not self.words)
            self.width = self.words.natural_width() + dp(28) + beside
        if look().rtl:
            parts.reverse()
        for part in parts:
            self.add_widget(part)
        self._answer()

    def choose(self, chosen: bool) -> None:
        self.chosen = chosen
        self._answer()

    def dress(self, *, pressed: bool) -> None:
        ground = paint(self._accent.deep if self.chosen else "raised")
        if self._outlined and not self.chosen:
            ground = CLEAR if not pressed else paint("raised")
        edge = paint(self._accent.line) if self.chosen else (paint("rim") if self._outlined else CLEAR)
        self._box.paint(
            ground=shaded(ground, 0.08) if pressed else ground, edge=edge, line=2 if self.chosen else 1.5
        )
        self.words.set_tone("ink" if self.enabled else "ink_3")


class Stepper(Row):
    """Minus, a number, plus; at a limit its button is off."""

    stands_alone = True

    def __init__(
        self,
        value: int,
        lowest: int,
        highest: int,
        on_change: Callable[[int], object],
        show: Callable[[int], str] | None = None,
        *,
        step: int = 1,
        width_sp: float = 56,
    ) -> None:
        super().__init__(gap=8, hug=True, pos_hint={"center_y": 0.5})
        self._lowest, self._highest, self._step = lowest, highest, step
        self._show = show or look().digits
        self._on_change = on_change
        self.value = value
        self.minus = RoundButton(Icon.MINUS, lambda: self._go(-1))
        self.plus = RoundButton(Icon.PLUS, lambda: self._go(1))
        self.number = Text(
            weight=700, size_sp=28, smallest=14, most=1, grow="none", align="center",
            size_hint=(None, None), size=(sp(width_sp), max(dp(TARGET), sp(36))), pos_hint={"center_y": 0.5},
        )  # fmt: skip
        for part in (self.minus, self.number, self.plus):
            self.add_widget(part)
        self.set(value)

    def set(self, value: int) -> None:
        self.value = value
        self.number.content = self._show(value)
        self.minus.enabled = value > self._lowest
        self.plus.enabled = value < self._highest

    def limit(self, lowest: int, highest: int) -> None:
        self._lowest, self._highest = lowest, highest
        self.set(min(highest, max(lowest, self.value)))

    def _go(self, direction: int) -> None:
        value = min(self._highest, max(self._lowest, self.value + direction * self._step))
        if value != self.value:
            self.set(value)
            self._on_change(value)


class RoundButton(IconButton):
    """An icon button on a raised disc; `outlined` on a ground from which that would not stand out."""

    def __init__(
        self, icon: Icon, on_tap: Callable[[], object], *, outlined: bool = False, **options: Any
    ) -> None:
        super().__init__(icon, on_tap, size=24, **options)
        self._disc = Disc(self, ground=paint("raised"), edge=paint("rim") if outlined else CLEAR, line=1.5)
        self._answer()

    def dress(self, *, pressed: bool) -> None:
        self._disc.paint(ground=shaded(paint("raised"), 0.1) if pressed else paint("raised"))
        self.glyph.set_tone("ink" if self.enabled else "groove")


class OnOff(Tap):
    """On or off, told by the knob's place and its mark as well as by colour."""

    def __init__(self, on: bool, on_change: Callable[[bool], object]) -> None:
        self.on = on
        self._on_change = on_change
        super().__init__(
            self._flip, size_hint=(None, None), size=(dp(60), dp(TARGET)), padding=(dp(2), dp(8)),
            pos_hint={"center_y": 0.5},
        )  # fmt: skip
        self._track = Widget()
        self.add_widget(self._track)
        self._box = Box(self._track, radius=16, line=1.5)
        self._knob = Widget(size_hint=(None, None), size=(dp(24), dp(24)))
        self._disc = Disc(self._knob)
        self._mark = Glyph(Icon.CHECK, 16, tone="on_candle")
        self._track.add_widget(self._knob)
        self._track.add_widget(self._mark)
        self._track.bind(pos=self._place, size=self._place)
        self._answer()

    def _flip(self) -> None:
        self.on = not self.on
        self._answer()
        self._on_change(self.on)

    def _place(self, *_: object) -> None:
        at_end = self.on != look().rtl
        x, y = middle(self._track)
        away = (self._track.width - self._knob.width) / 2 - dp(4)
        self._knob.center = self._mark.center = (x + away if at_end else x - away, y)

    def dress(self, *, pressed: bool) -> None:
        self._box.paint(
            ground=paint("candle_fill") if self.on else paint("plank"),
            edge=paint("candle" if self.on else "rim"),
        )
        self._disc.paint(ground=paint("on_candle") if self.on else paint("rim"))
        self._mark.content = Icon.CHECK.value if self.on else ""
        self._mark.set_tone("candle_fill")
        self._place()


class Choice(Grid, Generic[T]):
    """A few options of which exactly one is chosen."""

    def __init__(
        self,
        options: Sequence[tuple[T, str]],
        chosen: T,
        on_choose: Callable[[T], object],
        *,
        narrowest: float = 96,
        most_columns: int = 4,
        accent: Accent = CANDLE,
    ) -> None:
        self._chips: list[tuple[T, Chip]] = []
        super().__init__(
            gap=8, narrowest=narrowest * max(1.0, look().text_scale * 0.9), most_columns=most_columns
        )
        self._on_choose = on_choose
        for value, words in options:
            chip = Chip(words, self._picker(value), chosen=value == chosen, accent=accent)
            self._chips.append((value, chip))
            self.add_widget(chip)

    def _picker(self, value: T) -> Callable[[], None]:
        def pick() -> None:
            for other, chip in self._chips:
                chip.choose(other == value)
            self._on_choose(value)

        return pick
