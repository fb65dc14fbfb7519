"""A round: teams are proposed and voted on until one goes on the quest; then the leader passes."""

from __future__ import annotations

from companion.games.avalon.lancelot import step_of_round
from companion.games.avalon.moves import Lady, Propose, Quest, Vote
from companion.games.avalon.roles import Side
from companion.games.avalon.setup import Quest5Needs
from companion.games.avalon.state import (
    ATTEMPTS,
    BEFORE_LAST_QUEST,
    QUESTS,
    TO_WIN,
    Awaits,
    Result,
    State,
    check_distinct,
    check_seats,
    expect,
    refused,
)
from companion.games.game import Outcome, replace

# The Lady is used after these numbers of quests played, whichever quests they were.
LADY_AFTER = (2, 3, 4)


def propose(state: State, move: Propose) -> State:
    expect(state, Awaits.PROPOSE)
    quest = _chosen_quest(state, move.quest)
    check_distinct(state, move.team)
    needed = state.numbers.team_size(quest)
    if len(move.team) != needed:
        raise refused("avalon.problem.team_size", quest=quest, needed=needed, chosen=len(move.team))
    _check_bearer(state, move)
    return replace(
        state,
        quest=quest,
        team=tuple(sorted(move.team)),
        excalibur=move.excalibur,
        awaits=Awaits.VOTE,
    )


def vote(state: State, move: Vote) -> State:
    expect(state, Awaits.VOTE)
    approved = move.approved
    if move.approve is not None:
        check_distinct(state, move.approve)
        approved = state.approved_by(len(move.approve))
    if approved is None or move.approved not in (None, approved):
        raise refused("avalon.problem.vote_form")
    if approved:
        return replace(state, awaits=Awaits.QUEST)
    if state.attempt == ATTEMPTS:
        return ended(state, Side.EVIL, "five_rejections")
    return replace(
        state,
        leader=_next_seat(state),
        attempt=state.attempt + 1,
        quest=None if state.setup.targeting else state.quest,
        team=(),
        excalibur=None,
        awaits=Awaits.PROPOSE,
    )


def play_quest(state: State, move: Quest) -> State:
    expect(state, Awaits.QUEST)
    _check_cards(state, move)
    quest = state.quest
    if quest is None:  # only for the type: no team is on its way to no quest
        raise refused("avalon.problem.quest_missing")
    success = move.fails < state.numbers.fails_needed(quest)
    result = Result(quest, state.leader, state.team, move.fails, success, state.excalibur, move.excalibur_on)
    state = replace(state, results=(*state.results, result), team=(), excalibur=None)
    if state.failures == TO_WIN:
        return ended(state, Side.EVIL, "three_fails")
    if state.successes == TO_WIN:
        if state.setup.options.merlin:
            return replace(state, awaits=Awaits.ASSASSINATE)
        return ended(state, Side.GOOD, "three_successes")
    if state.setup.lady and len(state.results) in LADY_AFTER:
        return replace(state, awaits=Awaits.LADY)
    return _next_round(state)


def use_lady(state: State, move: Lady) -> State:
    if not state.setup.lady:
        raise refused("avalon.problem.no_lady")
    expect(state, Awaits.LADY)
    check_seats(state, move.target)
    name = state.setup.players[move.target]
    if move.target == state.lady:
        raise refused("avalon.problem.lady_self", seat=move.target, name=name)
    if move.target in state.ladies:
        raise refused("avalon.problem.lady_held", seat=move.target, name=name)
    return _next_round(replace(state, ladies=(*state.ladies, move.target)))


def ended(state: State, winner: Side, reason: str) -> State:
    outcome = Outcome(winner.value, reason)
    return replace(state, awaits=Awaits.OVER, team=(), excalibur=None, outcome=outcome)


def _next_round(state: State) -> State:
    number = state.round + 1
    return replace(
        state,
        round=number,
        attempt=1,
        leader=_next_seat(state),
        quest=None if state.setup.targeting else number,
        awaits=step_of_round(state.setup, number),
    )


def _next_seat(state: State) -> int:
    return (state.leader + 1) % len(state.setup.players)


def _chosen_quest(state: State, chosen: int | None) -> int:
    if not state.setup.targeting:
        due = len(state.results) + 1
        if chosen not in (None, due):
            raise refused("avalon.problem.no_targeting", quest=due)
        return due
    if chosen is None:
        raise refused("avalon.problem.quest_missing")
    if not 1 <= chosen <= QUESTS:
        raise refused("avalon.problem.no_such_quest", quest=chosen, last=QUESTS)
    if any(result.quest == chosen for result in state.results):
        raise refused("avalon.problem.quest_played", quest=chosen)
    if chosen == QUESTS and not state.last_quest_open:
        needs = state.setup.options.targeting_quest5_needs
        if needs is Quest5Needs.TWO_SUCCESSES:
            raise refused("avalon.problem.last_quest_successes", quest=QUESTS, needed=BEFORE_LAST_QUEST)
        raise refused("avalon.problem.last_quest_played", quest=QUESTS, needed=BEFORE_LAST_QUEST)
    return chosen


def _check_bearer(state: State, move: Propose) -> None:
    """Handing Excalibur out is a duty: to somebody on the team, and never to oneself."""
    bearer = move.excalibur
    if not state.setup.excalibur:
        if bearer is not None:
            raise refused("avalon.problem.no_excalibur")
        return
    if bearer is None:
        leader = state.setup.players[state.leader]
        raise refused("avalon.problem.excalibur_missing", seat=state.leader, name=leader)
    check_seats(state, bearer)
    name = state.setup.players[bearer]
    if bearer == state.leader:
        raise refused("avalon.problem.excalibur_leader", seat=bearer, name=name)
    if bearer not in move.team:
        raise refused("avalon.problem.excalibur_off_team", seat=bearer, name=name)


def _check_cards(state: State, move: Quest) -> None:
    """Only what the cards can show: who was free to play Fail is not for the app to know."""
    if not 0 <= move.fails <= len(state.team):
        raise refused("avalon.problem.fails_range", fails=move.fails, size=len(state.team))
    target = move.excalibur_on
    if target is None:
        return
    if state.excalibur is None:
        raise refused("avalon.problem.no_excalibur")
    check_seats(state, target)
    name = state.setup.players[target]
    if target == state.excalibur:
        raise refused("avalon.problem.excalibur_self", seat=target, name=name)
    if target not in state.team:
        raise refused("avalon.problem.excalibur_on_outsider", seat=target, name=name)
