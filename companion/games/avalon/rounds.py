"""Rules of a round: teams are proposed and voted on until one goes on the quest; then the leader passes."""

from __future__ import annotations

from companion.core.game import Outcome, replace
from companion.games.avalon.lancelot import first_phase_of_round
from companion.games.avalon.setup import Quest5Needs, Side
from companion.games.avalon.state import (
    MAX_ATTEMPTS,
    QUESTS,
    QUESTS_BEFORE_LAST,
    QUESTS_TO_WIN,
    Lady,
    Phase,
    Propose,
    Quest,
    QuestResult,
    State,
    Vote,
    check_distinct_seats,
    check_seats,
    expect_phase,
    illegal_move,
)

# The Lady is used after this many quests have been played, whichever quests they were.
LADY_AFTER_QUESTS = (2, 3, 4)


def apply_proposal(state: State, move: Propose) -> State:
    expect_phase(state, Phase.PROPOSE)
    quest = _resolve_quest(state, move.quest)
    check_distinct_seats(state, move.team)
    needed = state.numbers.team_size(quest)
    if len(move.team) != needed:
        raise illegal_move("avalon.problem.team_size", quest=quest, needed=needed, chosen=len(move.team))
    _check_excalibur_bearer(state, move)
    return replace(
        state,
        quest=quest,
        team=tuple(sorted(move.team)),
        excalibur=move.excalibur,
        phase=Phase.VOTE,
    )


def apply_vote(state: State, move: Vote) -> State:
    expect_phase(state, Phase.VOTE)
    approved = move.approved
    if move.approve is not None:
        check_distinct_seats(state, move.approve)
        approved = state.is_approved_by(len(move.approve))
    if approved is None or move.approved not in (None, approved):
        raise illegal_move("avalon.problem.vote_form")
    if approved:
        return replace(state, phase=Phase.QUEST)
    if state.attempt == MAX_ATTEMPTS:
        return end_game(state, Side.EVIL, "five_rejections")
    return replace(
        state,
        leader=_next_seat(state),
        attempt=state.attempt + 1,
        quest=None if state.setup.targeting else state.quest,
        team=(),
        excalibur=None,
        phase=Phase.PROPOSE,
    )


def play_quest(state: State, move: Quest) -> State:
    expect_phase(state, Phase.QUEST)
    _check_cards(state, move)
    quest = state.quest
    if quest is None:  # for the type checker: a team always has a quest
        raise illegal_move("avalon.problem.quest_missing")
    success = move.fails < state.numbers.fails_needed(quest)
    result = QuestResult(
        quest, state.leader, state.team, move.fails, success, state.excalibur, move.excalibur_on
    )
    state = replace(state, results=(*state.results, result), team=(), excalibur=None)
    if state.failures == QUESTS_TO_WIN:
        return end_game(state, Side.EVIL, "three_fails")
    if state.successes == QUESTS_TO_WIN:
        if state.setup.options.merlin:
            return replace(state, phase=Phase.ASSASSINATE)
        return end_game(state, Side.GOOD, "three_successes")
    if state.setup.lady and len(state.results) in LADY_AFTER_QUESTS:
        return replace(state, phase=Phase.LADY)
    return _next_round(state)


def use_lady(state: State, move: Lady) -> State:
    if not state.setup.lady:
        raise illegal_move("avalon.problem.no_lady")
    expect_phase(state, Phase.LADY)
    check_seats(state, move.target)
    name = state.setup.players[move.target]
    if move.target == state.lady_holder:
        raise illegal_move("avalon.problem.lady_self", seat=move.target, name=name)
    if move.target in state.lady_holders:
        raise illegal_move("avalon.problem.lady_held", seat=move.target, name=name)
    return _next_round(replace(state, lady_holders=(*state.lady_holders, move.target)))


def end_game(state: State, winner: Side, reason: str) -> State:
    outcome = Outcome(winner.value, reason)
    return replace(state, phase=Phase.OVER, team=(), excalibur=None, outcome=outcome)


def _next_round(state: State) -> State:
    number = state.round + 1
    return replace(
        state,
        round=number,
        attempt=1,
        leader=_next_seat(state),
        quest=None if state.setup.targeting else number,
        phase=first_phase_of_round(state.setup, number),
    )


def _next_seat(state: State) -> int:
    return (state.leader + 1) % len(state.setup.players)


def _resolve_quest(state: State, quest: int | None) -> int:
    if not state.setup.targeting:
        next_quest = len(state.results) + 1
        if quest not in (None, next_quest):
            raise illegal_move("avalon.problem.no_targeting", quest=next_quest)
        return next_quest
    if quest is None:
        raise illegal_move("avalon.problem.quest_missing")
    if not 1 <= quest <= QUESTS:
        raise illegal_move("avalon.problem.no_such_quest", quest=quest, last=QUESTS)
    if any(result.quest == quest for result in state.results):
        raise illegal_move("avalon.problem.quest_played", quest=quest)
    if quest == QUESTS and not state.is_last_quest_open:
        needs = state.setup.options.targeting_quest5_needs
        if needs is Quest5Needs.TWO_SUCCESSES:
            raise illegal_move("avalon.problem.last_quest_successes", quest=QUESTS, needed=QUESTS_BEFORE_LAST)
        raise illegal_move("avalon.problem.last_quest_played", quest=QUESTS, needed=QUESTS_BEFORE_LAST)
    return quest


def _check_excalibur_bearer(state: State, move: Propose) -> None:
    """Check who receives Excalibur: it must be given to somebody on the team, never to the leader."""
    bearer = move.excalibur
    if not state.setup.excalibur:
        if bearer is not None:
            raise illegal_move("avalon.problem.no_excalibur")
        return
    if bearer is None:
        leader = state.setup.players[state.leader]
        raise illegal_move("avalon.problem.excalibur_missing", seat=state.leader, name=leader)
    check_seats(state, bearer)
    name = state.setup.players[bearer]
    if bearer == state.leader:
        raise illegal_move("avalon.problem.excalibur_leader", seat=bearer, name=name)
    if bearer not in move.team:
        raise illegal_move("avalon.problem.excalibur_off_team", seat=bearer, name=name)


def _check_cards(state: State, move: Quest) -> None:
    """Check what the cards can show; the app does not know who was free to play Fail."""
    if not 0 <= move.fails <= len(state.team):
        raise illegal_move("avalon.problem.fails_range", fails=move.fails, size=len(state.team))
    target = move.excalibur_on
    if target is None:
        return
    if state.excalibur is None:
        raise illegal_move("avalon.problem.no_excalibur")
    check_seats(state, target)
    name = state.setup.players[target]
    if target == state.excalibur:
        raise illegal_move("avalon.problem.excalibur_self", seat=target, name=name)
    if target not in state.team:
        raise illegal_move("avalon.problem.excalibur_on_outsider", seat=target, name=name)
