"""Text widgets and their styles: `Text` and `IconLabel`, and `FittedTexts` that share a fixed box.

Text is rendered by `text_renderer`; these widgets decide the font size, the number of lines and the width.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from kivy.graphics import Color, Rectangle
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.widgets.icons import Icon
from companion.widgets.layout import start_unsized
from companion.widgets.layout_jobs import DrawingJob, LayoutJob
from companion.widgets.text_renderer import (
    ELLIPSIS,
    ICONS,
    RenderedText,
    fit_font_size,
    is_rtl_text,
    line_count,
    line_height,
    min_text_width,
    render_text,
    text_width,
    words_fit,
)
from companion.widgets.theme import look, sp, theme_colour

_ANY_HEIGHT = 10**6
# In dp: absolute minimum font size before words are broken, whatever the text size setting.
_MIN_SIZE_DP = 11


@dataclass(frozen=True, slots=True)
class TextStyle:
    """How a text looks: every text names a style, and overrides what differs."""

    size_sp: float = 16
    # 400, 500 or 700.
    weight: int = 400
    tone: str = "ink"
    # "text", "title" or "icons".
    face: str = "text"
    # "start", "center" or "end": follows the reading direction, "start" is left in English, right in Persian.
    align: str = "start"


BODY: Final = TextStyle()
MUTED: Final = TextStyle(tone="ink_2")
STRONG: Final = TextStyle(weight=500)
CAPTION: Final = TextStyle(14, tone="ink_2")
LEAD: Final = TextStyle(18)
LABEL: Final = TextStyle(18, 500)
NUMBER: Final = TextStyle(20, 700)
HEADING: Final = TextStyle(20, face="title")
TITLE: Final = TextStyle(22, face="title")
DISPLAY: Final = TextStyle(36, face="title", align="center")


class _TextProperty:
    """A plain attribute that calls the named method of its owner when it changes.

    Nothing binds to these, and Kivy's properties are slower: each one is created for every widget.
    """

    def __init__(self, default: Any, on_change: str = "_schedule_render") -> None:
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
    """A paragraph in logical order. `autosize` says which of its sides follow the text.

    Options are those of `TextStyle` and Kivy's. `min_size` > 0 lets the font shrink to that size to fit the
    box. More than `max_lines` lines end in an ellipsis; if the font would get much too small, up to
    `fallback_lines` lines are used instead. With `keep_height` the height never decreases, so that widgets
    below do not move.

    Words are neither broken nor truncated as long as a smaller font avoids it. Before that happens, the
    ancestors' `make_room` is called, which can give the text its `min_width` or a line of its own.
    """

    # Kivy's properties, declared for the type checker.
    height: float
    size: tuple[float, float]

    content = _TextProperty("")
    face = _TextProperty(BODY.face)
    weight = _TextProperty(BODY.weight)
    size_sp = _TextProperty(BODY.size_sp)
    min_size = _TextProperty(0)
    max_lines = _TextProperty(0)
    fallback_lines = _TextProperty(0)
    align = _TextProperty(BODY.align)
    # "top", "middle" or "bottom".
    valign = _TextProperty("middle", "_schedule_update")
    # "height", "both" or "none".
    autosize = _TextProperty("height")
    max_width = _TextProperty(0)
    color = _TextProperty((1, 1, 1, 1), "_recolour")
    scaled = _TextProperty(True)

    def __init__(
        self,
        content: str = "",
        style: TextStyle = BODY,
        *,
        tone: str = "",
        keep_height: bool = False,
        **options: Any,
    ) -> None:
        self._keep_height = keep_height
        self._max_height = 0.0
        autosize = options.get("autosize", "height")
        if autosize != "none":
            options.setdefault("size_hint_y", None)
        if autosize == "both":
            options.setdefault("size_hint_x", None)
        start_unsized(options)
        self._rendered: RenderedText | None = None
        self._font_size = 0
        self._requested_for = ""
        settings = {name: options.pop(name) for name in _TEXT_PROPERTIES & options.keys()}
        if style is not BODY:
            self.__dict__.update(
                face=style.face, weight=style.weight, size_sp=style.size_sp, align=style.align
            )
        self.__dict__.update(settings, content=content)
        if "color" not in settings:
            self.__dict__["color"] = theme_colour(tone or style.tone)
        super().__init__(**options)
        self._tint = Color(rgba=self.color)
        # Empty until text is rendered: Kivy's default rectangle would be visible in the window's corner.
        self._rectangle = Rectangle(size=(0, 0))
        self.canvas.add(self._tint)
        self.canvas.add(self._rectangle)
        self._schedule_render = LayoutJob(self, "_render")
        self._schedule_update = DrawingJob(self._update_rectangle)
        self.fbind("width", self._on_width)
        self.fbind("height", self._on_height)
        # Bound separately, because binding to `pos` is slower.
        self.fbind("x", self._schedule_update)
        self.fbind("y", self._schedule_update)
        self._render()

    def set_tone(self, name: str) -> None:
        self.color = theme_colour(name)

    def _recolour(self, *_: object) -> None:
        self._tint.rgba = self.color

    def _on_width(self, *_: object) -> None:
        if self.autosize != "both":
            self._schedule_render()
        self._schedule_update()

    def _on_height(self, *_: object) -> None:
        if self.autosize == "none":
            self._schedule_render()
        self._schedule_update()

    def _pixels(self, size: float) -> int:
        return max(1, round(sp(size) if self.scaled else sp(size) / look().text_scale))

    def _render(self, *_: object) -> None:
        size = self._pixels(self.size_sp)
        if self.width < 1 and self.autosize != "both":
            if self.autosize == "height":
                self.height = line_height(self.content, self.face, self.weight, size) if self.content else 0
            return
        max_lines = int(self.max_lines) or None
        rtl = is_rtl_text(self.content, look().rtl)
        max_width = self._available_width()
        if max_width is not None:
            size, max_lines = self._fit_size(size, max_width, rtl)
        self._font_size = size
        if max_width is not None and self._needs_more_width(max_width, max_lines, rtl):
            self._request_room()
        self._rendered = render_text(
            self.content, self.face, self.weight, size,
            width=max_width, align=self._alignment(), rtl=rtl, max_lines=max_lines,
        )  # fmt: skip
        if self.autosize == "both":
            self.size = (self._rendered.width, self._rendered.height)
        elif self.autosize == "height":
            # Empty text takes no space.
            self.height = self._needed_height(self._rendered) if self.content else 0
        self._schedule_update()

    def _fit_size(self, max_size: int, max_width: int, rtl: bool) -> tuple[int, int | None]:
        """Return the font size and the maximum number of lines."""
        max_lines = int(self.max_lines) or None
        size = self._size_for(max_lines, max_size, max_width, rtl)
        fallback_lines = int(self.fallback_lines) or None
        if fallback_lines is not None and fallback_lines != max_lines:
            lines = line_count(self.content, self.face, self.weight, size, width=max_width, rtl=rtl)
            if size < self._min_readable_size() or (max_lines is not None and lines > max_lines):
                return self._size_for(fallback_lines, max_size, max_width, rtl), fallback_lines
        return size, max_lines

    def _size_for(self, max_lines: int | None, max_size: int, max_width: int, rtl: bool) -> int:
        height = max(1, int(self.height)) if self.autosize == "none" and self.min_size else _ANY_HEIGHT
        return fit_font_size(
            self.content,
            self.face,
            self.weight,
            max_size,
            self._pixels(self.min_size) if self.min_size else max_size,
            width=max_width,
            height=height,
            rtl=rtl,
            max_lines=max_lines,
            hard_min_size=round(dp(_MIN_SIZE_DP)),
        )

    def _available_width(self) -> int | None:
        """Return the maximum width of a line, or None if the text determines it."""
        if self.autosize == "both":
            return int(self.max_width) or None
        return max(1, int(self.width))

    def _needed_height(self, rendered: RenderedText) -> float:
        if not self._keep_height:
            return rendered.height
        self._max_height = max(self._max_height, rendered.height)
        return self._max_height

    def _alignment(self) -> str:
        if self.align == "center":
            return "center"
        return "left" if (self.align == "start") != look().rtl else "right"

    def _update_rectangle(self, *_: object) -> None:
        if self._rendered is None:
            return
        texture = self._rendered.label.texture
        if texture is None or not self.content:
            self._rectangle.size = (0, 0)
            return
        width, height = texture.size
        # Not `center`, `right` or `top`: these are outdated while Kivy dispatches a change of `x` or `y`.
        spare_x, spare_y = self.width - width, self.height - height
        x = self.x + {"left": 0.0, "center": spare_x / 2, "right": spare_x}[self._alignment()]
        y = self.y + {"top": spare_y, "middle": spare_y / 2, "bottom": 0.0}[self.valign]
        if texture is not self._rectangle.texture:
            # Kivy redraws on every assignment, even of an equal value.
            self._rectangle.texture = texture
        self._rectangle.pos = (round(x), round(y))
        self._rectangle.size = (width, height)

    def natural_width(self) -> float:
        """Return the width of the text on one line at full font size."""
        size = self._pixels(self.size_sp)
        rtl = is_rtl_text(self.content, look().rtl)
        return text_width(self.content, self.face, self.weight, size, rtl=rtl)

    def min_width(self) -> float:
        """Return the width that keeps every word whole at a readable font size.

        Half of the enlargement by the text size setting may be given up for that.
        """
        if self.autosize == "both" or not self.content:
            return float(self.width) if self.autosize == "both" else 0.0
        rtl = is_rtl_text(self.content, look().rtl)
        max_lines = int(self.fallback_lines or self.max_lines) or None
        return (
            min_text_width(
                self.content, self.face, self.weight, self._min_readable_size(), rtl=rtl, max_lines=max_lines
            )
            + 1
        )

    def _needs_more_width(self, max_width: int, max_lines: int | None, rtl: bool) -> bool:
        """Return True if words are broken or lines missing. Measures smaller sizes only if needed."""
        setting = (self.content, self.face, self.weight, self._font_size)
        if (
            self._font_size >= self._min_readable_size()
            and words_fit(*setting, width=max_width, rtl=rtl)
            and (max_lines is None or line_count(*setting, width=max_width, rtl=rtl) <= max_lines)
        ):
            return False
        return self.min_width() > max_width + 1

    def _min_readable_size(self) -> int:
        scale = look().text_scale if self.scaled else 1.0
        return round(self._pixels(self.min_size or self.size_sp) * (1 + 1 / max(1.0, scale)) / 2)

    def _request_room(self) -> None:
        """Call `make_room` of the ancestors, once per content: they may have no room to give."""
        if self._requested_for == self.content:
            return
        self._requested_for = self.content
        ancestor = self.parent
        while isinstance(ancestor, Widget):
            if hasattr(ancestor, "make_room"):
                ancestor.make_room()
            ancestor = ancestor.parent

    @property
    def has_broken_word(self) -> bool:
        """True if a word is broken, or cut because it is wider than its line."""
        max_width = self._available_width()
        if self._rendered is None or max_width is None:
            return False
        rtl = is_rtl_text(self.content, look().rtl)
        return not words_fit(self.content, self.face, self.weight, self._font_size, width=max_width, rtl=rtl)

    @property
    def rendered_size(self) -> tuple[float, float]:
        """The size of the rendered text; (0, 0) if there is none."""
        if self._rendered is None or self._rendered.label.texture is None or not self.content:
            return (0.0, 0.0)
        width, height = self._rendered.label.texture.size
        return (width, height)

    @property
    def is_truncated(self) -> bool:
        """True if the text is truncated with an ellipsis."""
        if self._rendered is None:
            return False
        return bool(self._rendered.label.text.count(ELLIPSIS) > self.content.count(ELLIPSIS))

    @property
    def rendered_lines(self) -> int:
        return self._rendered.lines if self._rendered else 0


_TEXT_PROPERTIES = frozenset(name for name, part in vars(Text).items() if isinstance(part, _TextProperty))


class IconLabel(Text):
    """An icon from the icon font, in a square of `size` dp (icons do not grow with the text size)."""

    def __init__(
        self, icon: Icon, size: float = 24, *, tone: str = "ink", mirrored: bool = False, **options: Any
    ) -> None:
        super().__init__(
            icon.value,
            tone=tone,
            face=ICONS,
            size_sp=size,
            autosize="both",
            scaled=False,
            align="center",
            **options,
        )
        self.mirrored = mirrored and look().rtl

    def show(self, icon: Icon) -> None:
        self.content = icon.value

    def _update_rectangle(self, *_: object) -> None:
        super()._update_rectangle()
        # Arrows point in reading direction: mirror the texture.
        if self.mirrored and self._rectangle.texture is not None:
            x0, y0, x1, _, _, y1, *_ = self._rectangle.texture.tex_coords
            self._rectangle.tex_coords = (x1, y0, x0, y0, x0, y1, x1, y1)


# Shares of the full font size.
_SCALES: Final = (1.0, 0.93, 0.86, 0.79, 0.72, 0.66, 0.6)
# In dp.
_GAP_DP: Final = 2


class FittedTexts(Widget):
    """Texts stacked and centred in a box of fixed size; empty ones take no space.

    If they do not fit, all of them shrink alike, and only then are lines truncated.
    """

    def __init__(self, *parts: Text, **options: Any) -> None:
        start_unsized(options)
        super().__init__(**options)
        self._parts = parts
        self._full_sizes = [float(part.size_sp) for part in parts]
        self._texts = [""] * len(parts)
        self._heights = [0.0] * len(parts)
        for part in parts:
            part.autosize = "none"
            self.add_widget(part)
        self.fbind("size", LayoutJob(self, "_fit"))
        self.fbind("pos", self._place_parts)

    def show(self, *texts: str) -> None:
        """Show one text for each part."""
        self._texts = list(texts)
        self._fit()

    def _fit(self, *_: object) -> None:
        """Compute the sizes of all parts before setting any, so that each is rendered once."""
        if self.width < 1 or self.height < 1:
            return
        room = max(1, int(self.width))
        for scale in _SCALES:
            lines = [self._line_count(at, scale, room) for at in range(len(self._parts))]
            heights = self._part_heights(lines, scale)
            if self._total_height(heights) <= self.height:
                break
        line_limits = list(lines)
        while self._total_height(heights) > self.height and max(line_limits) > 1:
            line_limits[line_limits.index(max(line_limits))] -= 1
            heights = self._part_heights(line_limits, scale)
        for at, part in enumerate(self._parts):
            part.size_sp = self._scaled_size(at, scale)
            part.max_lines = line_limits[at] if line_limits[at] < lines[at] else 0
            part.size = (room, heights[at])
            part.content = self._texts[at]
        self._heights = heights
        self._place_parts()

    def _scaled_size(self, at: int, scale: float) -> float:
        full = self._full_sizes[at]
        return max(full * scale, min(full, float(dp(_MIN_SIZE_DP)) / sp(1)))

    def _pixels(self, at: int, scale: float) -> int:
        return max(1, round(sp(self._scaled_size(at, scale))))

    def _line_count(self, at: int, scale: float, room: int) -> int:
        text, part = self._texts[at], self._parts[at]
        if not text:
            return 0
        rtl = is_rtl_text(text, look().rtl)
        return line_count(text, part.face, part.weight, self._pixels(at, scale), width=room, rtl=rtl)

    def _part_heights(self, lines: list[int], scale: float) -> list[float]:
        return [
            count * line_height(self._texts[at], part.face, part.weight, self._pixels(at, scale))
            for at, (count, part) in enumerate(zip(lines, self._parts, strict=True))
        ]

    def _total_height(self, heights: list[float]) -> float:
        visible = [height for height in heights if height]
        return sum(visible) + float(dp(_GAP_DP)) * max(0, len(visible) - 1)

    def _place_parts(self, *_: object) -> None:
        above = self.y + (self.height + self._total_height(self._heights)) / 2
        for part, height in zip(self._parts, self._heights, strict=True):
            part.pos = (self.x, above - height)
            if height:
                above -= height + dp(_GAP_DP)
