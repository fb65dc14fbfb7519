"""After the game, if the table likes: who was who. Tap a seat, then its card."""

from __future__ import annotations

from companion.entry.avalon.draft import RolesDraft
from companion.entry.ceremony import in_order
from companion.games.avalon.roles import MERLIN, MINION, ROLES, SERVANT, Side
from companion.games.seats import unnamed
from companion.screens.avalon.role_cards import ROLE_ICONS
from companion.screens.avalon.sitting import AvalonSitting
from companion.screens.ceremony import Face
from companion.screens.who_was_who import TellPage
from companion.scripts.avalon.names import short_name
from companion.scripts.sentences import Sentence
from companion.shell import Shell
from companion.widgets.icon_names import Icon
from companion.widgets.seat_ring import SeatLook
from companion.widgets.theme import look


class RolesPage(TellPage):
    def __init__(self, shell: Shell, sitting: AvalonSitting) -> None:
        entering = sitting.draft
        if not isinstance(entering, RolesDraft):
            raise LookupError("who was who is told after the game")
        self._players = sitting.table.setup.players
        super().__init__(shell, sitting, entering, faces_of, words=lambda part: f"avalon.roles.{part}")

    def name_of(self, seat: int) -> str:
        return self._shell.tr.player(self._players[seat])

    def offer_of(self, role: str) -> tuple[str, Icon]:
        return self._shell.tr(f"avalon.role.{role}.name"), ROLE_ICONS[role]

    def card_looks(self) -> list[SeatLook]:
        tr = self._shell.tr
        return [
            SeatLook(
                tr.player(name) if role is None else tr(short_name(role)),
                letter=look().digits(seat + 1) if role is None or unnamed(name) else name[:1],
                asked=role is None,
            )
            for seat, (name, role) in enumerate(zip(self._players, self.draft.roles, strict=True))
        ]


def _weight(role: str) -> int:
    """Plain servants first, then who helped whom, and at last the one the Assassin looked for."""
    if role == MERLIN:
        return 4
    if role in (SERVANT, MINION):
        return 0 if role == SERVANT else 2
    return 1 if ROLES[role].side is Side.GOOD else 3


def faces_of(shell: Shell, sitting: AvalonSitting) -> tuple[Face, ...]:
    """The cards as they were dealt: of what became of a Lancelot the result tells."""
    tr, players, roles = shell.tr, sitting.table.setup.players, sitting.table.state.roles or ()
    return tuple(
        Face(
            tr.player(players[seat]),
            tr(f"avalon.role.{roles[seat]}.name"),
            ROLE_ICONS[roles[seat]],
            tr(f"avalon.side.{ROLES[roles[seat]].side.value}"),
            ROLES[roles[seat]].side.value,
            Sentence(f"roles.said.avalon.{roles[seat]}", {"name": players[seat]}),
        )
        for seat in in_order(roles, _weight)
    )
