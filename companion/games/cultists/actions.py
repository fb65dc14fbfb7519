"""Actions of living characters and Ghosts, their requirements, and when characters meet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

from companion.games.cultists.moves import Colour
from companion.games.cultists.setup import ASSASSIN
from companion.games.cultists.state import RoundPhase, State, check_seat, illegal_move

# Number of living characters in one place that meet; with power on, exactly this many.
MEETING_SIZE: Final = 2


class ActionKind(Enum):
    """Character actions are done anywhere and ignore the Route; room actions need the room and obey it."""

    CHARACTER = "character"
    ROOM = "room"


class Location(Enum):
    """Where the character has to stand, if not in a room of one colour."""

    SAME_PLACE = "same_place"  # as the character it is done to
    CORRIDOR = "corridor"
    ROOM = "room"


class Requirement(Enum):
    """A precondition of an action."""

    LIVING = "living"
    PLAYER = "player"  # the Automa does not do this
    KNIFE = "knife"
    POWER_ON = "power_on"
    POWER_OFF = "power_off"
    GATE_OPEN = "gate_open"
    VOTE_TOKEN = "vote_token"
    EXPLORED_ROOM = "explored_room"
    CULTIST_TOKEN = "cultist_token"
    FISHMAN = "fishman"
    HAZARD_DECK = "hazard_deck"
    ASSASSIN = "assassin"


@dataclass(frozen=True, slots=True)
class Action:
    """An action. `requirements` are those that the app can check; positions are for the players to check."""

    id: str
    kind: ActionKind
    location: Location | Colour
    requirements: tuple[Requirement, ...] = ()
    is_for_ghosts: bool = False
    is_for_automa: bool = False


CHECK_STATUS: Final = "check_status"
SECURE_CORRIDOR: Final = "secure_corridor"
CONFRONT: Final = "confront"
SCARE_FISHMAN: Final = "scare_fishman"
ASSASSINATE: Final = "assassinate"
FILL: Final = "fill"
INSPECT: Final = "inspect"
START_VOTE: Final = "start_vote"
CAMERA: Final = "camera"
RESTORE_POWER: Final = "restore_power"
CLOSE_GATE: Final = "close_gate"

# In display order.
ACTIONS: Final[Mapping[str, Action]] = {
    action.id: action
    for action in (
        Action(CHECK_STATUS, ActionKind.CHARACTER, Location.SAME_PLACE),
        Action(
            SECURE_CORRIDOR,
            ActionKind.CHARACTER,
            Location.CORRIDOR,
            (Requirement.HAZARD_DECK,),
            is_for_automa=True,
        ),
        Action(
            CONFRONT, ActionKind.CHARACTER, Location.ROOM, (Requirement.CULTIST_TOKEN,), is_for_automa=True
        ),
        Action(
            SCARE_FISHMAN, ActionKind.CHARACTER, Location.CORRIDOR, (Requirement.FISHMAN, Requirement.KNIFE)
        ),
        Action(ASSASSINATE, ActionKind.CHARACTER, Location.SAME_PLACE, (Requirement.ASSASSIN,)),
        Action(FILL, ActionKind.ROOM, Location.ROOM, is_for_ghosts=True, is_for_automa=True),
        Action(
            INSPECT,
            ActionKind.ROOM,
            Location.ROOM,
            (Requirement.EXPLORED_ROOM,),
            is_for_ghosts=True,
            is_for_automa=True,
        ),
        Action(START_VOTE, ActionKind.ROOM, Colour.LIGHT_BLUE, (Requirement.VOTE_TOKEN,)),
        Action(CAMERA, ActionKind.ROOM, Colour.RED, (Requirement.POWER_ON,)),
        Action(RESTORE_POWER, ActionKind.ROOM, Colour.RED, (Requirement.POWER_OFF,)),
        Action(CLOSE_GATE, ActionKind.ROOM, Colour.GREEN, (Requirement.GATE_OPEN,)),
    )
}


def unmet_requirements(state: State, action: str, seat: int | None = None) -> tuple[Requirement, ...]:
    """Return the unmet requirements of an action.

    They are those of the character at `seat`; without `seat`, those of any character.
    """
    definition = ACTIONS[action]
    missing = [need for need in definition.requirements if not _is_met(state, need)]
    if seat is not None:
        if seat in state.ghosts and not definition.is_for_ghosts:
            missing.append(Requirement.LIVING)
        if seat == state.setup.automa_seat and not definition.is_for_automa:
            missing.append(Requirement.PLAYER)
        if seat != state.knife and Requirement.KNIFE in definition.requirements:
            missing.append(Requirement.KNIFE)
    return tuple(missing)


def check_action(state: State, action: str, *seats: int | None) -> None:
    """Validate an action by these seats; None (an unnamed seat) is not checked.

    Raises `IllegalMove` if the action cannot be done now.
    """
    _check_phase(state, action)
    for seat in seats or (None,):
        if seat is not None:
            check_seat(state, seat)
        for need in unmet_requirements(state, action, seat):
            raise illegal_move(f"cultists.problem.need_{need.value}")


class Encounter(Enum):
    """Whether characters in one place meet, and why."""

    ALONE = "alone"
    TWO = "two"  # in the light, exactly two meet
    CROWD = "crowd"  # in the light, three and more do not
    DARK = "dark"  # without power, two and more do

    @property
    def is_meeting(self) -> bool:
        return self in (Encounter.TWO, Encounter.DARK)


def classify_encounter(living_here: int, power: bool) -> Encounter:
    """Return whether `living_here` characters meet; Ghosts do not count.

    Applies on entering and to some events, never on leaving.
    """
    if living_here < MEETING_SIZE:
        return Encounter.ALONE
    if not power:
        return Encounter.DARK
    return Encounter.TWO if living_here == MEETING_SIZE else Encounter.CROWD


def _check_phase(state: State, action: str) -> None:
    if action == SCARE_FISHMAN:
        # Entering his corridor with the Knife is enough, which may happen in the Movement phase.
        if state.round_phase not in (RoundPhase.MOVEMENT, RoundPhase.ACTION):
            raise illegal_move("cultists.problem.scare_phase")
    elif state.round_phase is not RoundPhase.ACTION:
        raise illegal_move("cultists.problem.action_phase")


def _is_met(state: State, need: Requirement) -> bool:
    match need:
        case Requirement.POWER_ON:
            return state.power
        case Requirement.POWER_OFF:
            return not state.power
        case Requirement.GATE_OPEN:
            return state.is_gate_open
        case Requirement.VOTE_TOKEN:
            return state.vote_token
        case Requirement.EXPLORED_ROOM:
            return bool(state.explored)
        case Requirement.CULTIST_TOKEN:
            return bool(state.cultist_tokens)
        case Requirement.FISHMAN:
            return state.is_fishman_inside
        case Requirement.HAZARD_DECK:
            return not state.setup.first_game
        case Requirement.ASSASSIN:
            return ASSASSIN in state.setup.roles
        case Requirement.LIVING | Requirement.PLAYER | Requirement.KNIFE:
            return True  # a requirement of the character, not of the game
