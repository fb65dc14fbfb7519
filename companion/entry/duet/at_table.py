"""What a rule of Codenames Duet means at this table, just now."""

from __future__ import annotations

from dataclasses import fields

from companion.entry.duet.supposed import supposed
from companion.games.duet.moves import Agent, Bystander, IllegalClue
from companion.games.duet.play import apply
from companion.games.duet.setup import AGENTS, KEY_AGENTS, SCORED_TOKENS, Setup, Side
from companion.games.duet.state import State, found_at_most, score
from companion.games.game import IllegalMove
from companion.scripts.sentences import Sentence


def at_table(entry: str, setup: Setup, state: State | None) -> Sentence | None:
    """In one sentence, or None where nothing is to be added."""
    told = _of_setup(entry, setup)
    if told is not None or state is None:
        return told
    return _over(entry, state) if state.outcome is not None else _under_way(entry, state)


def _of_setup(entry: str, setup: Setup) -> Sentence | None:
    match entry:
        case "sides":
            members = {"first": setup.members(Side.A), "second": setup.members(Side.B)}
            return Sentence("duet_rules.now.sides", members)
        case "loose_turns":
            on = "duet_rules.now.loose_on" if setup.loose_turns else "duet_rules.now.loose_off"
            return Sentence(on)
        case "winning_token":
            counts = setup.winning_token_counts
            return Sentence("duet_rules.now.winning_on" if counts else "duet_rules.now.winning_off")
        case "legal_clue" | "how_strict":
            return _strict(setup)
        case "grid" if not setup.has_grid:
            return Sentence("duet_rules.now.no_grid")
        case "mission_map" if setup.mission is not None:
            return Sentence("duet_rules.now.on_map")
        case "mission":
            numbers = {"n": setup.tokens, "mistakes": setup.bystander_tokens}
            return Sentence("duet_rules.now.mission", numbers)
        case "score" if setup.tokens != SCORED_TOKENS:
            return Sentence("duet_rules.now.no_score", {"n": setup.tokens})
    return None


def _strict(setup: Setup) -> Sentence:
    """What this table lets pass as a clue."""
    rules = setup.strictness
    agreed = [field.name for field in fields(rules) if getattr(rules, field.name)]
    return Sentence(f"duet_rules.now.strict.{'_'.join(agreed) or 'none'}")


def _over(entry: str, state: State) -> Sentence | None:
    points = score(state)
    if entry == "score" and points is not None:
        return Sentence("duet_rules.now.scored", {"n": points.total})
    return None


def _under_way(entry: str, state: State) -> Sentence | None:
    match entry:
        case "goal" | "win":
            return Sentence("duet_rules.now.missing", {"n": AGENTS - state.agents, "found": state.agents})
        case "tokens" | "last_token" if not state.sudden_death:
            return Sentence("duet_rules.now.left", {"n": state.bank.left, "tokens": state.setup.tokens})
        case "check_tokens":
            return Sentence("duet_rules.now.earned", {"n": state.earned})
        case "clue" | "turns" | "zero_clue":
            return _giver(state)
        case "clue_log" if not state.sudden_death:
            return Sentence(
                "duet_rules.now.clue_untold" if state.clue is None else "duet_rules.now.clue_told"
            )
        case "grid":
            return _open_words(state)
        case "stop" if not state.sudden_death:
            return Sentence("duet_rules.now.may_stop" if state.right else "duet_rules.now.no_stop_yet")
        case "bystander" | "dear_bystander" | "both_sides":
            return _bystander(state)
        case "illegal_clue" | "which_token":
            return _fine(state)
        case "side_done" if state.done is not None:
            return Sentence("duet_rules.now.done", {"names": state.setup.members(state.done)})
        case "side_done" | "key_card" if state.setup.counts_keys:
            return _keys(state)
        case "sudden_death":
            return _sudden_death(state)
        case "score":
            return _score_to_come(state)
    return None


def _giver(state: State) -> Sentence | None:
    clues = state.awaits.clues
    return None if clues is None else Sentence("duet_rules.now.giver", {"names": state.setup.members(clues)})


def _open_words(state: State) -> Sentence:
    guessing = state.awaits.guesses
    words = sum(bool(state.open_to(place)) for place in range(len(state.places)))
    names = tuple(name for side in guessing for name in state.setup.members(side))
    return Sentence("duet_rules.now.open_words", {"n": words, "names": names})


def _keys(state: State) -> Sentence:
    """How many agents the clues of each side have found; those of sudden death may be of either key."""
    setup, (found, others) = state.setup, state.keys
    people = {"first": setup.members(Side.A), "second": setup.members(Side.B)}
    return Sentence(
        "duet_rules.now.keys", {**people, "found": found, "others": others, "key_agents": KEY_AGENTS}
    )


def _bystander(state: State) -> Sentence | None:
    """What one would cost now."""
    after = apply(state, supposed(state, Bystander))
    if after.outcome is not None:
        return Sentence("duet_rules.now.bystander_loses")
    cost = state.bank.left - after.bank.left
    if not cost:
        return None
    if after.sudden_death:
        return Sentence("duet_rules.now.bystander_last", {"n": cost})
    return Sentence("duet_rules.now.bystander_costs", {"n": cost, "left": after.bank.left})


def _fine(state: State) -> Sentence | None:
    if state.sudden_death:
        return None
    try:
        after = apply(state, IllegalClue())
    except IllegalMove:
        return Sentence("duet_rules.now.fined")
    return Sentence("duet_rules.now.fine", {"n": after.bank.left})


def _sudden_death(state: State) -> Sentence:
    if not state.sudden_death:
        return Sentence("duet_rules.now.before_sudden_death", {"n": state.bank.left})
    names = tuple(name for side in state.awaits.guesses for name in state.setup.members(side))
    return Sentence("duet_rules.now.sudden_death", {"names": names})


def _score_to_come(state: State) -> Sentence | None:
    """What the mission would be worth if all missing agents were found in this turn, where that can be."""
    if found_at_most(state) < AGENTS - state.agents:
        return None
    try:
        for _ in range(AGENTS - state.agents):
            state = apply(state, supposed(state, Agent))
    except IllegalMove:
        return None
    points = score(state)
    return None if points is None else Sentence("duet_rules.now.score", {"n": points.total})
