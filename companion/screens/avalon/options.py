"""Avalon's expert drawer, in its words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from typing import Any

from kivy.uix.widget import Widget

from companion.games.avalon.rule_numbers import RULE_NUMBERS
from companion.screens.setup import OptionsDrawer
from companion.widgets.cards import ChoiceChips


class ExpertDrawer(OptionsDrawer):
    def format_title(self, changed: int) -> str:
        return self._tr("app.setup.options_changed" if changed else "app.setup.options", n=changed)

    def format_option(self, option: str) -> str:
        return self._tr(f"avalon.option.{option}", **RULE_NUMBERS)

    def create_choice(
        self, options: Sequence[tuple[Enum, str]], selected: Enum, on_pick: Callable[[Any], object]
    ) -> Widget:
        # Some of the ways are told in half a sentence.
        return ChoiceChips(
            options, selected, on_pick, min_column_width=220, max_columns=2, accent=self.accent
        )
