"""Silver's expert drawer, in its words: the options that do not stand on the set-up screen itself."""

from __future__ import annotations

from typing import Final

from companion.games.silver.manifest import DEFINITION
from companion.games.silver.rule_numbers import RULE_NUMBERS
from companion.games.silver.setup import Setup
from companion.screens.setup import OptionsDrawer
from companion.widgets.theme import ACCENTS

_EXPERT_OPTIONS: Final = ("kamikaze_hits_caller", "tied_caller", "failed_call_power")


class ExpertDrawer(OptionsDrawer):
    accent = ACCENTS[DEFINITION.accent]

    def format_title(self, changed: int) -> str:
        return self._tr("silver.setup.expert_changed" if changed else "silver.setup.expert", n=changed)

    def format_option(self, option: str) -> str:
        return self._tr(f"silver.option.{option}", **RULE_NUMBERS)

    def show_setup(self, setup: Setup) -> None:
        self.show(
            setup.options,
            [name for name in _EXPERT_OPTIONS if name != "kamikaze_hits_caller" or setup.has_kamikaze],
        )
