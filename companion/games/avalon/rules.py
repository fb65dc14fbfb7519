"""Rules of Avalon as a `Game`. The app counts; only the players know the roles.

Loyalty cards are usually drawn by hand and recorded. If the app draws them, randomness is passed in as
`pick(n)`, which returns a number from 0 to n - 1.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, assert_never

from companion.core.game import Game, Outcome, replace
from companion.core.serialization import encode
from companion.games.avalon.setup import (
    LANCELOT_EVIL,
    LANCELOT_GOOD,
    MERLIN,
    ROLES,
    Lancelot,
    Quest5Needs,
    Setup,
    Side,
    deck,
    plot_cards_per_round,
    problems,
    read_setup,
    right_of_leader,
)
from companion.games.avalon.state import (
    MAX_ATTEMPTS,
    MOVE_TYPES,
    QUESTS,
    QUESTS_BEFORE_LAST,
    QUESTS_TO_WIN,
    Assassinate,
    Cheat,
    Correct,
    Lady,
    Loyalty,
    LoyaltyRow,
    Move,
    Phase,
    Plot,
    Propose,
    Quest,
    QuestResult,
    Roles,
    State,
    Vote,
    check_distinct_seats,
    check_seats,
    expect_phase,
    illegal_move,
    phase_error,
)

Pick = Callable[[int], int]

SWITCHES: Final = 2
# Cards in the deck, including the switches. Neither variant shows more cards than the deck has without them.
DECK: Final = {Lancelot.V1: 5, Lancelot.V2: 7}
FIRST_FLIP_ROUND: Final = 3


def first_phase(setup: Setup) -> Phase:
    return Phase.LOYALTY_ROW if setup.lancelot is Lancelot.V2 else Phase.PROPOSE


def first_phase_of_round(setup: Setup, number: int) -> Phase:
    """Return the first phase of a round after the first."""
    flips = setup.lancelot is Lancelot.V1 and number >= FIRST_FLIP_ROUND
    return Phase.LOYALTY if flips else Phase.PROPOSE


def flip_loyalty_card(state: State, move: Loyalty) -> State:
    if state.setup.lancelot is not Lancelot.V1:
        raise illegal_move("avalon.problem.no_loyalty_flips")
    expect_phase(state, Phase.LOYALTY)
    if move.switch and sum(state.loyalty) == SWITCHES:
        raise illegal_move("avalon.problem.no_switch_left", switches=SWITCHES)
    return replace(state, loyalty=(*state.loyalty, move.switch), phase=Phase.PROPOSE)


def set_loyalty_row(state: State, move: LoyaltyRow) -> State:
    if state.setup.lancelot is not Lancelot.V2:
        raise illegal_move("avalon.problem.no_loyalty_row", row=QUESTS)
    expect_phase(state, Phase.LOYALTY_ROW)
    if len(move.switches) != QUESTS:
        raise illegal_move("avalon.problem.row_length", needed=QUESTS, cards=len(move.switches))
    if sum(move.switches) > SWITCHES:
        raise illegal_move("avalon.problem.row_switches", most=SWITCHES, switches=sum(move.switches))
    return replace(state, loyalty=move.switches, phase=Phase.PROPOSE)


def draw_card(state: State, pick: Pick) -> Loyalty:
    """Draw the next card of the first variant's deck, given the cards that `state` has seen."""
    return Loyalty(_draw_switch(DECK[Lancelot.V1], state.loyalty, pick))


def draw_row(pick: Pick) -> LoyaltyRow:
    """Draw five cards of the second variant's deck."""
    row: list[bool] = []
    while len(row) < QUESTS:
        row.append(_draw_switch(DECK[Lancelot.V2], row, pick))
    return LoyaltyRow(tuple(row))


def seat_sides(state: State) -> tuple[Side, ...] | None:
    """Return the current side of each seat, None if the roles are not recorded."""
    if state.roles is None:
        return None
    return tuple(_side(role, state.switch_count % 2 == 1) for role in state.roles)


def _draw_switch(cards: int, previous: Sequence[bool], pick: Pick) -> bool:
    return pick(cards - len(previous)) < SWITCHES - sum(previous)


def _side(role: str, switched: bool) -> Side:
    side = ROLES[role].side
    if switched and role in (LANCELOT_GOOD, LANCELOT_EVIL):
        return Side.EVIL if side is Side.GOOD else Side.GOOD
    return side


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
        state, quest=quest, team=tuple(sorted(move.team)), excalibur=move.excalibur, phase=Phase.VOTE
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


def start(setup: Setup) -> State:
    return State(
        setup,
        phase=first_phase(setup),
        leader=setup.leader,
        quest=None if setup.targeting else 1,
        lady_holders=(right_of_leader(setup),) if setup.lady else (),
    )


def apply(state: State, move: Move) -> State:
    if isinstance(move, Roles):
        return _roles(state, move)
    if state.phase is Phase.OVER:
        raise illegal_move("app.problem.over")
    match move:
        case Propose():
            return apply_proposal(state, move)
        case Vote():
            return apply_vote(state, move)
        case Quest():
            return play_quest(state, move)
        case Lady():
            return use_lady(state, move)
        case Loyalty():
            return flip_loyalty_card(state, move)
        case LoyaltyRow():
            return set_loyalty_row(state, move)
        case Plot():
            return _plot(state, move)
        case Assassinate():
            return _assassinate(state, move)
        case Cheat():
            return _cheat(state, move)
        case Correct():
            return _correct(state, move)
    assert_never(move)


def public_state(state: State) -> dict[str, Any]:
    return {
        "awaits": state.phase.value,
        "round": state.round,
        "quest": state.quest,
        "attempt": state.attempt,
        "leader": state.leader,
        "team_size": state.team_size,
        "fails_needed": state.fails_needed,
        "approvals_needed": state.numbers.approvals_needed,
        "open_quests": list(state.open_quests),
        "team": list(state.team),
        "excalibur": state.excalibur,
        "lady": state.lady_holder,
        "ladies": list(state.lady_holders),
        "lady_targets": list(state.lady_targets),
        "loyalty": list(state.loyalty),
        "swaps": state.switch_count,
        "plot_due": state.plot_cards_due,
        "successes": state.successes,
        "failures": state.failures,
        "results": [encode(result) for result in state.results],
        "named": state.assassin_target,
        "roles": None if state.roles is None else list(state.roles),
        "outcome": None
        if state.outcome is None
        else {"winner": state.outcome.winner, "reason": state.outcome.reason},
    }


def _plot(state: State, move: Plot) -> State:
    a_round = plot_cards_per_round(state.setup)
    if not a_round:
        raise illegal_move("avalon.problem.no_plot_cards")
    if state.phase is Phase.ASSASSINATE:
        raise phase_error(state)
    if state.plot_round >= state.round:
        raise illegal_move("avalon.problem.plot_drawn")
    if move.cards != a_round:
        raise illegal_move("avalon.problem.plot_number", n=a_round, cards=move.cards)
    return replace(state, plot_round=state.round)


def _assassinate(state: State, move: Assassinate) -> State:
    if not state.setup.options.merlin:
        raise illegal_move("avalon.problem.no_merlin")
    expect_phase(state, Phase.ASSASSINATE)
    check_seats(state, move.target)
    state = replace(state, assassin_target=move.target)
    if move.hit:
        return end_game(state, Side.EVIL, "merlin_assassinated")
    return end_game(state, Side.GOOD, "assassin_missed")


def _cheat(state: State, move: Cheat) -> State:
    if not state.setup.lady and not plot_cards_per_round(state.setup):
        raise illegal_move("avalon.problem.no_loyalty_shown")
    winner = Side.GOOD if move.side is Side.EVIL else Side.EVIL
    return end_game(state, winner, "loyalty_cheat")


def _correct(state: State, move: Correct) -> State:
    if state.phase is not Phase.PROPOSE:
        raise illegal_move("avalon.problem.correct_when_proposing")
    if move.leader is None and move.attempt is None:
        raise illegal_move("avalon.problem.correct_nothing")
    if move.leader is not None:
        check_seats(state, move.leader)
        state = replace(state, leader=move.leader)
    if move.attempt is not None:
        if not 1 <= move.attempt <= MAX_ATTEMPTS:
            raise illegal_move("avalon.problem.attempt_range", attempt=move.attempt, last=MAX_ATTEMPTS)
        state = replace(state, attempt=move.attempt)
    return state


def _roles(state: State, move: Roles) -> State:
    """Record the roles; they replace those recorded before.

    Raises `IllegalMove` if they do not fit the deck.
    """
    if state.phase is not Phase.OVER:
        raise illegal_move("avalon.problem.roles_too_soon")
    cards = deck(state.setup)
    if len(move.roles) != len(cards):
        raise illegal_move("avalon.problem.roles_number", players=len(cards), cards=len(move.roles))
    if sorted(move.roles) != sorted(cards):
        raise illegal_move("avalon.problem.roles_not_the_deck")
    if state.assassin_target is not None and state.outcome is not None:
        name = state.setup.players[state.assassin_target]
        is_merlin = move.roles[state.assassin_target] == MERLIN
        if is_merlin and state.outcome.winner == Side.GOOD.value:
            raise illegal_move("avalon.problem.roles_merlin_missed", seat=state.assassin_target, name=name)
        if not is_merlin and state.outcome.winner == Side.EVIL.value:
            raise illegal_move("avalon.problem.roles_merlin_hit", seat=state.assassin_target, name=name)
    return replace(state, roles=move.roles)


GAME: Game[Setup, State, Move] = Game(
    id="avalon",
    setup_type=Setup,
    move_types=MOVE_TYPES,
    problems=problems,
    start=start,
    apply=apply,
    outcome=lambda state: state.outcome,
    public_state=public_state,
    read_setup=read_setup,
)
