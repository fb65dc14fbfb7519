"""Avalon's expert drawer, in its words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from typing import Any

from kivy.uix.widget import Widget

from companion.games.avalon.rule_numbers import RULE_NUMBERS
from companion.screens.options_drawer import OptionsDrawer
from companion.widgets.cards import Choice


class ExpertDrawer(OptionsDrawer):
    def title(self, changed: int) -> str:
        return self._tr("app.setup.options_changed" if changed else "app.setup.options", n=changed)

    def words(self, option: str) -> str:
        return self._tr(f"avalon.option.{option}", **RULE_NUMBERS)

    def ways(
        self, offered: Sequence[tuple[Enum, str]], chosen: Enum, on_pick: Callable[[Any], object]
    ) -> Widget:
        # Some of the ways are told in half a sentence.
        return Choice(offered, chosen, on_pick, narrowest=220, most_columns=2, accent=self.accent)
