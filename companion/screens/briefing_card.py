"""A card that tells something about a set-up, and is hidden while there is nothing to tell."""

from __future__ import annotations

from typing import Any

from companion.i18n.translator import Translator
from companion.widgets.cards import Card


class BriefingCard(Card):
    """A subclass fills the empty card in `tell`."""

    def __init__(self, tr: Translator, gap: float = 8) -> None:
        super().__init__(gap=gap)
        self._tr = tr

    def show(self, setup: Any | None) -> None:
        """None where nothing can be told, because the set-up is not legal."""
        self.clear_widgets()
        self.opacity = 0 if setup is None else 1
        if setup is not None:
            self.build_content(setup)

    def build_content(self, setup: Any) -> None:
        raise NotImplementedError
