"""What this table lets pass as a clue, in a drawer."""

from __future__ import annotations

from companion.games.duet.manifest import DEFINITION
from companion.screens.setup import OptionsDrawer
from companion.widgets.theme import ACCENTS


class ClueRulesDrawer(OptionsDrawer):
    accent = ACCENTS[DEFINITION.accent]

    def format_title(self, changed: int) -> str:
        return self._tr("duet.setup.clues_changed" if changed else "duet.setup.clues", n=changed)

    def format_option(self, option: str) -> str:
        return self._tr(f"duet.option.{option}")
