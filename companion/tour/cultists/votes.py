"""Among Cultists: votes, encounters, deaths, and the questions that only the table can answer."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from companion.games.cultists.moves import Dead, Event, Move, Next, Revealed, Vote
from companion.games.cultists.play import GAME as CULTISTS
from companion.games.cultists.setup import Setup
from companion.screens.cultists.vote import VotePage
from companion.screens.cultists.vote_result import VoteResultPage
from companion.tour.view import View
from companion.tour.walk import Tour

_ACTION = (Next(), Event("no_connection"), Next())
# Whom each of eight points at, asked from seat 2 on, where the Knife is; None is a fist.
_BALLOTS = (6, 6, 1, 6, None, 6, 1, None)


def _board(
    tour: Tour, players: int, moves: Sequence[Move], knife: int = 0, roles: Sequence[str] = ()
) -> None:
    setup = Setup(tour.names[:players], knife=knife, roles=tuple(roles))
    tour.open(CULTISTS, setup, moves)


def _tell(page: VotePage, ballots: Sequence[int | None]) -> None:
    for target in ballots:
        if target is None:
            page.fist()
        else:
            page.tap_seat(target)


def vote(tour: Tour, taps: int, told: bool = True) -> None:
    """Eight players, one of them a Ghost, in the midst of a vote or before it."""
    _board(tour, 8, (Dead(5), Vote((None,) * 8), *_ACTION), knife=2)
    tour.app.stage.page.open_vote(3)
    page = tour.app.stage.page
    if told:
        page.begin_telling()
    _tell(page, _BALLOTS[:taps])


def counts(tour: Tour) -> None:
    vote(tour, 0)
    tour.app.stage.page.choose_way(counting=True)


def knife(tour: Tour) -> None:
    """After the count at a small table: its holder may change the own vote."""
    _board(tour, 5, (Dead(2),))
    tour.app.stage.page.open_vote()
    tour.app.stage.page.begin_telling()
    _tell(tour.app.stage.page, (1, 3, 3, 1, None))


def result(tour: Tour) -> None:
    _board(
        tour, 8, (Dead(5), Vote((None,) * 8), *_ACTION, Vote((1, None, 6, 6, 1, 6, None, 6), called_by=3)), 2
    )
    tour.app.visit(VoteResultPage, tour.app.stage.page)


def encounter(tour: Tour, blackout: bool) -> None:
    power = (Next(), Event("lightning")) if blackout else ()
    _board(tour, 6, (Dead(2), Vote((None,) * 6), *power))
    tour.app.stage.page.open_encounter()
    for seat in (0, 3):
        tour.app.stage.page.tap_seat(seat)


def dead(tour: Tour) -> None:
    moves = (*_ACTION, Dead(2), Vote((None,) * 8), Dead(5), Vote((None,) * 8))
    _board(tour, 8, moves, roles=("assassin",))
    tour.app.stage.page.open_dead(3)


def revealed(tour: Tour) -> None:
    _board(tour, 5, (Vote((2, 2, 1, 2, 2)),))


def kills(tour: Tour) -> None:
    _board(tour, 7, (Vote((2,) * 7), Vote((1,) * 7), Revealed(1, True)))


def seer_guess(tour: Tour) -> None:
    _board(tour, 6, (Vote((2,) * 6), Revealed(2, True)), roles=("seer",))


def declare(tour: Tour) -> None:
    _board(tour, 5, (*_ACTION, Next()))
    tour.app.stage.page.open_declare()


VIEWS = (
    View("cultists-vote-call", partial(vote, taps=0, told=False)),
    View("cultists-vote", partial(vote, taps=5)),
    View("cultists-vote-told", partial(vote, taps=8)),
    View("cultists-vote-counts", counts),
    View("cultists-vote-knife", knife),
    View("cultists-vote-result", result),
    View("cultists-encounter", partial(encounter, blackout=False)),
    View("cultists-encounter-dark", partial(encounter, blackout=True)),
    View("cultists-dead", dead),
    View("cultists-revealed", revealed),
    View("cultists-kills", kills),
    View("cultists-seer-guess", seer_guess),
    View("cultists-declare", declare),
)
