"""Speech during a mission of Codenames Duet, and the lessons for learners: what happens now, and why.

The lines are a closed set without arguments, so each can be recorded: they name sides, and the players' names
are on the screen. They say whose clue it is, the result of a guess, and what is left when that matters.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from companion.core.game import Problem
from companion.core.message import MessageArg
from companion.core.session_controller import GameSpeech
from companion.games.duet.rules import RULE_NUMBERS, is_legal
from companion.games.duet.setup import AGENTS, BOX_TOKENS, BYSTANDER_CHECKS, SCORED_TOKENS, Side
from companion.games.duet.state import TEAM, PhaseKind, SideDone, State
from companion.scripts.teaching import Lesson, LessonKeys, rotate

LineKeys = tuple[str, ...]

# From this number of missing agents on, each found agent is followed by the number left.
_FEW_AGENTS: Final = 3

_MISSION_STARTS: Final = "duet.say.begins"
_AGENT_FOUND: Final = "duet.say.found"
_TURN_STOPPED: Final = "duet.say.stopped"
_BYSTANDER: Final = "duet.say.bystander"
_BYSTANDER_COSTS_CHECKS: Final = "duet.say.bystander_checks"
_ILLEGAL_CLUE: Final = "duet.say.illegal"
_LAST_GUESSES: Final = "duet.say.last_guesses"
_ZERO_CLUE: Final = "duet.say.clue_zero"
_CITY_WON: Final = "duet.say.city_won"
_SUDDEN_DEATH: Final = "duet.say.sudden_death"
_BOTH_GUESS: Final = "duet.say.guess.both"
_END_REASONS: Final = ("all_agents", "assassin", "bystander_in_sudden_death", "not_enough_tokens")


def opening_lines(state: State) -> LineKeys:
    """Return the lines at the start of a mission."""
    return (_MISSION_STARTS, *_turn_start_lines(state))


def move_lines(before: State, after: State) -> LineKeys:
    """Return the lines after a move that led from one state to the next."""
    if after.outcome is not None:
        return _outcome_lines(after)
    if after.clue is not None and before.clue is None:
        # The players have just said the clue themselves; only the meaning of a zero may be forgotten.
        return (_ZERO_CLUE,) if after.clue.number == 0 else ()
    turn_lines = tuple(_turn_lines(before, after))
    if after.agents == before.agents:
        return turn_lines
    has_few_left = AGENTS - after.agents <= _FEW_AGENTS or before.is_sudden_death
    return (_AGENT_FOUND, *((_missing_agents_line(after),) if has_few_left else ()), *turn_lines)


def status_lines(state: State) -> LineKeys:
    """Return the lines about the current state: agents, tokens and whose clue it is, or the outcome."""
    if state.outcome is not None:
        return _outcome_lines(state)
    if state.is_sudden_death:
        return (_missing_agents_line(state), _SUDDEN_DEATH, _guessing_side_line(state))
    return (_missing_agents_line(state), *_turn_start_lines(state))


def list_lines() -> LineKeys:
    """Return all lines of any mission: the closed set that can be recorded."""
    return (
        _MISSION_STARTS,
        *(_side_line("clue", side) for side in Side),
        _AGENT_FOUND,
        *(_agents_line(count) for count in range(1, AGENTS + 1)),
        *(_tokens_line(count) for count in range(1, BOX_TOKENS + 1)),
        *(_TURN_STOPPED, _BYSTANDER, _BYSTANDER_COSTS_CHECKS, _ILLEGAL_CLUE, _LAST_GUESSES),
        *(_side_line("done", side) for side in Side),
        *(_SUDDEN_DEATH, _BOTH_GUESS, _ZERO_CLUE, _CITY_WON),
        *(_side_line("guess", side) for side in Side),
        *(_end_line(reason) for reason in _END_REASONS),
    )


def _turn_lines(before: State, after: State) -> Iterator[str]:
    """Yield all lines except those for a clue, a found word, and the end."""
    covered_side = after.done_side if after.done_side is not before.done_side else None
    if covered_side is not None:
        yield _side_line("done", covered_side)
    if after.is_sudden_death:
        if not before.is_sudden_death:
            yield from _turn_end_lines(before, after)
            yield _SUDDEN_DEATH
        if covered_side is not None or not before.is_sudden_death:
            yield _guessing_side_line(after)
    elif after.turn > before.turn:
        yield from _turn_end_lines(before, after)
        yield from _turn_start_lines(after)
    elif after.is_fined and not before.is_fined:
        yield _ILLEGAL_CLUE
        yield _tokens_left_line(after)
    elif after.giver is not before.giver:
        yield _side_line("clue", after.giver)


def _turn_end_lines(before: State, after: State) -> Iterator[str]:
    """Yield what ended the turn, as far as the bank shows it: with nothing to pay all ends look the same, and
    so do a bystander and an illegal clue that take the last token of a side whose key is covered."""
    paid = before.bank.tokens_left - after.bank.tokens_left
    if after.earned_tokens > before.earned_tokens:
        yield _TURN_STOPPED
    elif paid == BYSTANDER_CHECKS:
        yield _BYSTANDER_COSTS_CHECKS
    elif paid and (after.bank.tokens_left or after.done_side is not before.giver):
        yield _BYSTANDER


def _turn_start_lines(state: State) -> Iterator[str]:
    yield _tokens_left_line(state)
    yield _side_line("clue", state.giver)


def _guessing_side_line(state: State) -> str:
    guesses = state.phase.guesses
    return _side_line("guess", guesses[0]) if len(guesses) == 1 else _BOTH_GUESS


def _tokens_left_line(state: State) -> str:
    return _LAST_GUESSES if state.has_last_guesses else _tokens_line(state.bank.tokens_left)


def _missing_agents_line(state: State) -> str:
    return _agents_line(AGENTS - state.agents)


def _outcome_lines(state: State) -> LineKeys:
    if state.outcome is None:
        return ()
    won = state.outcome.winner == TEAM and state.setup.mission is not None
    return (_end_line(state.outcome.reason), *((_CITY_WON,) if won else ()))


def _side_line(name: str, side: Side) -> str:
    return f"duet.say.{name}.{side.value + 1}"


def _agents_line(count: int) -> str:
    return f"duet.say.agents.{count}"


def _tokens_line(count: int) -> str:
    return f"duet.say.tokens.{count}"


def _end_line(reason: str) -> str:
    return f"duet.say.over.{reason}"


SPEECH = GameSpeech(opening_lines, move_lines, status_lines)


def main_lesson(state: State) -> Lesson:
    """Return the most important lesson of this moment."""
    return list_lessons(state)[0]


def list_lessons(state: State) -> tuple[Lesson, ...]:
    """Return all lessons of this moment: special situations first, then those of any turn, rotated by
    turn."""
    if state.outcome is not None:
        keys_of_lessons: tuple[LessonKeys, ...] = (_outcome_lesson(state),)
    elif state.phase.what is PhaseKind.SUDDEN_DEATH:
        keys_of_lessons = (_lesson_keys("sudden"),)
    else:
        keys_of_lessons = (*_special_lessons(state), *rotate(_general_lessons(state), state.turn - 1))
    args = _lesson_args(state)
    return tuple(Lesson(*keys, args) for keys in keys_of_lessons)


def find_rule(problem: Problem) -> str | None:
    """Return the rule that explains a rejected move; None if it is not a rule of the game."""
    return _RULES_BY_PROBLEM.get(problem.code)


def _lesson_args(state: State) -> dict[str, MessageArg]:
    args: dict[str, MessageArg] = {**RULE_NUMBERS, "all_agents": AGENTS}
    if state.phase.guesses:
        args["names"] = state.guessing_names
    if state.phase.clues is not None:
        args["givers"] = state.setup.members(state.phase.clues)
    return args


def _lesson_keys(name: str) -> LessonKeys:
    return (f"duet.learn.{name}.now", f"duet.learn.{name}.who", f"duet.learn.{name}.rule")


def _special_lessons(state: State) -> tuple[LessonKeys, ...]:
    """Return the lessons about what is special in this turn."""
    result: list[LessonKeys] = []
    if state.has_last_guesses:
        result.append(("duet.say.last_guesses", "duet.learn.last.who", "duet.learn.last.rule"))
    elif state.is_fined:
        result.append(("duet.say.illegal", "duet.learn.illegal.who_now", "duet.learn.illegal.rule"))
    if state.correct_guesses:
        result.append(_lesson_keys("stop"))
    if state.bank.tokens_left == 1:
        # If a bystander cannot be paid for, sudden death does not follow.
        rule = "rule" if state.bank.bystanders else "rule_dear"
        result.append(("duet.learn.last.now", "duet.learn.last.who", f"duet.learn.last.{rule}"))
    if state.done_side is not None:
        result.append(("duet.learn.done.now_one", "duet.learn.done.who_one", "duet.learn.done.rule_one"))
    elif _can_key_be_covered(state):
        who_key = "who_counted" if state.setup.has_key_counts else "who"
        result.append(("duet.learn.done.now", f"duet.learn.done.{who_key}", "duet.learn.done.rule"))
    return tuple(result)


def _can_key_be_covered(state: State) -> bool:
    """True if a side may have reason to say that its key is covered; if agents are counted by key, the app
    knows that better."""
    return any(is_legal(state, SideDone(side)) for side in Side)


def _general_lessons(state: State) -> tuple[LessonKeys, ...]:
    setup = state.setup
    has_checks = setup.bystander_tokens < setup.tokens
    loose = ("duet.learn.loose.now", "duet.setup.loose_why", "duet.learn.loose.rule")
    return (
        *map(_lesson_keys, ("clue", "guess", "zero", "bystander", "talk")),
        *((_lesson_keys("grid"),) if setup.has_grid else ()),
        *((_lesson_keys("log"),) if state.clue is None else ()),
        *((_lesson_keys("checks"),) if has_checks else ()),
        *(() if state.is_fined else (_lesson_keys("illegal"),)),
        *((loose,) if setup.loose_turns and state.done_side is None else ()),
        _end_lesson(setup.tokens),
    )


def _end_lesson(tokens: int) -> LessonKeys:
    scored = "rule_scored" if tokens == SCORED_TOKENS else "rule"
    return ("duet.learn.end.now", "duet.learn.end.who", f"duet.learn.end.{scored}")


def _outcome_lesson(state: State) -> LessonKeys:
    reason = state.outcome.reason if state.outcome is not None else ""
    return ("duet.board.ended", f"duet.over.{reason}", _end_lesson(state.setup.tokens)[2])


# Without problems that no rule explains: what the app counts itself.
_RULES_BY_PROBLEM: Final[Mapping[str, str]] = {
    "guess_first": "duet.learn.zero.rule",
    "sudden_death": "duet.learn.sudden.rule",
    "fined_already": "duet.learn.illegal.rule",
    "key_covered": "duet.learn.done.rule_one",
    "done_too_soon": "duet.learn.done.who",
    "done_miscounted": "duet.learn.done.who_counted",
    "place_missing": "duet.learn.grid.who",
    "place_found": "duet.learn.grid.rule",
    "place_covered": "duet.learn.grid.rule",
    "place_known": "duet.learn.grid.rule",
    "clue_number": "duet.learn.zero.who",
    "clue_by_other_side": "duet.learn.talk.rule",
    "two_in_a_row": "duet.setup.loose_why",
    "turn_under_way": "duet.learn.loose.rule",
    "over": "duet.learn.end.who",
}
