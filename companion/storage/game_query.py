"""SQL of game filters: conditions on `tallies`, the filtered list of games, and frequent players.

A list contains all games of a filter but only their ids and sort keys, so that a virtual list knows its
height. Games are loaded when they become visible.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.core.players import normalize_name
from companion.i18n.search import fold_text
from companion.statistics.metrics import NO_SEAT
from companion.statistics.query import (
    ALL_GAMES,
    NO_WINNER,
    CompletionFilter,
    DurationFilter,
    GameFilter,
    ListedGame,
    MetricCondition,
    MetricFilter,
    SeatFilter,
)
from companion.storage.database import Database, dump_json

# A condition and its arguments.
SqlCondition = tuple[str, tuple[Any, ...]]

# The person of a name key (given twice), resolving aliases.
_PERSON_SQL = "ifnull((SELECT same_as FROM people WHERE reading = ?), ?)"
# The same for a JSON list of name keys.
_PEOPLE_SQL = "SELECT ifnull(same_as, value) FROM json_each(?) LEFT JOIN people ON reading = value"
_METRIC_CONDITIONS = {
    MetricCondition.PRESENT: "total > 0",
    MetricCondition.AT_LEAST_ONCE: "times > 0",
    MetricCondition.NOT_ALWAYS: "times < total",
}


def build_condition(game_filter: GameFilter) -> SqlCondition:
    """Return the condition on `tallies`; an empty filter matches every game."""
    parts = list(_iterate_conditions(game_filter))
    return " AND ".join(sql for sql, _ in parts) or "1", tuple(arg for _, args in parts for arg in args)


def _iterate_conditions(game_filter: GameFilter) -> Iterator[SqlCondition]:
    if game_filter.game:
        yield "tallies.game = ?", (game_filter.game,)
    for word in fold_text(game_filter.text).split():
        yield "instr(tallies.words, ?)", (word,)
    if game_filter.since is not None:
        yield "tallies.started >= ?", (game_filter.since,)
    if game_filter.until is not None:
        yield "tallies.started < ?", (game_filter.until,)
    if game_filter.completion is not CompletionFilter.ANY:
        yield "tallies.over = ?", (game_filter.completion is CompletionFilter.FINISHED,)
    if game_filter.winner == NO_WINNER:
        yield "tallies.over AND tallies.winner = ''", ()
    elif game_filter.winner:
        yield "tallies.winner = ?", (game_filter.winner,)
    for column in ("reason", "players", "evening"):
        value = getattr(game_filter, column)
        if value not in ("", None):
            yield f"tallies.{column} = ?", (value,)
    for column in ("starred", "noted"):
        if getattr(game_filter, column):
            yield f"tallies.{column}", ()
    if game_filter.duration is not None:
        yield _duration_condition(game_filter.duration)
    if game_filter.has_roles is not None:
        role_rows = "SELECT 1 FROM seats WHERE game_id = tallies.game_id AND role <> ''"
        yield f"{'' if game_filter.has_roles else 'NOT '}EXISTS ({role_rows})", ()
    yield from _iterate_people_conditions(game_filter)
    yield from (_metric_condition(metric_filter, game_filter) for metric_filter in game_filter.metrics)


def _iterate_people_conditions(game_filter: GameFilter) -> Iterator[SqlCondition]:
    for person in game_filter.people:
        yield _seat_condition(SeatFilter(person))
    yield from map(_seat_condition, game_filter.seats)
    if game_filter.group:
        members = (dump_json([normalize_name(name) for name in game_filter.group]),)
        # One scan of the seats for all games: looking them up for each game takes five times as long.
        shared_games = (
            f"SELECT game_id FROM seats WHERE person IN ({_PEOPLE_SQL}) GROUP BY game_id HAVING count(*) > 1"
        )
        yield f"tallies.game_id IN ({shared_games})", members
        strangers = f"SELECT game_id FROM seats WHERE person <> '' AND person NOT IN ({_PEOPLE_SQL})"
        yield f"tallies.game_id NOT IN ({strangers})", members


def _seat_condition(seat_filter: SeatFilter) -> SqlCondition:
    sql, args = f"SELECT game_id FROM seats WHERE person = {_PERSON_SQL}", [*_person_args(seat_filter.person)]
    for column in ("side", "role"):
        value = getattr(seat_filter, column)
        if value:
            sql += f" AND {column} = ?"
            args.append(value)
    if seat_filter.won is not None:
        sql += f" AND won = {int(seat_filter.won)}"
    if seat_filter.has_result is not None:
        sql += f" AND won IS {'NOT ' if seat_filter.has_result else ''}NULL"
    return f"tallies.game_id IN ({sql})", tuple(args)


def _duration_condition(duration: DurationFilter) -> SqlCondition:
    column = "tallies.night" if duration.is_night else "tallies.length"
    return (
        (f"{column} IS NOT NULL", ()) if duration.seconds is None else (f"{column} = ?", (duration.seconds,))
    )


def _metric_condition(metric_filter: MetricFilter, game_filter: GameFilter) -> SqlCondition:
    sql, args = "SELECT game_id FROM facts WHERE fact = ?", [metric_filter.metric]
    if game_filter.game:
        sql += " AND game = ?"
        args.append(game_filter.game)
    if metric_filter.part:
        sql += " AND part = ?"
        args.append(metric_filter.part)
    if metric_filter.person:
        sql += f" AND person = {_PERSON_SQL}"
        args += _person_args(metric_filter.person)
    else:
        sql += f" AND seat = {NO_SEAT}"
    if metric_filter.other_person:
        seat_rows = "SELECT 1 FROM seats WHERE game_id = facts.game_id AND seat = CAST(facts.part AS INTEGER)"
        sql += f" AND EXISTS ({seat_rows} AND person = {_PERSON_SQL})"
        args += _person_args(metric_filter.other_person)
    return f"tallies.game_id IN ({sql} AND {_METRIC_CONDITIONS[metric_filter.condition]})", tuple(args)


def _person_args(name: str) -> tuple[str, str]:
    name_key = normalize_name(name)
    return name_key, name_key


# Without a filter the games table is read: games need no indexing, and unreadable ones are listed too. Two
# indexes cover both queries; the rows are ten times as long.
_ALL = "SELECT id, started FROM games WHERE deleted IS NULL ORDER BY started DESC, id DESC"
_GAME_NIGHTS = "SELECT id, evening FROM games WHERE deleted IS NULL AND evening IS NOT NULL ORDER BY evening"
_FILTERED = (
    "SELECT game_id, started, evening FROM tallies WHERE {conditions} ORDER BY started DESC, game_id DESC"
)
_FREQUENT_PLAYERS = (
    "SELECT person FROM seats WHERE person <> '' GROUP BY person ORDER BY count(*) DESC, person"
)


def list_games(database: Database, game_filter: GameFilter) -> tuple[ListedGame, ...]:
    if game_filter == ALL_GAMES:
        game_nights: dict[int, object] = dict(database.rows(_GAME_NIGHTS))
        return tuple(
            ListedGame(game_id, started, game_nights.get(game_id)) for game_id, started in database.rows(_ALL)
        )
    condition, args = build_condition(game_filter)
    return tuple(map(ListedGame._make, database.rows(_FILTERED.replace("{conditions}", condition), args)))


def frequent_players(database: Database) -> tuple[str, ...]:
    return tuple(person for (person,) in database.rows(_FREQUENT_PLAYERS))
