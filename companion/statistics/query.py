"""Game filters and statistics queries.

`GameFilter` is used by the history search, by statistics, and by each single statistic to list its games.
`StatisticsSource` is the protocol that the database implements to answer queries about many games.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, NamedTuple, Protocol

from companion.core.players import normalize_name
from companion.statistics.person import REDACTED, NameChanges

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
