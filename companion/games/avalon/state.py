"""State and moves of Avalon, with the values derived from the state.

Seats count from 0 clockwise, quests from 1. No move reveals a role, except `Roles` after the end.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

from companion.core.game import IllegalMove, Outcome, error
from companion.core.message import MessageArg
from companion.games.avalon.setup import (
    NUMBERS,
    Lancelot,
    Numbers,
    Quest5Needs,
    Setup,
    Side,
    plot_cards_per_round,
)

QUESTS: Final = 5
QUESTS_TO_WIN: Final = 3
MAX_ATTEMPTS: Final = 5
# With Targeting, the last quest requires two others first.
QUESTS_BEFORE_LAST: Final = 2


class Phase(Enum):
    """What the players must do next."""

    PROPOSE = "propose"
    VOTE = "vote"
    QUEST = "quest"
    LADY = "lady"
    LOYALTY = "loyalty"
    LOYALTY_ROW = "loyalty_row"
    ASSASSINATE = "assassinate"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class QuestResult:
    """A quest that was played, with its leader and whom the holder of Excalibur made swap cards."""

    quest: int
    leader: int
    team: tuple[int, ...]
    fails: int
    success: bool
    excalibur: int | None = None
    excalibur_on: int | None = None


# No slots: `replace` copies such a class several times faster.
@dataclass(frozen=True)
class State:
    """State of a game. A round ends when its quest is played and the Lady, if due, has been used.

    `quest` is None until the leader has chosen it in a Targeting game. `team` and `excalibur` belong to the
    current proposal. `lady_holders` are all who ever held the Lady; the last one holds her now. `loyalty`
    is what the loyalty cards showed: one for each round since the third, or the row of five.
    `assassin_target` is the player the Assassin named.
    """

    setup: Setup
    phase: Phase
    leader: int
    quest: int | None
    round: int = 1
    attempt: int = 1
    team: tuple[int, ...] = ()
    excalibur: int | None = None
    results: tuple[QuestResult, ...] = ()
    lady_holders: tuple[int, ...] = ()
    loyalty: tuple[bool, ...] = ()
    plot_round: int = 0
    assassin_target: int | None = None
    roles: tuple[str, ...] | None = None
    outcome: Outcome | None = None

    @property
    def numbers(self) -> Numbers:
        return NUMBERS[len(self.setup.players)]

    @property
    def team_size(self) -> int | None:
        return None if self.quest is None else self.numbers.team_size(self.quest)

    @property
    def fails_needed(self) -> int | None:
        return None if self.quest is None else self.numbers.fails_needed(self.quest)

    def is_approved_by(self, approvals: int) -> bool:
        """True if this many approvals are enough: a tie is not a majority."""
        return approvals >= self.numbers.approvals_needed

    @property
    def successes(self) -> int:
        return sum(result.success for result in self.results)

    @property
    def failures(self) -> int:
        return len(self.results) - self.successes

    @property
    def open_quests(self) -> tuple[int, ...]:
        """The quests that a team can be sent on now, lowest first."""
        if self.phase in (Phase.ASSASSINATE, Phase.OVER):
            return ()
        if not self.setup.targeting:
            return (len(self.results) + 1,)
        played = {result.quest for result in self.results}
        last = QUESTS if self.is_last_quest_open else QUESTS - 1
        return tuple(quest for quest in range(1, last + 1) if quest not in played)

    @property
    def is_last_quest_open(self) -> bool:
        """True if the fifth quest may be chosen in a Targeting game."""
        by_success = self.setup.options.targeting_quest5_needs is Quest5Needs.TWO_SUCCESSES
        return (self.successes if by_success else len(self.results)) >= QUESTS_BEFORE_LAST

    @property
    def lady_holder(self) -> int | None:
        """The seat that holds the Lady of the Lake."""
        return self.lady_holders[-1] if self.lady_holders else None

    @property
    def lady_targets(self) -> tuple[int, ...]:
        """The seats that the Lady may be used on now; empty if she is not due."""
        if self.phase is not Phase.LADY:
            return ()
        return tuple(seat for seat in range(len(self.setup.players)) if seat not in self.lady_holders)

    @property
    def switch_count(self) -> int:
        """How often the Lancelots have changed sides so far."""
        if self.setup.lancelot is Lancelot.V2:
            return sum(self.loyalty[: self.round])
        return sum(self.loyalty)

    @property
    def plot_cards_due(self) -> int:
        """How many plot cards must still be drawn this round: a reminder."""
        if self.plot_round >= self.round or self.phase in (Phase.ASSASSINATE, Phase.OVER):
            return 0
        return plot_cards_per_round(self.setup)


def illegal_move(key: str, **args: MessageArg) -> IllegalMove:
    return IllegalMove(error(key, **args))


def phase_error(state: State) -> IllegalMove:
    """Return the error for a move that does not fit the current phase.

    It names what is due, and whose turn it is.
    """
    seat = state.lady_holder if state.phase is Phase.LADY and state.lady_holder is not None else state.leader
    name, phase = state.setup.players[seat], state.phase
    if phase is Phase.LOYALTY_ROW:
        return illegal_move("avalon.problem.awaits_loyalty_row", row=QUESTS)
    return illegal_move(f"avalon.problem.awaits_{phase.value}", seat=seat, name=name)


def expect_phase(state: State, phase: Phase) -> None:
    if state.phase is not phase:
        raise phase_error(state)


def check_seats(state: State, *seats: int) -> None:
    for seat in seats:
        if not 0 <= seat < len(state.setup.players):
            raise illegal_move("app.problem.no_such_seat", seat=seat, last=len(state.setup.players) - 1)


def check_distinct_seats(state: State, seats: tuple[int, ...]) -> None:
    check_seats(state, *seats)
    if len(set(seats)) < len(seats):
        seat = next(seat for seat in seats if seats.count(seat) > 1)
        raise illegal_move("avalon.problem.seat_twice", seat=seat, name=state.setup.players[seat])


@dataclass(frozen=True, slots=True)
class Propose:
    """The leader proposes a team; with Targeting also its quest, with Excalibur also its bearer."""

    team: tuple[int, ...]
    quest: int | None = None
    excalibur: int | None = None


@dataclass(frozen=True, slots=True)
class Vote:
    """The seats that approved, or only the result: exactly one of the two."""

    approve: tuple[int, ...] | None = None
    approved: bool | None = None


@dataclass(frozen=True, slots=True)
class Quest:
    """Result of a quest. `excalibur_on` is the player that the bearer of Excalibur made swap, if any."""

    fails: int
    excalibur_on: int | None = None


@dataclass(frozen=True, slots=True)
class Lady:
    """The holder of the Lady looks at this player's loyalty; the token passes to that player."""

    target: int


@dataclass(frozen=True, slots=True)
class Loyalty:
    """Lancelot's first variant: the card turned over for this round."""

    switch: bool


@dataclass(frozen=True, slots=True)
class LoyaltyRow:
    """Lancelot's second variant: the five cards revealed before the first round, in order."""

    switches: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Plot:
    """The round's plot cards have been drawn: answers a reminder, no phase waits for it."""

    cards: int


@dataclass(frozen=True, slots=True)
class Assassinate:
    """Evil names a player; `hit` if that was Merlin."""

    target: int
    hit: bool


@dataclass(frozen=True, slots=True)
class Cheat:
    """A player of this side showed a wrong loyalty card on purpose."""

    side: Side


@dataclass(frozen=True, slots=True)
class Correct:
    """Correct the leader or the vote track: a house rule, a plot card, a mistake."""

    leader: int | None = None
    attempt: int | None = None


@dataclass(frozen=True, slots=True)
class Roles:
    """The card of each seat after the end."""

    roles: tuple[str, ...]


Move = Propose | Vote | Quest | Lady | Loyalty | LoyaltyRow | Plot | Assassinate | Cheat | Correct | Roles

MOVE_TYPES: Mapping[str, type[Move]] = {
    "propose": Propose,
    "vote": Vote,
    "quest": Quest,
    "lady": Lady,
    "loyalty": Loyalty,
    "loyalty_row": LoyaltyRow,
    "plot": Plot,
    "assassinate": Assassinate,
    "cheat": Cheat,
    "correct": Correct,
    "roles": Roles,
}
