"""The loyalty cards of the Lancelots: when one is due, what the deck can hold, and drawing from it.

The cards usually lie on the table and are recorded. An app that draws them gets its luck handed in:
`pick(n)` gives a number from 0 to n - 1.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from companion.games.avalon.moves import Loyalty, LoyaltyRow
from companion.games.avalon.roles import LANCELOT_EVIL, LANCELOT_GOOD, ROLES, Side
from companion.games.avalon.setup import Lancelot, Setup
from companion.games.avalon.state import QUESTS, Awaits, State, expect, refused
from companion.games.game import replace

Pick = Callable[[int], int]

SWITCHES: Final = 2
# Cards in the deck, switches and the rest. Neither variant ever shows more than the rest holds.
DECK: Final = {Lancelot.V1: 5, Lancelot.V2: 7}
FIRST_FLIP: Final = 3


def first_step(setup: Setup) -> Awaits:
    return Awaits.LOYALTY_ROW if setup.lancelot is Lancelot.V2 else Awaits.PROPOSE


def step_of_round(setup: Setup, number: int) -> Awaits:
    """What a round after the first begins with."""
    flips = setup.lancelot is Lancelot.V1 and number >= FIRST_FLIP
    return Awaits.LOYALTY if flips else Awaits.PROPOSE


def flip(state: State, move: Loyalty) -> State:
    if state.setup.lancelot is not Lancelot.V1:
        raise refused("avalon.problem.no_loyalty_flips")
    expect(state, Awaits.LOYALTY)
    if move.switch and sum(state.loyalty) == SWITCHES:
        raise refused("avalon.problem.no_switch_left", switches=SWITCHES)
    return replace(state, loyalty=(*state.loyalty, move.switch), awaits=Awaits.PROPOSE)


def lay_row(state: State, move: LoyaltyRow) -> State:
    if state.setup.lancelot is not Lancelot.V2:
        raise refused("avalon.problem.no_loyalty_row", row=QUESTS)
    expect(state, Awaits.LOYALTY_ROW)
    if len(move.switches) != QUESTS:
        raise refused("avalon.problem.row_length", needed=QUESTS, cards=len(move.switches))
    if sum(move.switches) > SWITCHES:
        raise refused("avalon.problem.row_switches", most=SWITCHES, switches=sum(move.switches))
    return replace(state, loyalty=move.switches, awaits=Awaits.PROPOSE)


def drawn_card(state: State, pick: Pick) -> Loyalty:
    """The next card of the first variant's deck, of which `state` has seen some."""
    return Loyalty(_draw(DECK[Lancelot.V1], state.loyalty, pick))


def drawn_row(pick: Pick) -> LoyaltyRow:
    """Five cards of the second variant's deck."""
    row: list[bool] = []
    while len(row) < QUESTS:
        row.append(_draw(DECK[Lancelot.V2], row, pick))
    return LoyaltyRow(tuple(row))


def allegiances(state: State) -> tuple[Side, ...] | None:
    """The side of each seat as the game stands, or None as long as nobody has said who is who."""
    if state.roles is None:
        return None
    return tuple(_side(role, state.swaps % 2 == 1) for role in state.roles)


def _draw(cards: int, shown: Sequence[bool], pick: Pick) -> bool:
    return pick(cards - len(shown)) < SWITCHES - sum(shown)


def _side(role: str, switched: bool) -> Side:
    side = ROLES[role].side
    if switched and role in (LANCELOT_GOOD, LANCELOT_EVIL):
        return Side.EVIL if side is Side.GOOD else Side.GOOD
    return side
