"""After a game of Among Cultists, if the table likes: who was who. Tap a seat, then its token."""

from __future__ import annotations

from companion.app_context import AppContext
from companion.core.players import is_unnamed
from companion.core.resume import reveal_order
from companion.entry.cultists.roles_draft import RolesDraft
from companion.entry.cultists.words import player_name, seat_number_text
from companion.games.cultists.roles import CULTIST, INVESTIGATOR, SEER
from companion.games.cultists.who_was_who import side_of
from companion.screens.cultists.role_marks import ROLE_ICONS, SEA, SIDE_HUES
from companion.screens.cultists.sitting import CultistsController
from companion.screens.role_reveal import BaseRolesPage, RevealCard
from companion.scripts.teaching import Message
from companion.widgets.icons import Icon
from companion.widgets.seat_ring import SeatLook


class RolesPage(BaseRolesPage):
    def __init__(self, context: AppContext, controller: CultistsController) -> None:
        draft = controller.draft
        if not isinstance(draft, RolesDraft):
            raise LookupError("who was who is told after the game")
        self._setup = controller.session.setup
        self.order = self._setup.clockwise
        super().__init__(
            context,
            controller,
            draft,
            build_reveal_cards,
            words=lambda part: f"roles.tokens.{part}",
            accent=SEA,
        )

    def get_seat_name(self, seat: int) -> str:
        return player_name(self._app_context.tr, self._setup, seat)

    def describe_role(self, role: str) -> tuple[str, Icon]:
        return self._app_context.tr(f"cultists.role.{role}.name"), ROLE_ICONS[role]

    def create_seat_looks(self) -> list[SeatLook]:
        tr = self._app_context.tr
        return [
            SeatLook(
                self.get_seat_name(seat) if role is None else tr(f"cultists.role.{role}.name"),
                letter=self._letter(seat, is_revealed=role is not None),
                is_highlighted=role is None,
            )
            for seat, role in enumerate(self.draft.roles)
        ]

    def _letter(self, seat: int, *, is_revealed: bool) -> str:
        """A seat that shows its token is told by the first letter of its name."""
        is_automa = seat == self._setup.automa_seat
        is_named = is_automa or not is_unnamed(self._setup.players[seat])
        if is_automa or (is_revealed and is_named):
            return self.get_seat_name(seat)[:1]
        return seat_number_text(self._app_context.tr, self._setup, seat)


# What is turned late: at last the Cultists, whom everybody was looking for.
_REVEAL_RANKS = {INVESTIGATOR: 0, SEER: 2, CULTIST: 3}


def build_reveal_cards(context: AppContext, controller: CultistsController) -> tuple[RevealCard, ...]:
    tr, setup, roles = context.tr, controller.session.setup, controller.session.state.roles or ()
    return tuple(
        RevealCard(
            player_name(tr, setup, seat),
            tr(f"cultists.role.{roles[seat]}.name"),
            ROLE_ICONS[roles[seat]],
            tr(f"roles.side.{side_of(roles[seat]).value}"),
            SIDE_HUES[side_of(roles[seat])],
            Message(
                f"roles.said.cultists.{roles[seat]}",
                {"name": player_name(tr, setup, seat) if seat == setup.automa_seat else setup.players[seat]},
            ),
        )
        for seat in reveal_order(roles, lambda role: _REVEAL_RANKS.get(role, 1))
    )
