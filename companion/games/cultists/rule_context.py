"""Context for the rules of Among Cultists: what a rule means in the current game, from public facts only."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from companion.core.game import filter_blocking
from companion.core.message import Message, MessageArg
from companion.games.cultists.actions import MEETING_SIZE
from companion.games.cultists.drafts import (
    automa_abstention_count,
    is_knife_doubling,
    possible_vote_totals,
    voters_in_order,
)
from companion.games.cultists.rules import start
from companion.games.cultists.setup import (
    CULTIST,
    INVESTIGATOR,
    ROLES,
    ROUNDS,
    SEER,
    TARGET_BALANCE,
    Knife,
    Setup,
    compute_balance,
    numbers,
    problems,
    role_tokens,
)
from companion.games.cultists.state import EVENTS, GateStatus, Phase, State, full_bag
from companion.games.cultists.voting import KNIFE_VOTES, decide_vote, is_knife_active
from companion.scripts.teaching import RuleContext

_SetupExplainer = Callable[[Setup], Message | None]
_StateExplainer = Callable[[State], Message | None]


def rule_context(entry: str, setup: Setup, state: State | None) -> Message | None:
    """Return the context of a rule; None if there is none or the set-up is invalid.

    Before the game it depends on the set-up alone.
    """
    if state is None and filter_blocking(problems(setup)):
        return None
    if state is not None and entry in _STATE_EXPLAINERS:
        return _STATE_EXPLAINERS[entry](state)
    if entry in _SETUP_EXPLAINERS:
        return _SETUP_EXPLAINERS[entry](setup)
    if entry in ROLES:
        return _role(setup, entry)
    if entry in EVENTS:
        return _event(setup, state, entry)
    return None


def _message(part: str, /, **args: MessageArg) -> Message:
    return Message(f"cultists_rules.now.{part}", args)


# The set-up -------------------------------------------------------------------------------------------


def _sides(setup: Setup) -> Message:
    counts = numbers(setup)
    return _message("sides", n=counts.cultists, investigators=counts.investigators)


def _winning(setup: Setup) -> Message:
    counts = numbers(setup)
    return _message("winning", points=counts.points, kills=counts.kills, rounds=ROUNDS)


def _decks(setup: Setup) -> Message:
    plain, cultist = numbers(setup).investigator_deck, numbers(setup).cultist_deck
    return _message("decks", cards=plain.total, plain=plain.alive, alive=cultist.alive)


def _night(setup: Setup) -> Message:
    dead = numbers(setup).dead_at_start
    if dead[-1] == 0:
        return _message("night.nobody")
    if len(dead) == 1:
        return _message("night.exactly", n=dead[0])
    return _message("night.between", least=dead[0], most=dead[-1])


def _rooms(setup: Setup) -> Message:
    counts = numbers(setup)
    return _message("rooms", rooms=counts.rooms, hazards=counts.hazard_rooms)


def _gate_of_setup(setup: Setup) -> Message:
    return _message("gate.time", n=start(setup).gate_chances)


def _role(setup: Setup, role: str) -> Message:
    if role == CULTIST:
        return _sides(setup)
    if role == INVESTIGATOR:
        return _message("role.plain", n=role_tokens(setup).count(INVESTIGATOR))
    return _message("role.in" if role in setup.roles else "role.out")


def _loyalty(setup: Setup) -> Message:
    weight, lead = compute_balance(setup.roles), TARGET_BALANCE[setup.seats]
    return _message(
        f"loyalty.{'cultists' if lead < 0 else 'investigators'}",
        investigators=weight.investigators,
        cultists=weight.cultists,
        lead=abs(lead),
    )


def _role_tokens(setup: Setup) -> Message:
    used = role_tokens(setup)
    return _message(
        "role_tokens",
        cultists=used.count(CULTIST),
        plain=used.count(INVESTIGATOR),
        special=len(set(used) - {CULTIST, INVESTIGATOR}),
    )


def last_cultist_message(setup: Setup) -> Message:
    """Return what happens when no Cultist is left."""
    counts = numbers(setup)
    if counts.cultists == 1 and setup.automa:
        return _message("last_cultist.lone_automa", kills=counts.kills)
    if counts.cultists == 1:
        return _message("last_cultist.lone")
    return _message("last_cultist.pair", cultists=counts.cultists, kills=counts.kills)


def _declaration_of_setup(setup: Setup) -> Message:
    counts = numbers(setup)
    if counts.cultists > 1:
        return _message("declaration.never", cultists=counts.cultists)
    return _message("declaration.may", kills=counts.kills)


def _automa(setup: Setup) -> Message:
    holder = setup.automa_holder
    return _message("automa.no") if holder is None else _message("automa.yes", name=setup.players[holder])


def _automa_cultist(setup: Setup) -> Message:
    if not setup.automa:
        return _message("automa.no")
    return _message("automa_cultist.lone" if numbers(setup).cultists == 1 else "automa_cultist.pair")


# The current state ------------------------------------------------------------------------------------


def _points(state: State) -> Message:
    left = max(0, state.target - state.points)
    return _message("points", points=state.points, goal=state.target, n=left)


def _round(state: State) -> Message:
    if state.is_last_round:
        return _message("round.last", rounds=ROUNDS)
    return _message("round.of", round=state.round, rounds=ROUNDS, n=ROUNDS - state.round)


def _knife(state: State) -> Message:
    """Return who holds the Knife, and its effect in a vote now."""
    if state.knife == state.setup.automa_seat:
        return _message("knife.automa", votes=automa_abstention_count(state))
    name = state.setup.players[state.knife]
    if not is_knife_active(state.setup, state.knife not in state.ghosts):
        return _message("knife.ghost", name=name)
    if is_knife_doubling(state):
        return _message("knife.doubles", name=name, votes=KNIFE_VOTES)
    return _message("knife.changes", name=name)


def _shelves(state: State) -> Message:
    full = sum(shelf.complete for shelf in state.library)
    books = sum(shelf.stored for shelf in state.library if not shelf.complete)
    return _message("shelves", full=full, books=books, points=state.points)


def _cultist_tokens(state: State) -> Message:
    if state.setup.first_game:
        return _message("hazard_deck.out")
    return _message("cultist_tokens", left=state.tokens_left, lying=len(state.cultist_tokens))


def _fishman(state: State) -> Message:
    if state.setup.first_game:
        return _message("hazard_deck.out")
    return _message("fishman.inside" if state.is_fishman_inside else "fishman.lake")


def _gate(state: State) -> Message:
    if state.gate is None:
        return _gate_of_setup(state.setup)
    if state.gate.status is not GateStatus.OPEN:
        return _message(f"gate.{state.gate.status.value}", goal=state.target)
    if state.gate.outlasts_game:
        return _message("gate.outlasts")
    return _message("gate.open", n=state.closes_in or 0, last=state.gate.last_round)


def votes_to_win(state: State) -> int:
    """Return the minimum of votes for one character that wins against any distribution of the others."""
    total, rule = possible_vote_totals(state)[-1], state.setup.options.vote_rule
    return next(
        votes
        for votes in range(1, total + 1)
        if decide_vote({0: votes, 1: total - votes}, 0, rule).eliminated == 0
        and decide_vote({0: votes}, total - votes, rule).eliminated == 0
    )


def _ghosts(state: State) -> Message:
    names = tuple(state.setup.players[seat] for seat in state.ghosts if seat != state.setup.automa_seat)
    automa = state.setup.automa_seat in state.ghosts
    if not names:
        return _message("ghosts.automa" if automa else "ghosts.nobody")
    return _message("ghosts.and_automa" if automa else "ghosts.people", names=names)


def _declaration(state: State) -> Message:
    if state.can_declare:
        return _message("declaration.now", kills=state.numbers.kills)
    return _declaration_of_setup(state.setup)


def _over(state: State) -> Message | None:
    if state.outcome is None:
        return None
    return Message.of(f"cultists.reason.{state.outcome.reason}", rounds=ROUNDS)


def _automa_turn(state: State) -> Message:
    if not state.setup.automa:
        return _message("automa.no")
    goal = state.setup.options.automa_goal.value
    return Message.of(f"cultists.automa.move.goal_{goal}", row=state.route_row)


def _automa_votes(state: State) -> Message:
    if not state.setup.automa:
        return _message("automa.no")
    return _message("automa_votes", n=automa_abstention_count(state))


def _event(setup: Setup, state: State | None, event: str) -> Message:
    full = full_bag(setup)
    if event not in full:
        return _message("event.not_in_game")
    left = full[event] if state is None else state.bag.get(event, 0)
    if state is not None and state.event is not None and state.event.event == event:
        return _message("event.in_force", n=left)
    return _message("event.left", n=left, tokens=sum((full if state is None else state.bag).values()))


# Explainers by the names of the rules that they explain.
_SETUP_TABLE: Final[Mapping[tuple[str, ...], _SetupExplainer]] = {
    ("sides",): _sides,
    ("winning", "points_reached"): _winning,
    ("first_game",): lambda setup: _message("first_game.yes" if setup.first_game else "first_game.no"),
    ("players",): lambda setup: _message(
        "players.automa" if setup.automa else "players.alone", n=len(setup.players)
    ),
    ("decks",): _decks,
    ("pulse",): lambda setup: _message("pulse.needed", kills=numbers(setup).kills),
    ("night",): _night,
    ("rooms",): _rooms,
    ("gate",): _gate_of_setup,
    ("vote_result", "vote_tie", "vote_abstentions"): lambda setup: _message(
        f"vote_rule.{setup.options.vote_rule.value}"
    ),
    ("knife", "knife_changes", "knife_doubles"): lambda setup: _message(
        "knife_in_votes.changes" if numbers(setup).knife is Knife.CHANGE else "knife_in_votes.doubles"
    ),
    ("loyalty",): _loyalty,
    ("recommended", "role_tokens"): _role_tokens,
    ("last_cultist",): last_cultist_message,
    ("declaration",): _declaration_of_setup,
    ("seer_guess",): lambda setup: _message("seer_guess.yes" if SEER in setup.roles else "seer_guess.no"),
    ("automa",): _automa,
    ("automa_cultist",): _automa_cultist,
}
_STATE_TABLE: Final[Mapping[tuple[str, ...], _StateExplainer]] = {
    ("winning", "points_reached"): _points,
    ("pulse",): lambda state: _message("pulse.known", kills=state.numbers.kills, n=len(state.counted_dead)),
    ("round", "time_up"): _round,
    ("movement",): lambda state: _message("movement", n=state.movement_points),
    ("encounters", "power", "camera"): lambda state: _message(
        "power.on" if state.power else "power.off", pair=MEETING_SIZE
    ),
    ("event_draw",): lambda state: _message("bag", n=sum(state.bag.values())),
    ("routes",): lambda state: _message("routes", round=state.round, row=state.route_row),
    ("knife", "knife_changes", "knife_doubles"): _knife,
    ("actions",): lambda state: _message("actions.now" if state.phase is Phase.ACTION else "actions.later"),
    ("fill", "inspect", "exploring"): lambda state: _message(
        "exploring", n=len(state.explored), rooms=state.numbers.rooms
    ),
    ("shelves",): _shelves,
    ("hazard_deck", "secure_corridor"): lambda state: _message(
        "hazard_deck.out" if state.setup.first_game else "hazard_deck.in"
    ),
    ("cultist_tokens",): _cultist_tokens,
    ("fishman",): _fishman,
    ("gate",): _gate,
    ("start_vote",): lambda state: _message("start_vote.active" if state.vote_token else "start_vote.used"),
    # How many seats vote, and how many votes are certain to win.
    ("vote",): lambda state: _message("vote", n=len(voters_in_order(state)), enough=votes_to_win(state)),
    ("ghosts",): _ghosts,
    ("revealed",): lambda state: _message(
        "revealed.may" if state.all_cultists_may_be_out else "revealed.not_yet"
    ),
    ("declaration",): _declaration,
    ("over",): _over,
    ("automa_turn",): _automa_turn,
    ("automa_votes",): _automa_votes,
}
_SETUP_EXPLAINERS: Final = {name: explain for names, explain in _SETUP_TABLE.items() for name in names}
_STATE_EXPLAINERS: Final = {name: explain for names, explain in _STATE_TABLE.items() for name in names}

RULE_CONTEXT = RuleContext(rule_context)
