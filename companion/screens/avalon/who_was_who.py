"""After the game, if the table likes: who was who. Tap a seat, then its card."""

from __future__ import annotations

from functools import partial

from kivy.metrics import dp

from companion.entry.avalon.draft import RolesDraft
from companion.games.seats import unnamed
from companion.screens.avalon.role_cards import ROLE_ICONS
from companion.screens.avalon.sitting import AvalonSitting
from companion.scripts.avalon.names import short_name
from companion.shell import Shell
from companion.widgets.icon_names import Icon
from companion.widgets.page import Page, TitleBar
from companion.widgets.seat_ring import SeatLook, SeatRing
from companion.widgets.sheet import Sheet
from companion.widgets.tap import MainButton, SideButton
from companion.widgets.text import Text
from companion.widgets.theme import look


class RolesPage(Page):
    def __init__(self, shell: Shell, sitting: AvalonSitting) -> None:
        self._shell = shell
        self._sitting = sitting
        entering = sitting.draft
        if not isinstance(entering, RolesDraft):
            raise LookupError("who was who is told after the game")
        self.draft = entering
        tr = shell.tr
        super().__init__(TitleBar(tr("avalon.roles.title"), tr("avalon.roles.subtitle"), on_back=shell.back))
        self._left = Text("", size_sp=20, face="title", align="center", grow="none", smallest=12, most=3)
        self.ring = SeatRing(on_tap=self._choose, size_hint_y=None, height=dp(460))
        self.ring.middle.add_widget(self._left)
        self.body.add_widget(self.ring)
        self.main = MainButton(tr("avalon.roles.keep"), self._keep, icon=Icon.CHECK)
        self.with_footer(self.main)
        self._show()

    @property
    def _players(self) -> tuple[str, ...]:
        return self._sitting.table.setup.players

    def _choose(self, seat: int) -> None:
        stage, tr = self._shell.stage, self._shell.tr
        offers = [
            SideButton(tr(f"avalon.role.{role}.name"), partial(self.give, seat, role), icon=ROLE_ICONS[role])
            for role in self.draft.remaining
        ]
        if self.draft.roles[seat] is not None:
            offers.append(
                SideButton(tr("avalon.roles.clear"), partial(self.give, seat, None), icon=Icon.CROSS)
            )
        stage.open_sheet(Sheet(tr.player(self._players[seat]), *offers, on_close=stage.close_sheet))

    def give(self, seat: int, role: str | None) -> None:
        self._shell.stage.close_sheet()
        given = self.draft.give(seat, role)
        if self._shell.attempt(lambda: self._sitting.enter(given)):
            self.draft = given
            self._show()

    def _show(self) -> None:
        tr = self._shell.tr
        self.ring.show(
            [
                SeatLook(
                    tr.player(name) if role is None else tr(short_name(role)),
                    letter=look().digits(seat + 1) if role is None or unnamed(name) else name[:1],
                    asked=role is None,
                )
                for seat, (name, role) in enumerate(zip(self._players, self.draft.roles, strict=True))
            ]
        )
        missing = self.draft.missing
        self._left.content = tr("avalon.roles.left", n=missing) if missing else tr("avalon.roles.complete")
        self.main.enabled = not missing

    def _keep(self) -> None:
        if self._shell.attempt(lambda: self._sitting.play(self.draft.move)):
            self._shell.stage.leave()
