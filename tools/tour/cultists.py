"""Among Cultists in the tour: before the night, at the table, votes, history, and sample games."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Any

from companion.core.players import make_unnamed_seats
from companion.core.resume_state import CardReveal
from companion.games.cultists import state
from companion.games.cultists.definition import DEFINITION
from companion.games.cultists.drafts import SetupDraft
from companion.games.cultists.moves import (
    Book,
    Dead,
    Event,
    Explored,
    GateClosed,
    Hazard,
    HazardCard,
    Kills,
    Move,
    Next,
    PowerRestored,
    Reached,
    Revealed,
    Roles,
    SeerGuess,
    ShelfValue,
    Shelves,
    Vote,
)
from companion.games.cultists.rules import GAME as CULTISTS
from companion.games.cultists.setup import SEER, Setup, recommended_roles, role_tokens, seat_automa
from companion.games.cultists.state import Phase, State, draw_token
from companion.screens.cultists.actions import CorrectionSheet, open_in_play
from companion.screens.cultists.board import RecordSheet
from companion.screens.cultists.people import VoteResultPage
from companion.screens.cultists.result import RolesPage, build_reveal_cards
from companion.screens.cultists.roles import open_role_sheet
from companion.screens.cultists.vote import VotePage
from companion.screens.night.deal import DealPage
from companion.screens.night.paused import DawnPage
from companion.screens.role_reveal import RoleRevealPage
from companion.scripts.script import NightStyle
from tools.tour.view import GameTour, RandomGame, RandomGames, View
from tools.tour.walk import Tour

# An unbalanced set with a role of each kind of loyalty.
_CUSTOM_ROLES = ("seer", "engineer", "firestarter", "fish", "zombie")


def open_setup(tour: Tour, setup: Setup, custom: bool = False) -> None:
    tour.app.remember(SetupDraft(setup, custom), DEFINITION.id)
    tour.open_setup("cultists", len(setup.players))


def expert(tour: Tour) -> None:
    open_setup(tour, Setup(tour.names[:6], knife=3, roles=_CUSTOM_ROLES), custom=True)
    # The page must be laid out before its drawer can open.
    tour.run_frames(2)
    tour.app.navigator.page.options_drawer.toggle()


def role(tour: Tour) -> None:
    first(tour)
    open_role_sheet(tour.app, tour.app.navigator.page.setup, SEER)


def automa_setup(tour: Tour) -> None:
    open_setup(tour, Setup(tour.names[:4], roles=recommended_roles(5, 2, automa=True), automa=True))


def first(tour: Tour) -> None:
    open_setup(tour, Setup(tour.names[:5], knife=1, roles=("seer",), first_game=True))


def deal(tour: Tour) -> None:
    tour.app.push(DealPage, Setup(tour.names[:6], knife=3, roles=recommended_roles(6)))


def knowledge(tour: Tour) -> None:
    deal(tour)
    tour.app.navigator.page.open_knowledge()


def night(tour: Tour) -> None:
    tour.open_night(Setup(tour.names[:6], roles=recommended_roles(6)), steps=3)


def dawn(tour: Tour) -> None:
    setup = Setup(tour.names[:6], knife=3, roles=recommended_roles(7, automa=True), automa=True)
    tour.app.push(DawnPage, seat_automa(setup))


# -- at the table -------------------------------------------------------------------------------------------


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


def board(
    tour: Tour, moves: Sequence[Move], *, players: int = 6, knife: int = 0, roles: Sequence[str] | None = None
) -> Any:
    """Open a game after these moves, with the recommended roles unless others are given."""
    selected_roles = recommended_roles(players) if roles is None else tuple(roles)
    tour.open_game(CULTISTS, Setup(tour.names[:players], knife=knife, roles=selected_roles), moves)
    return tour.app.navigator.page


def sheet(tour: Tour, kind: Any, moves: Sequence[Move]) -> None:
    page = board(tour, moves)
    tour.app.navigator.open_sheet(kind(page))


def bag(tour: Tour) -> None:
    """Open the board when the event of the sixth round is due."""
    board(tour, (*_FIVE_ROUNDS, Next())).draw_event()


def automa_turn(tour: Tour) -> None:
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


# -- votes, encounters and deaths ---------------------------------------------------------------------------

_ACTION = (Next(), Event("no_connection"), Next())
# Target of each of the eight players, starting at seat 2, which has the Knife; None is a fist.
_BALLOTS = (6, 6, 1, 6, None, 6, 1, None)


def _enter_votes(page: VotePage, ballots: Sequence[int | None]) -> None:
    for target in ballots:
        if target is None:
            page.tap_fist()
        else:
            page.tap_seat(target)


def vote(tour: Tour, taps: int, started: bool = True) -> None:
    """Open a vote of eight players, one of them a Ghost, before it starts or after some taps."""
    board(tour, (Dead(5), Vote((None,) * 8), *_ACTION), players=8, knife=2, roles=())
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
    board(tour, (Dead(2),), players=5, roles=())
    tour.app.navigator.page.open_vote()
    tour.app.navigator.page.start_entry()
    _enter_votes(tour.app.navigator.page, (1, 3, 3, 1, None))


def result(tour: Tour) -> None:
    votes = Vote((1, None, 6, 6, 1, 6, None, 6), called_by=3)
    board(tour, (Dead(5), Vote((None,) * 8), *_ACTION, votes), players=8, knife=2, roles=())
    tour.app.push(VoteResultPage, tour.app.navigator.page)


def encounter(tour: Tour, blackout: bool) -> None:
    power = (Next(), Event("lightning")) if blackout else ()
    board(tour, (Dead(2), Vote((None,) * 6), *power), players=6, roles=())
    tour.app.navigator.page.open_encounter()
    for seat in (0, 3):
        tour.app.navigator.page.tap_seat(seat)


def dead(tour: Tour) -> None:
    moves = (*_ACTION, Dead(2), Vote((None,) * 8), Dead(5), Vote((None,) * 8))
    board(tour, moves, players=8, roles=("assassin",))
    tour.app.navigator.page.open_death(3)


def revealed(tour: Tour) -> None:
    board(tour, (Vote((2, 2, 1, 2, 2)),), players=5, roles=())


def kills(tour: Tour) -> None:
    board(tour, (Vote((2,) * 7), Vote((1,) * 7), Revealed(1, True)), players=7, roles=())


def seer_guess(tour: Tour) -> None:
    board(tour, (Vote((2,) * 6), Revealed(2, True)), players=6, roles=("seer",))


def declare(tour: Tour) -> None:
    board(tour, (*_ACTION, Next()), players=5, roles=())
    tour.app.navigator.page.open_declare()


# -- reference and history ----------------------------------------------------------------------------------

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


# -- sample games -------------------------------------------------------------------------------------------


def start_random_game(random: Random, names: Sequence[str], number: int) -> RandomGame:
    return RandomGame(CULTISTS, Setup(tuple(names[:6]), knife=number % 6, roles=("seer",)), _random_move)


def _random_move(state: State, random: Random) -> Move | None:
    match state.phase:
        case Phase.OVER:
            if state.roles is not None:
                return None
            roles = list(role_tokens(state.setup))
            random.shuffle(roles)
            return Roles(tuple(roles))
        case Phase.REVEALED if state.pending_reveal is not None:
            return Revealed(state.pending_reveal, random.random() < 0.4)
        case Phase.KILLS:
            return Kills(random.choice(tuple(Reached)))
        case Phase.SEER_GUESS:
            return SeerGuess(random.choice(range(6)), random.random() < 0.4)
        case Phase.EVENT:
            return Event(draw_token(state.bag, random.randrange))
        case _:
            pass
    votes = tuple(random.choice((None, *state.living)) for _ in state.setup.players)
    seat = random.choice(range(6))
    common_moves = (Next(), Next(), Dead(seat))
    return random.choice((*common_moves, Vote(votes), Vote(votes, called_by=seat)))


CULTISTS_TOUR = GameTour(
    views=(
        View("cultists-setup", expert),
        View("cultists-setup-automa", automa_setup),
        View("cultists-setup-first", first),
        View("cultists-role", role),
        View("cultists-deal", deal),
        View("cultists-deal-knowledge", knowledge),
        View("cultists-night", night),
        View("cultists-dawn", dawn),
        View("cultists-board", partial(board, moves=(*_FIVE_ROUNDS, *_SIXTH))),
        View("cultists-blackout-gate", partial(board, moves=_DARK)),
        View("cultists-event", bag),
        View("cultists-record", partial(sheet, kind=RecordSheet, moves=_DARK)),
        View("cultists-in-play", in_play),
        View("cultists-people", people),
        View("cultists-automa", automa_turn),
        View("cultists-building", building),
        View("cultists-correct", partial(sheet, kind=CorrectionSheet, moves=(*_FIVE_ROUNDS, *_SIXTH))),
        View("cultists-result", partial(board, moves=(*_FIVE_ROUNDS, *_END))),
        View("cultists-who-was-who", who_was_who),
        View("cultists-ceremony", ceremony),
        View("cultists-result-told", partial(board, moves=(*_FIVE_ROUNDS, *_END, Roles(_REVEALED_ROLES)))),
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
        View("cultists-learn", lambda tour: tour.open_coached(partial(board, moves=_ROUNDS, knife=2))),
        View("cultists-actions", actions),
        View("cultists-history", history),
        View("cultists-leaf", lambda tour: tour.open_replay(partial(board, moves=_ROUNDS, knife=2), 13)),
        # Conflict: without an opened Gate, nobody could have closed it.
        View("cultists-edit", partial(edit, step=0, other=Event(state.NO_CONNECTION))),
        View("cultists-edit-vote", partial(edit, step=2)),
    ),
    nights=(("ritual", Setup(make_unnamed_seats(6), roles=("seer",)), NightStyle.RITUAL),),
    random_games=RandomGames(8, start_random_game),
)
