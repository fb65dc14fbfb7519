"""Rules of Avalon as a `Game`. The app counts; only the players know the roles."""

from __future__ import annotations

from typing import Any, assert_never

from companion.core.game import Game, replace
from companion.core.serialization import encode
from companion.games.avalon.lancelot import first_phase, flip_loyalty_card, set_loyalty_row
from companion.games.avalon.rounds import apply_proposal, apply_vote, end_game, play_quest, use_lady
from companion.games.avalon.setup import (
    MERLIN,
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
    Roles,
    State,
    Vote,
    check_seats,
    expect_phase,
    illegal_move,
    phase_error,
)


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
