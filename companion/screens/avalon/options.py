"""The expert drawer: where the sources disagree, the table decides. Closed until somebody wants it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from enum import Enum
from typing import Any

from companion.games.avalon.setup import Options, Setup
from companion.i18n.translator import Translator
from companion.screens.rows import labelled
from companion.widgets.cards import Card, Choice, OnOff
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column
from companion.widgets.tap import SideButton
from companion.widgets.text import Text


class ExpertDrawer(Column):
    def __init__(self, tr: Translator, on_change: Callable[[Options], object]) -> None:
        super().__init__(gap=8)
        self._tr = tr
        self._on_change = on_change
        self._options = Options()
        self._open = False
        self.handle = SideButton(tr("avalon.setup.expert"), self.toggle, icon=Icon.SETTINGS, outlined=True)
        self.add_widget(self.handle)
        self._drawer = Card(gap=10)

    def toggle(self) -> None:
        self._open = not self._open
        self._draw()

    def show(self, setup: Setup) -> None:
        self._options = setup.options
        self._draw()

    def _draw(self) -> None:
        changed = sum(getattr(self._options, field.name) != field.default for field in fields(Options))
        key = "avalon.setup.expert_changed" if changed else "avalon.setup.expert"
        self.handle.label.content = self._tr(key, n=changed)
        self._drawer.clear_widgets()
        if not self._open:
            self.remove_widget(self._drawer)
            return
        if self._drawer.parent is None:
            self.add_widget(self._drawer)
        for field in fields(Options):
            self._drawer.add_widget(self._row(field.name, getattr(self._options, field.name)))

    def _row(self, name: str, value: bool | Enum) -> Column:
        tr = self._tr
        words, why = tr(f"avalon.option.{name}.name"), tr(f"avalon.option.{name}.why")
        if isinstance(value, bool):
            return labelled(words, OnOff(value, self._setter(name)), why)
        offered = [(way, tr(f"avalon.option.{name}.{way.value}")) for way in type(value)]
        choice = Choice(offered, value, self._setter(name), narrowest=140, most_columns=2)
        return Column(Text(words, size_sp=18, weight=500), Text(why, tone="ink_2"), choice, gap=4)

    def _setter(self, name: str) -> Callable[[Any], object]:
        return lambda value: self._on_change(replace(self._options, **{name: value}))
