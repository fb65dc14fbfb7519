"""State and moves of a mission: the bank of tokens, the phase, the grid of words, and the score."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from companion.core.game import Outcome
from companion.games.duet.setup import AGENTS, KEY_AGENTS, SCORED_TOKENS, ClueNumber, Setup, Side, WordKind


class Token(Enum):
    """The two faces of a timer token in the bank."""

    CHECK = "check"
    BYSTANDER = "bystander"


@dataclass(frozen=True, slots=True)
class Clue:
    """The clue as far as it was recorded: a word, its number, and the seat that gave it."""

    word: str = ""
    number: ClueNumber | None = None
    by: int | None = None


@dataclass(frozen=True, slots=True)
class Agent:
    """The guessed word is green on the clue giver's key. `place` is its position, row by row from 0, if a
    grid is tracked; likewise for the next two moves."""

    place: int | None = None


@dataclass(frozen=True, slots=True)
class Bystander:
    """The guessed word is neutral on the clue giver's key."""

    place: int | None = None


@dataclass(frozen=True, slots=True)
class Assassin:
    """The guessed word is black on the clue giver's key."""

    place: int | None = None


@dataclass(frozen=True, slots=True)
class CardWord:
    """The word on this card of the grid; an empty word deletes it."""

    place: int
    word: str


@dataclass(frozen=True, slots=True)
class Stop:
    """The guessers end their turn voluntarily."""


@dataclass(frozen=True, slots=True)
class IllegalClue:
    """The clue broke the rules and costs one token. The rules do not say which, so the players may choose; by
    default it is the one that stopping would take."""

    token: Token | None = None


@dataclass(frozen=True, slots=True)
class SideDone:
    """This side declares that all nine words of its key are covered."""

    side: Side


@dataclass(frozen=True, slots=True)
class NextClue:
    """Loose turns: this side gives the clue of the turn that begins."""

    side: Side


Guess = Agent | Bystander | Assassin
GuessType = type[Agent | Bystander | Assassin]
# The guess that touches a word of this kind.
GUESS_TYPES: Mapping[WordKind, GuessType] = {
    WordKind.AGENT: Agent,
    WordKind.BYSTANDER: Bystander,
    WordKind.ASSASSIN: Assassin,
}
Move = Guess | Clue | CardWord | Stop | IllegalClue | SideDone | NextClue

MOVE_TYPES: Mapping[str, type[Move]] = {
    "agent": Agent,
    "bystander": Bystander,
    "assassin": Assassin,
    "stop": Stop,
    "illegal_clue": IllegalClue,
    "side_done": SideDone,
    "next_clue": NextClue,
    "clue": Clue,
    "word": CardWord,
}


# No slots: `replace` copies such a class several times faster.
@dataclass(frozen=True)
class GridPlace:
    """State of one card of the grid.

    `found`: an agent covers it, green on the key of side `key` (None if unknown, as in sudden death).
    `stopped` are the sides that guessed a bystander here, in order: each left a token that points at it.
    `killed`: it was the assassin.
    """

    found: bool = False
    key: Side | None = None
    stopped: tuple[Side, ...] = ()
    killed: bool = False

    @property
    def is_covered(self) -> bool:
        """True if nobody can guess it any more."""
        return self.found or self.killed or len(self.stopped) == len(Side)

    def is_open_to(self, side: Side) -> bool:
        """True if this side may still guess it."""
        return not self.is_covered and side not in self.stopped


TEAM = "team"
# Points for a token left in the bank, for one taken on a right guess, and for sudden death.
TOKEN_POINTS, CHECK_POINTS, SUDDEN_DEATH_POINTS = 3, 1, -1
# Minimum points for the ranks good, excellent, and ready for the mission map.
GOOD_POINTS, EXCELLENT_POINTS, MAP_POINTS = 6, 9, 11


# No slots: `replace` copies such a class several times faster.
@dataclass(frozen=True)
class Bank:
    """The unused tokens by visible face."""

    bystanders: int
    checks: int

    @property
    def tokens_left(self) -> int:
        return self.bystanders + self.checks

    def spend_token(self, token: Token) -> Bank:
        """Remove a token with this face or, if there is none, with the other."""
        from_checks = self.bystanders == 0 if token is Token.BYSTANDER else self.checks > 0
        if from_checks:
            return Bank(self.bystanders, self.checks - 1)
        return Bank(self.bystanders - 1, self.checks)


class PhaseKind(Enum):
    """What the players must do next."""

    GUESS = "guess"
    SUDDEN_DEATH = "sudden_death"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Phase:
    """The current phase, the sides that guess, and the side that gives the clue (None in sudden death)."""

    what: PhaseKind
    guesses: tuple[Side, ...] = ()
    clues: Side | None = None


@dataclass(frozen=True, slots=True)
class Score:
    """The points of a won nine-token mission by item."""

    for_tokens_left: int
    for_checks: int
    for_sudden_death: int

    @property
    def total(self) -> int:
        return self.for_tokens_left + self.for_checks + self.for_sudden_death

    @property
    def rank(self) -> str:
        """The rank for these points: plain, good, excellent, or map (ready for the mission map)."""
        ranks = (("map", MAP_POINTS), ("excellent", EXCELLENT_POINTS), ("good", GOOD_POINTS))
        return next((rank for rank, min_points in ranks if self.total >= min_points), "plain")


# No slots: `replace` copies such a class several times faster.
@dataclass(frozen=True)
class State:
    """State of a mission.

    `correct_guesses`, `is_fined` and `clue` belong to the current turn; `done_side` is the side whose key
    is all covered. At most one side can be done before the end: both keys covered are all fifteen agents.
    `streak` is how many turns in a row `last_giver` has given the clue. `key_counts` are the agents known
    to be of each side's key: those found by its clues. `places` is empty without a grid; `words` is empty
    until one was typed.
    """

    setup: Setup
    bank: Bank
    giver: Side
    turn: int = 1
    agents: int = 0
    correct_guesses: int = 0
    is_fined: bool = False
    earned_tokens: int = 0
    done_side: Side | None = None
    last_giver: Side | None = None
    streak: int = 0
    is_sudden_death: bool = False
    outcome: Outcome | None = None
    clue: Clue | None = None
    key_counts: tuple[int, int] = (0, 0)
    places: tuple[GridPlace, ...] = ()
    words: tuple[str, ...] = ()

    @property
    def has_last_guesses(self) -> bool:
        """True if an illegal clue has cost the last token and its turn is not over yet."""
        return not self.bank.tokens_left and not self.is_sudden_death and self.outcome is None

    @property
    def phase(self) -> Phase:
        if self.outcome is not None:
            return Phase(PhaseKind.OVER)
        if not self.is_sudden_death:
            return Phase(PhaseKind.GUESS, (self.giver.other,), self.giver)
        # Only a key with words left can be guessed at, by the other side.
        return Phase(PhaseKind.SUDDEN_DEATH, tuple(Side) if self.done_side is None else (self.done_side,))

    @property
    def guessing_names(self) -> tuple[str, ...]:
        """The players who may guess now."""
        return tuple(name for side in self.phase.guesses for name in self.setup.members(side))

    def sides_open_to(self, place: int) -> tuple[Side, ...]:
        """Return the sides that may guess this word now."""
        return tuple(side for side in self.phase.guesses if self.places[place].is_open_to(side))

    def word(self, place: int) -> str:
        """Return the word on this card, empty if it was not typed in."""
        return self.words[place] if self.words else ""


def max_findable_agents(state: State) -> int:
    """Return how many more agents can be found before the clue passes: as many as the giver's key hides; in
    sudden death all that are missing."""
    missing = AGENTS - state.agents
    if state.is_sudden_death:
        return missing
    if state.done_side is state.giver:
        return 0
    of_this_key = state.key_counts[state.giver] if state.setup.has_key_counts else state.correct_guesses
    return max(0, min(missing, KEY_AGENTS - of_this_key))


def compute_score(state: State) -> Score | None:
    """Return the points of a won mission of nine tokens; None otherwise, because the rules score no other."""
    if state.outcome is None or state.outcome.winner != TEAM or state.setup.tokens != SCORED_TOKENS:
        return None
    return Score(
        TOKEN_POINTS * state.bank.tokens_left,
        CHECK_POINTS * state.earned_tokens,
        SUDDEN_DEATH_POINTS if state.is_sudden_death else 0,
    )
