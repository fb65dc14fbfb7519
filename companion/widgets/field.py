"""A one-line field for words in any script. `text` stays in logical order; only the picture is shaped.

Kivy's input draws Persian letters unjoined and left to right; the three overridden methods below are where it
measures and draws a line. They are private to Kivy, whose version is pinned, and covered by tests.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.core.window import Window
from kivy.graphics.texture import Texture
from kivy.metrics import dp
from kivy.uix.textinput import TextInput

from companion.i18n.shaping import direction
from companion.widgets.keeping import Keeps
from companion.widgets.kivy_style import style_loaded_widgets
from companion.widgets.page import Page
from companion.widgets.scroller import Scroller
from companion.widgets.shapes import CLEAR, Box
from companion.widgets.sheet import Sheet
from companion.widgets.stage import Stage
from companion.widgets.theme import RADIUS_CHIP, field_height, look, paint, sp
from companion.widgets.typeset import set_text, text_width

# With the handles and the bubble that appear at a long touch.
style_loaded_widgets()


class Field(Keeps, TextInput):
    """`longest`: so many characters it takes, however many are typed or pasted."""

    def __init__(
        self, hint: str, on_enter: Callable[[str], object], *, longest: int | None = None, **options: Any
    ) -> None:
        self._on_enter = on_enter
        self._longest = longest
        self._holders: list[Any] = []
        options.setdefault("size_hint_y", None)
        options.setdefault("height", field_height())
        super().__init__(
            multiline=False,
            write_tab=False,
            keyboard_suggestions=False,
            text_validate_unfocus=False,
            hint_text=hint,
            font_name="text400",
            font_size=sp(18),
            padding=(dp(16), dp(16)),
            background_color=CLEAR,
            background_normal="",
            background_active="",
            foreground_color=paint("ink"),
            hint_text_color=paint("ink_3"),
            cursor_color=paint("candle"),
            selection_color=paint("candle", 0.3),
            cursor_width=dp(2),
            **options,
        )
        self._box = Box(self, radius=RADIUS_CHIP, ground=paint("table"), edge=paint("rim"), line=1.5)
        self.bind(
            text=self._turn, focus=self._mark_focus, on_text_validate=lambda *_: self._on_enter(self.text)
        )
        self.bind(height=self._centre, line_height=self._centre)
        self._turn()
        self._centre()

    def keep(self) -> str:
        return str(self.text)

    def take_up(self, kept: str) -> None:
        self.text = kept

    def insert_text(self, substring: str, from_undo: bool = False) -> None:
        if self._longest is not None:
            substring = substring[: max(0, self._longest - len(self.text))]
        super().insert_text(substring, from_undo)

    @property
    def _rtl(self) -> bool:
        return bool(direction(self.text, look().rtl))

    def _turn(self, *_: object) -> None:
        self.halign = "right" if self._rtl else "left"

    def _mark_focus(self, *_: object) -> None:
        self._box.paint(edge=paint("candle" if self.focus else "rim"), line=2 if self.focus else 1.5)
        self._make_room()

    def _make_room(self) -> None:
        """Let all that hold the field know that it is typed into: it stays in sight above the keyboard. The
        same are told of the end, even if they hold it no more."""
        if self.focus:
            self._holders = self._found_holders()
        for holder in self._holders:
            if isinstance(holder, Scroller):
                holder.hold(self if self.focus else None)
            elif isinstance(holder, Page | Sheet):
                holder.typing = self.focus
            elif isinstance(holder, Stage):
                holder.typing = self if self.focus else None

    def _found_holders(self) -> list[Any]:
        found, holder = [], self.parent
        while holder is not None and holder is not Window:
            found.append(holder)
            holder = holder.parent
        return found

    def _centre(self, *_: object) -> None:
        around = max(dp(4), (self.height - self.line_height) / 2)
        self.padding = (dp(16), around, dp(16), around)

    # -- Kivy's measuring and drawing of a line ------------------------------------------------

    def _create_line_label(self, text: str, hint: bool = False) -> Any:
        self._get_line_options()  # makes the ruler that Kivy measures with
        line = text.replace("\n", "").replace("\t", " ")
        if not line:
            # As high as the hint: a line of the height of Latin letters would cut a Persian one off below.
            return Texture.create(size=(1, self._drawn(self.hint_text or " ").height))
        return self._drawn(line)

    def _drawn(self, line: str) -> Texture:
        block = set_text(
            line,
            "text",
            400,
            round(self.font_size),
            width=None,
            align="left",
            rtl=direction(line, look().rtl),
        )
        return block.label.texture

    def _get_text_width(self, text: str, tab_width: int, _label_cached: Any) -> float:
        if not text:
            return 0
        return text_width(text, "text", 400, round(self.font_size), rtl=direction(text, look().rtl)) - 2

    def cursor_offset(self) -> float:
        before = super().cursor_offset()
        if not self._rtl or not self._lines:
            return float(before)
        whole = self._get_text_width(self._lines[int(self.cursor_row)], self.tab_width, self._label_cached)
        return float(whole - before)
