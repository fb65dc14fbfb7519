"""A round picture with a key in its upper corner, where it leaves room."""

from __future__ import annotations

from typing import Any

from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.widgets.sizing import start_unsized
from companion.widgets.theme import look


class CornerButtonLayout(FloatLayout):
    def __init__(self, content: Widget, button: Widget, **options: Any) -> None:
        start_unsized(options)
        super().__init__(**options)
        content.pos_hint = {"x": 0, "y": 0}
        button.pos_hint = {"right": 1, "top": 1} if look().rtl else {"x": 0, "top": 1}
        self.add_widget(content)
        self.add_widget(button)
