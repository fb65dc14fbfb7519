"""Just the night: how many of you, and which game. No name is asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Final

from kivy.metrics import dp

from companion.entry.last_time import keep_count, keep_night, last_count, last_night
from companion.games.manifest import Manifest
from companion.games.seats import seats_without_names
from companion.widgets.emblem import Emblem
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Grid, Row
from companion.widgets.seat_count import SeatCounter
from companion.widgets.shapes import CLEAR, Box
from companion.widgets.tap import MainButton, Tap, shaded
from companion.widgets.text import Text
from companion.widgets.theme import ACCENTS, RADIUS_CHIP, RADIUS_MAIN, TARGET, Accent, look, paint, sp

if TYPE_CHECKING:
    from companion.shell import Shell

# In dp, the same wherever a game is offered: each mark of a picture is drawn once.
EMBLEM: Final = 38


class NightCard(Column):
    """`games` are those that begin with a night. What is chosen here is there again next time."""

    def __init__(self, shell: Shell, games: Sequence[Manifest]) -> None:
        super().__init__(gap=8, padding=(dp(16), dp(12), dp(16), dp(14)))
        self._shell, self._games = shell, tuple(games)
        self._box = Box(self, radius=RADIUS_MAIN, ground=paint("plank"), line=2)
        self.game = last_night(shell, self._games)
        self.counter: SeatCounter
        self.main: MainButton
        self._show()

    def _show(self) -> None:
        tr, game, accent = self._shell.tr, self.game, ACCENTS[self.game.accent]
        self._box.paint(edge=paint(accent.line))
        self.clear_widgets()
        title = Text(tr("app.home.night.title"), face="title", size_sp=22, most=2, pos_hint={"center_y": 0.5})
        no_names = Text(
            tr("app.home.night.no_names"), tone="ink_2", align="end", most=2, pos_hint={"center_y": 0.5}
        )  # fmt: skip
        self.chips = [
            _GameChip(tr(f"app.game.{each.id}"), each, partial(self._choose, each)) for each in self._games
        ]
        for chip in self.chips:
            chip.choose(chip.game is game)
        self.counter = SeatCounter(
            last_count(self._shell, game),
            game.fewest,
            game.most,
            self._count,
            lambda n: tr("app.seats.seated", n=n),
        )
        self.main = MainButton("", self._deal, icon=Icon.CARD, accent=accent)
        self._name_button()
        chips = Grid(
            *self.chips, gap=8, narrowest=130 * max(1.0, look().text_scale), most_columns=len(self.chips)
        )
        for part in (Row(title, no_names, gap=8), chips, self.counter, self.main):
            self.add_widget(part)

    def refresh(self) -> None:
        """Another number may have been chosen at the seats meanwhile."""
        if last_count(self._shell, self.game) != self.counter.count:
            self._show()

    def _choose(self, game: Manifest) -> None:
        if game is not self.game:
            self.game = game
            keep_night(self._shell, game)
            self._show()

    def _count(self, count: int) -> None:
        keep_count(self._shell, self.game, count)
        self._name_button()

    def _name_button(self) -> None:
        self.main.show(self._shell.tr("app.home.night.deal", n=self.counter.count))

    def _deal(self) -> None:
        """Rules, roles and whatever speaks are loaded here: home is on the screen before them."""
        shell, game = self._shell, self.game
        players = shell.seated = seats_without_names(self.counter.count)
        keep_night(shell, game)
        keep_count(shell, game, len(players))
        usual = game.find("entry", "usual")
        if usual is None:
            # A game that does not say what is usual asks.
            shell.set_up(game, players)
            return
        from companion.screens.night.deal import DealPage

        shell.visit(DealPage, usual.prepared(players, shell, Random().randrange))


class _GameChip(Tap):
    """A game by its picture and its name."""

    def __init__(self, name: str, game: Manifest, on_tap: Callable[[], object]) -> None:
        self.game = game
        self._accent: Accent = ACCENTS[game.accent]
        self._chosen = False
        super().__init__(
            on_tap,
            size_hint_y=None,
            height=max(dp(TARGET), sp(18) * 2.6),
            padding=(dp(8), dp(4)),
            spacing=dp(8),
        )
        self._box = Box(self, radius=RADIUS_CHIP, line=2)
        self.words = Text(name, weight=500, size_sp=18, smallest=12, most=2, grow="none")
        parts = [Emblem(game.emblem, EMBLEM, pos_hint={"center_y": 0.5}), self.words]
        for part in reversed(parts) if look().rtl else parts:
            self.add_widget(part)
        self._answer()

    def choose(self, chosen: bool) -> None:
        self._chosen = chosen
        self._answer()

    def dress(self, *, pressed: bool) -> None:
        ground = paint(self._accent.deep if self._chosen else "raised")
        self._box.paint(
            ground=shaded(ground, 0.08) if pressed else ground,
            edge=paint(self._accent.line) if self._chosen else CLEAR,
        )
