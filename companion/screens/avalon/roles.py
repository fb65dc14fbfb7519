"""After the game, if the table likes: who was who. Tap a seat, then its card."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from kivy.metrics import dp

from companion.games.avalon.moves import Roles
from companion.games.avalon.setup import deck
from companion.screens.avalon.cards import ROLE_ICONS, short_name
from companion.screens.avalon.summary import AvalonTable
from companion.screens.kept import Kept
from companion.widgets.icon_names import Icon
from companion.widgets.page import Page, TitleBar
from companion.widgets.seat_ring import SeatLook, SeatRing
from companion.widgets.sheet import Sheet
from companion.widgets.tap import MainButton, SideButton
from companion.widgets.text import Text
from companion.widgets.theme import look

if TYPE_CHECKING:
    from companion.app import CompanionApp


@dataclass(frozen=True, slots=True)
class Dealt:
    """The card of each seat as far as they have been told."""

    moment: str
    roles: tuple[str | None, ...]


class RolesPage(Page):
    def __init__(self, app: CompanionApp, table: AvalonTable) -> None:
        self._app = app
        self._table = table
        tr = app.tr
        super().__init__(TitleBar(tr("avalon.roles.title"), tr("avalon.roles.subtitle"), on_back=app.back))
        self._kept = Kept(app, table, Dealt, "avalon-roles")
        self.roles: list[str | None] = list(table.state.roles or self._told_before())
        self._left = Text("", size_sp=20, face="title", align="center", grow="none", smallest=12, most=3)
        self.ring = SeatRing(on_tap=self._choose, size_hint_y=None, height=dp(460))
        self.ring.middle.add_widget(self._left)
        self.body.add_widget(self.ring)
        self.main = MainButton(tr("avalon.roles.keep"), self._keep, icon=Icon.CHECK)
        self.with_footer(self.main)
        self._show()

    def _told_before(self) -> tuple[str | None, ...]:
        """Whatever was told before somebody went back, or the app was killed."""
        nothing = (None,) * len(self._table.setup.players)
        kept = self._kept.recall()
        if kept is None or len(kept.roles) != len(nothing):
            return nothing
        told = Counter(role for role in kept.roles if role is not None)
        return kept.roles if told <= Counter(deck(self._table.setup)) else nothing

    def remaining(self) -> Counter[str]:
        """The cards that nobody has been given yet."""
        return Counter(deck(self._table.setup)) - Counter(role for role in self.roles if role is not None)

    def _choose(self, seat: int) -> None:
        stage, tr = self._app.stage, self._app.tr
        offers = [
            SideButton(tr(f"avalon.role.{role}.name"), partial(self.give, seat, role), icon=ROLE_ICONS[role])
            for role in self.remaining()
        ]
        if self.roles[seat] is not None:
            offers.append(
                SideButton(tr("avalon.roles.clear"), partial(self.give, seat, None), icon=Icon.CROSS)
            )
        stage.open_sheet(Sheet(self._table.setup.players[seat], *offers, on_close=stage.close_sheet))

    def give(self, seat: int, role: str | None) -> None:
        self._app.stage.close_sheet()
        self.roles[seat] = role
        left = self.remaining()
        # What is left can only be one thing: nobody need tap it.
        if role is not None and len(left) == 1:
            (last,) = left
            self.roles = [last if other is None else other for other in self.roles]
        self._kept.keep(Dealt(self._kept.moment, tuple(self.roles)))
        self._show()

    def _show(self) -> None:
        tr = self._app.tr
        self.ring.show(
            [
                SeatLook(
                    name if role is None else tr(short_name(role)),
                    letter=look().digits(seat + 1) if role is None else name[:1],
                    team=False,
                    asked=role is None,
                )
                for seat, (name, role) in enumerate(zip(self._table.setup.players, self.roles, strict=True))
            ]
        )
        missing = sum(role is None for role in self.roles)
        self._left.content = tr("avalon.roles.left", n=missing) if missing else tr("avalon.roles.complete")
        self.main.enabled = not missing

    def _keep(self) -> None:
        roles = tuple(role for role in self.roles if role is not None)
        if self._app.attempt(lambda: self._table.play(Roles(roles))):
            self._app.stage.leave()
