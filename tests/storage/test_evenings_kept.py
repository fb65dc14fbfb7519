"""Evenings as they lie in the file: gathered by themselves, listed newest first, one with all its games."""

from __future__ import annotations

from random import Random

from companion.games.duet.moves import Agent, Assassin, Move
from companion.games.duet.play import GAME as DUET
from companion.games.duet.setup import Setup as DuetSetup
from companion.games.records import encode
from companion.past.evening import Evening
from companion.past.evenings import LONGEST_BREAK
from companion.storage.counting import count_all
from companion.storage.evenings import ListedEvening
from companion.storage.store import Store
from companion.storage.tables import new_table, open_table
from tests.storage.conftest import Clock
from tools.random_games import random_game

PEOPLE = ("Ada", "Bruno", "Chloe", "Dario", "Elena", "Farid", "Greta", "Άννα")


def mission(store: Store, clock: Clock, *names: str, won: bool = False) -> int:
    """Won only if need be: it takes fifteen agents."""
    table, number = new_table(DUET, DuetSetup(names), store.games)
    moves: list[Move] = [Agent()] * 15 if won else [Agent(), Assassin()]
    for move in moves:
        clock.on(60)
        table.play(move)
    return number


def nights(store: Store, clock: Clock, count: int) -> list[float]:
    """So many evenings of two games each; when they began."""
    began = []
    for _ in range(count):
        began.append(clock.on(2 * LONGEST_BREAK))
        mission(store, clock, "Ada", "Bruno")
        mission(store, clock, "Bruno", "Ada")
    return began


def test_one_game_is_an_evening_and_the_next_one_joins_it(store: Store, clock: Clock) -> None:
    first = mission(store, clock, "Ada", "Bruno")
    evenings = store.evenings
    started = evenings.of(first)
    assert started is not None
    assert evenings.games_of(started) == 1
    second = mission(store, clock, "Ada", "Chloe")
    assert evenings.of(second) == started
    assert [game.number for game in evenings.evening(started).games] == [first, second]
    assert evenings.count() == 1


def test_they_are_listed_newest_first_page_by_page(store: Store, clock: Clock) -> None:
    began = nights(store, clock, 7)
    count_all(store.database)
    assert store.evenings.count() == 7
    listed: list[ListedEvening] = []
    before = None
    while page := store.evenings.newest(3, before):
        assert len(page) <= 3
        before = page[-1].started
        listed += page
    assert [one.started for one in listed] == began[::-1]
    assert all(one.games == ("duet", "duet") for one in listed)
    assert [person.name for person in listed[0].people] == ["Bruno", "Ada"]


def test_a_deleted_game_is_gone_from_its_evening_and_the_last_takes_the_evening_along(
    store: Store, clock: Clock
) -> None:
    first, second = (mission(store, clock, "Ada", "Bruno") for _ in range(2))
    started = store.evenings.of(first)
    assert started is not None
    store.games.delete(first)
    assert [game.number for game in store.evenings.evening(started).games] == [second]
    store.games.delete(second)
    assert store.evenings.evening(started) == Evening(started, ())
    assert store.evenings.count() == 0
    assert store.evenings.newest(5) == ()
    assert store.evenings.of(first) is None


def test_a_game_of_which_nobody_knows_the_evening_is_in_none(store: Store, clock: Clock) -> None:
    setup = encode(DuetSetup(("Ada", "Bruno")))
    number = store.games.take_in("duet", setup, [], None)
    assert number is not None
    assert store.evenings.of(number) is None
    assert store.evenings.count() == 0


def test_a_game_that_cannot_be_played_through_is_left_out(store: Store, clock: Clock) -> None:
    good, bad = (mission(store, clock, "Ada", "Bruno") for _ in range(2))
    with store.database.step() as execute:
        execute("UPDATE moves SET move = '{}' WHERE game_id = ?", (bad,))
    started = store.evenings.of(good)
    assert started is not None
    assert [game.number for game in store.evenings.evening(started).games] == [good]
    assert store.evenings.game(bad) is None


def test_two_names_of_one_person_are_counted_together_under_the_name_they_have(
    store: Store, clock: Clock
) -> None:
    mission(store, clock, "Ada", "Bruno", won=True)
    number = mission(store, clock, "Adi", "Bruno", won=True)
    with store.database.step() as execute:
        execute("INSERT INTO people VALUES ('ada', 'Ada L.', NULL, NULL, NULL)", ())
        execute("INSERT INTO people VALUES ('adi', 'Adi', NULL, NULL, 'ada')", ())
        execute("UPDATE games SET counted = 0", ())
    count_all(store.database)
    started = store.evenings.of(number)
    assert started is not None
    (listed,) = store.evenings.newest(1)
    for people in (store.evenings.evening(started).people, listed.people):
        assert [(person.name, person.won) for person in people] == [("Ada L.", 2), ("Bruno", 2)]


def test_the_list_and_the_page_say_the_same_of_random_evenings(store: Store, clock: Clock) -> None:
    dice = Random(5)
    for _ in range(4):
        clock.on(2 * LONGEST_BREAK)
        for _ in range(3):
            played = random_game(dice, people=PEOPLE)
            stored = store.games.start(played.game.id, encode(played.setup))
            table = open_table(played.game, stored, store.games)
            for move in played.moves:
                clock.on(20)
                table.play(move)
    count_all(store.database)
    listed = store.evenings.newest(100)
    assert len(listed) >= 4
    for one in listed:
        evening = store.evenings.evening(one.started)
        assert one.people == evening.people
        assert one.games == tuple(game.game for game in evening.games)


def test_notes_and_times_come_along(store: Store, clock: Clock) -> None:
    number = mission(store, clock, "Ada", "Bruno")
    with store.database.step() as execute:
        execute("INSERT INTO notes VALUES (?, 0, 1, 'Ada laughed here', 0.0)", (number,))
    game = store.evenings.game(number)
    assert game is not None
    assert [note.text for note in game.notes] == ["Ada laughed here"]
    assert game.length == 120
