"""A round picture with a key in its upper corner, where it leaves room."""

from __future__ import annotations

from typing import Any

from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.widgets.sizing import no_width_yet
from companion.widgets.theme import look


class Cornered(FloatLayout):
    def __init__(self, picture: Widget, key: Widget, **options: Any) -> None:
        no_width_yet(options)
        super().__init__(**options)
        picture.pos_hint = {"x": 0, "y": 0}
        key.pos_hint = {"right": 1, "top": 1} if look().rtl else {"x": 0, "top": 1}
        self.add_widget(picture)
        self.add_widget(key)
