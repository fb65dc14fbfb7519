"""What many games come to, summed up by SQL from what was counted of each (see `counting`)."""

from __future__ import annotations

from typing import Any

from companion.games.seats import read_name
from companion.past.facts import TABLE
from companion.past.numbers import Ended, Length, PairSum, PersonSum, Played, Streak, Sum
from companion.past.which import Over, Which
from companion.storage.choosing import conditions
from companion.storage.counting import SLICE, count_some, uncounted
from companion.storage.database import Database, Row
from companion.storage.streaks import compute_streaks, find_streaks

_CHOSEN = "WITH chosen AS MATERIALIZED (SELECT game_id, started FROM tallies WHERE {conditions})"
_PLAYED = (
    "count(*), count(won), total(won), count(score), total(score)"
    " FROM chosen JOIN seats USING (game_id) WHERE person <> ''"
)
# Everybody as they were last written; whoever has a page of their own, as it is called. From one person to
# the next along the index: not every seat is looked at.
_NAMES = (
    "WITH RECURSIVE known (person) AS (SELECT min(person) FROM seats WHERE person > '' UNION ALL"
    " SELECT (SELECT min(person) FROM seats WHERE person > known.person) FROM known WHERE person IS NOT NULL)"
    " SELECT person, (SELECT name FROM seats WHERE seats.person = known.person ORDER BY game_id DESC LIMIT 1)"
    " FROM known WHERE person IS NOT NULL UNION ALL SELECT reading, name FROM people WHERE same_as IS NULL"
)

# The same of all games of a kind, from the sums that are kept with each game that is counted.
_WHOLE = {Over.ANY: "game = ?", Over.YES: "game = ? AND over", Over.NO: "game = ? AND NOT over"}
_FACT_SUMS = "total(times), total(total), sum(games) FROM fact_sums WHERE {whole}"
_SEAT_SUMS = (
    "SELECT person, side, sum(games), sum(told), sum(won), sum(scored), total(score) FROM seat_sums"
    " WHERE {whole} GROUP BY 1, 2 ORDER BY 1, 2"
)


class Statistics:
    """A `past.numbers.Numbers`. Everything it tells is of games that were counted."""

    def __init__(self, database: Database) -> None:
        self._database = database
        # Grows whenever games were counted: what was asked before may be out of date.
        self.stamp = 0

    @property
    def uncounted(self) -> int:
        """How many games are to be counted (again) before all numbers are right."""
        return uncounted(self._database)

    def count_some(self, most: int = SLICE) -> int:
        """Count up to so many of them; returns how many are left. Raises `StorageError`."""
        if self.uncounted:
            self.stamp += 1
        return count_some(self._database, most)

    def games(self, which: Which) -> int:
        ((found,),) = self._of(which, "SELECT count(*) FROM tallies WHERE {conditions}")
        return int(found)

    def ends(self, which: Which) -> tuple[Ended, ...]:
        sql = (
            "SELECT winner, reason, count(*) FROM tallies WHERE {conditions} AND over"
            " GROUP BY winner, reason ORDER BY count(*) DESC, winner, reason"
        )
        return tuple(Ended(*row) for row in self._of(which, sql))

    def sums(self, which: Which, *facts: str) -> tuple[Sum, ...]:
        if _is_whole(which):
            return tuple(Sum(*row) for row in self._fact_sums(which, facts, "fact, part", "person = ''"))
        found = self._facts(
            which,
            facts,
            "SELECT fact, part, total(times), total(total), count(*) FROM facts WHERE {conditions}"
            f" AND person = '' AND seat = {TABLE} GROUP BY fact, part",
        )
        return tuple(Sum(*row) for row in found)

    def sums_of_people(self, which: Which, *facts: str) -> tuple[PersonSum, ...]:
        if _is_whole(which):
            rows = self._fact_sums(which, facts, "fact, part, person", "person > ''")
            return tuple(PersonSum(person, fact, part, *sums) for fact, part, person, *sums in rows)
        found = self._facts(
            which,
            facts,
            "SELECT person, fact, part, total(times), total(total), count(*) FROM facts WHERE {conditions}"
            " AND person <> '' GROUP BY fact, part, person",
        )
        return tuple(PersonSum(*row) for row in found)

    def pairs(self, which: Which, fact: str, person: str) -> tuple[PairSum, ...]:
        found = self._facts(
            which,
            (fact,),
            "SELECT facts.person, seats.person, total(times), total(total), count(*) FROM facts"
            " JOIN seats ON seats.game_id = facts.game_id AND seats.seat = CAST(part AS INTEGER)"
            " WHERE {conditions} AND facts.person = ? AND seats.person <> ''"
            " GROUP BY seats.person ORDER BY total(times) DESC, seats.person",
            person,
        )
        return tuple(PairSum(*row) for row in found)

    def people(self, which: Which) -> tuple[Played, ...]:
        if _is_whole(which):
            sql = _SEAT_SUMS.replace("{whole}", _WHOLE[which.over])
            return tuple(_played(row) for row in self._database.rows(sql, (which.game,)))
        rows = self._of(which, f"{_CHOSEN} SELECT person, side, {_PLAYED} GROUP BY 1, 2")
        return tuple(_played(row) for row in rows)

    def everybody(self) -> dict[str, int]:
        """Everybody with how many games they played to the end. Most games are over: it is faster to count
        all of them along the index and to take off the others than to look each one up."""
        every: dict[str, int] = dict(
            self._database.rows("SELECT person, count(*) FROM seats WHERE person > '' GROUP BY person")
        )
        left = self._database.rows(
            "SELECT person, count(*) FROM tallies CROSS JOIN seats USING (game_id)"
            " WHERE NOT over AND person > '' GROUP BY person"
        )
        for person, games in left:
            every[person] -= games
        return {person: games for person, games in every.items() if games}

    def names(self) -> dict[str, str]:
        return dict(self._database.rows(_NAMES))

    def person(self, name: str) -> str:
        """Who is meant by a name: the person whose name it is, or whose other name."""
        reading = read_name(name)
        found = self._database.rows(
            "SELECT same_as FROM people WHERE reading = ? AND same_as > ''", (reading,)
        )
        return str(found[0][0]) if found else reading

    def roles(self, which: Which, person: str) -> tuple[Played, ...]:
        sql = f"{_CHOSEN} SELECT person, role, {_PLAYED} AND role <> '' AND person = ? GROUP BY 2"
        return tuple(_played(row) for row in self._of(which, sql, person))

    def sizes(self, which: Which) -> dict[int, int]:
        sql = "SELECT players, count(*) FROM tallies WHERE {conditions} GROUP BY players ORDER BY players"
        return dict(self._of(which, sql))

    def lengths(self, which: Which) -> Length | None:
        return self._length(which, "length")

    def nights(self, which: Which) -> Length | None:
        return self._length(which, "night")

    def _length(self, which: Which, column: str) -> Length | None:
        sql = (
            f"SELECT count({column}), total({column}), min({column}), max({column})"
            " FROM tallies WHERE {conditions}"
        )
        ((games, total, shortest, longest),) = self._of(which, sql)
        return Length(games, total, shortest, longest) if games else None

    def streaks(self, which: Which) -> tuple[Streak, ...]:
        # Who has won or lost has played to the end.
        if _is_whole(which) and which.over is not Over.NO:
            found = find_streaks(self._database, which.game)
        else:
            computed = compute_streaks(self._database, *conditions(which))
            found = [streak for streak in computed if streak.best]
        return tuple(sorted(found, key=lambda streak: (-streak.best, streak.person)))

    def _fact_sums(self, which: Which, facts: tuple[str, ...], by: str, whose: str) -> list[Row]:
        """All facts of whole games, or those of these names, in order."""
        wanted = f" AND fact IN ({', '.join('?' * len(facts))})" if facts else ""
        sums = _FACT_SUMS.replace("{whole}", _WHOLE[which.over])
        sql = f"SELECT {by}, {sums} AND {whose}{wanted} GROUP BY {by} ORDER BY {by}"
        return self._database.rows(sql, (which.game, *facts))

    def _facts(self, which: Which, facts: tuple[str, ...], sql: str, *args: Any) -> list[Row]:
        """Of the facts of these games, all or those of these names: read in the order in which they lie."""
        where, given = conditions(which)
        wanted = f" AND fact IN ({', '.join('?' * len(facts))})" if facts else ""
        of = f"facts.game = ?{wanted} AND facts.game_id IN (SELECT game_id FROM tallies WHERE {where})"
        return self._database.rows(sql.replace("{conditions}", of), (which.game, *facts, *given, *args))

    def _of(self, which: Which, sql: str, *args: Any) -> list[Row]:
        """What is asked, of these games."""
        where, given = conditions(which)
        return self._database.rows(sql.replace("{conditions}", where), (*given, *args))


def _is_whole(which: Which) -> bool:
    """Whether all games of a kind are asked for, or all that are over, or not."""
    return bool(which.game) and which == Which(game=which.game, over=which.over)


def _played(row: Row) -> Played:
    person, side, games, told, won, scored, score = row
    return Played(person, side, games, told, int(won), scored, score)
