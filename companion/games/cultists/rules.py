"""Rules of Among Cultists as a `Game`. The app counts; only the players know the roles.

The Gate can be closed in the Action phase of the round it opens in and of the rounds after it, three in all
(two with seven and eight seats), or one more if the option does not count the round it opens in. When the
last of these Action phases ends, it stays open for good, before the clean-up; a Gate that opens too late
for that changes nothing.

A vote can be recorded in any phase, because the effects of most roles and some events are printed on their
tokens only. With `called_by` it is the room action: in the Action phase, by a living character, once a
round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from companion.core.game import Game, replace
from companion.core.serialization import encode
from companion.games.cultists import actions, moves
from companion.games.cultists.setup import (
    ASSASSIN,
    CULTIST,
    ROUNDS,
    SEER,
    Knife,
    Setup,
    Side,
    numbers,
    problems,
    read_setup,
    role_tokens,
)
from companion.games.cultists.state import (
    EVENTS,
    GATE_OPENS,
    LIGHTNING,
    MORALE_BOOST,
    SECRET_ENTRANCES,
    Cause,
    Death,
    DrawnEvent,
    Gate,
    GateStatus,
    Phase,
    Pick,
    RoundPhase,
    State,
    check_living,
    check_seat,
    draw_token,
    full_bag,
    illegal_move,
    phase_error,
    seat_error,
)
from companion.games.cultists.voting import (
    Ballots,
    VoteResult,
    automa_abstentions,
    count_votes,
    decide_vote,
    is_knife_active,
    is_possible_count,
    possible_totals,
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


def end_phase(state: State, move: moves.Next) -> State:
    if state.phase in (Phase.EVENT, Phase.VOTE):
        raise phase_error(state)
    if state.round_phase is RoundPhase.CLEAN_UP:
        return _next_round(state)
    if state.round_phase is RoundPhase.ACTION:
        state = _with_gate_expired(state)
    return replace(state, round_phase=_NEXT_PHASE[state.round_phase])


def _next_round(state: State) -> State:
    if state.is_last_round:
        return actions.cultists_win(state, actions.TIME_UP)
    return replace(
        state,
        round=state.round + 1,
        round_phase=RoundPhase.MOVEMENT,
        knife=state.setup.next_seat(state.knife),
        vote_token=True,
    )


# Events -----------------------------------------------------------------------------------------------


def draw_event(state: State, pick: Pick) -> moves.Event:
    """Return the move that draws one token from the bag; `pick(n)` returns a number from 0 to n - 1."""
    _check_event_due(state)
    return moves.Event(draw_token(state.bag, pick))


def record_event(state: State, move: moves.Event) -> State:
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


def restore_power(state: State, move: moves.PowerRestored) -> State:
    actions.check_action(state, actions.RESTORE_POWER, move.by)
    return replace(state, power=True)


def close_gate(state: State, move: moves.GateClosed) -> State:
    actions.check_action(state, actions.CLOSE_GATE, *(move.by or ()))
    if move.by is not None and len(set(move.by)) < GATE_CLOSERS:
        raise illegal_move("cultists.problem.gate_needs_two")
    return actions.end_if_points_reached(_with_gate(state, GateStatus.CLOSED, -GATE_POINTS))


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


def apply_correction(state: State, move: moves.Correct) -> State:
    if move == moves.Correct():
        raise illegal_move("cultists.problem.correct_nothing")
    if move.points is not None:
        max_points = state.numbers.points + actions.POINTS_BEYOND
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
    return actions.end_if_points_reached(state)


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


def record_death(state: State, move: moves.Dead) -> State:
    if state.phase is Phase.VOTE:
        raise phase_error(state)
    check_living(state, move.seat)
    if move.by is not None:
        check_living(state, move.by)
        if move.by == move.seat:
            raise illegal_move("cultists.problem.found_by_self")
        if move.by == state.setup.automa_seat:
            raise illegal_move("cultists.problem.need_player")
    return replace(_with_death(state, move.seat, Cause.FOUND_DEAD), pending_murder=move.seat)


def assassinate(state: State, move: moves.Assassinate) -> State:
    if state.phase is Phase.VOTE:
        raise phase_error(state)
    actions.check_action(state, actions.ASSASSINATE, move.by)
    if state.assassin not in (None, move.by):
        raise illegal_move("cultists.problem.other_assassin")
    if move.by == move.target:
        raise illegal_move("cultists.problem.assassinate_self")
    check_living(state, move.target)
    state = _with_death(replace(state, assassin=move.by), move.target, Cause.ASSASSINATED)
    return _request_reveal(state, move.target)


def resolve_vote(state: State, move: moves.Vote) -> State:
    if move.called_by is not None:
        if state.phase is Phase.VOTE:
            raise illegal_move("cultists.problem.vote_is_compulsory")
        actions.check_action(state, actions.START_VOTE, move.called_by)
    result = replace(
        vote_result(state, move), round=state.round, called_by=move.called_by, murder=state.pending_murder
    )
    state = replace(
        state, vote=result, pending_murder=None, vote_token=state.vote_token and move.called_by is None
    )
    if result.eliminated is None:
        return state
    state = _with_death(state, result.eliminated, Cause.VOTED_OUT)
    return _request_reveal(state, result.eliminated)


def vote_result(state: State, move: moves.Vote) -> VoteResult:
    """Return the result of a vote without applying it. Raises `IllegalMove` if the vote is invalid."""
    if move.ballots is None:
        return _result_of_counts(state, move)
    if move.counts is not None or move.abstentions is not None:
        raise illegal_move("cultists.problem.vote_form")
    ballots = _all_ballots(state, move.ballots)
    change = move.knife_changes_to
    if change is None and state.numbers.knife is not Knife.CHANGE:
        change = moves.Keep.KEEP  # if nothing can be changed, None means no change
    _check_change(state, change)
    knife_living = state.knife not in state.ghosts
    return count_votes(state.setup, ballots, state.knife, knife_living=knife_living, change=change)


def _all_ballots(state: State, recorded: Ballots) -> Ballots:
    players, seats = len(state.setup.players), state.setup.seats
    if len(recorded) not in (players, seats):
        raise illegal_move("cultists.problem.ballots_number", seats=players, ballots=len(recorded))
    ballots = recorded if len(recorded) == seats else (*recorded, None)
    automa = state.setup.automa_seat
    if automa is not None and ballots[automa] is not None:
        raise illegal_move("cultists.problem.automa_abstains")
    for target in ballots:
        if target is not None:
            check_living(state, target)
    return ballots


def _check_change(state: State, change: int | moves.Keep | None) -> None:
    """Validate a change of vote. Raises `IllegalMove`.

    Only at small tables may the Knife's holder change the vote after seeing all ballots.
    """
    if isinstance(change, moves.Keep):
        return
    if state.numbers.knife is not Knife.CHANGE:
        raise illegal_move("cultists.problem.knife_doubles")
    if state.knife == state.setup.automa_seat:
        raise illegal_move("cultists.problem.automa_abstains")
    if not is_knife_active(state.setup, state.knife not in state.ghosts):
        name = state.setup.players[state.knife]
        raise illegal_move("cultists.problem.knife_of_ghost", seat=state.knife, name=name)
    if change is not None:
        check_living(state, change)
    elif not state.setup.options.knife_may_abstain:
        raise illegal_move("cultists.problem.knife_no_abstention")


def _result_of_counts(state: State, move: moves.Vote) -> VoteResult:
    """Return the result of a vote given as sums, which include the Knife and the Automa."""
    if move.counts is None or move.abstentions is None or not isinstance(move.knife_changes_to, moves.Keep):
        raise illegal_move("cultists.problem.vote_form")
    tally: dict[int, int] = {}
    for name, votes in move.counts.items():
        if name not in map(str, range(state.setup.seats)):
            raise illegal_move("cultists.problem.count_seat", seat=name, last=state.setup.seats - 1)
        check_living(state, int(name))
        tally[int(name)] = votes
    _check_counts(state, tally, move.abstentions)
    return decide_vote(tally, move.abstentions, state.setup.options.vote_rule)


def _check_counts(state: State, tally: dict[int, int], abstentions: int) -> None:
    if min((abstentions, *tally.values())) < 0:
        raise illegal_move("cultists.problem.count_negative")
    knife = (state.knife, state.knife not in state.ghosts)
    total = sum(tally.values()) + abstentions
    expected = possible_totals(state.setup, *knife)
    if total not in expected:
        raise illegal_move("cultists.problem.count_total", total=total, expected=expected[-1])
    least = automa_abstentions(state.setup, *knife)
    if abstentions < least:
        raise illegal_move("cultists.problem.count_automa", n=least)
    if not is_possible_count(state.setup, tally, abstentions, *knife):
        # The remaining cause is the holder of a doubling Knife.
        raise illegal_move("cultists.problem.count_knife", name=state.setup.players[state.knife])


def _with_death(state: State, seat: int, cause: Cause) -> State:
    return replace(state, deaths=(*state.deaths, Death(seat, cause, state.round)))


def _request_reveal(state: State, seat: int) -> State:
    """Make the next phase ask whether that was the last living Cultist, if it may have been."""
    if state.all_cultists_may_be_out and seat != state.assassin:
        return replace(state, pending_reveal=seat)
    return state


# Error keys for a role that contradicts the game: for a player, and for the Automa.
_CONTRADICTION_KEYS: Final = {
    CULTIST: ("cultists.problem.roles_cultist", "cultists.problem.roles_cultist_automa"),
    ASSASSIN: ("cultists.problem.roles_assassin", "cultists.problem.roles_assassin_automa"),
    SEER: ("cultists.problem.roles_seer", "cultists.problem.roles_seer_automa"),
}


def record_roles(state: State, move: moves.Roles) -> State:
    """Record the roles; they replace those recorded before. Raises `IllegalMove` if they cannot be."""
    if state.phase is not Phase.OVER:
        raise illegal_move("cultists.problem.roles_too_soon")
    expected = role_tokens(state.setup)
    if len(move.roles) != len(expected):
        raise illegal_move("cultists.problem.roles_number", seats=len(expected), given=len(move.roles))
    if sorted(move.roles) != sorted(expected):
        raise illegal_move("cultists.problem.roles_not_the_tokens")
    for seat, role in revealed_roles(state):
        if move.roles[seat] != role:
            raise seat_error(state, seat, *_CONTRADICTION_KEYS[role])
    missed = state.seer_guess_target is not None and not _is_seer_found(state)
    if missed and state.seer_guess_target is not None and move.roles[state.seer_guess_target] == SEER:
        raise seat_error(
            state,
            state.seer_guess_target,
            "cultists.problem.roles_seer_missed",
            "cultists.problem.roles_seer_missed_automa",
        )
    return replace(state, roles=move.roles)


def revealed_roles(state: State) -> Iterator[tuple[int, str]]:
    """Yield the seats and roles that the game has revealed to everybody."""
    if state.exposed_cultist is not None:
        yield state.exposed_cultist, CULTIST
    if state.assassin is not None:
        yield state.assassin, ASSASSIN
    if state.seer_guess_target is not None and _is_seer_found(state):
        yield state.seer_guess_target, SEER


def side_of(role: str) -> Side:
    """Return the side of a role: every role but the Cultist counts as an Investigator."""
    return Side.CULTISTS if role == CULTIST else Side.INVESTIGATORS


def _is_seer_found(state: State) -> bool:
    return state.outcome is not None and state.outcome.reason == actions.SEER_NAMED


# Phases that must be answered first, with the move that answers each.
_REQUIRED_MOVES: dict[Phase, type[moves.Move]] = {Phase.KILLS: moves.Kills, Phase.SEER_GUESS: moves.SeerGuess}


def start(setup: Setup) -> State:
    return State(setup, knife=setup.knife, target=numbers(setup).points, library=actions.KNOWN_SHELVES)


def apply(state: State, move: moves.Move) -> State:
    if isinstance(move, moves.Roles):
        return record_roles(state, move)  # allowed after the end, where all other moves are refused
    if state.phase is Phase.OVER:
        raise illegal_move("app.problem.over")
    if state.phase in _REQUIRED_MOVES and not isinstance(move, _REQUIRED_MOVES[state.phase]):
        raise phase_error(state)
    if state.phase is Phase.REVEALED and not isinstance(move, moves.Revealed):
        # Only the last living Cultist is revealed, which ends the game: any other move means "no".
        state = replace(state, pending_reveal=None)
    return HANDLERS[type(move)](state, move)


HANDLERS: Final[Mapping[type[moves.Move], Callable[[State, Any], State]]] = {
    moves.Next: end_phase,
    moves.Event: record_event,
    moves.Entrances: lambda state, move: state,
    moves.PowerRestored: restore_power,
    moves.GateClosed: close_gate,
    moves.Correct: apply_correction,
    moves.Explored: actions.explore_room,
    moves.Shelves: actions.enter_shelves,
    moves.Book: actions.store_book,
    moves.BookBack: actions.return_book,
    moves.ShelfCompleted: actions.complete_shelf,
    moves.Hazard: actions.resolve_hazard,
    moves.Confronted: actions.confront,
    moves.FishmanScared: actions.scare_fishman,
    moves.Dead: record_death,
    moves.Vote: resolve_vote,
    moves.Assassinate: assassinate,
    moves.Revealed: actions.reveal,
    moves.Declare: actions.declare,
    moves.Kills: actions.resolve_kills,
    moves.SeerGuess: actions.guess_seer,
}


def public_state(state: State) -> dict[str, Any]:
    return {
        "awaits": state.phase.value,
        "about": state.subject_seat,
        "round": state.round,
        "phase": state.round_phase.value,
        "knife": state.knife,
        "points": state.points,
        "target": state.target,
        "kills_needed": state.numbers.kills,
        "power": state.power,
        "gate": _gate(state),
        "events": [encode(event) for event in state.events],
        "bag": state.bag,
        "entrances": state.has_secret_entrances,
        "movement_points": state.movement_points,
        "explored": list(state.explored),
        "library": [encode(shelf) for shelf in state.library],
        "cultist_tokens": {"left": state.tokens_left, "rooms": list(state.cultist_tokens)},
        "fishman": state.is_fishman_inside,
        "vote_token": state.vote_token,
        "living": list(state.living),
        "ghosts": list(state.ghosts),
        "deaths": [encode(death) for death in state.deaths],
        "counted_dead": list(state.counted_dead),
        "vote": _vote(state.vote),
        "assassin": state.assassin,
        "exposed": state.exposed_cultist,
        "may_declare": state.can_declare,
        "ending": None if state.ending is None else state.ending.value,
        "verdict": encode(state.pending_outcome),
        "named": state.seer_guess_target,
        "outcome": encode(state.outcome),
        # Only present once roles were recorded, so that other public states stay as in older versions.
        **({} if state.roles is None else {"roles": list(state.roles)}),
    }


def _gate(state: State) -> dict[str, Any] | None:
    gate = state.gate
    if gate is None:
        return None
    return {
        "opened": gate.opened,
        "last_round": gate.last_round,
        "status": gate.status.value,
        "closes_in": state.closes_in,
    }


def _vote(result: VoteResult | None) -> dict[str, Any] | None:
    if result is None:
        return None
    return {
        "eliminated": result.eliminated,
        "tally": {str(seat): votes for seat, votes in result.tally},
        "abstentions": result.abstentions,
        "why": result.reason.value,
        "leaders": list(result.leaders),
        "ballots": encode(result.ballots),
        "knife": encode(result.knife),
        "changed_from": result.changed_from,
        "round": result.round,
        "called_by": result.called_by,
        "murder": result.murder,
    }


GAME: Game[Setup, State, moves.Move] = Game(
    id="cultists",
    setup_type=Setup,
    move_types=moves.MOVE_TYPES,
    problems=problems,
    start=start,
    apply=apply,
    outcome=lambda state: state.outcome,
    public_state=public_state,
    read_setup=read_setup,
)
