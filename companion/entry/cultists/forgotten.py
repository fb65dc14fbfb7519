"""Missing moves that can be added to the history. No Kivy here."""

from __future__ import annotations

from companion.core.game import IllegalMove
from companion.games.cultists.building import SHELF_POINTS
from companion.games.cultists.moves import (
    Assassinate,
    Book,
    BookBack,
    Colour,
    Confronted,
    Dead,
    Explored,
    FishmanScared,
    GateClosed,
    Hazard,
    HazardCard,
    Move,
    PowerRestored,
    ShelfCompleted,
    Vote,
)
from companion.games.cultists.play import apply
from companion.games.cultists.state import Phase, State


def find_missing_moves(state: State) -> dict[str, tuple[Move, ...]]:
    """Return the moves that can be added in this state, by kind, each as a first suggestion.

    A death includes its vote, because the game cannot go on without it. Nothing can be added while the
    phase asks about the last Cultist, because it would count as the answer.
    """
    result: dict[str, tuple[Move, ...]] = {}
    if state.phase is Phase.REVEALED:
        return result
    for kind, candidates in _candidates(state).items():
        fitting = next((moves for moves in candidates if _is_legal(state, moves)), None)
        if fitting is not None:
            result[kind] = fitting
    return result


def _candidates(state: State) -> dict[str, list[tuple[Move, ...]]]:
    shelves = [shelf.shelf for shelf in state.library] + [colour.value for colour in Colour]
    vote = Vote(ballots=(None,) * len(state.setup.players))
    kinds: dict[str, list[tuple[Move, ...]]] = {
        "book": [(Book(shelf),) for shelf in shelves],
        "shelf_completed": [
            (move,)
            for shelf in shelves
            for move in (ShelfCompleted(shelf), ShelfCompleted(shelf, SHELF_POINTS[0]))
        ],
        "book_back": [(BookBack(shelf),) for shelf in shelves],
        "explored": [(Explored(colour.value),) for colour in Colour],
        "dead": [(Dead(seat), vote) for seat in state.living],
        "vote": [(vote,)],
        "power_restored": [(PowerRestored(),)],
        "gate_closed": [(GateClosed(),)],
        "hazard": [(Hazard(HazardCard.SUCCESS),)],
        "confronted": [(Confronted(room),) for room in state.cultist_tokens],
        "fishman_scared": [(FishmanScared(),)],
    }
    by = state.assassin if state.assassin is not None else next(iter(state.living_players), None)
    if by is not None:
        kinds["assassinate"] = [(Assassinate(seat, by),) for seat in state.living if seat != by]
    return kinds


def _is_legal(state: State, moves: tuple[Move, ...]) -> bool:
    try:
        for move in moves:
            state = apply(state, move)
    except IllegalMove:
        return False
    return True
