"""What lies on the board: rooms, books and shelves, the hazards of the building.

All of it may be recorded in any phase, for what most roles and some events do is on their tokens only.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from companion.games.cultists.actions import CONFRONT, SCARE_FISHMAN, check_action
from companion.games.cultists.ends import with_points_checked
from companion.games.cultists.moves import (
    Book,
    BookBack,
    Card,
    Confronted,
    Explored,
    FishmanScared,
    Hazard,
    ShelfCompleted,
    ShelfValue,
    Shelves,
)
from companion.games.cultists.pieces import Shelf
from companion.games.cultists.places import colour_of
from companion.games.cultists.state import State, refused
from companion.games.game import replace

BOOKS: Final = 25
SHELF_POINTS: Final = range(2, 5)
# The table counts them: at the last of these cards a room is explored.
CARDS_TO_EXPLORE: Final = 3
# With the largest shelf the points can lead so far beyond what wins at the start.
POINTS_BEYOND: Final = 5
# The only shelf the rules tell of; the others stand on the table's own board.
KNOWN_SHELVES: Final = (Shelf("orange", books=4, points=4),)


def explore(state: State, move: Explored) -> State:
    _check_room(move.room)
    if move.room in state.explored:
        raise refused("cultists.problem.explored_before")
    rooms = state.numbers.rooms
    if len(state.explored) == rooms:
        raise refused("cultists.problem.all_explored", n=rooms)
    return replace(state, explored=(*state.explored, move.room))


# Shelves ----------------------------------------------------------------------------------------------


def enter_shelves(state: State, move: Shelves) -> State:
    if not move.shelves:
        raise refused("cultists.problem.shelves_none")
    if len({value.shelf for value in move.shelves}) < len(move.shelves):
        raise refused("cultists.problem.shelf_twice")
    for value in move.shelves:
        state = _with_shelf(state, _valued(_shelf(state, value.shelf), value))
    if sum(shelf.books or shelf.stored for shelf in state.library) > BOOKS:
        raise refused("cultists.problem.too_many_books", books=BOOKS)
    return with_points_checked(_filled(state))


def known_shelves(state: State) -> Shelves:
    """All that is known of this board's shelves: the move with which the next game need not ask again."""
    return Shelves(
        tuple(
            ShelfValue(shelf.shelf, shelf.books, shelf.points)
            for shelf in state.library
            if shelf.books is not None and shelf.points is not None
        )
    )


def shelve(state: State, move: Book) -> State:
    shelf = _open_shelf(state, move.shelf)
    if sum(other.stored for other in state.library) == BOOKS:
        raise refused("cultists.problem.too_many_books", books=BOOKS)
    return with_points_checked(_filled(_with_shelf(state, replace(shelf, stored=shelf.stored + 1))))


def take_back(state: State, move: BookBack) -> State:
    shelf = _open_shelf(state, move.shelf)
    if not shelf.stored:
        raise refused("cultists.problem.shelf_empty")
    return _with_shelf(state, replace(shelf, stored=shelf.stored - 1))


def complete_shelf(state: State, move: ShelfCompleted) -> State:
    shelf = _open_shelf(state, move.shelf)
    points = shelf.points if move.points is None else move.points
    if points is None:
        raise refused("cultists.problem.shelf_points_missing")
    if shelf.points not in (None, points):
        raise refused("cultists.problem.shelf_points_other", points=shelf.points)
    _check_points(points)
    full = replace(shelf, points=points, stored=shelf.books or shelf.stored, complete=True)
    return with_points_checked(replace(_with_shelf(state, full), points=state.points + points))


def _filled(state: State) -> State:
    """Shelves that have just got their last book bring their points."""
    for shelf in state.library:
        if not shelf.complete and shelf.points is not None and shelf.stored == shelf.books:
            state = _with_shelf(state, replace(shelf, complete=True))
            state = replace(state, points=state.points + shelf.points)
    return state


def _valued(shelf: Shelf, value: ShelfValue) -> Shelf:
    if shelf.complete:
        raise refused("cultists.problem.shelf_complete")
    _check_points(value.points)
    if not 1 <= value.books <= BOOKS:
        raise refused("cultists.problem.shelf_size", books=value.books, most=BOOKS)
    if value.books < shelf.stored:
        raise refused("cultists.problem.shelf_overfull", books=value.books, stored=shelf.stored)
    return replace(shelf, books=value.books, points=value.points)


def _check_points(points: int) -> None:
    if points not in SHELF_POINTS:
        fewest, most = SHELF_POINTS[0], SHELF_POINTS[-1]
        raise refused("cultists.problem.shelf_points", points=points, fewest=fewest, most=most)


def shelf_fits(name: str, others: Iterable[str]) -> bool:
    """Whether a shelf can be called so beside others: a colour has one for all rooms, or numbered ones."""
    colour = colour_of(name)
    if colour is None:
        return False
    alike = {name, *(other for other in others if colour_of(other) is colour)}
    return alike == {name} or colour.value not in alike


def _shelf(state: State, name: str) -> Shelf:
    if not shelf_fits(name, (shelf.shelf for shelf in state.library)):
        raise refused("cultists.problem.no_such_shelf", shelf=name)
    return next((shelf for shelf in state.library if shelf.shelf == name), Shelf(name))


def _open_shelf(state: State, name: str) -> Shelf:
    shelf = _shelf(state, name)
    if shelf.complete:
        raise refused("cultists.problem.shelf_complete")
    return shelf


def _with_shelf(state: State, shelf: Shelf) -> State:
    others = [other for other in state.library if other.shelf != shelf.shelf]
    return replace(state, library=tuple(sorted((*others, shelf), key=lambda one: one.shelf)))


# Hazards ----------------------------------------------------------------------------------------------


def meet_hazard(state: State, move: Hazard) -> State:
    _check_hazards(state)
    if move.room is not None:
        _check_room(move.room)
    if move.card is Card.FAILURE and state.tokens_left:
        if move.room is None:
            raise refused("cultists.problem.hazard_room")
        return replace(state, cultist_tokens=(*state.cultist_tokens, move.room))
    # Sabotage, or a failure with no Cultist token left; once he is inside, nothing more happens.
    return state if move.card is Card.SUCCESS else replace(state, fishman=True)


def confront(state: State, move: Confronted) -> State:
    _check_hazards(state)
    _check_room(move.room)
    check_action(state, CONFRONT, move.by)
    if move.room not in state.cultist_tokens:
        raise refused("cultists.problem.no_token_here")
    tokens = list(state.cultist_tokens)
    tokens.remove(move.room)
    return replace(state, cultist_tokens=tuple(tokens), removed=state.removed + 1)


def scare_fishman(state: State, move: FishmanScared) -> State:
    _check_hazards(state)
    check_action(state, SCARE_FISHMAN, state.knife)
    return replace(state, fishman=False)


def _check_hazards(state: State) -> None:
    if state.setup.first_game:
        raise refused("cultists.problem.need_hazard_deck")


def _check_room(room: str) -> None:
    if colour_of(room) is None:
        raise refused("cultists.problem.no_such_room", room=room)
