"""Among Cultists at the table: a game at several moments, its sheets, and its end."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from companion.core.resume_state import CardReveal
from companion.games.cultists import state
from companion.games.cultists.moves import (
    Book,
    Dead,
    Event,
    Explored,
    Hazard,
    HazardCard,
    Move,
    Next,
    Revealed,
    Roles,
    SeerGuess,
    ShelfValue,
    Shelves,
    Vote,
)
from companion.games.cultists.rules import GAME as CULTISTS
from companion.games.cultists.setup import Setup, recommended_roles
from companion.screens.cultists.actions import CorrectionSheet, open_in_play
from companion.screens.cultists.board import RecordSheet
from companion.screens.cultists.result import RolesPage, build_reveal_cards
from companion.screens.role_reveal import RoleRevealPage
from companion.tour.view import View
from companion.tour.walk import Tour


def _round(event: str, *acts: Move) -> tuple[Move, ...]:
    """Return a whole round: movement, event, actions and clean-up."""
    return (Next(), Event(event), Next(), *acts, Next(), Next())


_FIVE_ROUNDS: tuple[Move, ...] = (
    *_round(
        state.LIGHTNING,
        Explored("orange_1"),
        Shelves((ShelfValue("pink", 3, 3), ShelfValue("blue_1", 2, 2))),
        Book("orange"),
        Book("orange"),
    ),
    *_round(
        state.SECRET_ENTRANCES,
        Explored("blue_2"),
        Hazard(HazardCard.FAILURE, "blue_2"),
        Book("orange"),
        Book("orange"),
    ),
    *_round(state.NO_CONNECTION, Dead(1, by=2), Vote((None,) * 6), Explored("pink_1"), Book("pink")),
    *_round(
        state.LIGHTNING,
        Vote((4, 4, 4, None, 2, 4), called_by=2),
        Revealed(4, False),
        Book("pink"),
        Book("pink"),
    ),
    *_round(state.GATE_OPENS, Explored("red"), Book("blue_1"), Book("blue_2")),
)
_SIXTH: tuple[Move, ...] = (Next(), Event(state.MORALE_BOOST), Next())
# The Gate was not closed, the lights are out, and it is the last chance.
_DARK: tuple[Move, ...] = (
    *_round(state.GATE_OPENS, Explored("green")),
    *_round(state.EVIL_EYES, Dead(3, by=0), Vote((1, None, None, None, None, 1))),
    *(Next(), Event(state.LIGHTNING), Next()),
)
_END: tuple[Move, ...] = (*_SIXTH, Vote((3, 3, 0, None, 3, 3)), Revealed(3, True), SeerGuess(2, False))


def board(tour: Tour, moves: Sequence[Move], knife: int = 0) -> Any:
    tour.open_game(CULTISTS, Setup(tour.names[:6], knife=knife, roles=recommended_roles(6)), moves)
    return tour.app.navigator.page


def sheet(tour: Tour, kind: Any, moves: Sequence[Move]) -> None:
    page = board(tour, moves)
    tour.app.navigator.open_sheet(kind(page))


def bag(tour: Tour) -> None:
    """Open the board when the event of the sixth round is due."""
    board(tour, (*_FIVE_ROUNDS, Next())).draw_event()


def automa(tour: Tour) -> None:
    """Open the automa's turn in the Action phase of a game for six, who play as seven."""
    setup = Setup(tour.names[:6], roles=recommended_roles(7, automa=True), automa=True)
    tour.open_game(CULTISTS, setup, (Explored("red"), Hazard(HazardCard.FAILURE, "pink_1"), *_SIXTH))
    tour.app.navigator.page.open_automa()


def in_play(tour: Tour) -> None:
    open_in_play(tour.app, board(tour, _DARK).state.setup)


def people(tour: Tour) -> None:
    board(tour, (*_FIVE_ROUNDS, *_SIXTH)).open_people()


def building(tour: Tour) -> None:
    board(tour, (*_FIVE_ROUNDS, *_SIXTH)).open_building()


_REVEALED_ROLES = ("firestarter", "investigator", "doll", "cultist", "seer", "investigator")


def who_was_who(tour: Tour) -> None:
    """Open the page of revealed roles: those seen by everybody, and one more filled in."""
    page = board(tour, (*_FIVE_ROUNDS, *_END))
    tour.app.push(RolesPage, page.controller)
    tour.app.navigator.page.assign_role(4, "seer")


def ceremony(tour: Tour) -> None:
    page = board(tour, (*_FIVE_ROUNDS, *_END, Roles(_REVEALED_ROLES)))
    tour.app.push(RoleRevealPage, page.controller, build_reveal_cards)
    tour.app.navigator.page.restore_state(
        CardReveal(len(_REVEALED_ROLES), len(_REVEALED_ROLES) - 1, is_turned=True)
    )


VIEWS = (
    View("cultists-board", partial(board, moves=(*_FIVE_ROUNDS, *_SIXTH))),
    View("cultists-blackout-gate", partial(board, moves=_DARK)),
    View("cultists-event", bag),
    View("cultists-record", partial(sheet, kind=RecordSheet, moves=_DARK)),
    View("cultists-in-play", in_play),
    View("cultists-people", people),
    View("cultists-automa", automa),
    View("cultists-building", building),
    View("cultists-correct", partial(sheet, kind=CorrectionSheet, moves=(*_FIVE_ROUNDS, *_SIXTH))),
    View("cultists-result", partial(board, moves=(*_FIVE_ROUNDS, *_END))),
    View("cultists-who-was-who", who_was_who),
    View("cultists-ceremony", ceremony),
    View("cultists-result-told", partial(board, moves=(*_FIVE_ROUNDS, *_END, Roles(_REVEALED_ROLES)))),
)
