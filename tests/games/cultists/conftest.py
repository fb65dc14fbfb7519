import pytest

from companion.core.session import GameSession
from companion.games.cultists.moves import Event, Next
from companion.games.cultists.rules import GAME as CULTISTS
from companion.games.cultists.setup import Options, Setup
from companion.games.cultists.state import Phase, RoundPhase

# Tokens that change nothing the app keeps come first, the Gate last.
QUIET = (
    *("no_connection", "evil_eyes", "unlisted", "broken_glass", "handheld_camera"),
    *("secret_entrances", "morale_boost", "lightning", "gate_opens"),
)


@pytest.fixture
def playing():
    def begin(players, *roles, options=None, **extras):
        """A running game for so many players with these special roles."""
        names = tuple(f"Player {number}" for number in range(1, players + 1))
        setup = Setup(names, roles=roles, options=Options(**(options or {})), **extras)
        return GameSession(CULTISTS, setup)

    return begin


@pytest.fixture
def go_to():
    def until(running, round, phase, *events):
        """End phases until that one, drawing these events and then the quietest of the bag."""
        coming = list(events)
        phase = RoundPhase(phase)
        while (running.state.round, running.state.round_phase) != (round, phase):
            if running.state.phase is Phase.EVENT:
                quiet = [event for event in QUIET if event in running.state.bag]
                running.play(Event((coming or quiet).pop(0)))
            running.play(Next())
        return running.state

    return until
