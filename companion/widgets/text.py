"""Text and Icon: all words and marks that a screen shows."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, Rectangle
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.widgets.icon_names import Icon
from companion.widgets.settling import DrawingJob, Turn
from companion.widgets.sizing import no_width_yet
from companion.widgets.theme import look, paint, sp
from companion.widgets.typeset import (
    ELLIPSIS,
    ICONS,
    Block,
    fitted_size,
    least_room,
    line_count,
    line_height,
    reads_from_right,
    set_text,
    text_width,
    words_fit,
)

_ANY_HEIGHT = 10**6
# In dp: so small may words get before one of them is torn, at any text size.
_LAST = 11


class _Setting:
    """An attribute of a text, which calls the named method of its own when it changes.

    Nobody binds to these, and Kivy's properties take longer: each is made anew for every widget.
    """

    def __init__(self, default: Any, on_change: str = "_set_again") -> None:
        self._default = default
        self._on_change = on_change

    def __set_name__(self, _owner: type, name: str) -> None:
        self._name = name

    def __get__(self, text: Any, _owner: type | None = None) -> Any:
        return text.__dict__.get(self._name, self._default)

    def __set__(self, text: Any, value: Any) -> None:
        if value != self.__get__(text):
            text.__dict__[self._name] = value
            getattr(text, self._on_change)()


class Text(Widget):
    """A paragraph in logical order. `grow` says which of its sides follow the words.

    `align` is about reading: "start" is left in English and right in Persian. `smallest` > 0 lets the words
    shrink down to that size to fit the box; `most` lines at the most, then an ellipsis; where they would be
    much too small on these, up to `more` lines. A `steady` text that shrinks stays as high as it was: what
    stands below it does not move.

    No word is torn and none is missing as long as less size would help. Before it comes to that, whatever
    holds the text gives it the `least_width`, or a line of its own.
    """

    # Kivy's own, named for the type checker.
    height: float
    size: tuple[float, float]

    content = _Setting("")
    # "text", "title" or "icons".
    face = _Setting("text")
    # 400, 500 or 700.
    weight = _Setting(400)
    size_sp = _Setting(16)
    smallest = _Setting(0)
    most = _Setting(0)
    more = _Setting(0)
    # "start", "center" or "end".
    align = _Setting("start")
    # "top", "middle" or "bottom".
    valign = _Setting("middle", "_schedule_place")
    # "height", "both" or "none".
    grow = _Setting("height")
    widest = _Setting(0)
    color = _Setting((1, 1, 1, 1), "_recolour")
    scaled = _Setting(True)

    def __init__(self, content: str = "", *, tone: str = "ink", steady: bool = False, **options: Any) -> None:
        self._steady = steady
        self._highest = 0.0
        grow = options.get("grow", "height")
        if grow != "none":
            options.setdefault("size_hint_y", None)
        if grow == "both":
            options.setdefault("size_hint_x", None)
        no_width_yet(options)
        self._block: Block | None = None
        self._drawn_size = 0
        self._asked = ""
        settings = {name: options.pop(name) for name in _SETTINGS & options.keys()}
        self.__dict__.update(settings, content=content)
        if "color" not in settings:
            self.__dict__["color"] = paint(tone)
        super().__init__(**options)
        self._tint = Color(rgba=self.color)
        # Nothing until words are set: Kivy's own would be a square in the corner of the window.
        self._picture = Rectangle(size=(0, 0))
        self.canvas.add(self._tint)
        self.canvas.add(self._picture)
        self._set_again = Turn(self, "_set")
        self._schedule_place = DrawingJob(self._place)
        self.fbind("width", self._on_width)
        self.fbind("height", self._on_height)
        # Not to the pair: that takes longer.
        self.fbind("x", self._schedule_place)
        self.fbind("y", self._schedule_place)
        self._set()

    def set_tone(self, name: str) -> None:
        self.color = paint(name)

    def _recolour(self, *_: object) -> None:
        self._tint.rgba = self.color

    def _on_width(self, *_: object) -> None:
        if self.grow != "both":
            self._set_again()
        self._schedule_place()

    def _on_height(self, *_: object) -> None:
        if self.grow == "none":
            self._set_again()
        self._schedule_place()

    def _pixels(self, size: float) -> int:
        return max(1, round(sp(size) if self.scaled else sp(size) / look().text_scale))

    def _set(self, *_: object) -> None:
        size = self._pixels(self.size_sp)
        if self.width < 1 and self.grow != "both":
            if self.grow == "height":
                self.height = line_height(self.content, self.face, self.weight, size) if self.content else 0
            return
        most = int(self.most) or None
        rtl = reads_from_right(self.content, look().rtl)
        room = self._room()
        if room is not None:
            size, most = self._fitted(size, room, rtl)
        self._drawn_size = size
        if room is not None and self._is_cramped(room, most, rtl):
            self._ask_for_room()
        self._block = set_text(
            self.content, self.face, self.weight, size,
            width=room, align=self._side(), rtl=rtl, most=most,
        )  # fmt: skip
        if self.grow == "both":
            self.size = (self._block.width, self._block.height)
        elif self.grow == "height":
            # Nothing to say takes no room.
            self.height = self._needed_height(self._block) if self.content else 0
        self._schedule_place()

    def _fitted(self, largest: int, room: int, rtl: bool) -> tuple[int, int | None]:
        """The size of the letters, and on how many lines at the most."""
        most = int(self.most) or None
        size = self._size_on(most, largest, room, rtl)
        more = int(self.more) or None
        if more is not None and more != most:
            lines = line_count(self.content, self.face, self.weight, size, width=room, rtl=rtl)
            if size < self._tight_size() or (most is not None and lines > most):
                return self._size_on(more, largest, room, rtl), more
        return size, most

    def _size_on(self, most: int | None, largest: int, room: int, rtl: bool) -> int:
        height = max(1, int(self.height)) if self.grow == "none" and self.smallest else _ANY_HEIGHT
        return fitted_size(
            self.content, self.face, self.weight, largest,
            self._pixels(self.smallest) if self.smallest else largest,
            width=room, height=height, rtl=rtl, most=most, last=round(dp(_LAST)),
        )  # fmt: skip

    def _room(self) -> int | None:
        """How wide a line may be; any width where the text itself decides."""
        if self.grow == "both":
            return int(self.widest) or None
        return max(1, int(self.width))

    def _needed_height(self, block: Block) -> float:
        if not self._steady:
            return block.height
        self._highest = max(self._highest, block.height)
        return self._highest

    def _side(self) -> str:
        if self.align == "center":
            return "center"
        return "left" if (self.align == "start") != look().rtl else "right"

    def _place(self, *_: object) -> None:
        if self._block is None:
            return
        texture = self._block.label.texture
        if texture is None or not self.content:
            self._picture.size = (0, 0)
            return
        width, height = texture.size
        # Not by `center`, `right` or `top`: these lag behind while Kivy tells of a move by `x` or `y`.
        spare_x, spare_y = self.width - width, self.height - height
        x = self.x + {"left": 0.0, "center": spare_x / 2, "right": spare_x}[self._side()]
        y = self.y + {"top": spare_y, "middle": spare_y / 2, "bottom": 0.0}[self.valign]
        if texture is not self._picture.texture:
            # Only then: Kivy paints anew what is told anything, even what it knows.
            self._picture.texture = texture
        self._picture.pos = (round(x), round(y))
        self._picture.size = (width, height)

    def natural_width(self) -> float:
        """How wide the words are on one line at their full size."""
        size = self._pixels(self.size_sp)
        rtl = reads_from_right(self.content, look().rtl)
        return text_width(self.content, self.face, self.weight, size, rtl=rtl)

    def least_width(self) -> float:
        """The room that keeps every word whole in letters that are not much too small: of what the reader has
        enlarged, half may be given up for that."""
        if self.grow == "both" or not self.content:
            return float(self.width) if self.grow == "both" else 0.0
        rtl = reads_from_right(self.content, look().rtl)
        most = int(self.more or self.most) or None
        return least_room(self.content, self.face, self.weight, self._tight_size(), rtl=rtl, most=most) + 1

    def _is_cramped(self, room: int, most: int | None, rtl: bool) -> bool:
        """What fits as it is drawn fits in smaller letters too: these are measured only where it does not."""
        setting = (self.content, self.face, self.weight, self._drawn_size)
        if (
            self._drawn_size >= self._tight_size()
            and words_fit(*setting, width=room, rtl=rtl)
            and (most is None or line_count(*setting, width=room, rtl=rtl) <= most)
        ):
            return False
        return self.least_width() > room + 1

    def _tight_size(self) -> int:
        scale = look().text_scale if self.scaled else 1.0
        return round(self._pixels(self.smallest or self.size_sp) * (1 + 1 / max(1.0, scale)) / 2)

    def _ask_for_room(self) -> None:
        """Once for the same words: whoever holds them may have none to give."""
        if self._asked == self.content:
            return
        self._asked = self.content
        holder = self.parent
        while isinstance(holder, Widget):
            if hasattr(holder, "make_room"):
                holder.make_room()
            holder = holder.parent

    @property
    def torn(self) -> bool:
        """Whether a word is broken inside, or cut because it alone is wider than its line."""
        room = self._room()
        if self._block is None or room is None:
            return False
        rtl = reads_from_right(self.content, look().rtl)
        return not words_fit(self.content, self.face, self.weight, self._drawn_size, width=room, rtl=rtl)

    @property
    def drawn(self) -> tuple[float, float]:
        """The size of the words as they are drawn; nothing where there are none."""
        if self._block is None or self._block.label.texture is None or not self.content:
            return (0.0, 0.0)
        width, height = self._block.label.texture.size
        return (width, height)

    @property
    def cut(self) -> bool:
        """Whether words are missing, with an ellipsis in their place."""
        if self._block is None:
            return False
        return bool(self._block.label.text.count(ELLIPSIS) > self.content.count(ELLIPSIS))

    @property
    def shown_lines(self) -> int:
        return self._block.lines if self._block else 0


_SETTINGS = frozenset(name for name, part in vars(Text).items() if isinstance(part, _Setting))


class Glyph(Text):
    """One of our drawn marks, in a square of `size_sp` dp (marks do not grow with the text size)."""

    def __init__(
        self, icon: Icon, size: float = 24, *, tone: str = "ink", mirrored: bool = False, **options: Any
    ) -> None:
        super().__init__(
            icon.value,
            tone=tone,
            face=ICONS,
            size_sp=size,
            grow="both",
            scaled=False,
            align="center",
            **options,
        )
        self.mirrored = mirrored and look().rtl

    def show(self, icon: Icon) -> None:
        self.content = icon.value

    def _place(self, *_: object) -> None:
        super()._place()
        # Arrows point along the reading direction: the same glyph, its picture turned over.
        if self.mirrored and self._picture.texture is not None:
            x0, y0, x1, _, _, y1, *_ = self._picture.texture.tex_coords
            self._picture.tex_coords = (x1, y0, x0, y0, x0, y1, x1, y1)
