"""Who may do what: the actions of the living and of Ghosts, what each needs, and when people meet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

from companion.games.cultists.places import Colour
from companion.games.cultists.roles import ASSASSIN
from companion.games.cultists.state import Phase, State, check_seat, refused

# So many living characters in one place meet; in the light no more than that.
MEETING: Final = 2


class Kind(Enum):
    """Character actions are done anywhere and ignore the Route; room actions need the room and obey it."""

    CHARACTER = "character"
    ROOM = "room"


class Where(Enum):
    """Where one has to stand, as far as it is not a room of one colour."""

    SAME_PLACE = "same_place"  # as the character it is done to
    CORRIDOR = "corridor"
    ROOM = "room"


class Need(Enum):
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
    """`needs` are what the app can tell; that one stands in the right place is for the table to see."""

    id: str
    kind: Kind
    where: Where | Colour
    needs: tuple[Need, ...] = ()
    ghosts: bool = False
    automa: bool = False


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
        Action(CHECK_STATUS, Kind.CHARACTER, Where.SAME_PLACE),
        Action(SECURE_CORRIDOR, Kind.CHARACTER, Where.CORRIDOR, (Need.HAZARD_DECK,), automa=True),
        Action(CONFRONT, Kind.CHARACTER, Where.ROOM, (Need.CULTIST_TOKEN,), automa=True),
        Action(SCARE_FISHMAN, Kind.CHARACTER, Where.CORRIDOR, (Need.FISHMAN, Need.KNIFE)),
        Action(ASSASSINATE, Kind.CHARACTER, Where.SAME_PLACE, (Need.ASSASSIN,)),
        Action(FILL, Kind.ROOM, Where.ROOM, ghosts=True, automa=True),
        Action(INSPECT, Kind.ROOM, Where.ROOM, (Need.EXPLORED_ROOM,), ghosts=True, automa=True),
        Action(START_VOTE, Kind.ROOM, Colour.LIGHT_BLUE, (Need.VOTE_TOKEN,)),
        Action(CAMERA, Kind.ROOM, Colour.RED, (Need.POWER_ON,)),
        Action(RESTORE_POWER, Kind.ROOM, Colour.RED, (Need.POWER_OFF,)),
        Action(CLOSE_GATE, Kind.ROOM, Colour.GREEN, (Need.GATE_OPEN,)),
    )
}


def unmet(state: State, action: str, seat: int | None = None) -> tuple[Need, ...]:
    """What stands in the way of an action; with `seat`, for that character, else for whoever could do it."""
    chosen = ACTIONS[action]
    missing = [need for need in chosen.needs if not _met(state, need)]
    if seat is not None:
        if seat in state.ghosts and not chosen.ghosts:
            missing.append(Need.LIVING)
        if seat == state.setup.automa_seat and not chosen.automa:
            missing.append(Need.PLAYER)
        if seat != state.knife and Need.KNIFE in chosen.needs:
            missing.append(Need.KNIFE)
    return tuple(missing)


def check_action(state: State, action: str, *seats: int | None) -> None:
    """Refuse an action that its doers cannot do now; a doer whom the table did not name is not checked."""
    _check_phase(state, action)
    for seat in seats or (None,):
        if seat is not None:
            check_seat(state, seat)
        for need in unmet(state, action, seat):
            raise refused(f"cultists.problem.need_{need.value}")


class Encounter(Enum):
    """Whether those who stand in one place meet, and why."""

    ALONE = "alone"
    TWO = "two"  # in the light, exactly two meet
    CROWD = "crowd"  # in the light, three and more do not
    DARK = "dark"  # without power, two and more do

    @property
    def happens(self) -> bool:
        return self in (Encounter.TWO, Encounter.DARK)


def encounter(living_here: int, power: bool) -> Encounter:
    """Ghosts do not count. Asked when somebody enters, and by some events; never on leaving."""
    if living_here < MEETING:
        return Encounter.ALONE
    if not power:
        return Encounter.DARK
    return Encounter.TWO if living_here == MEETING else Encounter.CROWD


def _check_phase(state: State, action: str) -> None:
    if action == SCARE_FISHMAN:
        # It is enough to enter his corridor with the Knife, which may happen while everybody moves.
        if state.phase not in (Phase.MOVEMENT, Phase.ACTION):
            raise refused("cultists.problem.scare_phase")
    elif state.phase is not Phase.ACTION:
        raise refused("cultists.problem.action_phase")


def _met(state: State, need: Need) -> bool:
    match need:
        case Need.POWER_ON:
            return state.power
        case Need.POWER_OFF:
            return not state.power
        case Need.GATE_OPEN:
            return state.gate_open
        case Need.VOTE_TOKEN:
            return state.vote_token
        case Need.EXPLORED_ROOM:
            return bool(state.explored)
        case Need.CULTIST_TOKEN:
            return bool(state.cultist_tokens)
        case Need.FISHMAN:
            return state.fishman
        case Need.HAZARD_DECK:
            return not state.setup.first_game
        case Need.ASSASSIN:
            return ASSASSIN in state.setup.roles
        case Need.LIVING | Need.PLAYER | Need.KNIFE:
            return True  # of a character, not of the table
