"""What the voice says while a game of Among Cultists is played.

The lines are a closed set without arguments, so each can be recorded. Nobody is named in them: names
stand on the screen. Of an event only what the rules tell is said; for the rest the voice points at the token.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.games.cultists import ends
from companion.games.cultists.decks import NUMBERS, ROUNDS
from companion.games.cultists.events import EVENTS, GATE_OPENS, LIGHTNING
from companion.games.cultists.pieces import Cause, GateStatus
from companion.games.cultists.roles import Side
from companion.games.cultists.rounds import POWER_OFF, POWER_ON
from companion.games.cultists.state import Awaits, Ending, Phase, State
from companion.games.cultists.vote import Why

Lines = tuple[str, ...]

_DECLARE: Final = "cultists.say.phase.declare"
_GATE_OPEN: Final = "cultists.say.gate.open"
_GATE_CLOSED: Final = "cultists.say.gate.closed"
_GATE_EXPIRED: Final = "cultists.say.gate.expired"
_FEWER: Final = "cultists.say.target.fewer"
_MORE: Final = "cultists.say.target.more"
_MURDER: Final = "cultists.say.murder"
_ASSASSINATED: Final = "cultists.say.assassinated"
_EYES_SHUT: Final = "cultists.say.vote.shut"
_COUNT: Final = ("cultists.say.count.1", "cultists.say.count.2", "cultists.say.count.3")
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
# Ghosts are counted up to here.
_COUNTED: Final = 5
# An open Gate tells the Action phases it still gives only up to here: none is open longer by itself.
_GATE_CHANCES: Final = max(numbers.gate_rounds for numbers in NUMBERS.values()) + 1

_VOTES: Final = {
    Why.MAJORITY: "cultists.say.vote.out",
    Why.ALL_ABSTAINED: "cultists.say.vote.all_abstained",
    Why.ABSTENTIONS: "cultists.say.vote.abstentions",
    Why.TIE: "cultists.say.vote.tie",
    Why.ABSTENTIONS_NOT_BEATEN: "cultists.say.vote.abstentions",
}
# Why the game is over, or as good as over.
_REASONS: Final = {
    ends.POINTS_REACHED: "cultists.say.why.points",
    ends.CULTISTS_ELIMINATED: "cultists.say.why.eliminated",
    ends.KILLS_TOO_LATE: "cultists.say.why.too_late",
    ends.DECLARED_WRONGLY: "cultists.say.why.declared_wrongly",
    ends.DECLARED_RIGHTLY: "cultists.say.why.enough_dead",
    ends.TIME_UP: "cultists.say.why.time_up",
    ends.KILLS_BEFORE: "cultists.say.why.dead_before",
    ends.KILLS_BEAT_POINTS: "cultists.say.why.dead_before",
    ends.AUTOMA_KILLS: "cultists.say.why.enough_dead",
    ends.SEER_NAMED: "cultists.say.why.seer_named",
}
_ENDINGS: Final = {
    Ending.POINTS: _REASONS[ends.POINTS_REACHED],
    Ending.LAST_CULTIST: _REASONS[ends.CULTISTS_ELIMINATED],
    Ending.AUTOMA: _AUTOMA,
}


def opening(state: State) -> Lines:
    """What is said when a table sits down to its first move."""
    return tuple(_round_begins(state))


def said(before: State, after: State) -> Lines:
    """What is said after a move that led from one state to the next."""
    if before.outcome is not None:
        return ()
    return (
        *_on_the_clock(before, after),
        *_in_the_building(before, after),
        *_among_people(before, after),
        *_comes_next(before, after),
    )


def call_to_vote() -> Lines:
    """What is said when all have talked enough: how everybody votes."""
    return (_EYES_SHUT,)


def count_to_three() -> Lines:
    """The count that ends the pointing; each number is a line of its own, so that its beat is even."""
    return (*_COUNT, _EYES_OPEN)


def status(state: State) -> Lines:
    """Where the game stands: round and phase, points and goal, power, Gate, Ghosts; or what is awaited."""
    match state.awaits:
        case Awaits.OVER | Awaits.SEER_GUESS | Awaits.KILLS:
            return tuple(_ends(state))
        case Awaits.VOTE:
            due: Lines = (_MURDER,)
        case Awaits.REVEALED:
            due = (_reveal(state),)
        case Awaits.RESOLVE:
            due = (_drawn(state),)
        case _:
            due = (_phase(state),)
    return (
        *(_round(state.round), *due),
        *(_points(state.points), _target(state.target)),
        _power(state.power),
        *_gate(state),
        _ghosts(len(state.ghosts)),
    )


def every_line() -> Lines:
    """All lines any game can need: the closed set that can be recorded."""
    # The Gate moves the goal by one either way.
    goals = {numbers.points + step for numbers in NUMBERS.values() for step in (-1, 0, 1)}
    lines = (
        *(_round(number) for number in range(1, ROUNDS + 1)),
        *(f"cultists.say.phase.{phase.value}" for phase in Phase),
        _DECLARE,
        *(_event(event) for event in EVENTS if event != LIGHTNING),
        *(_lightning(effect) for effect in (POWER_OFF, POWER_ON)),
        *(_power(on) for on in (False, True)),
        *(_GATE_OPEN, _GATE_CLOSED, _GATE_EXPIRED),
        *(_gate_left(rounds) for rounds in range(1, _GATE_CHANCES + 1)),
        *(_FEWER, _MORE),
        *(_MURDER, _ASSASSINATED),
        *(_EYES_SHUT, *_COUNT, _EYES_OPEN, *_VOTES.values()),
        *(_REVEAL, _REVEAL_AUTOMA, _REVEAL_PARTNER, _GOES_ON, _AUTOMA, _PULSE, _NAME_SEER, _SEER_MISSED),
        *(_SHELF, _FISHMAN_COMES, _FISHMAN_GOES),
        *(_points(points) for points in range(max(goals))),
        *(_target(goal) for goal in sorted(goals)),
        *(_ghosts(number) for number in range(_COUNTED + 2)),
        *_REASONS.values(),
        *(_wins(side.value) for side in Side),
    )
    # Two ways to the same words are one line.
    return tuple(dict.fromkeys(lines))


# What has happened ------------------------------------------------------------------------------------


def _on_the_clock(before: State, after: State) -> Iterator[str]:
    """Event, power and Gate."""
    drawn = len(after.events) > len(before.events)
    if drawn:
        yield _drawn(after)
        if after.events[-1].event == GATE_OPENS:
            yield from _gate(after)
    elif after.power != before.power:
        yield _power(after.power)
    if after.gate is not None and before.gate is not None and after.gate.status is not before.gate.status:
        yield _GATE_CLOSED if after.gate.status is GateStatus.CLOSED else _GATE_EXPIRED
        if after.target != before.target:
            yield _FEWER if after.target < before.target else _MORE
    elif after.target != before.target:
        yield _target(after.target)
    elif not drawn and after.closes_in != before.closes_in and _same_phase(before, after):
        yield from _gate(after)


def _in_the_building(before: State, after: State) -> Iterator[str]:
    """Shelves, points and the Fishman."""
    if sum(shelf.complete for shelf in after.library) > sum(shelf.complete for shelf in before.library):
        yield _SHELF
    if after.points != before.points and after.points < after.target:
        yield _points(after.points)
    if after.fishman != before.fishman:
        yield _FISHMAN_COMES if after.fishman else _FISHMAN_GOES


def _among_people(before: State, after: State) -> Iterator[str]:
    """Votes and deaths. A vote that is told again is another one, however alike."""
    if after.vote is not None and after.vote is not before.vote:
        yield _VOTES[after.vote.why]
    elif len(after.deaths) > len(before.deaths):
        yield _MURDER if after.deaths[-1].cause is Cause.FOUND_DEAD else _ASSASSINATED


def _same_phase(before: State, after: State) -> bool:
    return (after.round, after.phase) == (before.round, before.phase)


# What comes next --------------------------------------------------------------------------------------


def _comes_next(before: State, after: State) -> Iterator[str]:
    if after.awaits in (Awaits.OVER, Awaits.SEER_GUESS, Awaits.KILLS):
        if before.awaits is Awaits.SEER_GUESS and after.outcome == before.verdict:
            yield _SEER_MISSED
            yield _wins(Side.INVESTIGATORS.value)
        else:
            yield from _ends(after)
    elif after.awaits is Awaits.REVEALED:
        yield _reveal(after)
    elif before.awaits is Awaits.REVEALED:
        yield _GOES_ON
    elif after.round != before.round and after.phase is Phase.MOVEMENT:
        yield from _round_begins(after)
    elif after.round != before.round:
        yield _round(after.round)
    elif after.phase is not before.phase:
        yield _phase(after)


def _reveal(state: State) -> str:
    """To whoever is out; the Automa has no voice to answer with."""
    if state.out != state.setup.automa_seat:
        return _REVEAL
    return _REVEAL_AUTOMA if state.automa_is_turned_over else _REVEAL_PARTNER


def _ends(state: State) -> Iterator[str]:
    """The game is over, or hangs on the pulse decks or the guess alone."""
    if state.outcome is not None:
        yield _REASONS[state.outcome.reason]
        yield _wins(str(state.outcome.winner))
    elif state.verdict is not None:
        yield _REASONS[state.verdict.reason]
        yield _NAME_SEER
    elif state.ending is not None:
        yield _ENDINGS[state.ending]
        yield _PULSE


def _round_begins(state: State) -> Iterator[str]:
    yield _round(state.round)
    yield from _gate(state)
    yield _phase(state)


# Lines ------------------------------------------------------------------------------------------------


def _round(number: int) -> str:
    return f"cultists.say.round.{number}"


def _phase(state: State) -> str:
    return _DECLARE if state.may_declare else f"cultists.say.phase.{state.phase.value}"


def _drawn(state: State) -> str:
    drawn = state.events[-1]
    return _lightning(drawn.effect) if drawn.event == LIGHTNING else _event(drawn.event)


def _event(event: str) -> str:
    return f"cultists.say.event.{event}"


def _lightning(effect: str) -> str:
    return f"cultists.say.lightning.{effect}"


def _power(on: bool) -> str:
    return "cultists.say.power.on" if on else "cultists.say.power.off"


def _gate(state: State) -> Iterator[str]:
    """A Gate that stands open, with the rounds it gives as long as they end before the game does."""
    if state.gate is None or state.gate.status is GateStatus.CLOSED:
        return
    left = state.closes_in
    if left is None:
        yield _GATE_EXPIRED
    elif left > _GATE_CHANCES or state.gate.outlasts_game:
        yield _GATE_OPEN
    else:
        yield _gate_left(left)


def _gate_left(rounds: int) -> str:
    return f"cultists.say.gate.left.{rounds}"


def _points(points: int) -> str:
    return f"cultists.say.points.{points}"


def _target(points: int) -> str:
    return f"cultists.say.goal.{points}"


def _ghosts(number: int) -> str:
    return _MANY_GHOSTS if number > _COUNTED else f"cultists.say.ghosts.{number}"


def _wins(side: str) -> str:
    return f"cultists.say.wins.{side}"
