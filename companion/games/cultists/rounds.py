"""Rules of the round: its four phases, events, power, Gate and corrections.

The Gate can be closed in the Action phase of the round it opens in and of the rounds after it, three in all
(two with seven and eight seats), or one more if the option does not count the round it opens in. When the
last of these Action phases ends, it stays open for good, before the clean-up; a Gate that opens too late
for that changes nothing.
"""

from __future__ import annotations

from typing import Final

from companion.core.game import replace
from companion.games.cultists.actions import CLOSE_GATE, RESTORE_POWER, check_action
from companion.games.cultists.building import POINTS_BEYOND
from companion.games.cultists.ends import TIME_UP, cultists_win, end_if_points_reached
from companion.games.cultists.moves import Correct, Event, GateClosed, Next, PowerRestored
from companion.games.cultists.setup import ROUNDS
from companion.games.cultists.state import (
    EVENTS,
    GATE_OPENS,
    LIGHTNING,
    MORALE_BOOST,
    SECRET_ENTRANCES,
    DrawnEvent,
    Gate,
    GateStatus,
    Phase,
    Pick,
    RoundPhase,
    State,
    check_seat,
    draw_token,
    full_bag,
    illegal_move,
    phase_error,
)

# Characters needed to close the Gate, and by how much that (or failing to) moves the target.
GATE_CLOSERS: Final = 2
GATE_POINTS: Final = 1
_NEXT_PHASE: Final = {
    RoundPhase.MOVEMENT: RoundPhase.EVENT,
    RoundPhase.EVENT: RoundPhase.ACTION,
    RoundPhase.ACTION: RoundPhase.CLEAN_UP,
}
# Effects of events on what the app tracks; lightning depends on the power.
EFFECTS: Final = {SECRET_ENTRANCES: "entrances", MORALE_BOOST: "morale", GATE_OPENS: "gate"}
POWER_ON, POWER_OFF, SEE_TOKEN = "power_on", "power_off", "see_token"


def end_phase(state: State, move: Next) -> State:
    if state.phase in (Phase.EVENT, Phase.VOTE):
        raise phase_error(state)
    if state.round_phase is RoundPhase.CLEAN_UP:
        return _next_round(state)
    if state.round_phase is RoundPhase.ACTION:
        state = _with_gate_expired(state)
    return replace(state, round_phase=_NEXT_PHASE[state.round_phase])


def _next_round(state: State) -> State:
    if state.is_last_round:
        return cultists_win(state, TIME_UP)
    return replace(
        state,
        round=state.round + 1,
        round_phase=RoundPhase.MOVEMENT,
        knife=state.setup.next_seat(state.knife),
        vote_token=True,
    )


# Events -----------------------------------------------------------------------------------------------


def draw_event(state: State, pick: Pick) -> Event:
    """Return the move that draws one token from the bag; `pick(n)` returns a number from 0 to n - 1."""
    _check_event_due(state)
    return Event(draw_token(state.bag, pick))


def record_event(state: State, move: Event) -> State:
    _check_event_due(state)
    if move.event not in EVENTS:
        raise illegal_move("cultists.problem.no_such_event", event=move.event)
    if move.event not in full_bag(state.setup):
        raise illegal_move("cultists.problem.event_not_in_game")
    if move.event not in state.bag:
        raise illegal_move("cultists.problem.event_all_drawn")
    effect = EFFECTS.get(move.event, SEE_TOKEN)
    if move.event == LIGHTNING:
        state = replace(state, power=not state.power)
        effect = POWER_ON if state.power else POWER_OFF
    elif move.event == GATE_OPENS:
        state = replace(state, gate=Gate(state.round, state.round + state.gate_chances - 1))
    event = DrawnEvent(state.round, move.event, effect)
    return replace(state, events=(*state.events, event))


def _check_event_due(state: State) -> None:
    if state.round_phase is not RoundPhase.EVENT:
        raise illegal_move("cultists.problem.event_phase")
    if state.is_event_drawn:
        raise illegal_move("cultists.problem.event_drawn")


# Power and Gate ---------------------------------------------------------------------------------------


def restore_power(state: State, move: PowerRestored) -> State:
    check_action(state, RESTORE_POWER, move.by)
    return replace(state, power=True)


def close_gate(state: State, move: GateClosed) -> State:
    check_action(state, CLOSE_GATE, *(move.by or ()))
    if move.by is not None and len(set(move.by)) < GATE_CLOSERS:
        raise illegal_move("cultists.problem.gate_needs_two")
    return end_if_points_reached(_with_gate(state, GateStatus.CLOSED, -GATE_POINTS))


def _with_gate_expired(state: State) -> State:
    gate = state.gate
    if gate is None or not state.is_gate_open or state.round < gate.until:
        return state
    return _with_gate(state, GateStatus.EXPIRED, +GATE_POINTS)


def _with_gate(state: State, status: GateStatus, step: int) -> State:
    if state.gate is None:  # for the type checker: a gate exists whenever it closes or expires
        return state
    base = state.numbers.points
    # Even after a correction, the target stays within one point of its initial value.
    target = min(max(state.target + step, base - GATE_POINTS), base + GATE_POINTS)
    return replace(state, gate=replace(state.gate, status=status), target=target)


# Corrections ------------------------------------------------------------------------------------------


def apply_correction(state: State, move: Correct) -> State:
    if move == Correct():
        raise illegal_move("cultists.problem.correct_nothing")
    if move.points is not None:
        max_points = state.numbers.points + POINTS_BEYOND
        if not 0 <= move.points <= max_points:
            raise illegal_move("cultists.problem.points_range", most=max_points)
        state = replace(state, points=move.points)
    if move.target is not None:
        base = state.numbers.points
        if abs(move.target - base) > GATE_POINTS:
            raise illegal_move(
                "cultists.problem.target_range", fewest=base - GATE_POINTS, most=base + GATE_POINTS
            )
        state = replace(state, target=move.target)
    if move.knife is not None:
        check_seat(state, move.knife)
        state = replace(state, knife=move.knife)
    if move.round is not None:
        if not 1 <= move.round <= ROUNDS:
            raise illegal_move("cultists.problem.round_range", last=ROUNDS)
        state = _with_round(state, move.round)
    if move.power is not None:
        state = replace(state, power=move.power)
    if move.closes_in is not None:
        state = _with_gate_until(state, move.closes_in)
    return end_if_points_reached(state)


def _with_round(state: State, number: int) -> State:
    """Set the round; an open Gate moves with it, because it counts rounds since it opened."""
    step, gate = number - state.round, state.gate
    if gate is not None and state.is_gate_open:
        gate = replace(gate, opened=max(1, gate.opened + step), until=gate.until + step)
    return replace(state, round=number, gate=gate)


def _with_gate_until(state: State, closes_in: int) -> State:
    if state.gate is None or not state.is_gate_open:
        raise illegal_move("cultists.problem.need_gate_open")
    if not 1 <= closes_in <= ROUNDS:
        raise illegal_move("cultists.problem.closes_in_range", last=ROUNDS)
    over = state.round_phase is RoundPhase.CLEAN_UP
    return replace(state, gate=replace(state.gate, until=state.round + closes_in - (not over)))
