"""Statistics compared with a plain count over the logs, with the games behind every figure."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from companion.core.players import is_unnamed, normalize_name
from companion.core.serialization import encode
from companion.games.registry import get_game
from companion.i18n.translator import Translator
from companion.statistics.metrics import MIN_GAMES_FOR_RATE, Statistic
from companion.statistics.query import CompletionFilter, GameFilter, MetricFilter
from companion.statistics.reports import (
    FilterOption,
    build_complete_report,
    build_headline,
    build_person_report,
    iterate_statistics,
    list_filter_options,
    suggest_options,
)
from companion.storage.games import open_session
from companion.storage.statistics import build_condition
from companion.storage.statistics_index import index_all
from companion.storage.store import Store, open_store
from tests.storage.exchange import Clock
from tests.storage.plain_count import Kept, Key, Told, plainly, plainly_of
from tools.random_games import PEOPLE, random_game, random_games

YEAR = 1_790_000_500.0
GROUPS = {"Thursday table": ("Ada", "Bruno")}


@pytest.fixture
def played(store: Store, clock: Clock) -> Store:
    store.database.connection.execute("PRAGMA synchronous=OFF")
    dice = Random(2)
    for _ in range(16):
        one = random_game(dice, "avalon", left=0.0)
        session = open_session(one.game, store.games.start("avalon", encode(one.setup)), store.games)
        for move in one.moves:
            clock.on(5)
            session.play(move)
    index_all(store.database)
    return store


def chips(store: Store, which: GameFilter, game: str = "avalon") -> dict[str, FilterOption]:
    tr = Translator("en")
    kinds = list_filter_options(get_game(game), store.statistics, which, GROUPS, YEAR)
    return {tr.translate(offer.label): offer for kind in kinds for offer in kind.options}


def test_only_roles_of_some_games_are_offered_as_filter(played: Store) -> None:
    found = chips(played, GameFilter())
    assert "Percival in" in found
    assert "Merlin in" not in found
    assert found["Percival in"].game_filter == GameFilter(metrics=(MetricFilter("with", "percival"),))


def test_the_same_chip_removes_its_filter(played: Store) -> None:
    for name in ("Percival in", "This year", "Thursday table", "7 players"):
        offer = chips(played, GameFilter())[name]
        assert not offer.is_selected
        again = chips(played, offer.game_filter)[name]
        assert again.is_selected
        assert again.game_filter == GameFilter()


def test_filters_of_several_kinds_combine(played: Store) -> None:
    both = chips(played, chips(played, GameFilter())["7 players"].game_filter)["Percival in"].game_filter
    assert (both.players, both.metrics) == (7, (MetricFilter("with", "percival"),))
    numbers = played.statistics
    page = build_complete_report(get_game("avalon"), numbers, both)
    assert (
        page.total.numerator
        <= build_complete_report(get_game("avalon"), numbers, GameFilter(players=7)).total.numerator
    )


def test_the_quick_filters_show_all_games_or_the_chosen_one(played: Store) -> None:
    kinds = list_filter_options(get_game("avalon"), played.statistics, GameFilter(), GROUPS, YEAR)
    first = suggest_options(kinds)
    assert len(first) == 3
    assert [offer.is_selected for offer in first] == [True, False, False]
    chosen = GameFilter(players=7, since=YEAR)
    kinds = list_filter_options(get_game("avalon"), played.statistics, chosen, GROUPS, YEAR)
    assert [offer.is_selected for offer in suggest_options(kinds)] == [False, True, True]


def test_a_game_without_stored_games_offers_no_filters(played: Store) -> None:
    assert list(chips(played, GameFilter(), "silver")) == ["All time", "This year", "Thursday table"]


GAMES = ("avalon", "cultists", "silver", "duet")
COUNT = 240
# Two names of one person; both may sit at one table, where they are two.
SAME = {"lea": "ada", "mo": "bruno"}
GROUP = PEOPLE[:12]
BEGAN = 1_790_000_000.0
MIDDLE = BEGAN + 40 * 86_400


class Past(NamedTuple):
    store: Store
    kept: tuple[Kept, ...]


@pytest.fixture(scope="module")
def past(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Past]:
    clock = Clock()
    store = open_store(Path(tmp_path_factory.mktemp("past")), clock)
    # Nothing here has to survive a power cut.
    store.database.connection.execute("PRAGMA synchronous=OFF")
    with store.database.transaction() as execute:
        for reading, person in SAME.items():
            execute(
                "INSERT INTO people (reading, name, same_as) VALUES (?, ?, ?)", (reading, reading, person)
            )
    dice = Random(16)
    kept = tuple(
        filter(None, (_play(store, clock, dice, one) for one in random_games(dice, COUNT, left=0.15)))
    )
    index_all(store.database)
    yield Past(store, kept)
    store.close()


def _play(store: Store, clock: Clock, dice: Random, one: Any) -> Kept | None:
    """One game after the other over many evenings, some with a night, some deleted, some taken back."""
    clock.on(dice.choice((600.0, 7_200.0, 86_400.0)))
    night = dice.choice((None, 95.5, 120.0, 133.25)) if one.game.id in ("avalon", "cultists") else None
    stored = store.games.start(one.game.id, encode(one.setup), night)
    started, states, times = clock(), [one.game.start(one.setup)], []
    session = open_session(one.game, stored, store.games)
    for move in one.moves:
        times.append(clock.on(dice.choice((5.0, 20.0, 45.5, 5_000.0))))
        session.play(move)
        states.append(session.state)
    moves = list(one.moves)
    if moves and dice.random() < 0.05:
        session.undo()
        del moves[-1], states[-1], times[-1]
    if dice.random() < 0.05:
        store.games.delete(stored.id)
        return None
    people = _people(one.setup.players)
    return Kept(stored.id, one.game.id, states, moves, started, times, night, people)


def _people(names: Sequence[str]) -> tuple[str, ...]:
    """Where a person sits twice, the one with the own name is meant; both other names: the first."""
    readings = ["" if is_unnamed(name) else normalize_name(name) for name in names]
    people = []
    for reading in readings:
        person = SAME.get(reading, reading)
        there = person in readings if reading in SAME else False
        before = person in people
        people.append("" if there or before else person)
    return tuple(people)


class Chosen(NamedTuple):
    which: GameFilter
    keeps: Callable[[Kept], bool]


def _players(count: int) -> Chosen:
    return Chosen(GameFilter(players=count), lambda game: len(game.people) == count)


def _in_play(role: str) -> Chosen:
    return Chosen(
        GameFilter(metrics=(MetricFilter("with", role),)),
        lambda game: role in getattr(game.last.setup, "roles", ()),
    )


def _of_group(game: Kept) -> bool:
    members = {SAME.get(normalize_name(name), normalize_name(name)) for name in GROUP}
    seated = [person for person in game.people if person]
    return sum(person in members for person in seated) >= 2 and set(seated) <= members


CHOICES = {
    "all": Chosen(GameFilter(), lambda game: True),
    "early": Chosen(GameFilter(until=MIDDLE), lambda game: game.started < MIDDLE),
    "late": Chosen(GameFilter(since=MIDDLE), lambda game: game.started >= MIDDLE),
    "group": Chosen(GameFilter(group=GROUP), _of_group),
    "with ada": Chosen(GameFilter(people=("Ada",)), lambda game: "ada" in game.people),
    **{f"{count} players": _players(count) for count in (2, 4, 5, 7)},
    **{f"{role} in": _in_play(role) for role in ("percival", "seer")},
}


def _told(cards: Any) -> dict[Key, Statistic]:
    found: dict[Key, Statistic] = {}
    for figure in iterate_statistics(cards):
        key = Key(figure.name, figure.part, figure.person)
        assert key not in found, "two figures of one page are told apart by nothing"
        found[key] = figure
    return found


def _behind(store: Store, which: GameFilter) -> frozenset[int]:
    where, args = build_condition(which)
    rows = store.database.rows(f"SELECT game_id FROM tallies WHERE {where}", args)
    return frozenset(number for (number,) in rows)


def _compare(store: Store, shown: dict[Key, Statistic], plain: Told, *, games_too: bool) -> None:
    assert shown.keys() == plain.keys()
    for key, figure in shown.items():
        told = (figure.numerator, figure.denominator, figure.games)
        assert told == pytest.approx(plain[key][:3]), key
        if games_too:
            assert _behind(store, figure.game_filter) == plain[key].behind, key


@pytest.mark.parametrize("choice", CHOICES)
@pytest.mark.parametrize("game", GAMES)
def test_every_statistic_of_a_page_equals_a_plain_count(past: Past, game: str, choice: str) -> None:
    which, keeps = CHOICES[choice]
    page = build_complete_report(get_game(game), past.store.statistics, which)
    games = frozenset(one.id for one in past.kept if one.game == game and one.over and keeps(one))
    assert (page.total.numerator, _behind(past.store, page.total.game_filter)) == (len(games), games)
    # Behind each figure lie its games; where few are chosen they are looked for in all of it.
    games_too = choice in ("all", "5 players", "2 players")
    _compare(past.store, _told(page.cards), plainly(game, past.kept, keeps), games_too=games_too)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("person", ["ada", "αννα", "آرش"])
def test_every_statistic_of_a_person_equals_a_plain_count(past: Past, game: str, person: str) -> None:
    person = normalize_name({"αννα": "Άννα"}.get(person, person))
    page = build_person_report(get_game(game), past.store.statistics, GameFilter(), person)
    plain = plainly_of(game, person, past.kept)
    assert plain
    _compare(past.store, _told(page.cards), plain, games_too=True)


def test_the_random_games_cover_every_case(past: Past) -> None:
    """Or a figure would be right by chance."""
    kept = past.kept
    assert len(kept) < COUNT  # some were deleted
    assert sum(not game.over for game in kept) > 10
    for game in ("avalon", "cultists"):
        assert any(one.over and not one.roles for one in kept if one.game == game)
        assert any(one.over and one.roles for one in kept if one.game == game)
    assert any("lea" in _read(game) and "ada" in game.people for game in kept)
    assert any({"lea", "ada"} <= _read(game) for game in kept)
    told = plainly("duet", kept).keys() | plainly("silver", kept).keys() | plainly("avalon", kept).keys()
    names = {key.name for key in told | plainly("cultists", kept).keys()}
    assert {"merlin", "sudden_death", "seer", "gate", "declared", "untold", "night", "streak_now"} <= names


def _read(game: Kept) -> set[str]:
    return {normalize_name(name) for name in game.last.setup.players}


def test_a_wrong_statistic_is_detected(past: Past) -> None:
    """One fact of one game, changed by one."""
    store, kept = past
    connection = store.database.connection
    for game in GAMES:
        shown = (
            "approves", "leads", "chosen", "quest", "merlin", "refused", "with", "cards", "votes", "pointed",
            "deaths", "points", "rounds", "seer", "declared", "gate", "roles", "calls", "amulet", "lowest",
            "ended", "mission", "turns", "sudden_death", "guesses", "clues",
        )  # fmt: skip
        facts = store.database.rows(
            "SELECT fact, min(facts.game_id) FROM facts JOIN tallies USING (game_id)"
            " WHERE over AND facts.game = ? AND (seat < 0 OR person <> '')"
            f" AND fact IN ({', '.join('?' * len(shown))}) GROUP BY fact",
            (game, *shown),
        )
        for fact, number in facts:
            connection.execute("BEGIN")
            connection.execute(
                "UPDATE facts SET times = times + 1 WHERE game_id = ? AND fact = ?"
                " AND (seat < 0 OR person <> '')",
                (number, fact),
            )
            page = build_complete_report(get_game(game), store.statistics, GameFilter())
            with pytest.raises(AssertionError):
                _compare(store, _told(page.cards), plainly(game, kept), games_too=False)
            connection.execute("ROLLBACK")


def test_few_games_are_not_shown_as_a_percentage(past: Past) -> None:
    for game in GAMES:
        for choice in CHOICES.values():
            page = build_complete_report(get_game(game), past.store.statistics, choice.which)
            for figure in iterate_statistics(page.cards):
                assert figure.ratio is None or figure.games >= MIN_GAMES_FOR_RATE


def test_people_are_counted_by_finished_games(past: Past) -> None:
    plain: Counter[str] = Counter()
    for game in past.kept:
        if game.over:
            plain.update(person for person in game.people if person)
    assert past.store.statistics.count_games_by_person() == plain


def test_a_headline_is_a_statistic_of_its_page(past: Past) -> None:
    for game in GAMES:
        played, line = build_headline(get_game(game), past.store.statistics)
        page = build_complete_report(get_game(game), past.store.statistics, GameFilter())
        assert played == page.total.numerator
        assert line is not None
        assert line.statistic in iterate_statistics(page.cards)


def test_without_games_a_page_is_empty(past: Past) -> None:
    page = build_complete_report(get_game("avalon"), past.store.statistics, GameFilter(players=99))
    assert (page.total.numerator, page.cards) == (0, ())


def test_pages_only_read(past: Past) -> None:
    connection = past.store.database.connection
    before = connection.total_changes
    connection.set_authorizer(_no_writing)
    try:
        for game in GAMES:
            build_complete_report(
                get_game(game),
                past.store.statistics,
                replace(GameFilter(), completion=CompletionFilter.UNFINISHED),
            )
            build_person_report(get_game(game), past.store.statistics, GameFilter(), "ada")
    finally:
        connection.set_authorizer(None)
    assert connection.total_changes == before


def _no_writing(action: int, *_: object) -> int:
    writing = (sqlite3.SQLITE_INSERT, sqlite3.SQLITE_UPDATE, sqlite3.SQLITE_DELETE)
    return sqlite3.SQLITE_DENY if action in writing else sqlite3.SQLITE_OK
