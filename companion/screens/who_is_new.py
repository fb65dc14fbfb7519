"""Who has not played this game here: asked once before the first deal, for whom the coach then comes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from kivy.metrics import dp

from companion.entry.newcomers import asked_about, call_guest_new, call_new, has_new_guest, is_new
from companion.games.manifest import Manifest
from companion.games.seats import unnamed
from companion.screens.labelled_rows import heading
from companion.shell import Shell
from companion.widgets.cards import Card, Chip
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Grid
from companion.widgets.text import Text
from companion.widgets.theme import ACCENTS, look


class WhoIsNew(Card):
    """The names of whom nothing is known, and one chip for all seats without a name; tapped, somebody is new.

    `asks` is False where nobody is left to ask about.
    """

    def __init__(self, shell: Shell, game: Manifest, players: Sequence[str]) -> None:
        super().__init__(gap=6, padding=(dp(14), dp(10)))
        self._shell, self._game = shell, game
        tr, accent = shell.tr, ACCENTS[game.accent]
        names = asked_about(shell, game, players, shell.archive.finishers(game.id))
        self.chips = {
            name: Chip(name, partial(self._call, name), chosen=is_new(shell, game, name), accent=accent)
            for name in names
        }
        self.guest: Chip | None = None
        if any(map(unnamed, players)):
            words = tr("app.new.guest" if names else "app.new.yes")
            chosen = has_new_guest(shell, game)
            self.guest = Chip(words, self._call_guest, chosen=chosen, accent=accent)
        self.asks = bool(self.chips) or self.guest is not None
        if not self.asks:
            return
        offered = [*self.chips.values(), *([self.guest] if self.guest is not None else [])]
        self.add_widget(
            heading(Icon.BOOK_OPEN, tr("app.new.title", game=tr(f"app.game.{game.id}")), accent.line)
        )
        self.add_widget(Text(tr("app.new.why"), size_sp=16, tone="ink_2"))
        self.add_widget(
            Grid(*offered, gap=8, narrowest=72 * max(1.0, look().text_scale * 0.9), most_columns=4)
        )

    def _call(self, name: str) -> None:
        chip = self.chips[name]
        chip.choose(not chip.chosen)
        call_new(self._shell, self._game, name, chip.chosen)

    def _call_guest(self) -> None:
        if self.guest is not None:
            self.guest.choose(not self.guest.chosen)
            call_guest_new(self._shell, self._game, self.guest.chosen)
