""" "What if" questions of Duet: the next word, several words, the turn, a fine."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from companion.core.message import Message
from companion.core.questions import AnyQuestion, Dial, Question, QuestionFamily, WhatIf
from companion.entry.duet.supposed import hypothetical_guess
from companion.games.duet.play import apply
from companion.games.duet.rule_numbers import RULE_NUMBERS
from companion.games.duet.setup import AGENTS, KEY_AGENTS, Side
from companion.games.duet.state import (
    TEAM,
    Agent,
    Assassin,
    Bystander,
    IllegalClue,
    Move,
    NextClue,
    SideDone,
    State,
    Stop,
    compute_score,
    max_findable_agents,
)

_WORD: Final = "duet_rules.if.group.word"
_TURN: Final = "duet_rules.if.group.turn"
_MISSION: Final = "duet_rules.if.group.mission"
# What the next word may be, by the record names of these moves.
_GUESS_TYPES: Final[Mapping[str, type[Agent | Bystander | Assassin]]] = {
    "agent": Agent,
    "bystander": Bystander,
    "assassin": Assassin,
}


def questions(state: State) -> tuple[AnyQuestion[Move], ...]:
    """Return the questions for the current state; empty once the mission is over."""
    return tuple(_make_questions(state)) if state.outcome is None else ()


def describe_result(before: State, after: State) -> tuple[Message, ...]:
    """Return messages on what the moves cost, who is next, and how the mission ends."""
    return tuple(_describe_end(after) if after.outcome is not None else _describe_next(before, after))


def _make_questions(state: State) -> Iterator[AnyQuestion[Move]]:
    setup = state.setup
    for name, kind in _GUESS_TYPES.items():
        guess = hypothetical_guess(state, kind)
        yield Question(name, f"duet_rules.if.{name}", (guess,), rule_link=f"action:{name}", group_key=_WORD)
    if not state.is_sudden_death:
        yield Question("stop", "duet_rules.if.stop", (Stop(),), rule_link="action:stop", group_key=_TURN)
        yield Question(
            "illegal",
            "duet_rules.if.illegal",
            (IllegalClue(),),
            rule_link="action:illegal_clue",
            group_key=_TURN,
        )
    if state.agents >= KEY_AGENTS and state.done_side is None:
        for side in Side:
            yield Question(
                f"done_{side.value}",
                "duet_rules.if.done",
                (SideDone(side),),
                {"names": setup.members(side), "words": KEY_AGENTS},
                "action:side_done",
                _TURN,
            )
    if setup.loose_turns and not state.is_sudden_death:
        other = state.giver.other
        yield Question(
            "next_clue",
            "duet_rules.if.next_clue",
            (NextClue(other),),
            {"names": setup.members(other)},
            "action:next_clue",
            _TURN,
        )
    max_count = max_findable_agents(state)
    if max_count > 0:
        yield QuestionFamily(
            "found",
            (Dial("duet_rules.if.dial.agents", 1, max_count, min(2, max_count)),),
            _agents_question(state),
        )
    if not state.is_sudden_death:
        max_count = len(_repeat_guess(state, Bystander, None))
        yield QuestionFamily(
            "met",
            (Dial("duet_rules.if.dial.bystanders", 1, max_count, min(2, max_count)),),
            _bystanders_question(state),
        )
    yield Question(
        "need",
        "duet_rules.if.need",
        group_key=_MISSION,
        rule_link="end:all_agents",
        known_facts=_known_facts(state),
    )


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
    setup = after.setup
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
    guessing = tuple(name for side in after.phase.guesses for name in setup.members(side))
    if after.is_sudden_death:
        yield Message("duet.board.sudden_words", {"names": guessing})
    elif after.turn != before.turn or after.giver is not before.giver:
        yield Message("duet_rules.if.clue_from", {"names": setup.members(after.giver)})
    else:
        yield Message("duet_rules.if.same_turn", {"names": guessing})


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
