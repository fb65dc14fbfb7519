"""After the game, if the table likes: who was who. Tap a seat, then its card."""

from __future__ import annotations

from companion.app_context import AppContext
from companion.core.players import is_unnamed
from companion.core.resume import reveal_order
from companion.entry.avalon.draft import RolesDraft
from companion.games.avalon.roles import MERLIN, MINION, ROLES, SERVANT, Side
from companion.screens.avalon.role_cards import ROLE_ICONS
from companion.screens.avalon.sitting import AvalonController
from companion.screens.role_reveal import BaseRolesPage, RevealCard
from companion.scripts.avalon.names import short_name_key
from companion.scripts.teaching import Message
from companion.widgets.icons import Icon
from companion.widgets.seat_ring import SeatLook
from companion.widgets.theme import look


class RolesPage(BaseRolesPage):
    def __init__(self, context: AppContext, controller: AvalonController) -> None:
        draft = controller.draft
        if not isinstance(draft, RolesDraft):
            raise LookupError("who was who is told after the game")
        self._players = controller.session.setup.players
        super().__init__(
            context, controller, draft, build_reveal_cards, words=lambda part: f"avalon.roles.{part}"
        )

    def get_seat_name(self, seat: int) -> str:
        return self._app_context.tr.player_name(self._players[seat])

    def describe_role(self, role: str) -> tuple[str, Icon]:
        return self._app_context.tr(f"avalon.role.{role}.name"), ROLE_ICONS[role]

    def create_seat_looks(self) -> list[SeatLook]:
        tr = self._app_context.tr
        return [
            SeatLook(
                tr.player_name(name) if role is None else tr(short_name_key(role)),
                letter=look().digits(seat + 1) if role is None or is_unnamed(name) else name[:1],
                is_highlighted=role is None,
            )
            for seat, (name, role) in enumerate(zip(self._players, self.draft.roles, strict=True))
        ]


def _reveal_rank(role: str) -> int:
    """Plain servants first, then who helped whom, and at last the one the Assassin looked for."""
    if role == MERLIN:
        return 4
    if role in (SERVANT, MINION):
        return 0 if role == SERVANT else 2
    return 1 if ROLES[role].side is Side.GOOD else 3


def build_reveal_cards(context: AppContext, controller: AvalonController) -> tuple[RevealCard, ...]:
    """The cards as they were dealt: of what became of a Lancelot the result tells."""
    tr, players, roles = context.tr, controller.session.setup.players, controller.session.state.roles or ()
    return tuple(
        RevealCard(
            tr.player_name(players[seat]),
            tr(f"avalon.role.{roles[seat]}.name"),
            ROLE_ICONS[roles[seat]],
            tr(f"avalon.side.{ROLES[roles[seat]].side.value}"),
            ROLES[roles[seat]].side.value,
            Message(f"roles.said.avalon.{roles[seat]}", {"name": players[seat]}),
        )
        for seat in reveal_order(roles, _reveal_rank)
    )
