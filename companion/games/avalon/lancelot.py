"""Loyalty cards of the Lancelots: when one is due, what the deck can hold, and drawing from it.

The cards are usually drawn by hand and recorded. If the app draws, randomness is passed in as `pick(n)`,
which returns a number from 0 to n - 1.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from companion.core.game import replace
from companion.games.avalon.setup import LANCELOT_EVIL, LANCELOT_GOOD, ROLES, Lancelot, Setup, Side
from companion.games.avalon.state import QUESTS, Loyalty, LoyaltyRow, Phase, State, expect_phase, illegal_move

Pick = Callable[[int], int]

SWITCHES: Final = 2
# Cards in the deck, including the switches. Neither variant shows more cards than the deck has without them.
DECK: Final = {Lancelot.V1: 5, Lancelot.V2: 7}
FIRST_FLIP_ROUND: Final = 3


def first_phase(setup: Setup) -> Phase:
    return Phase.LOYALTY_ROW if setup.lancelot is Lancelot.V2 else Phase.PROPOSE


def first_phase_of_round(setup: Setup, number: int) -> Phase:
    """Return the first phase of a round after the first."""
    flips = setup.lancelot is Lancelot.V1 and number >= FIRST_FLIP_ROUND
    return Phase.LOYALTY if flips else Phase.PROPOSE


def flip_loyalty_card(state: State, move: Loyalty) -> State:
    if state.setup.lancelot is not Lancelot.V1:
        raise illegal_move("avalon.problem.no_loyalty_flips")
    expect_phase(state, Phase.LOYALTY)
    if move.switch and sum(state.loyalty) == SWITCHES:
        raise illegal_move("avalon.problem.no_switch_left", switches=SWITCHES)
    return replace(state, loyalty=(*state.loyalty, move.switch), phase=Phase.PROPOSE)


def set_loyalty_row(state: State, move: LoyaltyRow) -> State:
    if state.setup.lancelot is not Lancelot.V2:
        raise illegal_move("avalon.problem.no_loyalty_row", row=QUESTS)
    expect_phase(state, Phase.LOYALTY_ROW)
    if len(move.switches) != QUESTS:
        raise illegal_move("avalon.problem.row_length", needed=QUESTS, cards=len(move.switches))
    if sum(move.switches) > SWITCHES:
        raise illegal_move("avalon.problem.row_switches", most=SWITCHES, switches=sum(move.switches))
    return replace(state, loyalty=move.switches, phase=Phase.PROPOSE)


def draw_card(state: State, pick: Pick) -> Loyalty:
    """Draw the next card of the first variant's deck, given the cards that `state` has seen."""
    return Loyalty(_draw_switch(DECK[Lancelot.V1], state.loyalty, pick))


def draw_row(pick: Pick) -> LoyaltyRow:
    """Draw five cards of the second variant's deck."""
    row: list[bool] = []
    while len(row) < QUESTS:
        row.append(_draw_switch(DECK[Lancelot.V2], row, pick))
    return LoyaltyRow(tuple(row))


def seat_sides(state: State) -> tuple[Side, ...] | None:
    """Return the current side of each seat, None if the roles are not recorded."""
    if state.roles is None:
        return None
    return tuple(_side(role, state.switch_count % 2 == 1) for role in state.roles)


def _draw_switch(cards: int, previous: Sequence[bool], pick: Pick) -> bool:
    return pick(cards - len(previous)) < SWITCHES - sum(previous)


def _side(role: str, switched: bool) -> Side:
    side = ROLES[role].side
    if switched and role in (LANCELOT_GOOD, LANCELOT_EVIL):
        return Side.EVIL if side is Side.GOOD else Side.GOOD
    return side
