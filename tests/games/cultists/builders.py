"""Set-ups, moves and games of Among Cultists that tests share."""

from __future__ import annotations

from companion.core.session import GameSession
from companion.games.cultists.moves import (
    Assassinate,
    Book,
    BookBack,
    Colour,
    Confronted,
    Correct,
    Dead,
    Declare,
    Entrances,
    Event,
    Explored,
    FishmanScared,
    GateClosed,
    Hazard,
    HazardCard,
    Kills,
    Next,
    PowerRestored,
    Reached,
    Revealed,
    SeerGuess,
    ShelfCompleted,
    ShelfValue,
    Shelves,
    Vote,
)
from companion.games.cultists.rules import GAME as CULTISTS
from companion.games.cultists.rules import apply, start
from companion.games.cultists.setup import Setup
from companion.games.cultists.state import Phase, RoundPhase

NAMES = ("Ada", "Bruno", "Chloe", "Dario", "Elena", "Farid", "Greta", "Hana")
SIX = Setup(NAMES[:6], knife=2, roles=("seer", "firestarter", "assassin"))
CLEAN_UP = (Next(), Next())
PLAYED = (
    *(Next(), Event("secret_entrances", Colour.BLUE), Next()),
    *(Explored("orange_1"), Hazard(HazardCard.FAILURE, "orange_1"), Book("orange"), *CLEAN_UP),
    *(Next(), Event("gate_opens"), Next(), Dead(4, by=0)),
    *(Vote((1, 5, 1, 1, 5, None), knife_changes_to=5), Revealed(5, False), Book("orange"), *CLEAN_UP),
    *(Next(), Event("lightning"), Next()),
    *(PowerRestored(3), Book("orange"), Book("orange"), Hazard(HazardCard.SABOTAGE), *CLEAN_UP),
    *(Next(), Event("evil_eyes"), Next(), GateClosed((0, 2))),
)
OVER = (*(Vote((3, 3, 3, None, 3, None), called_by=1), Revealed(3, True), SeerGuess(1, False)),)
FOUR = Setup(NAMES[:4], automa=True)
# Every kind of move, each legal where it stands.
EVERYTHING = [
    (SIX, (*PLAYED, *OVER)),
    (
        SIX,
        (
            *(Next(), Event("gate_opens"), Next(), GateClosed(), Shelves((ShelfValue("pink", 3, 3),))),
            *(Book("pink"), BookBack("pink"), ShelfCompleted("blue_2", 4), Hazard(HazardCard.SUCCESS)),
            *(Hazard(HazardCard.FAILURE, "red"), Confronted("red", by=1), Hazard(HazardCard.FAILURE, "red")),
            *(Confronted("red"), Hazard(HazardCard.SABOTAGE), FishmanScared()),
            *(Assassinate(4, by=1), Revealed(4, False), Next(), Next(), Next()),
            *(Event("secret_entrances"), Entrances(Colour.PINK), Next()),
            Correct(points=5, target=13, knife=3, round=4, power=False),
            *(Next(), Declare(3, False)),
        ),
    ),
    (
        FOUR,
        (
            *(Next(), Event("lightning"), Next(), PowerRestored(), Dead(2), Correct(knife=4)),
            *(Vote((4, 4, None, None)), *CLEAN_UP, Next(), Event("gate_opens"), Next()),
            *(Correct(closes_in=1), Next(), Next(), Next(), Event("no_connection"), Next()),
            *(Vote(counts={"4": 4}, abstentions=1), Revealed(4, True), Kills(Reached.NO)),
        ),
    ),
]


def make_setup(players, *roles, **options):
    """A set-up for so many players with these special roles."""
    return Setup(tuple(f"Player {number}" for number in range(players)), roles=roles, **options)


def start_session(setup=SIX, moves=PLAYED):
    return GameSession(CULTISTS, setup, moves)


def state_after(setup, *moves):
    """The state of a game after these moves."""
    state = start(setup)
    for move in moves:
        state = apply(state, move)
    return state


# Tokens that change nothing the app keeps come first, the Gate last.
QUIET = (
    *("no_connection", "evil_eyes", "unlisted", "broken_glass", "handheld_camera"),
    *("secret_entrances", "morale_boost", "lightning", "gate_opens"),
)


def play_until(session, round, phase, *events):
    """End phases until that one, drawing these events and then the least eventful tokens of the bag."""
    pending_events = list(events)
    phase = RoundPhase(phase)
    while (session.state.round, session.state.round_phase) != (round, phase):
        if session.state.phase is Phase.EVENT:
            quiet = [event for event in QUIET if event in session.state.bag]
            session.play(Event((pending_events or quiet).pop(0)))
        session.play(Next())
    return session.state
