"""Same players, next game: which one, and everybody keeps their seat where it takes as many."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from kivy.metrics import dp

from companion.games.manifest import Manifest
from companion.games.seats import resized
from companion.games.shelf import games
from companion.screens.sheet_buttons import closed_first
from companion.shell import Shell
from companion.widgets.emblem import Emblem
from companion.widgets.layout import Column, Row
from companion.widgets.shapes import Box
from companion.widgets.sheet import Sheet
from companion.widgets.tap import Tap, shaded
from companion.widgets.text import Text
from companion.widgets.theme import RADIUS_CARD, TARGET, paint


def open_next_game(shell: Shell, players: Sequence[str]) -> None:
    """Ask which game these people play next."""
    tr, stage = shell.tr, shell.stage
    offers = (_Offer(shell, game, tuple(players)) for game in games())
    stage.open_sheet(Sheet(tr("evenings.which"), *offers, on_close=stage.close_sheet))


def sit_down(shell: Shell, game: Manifest, players: Sequence[str]) -> None:
    """To the set-up of this game; to its seats first, where it takes fewer or more people."""
    if game.fewest <= len(players) <= game.most:
        shell.set_up(game, players)
        return
    from companion.screens.seats import SeatsPage

    # As many of them as it takes; the others are among the names that are offered there.
    shell.seated = resized(players, game.seatable(len(players)))
    shell.visit(SeatsPage, game)


class _Offer(Tap):
    def __init__(self, shell: Shell, game: Manifest, players: tuple[str, ...]) -> None:
        act = closed_first(shell.stage, partial(sit_down, shell, game, players))
        super().__init__(act, size_hint_y=None, padding=(dp(10), dp(8)))
        self._box = Box(self, radius=RADIUS_CARD, ground=paint("raised"))
        tr = shell.tr
        if game.fewest <= len(players) <= game.most:
            note = tr("evenings.fits")
        else:
            note = tr("evenings.choose", fewest=game.fewest, most=game.most)
        words = Column(
            Text(tr(f"app.game.{game.id}"), face="title", size_sp=18),
            Text(note, tone="ink_2"),
            gap=0,
            pos_hint={"center_y": 0.5},
        )
        self.add_widget(Row(Emblem(game.emblem, TARGET, pos_hint={"center_y": 0.5}), words, gap=12))
        self.bind(minimum_height=self.setter("height"))

    def dress(self, *, pressed: bool) -> None:
        self._box.paint(ground=shaded(paint("raised"), 0.08) if pressed else paint("raised"))
