"""Silver in the tour: set-up, a game at several moments, the points variant, reference, sample games."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random

from companion.games.silver.drafts import new_draft
from companion.games.silver.rules import GAME as SILVER
from companion.games.silver.setup import Mode, Setup
from companion.games.silver.state import Round, RoundEnd, State
from companion.screens.silver.reference import CallSheet, open_call_sheet, open_cards_page
from companion.screens.what_if_page import WhatIfPage
from tools.tour.view import GameTour, RandomGame, RandomGames, SampleGame, View
from tools.tour.walk import Tour

_ROUNDS = (
    Round(1, ((4, 5, 2, 3), (1, 0, 4), (9, 2), (8, 7, 2))),
    Round(0, ((1, 3, 2), (4, 5), (5, 7), (2, 3))),
    Round(2, ((2, 6), (11, 4), (5, 1), (7, 3))),
    Round(3, ((3, 4), (3, 0, 7, 2), (6, 8), (1, 4, 2))),
)
_POINTS = (
    Round(0, ((1, 2, 0), (12, 11, 4), (9, 10, 1))),
    Round(None, ((8, 7, 6, 2), (5, 4, 3), (12, 11)), ended=RoundEnd.DECK),
    Round(2, ((3, 9, 2), (7, 7), (5, 5))),
    Round(1, ((6, 5, 1), (4, 4, 4), (9, 9, 2))),
    Round(0, ((9, 8, 2), (11, 12, 13, 3), (2, 1)), ended=None),
    Round(1, ((2, 3), (5,), (13, 12, 4))),
)


def open_setup(tour: Tour) -> None:
    tour.open_setup("silver", 3)


def board(tour: Tour, rounds: int = 3) -> None:
    tour.open_game(SILVER, Setup(tour.names[:4], start=1), _ROUNDS[:rounds])


def playing(tour: Tour) -> None:
    """Open the board in the second round."""
    board(tour, rounds=1)
    tour.app.navigator.page.continue_button._on_tap()


def typing(tour: Tour) -> None:
    """Open the board in the fourth round, with half of the cards entered."""
    board(tour)
    page = tour.app.navigator.page
    page.answer(new_draft(4).with_caller(3))
    for seat, cards in ((0, (3, 4)), (1, (3, 0, 7, 2))):
        page.update_draft(page.draft.with_seat(seat))
        for card in cards:
            page.entry.type_number(card)


def round_result(tour: Tour) -> None:
    """Open the result of the fourth round of the points variant: a tie broken by the rules."""
    points(tour, rounds=1)
    page = tour.app.navigator.page
    page.update_draft(new_draft(3).with_caller(1))
    for seat, cards in enumerate(((8, 7, 6, 2), (5, 4, 3), (12, 11))):
        page.update_draft(page.draft.with_seat(seat))
        for card in cards:
            page.entry.type_number(card)
    page.score_round()


def points(tour: Tour, rounds: int = 6) -> None:
    tour.open_game(SILVER, Setup(tour.names[:3], Mode.POINTS), _POINTS[:rounds])


def edit(tour: Tour) -> None:
    board(tour)
    tour.app.navigator.page.tap_cell(2, 2)
    page = tour.app.navigator.page
    page.entry.delete_last()
    page.entry.type_number(0)


def cards(tour: Tour) -> None:
    board(tour)
    open_cards_page(tour.app, 3)


def call(tour: Tour) -> None:
    """Open the call sheet for a player near the limit, with a guess at the others' cards."""
    points(tour)
    page = tour.app.navigator.page
    open_call_sheet(tour.app, page.session)
    sheet = tour.app.navigator.sheet
    if isinstance(sheet, CallSheet):
        sheet.set_guess(7)


def what_if(tour: Tour) -> None:
    """Open the what-if page for a call in the last round."""
    board(tour)
    tour.app.push(WhatIfPage, tour.app.navigator.page.controller)


# -- sample games -------------------------------------------------------------------------------------------


def start_random_game(random: Random, names: Sequence[str], number: int) -> RandomGame:
    return RandomGame(SILVER, Setup(tuple(names[: 3 + number % 2]), start=number % 3), _random_move)


def _random_move(state: State, random: Random) -> Round | None:
    if state.outcome is not None:
        return None
    seats = len(state.setup.players)
    caller = random.randrange(seats) if random.random() < 0.8 else None
    return Round(caller, (None,) * seats, tuple(random.randint(2, 25) for _ in range(seats)))


_GAME_NIGHT_ROUNDS = (
    Round(2, ((4, 5, 2), (1, 7, 4), (3, 2), (8, 7, 2))),
    Round(0, ((1, 3), (4, 5), (5, 4), (6, 3))),
    Round(2, ((2, 6), (11, 4), (5, 1), (7, 3))),
    Round(3, ((3, 4, 9), (9, 0, 7, 2), (9, 5), (5, 4, 2))),
)


def list_sample_games(names: Sequence[str]) -> tuple[SampleGame, ...]:
    return ((SILVER, Setup((names[0], names[4], names[2], names[6])), _GAME_NIGHT_ROUNDS),)


SILVER_TOUR = GameTour(
    views=(
        View("silver-setup", open_setup),
        View("silver-playing", partial(board, rounds=2)),
        View("silver-board", typing),
        View("silver-learn", lambda tour: tour.open_coached(playing)),
        View("silver-learn-typing", lambda tour: tour.open_coached(typing)),
        View("silver-what-if", what_if),
        View("silver-timer", lambda tour: tour.open_paused_timer(typing)),
        View("silver-points", points),
        View("silver-round-result", round_result),
        View("silver-edit", edit),
        View("silver-result", partial(board, rounds=4)),
        View("silver-leaf", lambda tour: tour.open_replay(partial(board, rounds=4), 2)),
        View("silver-cards", cards),
        View("silver-call", call),
    ),
    random_games=RandomGames(7, start_random_game),
    list_sample_games=list_sample_games,
)
