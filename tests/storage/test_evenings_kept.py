"""Evenings as they lie in the file: gathered by themselves, listed newest first, one with all its games."""

from __future__ import annotations

from random import Random

from companion.core.serialization import encode
from companion.games.duet.play import GAME as DUET
from companion.games.duet.setup import Setup as DuetSetup
from companion.games.duet.state import Agent, Assassin, Move
from companion.statistics.game_night import MAX_BREAK_SECONDS, GameNight
from companion.storage.games import open_session, start_session
from companion.storage.notes import GameNightSummary
from companion.storage.statistics_index import index_all
from companion.storage.store import Store
from tests.storage.exchange import Clock, import_record
from tools.random_games import random_game

PEOPLE = ("Ada", "Bruno", "Chloe", "Dario", "Elena", "Farid", "Greta", "Άννα")


def mission(store: Store, clock: Clock, *names: str, won: bool = False) -> int:
    """Won only if need be: it takes fifteen agents."""
    session, number = start_session(DUET, DuetSetup(names), store.games)
    moves: list[Move] = [Agent()] * 15 if won else [Agent(), Assassin()]
    for move in moves:
        clock.on(60)
        session.play(move)
    return number


def nights(store: Store, clock: Clock, count: int) -> list[float]:
    """So many evenings of two games each; when they began."""
    began = []
    for _ in range(count):
        began.append(clock.on(2 * MAX_BREAK_SECONDS))
        mission(store, clock, "Ada", "Bruno")
        mission(store, clock, "Bruno", "Ada")
    return began


def test_one_game_is_an_evening_and_the_next_one_joins_it(store: Store, clock: Clock) -> None:
    first = mission(store, clock, "Ada", "Bruno")
    evenings = store.game_nights
    started = evenings.find_game_night_of(first)
    assert started is not None
    assert evenings.count_games(started) == 1
    second = mission(store, clock, "Ada", "Chloe")
    assert evenings.find_game_night_of(second) == started
    assert [game.game_id for game in evenings.load(started).games] == [first, second]
    assert evenings.count() == 1


def test_they_are_listed_newest_first_page_by_page(store: Store, clock: Clock) -> None:
    began = nights(store, clock, 7)
    index_all(store.database)
    assert store.game_nights.count() == 7
    listed: list[GameNightSummary] = []
    before = None
    while page := store.game_nights.list_newest(3, before):
        assert len(page) <= 3
        before = page[-1].started
        listed += page
    assert [one.started for one in listed] == began[::-1]
    assert all(one.games == ("duet", "duet") for one in listed)
    assert [person.name for person in listed[0].players] == ["Bruno", "Ada"]


def test_a_deleted_game_is_gone_from_its_evening_and_the_last_takes_the_evening_along(
    store: Store, clock: Clock
) -> None:
    first, second = (mission(store, clock, "Ada", "Bruno") for _ in range(2))
    started = store.game_nights.find_game_night_of(first)
    assert started is not None
    store.games.delete(first)
    assert [game.game_id for game in store.game_nights.load(started).games] == [second]
    store.games.delete(second)
    assert store.game_nights.load(started) == GameNight(started, ())
    assert store.game_nights.count() == 0
    assert store.game_nights.list_newest(5) == ()
    assert store.game_nights.find_game_night_of(first) is None


def test_a_game_of_which_nobody_knows_the_evening_is_in_none(store: Store, clock: Clock) -> None:
    setup = encode(DuetSetup(("Ada", "Bruno")))
    number = import_record(store, "duet", setup, [], None)
    assert store.game_nights.find_game_night_of(number) is None
    assert store.game_nights.count() == 0


def test_a_game_that_cannot_be_played_through_is_left_out(store: Store, clock: Clock) -> None:
    good, bad = (mission(store, clock, "Ada", "Bruno") for _ in range(2))
    with store.database.transaction() as execute:
        execute("UPDATE moves SET move = '{}' WHERE game_id = ?", (bad,))
    started = store.game_nights.find_game_night_of(good)
    assert started is not None
    assert [game.game_id for game in store.game_nights.load(started).games] == [good]
    assert store.game_nights.load_game(bad) is None


def test_two_names_of_one_person_are_counted_together_under_the_name_they_have(
    store: Store, clock: Clock
) -> None:
    mission(store, clock, "Ada", "Bruno", won=True)
    number = mission(store, clock, "Adi", "Bruno", won=True)
    with store.database.transaction() as execute:
        execute("INSERT INTO people VALUES ('ada', 'Ada L.', NULL, NULL, NULL)", ())
        execute("INSERT INTO people VALUES ('adi', 'Adi', NULL, NULL, 'ada')", ())
        execute("UPDATE games SET counted = 0", ())
    index_all(store.database)
    started = store.game_nights.find_game_night_of(number)
    assert started is not None
    (listed,) = store.game_nights.list_newest(1)
    for people in (store.game_nights.load(started).players, listed.players):
        assert [(person.name, person.wins) for person in people] == [("Ada L.", 2), ("Bruno", 2)]


def test_the_list_and_the_page_say_the_same_of_random_evenings(store: Store, clock: Clock) -> None:
    dice = Random(5)
    for _ in range(4):
        clock.on(2 * MAX_BREAK_SECONDS)
        for _ in range(3):
            played = random_game(dice, people=PEOPLE)
            stored = store.games.start(played.game.id, encode(played.setup))
            session = open_session(played.game, stored, store.games)
            for move in played.moves:
                clock.on(20)
                session.play(move)
    index_all(store.database)
    listed = store.game_nights.list_newest(100)
    assert len(listed) >= 4
    for one in listed:
        evening = store.game_nights.load(one.started)
        assert one.players == evening.players
        assert one.games == tuple(game.game for game in evening.games)


def test_notes_and_times_come_along(store: Store, clock: Clock) -> None:
    number = mission(store, clock, "Ada", "Bruno")
    with store.database.transaction() as execute:
        execute("INSERT INTO notes VALUES (?, 0, 1, 'Ada laughed here', 0.0)", (number,))
    game = store.game_nights.load_game(number)
    assert game is not None
    assert [note.text for note in game.notes] == ["Ada laughed here"]
    assert game.duration_seconds == 120
