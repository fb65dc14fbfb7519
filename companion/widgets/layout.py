"""Layout containers that follow the reading direction: rows, columns, grids, panes and spacers.

Rows wrap and share their width so that words stay whole; that part (`RowItem`, `fits`, `share_widths`,
`break_lines`) is plain arithmetic without Kivy.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple

from kivy.metrics import dp
from kivy.properties import NumericProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.stacklayout import StackLayout
from kivy.uix.widget import Widget

from companion.widgets.kivy_patches import patch_layouts
from companion.widgets.layout_jobs import is_sizing_only
from companion.widgets.theme import TWO_PANES_WIDTH, look

patch_layouts()


class RowItem(NamedTuple):
    """Width needs of a child: `min_width`, and its `share` of the rest (None: exactly `min_width`)."""

    min_width: float
    share: float | None = None
    # May wrap to its own line: a labelled button, but not the icon before a sentence.
    can_wrap: bool = False


def fits(parts: Sequence[RowItem], room: float, gap: float) -> bool:
    """Return True if every item gets its minimum width when the room is shared by `share`."""
    left = room - gap * (len(parts) - 1) - sum(part.min_width for part in parts if part.share is None)
    shares = sum(part.share for part in parts if part.share is not None)
    return all(
        part.min_width <= max(0.0, left) * part.share / shares + 0.5
        for part in parts
        if part.share is not None and part.min_width > 0
    )


def share_widths(parts: Sequence[RowItem], room: float, gap: float) -> list[float]:
    """Share the width by `share`, but give no item less than its minimum while another has more."""
    left = room - gap * (len(parts) - 1) - sum(part.min_width for part in parts if part.share is None)
    sharing = {at: part for at, part in enumerate(parts) if part.share is not None}
    result = {at: part.min_width for at, part in enumerate(parts) if part.share is None}
    missing = left - sum(part.min_width for part in sharing.values())
    if missing < 0:
        # Not enough for all: shrink every item in proportion to its minimum width.
        needs = left - missing
        result |= {at: max(0.0, left) * part.min_width / needs for at, part in sharing.items()}
        sharing = {}
    while sharing:
        shares = sum(part.share or 0.0 for part in sharing.values())
        short_items = [
            at for at, part in sharing.items() if left * (part.share or 0.0) < part.min_width * shares
        ]
        for at in short_items or list(sharing):
            part = sharing.pop(at)
            result[at] = part.min_width if short_items else left * (part.share or 0.0) / (shares or 1.0)
        left -= sum(result[at] for at in short_items)
    return [result[at] for at in range(len(parts))]


def wrap_units(parts: Sequence[RowItem]) -> list[range]:
    """Return the groups of items that must stay on one line."""
    starts = [at for at, part in enumerate(parts) if at == 0 or part.can_wrap or parts[at - 1].can_wrap]
    return [range(start, end) for start, end in pairwise([*starts, len(parts)])]


def total_min_width(parts: Sequence[RowItem], gap: float) -> float:
    """Return the width that these items need on one line."""
    return sum(part.min_width for part in parts) + gap * max(0, len(parts) - 1)


def break_lines(parts: Sequence[RowItem], room: float, gap: float) -> list[range]:
    """Return the fewest lines that give every item its minimum width, filled from the first line."""
    result: list[range] = []
    for unit in wrap_units(parts):
        if result and total_min_width(parts[result[-1].start : unit.stop], gap) <= room:
            result[-1] = range(result[-1].start, unit.stop)
        else:
            result.append(unit)
    return result


def start_unsized(options: dict[str, Any]) -> None:
    """Set the initial width to 0 if a layout will set the width.

    Kivy's default is 100 pixels: all content would be laid out and rendered for that width first, and
    then again.
    """
    is_flexible = options.get("size_hint_x", options.get("size_hint", (1, 1))[0]) is not None
    if is_flexible and "size" not in options:
        options.setdefault("width", 0)


def add_children(layout: Any, children: Iterable[Widget]) -> Any:
    for child in children:
        layout.add_widget(child)
    return layout


def min_width(widget: Any) -> float:
    """Return the width that keeps every word in the widget whole at a readable font size."""
    if widget.size_hint_x is None:
        return float(widget.width)
    if hasattr(widget, "min_width"):
        return float(widget.min_width())
    if not isinstance(widget, BoxLayout):
        return 0.0
    padding = widget.padding[0] + widget.padding[2]
    if widget.orientation == "vertical":
        # An icon above text may be wider than the text; it is allowed to overflow.
        children = (child for child in widget.children if child.size_hint_x or isinstance(child, BoxLayout))
        return float(padding + max(map(min_width, children), default=0.0))
    needs = [min_width(child) for child in widget.children]
    return float(padding + sum(needs) + widget.spacing * max(0, len(needs) - 1))


def _can_wrap(widget: Any) -> bool:
    return getattr(widget, "can_wrap", False)


def _mirror(layout: Any) -> None:
    if is_sizing_only():
        return
    for child in layout.children:
        # Set `pos`, not `x`: Kivy would dispatch `x` before `center` is updated.
        child.pos = (2 * layout.x + layout.width - child.x - child.width, child.y)


class Column(BoxLayout):
    """Children from top to bottom; as high as they need, unless given a height hint."""

    def __init__(self, *children: Widget, gap: float = 8, **options: Any) -> None:
        options.setdefault("size_hint_y", None)
        options.setdefault("height", 0)
        start_unsized(options)
        super().__init__(orientation="vertical", spacing=dp(gap), **options)
        if self.size_hint_y is None:
            self.bind(minimum_height=self.setter("height"))
        add_children(self, children)


_VERTICAL_HINTS: Final = frozenset({"y", "center_y", "top"})


class Row(BoxLayout):
    """Children in reading direction, as high as the highest; centred vertically if they do not say otherwise.

    No child gets less width than its longest word needs while another has more. Where there is not enough
    for all, buttons wrap to lines of their own, and stay there as long as the row has this width, so that
    it does not flicker.
    """

    def __init__(self, *children: Widget, gap: float = 8, **options: Any) -> None:
        options.setdefault("size_hint_y", None)
        self._hugs = options.pop("hug", False)
        if self._hugs:
            options.setdefault("size_hint_x", None)
        start_unsized(options)
        self._has_auto_height = options["size_hint_y"] is None and "height" not in options
        # Maximum of each child's minimum width since the row got its current width.
        self._min_widths: dict[Widget, float] = {}
        self._measured_width = 0.0
        super().__init__(orientation="horizontal", spacing=dp(gap), **options)
        if self._has_auto_height:
            self.bind(minimum_height=self.setter("height"))
        if self._hugs:
            self.bind(minimum_width=self.setter("width"))
        add_children(self, children)

    def add_widget(self, widget: Widget, *args: Any, **kwargs: Any) -> None:
        if _VERTICAL_HINTS.isdisjoint(widget.pos_hint):
            widget.pos_hint = {**widget.pos_hint, "center_y": 0.5}
        super().add_widget(widget, *args, **kwargs)

    def do_layout(self, *args: Any) -> None:
        room = self.width - self.padding[0] - self.padding[2]
        parts = self._items_for(room) if room >= 1 and self._needs_sharing() else []
        if fits(parts, room, self.spacing):
            super().do_layout(*args)
        else:
            self._layout_lines(parts, room)
        if look().rtl:
            _mirror(self)

    def make_room(self) -> None:
        """Lay out again, because a word no longer fits its place."""
        self._trigger_layout()

    def min_width(self) -> float:
        parts = [self._make_item(child) for child in reversed(self.children)]
        units = (
            [parts[unit.start : unit.stop] for unit in wrap_units(parts)]
            if self._has_auto_height
            else [parts]
        )
        widest = max((total_min_width(unit, self.spacing) for unit in units), default=0.0)
        return float(self.padding[0] + self.padding[2] + widest)

    def _needs_sharing(self) -> bool:
        """Return True if sharing is needed; most rows are an icon and one text that takes the rest."""
        if self._hugs:
            return False
        sharing = sum(child.size_hint_x is not None for child in self.children)
        return sharing > 1 or (sharing == 1 and any(map(_can_wrap, self.children)))

    def _items_for(self, room: float) -> list[RowItem]:
        previous = self._min_widths if room == self._measured_width else {}
        self._measured_width, self._min_widths = room, {}
        parts = []
        for child in reversed(self.children):
            part = self._make_item(child)
            if part.share is not None:
                needed = self._min_widths[child] = max(part.min_width, previous.get(child, 0.0))
                part = part._replace(min_width=needed)
            parts.append(part)
        return parts

    @staticmethod
    def _make_item(child: Any) -> RowItem:
        return RowItem(min_width(child), child.size_hint_x, _can_wrap(child))

    def _layout_lines(self, parts: list[RowItem], room: float) -> None:
        """Lay out like Kivy's `BoxLayout`, but in lines and by minimum widths."""
        children = list(reversed(self.children))
        lines = break_lines(parts, room, self.spacing) if self._has_auto_height else [range(len(parts))]
        left, top, right, bottom = self.padding
        heights = [
            max((children[at].height for at in line if children[at].size_hint_y is None), default=0.0)
            for line in lines
        ]
        self.minimum_size = (
            left
            + right
            + max(total_min_width(parts[line.start : line.stop], self.spacing) for line in lines),
            top + bottom + sum(heights) + self.spacing * (len(lines) - 1),
        )
        if len(lines) == 1:
            heights = [self.height - top - bottom]
        above = self.y + self.height - top
        for line, height in zip(lines, heights, strict=True):
            shares = share_widths(parts[line.start : line.stop], room, self.spacing)
            x, below = self.x + left, above - height
            for at, width in zip(line, shares, strict=True):
                _place_child(children[at], x, below, width, height)
                x += width + self.spacing
            above = below - self.spacing


def _place_child(child: Any, x: float, y: float, width: float, height: float) -> None:
    """Position a child in a line; its height is its own or its share of the line's."""
    high = child.height if child.size_hint_y is None else child.size_hint_y * height
    for side, part in child.pos_hint.items():
        y += part * height - {"y": 0.0, "center_y": high / 2, "top": high}.get(side, part * height)
    if not is_sizing_only():
        child.pos = (x, y)
    child.size = (width, high)


class LabelledControl(Row):
    """A label with a control at the end of the line, or below it if the label would get too narrow.

    `min_label_width` is a width that is enough for the label in any case.
    """

    _MIN_LABEL_SHARE = 0.38

    def __init__(self, label: Widget, control: Widget, *, min_label_width: float | None = None) -> None:
        self._label, self._control, self._min_label_width = label, control, min_label_width
        super().__init__(label, control, gap=12, padding=(0, dp(4)))
        self.bind(width=self._arrange)
        control.bind(width=self._arrange)

    def make_room(self) -> None:
        self._arrange()

    def min_width(self) -> float:
        return max(min_width(self._label), min_width(self._control))

    def _arrange(self, *_: object) -> None:
        room, enough = self.width - self._control.width - self.spacing, self.width * self._MIN_LABEL_SHARE
        required = enough if self._min_label_width is None else min(enough, self._min_label_width)
        stacked = room < max(required, min_width(self._label))
        self.orientation = "vertical" if stacked else "horizontal"
        end = {"x": 0} if look().rtl else {"right": 1}
        self._control.pos_hint = end if stacked else {"center_y": 0.5}
        self._label.pos_hint = {} if stacked else {"center_y": 0.5}

    def do_layout(self, *args: Any) -> None:
        if self.orientation == "horizontal":
            super().do_layout(*args)
        else:
            BoxLayout.do_layout(self, *args)


class Wrap(StackLayout):
    """Children in reading direction, wrapping to the next line when one is full."""

    def __init__(self, *children: Widget, gap: float = 8, **options: Any) -> None:
        options.setdefault("size_hint_y", None)
        options.setdefault("orientation", "rl-tb" if look().rtl else "lr-tb")
        start_unsized(options)
        super().__init__(spacing=dp(gap), **options)
        self.bind(minimum_height=self.setter("height"))
        add_children(self, children)


class Grid(GridLayout):
    """Columns of equal width in reading direction; rows are as high as their highest cell.

    The number of columns follows from `min_column_width` (in dp) and from the longest word of any cell,
    which must stay whole.
    """

    min_column_width = NumericProperty(0)
    max_columns = NumericProperty(0)

    def __init__(self, *children: Widget, gap: float = 8, **options: Any) -> None:
        options.setdefault("size_hint_y", None)
        options.setdefault("cols", 1)
        start_unsized(options)
        super().__init__(spacing=dp(gap), orientation="rl-tb" if look().rtl else "lr-tb", **options)
        self.bind(minimum_height=self.setter("height"), cols=self._equalize_rows)
        # Maximum width that a cell needed since the grid got its current width.
        self._min_cell_width = self._measured_width = 0.0
        if self.min_column_width:
            self.bind(width=self._choose_columns)
        add_children(self, children)

    def do_layout(self, *args: Any) -> None:
        if self.min_column_width:
            self._choose_columns()
        super().do_layout(*args)

    def make_room(self) -> None:
        """Lay out again, because a word no longer fits its cell."""
        self._trigger_layout()

    def min_width(self) -> float:
        return float(self.padding[0] + self.padding[2] + max(map(min_width, self.children), default=0.0))

    def add_widget(self, widget: Widget, *args: Any, **kwargs: Any) -> None:
        """Add a cell; one without a fixed height is stretched to the height of its row."""
        if widget.size_hint_y is not None:
            widget.fbind("minimum_height", self._equalize_rows)
        super().add_widget(widget, *args, **kwargs)
        self._equalize_rows()

    def _equalize_rows(self, *_: object) -> None:
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
        if self.width != self._measured_width:
            self._min_cell_width, self._measured_width = 0.0, self.width
        self._min_cell_width = max(self._min_cell_width, *map(min_width, self.children), 0.0)
        gap = self.spacing[0]
        count = max(
            1, int((self.width + gap) // (max(dp(self.min_column_width), self._min_cell_width) + gap))
        )
        self.cols = min(count, int(self.max_columns) or count)


class Panes(BoxLayout):
    """Two parts: stacked on a phone, side by side in reading direction on a wide window."""

    def __init__(self, first: Widget, second: Widget, gap: float = 16, **options: Any) -> None:
        options.setdefault("size_hint_y", None)
        start_unsized(options)
        super().__init__(spacing=dp(gap), **options)
        self._parts = (first, second)
        add_children(self, self._parts)
        self.bind(width=self._arrange, minimum_height=self._update_height)
        for part in self._parts:
            part.bind(height=self._update_height)
        self._arrange()

    def _arrange(self, *_: object) -> None:
        side_by_side = self.width >= dp(TWO_PANES_WIDTH)
        self.orientation = "horizontal" if side_by_side else "vertical"
        for part in self._parts:
            part.pos_hint = {"top": 1} if side_by_side else {}
        self._update_height()

    def _update_height(self, *_: object) -> None:
        if self.size_hint_y is None:
            self.height = self.minimum_height

    def do_layout(self, *args: Any) -> None:
        super().do_layout(*args)
        if look().rtl and self.orientation == "horizontal":
            _mirror(self)


class Spacer(Widget):
    """Empty space: a fixed height or width in dp, or all of the remaining space if neither is given."""

    def __init__(self, height: float | None = None, width: float | None = None) -> None:
        super().__init__()
        if height is not None:
            self.size_hint_y, self.height = None, dp(height)
        if width is not None:
            self.size_hint_x, self.width = None, dp(width)
