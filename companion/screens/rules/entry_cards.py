"""Parts of the rules: an entry folded to its title or opened with all that it tells, and ways to others."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.widgets.cards import key_height
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.shapes import CLEAR, Box
from companion.widgets.tap import CentredRow, Tap, shaded
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import RADIUS_CARD, RADIUS_CHIP, Accent, paint, sp

# In dp.
_BESIDE = 16


class _Title(Tap):
    """A line that opens or folds, as high as its words."""

    def __init__(
        self, words: Text, icon: Icon, arrow: Icon | None, tone: str, on_tap: Callable[[], object] | None
    ) -> None:
        super().__init__(on_tap, size_hint_y=None, height=dp(52), padding=(dp(_BESIDE), dp(8)))
        words.pos_hint = {"center_y": 0.5}
        mark = Glyph(icon, 24, tone=tone, pos_hint={"center_y": 0.5})
        self._row = Row(mark, words, gap=12, pos_hint={"center_y": 0.5})
        if arrow is not None:
            self._row.add_widget(Glyph(arrow, 22, tone="ink_3", mirrored=True, pos_hint={"center_y": 0.5}))
        self.add_widget(self._row)
        self._row.bind(height=self._grow)
        self._grow()

    def _grow(self, *_: object) -> None:
        self.height = max(dp(52), sp(17) * 2.6, self._row.height + self.padding[1] + self.padding[3])


class FoldedEntry(_Title):
    """Its title. It opens in its place or `beside` the list, where the `chosen` one is read."""

    def __init__(
        self, title: str, icon: Icon, accent: Accent, on_tap: Callable[[], object], *, beside: bool
    ) -> None:
        self._accent = accent
        self.chosen = False
        words = Text(title, weight=500, size_sp=17)
        super().__init__(words, icon, Icon.ARROW_RIGHT if beside else Icon.ARROW_DOWN, "ink_2", on_tap)
        self.title = title
        self._box = Box(self, radius=RADIUS_CARD, line=1)
        self._answer()

    def choose(self, chosen: bool) -> None:
        self.chosen = chosen
        self._answer()

    def dress(self, *, pressed: bool) -> None:
        ground = paint(self._accent.deep if self.chosen else "plank")
        self._box.paint(
            ground=shaded(ground, 0.06) if pressed else ground,
            edge=paint(self._accent.line) if self.chosen else paint("groove", 0.6),
            line=2 if self.chosen else 1,
        )


class OpenedEntry(Column):
    """`refused` is what was tapped and is not allowed; `parts` stand below the title in their order.

    Without `on_fold` it stays open.
    """

    def __init__(
        self,
        title: str,
        icon: Icon,
        accent: Accent,
        parts: Sequence[Widget],
        on_fold: Callable[[], object] | None,
        refused: str = "",
    ) -> None:
        super().__init__(gap=0, padding=(0, dp(2), 0, dp(16)))
        Box(self, radius=RADIUS_CARD, ground=paint("plank"), edge=paint(accent.line), line=2)
        if refused:
            self.add_widget(Column(_Refused(refused), padding=(dp(8), dp(6), dp(8), 0)))
        words = Text(title, face="title", size_sp=22)
        self.head = _Title(words, icon, Icon.ARROW_UP if on_fold else None, accent.line, on_fold)
        self.add_widget(self.head)
        self.add_widget(Column(*parts, gap=14, padding=(dp(_BESIDE), 0, dp(_BESIDE), 0)))


class _Refused(Row):
    """A strip that repeats why a tap was not taken."""

    def __init__(self, words: str) -> None:
        super().__init__(gap=10, padding=(dp(12), dp(10)))
        Box(self, radius=RADIUS_CHIP, ground=paint("ember_deep"), edge=paint("ember", 0.7), line=1)
        self.add_widget(Glyph(Icon.HAND_STOP, 24, tone="ember", pos_hint={"center_y": 0.5}))
        self.add_widget(Text(words, weight=500, size_sp=16, tone="ember", pos_hint={"center_y": 0.5}))


class Aside(Column):
    """A part of an entry on a ground of its own: what it means at this table, an example, a note."""

    def __init__(self, icon: Icon, label: str, *below: Widget, tone: str, ground: str = "raised") -> None:
        super().__init__(gap=6, padding=(dp(14), dp(12)))
        Box(self, radius=RADIUS_CHIP, ground=paint(ground))
        self.add_widget(
            Row(
                Glyph(icon, 20, tone=tone, pos_hint={"center_y": 0.5}),
                Text(label, weight=700, size_sp=15, tone=tone, pos_hint={"center_y": 0.5}),
                gap=8,
            )
        )
        for part in below:
            self.add_widget(part)


class ChapterChip(Tap):
    """A chapter: its mark and its name, all of one size, centred together."""

    def __init__(self, words: str, icon: Icon, accent: Accent, on_tap: Callable[[], object]) -> None:
        self._accent = accent
        self.chosen = False
        super().__init__(on_tap, size_hint_y=None, height=key_height(), padding=(dp(6), dp(2)))
        self._box = Box(self, radius=RADIUS_CHIP, line=2)
        self._mark = Glyph(icon, 20, tone="ink_2", pos_hint={"center_y": 0.5})
        self.words = Text(words, weight=500, size_sp=16, smallest=11, most=2, grow="none", align="center")
        self.add_widget(CentredRow([self._mark, self.words], gap=7))
        self._answer()

    def choose(self, chosen: bool) -> None:
        self.chosen = chosen
        self._answer()

    def dress(self, *, pressed: bool) -> None:
        ground = paint(self._accent.deep if self.chosen else "raised")
        self._box.paint(
            ground=shaded(ground, 0.08) if pressed else ground,
            edge=paint(self._accent.line) if self.chosen else CLEAR,
        )
        self._mark.set_tone(self._accent.line if self.chosen else "ink_2")


class SeeLink(Tap):
    """The title of another entry, and an arrow that leads there."""

    def __init__(self, words: str, on_tap: Callable[[], object]) -> None:
        super().__init__(
            on_tap, size_hint_y=None, height=max(dp(52), sp(16) * 3.1), padding=(dp(14), dp(4), dp(10), dp(4))
        )
        self._box = Box(self, radius=RADIUS_CHIP)
        text = Text(words, weight=500, size_sp=16, smallest=12, most=2, more=3, grow="none")
        arrow = Glyph(Icon.ARROW_RIGHT, 20, tone="ink_3", mirrored=True, pos_hint={"center_y": 0.5})
        self.add_widget(Row(text, arrow, gap=6, size_hint_y=1))
        self._answer()

    def dress(self, *, pressed: bool) -> None:
        self._box.paint(ground=shaded(paint("raised"), 0.08) if pressed else paint("raised"))
