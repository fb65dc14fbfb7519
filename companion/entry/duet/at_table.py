"""Context for the rules of Codenames Duet: what a rule means in the current mission."""

from __future__ import annotations

from dataclasses import fields

from companion.core.game import IllegalMove
from companion.core.message import Message
from companion.entry.duet.supposed import hypothetical_guess
from companion.games.duet.play import apply
from companion.games.duet.setup import AGENTS, KEY_AGENTS, SCORED_TOKENS, Setup, Side
from companion.games.duet.state import (
    Agent,
    Bystander,
    IllegalClue,
    State,
    compute_score,
    max_findable_agents,
)
from companion.scripts.teaching import RuleContext


def rule_context(entry: str, setup: Setup, state: State | None) -> Message | None:
    """Return the context of a rule in one sentence, None if there is none."""
    message = _setup_message(entry, setup)
    if message is not None or state is None:
        return message
    return _over_message(entry, state) if state.outcome is not None else _state_message(entry, state)


def _setup_message(entry: str, setup: Setup) -> Message | None:
    match entry:
        case "sides":
            members = {"first": setup.members(Side.A), "second": setup.members(Side.B)}
            return Message("duet_rules.now.sides", members)
        case "loose_turns":
            on = "duet_rules.now.loose_on" if setup.loose_turns else "duet_rules.now.loose_off"
            return Message(on)
        case "winning_token":
            counts = setup.winning_token_counts
            return Message("duet_rules.now.winning_on" if counts else "duet_rules.now.winning_off")
        case "legal_clue" | "how_strict":
            return _strictness_message(setup)
        case "grid" if not setup.has_grid:
            return Message("duet_rules.now.no_grid")
        case "mission_map" if setup.mission is not None:
            return Message("duet_rules.now.on_map")
        case "mission":
            numbers = {"n": setup.tokens, "mistakes": setup.bystander_tokens}
            return Message("duet_rules.now.mission", numbers)
        case "score" if setup.tokens != SCORED_TOKENS:
            return Message("duet_rules.now.no_score", {"n": setup.tokens})
    return None


def _strictness_message(setup: Setup) -> Message:
    """Return which kinds of clue are allowed."""
    rules = setup.effective_clue_rules
    agreed = [field.name for field in fields(rules) if getattr(rules, field.name)]
    return Message(f"duet_rules.now.strict.{'_'.join(agreed) or 'none'}")


def _over_message(entry: str, state: State) -> Message | None:
    points = compute_score(state)
    if entry == "score" and points is not None:
        return Message("duet_rules.now.scored", {"n": points.total})
    return None


def _state_message(entry: str, state: State) -> Message | None:
    match entry:
        case "goal" | "win":
            return Message("duet_rules.now.missing", {"n": AGENTS - state.agents, "found": state.agents})
        case "tokens" | "last_token" if not state.is_sudden_death:
            return Message("duet_rules.now.left", {"n": state.bank.tokens_left, "tokens": state.setup.tokens})
        case "check_tokens":
            return Message("duet_rules.now.earned", {"n": state.earned_tokens})
        case "clue" | "turns" | "zero_clue":
            return _giver(state)
        case "clue_log" if not state.is_sudden_death:
            return Message("duet_rules.now.clue_untold" if state.clue is None else "duet_rules.now.clue_told")
        case "grid":
            return _open_words(state)
        case "stop" if not state.is_sudden_death:
            return Message(
                "duet_rules.now.may_stop" if state.correct_guesses else "duet_rules.now.no_stop_yet"
            )
        case "bystander" | "dear_bystander" | "both_sides":
            return _bystander(state)
        case "illegal_clue" | "which_token":
            return _fine(state)
        case "side_done" if state.done_side is not None:
            return Message("duet_rules.now.done", {"names": state.setup.members(state.done_side)})
        case "side_done" | "key_card" if state.setup.has_key_counts:
            return _keys(state)
        case "sudden_death":
            return _sudden_death(state)
        case "score":
            return _score_to_come(state)
    return None


def _giver(state: State) -> Message | None:
    clues = state.phase.clues
    return None if clues is None else Message("duet_rules.now.giver", {"names": state.setup.members(clues)})


def _open_words(state: State) -> Message:
    guessing = state.phase.guesses
    words = sum(bool(state.sides_open_to(place)) for place in range(len(state.places)))
    names = tuple(name for side in guessing for name in state.setup.members(side))
    return Message("duet_rules.now.open_words", {"n": words, "names": names})


def _keys(state: State) -> Message:
    """Return how many agents the clues of each side have found.

    Those of sudden death may be of either key.
    """
    setup, (found_by_first, found_by_second) = state.setup, state.key_counts
    people = {"first": setup.members(Side.A), "second": setup.members(Side.B)}
    return Message(
        "duet_rules.now.keys",
        {**people, "found": found_by_first, "others": found_by_second, "key_agents": KEY_AGENTS},
    )


def _bystander(state: State) -> Message | None:
    """Return what a bystander would cost now."""
    after = apply(state, hypothetical_guess(state, Bystander))
    if after.outcome is not None:
        return Message("duet_rules.now.bystander_loses")
    cost = state.bank.tokens_left - after.bank.tokens_left
    if not cost:
        return None
    if after.is_sudden_death:
        return Message("duet_rules.now.bystander_last", {"n": cost})
    return Message("duet_rules.now.bystander_costs", {"n": cost, "left": after.bank.tokens_left})


def _fine(state: State) -> Message | None:
    if state.is_sudden_death:
        return None
    try:
        after = apply(state, IllegalClue())
    except IllegalMove:
        return Message("duet_rules.now.fined")
    return Message("duet_rules.now.fine", {"n": after.bank.tokens_left})


def _sudden_death(state: State) -> Message:
    if not state.is_sudden_death:
        return Message("duet_rules.now.before_sudden_death", {"n": state.bank.tokens_left})
    names = tuple(name for side in state.phase.guesses for name in state.setup.members(side))
    return Message("duet_rules.now.sudden_death", {"names": names})


def _score_to_come(state: State) -> Message | None:
    """Return the score if all missing agents were found in this turn; None if that is impossible."""
    if max_findable_agents(state) < AGENTS - state.agents:
        return None
    try:
        for _ in range(AGENTS - state.agents):
            state = apply(state, hypothetical_guess(state, Agent))
    except IllegalMove:
        return None
    points = compute_score(state)
    return None if points is None else Message("duet_rules.now.score", {"n": points.total})


RULE_CONTEXT = RuleContext(rule_context)
