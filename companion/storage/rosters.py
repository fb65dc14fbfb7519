"""Who has played, and the groups that sit down together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from companion.games.game import Problem, ProblemError, blocking, error
from companion.games.seats import clean_name, name_problem, read_name, same_name, seating_problems, unnamed
from companion.storage.database import Database, Execute

MOST_PLAYERS = 200
# More than any table has: so many come with a backup at the most.
MOST_GROUPS = 200
MOST_SEATS = 20

_ADD_PLAYER = "INSERT INTO players (id, name, last_used) VALUES (?, ?, ?)"
_FORGET_OLDEST = "DELETE FROM players WHERE id <= (SELECT id FROM players ORDER BY id DESC LIMIT 1 OFFSET ?)"
_GROUPS = (
    "SELECT groups.id, groups.name, last_used, group_players.name FROM groups"
    " LEFT JOIN group_players ON group_id = groups.id ORDER BY last_used DESC, groups.id DESC, seat"
)


class BadRoster(ProblemError):
    """These names cannot be kept; nothing was written."""


@dataclass(frozen=True, slots=True)
class Player:
    """A remembered player; a higher id was used later."""

    id: int
    name: str
    last_used: float


@dataclass(frozen=True, slots=True)
class Group:
    id: int
    name: str
    players: tuple[str, ...]
    last_used: float


def group_problems(name: str, players: Sequence[str], others: Sequence[str]) -> tuple[Problem, ...]:
    """All that is wrong with a group of these players beside other groups of these names."""
    return (*_name_problems(name, others), *seating_problems(_cleaned(players), 1, MOST_SEATS))


class Rosters:
    def __init__(self, database: Database, clock: Callable[[], float]) -> None:
        self._database = database
        self._clock = clock

    def players(self) -> tuple[Player, ...]:
        """Last used first."""
        found = self._database.rows("SELECT id, name, last_used FROM players ORDER BY id DESC")
        return tuple(Player(*row) for row in found)

    def remember(self, names: Sequence[str]) -> None:
        """These people play now, in this order; the way a name is written last is the one kept.

        Whoever has no name, only a seat, is nobody to remember.
        """
        cleaned = [name for name in _cleaned(names) if not unnamed(name)]
        _allow(seating_problems(cleaned, 0, MOST_SEATS))
        now = self._clock()
        known = self.players()
        number = max((player.id for player in known), default=0)
        with self._database.step() as execute:
            for name in reversed(cleaned):
                _forget(execute, known, name)
                number += 1
                execute(_ADD_PLAYER, (number, name, now))
            execute(_FORGET_OLDEST, (MOST_PLAYERS,))

    def forget(self, name: str) -> Player | None:
        """Returns whom, so that it can be taken back with `restore_player`."""
        with self._database.step() as execute:
            return _forget(execute, self.players(), name)

    def restore_player(self, player: Player) -> None:
        with self._database.step() as execute:
            known = self.players()
            if not any(same_name(player.name, other.name) for other in known):
                # Should the place in the order be taken, the latest is as good.
                taken = any(player.id == other.id for other in known)
                execute(_ADD_PLAYER, (None if taken else player.id, player.name, player.last_used))

    def groups(self) -> tuple[Group, ...]:
        """Last used first."""
        found: dict[int, Group] = {}
        for number, name, last_used, player in self._database.rows(_GROUPS):
            players = found[number].players if number in found else ()
            seated = players if player is None else (*players, player)
            found[number] = Group(number, name, seated, last_used)
        return tuple(found.values())

    def save_group(self, name: str, players: Sequence[str]) -> Group:
        _allow(group_problems(name, players, [group.name for group in self.groups()]))
        with self._database.step() as execute:
            added = execute(
                "INSERT INTO groups (name, last_used) VALUES (?, ?)", (clean_name(name), self._clock())
            )
            number = added.lastrowid or 0
            _seat(execute, number, players)
        return self._group(number)

    def use_group(self, number: int) -> Group:
        """This group plays now."""
        group = self._group(number)
        with self._database.step() as execute:
            execute("UPDATE groups SET last_used = ? WHERE id = ?", (self._clock(), group.id))
        return self._group(number)

    def keep_seats(self, players: Sequence[str]) -> None:
        """These people sit down in this order: groups that are all at this table sit so the next time."""
        at = {read_name(name): seat for seat, name in enumerate(players) if not unnamed(name)}
        with self._database.step() as execute:
            for group in self.groups():
                people = [name for name in group.players if not unnamed(name)]
                if not all(read_name(name) in at for name in people):
                    continue
                in_order = iter(sorted(people, key=lambda name: at[read_name(name)]))
                seated = tuple(name if unnamed(name) else next(in_order) for name in group.players)
                if seated != group.players:
                    execute("DELETE FROM group_players WHERE group_id = ?", (group.id,))
                    _seat(execute, group.id, seated)

    def delete_group(self, number: int) -> Group:
        """Returns the group, so that it can be taken back with `restore_group`."""
        group = self._group(number)
        with self._database.step() as execute:
            execute("DELETE FROM groups WHERE id = ?", (group.id,))
        return group

    def restore_group(self, group: Group) -> Group:
        _allow(_name_problems(group.name, [other.name for other in self.groups()]))
        with self._database.step() as execute:
            taken = any(other.id == group.id for other in self.groups())
            added = execute(
                "INSERT INTO groups (id, name, last_used) VALUES (?, ?, ?)",
                (None if taken else group.id, group.name, group.last_used),
            )
            number = added.lastrowid or 0
            _seat(execute, number, group.players)
        return self._group(number)

    def _group(self, number: int) -> Group:
        for group in self.groups():
            if group.id == number:
                return group
        raise BadRoster(error("app.problem.group_missing"))


def _cleaned(names: Sequence[str]) -> list[str]:
    return [clean_name(name) for name in names]


def _name_problems(name: str, others: Sequence[str]) -> tuple[Problem, ...]:
    for other in others:
        if same_name(name, other):
            return (error("app.problem.group_taken", group=other),)
    problem = name_problem(clean_name(name), ())
    return () if problem is None else (problem,)


def _allow(problems: tuple[Problem, ...]) -> None:
    wrong = blocking(problems)
    if wrong:
        raise BadRoster(wrong[0])


def _forget(execute: Execute, known: Sequence[Player], name: str) -> Player | None:
    # Nearly always the name was tapped in this very list: compare exactly first, it is far cheaper.
    match = next((player for player in known if player.name == name), None) or next(
        (player for player in known if same_name(player.name, name)), None
    )
    if match is not None:
        execute("DELETE FROM players WHERE id = ?", (match.id,))
    return match


def _seat(execute: Execute, group: int, players: Sequence[str]) -> None:
    for seat, name in enumerate(_cleaned(players)):
        execute(
            "INSERT INTO group_players (group_id, seat, name) VALUES (?, ?, ?)",
            (group, seat, name),
        )
