"""What the rules make of hypothetical moves: "what if" questions, and what a rule means in this mission."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields
from typing import Final

from companion.core.game import IllegalMove
from companion.core.message import Message, MessageArg
from companion.core.what_if import AnyQuestion, Dial, Question, QuestionFamily, WhatIf
from companion.games.duet.rules import RULE_NUMBERS, apply
from companion.games.duet.setup import AGENTS, KEY_AGENTS, SCORED_TOKENS, Setup, Side
from companion.games.duet.state import (
    GUESS_TYPES,
    TEAM,
    Agent,
    Bystander,
    Guess,
    GuessType,
    IllegalClue,
    Move,
    NextClue,
    SideDone,
    State,
    Stop,
    compute_score,
    max_findable_agents,
)
from companion.scripts.teaching import RuleContext


def hypothetical_guess(state: State, kind: GuessType) -> Guess:
    """Return a guess that is legal now. On a grid it needs a place: one that most sides may guess."""
    if not state.places:
        return kind()
    return kind(max(range(len(state.places)), key=lambda place: len(state.sides_open_to(place))))


_WORD: Final = "duet_rules.if.group.word"
_TURN: Final = "duet_rules.if.group.turn"
_MISSION: Final = "duet_rules.if.group.mission"


def questions(state: State) -> tuple[AnyQuestion[Move], ...]:
    """Return the questions for the current state; empty once the mission is over."""
    return tuple(_make_questions(state)) if state.outcome is None else ()


def describe_result(before: State, after: State) -> tuple[Message, ...]:
    """Return messages on what the moves cost, who is next, and how the mission ends."""
    return tuple(_describe_end(after) if after.outcome is not None else _describe_next(before, after))


def _make_questions(state: State) -> Iterator[AnyQuestion[Move]]:
    setup = state.setup
    for kind, guess_type in GUESS_TYPES.items():
        yield _ask(kind.value, hypothetical_guess(state, guess_type), kind.value, _WORD)
    if not state.is_sudden_death:
        yield _ask("stop", Stop(), "stop")
        yield _ask("illegal", IllegalClue(), "illegal_clue")
    if state.agents >= KEY_AGENTS and state.done_side is None:
        for side in Side:
            args: dict[str, MessageArg] = {"names": setup.members(side), "words": KEY_AGENTS}
            name, move = f"done_{side.value}", SideDone(side)
            yield Question(name, "duet_rules.if.done", (move,), args, "action:side_done", _TURN)
    if setup.loose_turns and not state.is_sudden_death:
        other = state.giver.other
        yield _ask("next_clue", NextClue(other), "next_clue", names=setup.members(other))
    max_count = max_findable_agents(state)
    if max_count > 0:
        dial = Dial("duet_rules.if.dial.agents", 1, max_count, min(2, max_count))
        yield QuestionFamily("found", (dial,), _agents_question(state))
    if not state.is_sudden_death:
        max_count = len(_repeat_guess(state, Bystander, None))
        dial = Dial("duet_rules.if.dial.bystanders", 1, max_count, min(2, max_count))
        yield QuestionFamily("met", (dial,), _bystanders_question(state))
    yield Question(
        "need", "duet_rules.if.need", (), {}, "end:all_agents", _MISSION, known_facts=_known_facts(state)
    )


def _ask(name: str, move: Move, action: str, group_key: str = _TURN, **args: MessageArg) -> Question[Move]:
    return Question(name, f"duet_rules.if.{name}", (move,), args, f"action:{action}", group_key)


def _agents_question(state: State) -> Callable[[int], Question[Move]]:
    """Return a question on finding a number of agents in a row, then stopping if the turn is not over."""

    def ask_agents(agents: int) -> Question[Move]:
        moves, after = _repeat_guess(state, Agent, agents), state
        for move in moves:
            after = apply(after, move)
        ends = after.is_sudden_death or after.outcome is not None
        moves = moves if ends else (*moves, Stop())
        key = "duet_rules.if.found" if ends else "duet_rules.if.found_stop"
        return Question("found", key, moves, {"n": agents}, "end:all_agents", _MISSION)

    return ask_agents


def _bystanders_question(state: State) -> Callable[[int], Question[Move]]:
    """Return a question on an immediate bystander in each of the next turns."""

    def ask_bystanders(bystanders: int) -> Question[Move]:
        moves = _repeat_guess(state, Bystander, bystanders)
        return Question("met", "duet_rules.if.met", moves, {"n": bystanders}, "action:bystander", _MISSION)

    return ask_bystanders


def _repeat_guess(state: State, kind: type[Agent | Bystander], max_count: int | None) -> tuple[Move, ...]:
    """Repeat a guess up to `max_count` times or until the mission is over."""
    moves: list[Move] = []
    while state.outcome is None and len(moves) != max_count:
        moves.append(hypothetical_guess(state, kind))
        state = apply(state, moves[-1])
    return tuple(moves)


def _known_facts(state: State) -> tuple[Message, ...]:
    missing = Message("duet_rules.if.missing", {"n": AGENTS - state.agents})
    if state.is_sudden_death:
        return (missing, Message("duet.learn.sudden.rule"))
    return (missing, Message("duet_rules.if.turns_left", {"n": state.bank.tokens_left}))


def _describe_next(before: State, after: State) -> Iterator[Message]:
    if after.agents != before.agents:
        yield Message("duet_rules.if.agents", {"n": after.agents, "all_agents": AGENTS})
    cost = before.bank.tokens_left - after.bank.tokens_left
    if cost:
        yield Message("duet_rules.if.cost", {"n": cost, "left": after.bank.tokens_left})
    if after.earned_tokens > before.earned_tokens:
        yield Message("duet_rules.if.earned")
    if after.done_side is not before.done_side:
        yield Message("duet.learn.done.rule")
    if after.has_last_guesses:
        yield Message("duet.board.last_guesses")
    if after.is_sudden_death:
        yield Message("duet.board.sudden_words", {"names": after.guessing_names})
    elif after.turn != before.turn or after.giver is not before.giver:
        yield Message("duet_rules.if.clue_from", {"names": after.setup.members(after.giver)})
    else:
        yield Message("duet_rules.if.same_turn", {"names": after.guessing_names})


def _describe_end(after: State) -> Iterator[Message]:
    outcome = after.outcome
    if outcome is None:
        return
    yield Message("duet.summary.won" if outcome.winner == TEAM else "duet.summary.lost")
    yield Message(f"duet.over.{outcome.reason}", {**RULE_NUMBERS, "all_agents": AGENTS})
    points = compute_score(after)
    if points is not None:
        yield Message("duet_rules.if.points", {"n": points.total})
        yield Message(f"duet.rank.{points.rank}")


WHAT_IF = WhatIf(questions, describe_result)


def rule_context(entry: str, setup: Setup, state: State | None) -> Message | None:
    """Return the context of a rule in one sentence, None if there is none."""
    message = _setup_message(entry, setup)
    if message is not None or state is None:
        return message
    if state.outcome is None:
        return _state_message(entry, state)
    points = compute_score(state) if entry == "score" else None
    return None if points is None else Message("duet_rules.now.scored", {"n": points.total})


def _setup_message(entry: str, setup: Setup) -> Message | None:
    match entry:
        case "sides":
            members = {"first": setup.members(Side.A), "second": setup.members(Side.B)}
            return Message("duet_rules.now.sides", members)
        case "loose_turns":
            return Message("duet_rules.now.loose_on" if setup.loose_turns else "duet_rules.now.loose_off")
        case "winning_token":
            counts = setup.winning_token_counts
            return Message("duet_rules.now.winning_on" if counts else "duet_rules.now.winning_off")
        case "legal_clue" | "how_strict":
            rules = setup.effective_clue_rules
            agreed = [field.name for field in fields(rules) if getattr(rules, field.name)]
            return Message(f"duet_rules.now.strict.{'_'.join(agreed) or 'none'}")
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


def _state_message(entry: str, state: State) -> Message | None:
    match entry:
        case "goal" | "win":
            return Message("duet_rules.now.missing", {"n": AGENTS - state.agents, "found": state.agents})
        case "tokens" | "last_token" if not state.is_sudden_death:
            return Message("duet_rules.now.left", {"n": state.bank.tokens_left, "tokens": state.setup.tokens})
        case "check_tokens":
            return Message("duet_rules.now.earned", {"n": state.earned_tokens})
        case "clue" | "turns" | "zero_clue" if not state.is_sudden_death:
            return Message("duet_rules.now.giver", {"names": state.setup.members(state.giver)})
        case "clue_log" if not state.is_sudden_death:
            return Message("duet_rules.now.clue_untold" if state.clue is None else "duet_rules.now.clue_told")
        case "grid":
            words = sum(bool(state.sides_open_to(place)) for place in range(len(state.places)))
            return Message("duet_rules.now.open_words", {"n": words, "names": state.guessing_names})
        case "stop" if not state.is_sudden_death:
            may_stop = state.correct_guesses > 0
            return Message("duet_rules.now.may_stop" if may_stop else "duet_rules.now.no_stop_yet")
        case "bystander" | "dear_bystander" | "both_sides":
            return _bystander(state)
        case "illegal_clue" | "which_token":
            return _fine(state)
        case "side_done" if state.done_side is not None:
            return Message("duet_rules.now.done", {"names": state.setup.members(state.done_side)})
        case "side_done" | "key_card" if state.setup.has_key_counts:
            return _keys(state)
        case "sudden_death" if state.is_sudden_death:
            return Message("duet_rules.now.sudden_death", {"names": state.guessing_names})
        case "sudden_death":
            return Message("duet_rules.now.before_sudden_death", {"n": state.bank.tokens_left})
        case "score":
            return _score_to_come(state)
    return None


def _keys(state: State) -> Message:
    """Return how many agents the clues of each side found; those of sudden death may be of either key."""
    setup, (found_by_first, found_by_second) = state.setup, state.key_counts
    return Message.of(
        "duet_rules.now.keys",
        first=setup.members(Side.A),
        second=setup.members(Side.B),
        found=found_by_first,
        others=found_by_second,
        key_agents=KEY_AGENTS,
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
