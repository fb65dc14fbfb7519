"""Rooms, books, shelves, and the hazards of the building."""

import pytest

from companion.core.game import Outcome
from companion.games.cultists.actions import known_shelves
from companion.games.cultists.moves import (
    Book,
    BookBack,
    Confronted,
    Correct,
    Dead,
    Explored,
    FishmanScared,
    Hazard,
    HazardCard,
    ShelfCompleted,
    ShelfValue,
    Shelves,
)
from companion.games.cultists.state import Shelf

PLACES = [f"{colour}_{number}" for colour in ("blue", "pink", "orange", "green") for number in (1, 2, 3)]


@pytest.mark.parametrize(("players", "rooms"), [(5, 9), (6, 9), (7, 10), (8, 11)])
def test_a_room_is_explored_once_and_no_more_rooms_than_the_map_has(playing, refused, players, rooms):
    running = playing(players)
    for room in PLACES[:rooms]:
        running.play(Explored(room))
    assert refused(running, Explored(PLACES[0])) == ("explored_before", {})
    assert refused(running, Explored(PLACES[rooms])) == ("all_explored", {"n": rooms})
    assert refused(running, Explored("attic")) == ("no_such_room", {"room": "attic"})


def test_rooms_are_complete_once_their_shelf_is_full(playing):
    running = playing(6)
    for room in ("orange_1", "orange_2", "blue_1", "blue_2", "red"):
        running.play(Explored(room))
    running.play(ShelfCompleted("blue_2", 2))
    assert running.state.completed_rooms == ("blue_2",)
    for _ in range(4):
        running.play(Book("orange"))
    assert running.state.completed_rooms == ("orange_1", "orange_2", "blue_2")


def shelf(running, name):
    return next(shelf for shelf in running.state.library if shelf.shelf == name)


def test_only_the_orange_shelf_is_known(playing):
    running = playing(5)
    assert running.state.library == (Shelf("orange", books=4, points=4),)
    for stored in range(1, 4):
        assert running.play(Book("orange")).points == 0
        assert shelf(running, "orange").stored == stored
    running.play(BookBack("orange"))
    running.play(Book("orange"))
    state = running.play(Book("orange"))
    assert (state.points, shelf(running, "orange").complete) == (4, True)


def test_a_full_shelf_takes_and_gives_no_book(playing, refused):
    running = playing(5)
    running.play(ShelfCompleted("orange"))
    assert (running.state.points, shelf(running, "orange").stored) == (4, 4)
    for move in (Book("orange"), BookBack("orange"), ShelfCompleted("orange")):
        assert refused(running, move) == ("shelf_complete", {})
    assert refused(running, Shelves((ShelfValue("orange", 5, 4),))) == ("shelf_complete", {})


def test_the_table_reads_its_other_shelves_from_the_board_any_time(playing, refused):
    running = playing(5)
    running.play(Book("pink"))
    running.play(Book("pink"))
    assert refused(running, ShelfCompleted("pink")) == ("shelf_points_missing", {})
    small = Shelves((ShelfValue("pink", 1, 3),))
    assert refused(running, small) == ("shelf_overfull", {"books": 1, "stored": 2})
    state = running.play(Shelves((ShelfValue("pink", 2, 3), ShelfValue("blue_1", 3, 2))))
    assert (state.points, shelf(running, "pink").complete) == (3, True)
    assert shelf(running, "blue_1") == Shelf("blue_1", books=3, points=2)
    assert refused(running, ShelfCompleted("blue_1", 4)) == ("shelf_points_other", {"points": 2})
    assert running.play(ShelfCompleted("blue_1", 2)).points == 5


def test_what_is_known_of_the_shelves_serves_the_next_game(playing):
    running = playing(5)
    running.play(Shelves((ShelfValue("pink", 2, 3),)))
    running.play(Book("blue_2"))
    entered = known_shelves(running.state)
    assert entered == Shelves((ShelfValue("orange", 4, 4), ShelfValue("pink", 2, 3)))
    assert known_shelves(playing(5).play(entered)) == entered


def test_a_shelf_without_known_size_can_be_completed_by_its_points(playing, refused):
    running = playing(5)
    assert refused(running, ShelfCompleted("pink", 5))[0] == "shelf_points"
    assert running.play(ShelfCompleted("pink", 3)).points == 3
    assert shelf(running, "pink") == Shelf("pink", points=3, complete=True)


@pytest.mark.parametrize(
    ("move", "problem"),
    [
        (Shelves(()), ("shelves_none", {})),
        (Shelves((ShelfValue("pink", 3, 2), ShelfValue("pink", 3, 2))), ("shelf_twice", {})),
        (Shelves((ShelfValue("orange_1", 2, 2),)), ("no_such_shelf", {"shelf": "orange_1"})),
        (
            Shelves((ShelfValue("blue_1", 3, 2), ShelfValue("blue", 3, 2))),
            ("no_such_shelf", {"shelf": "blue"}),
        ),
        (Book("orange_2"), ("no_such_shelf", {"shelf": "orange_2"})),
        (Shelves((ShelfValue("pink", 3, 1),)), ("shelf_points", {"points": 1, "fewest": 2, "most": 4})),
        (Shelves((ShelfValue("pink", 3, 5),)), ("shelf_points", {"points": 5, "fewest": 2, "most": 4})),
        (Shelves((ShelfValue("pink", 0, 2),)), ("shelf_size", {"books": 0, "most": 25})),
        (Shelves((ShelfValue("pink", 22, 2),)), ("too_many_books", {"books": 25})),
        (Shelves((ShelfValue("attic", 2, 2),)), ("no_such_shelf", {"shelf": "attic"})),
        (Book("attic"), ("no_such_shelf", {"shelf": "attic"})),
        (BookBack("pink"), ("shelf_empty", {})),
    ],
)
def test_shelves_that_no_board_has_are_refused(playing, refused, move, problem):
    assert refused(playing(5), move) == problem


def test_all_books_of_the_box_fit_on_the_shelves(playing):
    running = playing(5)
    running.play(Shelves((ShelfValue("pink", 21, 2),)))
    with_one = sum(shelf.books or shelf.stored for shelf in running.state.library)
    running.play(Shelves((ShelfValue("pink", 21 + 25 - with_one, 2),)))
    assert sum(shelf.books or shelf.stored for shelf in running.state.library) == 25


def test_no_more_books_than_the_box_holds(playing, refused):
    running = playing(5)
    for number in range(25):
        running.play(Book(f"blue_{number % 9 + 1}"))
    assert refused(running, Book("blue_1")) == ("too_many_books", {"books": 25})


def test_the_shelf_that_reaches_the_target_wins_at_once(playing):
    running = playing(5)
    running.play(Correct(points=6))
    assert running.play(ShelfCompleted("orange")).outcome == Outcome("investigators", "points_reached")


# Hazards ----------------------------------------------------------------------------------------------


def test_failures_bring_cultist_tokens_and_then_the_fishman(playing, refused):
    running = playing(5)
    assert running.play(Hazard(HazardCard.SUCCESS)).tokens_left == 3
    assert refused(running, Hazard(HazardCard.FAILURE)) == ("hazard_room", {})
    for left in (2, 1, 0):
        assert running.play(Hazard(HazardCard.FAILURE, "pink")).tokens_left == left
        assert running.state.is_fishman_inside is False
    assert running.state.cultist_tokens == ("pink",) * 3
    assert running.play(Hazard(HazardCard.FAILURE)).is_fishman_inside is True
    assert running.play(Hazard(HazardCard.SABOTAGE)).is_fishman_inside is True
    assert running.state.cultist_tokens == ("pink",) * 3


def test_a_confronted_token_is_out_of_the_game(playing, go_to, refused):
    running = playing(4, automa=True)
    running.play(Hazard(HazardCard.FAILURE, "pink"))
    assert refused(running, Confronted("pink")) == ("action_phase", {})
    go_to(running, 1, "action")
    assert refused(running, Confronted("green")) == ("no_token_here", {})
    state = running.play(Confronted("pink", by=4))
    assert (state.cultist_tokens, state.tokens_left, state.removed_tokens) == ((), 2, 1)
    assert refused(running, Confronted("pink")) == ("need_cultist_token", {})


def test_the_living_holder_of_the_knife_scares_the_fishman(playing, go_to, refused):
    running = playing(5)
    assert refused(running, FishmanScared()) == ("need_fishman", {})
    running.play(Hazard(HazardCard.SABOTAGE))
    assert running.play(FishmanScared()).is_fishman_inside is False
    running.undo()
    running.play(Dead(0))
    assert refused(running, FishmanScared()) == ("need_living", {})
    running.undo()
    go_to(running, 1, "clean_up")
    assert refused(running, FishmanScared()) == ("scare_phase", {})

    running = playing(4, automa=True)
    running.play(Hazard(HazardCard.SABOTAGE))
    running.play(Correct(knife=4))
    assert refused(running, FishmanScared()) == ("need_player", {})


def test_a_first_game_has_no_hazards(playing, refused):
    running = playing(5, "seer", first_game=True)
    assert running.state.tokens_left == 0
    for move in (Hazard(HazardCard.SUCCESS), Confronted("pink"), FishmanScared()):
        assert refused(running, move) == ("need_hazard_deck", {})
