"""From the living to the Ghosts: found dead, voted out, assassinated; and the votes themselves.

A vote may be recorded in any phase, for what most roles and some events do is on their tokens only. Named
with `called_by` it is the room action: in the Action phase, by somebody living, once a round.
"""

from __future__ import annotations

from companion.games.cultists.actions import ASSASSINATE, START_VOTE, check_action
from companion.games.cultists.decks import Knife
from companion.games.cultists.moves import Assassinate, Dead, Keep, Vote
from companion.games.cultists.pieces import Cause, Death
from companion.games.cultists.state import (
    Awaits,
    State,
    check_living,
    not_now,
    refused,
)
from companion.games.cultists.vote import (
    Ballots,
    Result,
    automa_abstentions,
    can_be_cast,
    count,
    decide,
    knife_counts,
    possible_totals,
)
from companion.games.game import replace


def find_dead(state: State, move: Dead) -> State:
    if state.awaits is Awaits.VOTE:
        raise not_now(state)
    check_living(state, move.seat)
    if move.by is not None:
        check_living(state, move.by)
        if move.by == move.seat:
            raise refused("cultists.problem.found_by_self")
        if move.by == state.setup.automa_seat:
            raise refused("cultists.problem.need_player")
    return replace(_dies(state, move.seat, Cause.FOUND_DEAD), murder=move.seat)


def assassinate(state: State, move: Assassinate) -> State:
    if state.awaits is Awaits.VOTE:
        raise not_now(state)
    check_action(state, ASSASSINATE, move.by)
    if state.assassin not in (None, move.by):
        raise refused("cultists.problem.other_assassin")
    if move.by == move.target:
        raise refused("cultists.problem.assassinate_self")
    check_living(state, move.target)
    state = _dies(replace(state, assassin=move.by), move.target, Cause.ASSASSINATED)
    return _asked_to_reveal(state, move.target)


def hold_vote(state: State, move: Vote) -> State:
    if move.called_by is not None:
        if state.awaits is Awaits.VOTE:
            raise refused("cultists.problem.vote_is_compulsory")
        check_action(state, START_VOTE, move.called_by)
    result = replace(
        vote_result(state, move), round=state.round, called_by=move.called_by, murder=state.murder
    )
    state = replace(
        state,
        vote=result,
        murder=None,
        vote_token=state.vote_token and move.called_by is None,
    )
    if result.eliminated is None:
        return state
    state = _dies(state, result.eliminated, Cause.VOTED_OUT)
    return _asked_to_reveal(state, result.eliminated)


def vote_result(state: State, move: Vote) -> Result:
    """How this vote would come out, before anything follows from it. Raises `IllegalMove` if it cannot be."""
    if move.ballots is None:
        return _counted(state, move)
    if move.counts is not None or move.abstentions is not None:
        raise refused("cultists.problem.vote_form")
    ballots = _all_ballots(state, move.ballots)
    change = move.knife_changes_to
    if change is None and state.numbers.knife is not Knife.CHANGE:
        change = Keep.KEEP  # where nothing can be changed, no seat means no change
    _check_change(state, change)
    knife_living = state.knife not in state.ghosts
    return count(state.setup, ballots, state.knife, knife_living=knife_living, change=change)


def _all_ballots(state: State, given: Ballots) -> Ballots:
    players, seats = len(state.setup.players), state.setup.seats
    if len(given) not in (players, seats):
        raise refused("cultists.problem.ballots_number", seats=players, ballots=len(given))
    ballots = given if len(given) == seats else (*given, None)
    automa = state.setup.automa_seat
    if automa is not None and ballots[automa] is not None:
        raise refused("cultists.problem.automa_abstains")
    for target in ballots:
        if target is not None:
            check_living(state, target)
    return ballots


def _check_change(state: State, change: int | Keep | None) -> None:
    """Only at small tables may the Knife's holder change the vote, once everybody has seen it."""
    if isinstance(change, Keep):
        return
    if state.numbers.knife is not Knife.CHANGE:
        raise refused("cultists.problem.knife_doubles")
    if state.knife == state.setup.automa_seat:
        raise refused("cultists.problem.automa_abstains")
    if not knife_counts(state.setup, state.knife not in state.ghosts):
        name = state.setup.players[state.knife]
        raise refused("cultists.problem.knife_of_ghost", seat=state.knife, name=name)
    if change is not None:
        check_living(state, change)
    elif not state.setup.options.knife_may_abstain:
        raise refused("cultists.problem.knife_no_abstention")


def _counted(state: State, move: Vote) -> Result:
    """A vote of which the table told only the sums: the Knife and the Automa are in them already."""
    if move.counts is None or move.abstentions is None or not isinstance(move.knife_changes_to, Keep):
        raise refused("cultists.problem.vote_form")
    tally: dict[int, int] = {}
    for name, votes in move.counts.items():
        if name not in map(str, range(state.setup.seats)):
            raise refused("cultists.problem.count_seat", seat=name, last=state.setup.seats - 1)
        check_living(state, int(name))
        tally[int(name)] = votes
    _check_counts(state, tally, move.abstentions)
    return decide(tally, move.abstentions, state.setup.options.vote_rule)


def _check_counts(state: State, tally: dict[int, int], abstentions: int) -> None:
    if min((abstentions, *tally.values())) < 0:
        raise refused("cultists.problem.count_negative")
    knife = (state.knife, state.knife not in state.ghosts)
    total = sum(tally.values()) + abstentions
    expected = possible_totals(state.setup, *knife)
    if total not in expected:
        raise refused("cultists.problem.count_total", total=total, expected=expected[-1])
    least = automa_abstentions(state.setup, *knife)
    if abstentions < least:
        raise refused("cultists.problem.count_automa", n=least)
    if not can_be_cast(state.setup, tally, abstentions, *knife):
        # Only the holder of a Knife that doubles can be what is wrong now.
        raise refused("cultists.problem.count_knife", name=state.setup.players[state.knife])


def _dies(state: State, seat: int, cause: Cause) -> State:
    return replace(state, deaths=(*state.deaths, Death(seat, cause, state.round)))


def _asked_to_reveal(state: State, seat: int) -> State:
    """The table has to say whether that was the last living Cultist, if it can have been."""
    if state.all_cultists_may_be_out and seat != state.assassin:
        return replace(state, out=seat)
    return state
