"""For those who learn Silver: what happens now, who does what, and the rule behind it, as catalogue keys.

The app hears of a round only when its villages lie open. So while a round is played all of it is taught, and
each round begins with another lesson: whoever reads only the first ones meets them all in one game.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Final

from companion.games.game import Problem
from companion.games.silver.rule_numbers import RULE_NUMBERS
from companion.games.silver.setup import Setup
from companion.games.silver.state import State
from companion.scripts.lessons import Keys, Lesson, turned


class Step(Enum):
    """What the table does with the round: it is played, its villages are counted, the next one is dealt."""

    PLAY = "play"
    COUNT = "count"
    DEAL = "deal"


def lesson(state: State, step: Step = Step.PLAY) -> Lesson:
    """What a learner should know at this moment; of several lessons, the one that matters most."""
    return lessons(state, step)[0]


def lessons(state: State, step: Step = Step.PLAY) -> tuple[Lesson, ...]:
    """All that fit this moment."""
    if state.outcome is not None:
        found: tuple[Keys, ...] = (_over(state),)
    elif step is Step.PLAY:
        found = _play(state)
    elif step is Step.COUNT:
        found = (_told("count"), *_ways_to_win(state.setup))
    else:
        found = (_deal(state), *_ways_to_win(state.setup))
    args = _args(state)
    return tuple(Lesson(*keys, args) for keys in found)


def rule_behind(problem: Problem) -> str | None:
    """The rule that explains why something was refused; None where no rule of the game stands behind it."""
    return _RULES.get(problem.code)


def _args(state: State) -> dict[str, int | str | tuple[int, ...] | tuple[str, ...]]:
    limit = state.setup.options.limit
    # Whoever holds the amulet starts, but a table that plays once more may choose somebody else.
    seat = state.starter if state.amulet is None else state.amulet
    return {
        **RULE_NUMBERS,
        "limit": limit,
        "half": limit // 2,
        "round": state.round,
        "name": state.setup.players[seat],
    }


def _told(name: str) -> Keys:
    return (f"silver.learn.{name}.now", f"silver.learn.{name}.who", f"silver.learn.{name}.rule")


def _play(state: State) -> tuple[Keys, ...]:
    told = (
        *(_told("turn"), _told("several"), _told("call"), _told("abilities"), _told("ends")),
        *(() if state.amulet_works else (_amulet(state),)),
    )
    found = turned(told, state.round - 1)
    # Who may use it now should know how, before anything else.
    return (_amulet(state), *found) if state.amulet_works else found


def _amulet(state: State) -> Keys:
    if state.amulet_works:
        who = "silver.learn.amulet.who_works"
    elif state.setup.options.failed_call_power:
        who = "silver.learn.amulet.who_after_any_call"
    else:
        who = "silver.learn.amulet.who_not_yet"
    return ("silver.learn.amulet.now", who, "silver.learn.amulet.rule")


def _deal(state: State) -> Keys:
    way = "works" if state.amulet_works else "marks"
    return ("silver.learn.deal.now", "silver.learn.deal.who", f"silver.learn.deal.rule_{way}")


def _ways_to_win(setup: Setup) -> tuple[Keys, ...]:
    """How long the game lasts, and what the points variant has besides."""
    if not setup.points:
        return (_told("rounds"),)
    rule = "rule_reset" if setup.options.exact_reset else "rule"
    points = ("silver.learn.points.now", "silver.learn.points.who", f"silver.learn.points.{rule}")
    kamikaze = ("silver.learn.kamikaze.now", "silver.option.kamikaze.why", "silver.learn.kamikaze.rule")
    return (points, kamikaze) if setup.kamikaze else (points,)


def _over(state: State) -> Keys:
    reason = state.outcome.reason if state.outcome is not None else ""
    return ("app.learn.over", f"silver.say.over.{reason}", "silver.learn.over.rule")


# Left out are those that no rule stands behind: how a record is written, what the box does not hold, slips.
_RULES: Final[Mapping[str, str]] = {
    "caller_cards": "silver.learn.call.who",
    "caller_sum": "silver.learn.call.who",
    "two_callers": "silver.learn.call.who",
    "kamikaze_cards": "silver.option.kamikaze.why",
    "fifth_round": "silver.learn.rounds.who",
}
