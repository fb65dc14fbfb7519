"""Among Cultists in the tour: votes, encounters, deaths, and questions that only the players can answer."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from companion.games.cultists.moves import Dead, Event, Move, Next, Revealed, Vote
from companion.games.cultists.rules import GAME as CULTISTS
from companion.games.cultists.setup import Setup
from companion.screens.cultists.vote import VotePage
from companion.screens.cultists.vote_result import VoteResultPage
from companion.tour.view import View
from companion.tour.walk import Tour

_ACTION = (Next(), Event("no_connection"), Next())
# Target of each of the eight players, starting at seat 2, which has the Knife; None is a fist.
_BALLOTS = (6, 6, 1, 6, None, 6, 1, None)


def _board(
    tour: Tour, players: int, moves: Sequence[Move], knife: int = 0, roles: Sequence[str] = ()
) -> None:
    setup = Setup(tour.names[:players], knife=knife, roles=tuple(roles))
    tour.open_game(CULTISTS, setup, moves)


def _enter_votes(page: VotePage, ballots: Sequence[int | None]) -> None:
    for target in ballots:
        if target is None:
            page.tap_fist()
        else:
            page.tap_seat(target)


def vote(tour: Tour, taps: int, started: bool = True) -> None:
    """Open a vote of eight players, one of them a Ghost, before it starts or after some taps."""
    _board(tour, 8, (Dead(5), Vote((None,) * 8), *_ACTION), knife=2)
    tour.app.navigator.page.open_vote(3)
    page = tour.app.navigator.page
    if started:
        page.start_entry()
    _enter_votes(page, _BALLOTS[:taps])


def vote_counts(tour: Tour) -> None:
    vote(tour, 0)
    tour.app.navigator.page.set_counting(counting=True)


def knife(tour: Tour) -> None:
    """Open the end of a vote in a small game: the Knife's holder may change their own vote."""
    _board(tour, 5, (Dead(2),))
    tour.app.navigator.page.open_vote()
    tour.app.navigator.page.start_entry()
    _enter_votes(tour.app.navigator.page, (1, 3, 3, 1, None))


def result(tour: Tour) -> None:
    _board(
        tour, 8, (Dead(5), Vote((None,) * 8), *_ACTION, Vote((1, None, 6, 6, 1, 6, None, 6), called_by=3)), 2
    )
    tour.app.push(VoteResultPage, tour.app.navigator.page)


def encounter(tour: Tour, blackout: bool) -> None:
    power = (Next(), Event("lightning")) if blackout else ()
    _board(tour, 6, (Dead(2), Vote((None,) * 6), *power))
    tour.app.navigator.page.open_encounter()
    for seat in (0, 3):
        tour.app.navigator.page.tap_seat(seat)


def dead(tour: Tour) -> None:
    moves = (*_ACTION, Dead(2), Vote((None,) * 8), Dead(5), Vote((None,) * 8))
    _board(tour, 8, moves, roles=("assassin",))
    tour.app.navigator.page.open_death(3)


def revealed(tour: Tour) -> None:
    _board(tour, 5, (Vote((2, 2, 1, 2, 2)),))


def kills(tour: Tour) -> None:
    _board(tour, 7, (Vote((2,) * 7), Vote((1,) * 7), Revealed(1, True)))


def seer_guess(tour: Tour) -> None:
    _board(tour, 6, (Vote((2,) * 6), Revealed(2, True)), roles=("seer",))


def declare(tour: Tour) -> None:
    _board(tour, 5, (*_ACTION, Next()))
    tour.app.navigator.page.open_declare()


VIEWS = (
    View("cultists-vote-call", partial(vote, taps=0, started=False)),
    View("cultists-vote", partial(vote, taps=5)),
    View("cultists-vote-told", partial(vote, taps=8)),
    View("cultists-vote-counts", vote_counts),
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
