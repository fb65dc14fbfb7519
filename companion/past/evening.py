"""An evening as a value: its games in their order, the people as they sat, and who won how often."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from companion.games.kept import GameNote
from companion.games.seats import is_unnamed
from companion.past.evenings import MAX_GAME_NIGHT_SECONDS
from companion.past.lengths import compute_played_seconds


@dataclass(frozen=True, slots=True)
class GamePlayer:
    """Somebody at one table: `person` is the same whenever it is the same one, `won` is None where nobody
    knows."""

    person: str
    name: str
    won: bool | None = None


@dataclass(frozen=True, slots=True)
class GameNightPlayer:
    """Somebody over a whole evening. Whoever won the most is crowned, and so is everybody who won as many."""

    person: str
    name: str
    wins: int
    is_winner: bool = False


@dataclass(frozen=True, slots=True)
class GameNightGame:
    """`states` are those before each move and the last; `move_times` are when the moves were made."""

    game_id: int
    game: str
    started: float
    players: tuple[GamePlayer, ...]
    states: tuple[Any, ...]
    move_times: tuple[float, ...] = ()
    title: str = ""
    notes: tuple[GameNote, ...] = ()

    @property
    def is_over(self) -> bool:
        return self.states[-1].outcome is not None

    @property
    def has_known_winner(self) -> bool:
        """Whether anybody knows who won it."""
        return any(player.won is not None for player in self.players)

    @property
    def duration_seconds(self) -> float | None:
        return compute_played_seconds(self.started, self.move_times)

    @property
    def last_move_time(self) -> float:
        """When it was last played that evening: it may have been gone on with a week later."""
        same_night_times = (
            time for time in self.move_times if self.started <= time <= self.started + MAX_GAME_NIGHT_SECONDS
        )
        return max(same_night_times, default=self.started)


@dataclass(frozen=True, slots=True)
class GameNight:
    """`started` is when its first game began, by which it is known; that game may have been deleted since."""

    started: float
    games: tuple[GameNightGame, ...]

    @property
    def players(self) -> tuple[GameNightPlayer, ...]:
        return collect_players([game.players for game in self.games])

    @property
    def duration_seconds(self) -> float:
        """In seconds, from the first start to the last move."""
        if not self.games:
            return 0.0
        return max(game.last_move_time for game in self.games) - min(game.started for game in self.games)

    @property
    def unknown_results(self) -> int:
        """How many games are over without anybody knowing who won them: the roles were not told."""
        return sum(game.is_over and not game.has_known_winner for game in self.games)

    @property
    def slowest_game(self) -> GameNightGame | None:
        """The game that took the longest, where there are enough of them for it to be worth a word."""
        timed_games = [game for game in self.games if game.duration_seconds is not None]
        return (
            max(timed_games, key=lambda game: game.duration_seconds or 0.0) if len(timed_games) > 2 else None
        )


def collect_players(seatings: Sequence[Sequence[GamePlayer]]) -> tuple[GameNightPlayer, ...]:
    """Everybody of these tables as they sat at the one that says the most of who was there, and behind them
    those who only sat at others. A seat without a name is somebody only at that one table's place: nobody
    knows who sat there else."""
    if not seatings:
        return ()
    fullest = max(
        enumerate(seatings), key=lambda seating: (_count_named(seating[1]), len(seating[1]), seating[0])
    )[1]
    names = {player.person: player.name for seating in seatings for player in seating}
    people = dict.fromkeys(player.person for player in fullest)
    people.update(
        dict.fromkeys(
            player.person
            for seating in seatings
            for player in seating
            if not is_unnamed(player.name) or not _count_named(fullest)
        )
    )
    is_unnamed_night = not _count_named(fullest)
    wins = {
        person: _count_wins(
            person, seatings if is_unnamed_night or not is_unnamed(names[person]) else [fullest]
        )
        for person in people
    }
    max_wins = max(wins.values())
    return tuple(
        GameNightPlayer(person, names[person], wins[person], 0 < max_wins == wins[person])
        for person in people
    )


def find_winners(players: Iterable[GameNightPlayer]) -> tuple[GameNightPlayer, ...]:
    return tuple(player for player in players if player.is_winner)


def _count_named(seating: Sequence[GamePlayer]) -> int:
    return sum(not is_unnamed(player.name) for player in seating)


def _count_wins(person: str, seatings: Sequence[Sequence[GamePlayer]]) -> int:
    return sum(player.won is True for seating in seatings for player in seating if player.person == person)
