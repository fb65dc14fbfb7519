"""After a game of Among Cultists, if the table likes: who was who. Tap a seat, then its token."""

from __future__ import annotations

from companion.entry.ceremony import in_order
from companion.entry.cultists.roles_draft import RolesDraft
from companion.entry.cultists.words import name_of, place_at_table
from companion.games.cultists.roles import CULTIST, INVESTIGATOR, SEER
from companion.games.cultists.who_was_who import side_of
from companion.games.seats import unnamed
from companion.screens.ceremony import Face
from companion.screens.cultists.role_marks import ROLE_ICONS, SEA, SIDE_HUES
from companion.screens.cultists.sitting import CultistsSitting
from companion.screens.who_was_who import TellPage
from companion.scripts.sentences import Sentence
from companion.shell import Shell
from companion.widgets.icon_names import Icon
from companion.widgets.seat_ring import SeatLook


class RolesPage(TellPage):
    def __init__(self, shell: Shell, sitting: CultistsSitting) -> None:
        entering = sitting.draft
        if not isinstance(entering, RolesDraft):
            raise LookupError("who was who is told after the game")
        self._setup = sitting.table.setup
        self.order = self._setup.clockwise
        super().__init__(
            shell, sitting, entering, faces_of, words=lambda part: f"roles.tokens.{part}", accent=SEA
        )

    def name_of(self, seat: int) -> str:
        return name_of(self._shell.tr, self._setup, seat)

    def offer_of(self, role: str) -> tuple[str, Icon]:
        return self._shell.tr(f"cultists.role.{role}.name"), ROLE_ICONS[role]

    def card_looks(self) -> list[SeatLook]:
        tr = self._shell.tr
        return [
            SeatLook(
                self.name_of(seat) if role is None else tr(f"cultists.role.{role}.name"),
                letter=self._letter(seat, told=role is not None),
                asked=role is None,
            )
            for seat, role in enumerate(self.draft.roles)
        ]

    def _letter(self, seat: int, *, told: bool) -> str:
        """A seat that shows its token is told by the first letter of its name."""
        automa = seat == self._setup.automa_seat
        named = automa or not unnamed(self._setup.players[seat])
        if automa or (told and named):
            return self.name_of(seat)[:1]
        return place_at_table(self._shell.tr, self._setup, seat)


# What is turned late: at last the Cultists, whom everybody was looking for.
_LATE = {INVESTIGATOR: 0, SEER: 2, CULTIST: 3}


def faces_of(shell: Shell, sitting: CultistsSitting) -> tuple[Face, ...]:
    tr, setup, roles = shell.tr, sitting.table.setup, sitting.table.state.roles or ()
    return tuple(
        Face(
            name_of(tr, setup, seat),
            tr(f"cultists.role.{roles[seat]}.name"),
            ROLE_ICONS[roles[seat]],
            tr(f"roles.side.{side_of(roles[seat]).value}"),
            SIDE_HUES[side_of(roles[seat])],
            Sentence(
                f"roles.said.cultists.{roles[seat]}",
                {"name": name_of(tr, setup, seat) if seat == setup.automa_seat else setup.players[seat]},
            ),
        )
        for seat in in_order(roles, lambda role: _LATE.get(role, 1))
    )
