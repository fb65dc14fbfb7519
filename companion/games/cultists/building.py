"""Rules of the board: rooms, books, shelves and hazards.

All of these can be recorded in any phase, because the effects of most roles and some events are printed on
their tokens only.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from companion.core.game import replace
from companion.games.cultists.actions import CONFRONT, SCARE_FISHMAN, check_action
from companion.games.cultists.ends import end_if_points_reached
from companion.games.cultists.moves import (
    Book,
    BookBack,
    Confronted,
    Explored,
    FishmanScared,
    Hazard,
    HazardCard,
    ShelfCompleted,
    ShelfValue,
    Shelves,
    colour_of,
)
from companion.games.cultists.state import Shelf, State, illegal_move

BOOKS: Final = 25
SHELF_POINTS: Final = range(2, 5)
# Counted by the players: a room is explored at the last of these cards.
CARDS_TO_EXPLORE: Final = 3
# With the largest shelf, the points can exceed the initial target by this much.
POINTS_BEYOND: Final = 5
# The only shelf in the rules; the others are printed on the players' board.
KNOWN_SHELVES: Final = (Shelf("orange", books=4, points=4),)


def explore_room(state: State, move: Explored) -> State:
    _check_room(move.room)
    if move.room in state.explored:
        raise illegal_move("cultists.problem.explored_before")
    rooms = state.numbers.rooms
    if len(state.explored) == rooms:
        raise illegal_move("cultists.problem.all_explored", n=rooms)
    return replace(state, explored=(*state.explored, move.room))


# Shelves ----------------------------------------------------------------------------------------------


def enter_shelves(state: State, move: Shelves) -> State:
    if not move.shelves:
        raise illegal_move("cultists.problem.shelves_none")
    if len({value.shelf for value in move.shelves}) < len(move.shelves):
        raise illegal_move("cultists.problem.shelf_twice")
    for value in move.shelves:
        state = _with_bookshelf(state, _with_printed_values(_find_bookshelf(state, value.shelf), value))
    if sum(shelf.books or shelf.stored for shelf in state.library) > BOOKS:
        raise illegal_move("cultists.problem.too_many_books", books=BOOKS)
    return end_if_points_reached(_complete_full_bookshelves(state))


def known_shelves(state: State) -> Shelves:
    """Return all known shelf values as a move, so that the next game need not ask again."""
    return Shelves(
        tuple(
            ShelfValue(shelf.shelf, shelf.books, shelf.points)
            for shelf in state.library
            if shelf.books is not None and shelf.points is not None
        )
    )


def store_book(state: State, move: Book) -> State:
    shelf = _find_open_bookshelf(state, move.shelf)
    if sum(other.stored for other in state.library) == BOOKS:
        raise illegal_move("cultists.problem.too_many_books", books=BOOKS)
    return end_if_points_reached(
        _complete_full_bookshelves(_with_bookshelf(state, replace(shelf, stored=shelf.stored + 1)))
    )


def return_book(state: State, move: BookBack) -> State:
    shelf = _find_open_bookshelf(state, move.shelf)
    if not shelf.stored:
        raise illegal_move("cultists.problem.shelf_empty")
    return _with_bookshelf(state, replace(shelf, stored=shelf.stored - 1))


def complete_shelf(state: State, move: ShelfCompleted) -> State:
    shelf = _find_open_bookshelf(state, move.shelf)
    points = shelf.points if move.points is None else move.points
    if points is None:
        raise illegal_move("cultists.problem.shelf_points_missing")
    if shelf.points not in (None, points):
        raise illegal_move("cultists.problem.shelf_points_other", points=shelf.points)
    _check_points(points)
    full = replace(shelf, points=points, stored=shelf.books or shelf.stored, complete=True)
    return end_if_points_reached(replace(_with_bookshelf(state, full), points=state.points + points))


def _complete_full_bookshelves(state: State) -> State:
    """Complete the shelves that have just received their last book, and add their points."""
    for shelf in state.library:
        if not shelf.complete and shelf.points is not None and shelf.stored == shelf.books:
            state = _with_bookshelf(state, replace(shelf, complete=True))
            state = replace(state, points=state.points + shelf.points)
    return state


def _with_printed_values(shelf: Shelf, value: ShelfValue) -> Shelf:
    if shelf.complete:
        raise illegal_move("cultists.problem.shelf_complete")
    _check_points(value.points)
    if not 1 <= value.books <= BOOKS:
        raise illegal_move("cultists.problem.shelf_size", books=value.books, most=BOOKS)
    if value.books < shelf.stored:
        raise illegal_move("cultists.problem.shelf_overfull", books=value.books, stored=shelf.stored)
    return replace(shelf, books=value.books, points=value.points)


def _check_points(points: int) -> None:
    if points not in SHELF_POINTS:
        min_points, max_points = SHELF_POINTS[0], SHELF_POINTS[-1]
        raise illegal_move("cultists.problem.shelf_points", points=points, fewest=min_points, most=max_points)


def is_valid_bookshelf_name(name: str, others: Iterable[str]) -> bool:
    """True if a shelf may have this name beside the others.

    A colour has either one shelf for all rooms, or numbered ones.
    """
    colour = colour_of(name)
    if colour is None:
        return False
    same_color = {name, *(other for other in others if colour_of(other) is colour)}
    return same_color == {name} or colour.value not in same_color


def _find_bookshelf(state: State, name: str) -> Shelf:
    if not is_valid_bookshelf_name(name, (shelf.shelf for shelf in state.library)):
        raise illegal_move("cultists.problem.no_such_shelf", shelf=name)
    return next((shelf for shelf in state.library if shelf.shelf == name), Shelf(name))


def _find_open_bookshelf(state: State, name: str) -> Shelf:
    shelf = _find_bookshelf(state, name)
    if shelf.complete:
        raise illegal_move("cultists.problem.shelf_complete")
    return shelf


def _with_bookshelf(state: State, shelf: Shelf) -> State:
    others = [other for other in state.library if other.shelf != shelf.shelf]
    return replace(state, library=tuple(sorted((*others, shelf), key=lambda one: one.shelf)))


# Hazards ----------------------------------------------------------------------------------------------


def resolve_hazard(state: State, move: Hazard) -> State:
    _check_hazards(state)
    if move.room is not None:
        _check_room(move.room)
    if move.card is HazardCard.FAILURE and state.tokens_left:
        if move.room is None:
            raise illegal_move("cultists.problem.hazard_room")
        return replace(state, cultist_tokens=(*state.cultist_tokens, move.room))
    # Sabotage, or a failure with no Cultist token left; no effect once the Fishman is inside.
    return state if move.card is HazardCard.SUCCESS else replace(state, is_fishman_inside=True)


def confront(state: State, move: Confronted) -> State:
    _check_hazards(state)
    _check_room(move.room)
    check_action(state, CONFRONT, move.by)
    if move.room not in state.cultist_tokens:
        raise illegal_move("cultists.problem.no_token_here")
    tokens = list(state.cultist_tokens)
    tokens.remove(move.room)
    return replace(state, cultist_tokens=tuple(tokens), removed_tokens=state.removed_tokens + 1)


def scare_fishman(state: State, move: FishmanScared) -> State:
    _check_hazards(state)
    check_action(state, SCARE_FISHMAN, state.knife)
    return replace(state, is_fishman_inside=False)


def _check_hazards(state: State) -> None:
    if state.setup.first_game:
        raise illegal_move("cultists.problem.need_hazard_deck")


def _check_room(room: str) -> None:
    if colour_of(room) is None:
        raise illegal_move("cultists.problem.no_such_room", room=room)
