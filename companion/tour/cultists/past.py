"""Among Cultists reference and history: actions, lessons, past rounds and their edits."""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.games.cultists import state
from companion.games.cultists.moves import (
    Book,
    Dead,
    Event,
    Explored,
    GateClosed,
    Hazard,
    HazardCard,
    Move,
    Next,
    PowerRestored,
    Revealed,
    Vote,
)
from companion.scripts.script import NightStyle
from companion.settings import update_settings
from companion.tour.cultists.table import board
from companion.tour.view import View
from companion.tour.walk import Tour

_ROUNDS: tuple[Move, ...] = (
    *(Next(), Event(state.SECRET_ENTRANCES), Next()),
    *(Explored("orange_1"), Hazard(HazardCard.FAILURE, "orange_1"), Book("orange"), Next(), Next()),
    *(Next(), Event(state.GATE_OPENS), Next(), Dead(4, by=0)),
    *(Vote((1, 5, 1, 1, 5, None), knife_changes_to=5), Revealed(5, False), Book("orange"), Next(), Next()),
    *(Next(), Event(state.LIGHTNING), Next()),
    *(PowerRestored(3), Book("orange"), Book("orange"), Hazard(HazardCard.SABOTAGE), Next(), Next()),
    *(Next(), Event(state.EVIL_EYES), Next(), GateClosed((0, 2))),
)


def actions(tour: Tour) -> None:
    board(tour, _ROUNDS, knife=2).open_actions()


def history(tour: Tour, round_index: int = 1) -> Any:
    board(tour, _ROUNDS, knife=2).open_history()
    page = tour.app.navigator.page
    page.open_round(round_index)
    return page


def edit(tour: Tour, step: int, other: Move | None = None) -> None:
    """Open the edit sheet on a step of the second round, with the move replaced by `other`."""
    page = history(tour)
    page.edit_entry(page.rounds[1].notable_steps[step])
    sheet: Any = tour.app.navigator.sheet
    if other is not None:
        sheet.replace_move(0, other)


def learn(tour: Tour) -> None:
    tour.app.settings = update_settings(tour.app.settings, style=NightStyle.LEARN)
    board(tour, _ROUNDS, knife=2)
    tour.app.settings = update_settings(tour.app.settings, style=NightStyle.NORMAL)


VIEWS = (
    View("cultists-learn", learn),
    View("cultists-actions", actions),
    View("cultists-history", history),
    View("cultists-leaf", lambda tour: tour.open_replay(partial(board, moves=_ROUNDS, knife=2), 13)),
    # Conflict: without an opened Gate, nobody could have closed it.
    View("cultists-edit", partial(edit, step=0, other=Event(state.NO_CONNECTION))),
    View("cultists-edit-vote", partial(edit, step=2)),
)
