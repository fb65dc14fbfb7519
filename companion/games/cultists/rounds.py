"""The round: its four phases, the event of the hour, power and Gate, and setting things right.

The Gate can be closed in the Action phase of the round it opens in and of the rounds after it, three in all
(two with seven and eight seats), or one more where the table does not count the round it opens in. When the
last of these Action phases ends it stays open for good, before anything of the clean-up; a Gate that opens
too late for that changes nothing.
"""

from __future__ import annotations

from typing import Final

from companion.games.cultists.actions import CLOSE_GATE, RESTORE_POWER, check_action
from companion.games.cultists.building import POINTS_BEYOND
from companion.games.cultists.decks import ROUNDS
from companion.games.cultists.ends import TIME_UP, cultists_win, with_points_checked
from companion.games.cultists.events import (
    EVENTS,
    GATE_OPENS,
    LIGHTNING,
    MORALE_BOOST,
    SECRET_ENTRANCES,
    Pick,
    bag,
    drawn_from,
)
from companion.games.cultists.moves import Correct, Event, GateClosed, Next, PowerRestored
from companion.games.cultists.pieces import Drawn, Gate, GateStatus
from companion.games.cultists.state import (
    Awaits,
    Phase,
    State,
    check_seat,
    not_now,
    refused,
)
from companion.games.game import replace

# Characters who close the Gate together, and what that moves the goal by, or missing it.
GATE_CLOSERS: Final = 2
GATE_POINTS: Final = 1
_AFTER: Final = {
    Phase.MOVEMENT: Phase.EVENT,
    Phase.EVENT: Phase.ACTION,
    Phase.ACTION: Phase.CLEAN_UP,
}
# What an event does to the things the app keeps; lightning depends on the power.
EFFECTS: Final = {SECRET_ENTRANCES: "entrances", MORALE_BOOST: "morale", GATE_OPENS: "gate"}
POWER_ON, POWER_OFF, SEE_TOKEN = "power_on", "power_off", "see_token"


def end_phase(state: State, move: Next) -> State:
    if state.awaits in (Awaits.EVENT, Awaits.VOTE):
        raise not_now(state)
    if state.phase is Phase.CLEAN_UP:
        return _next_round(state)
    if state.phase is Phase.ACTION:
        state = _with_gate_expired(state)
    return replace(state, phase=_AFTER[state.phase])


def _next_round(state: State) -> State:
    if state.last_round:
        return cultists_win(state, TIME_UP)
    return replace(
        state,
        round=state.round + 1,
        phase=Phase.MOVEMENT,
        knife=state.setup.after(state.knife),
        vote_token=True,
    )


# Events -----------------------------------------------------------------------------------------------


def draw(state: State, pick: Pick) -> Event:
    """The move of drawing one token from what is left in the bag; `pick(n)` gives 0 to n - 1."""
    _check_event_due(state)
    return Event(drawn_from(state.bag, pick))


def show_event(state: State, move: Event) -> State:
    _check_event_due(state)
    if move.event not in EVENTS:
        raise refused("cultists.problem.no_such_event", event=move.event)
    if move.event not in bag(state.setup):
        raise refused("cultists.problem.event_not_in_game")
    if move.event not in state.bag:
        raise refused("cultists.problem.event_all_drawn")
    effect = EFFECTS.get(move.event, SEE_TOKEN)
    if move.event == LIGHTNING:
        state = replace(state, power=not state.power)
        effect = POWER_ON if state.power else POWER_OFF
    elif move.event == GATE_OPENS:
        state = replace(state, gate=Gate(state.round, state.round + state.gate_chances - 1))
    drawn = Drawn(state.round, move.event, effect)
    return replace(state, events=(*state.events, drawn))


def _check_event_due(state: State) -> None:
    if state.phase is not Phase.EVENT:
        raise refused("cultists.problem.event_phase")
    if state.event_drawn:
        raise refused("cultists.problem.event_drawn")


# Power and Gate ---------------------------------------------------------------------------------------


def restore_power(state: State, move: PowerRestored) -> State:
    check_action(state, RESTORE_POWER, move.by)
    return replace(state, power=True)


def close_gate(state: State, move: GateClosed) -> State:
    check_action(state, CLOSE_GATE, *(move.by or ()))
    if move.by is not None and len(set(move.by)) < GATE_CLOSERS:
        raise refused("cultists.problem.gate_needs_two")
    return with_points_checked(_with_gate(state, GateStatus.CLOSED, -GATE_POINTS))


def _with_gate_expired(state: State) -> State:
    gate = state.gate
    if gate is None or not state.gate_open or state.round < gate.until:
        return state
    return _with_gate(state, GateStatus.EXPIRED, +GATE_POINTS)


def _with_gate(state: State, status: GateStatus, step: int) -> State:
    if state.gate is None:  # only for the type: there is one whenever it closes or expires
        return state
    base = state.numbers.points
    # A table that has corrected the target still keeps it within one of what it started with.
    target = min(max(state.target + step, base - GATE_POINTS), base + GATE_POINTS)
    return replace(state, gate=replace(state.gate, status=status), target=target)


# Corrections ------------------------------------------------------------------------------------------


def correct(state: State, move: Correct) -> State:
    if move == Correct():
        raise refused("cultists.problem.correct_nothing")
    if move.points is not None:
        most = state.numbers.points + POINTS_BEYOND
        if not 0 <= move.points <= most:
            raise refused("cultists.problem.points_range", most=most)
        state = replace(state, points=move.points)
    if move.target is not None:
        base = state.numbers.points
        if abs(move.target - base) > GATE_POINTS:
            raise refused("cultists.problem.target_range", fewest=base - GATE_POINTS, most=base + GATE_POINTS)
        state = replace(state, target=move.target)
    if move.knife is not None:
        check_seat(state, move.knife)
        state = replace(state, knife=move.knife)
    if move.round is not None:
        if not 1 <= move.round <= ROUNDS:
            raise refused("cultists.problem.round_range", last=ROUNDS)
        state = _in_round(state, move.round)
    if move.power is not None:
        state = replace(state, power=move.power)
    if move.closes_in is not None:
        state = _with_gate_until(state, move.closes_in)
    return with_points_checked(state)


def _in_round(state: State, number: int) -> State:
    """The clock is set; an open Gate goes with it, for it counts the rounds since it opened."""
    step, gate = number - state.round, state.gate
    if gate is not None and state.gate_open:
        gate = replace(gate, opened=max(1, gate.opened + step), until=gate.until + step)
    return replace(state, round=number, gate=gate)


def _with_gate_until(state: State, closes_in: int) -> State:
    if state.gate is None or not state.gate_open:
        raise refused("cultists.problem.need_gate_open")
    if not 1 <= closes_in <= ROUNDS:
        raise refused("cultists.problem.closes_in_range", last=ROUNDS)
    over = state.phase is Phase.CLEAN_UP
    return replace(state, gate=replace(state.gate, until=state.round + closes_in - (not over)))
