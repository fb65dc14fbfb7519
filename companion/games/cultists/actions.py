"""Who may do what: the actions of the living and of Ghosts, what each needs, and when people meet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

from companion.games.cultists.moves import Colour
from companion.games.cultists.setup import ASSASSIN
from companion.games.cultists.state import RoundPhase, State, check_seat, illegal_move

# So many living characters in one place meet; in the light no more than that.
MEETING_SIZE: Final = 2


class ActionKind(Enum):
    """Character actions are done anywhere and ignore the Route; room actions need the room and obey it."""

    CHARACTER = "character"
    ROOM = "room"


class Location(Enum):
    """Where one has to stand, as far as it is not a room of one colour."""

    SAME_PLACE = "same_place"  # as the character it is done to
    CORRIDOR = "corridor"
    ROOM = "room"


class Requirement(Enum):
    """What must be so before an action can be done."""

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
    """`requirements` are what the app can tell; that one stands in the right place is for the table to
    see."""

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

# In the order in which lists show them.
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
    """What stands in the way of an action; with `seat`, for that character, else for whoever could do it."""
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
    """Refuse an action that its doers cannot do now; a doer whom the table did not name is not checked."""
    _check_phase(state, action)
    for seat in seats or (None,):
        if seat is not None:
            check_seat(state, seat)
        for need in unmet_requirements(state, action, seat):
            raise illegal_move(f"cultists.problem.need_{need.value}")


class Encounter(Enum):
    """Whether those who stand in one place meet, and why."""

    ALONE = "alone"
    TWO = "two"  # in the light, exactly two meet
    CROWD = "crowd"  # in the light, three and more do not
    DARK = "dark"  # without power, two and more do

    @property
    def is_meeting(self) -> bool:
        return self in (Encounter.TWO, Encounter.DARK)


def classify_encounter(living_here: int, power: bool) -> Encounter:
    """Ghosts do not count. Asked when somebody enters, and by some events; never on leaving."""
    if living_here < MEETING_SIZE:
        return Encounter.ALONE
    if not power:
        return Encounter.DARK
    return Encounter.TWO if living_here == MEETING_SIZE else Encounter.CROWD


def _check_phase(state: State, action: str) -> None:
    if action == SCARE_FISHMAN:
        # It is enough to enter his corridor with the Knife, which may happen while everybody moves.
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
            return True  # of a character, not of the table
