"""Lessons for learners of Silver as catalogue keys: what happens now, who does what, the rule behind it.

The app only learns about a round when its villages are revealed. So during a round all of its lessons are
shown, rotated by round: players who only read the first one see all of them in one game.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Final

from companion.core.game import Problem
from companion.games.silver.rule_numbers import RULE_NUMBERS
from companion.games.silver.setup import Setup
from companion.games.silver.state import State
from companion.scripts.teaching import Lesson, LessonKeys, rotate


class RoundStep(Enum):
    """What players do with the round: play it, count its villages, deal the next one."""

    PLAY = "play"
    COUNT = "count"
    DEAL = "deal"


def main_lesson(state: State, step: RoundStep = RoundStep.PLAY) -> Lesson:
    """Return the most important lesson of this moment."""
    return list_lessons(state, step)[0]


def list_lessons(state: State, step: RoundStep = RoundStep.PLAY) -> tuple[Lesson, ...]:
    """Return all lessons of this moment."""
    if state.outcome is not None:
        keys_of_lessons: tuple[LessonKeys, ...] = (_outcome_lesson(state),)
    elif step is RoundStep.PLAY:
        keys_of_lessons = _playing_lessons(state)
    elif step is RoundStep.COUNT:
        keys_of_lessons = (_lesson_keys("count"), *_winning_lessons(state.setup))
    else:
        keys_of_lessons = (_deal_lesson(state), *_winning_lessons(state.setup))
    args = _lesson_args(state)
    return tuple(Lesson(*keys, args) for keys in keys_of_lessons)


def find_rule(problem: Problem) -> str | None:
    """Return the rule that explains a rejected entry; None if it is not a rule of the game."""
    return _RULES_BY_PROBLEM.get(problem.code)


def _lesson_args(state: State) -> dict[str, int | str | tuple[int, ...] | tuple[str, ...]]:
    limit = state.setup.options.limit
    # The holder of the amulet starts, but a repeated game may begin with another player.
    seat = state.starter if state.amulet_holder is None else state.amulet_holder
    return {
        **RULE_NUMBERS,
        "limit": limit,
        "half": limit // 2,
        "round": state.round,
        "name": state.setup.players[seat],
    }


def _lesson_keys(name: str) -> LessonKeys:
    return (f"silver.learn.{name}.now", f"silver.learn.{name}.who", f"silver.learn.{name}.rule")


def _playing_lessons(state: State) -> tuple[LessonKeys, ...]:
    rotating = (
        *(
            _lesson_keys("turn"),
            _lesson_keys("several"),
            _lesson_keys("call"),
            _lesson_keys("abilities"),
            _lesson_keys("ends"),
        ),
        *(() if state.amulet_works else (_amulet_lesson(state),)),
    )
    result = rotate(rotating, state.round - 1)
    # A player who may use the amulet now has to know how, before anything else.
    return (_amulet_lesson(state), *result) if state.amulet_works else result


def _amulet_lesson(state: State) -> LessonKeys:
    if state.amulet_works:
        who_key = "silver.learn.amulet.who_works"
    elif state.setup.options.failed_call_power:
        who_key = "silver.learn.amulet.who_after_any_call"
    else:
        who_key = "silver.learn.amulet.who_not_yet"
    return ("silver.learn.amulet.now", who_key, "silver.learn.amulet.rule")


def _deal_lesson(state: State) -> LessonKeys:
    effect = "works" if state.amulet_works else "marks"
    return ("silver.learn.deal.now", "silver.learn.deal.who", f"silver.learn.deal.rule_{effect}")


def _winning_lessons(setup: Setup) -> tuple[LessonKeys, ...]:
    """Return how long the game lasts, and what the points variant adds."""
    if not setup.is_points_game:
        return (_lesson_keys("rounds"),)
    rule = "rule_reset" if setup.options.exact_reset else "rule"
    points = ("silver.learn.points.now", "silver.learn.points.who", f"silver.learn.points.{rule}")
    kamikaze = ("silver.learn.kamikaze.now", "silver.option.kamikaze.why", "silver.learn.kamikaze.rule")
    return (points, kamikaze) if setup.has_kamikaze else (points,)


def _outcome_lesson(state: State) -> LessonKeys:
    reason = state.outcome.reason if state.outcome is not None else ""
    return ("app.learn.over", f"silver.say.over.{reason}", "silver.learn.over.rule")


# Without problems that no rule explains: the format of a record, counts beyond the box, typing errors.
_RULES_BY_PROBLEM: Final[Mapping[str, str]] = {
    "caller_cards": "silver.learn.call.who",
    "caller_sum": "silver.learn.call.who",
    "two_callers": "silver.learn.call.who",
    "kamikaze_cards": "silver.option.kamikaze.why",
    "fifth_round": "silver.learn.rounds.who",
}
