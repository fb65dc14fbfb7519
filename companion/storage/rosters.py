"""Players who were used before, and groups of players."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from companion.core.game import Problem, ProblemError, error, filter_blocking
from companion.core.players import (
    clean_name,
    is_same_name,
    is_unnamed,
    normalize_name,
    validate_name,
    validate_seats,
)
from companion.storage.database import Database, Execute

MAX_PLAYERS = 200
# More than anybody has; also the limit for a backup.
MAX_GROUPS = 200
MAX_SEATS = 20

_ADD_PLAYER = "INSERT INTO players (id, name, last_used) VALUES (?, ?, ?)"
_FORGET_OLDEST = "DELETE FROM players WHERE id <= (SELECT id FROM players ORDER BY id DESC LIMIT 1 OFFSET ?)"
_GROUPS = (
    "SELECT groups.id, groups.name, last_used, group_players.name FROM groups"
    " LEFT JOIN group_players ON group_id = groups.id ORDER BY last_used DESC, groups.id DESC, seat"
)


class InvalidRoster(ProblemError):
    """These names are invalid; nothing was written."""


@dataclass(frozen=True, slots=True)
class RememberedPlayer:
    """A player of the roster; a higher id was used later."""

    id: int
    name: str
    last_used: float


@dataclass(frozen=True, slots=True)
class PlayerGroup:
    id: int
    name: str
    players: tuple[str, ...]
    last_used: float


def group_problems(name: str, players: Sequence[str], others: Sequence[str]) -> tuple[Problem, ...]:
    """Return all problems of a group with these players; `others` are the names of other groups."""
    return (*_name_problems(name, others), *validate_seats(_clean_names(players), 1, MAX_SEATS))


class Rosters:
    def __init__(self, database: Database, clock: Callable[[], float]) -> None:
        self._database = database
        self._clock = clock

    def list_players(self) -> tuple[RememberedPlayer, ...]:
        """List players, last used first."""
        rows = self._database.rows("SELECT id, name, last_used FROM players ORDER BY id DESC")
        return tuple(RememberedPlayer(*row) for row in rows)

    def remember(self, names: Sequence[str]) -> None:
        """Move these players to the front of the roster, in this order. The latest spelling of a name is
        stored. Unnamed seats are skipped."""
        cleaned = [name for name in _clean_names(names) if not is_unnamed(name)]
        _raise_blocking(validate_seats(cleaned, 0, MAX_SEATS))
        now = self._clock()
        remembered = self.list_players()
        player_id = max((player.id for player in remembered), default=0)
        with self._database.transaction() as execute:
            for name in reversed(cleaned):
                _delete_player(execute, remembered, name)
                player_id += 1
                execute(_ADD_PLAYER, (player_id, name, now))
            execute(_FORGET_OLDEST, (MAX_PLAYERS,))

    def forget(self, name: str) -> RememberedPlayer | None:
        """Remove a player from the roster and return them for `restore_player`."""
        with self._database.transaction() as execute:
            return _delete_player(execute, self.list_players(), name)

    def restore_player(self, player: RememberedPlayer) -> None:
        with self._database.transaction() as execute:
            remembered = self.list_players()
            if not any(is_same_name(player.name, other.name) for other in remembered):
                # If the id is taken, the highest one is as good.
                is_used = any(player.id == other.id for other in remembered)
                execute(_ADD_PLAYER, (None if is_used else player.id, player.name, player.last_used))

    def list_groups(self) -> tuple[PlayerGroup, ...]:
        """List groups, last used first."""
        by_id: dict[int, PlayerGroup] = {}
        for group_id, name, last_used, player in self._database.rows(_GROUPS):
            players = by_id[group_id].players if group_id in by_id else ()
            seated = players if player is None else (*players, player)
            by_id[group_id] = PlayerGroup(group_id, name, seated, last_used)
        return tuple(by_id.values())

    def save_group(self, name: str, players: Sequence[str]) -> PlayerGroup:
        _raise_blocking(group_problems(name, players, [group.name for group in self.list_groups()]))
        with self._database.transaction() as execute:
            added = execute(
                "INSERT INTO groups (name, last_used) VALUES (?, ?)", (clean_name(name), self._clock())
            )
            group_id = added.lastrowid or 0
            _insert_members(execute, group_id, players)
        return self._find_group(group_id)

    def use_group(self, group_id: int) -> PlayerGroup:
        """Move the group to the front of the list."""
        group = self._find_group(group_id)
        with self._database.transaction() as execute:
            execute("UPDATE groups SET last_used = ? WHERE id = ?", (self._clock(), group.id))
        return self._find_group(group_id)

    def save_seat_order(self, players: Sequence[str]) -> None:
        """Store the seat order in every group whose members are all at this table."""
        seat_by_key = {
            normalize_name(name): seat for seat, name in enumerate(players) if not is_unnamed(name)
        }
        with self._database.transaction() as execute:
            for group in self.list_groups():
                people = [name for name in group.players if not is_unnamed(name)]
                if not all(normalize_name(name) in seat_by_key for name in people):
                    continue
                in_order = iter(sorted(people, key=lambda name: seat_by_key[normalize_name(name)]))
                seated = tuple(name if is_unnamed(name) else next(in_order) for name in group.players)
                if seated != group.players:
                    execute("DELETE FROM group_players WHERE group_id = ?", (group.id,))
                    _insert_members(execute, group.id, seated)

    def delete_group(self, group_id: int) -> PlayerGroup:
        """Delete a group and return it for `restore_group`."""
        group = self._find_group(group_id)
        with self._database.transaction() as execute:
            execute("DELETE FROM groups WHERE id = ?", (group.id,))
        return group

    def restore_group(self, group: PlayerGroup) -> PlayerGroup:
        _raise_blocking(_name_problems(group.name, [other.name for other in self.list_groups()]))
        with self._database.transaction() as execute:
            is_used = any(other.id == group.id for other in self.list_groups())
            added = execute(
                "INSERT INTO groups (id, name, last_used) VALUES (?, ?, ?)",
                (None if is_used else group.id, group.name, group.last_used),
            )
            group_id = added.lastrowid or 0
            _insert_members(execute, group_id, group.players)
        return self._find_group(group_id)

    def _find_group(self, group_id: int) -> PlayerGroup:
        for group in self.list_groups():
            if group.id == group_id:
                return group
        raise InvalidRoster(error("app.problem.group_missing"))


def _clean_names(names: Sequence[str]) -> list[str]:
    return [clean_name(name) for name in names]


def _name_problems(name: str, others: Sequence[str]) -> tuple[Problem, ...]:
    for other in others:
        if is_same_name(name, other):
            return (error("app.problem.group_taken", group=other),)
    problem = validate_name(clean_name(name), ())
    return () if problem is None else (problem,)


def _raise_blocking(problems: tuple[Problem, ...]) -> None:
    wrong = filter_blocking(problems)
    if wrong:
        raise InvalidRoster(wrong[0])


def _delete_player(
    execute: Execute, remembered: Sequence[RememberedPlayer], name: str
) -> RememberedPlayer | None:
    # Nearly always the name was chosen from this list: an exact comparison first is far cheaper.
    match = next((player for player in remembered if player.name == name), None) or next(
        (player for player in remembered if is_same_name(player.name, name)), None
    )
    if match is not None:
        execute("DELETE FROM players WHERE id = ?", (match.id,))
    return match


def _insert_members(execute: Execute, group_id: int, players: Sequence[str]) -> None:
    for seat, name in enumerate(_clean_names(players)):
        execute("INSERT INTO group_players (group_id, seat, name) VALUES (?, ?, ?)", (group_id, seat, name))
