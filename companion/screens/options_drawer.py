"""The expert drawer: where the rules are silent or disagree, the table decides. Closed until it is wanted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from enum import Enum
from typing import Any

from kivy.uix.widget import Widget

from companion.i18n.translator import Translator
from companion.screens.labelled_rows import labelled
from companion.widgets.cards import Card, Choice, OnOff
from companion.widgets.icon_names import Icon
from companion.widgets.keeping import Keeps
from companion.widgets.layout import Column
from companion.widgets.tap import SideButton
from companion.widgets.text import Text
from companion.widgets.theme import CANDLE


class OptionsDrawer(Keeps, Column):
    """A switch or a choice for each field of a game's options. A subclass puts them into words."""

    accent = CANDLE

    def __init__(self, tr: Translator, on_change: Callable[[Any], object]) -> None:
        super().__init__(gap=8)
        self._tr = tr
        self._on_change = on_change
        self._options: Any = None
        self._offered: Sequence[str] = ()
        self.open = False
        self.handle = SideButton("", self.toggle, icon=Icon.SETTINGS, outlined=True)
        self.add_widget(self.handle)
        self._drawer = Card(gap=10)

    def title(self, changed: int) -> str:
        """`changed` is how many of the options are not as usual."""
        raise NotImplementedError

    def words(self, option: str) -> str:
        """What `<option>.name`, `<option>.why` and `<option>.<value>` say."""
        raise NotImplementedError

    def ways(
        self, offered: Sequence[tuple[Enum, str]], chosen: Enum, on_pick: Callable[[Any], object]
    ) -> Widget:
        return Choice(offered, chosen, on_pick, narrowest=140, most_columns=2, accent=self.accent)

    def toggle(self) -> None:
        self.open = not self.open
        self._draw()

    def keep(self) -> bool:
        return self.open

    def take_up(self, kept: bool) -> None:
        if kept != self.open:
            self.toggle()

    def show(self, options: Any, offered: Sequence[str] | None = None) -> None:
        """Offer all options, or only some of them."""
        names = tuple(field.name for field in fields(options)) if offered is None else tuple(offered)
        # What stands is not drawn anew at every tap elsewhere on the screen.
        if (options, names) != (self._options, self._offered):
            self._options, self._offered = options, names
            self._draw()

    def _draw(self) -> None:
        usual = {field.name: field.default for field in fields(self._options)}
        changed = sum(getattr(self._options, name) != usual[name] for name in self._offered)
        self.handle.label.content = self.title(changed)
        self._drawer.clear_widgets()
        if not self.open:
            self.remove_widget(self._drawer)
            return
        if self._drawer.parent is None:
            self.add_widget(self._drawer)
        for name in self._offered:
            self._drawer.add_widget(self._row(name, getattr(self._options, name)))

    def _row(self, name: str, value: bool | Enum) -> Column:
        words, why = self.words(f"{name}.name"), self.words(f"{name}.why")
        if isinstance(value, bool):
            return labelled(words, OnOff(value, self._setter(name)), why)
        offered = [(way, self.words(f"{name}.{way.value}")) for way in type(value)]
        choice = self.ways(offered, value, self._setter(name))
        return Column(Text(words, size_sp=18, weight=500), Text(why, tone="ink_2"), choice, gap=4)

    def _setter(self, name: str) -> Callable[[Any], object]:
        return lambda value: self._on_change(replace(self._options, **{name: value}))
