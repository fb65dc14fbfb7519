"""Set-up of a mission: sides, tokens, the words of the two key faces, rules for clues; and the components."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import Final

from companion.core.definition import Component
from companion.core.game import Problem, error, warning
from companion.core.players import MAX_NAME_LENGTH, clean_name, normalize_name, validate_seats

MAX_CLUE_LENGTH: Final = 40
# A shorter word is part of another by chance: "art" in "party" deserves a warning, "a" does not.
_MIN_PART_LENGTH: Final = 3


class Unlimited(Enum):
    """In place of a number: the guessers may guess without limit."""

    UNLIMITED = "unlimited"


ClueNumber = int | Unlimited


@dataclass(frozen=True, slots=True)
class ClueRules:
    """Which kinds of clue the players allow. The rules leave these three to them; all are off by default."""

    names: bool = False
    abbreviations: bool = False
    homophones: bool = False


def clean_clue(typed: str) -> str:
    """Clean a clue for storage: one line, without invisible characters."""
    return clean_name(typed)


def clue_warnings(rules: ClueRules, words: Sequence[str], clue: str) -> tuple[Problem, ...]:
    """Return warnings about a clue as far as its letters show; the players decide.

    `words` are the uncovered words; empty strings (not typed in) are ignored.
    """
    clue_text = normalize_name(clue)
    if not clue_text:
        return ()
    warnings = []
    if " " in clue_text and not rules.names:
        warnings.append(warning("duet.clue.doubt.several_words"))
    parts = clue_text.split()
    for word in words:
        word_text = normalize_name(word)
        if word_text and any(_overlaps(part, word_text) for part in parts):
            warnings.append(warning("duet.clue.doubt.on_the_table", word=word))
    return tuple(warnings)


def _overlaps(part: str, word: str) -> bool:
    if part == word:
        return True
    shorter, longer = sorted((part, word), key=len)
    return len(shorter) >= _MIN_PART_LENGTH and shorter in longer


MIN_PLAYERS, MAX_PLAYERS = 2, 12
BOX_TOKENS = 11
SCORED_TOKENS = 9
AGENTS = 15
KEY_AGENTS = 9
# Checks that a bystander costs if no token lies bystander side up.
BYSTANDER_CHECKS = 2
# Clues that one side may give in a row with loose turns.
MAX_CLUES_IN_A_ROW = 2


class Side(IntEnum):
    """The two sides of the key card."""

    A = 0
    B = 1

    @property
    def other(self) -> Side:
        return _OTHER[self]


# Lookup table, because constructing an enum member is slow and happens several times per turn.
_OTHER = (Side.B, Side.A)


class TrackingMode(Enum):
    """What the app tracks besides the bank: the agents of each key, or each word's position too."""

    KEYS = "keys"
    GRID = "grid"


@dataclass(frozen=True, slots=True)
class Mission:
    """A city of a team's map, by ids. `name` is set for cities that the team added."""

    campaign: str
    city: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class Setup:
    """Set-up of a mission T-M: `tokens` in the bank, `mistakes` of them bystander side up.

    `sides` gives each seat its side; if omitted, the first half of the seats faces the second. `mistakes`
    defaults to all tokens. With `loose_turns` a side may give two clues in a row. `keeps` omitted means
    that only the bank is tracked, as in older records. None values are not written, so that old records
    stay byte-identical.
    """

    players: tuple[str, ...]
    sides: tuple[Side, ...] | None = None
    tokens: int = SCORED_TOKENS
    mistakes: int | None = None
    first: Side = Side.A
    winning_token_counts: bool = True
    loose_turns: bool = False
    keeps: TrackingMode | None = None
    clue_rules: ClueRules | None = None
    mission: Mission | None = None

    @property
    def has_key_counts(self) -> bool:
        """True if the agents of each key are counted."""
        return self.keeps is not None

    @property
    def has_grid(self) -> bool:
        return self.keeps is TrackingMode.GRID

    @property
    def effective_clue_rules(self) -> ClueRules:
        return self.clue_rules or ClueRules()

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
    errors = list(validate_seats(setup.players, MIN_PLAYERS, MAX_PLAYERS))
    if setup.sides is not None and len(setup.sides) != len(setup.players):
        errors.append(error("duet.problem.sides_length", sides=len(setup.sides), seated=len(setup.players)))
    elif setup.sides is not None and setup.players:
        errors += [
            error("duet.problem.side_empty", side=side.value + 1) for side in Side if not setup.members(side)
        ]
    if not 1 <= setup.tokens <= BOX_TOKENS:
        errors.append(error("duet.problem.tokens_range", tokens=setup.tokens, most=BOX_TOKENS))
    elif not 0 <= setup.bystander_tokens <= setup.tokens:
        errors.append(
            error("duet.problem.mistakes_range", mistakes=setup.bystander_tokens, tokens=setup.tokens)
        )
    if setup.mission is not None:
        errors += _validate_mission(setup.mission)
    return tuple(errors)


def _validate_mission(mission: Mission) -> list[Problem]:
    """Validate a mission from a record, because the city name is displayed."""
    texts = (mission.campaign, mission.city, mission.name)
    clean = all(clean_name(text) == text and len(text) <= MAX_NAME_LENGTH for text in texts)
    return [] if clean and mission.campaign and mission.city else [error("duet.problem.mission_unclean")]


ROWS, COLUMNS = 5, 5
WORDS: Final = ROWS * COLUMNS


class WordKind(Enum):
    """Kind of a word on one face of the key."""

    AGENT = "agent"
    ASSASSIN = "assassin"
    BYSTANDER = "bystander"


# Number of words by their kinds on the first and second face. Which words they are depends on the key card.
WORDS_BY_BOTH_FACES: Final[Mapping[tuple[WordKind, WordKind], int]] = {
    (WordKind.AGENT, WordKind.AGENT): 3,
    (WordKind.AGENT, WordKind.ASSASSIN): 1,
    (WordKind.AGENT, WordKind.BYSTANDER): 5,
    (WordKind.ASSASSIN, WordKind.AGENT): 1,
    (WordKind.ASSASSIN, WordKind.ASSASSIN): 1,
    (WordKind.ASSASSIN, WordKind.BYSTANDER): 1,
    (WordKind.BYSTANDER, WordKind.AGENT): 5,
    (WordKind.BYSTANDER, WordKind.ASSASSIN): 1,
    (WordKind.BYSTANDER, WordKind.BYSTANDER): 7,
}
WORDS_PER_FACE: Final[Mapping[WordKind, int]] = {
    word: sum(count for (one, _), count in WORDS_BY_BOTH_FACES.items() if one is word) for word in WordKind
}


ASSASSINS: Final = 1
BLUE_TOKENS: Final = BOX_TOKENS - SCORED_TOKENS

COMPONENTS: Final = (
    Component("word_card", None, "CARD", "sand"),
    Component("key_card", None, "KEY_CARD", "teal"),
    Component("stand", 1, "KEY_CARD", "ink_2"),
    Component("agent", AGENTS, "HAT", "teal"),
    Component("assassin", ASSASSINS, "SKULL", "brick"),
    Component("token", SCORED_TOKENS, "BYSTANDER", "sand"),
    Component("blue_token", BLUE_TOKENS, "BYSTANDER", "good"),
)
