"""Lessons for learners of Duet as catalogue keys: what happens now, who does what, the rule behind it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.core.game import IllegalMove, Problem
from companion.games.duet.play import apply
from companion.games.duet.rule_numbers import RULE_NUMBERS
from companion.games.duet.setup import AGENTS, SCORED_TOKENS, Side
from companion.games.duet.state import Move, PhaseKind, SideDone, State
from companion.scripts.teaching import Lesson, LessonKeys, rotate


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


def _lesson_args(state: State) -> dict[str, int | str | tuple[int, ...] | tuple[str, ...]]:
    setup, phase = state.setup, state.phase
    args: dict[str, int | str | tuple[int, ...] | tuple[str, ...]] = {
        **RULE_NUMBERS,
        "all_agents": AGENTS,
    }
    if phase.guesses:
        args["names"] = tuple(name for side in phase.guesses for name in setup.members(side))
    if phase.clues is not None:
        args["givers"] = setup.members(phase.clues)
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
    return any(_is_accepted(state, SideDone(side)) for side in Side)


def _is_accepted(state: State, move: Move) -> bool:
    try:
        apply(state, move)
    except IllegalMove:
        return False
    return True


def _general_lessons(state: State) -> tuple[LessonKeys, ...]:
    setup = state.setup
    has_checks = setup.bystander_tokens < setup.tokens
    loose = ("duet.learn.loose.now", "duet.setup.loose_why", "duet.learn.loose.rule")
    return (
        *(
            _lesson_keys("clue"),
            _lesson_keys("guess"),
            _lesson_keys("zero"),
            _lesson_keys("bystander"),
            _lesson_keys("talk"),
        ),
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
