"""What this table lets pass as a clue, in a drawer."""

from __future__ import annotations

from companion.games.duet.manifest import MANIFEST
from companion.screens.options_drawer import OptionsDrawer
from companion.widgets.theme import ACCENTS


class CluesDrawer(OptionsDrawer):
    accent = ACCENTS[MANIFEST.accent]

    def title(self, changed: int) -> str:
        return self._tr("duet.setup.clues_changed" if changed else "duet.setup.clues", n=changed)

    def words(self, option: str) -> str:
        return self._tr(f"duet.option.{option}")
