"""The expert drawer of Among Cultists, in its words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from typing import Any

from kivy.uix.widget import Widget

from companion.games.cultists.rule_numbers import RULE_NUMBERS
from companion.screens.cultists.ways import OptionList
from companion.screens.setup import OptionsDrawer


class ExpertDrawer(OptionsDrawer):
    def format_title(self, changed: int) -> str:
        return self._tr("app.setup.options_changed" if changed else "app.setup.options", n=changed)

    def format_option(self, option: str) -> str:
        return self._tr(f"cultists.option.{option}", **RULE_NUMBERS)

    def create_choice(
        self, options: Sequence[tuple[Enum, str]], selected: Enum, on_pick: Callable[[Any], object]
    ) -> Widget:
        """Whole sentences, which need the width of the screen."""
        return OptionList([(option, words, "", None) for option, words in options], selected, on_pick)
