"""A choice of games as SQL: the conditions that a row of `tallies` must meet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.games.seats import read_name
from companion.i18n.folding import folded
from companion.past.facts import TABLE
from companion.past.which import NOBODY, Having, Lasted, Met, Over, SeatedAs, Which
from companion.storage.database import to_text

# A condition and what its places are filled with.
Condition = tuple[str, tuple[Any, ...]]

# Whoever a name leads to, by its reading, given twice: it may be another name of somebody.
_WHO = "ifnull((SELECT same_as FROM people WHERE reading = ?), ?)"
# The same for several, in a list.
_THESE = "SELECT ifnull(same_as, value) FROM json_each(?) LEFT JOIN people ON reading = value"
_MET = {Met.COUNTED: "total > 0", Met.ONCE: "times > 0", Met.MISSED: "times < total"}


def conditions(which: Which) -> Condition:
    """Of `tallies`; met by every game if nothing is asked for."""
    found = list(_conditions(which))
    return " AND ".join(sql for sql, _ in found) or "1", tuple(arg for _, args in found for arg in args)


def _conditions(which: Which) -> Iterator[Condition]:
    if which.game:
        yield "tallies.game = ?", (which.game,)
    for word in folded(which.text).split():
        yield "instr(tallies.words, ?)", (word,)
    if which.since is not None:
        yield "tallies.started >= ?", (which.since,)
    if which.until is not None:
        yield "tallies.started < ?", (which.until,)
    if which.over is not Over.ANY:
        yield "tallies.over = ?", (which.over is Over.YES,)
    if which.winner == NOBODY:
        yield "tallies.over AND tallies.winner = ''", ()
    elif which.winner:
        yield "tallies.winner = ?", (which.winner,)
    for column in ("reason", "players", "evening"):
        value = getattr(which, column)
        if value not in ("", None):
            yield f"tallies.{column} = ?", (value,)
    for column in ("starred", "noted"):
        if getattr(which, column):
            yield f"tallies.{column}", ()
    if which.lasted is not None:
        yield _lasted(which.lasted)
    if which.roles is not None:
        told = "SELECT 1 FROM seats WHERE game_id = tallies.game_id AND role <> ''"
        yield f"{'' if which.roles else 'NOT '}EXISTS ({told})", ()
    yield from _of_people(which)
    yield from (_having(having, which) for having in which.having)


def _of_people(which: Which) -> Iterator[Condition]:
    for person in which.people:
        yield _seated(SeatedAs(person))
    yield from map(_seated, which.seated)
    if which.group:
        members = (to_text([read_name(name) for name in which.group]),)
        # By one walk over the seats for all games: to look them up for each takes five times as long.
        some = f"SELECT game_id FROM seats WHERE person IN ({_THESE}) GROUP BY game_id HAVING count(*) > 1"
        yield f"tallies.game_id IN ({some})", members
        strangers = f"SELECT game_id FROM seats WHERE person <> '' AND person NOT IN ({_THESE})"
        yield f"tallies.game_id NOT IN ({strangers})", members


def _seated(seated: SeatedAs) -> Condition:
    sql, args = f"SELECT game_id FROM seats WHERE person = {_WHO}", [*_who(seated.person)]
    for column in ("side", "role"):
        value = getattr(seated, column)
        if value:
            sql += f" AND {column} = ?"
            args.append(value)
    if seated.won is not None:
        sql += f" AND won = {int(seated.won)}"
    if seated.told is not None:
        sql += f" AND won IS {'NOT ' if seated.told else ''}NULL"
    return f"tallies.game_id IN ({sql})", tuple(args)


def _lasted(lasted: Lasted) -> Condition:
    column = "tallies.night" if lasted.night else "tallies.length"
    return (f"{column} IS NOT NULL", ()) if lasted.seconds is None else (f"{column} = ?", (lasted.seconds,))


def _having(having: Having, which: Which) -> Condition:
    sql, args = "SELECT game_id FROM facts WHERE fact = ?", [having.fact]
    if which.game:
        sql += " AND game = ?"
        args.append(which.game)
    if having.part:
        sql += " AND part = ?"
        args.append(having.part)
    if having.person:
        sql += f" AND person = {_WHO}"
        args += _who(having.person)
    else:
        sql += f" AND seat = {TABLE}"
    if having.other:
        there = "SELECT 1 FROM seats WHERE game_id = facts.game_id AND seat = CAST(facts.part AS INTEGER)"
        sql += f" AND EXISTS ({there} AND person = {_WHO})"
        args += _who(having.other)
    return f"tallies.game_id IN ({sql} AND {_MET[having.met]})", tuple(args)


def _who(name: str) -> tuple[str, str]:
    reading = read_name(name)
    return reading, reading
