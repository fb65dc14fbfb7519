"""The characters of each side as cards to add or remove."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from companion.games.avalon.setup import MINION, ROLES, SERVANT, Role, RoleUse, Side
from companion.i18n.translator import Translator
from companion.scripts.avalon.intro import short_name_key
from companion.widgets.cards import CardToggle
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Grid, Row
from companion.widgets.text import HEADING, MUTED, IconLabel, Text

ROLE_ICONS: Final[Mapping[str, Icon]] = {
    "merlin": Icon.MERLIN,
    "percival": Icon.PERCIVAL,
    "servant": Icon.SERVANT,
    "lancelot_good": Icon.LANCELOT,
    "assassin": Icon.ASSASSIN,
    "morgana": Icon.MORGANA,
    "mordred": Icon.MORDRED,
    "oberon": Icon.OBERON,
    "lancelot_evil": Icon.LANCELOT,
    "minion": Icon.MINION,
}
SIDE_ICONS: Final[Mapping[Side, Icon]] = {Side.GOOD: Icon.SUN, Side.EVIL: Icon.DAGGER}


def build_side_icon(side: Side, size: float = 22) -> IconLabel:
    return IconLabel(SIDE_ICONS[side], size, tone=side.value)


class SideCards(Column):
    """The role cards of one side.

    A tap toggles an optional role and shows its ability and the side it helps; a long press, or a tap on any
    other role, explains it.
    """

    def __init__(
        self,
        tr: Translator,
        side: Side,
        on_tap: Callable[[Role], object],
        on_explain: Callable[[Role], object],
    ) -> None:
        super().__init__(gap=8)
        self._tr = tr
        self._side = side
        self._on_tap = on_tap
        self._count = Text("", MUTED, pos_hint={"center_y": 0.45})
        heading = Text(tr(f"avalon.side.{side.value}"), HEADING, tone=side.value, autosize="both")
        self.add_widget(Row(build_side_icon(side, 26), heading, self._count, gap=10))
        self.cards: dict[str, CardToggle] = {}
        grid = Grid(gap=8, min_column_width=80, max_columns=5)
        for role in ROLES.values():
            if role.side is side:
                card = CardToggle(
                    tr(short_name_key(role.id)),
                    ROLE_ICONS[role.id],
                    partial(
                        self._on_card_tap if role.use in (RoleUse.OPTIONAL, RoleUse.PAIR) else on_explain,
                        role,
                    ),
                    partial(on_explain, role),
                    hue=side.value,
                    locked=role.use is RoleUse.REQUIRED,
                )
                self.cards[role.id] = card
                grid.add_widget(card)
        self.add_widget(grid)
        self._ability_text = Text("", MUTED)
        self._helps_text = Text("", MUTED)
        self.add_widget(Column(self._ability_text, self._helps_text, gap=0))

    def _on_card_tap(self, role: Role) -> None:
        name, does = self._tr(f"avalon.role.{role.id}.name"), self._tr(f"avalon.role.{role.id}.does")
        self._ability_text.content = self._tr("app.named", name=name, what=does)
        helped_side = role.helped_side
        self._helps_text.content = (
            "" if helped_side is None else self._tr(f"avalon.setup.helps.{helped_side.value}")
        )
        self._on_tap(role)

    def show(self, deck: Mapping[str, int], seats: int) -> None:
        """Show the deck, with the number of cards per role; fillers have a badge with their number."""
        card_count = sum(copies for role, copies in deck.items() if ROLES[role].side is self._side)
        too_many = card_count > seats
        self._count.content = (
            self._tr("avalon.board.of", count=card_count, size=seats)
            if too_many
            else self._tr("app.cards", n=seats)
        )
        self._count.set_tone("evil" if too_many else "ink_2")
        for name, card in self.cards.items():
            copies = deck.get(name, 0)
            if name in (SERVANT, MINION):
                card.set_badge(self._tr("app.setup.times", count=copies) if copies else "")
            card.set_selected(copies > 0)
