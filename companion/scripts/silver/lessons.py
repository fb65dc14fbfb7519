"""For those who learn Silver: what happens now, who does what, and the rule behind it, as catalogue keys.

The app hears of a round only when its villages lie open. So while a round is played all of it is taught, and
each round begins with another lesson: whoever reads only the first ones meets them all in one game.
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
    """What the table does with the round: it is played, its villages are counted, the next one is dealt."""

    PLAY = "play"
    COUNT = "count"
    DEAL = "deal"


def main_lesson(state: State, step: RoundStep = RoundStep.PLAY) -> Lesson:
    """What a learner should know at this moment; of several lessons, the one that matters most."""
    return list_lessons(state, step)[0]


def list_lessons(state: State, step: RoundStep = RoundStep.PLAY) -> tuple[Lesson, ...]:
    """All that fit this moment."""
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
    """The rule that explains why something was refused; None where no rule of the game stands behind it."""
    return _RULES_BY_PROBLEM.get(problem.code)


def _lesson_args(state: State) -> dict[str, int | str | tuple[int, ...] | tuple[str, ...]]:
    limit = state.setup.options.limit
    # Whoever holds the amulet starts, but a table that plays once more may choose somebody else.
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
    # Who may use it now should know how, before anything else.
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
    """How long the game lasts, and what the points variant has besides."""
    if not setup.is_points_game:
        return (_lesson_keys("rounds"),)
    rule = "rule_reset" if setup.options.exact_reset else "rule"
    points = ("silver.learn.points.now", "silver.learn.points.who", f"silver.learn.points.{rule}")
    kamikaze = ("silver.learn.kamikaze.now", "silver.option.kamikaze.why", "silver.learn.kamikaze.rule")
    return (points, kamikaze) if setup.has_kamikaze else (points,)


def _outcome_lesson(state: State) -> LessonKeys:
    reason = state.outcome.reason if state.outcome is not None else ""
    return ("app.learn.over", f"silver.say.over.{reason}", "silver.learn.over.rule")


# Left out are those that no rule stands behind: how a record is written, what the box does not hold, slips.
_RULES_BY_PROBLEM: Final[Mapping[str, str]] = {
    "caller_cards": "silver.learn.call.who",
    "caller_sum": "silver.learn.call.who",
    "two_callers": "silver.learn.call.who",
    "kamikaze_cards": "silver.option.kamikaze.why",
    "fifth_round": "silver.learn.rounds.who",
}
