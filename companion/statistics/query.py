"""Game filters and statistics queries.

`GameFilter` is used by the history search, by statistics, and by each single statistic to list its games.
`StatisticsSource` is the protocol that the database implements to answer queries about many games.

People across games: their looks, their aliases, and renaming them in stored data.

People are identified by the `normalize_name` of their name, called the name key. `Aliases` map the key of
an alias directly to the key of its person: no chains, no cycles. `NameChanges` renames or forgets a
player wherever names stand: in `players` lists of records and, as whole words, in text that users typed.
The same letters elsewhere may mean something else, such as a role or a city.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Final, NamedTuple, Protocol

from companion.core.players import is_unnamed, normalize_name, number_unnamed_seats
from companion.i18n.bidi import ZWNJ, split_clusters

# Allowed looks of a person: names of icons (none of them a role's) and of theme colours. Unknown values in
# imported data are ignored.
PERSON_ICONS: Final = (
    *("star", "flame", "bell", "book", "house", "lightning", "moon"),
    *("rain", "globe", "map", "tavern", "hearth", "broom", "hourglass"),
)
PERSON_COLOURS: Final = ("candle", "leaf", "sea", "teal", "moon", "plum", "brick", "sand")

Aliases = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class PersonAlias:
    name_key: str
    name: str


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who has played or is in the roster. `last_started` is the start time of their last game."""

    name_key: str
    name: str
    icon: str | None = None
    colour: str | None = None
    aliases: tuple[PersonAlias, ...] = ()
    game_count: int = 0
    last_started: float | None = None

    @property
    def name_keys(self) -> frozenset[str]:
        return frozenset((self.name_key, *(alias.name_key for alias in self.aliases)))


def parse_icon(icon: object) -> str | None:
    return icon if isinstance(icon, str) and icon in PERSON_ICONS else None


def parse_colour(colour: object) -> str | None:
    return colour if isinstance(colour, str) and colour in PERSON_COLOURS else None


def resolve_alias(aliases: Aliases, name_key: str) -> str:
    return aliases.get(name_key, name_key)


def list_aliases(aliases: Aliases, person: str) -> frozenset[str]:
    return frozenset(alias for alias, owner in aliases.items() if owner == person)


def merge_people(aliases: Aliases, first: str, second: str) -> Aliases:
    """Merge two people, given by any name: the second and its aliases become aliases of the first."""
    main, merged_person = resolve_alias(aliases, first), resolve_alias(aliases, second)
    if main == merged_person:
        return aliases
    return {**aliases, **dict.fromkeys(list_aliases(aliases, merged_person), main), merged_person: main}


def split_person(aliases: Aliases, name: str, companions: Iterable[str] = ()) -> Aliases:
    """Make an alias a person again, with those of its former aliases that still have the same owner."""
    if name not in aliases:
        return aliases
    person = aliases[name]
    moved = {alias for alias in companions if alias != name and aliases.get(alias) == person}
    remaining = {alias: owner for alias, owner in aliases.items() if alias != name and alias not in moved}
    return {**remaining, **dict.fromkeys(moved, name)}


# Replaces a forgotten name in text that users wrote.
REDACTED: Final = "…"
# Fields of saved page state that hold text the user typed.
_TEXT_FIELDS: Final = ("typed", "by_entry")


@dataclass(frozen=True, slots=True)
class NameChanges:
    """Maps the key of each changed name to the new name, or to None if it is forgotten."""

    new_names: Mapping[str, str | None]

    def affects(self, name: str) -> bool:
        return not is_unnamed(name) and normalize_name(name) in self.new_names

    def rename_seats(self, players: Sequence[str]) -> tuple[str, ...]:
        """Rename the players of a game; forgotten ones are replaced by their seat numbers."""
        renamed = (
            self.new_names[normalize_name(name)] or "1" if self.affects(name) else name for name in players
        )
        return number_unnamed_seats(tuple(renamed))

    def rename_in_record(self, value: Any) -> Any:
        """Rename players in a JSON record, and remove forgotten names from typed text."""
        if isinstance(value, list):
            return [self.rename_in_record(item) for item in value]
        if isinstance(value, dict):
            return {key: self._rename_field(key, field) for key, field in value.items()}
        return value

    def _rename_field(self, key: str, value: Any) -> Any:
        if key == "players" and _is_name_list(value):
            return list(self.rename_seats(value))
        return self._redact_typed(value) if key in _TEXT_FIELDS else self.rename_in_record(value)

    def _redact_typed(self, value: Any) -> Any:
        if isinstance(value, dict):
            return {key: self._redact_typed(item) for key, item in value.items()}
        return self.redact(value) if isinstance(value, str) else value

    def rename_keys(self, name_keys: Iterable[str]) -> list[str]:
        """Rename a list of name keys, without duplicates."""
        new_names = (self.new_names.get(name_key, name_key) for name_key in name_keys)
        return list(dict.fromkeys(normalize_name(name) for name in new_names if name is not None))

    def redact(self, text: str) -> str:
        """Remove forgotten names from text that users wrote."""
        for name_key, name in self.new_names.items():
            if name is None:
                text = replace_name(text, name_key, REDACTED)
        return text

    def replace_names(self, text: str) -> str:
        """Replace changed names, and remove forgotten ones, in text composed of names."""
        for name_key, name in self.new_names.items():
            text = replace_name(text, name_key, REDACTED if name is None else name)
        return text


def _is_name_list(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(name, str) for name in value)


def replace_name(text: str, name_key: str, replacement: str) -> str:
    """Replace a name wherever it occurs as a whole word, in any spelling with the same name key."""
    graphemes = split_clusters(text)
    # The folded form of each grapheme, and below the offset at which it starts in the folded text.
    folded_graphemes = list(_fold_graphemes(graphemes))
    folded_text = "".join(folded_graphemes)
    if name_key not in folded_text:
        return text
    start_indexes, offset = dict[int, int](), 0
    for index, letters in enumerate(folded_graphemes):
        if letters:
            start_indexes[offset] = index
        offset += len(letters)
    result, copied = "", 0
    match_start = folded_text.find(name_key)
    while match_start >= 0:
        match_end = match_start + len(name_key)
        first = start_indexes.get(match_start)
        after = start_indexes.get(match_end, len(graphemes) if match_end == offset else None)
        if first is not None and after is not None and _is_whole_word(graphemes, first, after):
            result += "".join(graphemes[copied:first]) + replacement
            copied = after
            match_start = folded_text.find(name_key, match_end)
        else:
            match_start = folded_text.find(name_key, match_start + 1)
    return result + "".join(graphemes[copied:])


def _fold_graphemes(graphemes: Sequence[str]) -> Iterator[str]:
    was_blank = False
    for grapheme in graphemes:
        is_blank = grapheme.isspace()
        # As in a name, several blanks are folded into one.
        yield ("" if was_blank else " ") if is_blank else normalize_name(grapheme)
        was_blank = is_blank


def _is_whole_word(graphemes: Sequence[str], first: int, after: int) -> bool:
    before = graphemes[first - 1] if first else ""
    following = graphemes[after] if after < len(graphemes) else ""
    return not _is_same_word(before, graphemes[first]) and not _is_same_word(graphemes[after - 1], following)


def _is_same_word(one: str, other: str) -> bool:
    """True if two graphemes belong to one word. A zero-width non-joiner separates a name from a suffix."""
    return one[:1].isalnum() and other[:1].isalnum() and not one.endswith(ZWNJ)


# Value of `GameFilter.winner`: the game is finished and nobody won.
NO_WINNER: Final = "nobody"


class CompletionFilter(Enum):
    """Whether games must be finished."""

    ANY = "any"
    FINISHED = "yes"
    UNFINISHED = "no"


class MetricCondition(Enum):
    """Condition on the numerator and denominator of a metric."""

    PRESENT = "counted"
    AT_LEAST_ONCE = "once"
    NOT_ALWAYS = "missed"


@dataclass(frozen=True, slots=True)
class MetricFilter:
    """Requires a metric of a game, of this person or of the table (see `statistics.metrics`)."""

    metric: str
    part: str = ""
    person: str = ""
    condition: MetricCondition = MetricCondition.PRESENT
    # If the part is a seat: the person who sat there.
    other_person: str = ""


@dataclass(frozen=True, slots=True)
class SeatFilter:
    """Requires a person (by name key), optionally on a side or in a role."""

    person: str
    side: str = ""
    role: str = ""
    won: bool | None = None
    # Whether the result of this person is known.
    has_result: bool | None = None


@dataclass(frozen=True, slots=True)
class DurationFilter:
    """Requires a known duration of the game or its night, and the exact value if `seconds` is set."""

    is_night: bool = False
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class GameFilter:
    """Which games are meant; an empty filter matches every game.

    `text` is searched in names, titles, notes and cities. All of `people` played; of `group` at least
    two, and no other named player. `since` (inclusive) and `until` (exclusive) limit the start time.
    `evening` is the start of the game night. `has_roles` requires known (or unknown) roles.
    """

    game: str = ""
    text: str = ""
    people: tuple[str, ...] = ()
    group: tuple[str, ...] = ()
    since: float | None = None
    until: float | None = None
    completion: CompletionFilter = CompletionFilter.ANY
    winner: str = ""
    reason: str = ""
    players: int | None = None
    starred: bool = False
    noted: bool = False
    evening: float | None = None
    metrics: tuple[MetricFilter, ...] = ()
    seats: tuple[SeatFilter, ...] = ()
    has_roles: bool | None = None
    duration: DurationFilter | None = None


# Matches every game.
ALL_GAMES: Final = GameFilter()


class ListedGame(NamedTuple):
    """A game of a list; the sort key `started` and `game_night` may be damaged, and are then no numbers."""

    game_id: int
    started: object
    game_night: object


@dataclass(frozen=True, slots=True)
class GameSelection:
    """The filter of a history page, the `initial_filter` it was opened with, and a `description` of that. If
    `is_person_only`, the page is meaningless without the person."""

    game_filter: GameFilter
    initial_filter: GameFilter = ALL_GAMES
    description: str = ""
    is_person_only: bool = False

    def apply_name_changes(self, name_changes: NameChanges) -> GameSelection | None:
        """Return the selection with new names; None if its person was forgotten."""
        game_filter = rename_in_filter(self.game_filter, name_changes)
        if self.is_person_only and not game_filter.people:
            return None
        return replace(
            self,
            game_filter=game_filter,
            initial_filter=rename_in_filter(self.initial_filter, name_changes),
            description=name_changes.replace_names(self.description),
        )


def rename_in_filter(game_filter: GameFilter, name_changes: NameChanges) -> GameFilter:
    """Replace people in a filter; people who were forgotten are removed."""
    group = _rename_people(game_filter.group, name_changes)
    return replace(
        game_filter,
        text=_redact_search(game_filter.text, name_changes),
        people=tuple(name_changes.rename_keys(game_filter.people)),
        group=group if len(group) > 1 else (),
        seats=tuple(
            replace(condition, person=person)
            for condition in game_filter.seats
            for person in name_changes.rename_keys((condition.person,))
        ),
        metrics=tuple(
            replace(condition, person=person, other_person=other)
            for condition in game_filter.metrics
            for person in name_changes.rename_keys((condition.person,))
            for other in name_changes.rename_keys((condition.other_person,))
        ),
    )


def _rename_people(people: Sequence[str], name_changes: NameChanges) -> tuple[str, ...]:
    """Replace names; people who were forgotten are left out."""
    renamed = (
        name_changes.new_names[normalize_name(name)] if name_changes.affects(name) else name
        for name in people
    )
    return tuple(dict.fromkeys(name for name in renamed if name is not None))


def _redact_search(text: str, name_changes: NameChanges) -> str:
    remaining = name_changes.redact(text)
    return text if remaining == text else " ".join(remaining.replace(REDACTED, " ").split())


@dataclass(frozen=True, slots=True)
class EndingCount:
    """The number of games won by this side for this reason; `winner` is empty if nobody won."""

    winner: str
    reason: str
    games: int


@dataclass(frozen=True, slots=True)
class MetricSum:
    """A metric of the table, or of a person, summed over all games that have it."""

    metric: str
    part: str
    numerator: float
    denominator: float
    games: int
    person: str = ""


@dataclass(frozen=True, slots=True)
class PairMetricSum:
    """A metric whose part is a seat, summed over pairs of people."""

    person: str
    other: str
    numerator: float
    denominator: float
    games: int


@dataclass(frozen=True, slots=True)
class PersonResults:
    """Results of a person, on one side if the game has sides. `decided_games` have a known result, `wins` of
    them were won; `total_score` is the sum over `scored_games`."""

    person: str
    side: str
    games: int
    decided_games: int
    wins: int
    scored_games: int
    total_score: float


@dataclass(frozen=True, slots=True)
class DurationSummary:
    """In seconds, over the games whose duration is known."""

    games: int
    total_seconds: float
    min_seconds: float
    max_seconds: float


@dataclass(frozen=True, slots=True)
class Streak:
    """Longest and current winning streak of a person, among games with a known result. `since` and `until`
    are the start times of the first and last game of the longest streak (the earlier one on a tie);
    `current_since` is that of the first game of the current one."""

    person: str
    best: int
    current: int
    since: float
    until: float
    current_since: float | None


class StatisticsSource(Protocol):
    """Answers statistics queries for the games of a filter; unfinished games have no ending."""

    def count_games(self, game_filter: GameFilter) -> int: ...

    def count_endings(self, game_filter: GameFilter) -> tuple[EndingCount, ...]:
        """Most frequent first."""

    def sum_metrics(self, game_filter: GameFilter, *metrics: str) -> tuple[MetricSum, ...]:
        """Sums of table metrics by name and part: of all, or of these. The filter must name a game."""

    def sum_person_metrics(self, game_filter: GameFilter, *metrics: str) -> tuple[MetricSum, ...]: ...

    def sum_pairs(self, game_filter: GameFilter, metric: str, person: str) -> tuple[PairMetricSum, ...]:
        """A metric of this person by the other person, highest first."""

    def sum_person_results(self, game_filter: GameFilter) -> tuple[PersonResults, ...]:
        """Results by person and side; the side is empty if there is none or it is unknown."""

    def count_games_by_person(self) -> dict[str, int]:
        """Number of finished games by name key."""

    def load_names(self) -> dict[str, str]:
        """Display names by name key."""

    def sum_role_results(self, game_filter: GameFilter, person: str) -> tuple[PersonResults, ...]:
        """Results of a person by role; `side` holds the role."""

    def count_by_player_count(self, game_filter: GameFilter) -> dict[int, int]:
        """Number of games by number of players."""

    def summarize_durations(self, game_filter: GameFilter) -> DurationSummary | None:
        """Durations of games; None if none is known."""

    def summarize_nights(self, game_filter: GameFilter) -> DurationSummary | None: ...

    def list_streaks(self, game_filter: GameFilter) -> tuple[Streak, ...]:
        """Streaks of everybody who has won, longest first."""
