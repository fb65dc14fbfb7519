"""Rows, columns and panes. Rows run along the reading direction, columns are as high as their content."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kivy.metrics import dp
from kivy.properties import NumericProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.stacklayout import StackLayout
from kivy.uix.widget import Widget

from companion.widgets.sizing import no_width_yet
from companion.widgets.theme import TWO_PANES, look


def fill(layout: Any, children: Iterable[Widget]) -> Any:
    for child in children:
        layout.add_widget(child)
    return layout


def _mirror(layout: Any) -> None:
    for child in layout.children:
        # Not by `x` alone: Kivy would then tell of the move before `center` knows of it.
        child.pos = (2 * layout.x + layout.width - child.x - child.width, child.y)


class Column(BoxLayout):
    """Children from top to bottom; as high as they need, unless given a height hint."""

    def __init__(self, *children: Widget, gap: float = 8, **options: Any) -> None:
        options.setdefault("size_hint_y", None)
        options.setdefault("height", 0)
        no_width_yet(options)
        super().__init__(orientation="vertical", spacing=dp(gap), **options)
        if self.size_hint_y is None:
            self.bind(minimum_height=self.setter("height"))
        fill(self, children)


class Row(BoxLayout):
    """Children along the reading direction, centred on one another; as high as the highest."""

    def __init__(self, *children: Widget, gap: float = 8, **options: Any) -> None:
        options.setdefault("size_hint_y", None)
        self._hugs = options.pop("hug", False)
        if self._hugs:
            options.setdefault("size_hint_x", None)
        no_width_yet(options)
        super().__init__(orientation="horizontal", spacing=dp(gap), **options)
        if self.size_hint_y is None and "height" not in options:
            self.bind(minimum_height=self.setter("height"))
        if self._hugs:
            self.bind(minimum_width=self.setter("width"))
        fill(self, children)

    def do_layout(self, *args: Any) -> None:
        super().do_layout(*args)
        if look().rtl:
            _mirror(self)


class Labelled(Row):
    """Words and, at the end of the line, a control of its own width; below the words where it would leave
    them too little room. `needs` is how much is enough for them in any case."""

    _ENOUGH = 0.38

    def __init__(self, words: Widget, control: Widget, *, needs: float | None = None) -> None:
        self._words, self._control, self._needs = words, control, needs
        super().__init__(words, control, gap=12, padding=(0, dp(4)))
        self.bind(width=self._arrange)
        control.bind(width=self._arrange)

    def _arrange(self, *_: object) -> None:
        room, enough = self.width - self._control.width - self.spacing, self.width * self._ENOUGH
        stacked = room < (enough if self._needs is None else min(enough, self._needs))
        self.orientation = "vertical" if stacked else "horizontal"
        end = {"x": 0} if look().rtl else {"right": 1}
        self._control.pos_hint = end if stacked else {"center_y": 0.5}
        self._words.pos_hint = {} if stacked else {"center_y": 0.5}

    def do_layout(self, *args: Any) -> None:
        if self.orientation == "horizontal":
            super().do_layout(*args)
        else:
            BoxLayout.do_layout(self, *args)


class Wrap(StackLayout):
    """Children along the reading direction, going on in the next line when one is full."""

    def __init__(self, *children: Widget, gap: float = 8, **options: Any) -> None:
        options.setdefault("size_hint_y", None)
        options.setdefault("orientation", "rl-tb" if look().rtl else "lr-tb")
        no_width_yet(options)
        super().__init__(spacing=dp(gap), **options)
        self.bind(minimum_height=self.setter("height"))
        fill(self, children)


class Grid(GridLayout):
    """Columns of equal width along the reading direction, rows as high as their highest cell.

    `narrowest` dp a column decides how many columns there are.
    """

    narrowest = NumericProperty(0)
    most_columns = NumericProperty(0)

    def __init__(self, *children: Widget, gap: float = 8, **options: Any) -> None:
        options.setdefault("size_hint_y", None)
        options.setdefault("cols", 1)
        no_width_yet(options)
        super().__init__(spacing=dp(gap), orientation="rl-tb" if look().rtl else "lr-tb", **options)
        self.bind(minimum_height=self.setter("height"), cols=self._level)
        if self.narrowest:
            self.bind(width=self._choose_columns)
        fill(self, children)

    def add_widget(self, widget: Widget, *args: Any, **kwargs: Any) -> None:
        """Cells without a height of their own are stretched to the height of their row."""
        if widget.size_hint_y is not None:
            widget.fbind("minimum_height", self._level)
        super().add_widget(widget, *args, **kwargs)
        self._level()

    def _level(self, *_: object) -> None:
        cells = list(reversed(self.children))
        columns = max(1, self.cols or 1)
        self.rows_minimum = {
            start // columns: max(
                cell.height if cell.size_hint_y is None else cell.minimum_height
                for cell in cells[start : start + columns]
            )
            for start in range(0, len(cells), columns)
        }
        self._trigger_layout()

    def _choose_columns(self, *_: object) -> None:
        gap = self.spacing[0]
        count = max(1, int((self.width + gap) // (dp(self.narrowest) + gap)))
        self.cols = min(count, int(self.most_columns) or count)


class Panes(BoxLayout):
    """Two parts: stacked on a phone, side by side (along the reading direction) where there is room."""

    def __init__(self, first: Widget, second: Widget, gap: float = 16, **options: Any) -> None:
        options.setdefault("size_hint_y", None)
        no_width_yet(options)
        super().__init__(spacing=dp(gap), **options)
        self._parts = (first, second)
        fill(self, self._parts)
        self.bind(width=self._arrange, minimum_height=self._grow)
        for part in self._parts:
            part.bind(height=self._grow)
        self._arrange()

    def _arrange(self, *_: object) -> None:
        side_by_side = self.width >= dp(TWO_PANES)
        self.orientation = "horizontal" if side_by_side else "vertical"
        for part in self._parts:
            part.pos_hint = {"top": 1} if side_by_side else {}
        self._grow()

    def _grow(self, *_: object) -> None:
        if self.size_hint_y is None:
            self.height = self.minimum_height

    def do_layout(self, *args: Any) -> None:
        super().do_layout(*args)
        if look().rtl and self.orientation == "horizontal":
            _mirror(self)


class Gap(Widget):
    """Empty space: a fixed height or width in dp, or (with none) all that is left over."""

    def __init__(self, height: float | None = None, width: float | None = None) -> None:
        super().__init__()
        if height is not None:
            self.size_hint_y, self.height = None, dp(height)
        if width is not None:
            self.size_hint_x, self.width = None, dp(width)
