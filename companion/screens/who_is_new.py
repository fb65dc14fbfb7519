"""Who has not played this game here: asked once before the first deal, for whom the coach then comes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from kivy.metrics import dp

from companion.entry.newcomers import has_new_guest, is_marked_new, mark_guest_new, mark_new, players_to_ask
from companion.games.manifest import GameDefinition
from companion.games.seats import is_unnamed
from companion.screens.labelled_rows import build_heading
from companion.shell import AppContext
from companion.widgets.cards import Card, Chip
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Grid
from companion.widgets.text import Text
from companion.widgets.theme import ACCENTS, look


class NewPlayersCard(Card):
    """The names of whom nothing is known, and one chip for all seats without a name; tapped, somebody is new.

    `is_needed` is False where nobody is left to ask about.
    """

    def __init__(self, context: AppContext, game: GameDefinition, players: Sequence[str]) -> None:
        super().__init__(gap=6, padding=(dp(14), dp(10)))
        self._app_context, self._game = context, game
        tr, accent = context.tr, ACCENTS[game.accent]
        names = players_to_ask(context, game, players, context.games.experienced_players(game.id))
        self.chips = {
            name: Chip(
                name,
                partial(self._toggle_player, name),
                selected=is_marked_new(context, game, name),
                accent=accent,
            )
            for name in names
        }
        self.guest_chip: Chip | None = None
        if any(map(is_unnamed, players)):
            label = tr("app.new.guest" if names else "app.new.yes")
            is_selected = has_new_guest(context, game)
            self.guest_chip = Chip(label, self._toggle_guest, selected=is_selected, accent=accent)
        self.is_needed = bool(self.chips) or self.guest_chip is not None
        if not self.is_needed:
            return
        chips = [*self.chips.values(), *([self.guest_chip] if self.guest_chip is not None else [])]
        self.add_widget(
            build_heading(Icon.BOOK_OPEN, tr("app.new.title", game=tr(f"app.game.{game.id}")), accent.line)
        )
        self.add_widget(Text(tr("app.new.why"), size_sp=16, tone="ink_2"))
        self.add_widget(
            Grid(*chips, gap=8, min_column_width=72 * max(1.0, look().text_scale * 0.9), max_columns=4)
        )

    def _toggle_player(self, name: str) -> None:
        chip = self.chips[name]
        chip.set_selected(not chip.is_selected)
        mark_new(self._app_context, self._game, name, chip.is_selected)

    def _toggle_guest(self) -> None:
        if self.guest_chip is not None:
            self.guest_chip.set_selected(not self.guest_chip.is_selected)
            mark_guest_new(self._app_context, self._game, self.guest_chip.is_selected)
