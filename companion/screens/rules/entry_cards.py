"""Parts of the rules: an entry folded to its title or opened with all that it tells, and ways to others."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.widgets.cards import chip_height
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Row
from companion.widgets.shapes import TRANSPARENT, RoundedBox
from companion.widgets.tap import CentredRow, Pressable, shade
from companion.widgets.text import IconLabel, Text
from companion.widgets.theme import RADIUS_CARD, RADIUS_CHIP, Accent, sp, theme_colour

# In dp.
_PADDING_DP = 16


class _EntryTitle(Pressable):
    """A line that opens or folds, as high as its words."""

    def __init__(
        self, words: Text, icon: Icon, arrow: Icon | None, tone: str, on_tap: Callable[[], object] | None
    ) -> None:
        super().__init__(on_tap, size_hint_y=None, height=dp(52), padding=(dp(_PADDING_DP), dp(8)))
        words.pos_hint = {"center_y": 0.5}
        mark = IconLabel(icon, 24, tone=tone, pos_hint={"center_y": 0.5})
        self._row = Row(mark, words, gap=12, pos_hint={"center_y": 0.5})
        if arrow is not None:
            self._row.add_widget(
                IconLabel(arrow, 22, tone="ink_3", mirrored=True, pos_hint={"center_y": 0.5})
            )
        self.add_widget(self._row)
        self._row.bind(height=self._update_height)
        self._update_height()

    def _update_height(self, *_: object) -> None:
        self.height = max(dp(52), sp(17) * 2.6, self._row.height + self.padding[1] + self.padding[3])


class FoldedEntry(_EntryTitle):
    """Its title. It opens in its place or `is_side_by_side` the list, where the `is_selected` one is read."""

    def __init__(
        self, title: str, icon: Icon, accent: Accent, on_tap: Callable[[], object], *, is_side_by_side: bool
    ) -> None:
        self._accent = accent
        self.is_selected = False
        words = Text(title, weight=500, size_sp=17)
        super().__init__(
            words, icon, Icon.ARROW_RIGHT if is_side_by_side else Icon.ARROW_DOWN, "ink_2", on_tap
        )
        self.title = title
        self._box = RoundedBox(self, radius=RADIUS_CARD, line_width=1)
        self._refresh_style()

    def set_selected(self, is_selected: bool) -> None:
        self.is_selected = is_selected
        self._refresh_style()

    def update_style(self, *, pressed: bool) -> None:
        ground = theme_colour(self._accent.deep if self.is_selected else "plank")
        self._box.set_style(
            background=shade(ground, 0.06) if pressed else ground,
            border=theme_colour(self._accent.line) if self.is_selected else theme_colour("groove", 0.6),
            line_width=2 if self.is_selected else 1,
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
        RoundedBox(
            self,
            radius=RADIUS_CARD,
            background=theme_colour("plank"),
            border=theme_colour(accent.line),
            line_width=2,
        )
        if refused:
            self.add_widget(Column(_RefusalStrip(refused), padding=(dp(8), dp(6), dp(8), 0)))
        words = Text(title, face="title", size_sp=22)
        self.head = _EntryTitle(words, icon, Icon.ARROW_UP if on_fold else None, accent.line, on_fold)
        self.add_widget(self.head)
        self.add_widget(Column(*parts, gap=14, padding=(dp(_PADDING_DP), 0, dp(_PADDING_DP), 0)))


class _RefusalStrip(Row):
    """A strip that repeats why a tap was not taken."""

    def __init__(self, words: str) -> None:
        super().__init__(gap=10, padding=(dp(12), dp(10)))
        RoundedBox(
            self,
            radius=RADIUS_CHIP,
            background=theme_colour("ember_deep"),
            border=theme_colour("ember", 0.7),
            line_width=1,
        )
        self.add_widget(IconLabel(Icon.HAND_STOP, 24, tone="ember", pos_hint={"center_y": 0.5}))
        self.add_widget(Text(words, weight=500, size_sp=16, tone="ember", pos_hint={"center_y": 0.5}))


class EntrySection(Column):
    """A part of an entry on a ground of its own: what it means at this table, an example, a note."""

    def __init__(self, icon: Icon, label: str, *below: Widget, tone: str, ground: str = "raised") -> None:
        super().__init__(gap=6, padding=(dp(14), dp(12)))
        RoundedBox(self, radius=RADIUS_CHIP, background=theme_colour(ground))
        self.add_widget(
            Row(
                IconLabel(icon, 20, tone=tone, pos_hint={"center_y": 0.5}),
                Text(label, weight=700, size_sp=15, tone=tone, pos_hint={"center_y": 0.5}),
                gap=8,
            )
        )
        for part in below:
            self.add_widget(part)


class ChapterChip(Pressable):
    """A chapter: its mark and its name, all of one size, centred together."""

    def __init__(self, words: str, icon: Icon, accent: Accent, on_tap: Callable[[], object]) -> None:
        self._accent = accent
        self.is_selected = False
        super().__init__(on_tap, size_hint_y=None, height=chip_height(), padding=(dp(6), dp(2)))
        self._box = RoundedBox(self, radius=RADIUS_CHIP, line_width=2)
        self._mark = IconLabel(icon, 20, tone="ink_2", pos_hint={"center_y": 0.5})
        self.words = Text(
            words, weight=500, size_sp=16, min_size=11, max_lines=2, autosize="none", align="center"
        )
        self.add_widget(CentredRow([self._mark, self.words], gap=7))
        self._refresh_style()

    def set_selected(self, is_selected: bool) -> None:
        self.is_selected = is_selected
        self._refresh_style()

    def update_style(self, *, pressed: bool) -> None:
        ground = theme_colour(self._accent.deep if self.is_selected else "raised")
        self._box.set_style(
            background=shade(ground, 0.08) if pressed else ground,
            border=theme_colour(self._accent.line) if self.is_selected else TRANSPARENT,
        )
        self._mark.set_tone(self._accent.line if self.is_selected else "ink_2")


class SeeAlsoLink(Pressable):
    """The title of another entry, and an arrow that leads there."""

    def __init__(self, words: str, on_tap: Callable[[], object]) -> None:
        super().__init__(
            on_tap, size_hint_y=None, height=max(dp(52), sp(16) * 3.1), padding=(dp(14), dp(4), dp(10), dp(4))
        )
        self._box = RoundedBox(self, radius=RADIUS_CHIP)
        text = Text(
            words, weight=500, size_sp=16, min_size=12, max_lines=2, fallback_lines=3, autosize="none"
        )
        arrow = IconLabel(Icon.ARROW_RIGHT, 20, tone="ink_3", mirrored=True, pos_hint={"center_y": 0.5})
        self.add_widget(Row(text, arrow, gap=6, size_hint_y=1))
        self._refresh_style()

    def update_style(self, *, pressed: bool) -> None:
        self._box.set_style(
            background=shade(theme_colour("raised"), 0.08) if pressed else theme_colour("raised")
        )
