"""Avalon's expert drawer, in its words."""

from __future__ import annotations

from companion.screens.options_drawer import OptionsDrawer


class ExpertDrawer(OptionsDrawer):
    def title(self, changed: int) -> str:
        return self._tr("avalon.setup.expert_changed" if changed else "avalon.setup.expert", n=changed)

    def words(self, option: str) -> str:
        return self._tr(f"avalon.option.{option}")
