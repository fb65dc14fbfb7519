"""Rules of deaths and votes: found dead, voted out, assassinated.

A vote can be recorded in any phase, because the effects of most roles and some events are printed on their
tokens only. With `called_by` it is the room action: in the Action phase, by a living character, once a
round.
"""

from __future__ import annotations

from companion.core.game import replace
from companion.games.cultists.actions import ASSASSINATE, START_VOTE, check_action
from companion.games.cultists.moves import Assassinate, Dead, Keep, Vote
from companion.games.cultists.setup import Knife
from companion.games.cultists.state import (
    Cause,
    Death,
    Phase,
    State,
    check_living,
    illegal_move,
    phase_error,
)
from companion.games.cultists.vote import (
    Ballots,
    VoteResult,
    automa_abstentions,
    count_votes,
    decide_vote,
    is_knife_active,
    is_possible_count,
    possible_totals,
)


def record_death(state: State, move: Dead) -> State:
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


def assassinate(state: State, move: Assassinate) -> State:
    if state.phase is Phase.VOTE:
        raise phase_error(state)
    check_action(state, ASSASSINATE, move.by)
    if state.assassin not in (None, move.by):
        raise illegal_move("cultists.problem.other_assassin")
    if move.by == move.target:
        raise illegal_move("cultists.problem.assassinate_self")
    check_living(state, move.target)
    state = _with_death(replace(state, assassin=move.by), move.target, Cause.ASSASSINATED)
    return _request_reveal(state, move.target)


def resolve_vote(state: State, move: Vote) -> State:
    if move.called_by is not None:
        if state.phase is Phase.VOTE:
            raise illegal_move("cultists.problem.vote_is_compulsory")
        check_action(state, START_VOTE, move.called_by)
    result = replace(
        vote_result(state, move), round=state.round, called_by=move.called_by, murder=state.pending_murder
    )
    state = replace(
        state,
        vote=result,
        pending_murder=None,
        vote_token=state.vote_token and move.called_by is None,
    )
    if result.eliminated is None:
        return state
    state = _with_death(state, result.eliminated, Cause.VOTED_OUT)
    return _request_reveal(state, result.eliminated)


def vote_result(state: State, move: Vote) -> VoteResult:
    """Return the result of a vote without applying it. Raises `IllegalMove` if the vote is invalid."""
    if move.ballots is None:
        return _result_of_counts(state, move)
    if move.counts is not None or move.abstentions is not None:
        raise illegal_move("cultists.problem.vote_form")
    ballots = _all_ballots(state, move.ballots)
    change = move.knife_changes_to
    if change is None and state.numbers.knife is not Knife.CHANGE:
        change = Keep.KEEP  # if nothing can be changed, None means no change
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


def _check_change(state: State, change: int | Keep | None) -> None:
    """Validate a change of vote. Raises `IllegalMove`.

    Only at small tables may the Knife's holder change the vote after seeing all ballots.
    """
    if isinstance(change, Keep):
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


def _result_of_counts(state: State, move: Vote) -> VoteResult:
    """Return the result of a vote given as sums, which include the Knife and the Automa."""
    if move.counts is None or move.abstentions is None or not isinstance(move.knife_changes_to, Keep):
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
