"""The mission before its first clue: who sits on which side and what lies in the bank."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from companion.games.game import Problem, error
from companion.games.seats import seating_problems

FEWEST, MOST = 2, 12
BOX_TOKENS = 11
SCORED_TOKENS = 9
AGENTS = 15
KEY_AGENTS = 9
# Checks that a bystander costs where no token lies bystander side up.
BYSTANDER_CHECKS = 2
# Clues that one side may give without the other, in loose turns.
IN_A_ROW = 2


class Side(IntEnum):
    """The two sides of the key card."""

    A = 0
    B = 1

    @property
    def other(self) -> Side:
        return Side(1 - self)


@dataclass(frozen=True, slots=True)
class Setup:
    """A mission T-M: `tokens` in the bank, `mistakes` of them lying bystander side up.

    `sides` gives each seat its side; left out, the first half of the table faces the second.
    `mistakes` left out means all tokens. With `loose_turns` a side may give two clues in a row.
    """

    players: tuple[str, ...]
    sides: tuple[Side, ...] | None = None
    tokens: int = SCORED_TOKENS
    mistakes: int | None = None
    first: Side = Side.A
    winning_token_counts: bool = True
    loose_turns: bool = False

    @property
    def bystander_tokens(self) -> int:
        return self.tokens if self.mistakes is None else self.mistakes

    def side_of(self, seat: int) -> Side:
        if self.sides is not None:
            return self.sides[seat]
        return Side.A if 2 * seat < len(self.players) else Side.B

    def members(self, side: Side) -> tuple[str, ...]:
        return tuple(name for seat, name in enumerate(self.players) if self.side_of(seat) is side)


def problems(setup: Setup) -> tuple[Problem, ...]:
    found = list(seating_problems(setup.players, FEWEST, MOST))
    if setup.sides is not None and len(setup.sides) != len(setup.players):
        found.append(error("duet.problem.sides_length", sides=len(setup.sides), seated=len(setup.players)))
    elif setup.sides is not None and setup.players:
        found += [
            error("duet.problem.side_empty", side=side.value + 1) for side in Side if not setup.members(side)
        ]
    if not 1 <= setup.tokens <= BOX_TOKENS:
        found.append(error("duet.problem.tokens_range", tokens=setup.tokens, most=BOX_TOKENS))
    elif not 0 <= setup.bystander_tokens <= setup.tokens:
        found.append(
            error("duet.problem.mistakes_range", mistakes=setup.bystander_tokens, tokens=setup.tokens)
        )
    return tuple(found)
