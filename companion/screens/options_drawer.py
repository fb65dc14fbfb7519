"""The expert drawer: where the rules are silent or disagree, the table decides. Closed until it is wanted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from enum import Enum
from typing import Any

from kivy.uix.widget import Widget

from companion.i18n.translator import Translator
from companion.screens.labelled_rows import build_labelled_row
from companion.widgets.cards import Card, ChoiceChips, ToggleSwitch
from companion.widgets.icon_names import Icon
from companion.widgets.keeping import Stateful
from companion.widgets.layout import Column
from companion.widgets.tap import SecondaryButton
from companion.widgets.text import Text
from companion.widgets.theme import CANDLE


class OptionsDrawer(Stateful, Column):
    """A switch or a choice for each field of a game's options. A subclass puts them into words."""

    accent = CANDLE

    def __init__(self, tr: Translator, on_change: Callable[[Any], object]) -> None:
        super().__init__(gap=8)
        self._tr = tr
        self._on_change = on_change
        self._options: Any = None
        self._visible_names: Sequence[str] = ()
        self.is_open = False
        self.toggle_button = SecondaryButton("", self.toggle, icon=Icon.SETTINGS, outlined=True)
        self.add_widget(self.toggle_button)
        self._drawer = Card(gap=10)

    def format_title(self, changed_count: int) -> str:
        """`changed_count` is how many of the options are not as usual."""
        raise NotImplementedError

    def format_option(self, option: str) -> str:
        """What `<option>.name`, `<option>.why` and `<option>.<value>` say."""
        raise NotImplementedError

    def create_choice(
        self, options: Sequence[tuple[Enum, str]], selected: Enum, on_pick: Callable[[Any], object]
    ) -> Widget:
        return ChoiceChips(
            options, selected, on_pick, min_column_width=140, max_columns=2, accent=self.accent
        )

    def toggle(self) -> None:
        self.is_open = not self.is_open
        self._draw()

    def save_state(self) -> bool:
        return self.is_open

    def restore_state(self, state: bool) -> None:
        if state != self.is_open:
            self.toggle()

    def show(self, options: Any, option_names: Sequence[str] | None = None) -> None:
        """Offer all options, or only some of them."""
        names = (
            tuple(field.name for field in fields(options)) if option_names is None else tuple(option_names)
        )
        # What stands is not drawn anew at every tap elsewhere on the screen.
        if (options, names) != (self._options, self._visible_names):
            self._options, self._visible_names = options, names
            self._draw()

    def _draw(self) -> None:
        defaults = {field.name: field.default for field in fields(self._options)}
        changed_count = sum(getattr(self._options, name) != defaults[name] for name in self._visible_names)
        self.toggle_button.label.content = self.format_title(changed_count)
        self._drawer.clear_widgets()
        if not self.is_open:
            self.remove_widget(self._drawer)
            return
        if self._drawer.parent is None:
            self.add_widget(self._drawer)
        for name in self._visible_names:
            self._drawer.add_widget(self._create_row(name, getattr(self._options, name)))

    def _create_row(self, name: str, value: bool | Enum) -> Column:
        label, description = self.format_option(f"{name}.name"), self.format_option(f"{name}.why")
        if isinstance(value, bool):
            return build_labelled_row(label, ToggleSwitch(value, self._create_setter(name)), description)
        options = [(member, self.format_option(f"{name}.{member.value}")) for member in type(value)]
        choice = self.create_choice(options, value, self._create_setter(name))
        return Column(Text(label, size_sp=18, weight=500), Text(description, tone="ink_2"), choice, gap=4)

    def _create_setter(self, name: str) -> Callable[[Any], object]:
        return lambda value: self._on_change(replace(self._options, **{name: value}))
