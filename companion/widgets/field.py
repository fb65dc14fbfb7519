"""Text field for any script. `text` stays in logical order; only the rendered line is shaped.

Kivy's `TextInput` renders Persian letters unjoined and left to right, so the methods that measure and draw
a line are overridden. They are private; Kivy's version is pinned and tests cover them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.core.window import Window
from kivy.graphics.texture import Texture
from kivy.metrics import dp
from kivy.uix.textinput import TextInput

from companion.i18n.line_breaking import is_rtl
from companion.widgets.kivy_patches import load_imported_widget_rules
from companion.widgets.navigation import Navigator
from companion.widgets.page import Page, Sheet, Stateful
from companion.widgets.scrolling import Scroller
from companion.widgets.shapes import TRANSPARENT, RoundedBox
from companion.widgets.text_renderer import render_text, text_width
from companion.widgets.theme import RADIUS_CHIP, field_height, look, sp, theme_colour

# Includes the selection handles and the bubble of a long touch.
load_imported_widget_rules()


class TextField(Stateful, TextInput):
    """One-line text field; typed or pasted text is limited to `max_length` characters."""

    def __init__(
        self, hint: str, on_enter: Callable[[str], object], *, max_length: int | None = None, **options: Any
    ) -> None:
        self._on_enter = on_enter
        self._max_length = max_length
        self._ancestors: list[Any] = []
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
            background_color=TRANSPARENT,
            background_normal="",
            background_active="",
            foreground_color=theme_colour("ink"),
            hint_text_color=theme_colour("ink_3"),
            cursor_color=theme_colour("candle"),
            selection_color=theme_colour("candle", 0.3),
            cursor_width=dp(2),
            **options,
        )
        self._box = RoundedBox(self, radius=RADIUS_CHIP, background="table", border="rim", line_width=1.5)
        self.bind(
            text=self._update_alignment,
            focus=self._update_focus_style,
            on_text_validate=lambda *_: self._on_enter(self.text),
        )
        self.bind(height=self._center_line, line_height=self._center_line)
        self._update_alignment()
        self._center_line()

    def save_state(self) -> str:
        return str(self.text)

    def restore_state(self, state: str) -> None:
        self.text = state

    def insert_text(self, substring: str, from_undo: bool = False) -> None:
        if self._max_length is not None:
            substring = substring[: max(0, self._max_length - len(self.text))]
        super().insert_text(substring, from_undo)

    @property
    def _rtl(self) -> bool:
        return bool(is_rtl(self.text, look().rtl))

    def _update_alignment(self, *_: object) -> None:
        self.halign = "right" if self._rtl else "left"

    def _update_focus_style(self, *_: object) -> None:
        self._box.set_style(border="candle" if self.focus else "rim", line_width=2 if self.focus else 1.5)
        self._notify_ancestors()

    def _notify_ancestors(self) -> None:
        """Notify the ancestors of focus changes, so that the field is kept visible above the keyboard.

        The end of focus goes to the same ancestors, even if the field was removed from them.
        """
        if self.focus:
            self._ancestors = self._find_ancestors()
        for holder in self._ancestors:
            if isinstance(holder, Scroller):
                holder.keep_visible(self if self.focus else None)
            elif isinstance(holder, Page | Sheet):
                holder.typing = self.focus
            elif isinstance(holder, Navigator):
                holder.typing = self if self.focus else None

    def _find_ancestors(self) -> list[Any]:
        ancestors, holder = [], self.parent
        while holder is not None and holder is not Window:
            ancestors.append(holder)
            holder = holder.parent
        return ancestors

    def _center_line(self, *_: object) -> None:
        margin = max(dp(4), (self.height - self.line_height) / 2)
        self.padding = (dp(16), margin, dp(16), margin)

    # -- overrides of Kivy's measuring and drawing of a line ----------------------------------

    def _create_line_label(self, text: str, hint: bool = False) -> Any:
        self._get_line_options()  # makes the ruler that Kivy measures with
        line = text.replace("\n", "").replace("\t", " ")
        if not line:
            # Use the height of the hint: the height of a Latin line would clip Persian text.
            return Texture.create(size=(1, self._render_line(self.hint_text or " ").height))
        return self._render_line(line)

    def _render_line(self, line: str) -> Texture:
        block = render_text(
            line, "text", 400, round(self.font_size), width=None, align="left", rtl=is_rtl(line, look().rtl)
        )
        return block.label.texture

    def _get_text_width(self, text: str, tab_width: int, _label_cached: Any) -> float:
        if not text:
            return 0
        return text_width(text, "text", 400, round(self.font_size), rtl=is_rtl(text, look().rtl)) - 2

    def cursor_offset(self) -> float:
        before = super().cursor_offset()
        if not self._rtl or not self._lines:
            return float(before)
        line_width = self._get_text_width(
            self._lines[int(self.cursor_row)], self.tab_width, self._label_cached
        )
        return float(line_width - before)
