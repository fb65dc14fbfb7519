"""Speech during a game of Among Cultists.

The lines are a closed set without arguments, so each can be recorded. They contain no names, which are on the
screen. Of an event only what the rules say is spoken; for the rest the voice refers to the token.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.core.session_controller import GameSpeech
from companion.games.cultists import actions
from companion.games.cultists.rules import POWER_OFF, POWER_ON
from companion.games.cultists.setup import NUMBERS, ROUNDS, Side
from companion.games.cultists.state import (
    EVENTS,
    GATE_OPENS,
    LIGHTNING,
    Cause,
    Ending,
    GateStatus,
    Phase,
    RoundPhase,
    State,
)
from companion.games.cultists.voting import VoteReason

LineKeys = tuple[str, ...]

_DECLARE: Final = "cultists.say.phase.declare"
_GATE_OPEN: Final = "cultists.say.gate.open"
_GATE_CLOSED: Final = "cultists.say.gate.closed"
_GATE_EXPIRED: Final = "cultists.say.gate.expired"
_TARGET_LOWERED: Final = "cultists.say.target.fewer"
_TARGET_RAISED: Final = "cultists.say.target.more"
_MURDER: Final = "cultists.say.murder"
_ASSASSINATED: Final = "cultists.say.assassinated"
_EYES_SHUT: Final = "cultists.say.vote.shut"
_COUNT_TO_THREE: Final = ("cultists.say.count.1", "cultists.say.count.2", "cultists.say.count.3")
_EYES_OPEN: Final = "cultists.say.vote.open"
_REVEAL: Final = "cultists.say.reveal"
_REVEAL_AUTOMA: Final = "cultists.say.reveal_automa"
_REVEAL_PARTNER: Final = "cultists.say.reveal_partner"
_GOES_ON: Final = "cultists.say.goes_on"
_AUTOMA: Final = "cultists.say.automa"
_PULSE: Final = "cultists.say.pulse"
_NAME_SEER: Final = "cultists.say.seer.name"
_SEER_MISSED: Final = "cultists.say.seer.missed"
_SHELF: Final = "cultists.say.shelf"
_FISHMAN_COMES: Final = "cultists.say.fishman.comes"
_FISHMAN_GOES: Final = "cultists.say.fishman.goes"
_MANY_GHOSTS: Final = "cultists.say.ghosts.many"
# Ghosts are counted up to this number.
_MAX_COUNTED_GHOSTS: Final = 5
# The remaining Action phases of an open Gate are announced up to this number: no Gate stays open longer by
# itself.
_MAX_GATE_ROUNDS: Final = max(numbers.gate_rounds for numbers in NUMBERS.values()) + 1

_VOTE_LINES: Final = {
    VoteReason.MAJORITY: "cultists.say.vote.out",
    VoteReason.ALL_ABSTAINED: "cultists.say.vote.all_abstained",
    VoteReason.ABSTENTIONS: "cultists.say.vote.abstentions",
    VoteReason.TIE: "cultists.say.vote.tie",
    VoteReason.ABSTENTIONS_NOT_BEATEN: "cultists.say.vote.abstentions",
}
# Reasons why the game has ended, or all but ended.
_REASON_LINES: Final = {
    actions.POINTS_REACHED: "cultists.say.why.points",
    actions.CULTISTS_ELIMINATED: "cultists.say.why.eliminated",
    actions.KILLS_TOO_LATE: "cultists.say.why.too_late",
    actions.DECLARED_WRONGLY: "cultists.say.why.declared_wrongly",
    actions.DECLARED_RIGHTLY: "cultists.say.why.enough_dead",
    actions.TIME_UP: "cultists.say.why.time_up",
    actions.KILLS_BEFORE: "cultists.say.why.dead_before",
    actions.KILLS_BEAT_POINTS: "cultists.say.why.dead_before",
    actions.AUTOMA_KILLS: "cultists.say.why.enough_dead",
    actions.SEER_NAMED: "cultists.say.why.seer_named",
}
_ENDING_LINES: Final = {
    Ending.POINTS: _REASON_LINES[actions.POINTS_REACHED],
    Ending.LAST_CULTIST: _REASON_LINES[actions.CULTISTS_ELIMINATED],
    Ending.AUTOMA: _AUTOMA,
}


def opening_lines(state: State) -> LineKeys:
    """Return the lines at the start of a session."""
    return tuple(_round_start_lines(state))


def move_lines(before: State, after: State) -> LineKeys:
    """Return the lines after a move that led from one state to the next."""
    if before.outcome is not None:
        return ()
    return (
        *_event_and_power_lines(before, after),
        *_building_lines(before, after),
        *_vote_and_death_lines(before, after),
        *_next_phase_lines(before, after),
    )


def vote_call_lines() -> LineKeys:
    """Return the lines that start a vote."""
    return (_EYES_SHUT,)


def count_to_three_lines() -> LineKeys:
    """Return the count to three; each number is a line of its own, so that the rhythm is even."""
    return (*_COUNT_TO_THREE, _EYES_OPEN)


def status_lines(state: State) -> LineKeys:
    """Return the lines about the current state: round and phase, points and goal, power, Gate, Ghosts; or
    what comes next."""
    match state.phase:
        case Phase.OVER | Phase.SEER_GUESS | Phase.KILLS:
            return tuple(_ending_lines(state))
        case Phase.VOTE:
            phase_lines: LineKeys = (_MURDER,)
        case Phase.REVEALED:
            phase_lines = (_reveal_line(state),)
        case Phase.RESOLVE:
            phase_lines = (_drawn_event_line(state),)
        case _:
            phase_lines = (_phase_line(state),)
    return (
        *(_round_line(state.round), *phase_lines),
        *(_points_line(state.points), _target_line(state.target)),
        _power_line(state.power),
        *_gate_lines(state),
        _ghosts_line(len(state.ghosts)),
    )


def list_lines() -> LineKeys:
    """Return all lines of any game: the closed set that can be recorded."""
    # The Gate moves the goal by one in either direction.
    goals = {numbers.points + step for numbers in NUMBERS.values() for step in (-1, 0, 1)}
    lines = (
        *(_round_line(number) for number in range(1, ROUNDS + 1)),
        *(f"cultists.say.phase.{phase.value}" for phase in RoundPhase),
        _DECLARE,
        *(_event_line(event) for event in EVENTS if event != LIGHTNING),
        *(_lightning_line(effect) for effect in (POWER_OFF, POWER_ON)),
        *(_power_line(on) for on in (False, True)),
        *(_GATE_OPEN, _GATE_CLOSED, _GATE_EXPIRED),
        *(_gate_rounds_line(rounds) for rounds in range(1, _MAX_GATE_ROUNDS + 1)),
        *(_TARGET_LOWERED, _TARGET_RAISED),
        *(_MURDER, _ASSASSINATED),
        *(_EYES_SHUT, *_COUNT_TO_THREE, _EYES_OPEN, *_VOTE_LINES.values()),
        *(_REVEAL, _REVEAL_AUTOMA, _REVEAL_PARTNER, _GOES_ON, _AUTOMA, _PULSE, _NAME_SEER, _SEER_MISSED),
        *(_SHELF, _FISHMAN_COMES, _FISHMAN_GOES),
        *(_points_line(points) for points in range(max(goals))),
        *(_target_line(goal) for goal in sorted(goals)),
        *(_ghosts_line(number) for number in range(_MAX_COUNTED_GHOSTS + 2)),
        *_REASON_LINES.values(),
        *(_winner_line(side.value) for side in Side),
    )
    # Remove duplicate lines.
    return tuple(dict.fromkeys(lines))


# Lines about the last move ----------------------------------------------------------------------------


def _event_and_power_lines(before: State, after: State) -> Iterator[str]:
    """Yield event, power and Gate."""
    is_event_drawn = len(after.events) > len(before.events)
    if is_event_drawn:
        yield _drawn_event_line(after)
        if after.events[-1].event == GATE_OPENS:
            yield from _gate_lines(after)
    elif after.power != before.power:
        yield _power_line(after.power)
    if after.gate is not None and before.gate is not None and after.gate.status is not before.gate.status:
        yield _GATE_CLOSED if after.gate.status is GateStatus.CLOSED else _GATE_EXPIRED
        if after.target != before.target:
            yield _TARGET_LOWERED if after.target < before.target else _TARGET_RAISED
    elif after.target != before.target:
        yield _target_line(after.target)
    elif not is_event_drawn and after.closes_in != before.closes_in and _is_same_phase(before, after):
        yield from _gate_lines(after)


def _building_lines(before: State, after: State) -> Iterator[str]:
    """Yield shelves, points and the Fishman."""
    if sum(shelf.complete for shelf in after.library) > sum(shelf.complete for shelf in before.library):
        yield _SHELF
    if after.points != before.points and after.points < after.target:
        yield _points_line(after.points)
    if after.is_fishman_inside != before.is_fishman_inside:
        yield _FISHMAN_COMES if after.is_fishman_inside else _FISHMAN_GOES


def _vote_and_death_lines(before: State, after: State) -> Iterator[str]:
    """Yield votes and deaths. Votes are compared by identity: a second vote may be equal to the first."""
    if after.vote is not None and after.vote is not before.vote:
        yield _VOTE_LINES[after.vote.reason]
    elif len(after.deaths) > len(before.deaths):
        yield _MURDER if after.deaths[-1].cause is Cause.FOUND_DEAD else _ASSASSINATED


def _is_same_phase(before: State, after: State) -> bool:
    return (after.round, after.round_phase) == (before.round, before.round_phase)


# Lines about the next step ----------------------------------------------------------------------------


def _next_phase_lines(before: State, after: State) -> Iterator[str]:
    if after.phase in (Phase.OVER, Phase.SEER_GUESS, Phase.KILLS):
        if before.phase is Phase.SEER_GUESS and after.outcome == before.pending_outcome:
            yield _SEER_MISSED
            yield _winner_line(Side.INVESTIGATORS.value)
        else:
            yield from _ending_lines(after)
    elif after.phase is Phase.REVEALED:
        yield _reveal_line(after)
    elif before.phase is Phase.REVEALED:
        yield _GOES_ON
    elif after.round != before.round and after.round_phase is RoundPhase.MOVEMENT:
        yield from _round_start_lines(after)
    elif after.round != before.round:
        yield _round_line(after.round)
    elif after.round_phase is not before.round_phase:
        yield _phase_line(after)


def _reveal_line(state: State) -> str:
    """Return the line for an eliminated player; the Automa cannot answer."""
    if state.pending_reveal != state.setup.automa_seat:
        return _REVEAL
    return _REVEAL_AUTOMA if state.automa_is_turned_over else _REVEAL_PARTNER


def _ending_lines(state: State) -> Iterator[str]:
    """Yield the end of the game, also if only the pulse decks or the guess can still change it."""
    if state.outcome is not None:
        yield _REASON_LINES[state.outcome.reason]
        yield _winner_line(str(state.outcome.winner))
    elif state.pending_outcome is not None:
        yield _REASON_LINES[state.pending_outcome.reason]
        yield _NAME_SEER
    elif state.ending is not None:
        yield _ENDING_LINES[state.ending]
        yield _PULSE


def _round_start_lines(state: State) -> Iterator[str]:
    yield _round_line(state.round)
    yield from _gate_lines(state)
    yield _phase_line(state)


# Lines ------------------------------------------------------------------------------------------------


def _round_line(number: int) -> str:
    return f"cultists.say.round.{number}"


def _phase_line(state: State) -> str:
    return _DECLARE if state.can_declare else f"cultists.say.phase.{state.round_phase.value}"


def _drawn_event_line(state: State) -> str:
    drawn_event = state.events[-1]
    return (
        _lightning_line(drawn_event.effect)
        if drawn_event.event == LIGHTNING
        else _event_line(drawn_event.event)
    )


def _event_line(event: str) -> str:
    return f"cultists.say.event.{event}"


def _lightning_line(effect: str) -> str:
    return f"cultists.say.lightning.{effect}"


def _power_line(on: bool) -> str:
    return "cultists.say.power.on" if on else "cultists.say.power.off"


def _gate_lines(state: State) -> Iterator[str]:
    """Yield the state of an open Gate, with its remaining rounds if they end before the game does."""
    if state.gate is None or state.gate.status is GateStatus.CLOSED:
        return
    left = state.closes_in
    if left is None:
        yield _GATE_EXPIRED
    elif left > _MAX_GATE_ROUNDS or state.gate.outlasts_game:
        yield _GATE_OPEN
    else:
        yield _gate_rounds_line(left)


def _gate_rounds_line(rounds: int) -> str:
    return f"cultists.say.gate.left.{rounds}"


def _points_line(points: int) -> str:
    return f"cultists.say.points.{points}"


def _target_line(points: int) -> str:
    return f"cultists.say.goal.{points}"


def _ghosts_line(number: int) -> str:
    return _MANY_GHOSTS if number > _MAX_COUNTED_GHOSTS else f"cultists.say.ghosts.{number}"


def _winner_line(side: str) -> str:
    return f"cultists.say.wins.{side}"


SPEECH = GameSpeech(opening_lines, move_lines, status_lines)
