"""Speech during a game of Silver.

The lines are a closed set without arguments, so each can be recorded. Names and numbers are on the screen;
the voice says how the call went, where the amulet goes, how to deal and who has won.

Lessons for learners of Silver as catalogue keys: what happens now, who does what, the rule behind it.

The app only learns about a round when its villages are revealed. So during a round all of its lessons are
shown, rotated by round: players who only read the first one see all of them in one game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum
from typing import Final

from companion.core.game import Problem
from companion.core.session_controller import GameSpeech
from companion.games.silver.rules import RULE_NUMBERS
from companion.games.silver.setup import MAX_PLAYERS, MIN_PLAYERS, ROUNDS, Setup
from companion.games.silver.state import (
    AmuletReason,
    RoundEnd,
    RoundResult,
    ScoreReason,
    StarterReason,
    State,
    WinReason,
)
from companion.scripts.teaching import Lesson, LessonKeys, rotate

LineKeys = tuple[str, ...]

_NEXT_ROUND: Final = "silver.say.round.next"
_NO_CALL: Final = "silver.say.call.none"
_KAMIKAZE: Final = "silver.say.kamikaze.all"
_KAMIKAZE_BUT_CALLER: Final = "silver.say.kamikaze.but_caller"
_RESET: Final = "silver.say.reset.one"
_RESETS: Final = "silver.say.reset.more"
_LIMIT: Final = "silver.say.limit"
_AMULET_WORKS: Final = "silver.say.amulet.works"
_AMULET_MARKS: Final = "silver.say.amulet.marks"
# Result of the call; after a Kamikaze that spares nobody there is no line for it.
_CALL_LINES: Final = {
    ScoreReason.CALLER_LOWEST: "silver.say.call.lowest",
    ScoreReason.CALLER_TIED: "silver.say.call.tied",
    ScoreReason.CALLER_BEATEN: "silver.say.call.beaten",
}


def opening_lines(state: State) -> LineKeys:
    """Return the lines at the start of a session."""
    return (deal_line_key(len(state.setup.players)), *_round_start_lines(state))


def move_lines(before: State, after: State) -> LineKeys:
    """Return the lines after a move that led from one state to the next."""
    result = after.last_result
    if result is None or len(after.results) <= len(before.results):
        return ()
    return (
        *_round_result_lines(result),
        *(_ending_lines(after) if after.outcome is not None else _next_round_lines(after, result)),
    )


def status_lines(state: State) -> LineKeys:
    """Return the lines about the current state: the round and who starts it, or the outcome."""
    return _outcome_lines(state) if state.outcome is not None else tuple(_round_start_lines(state))


def deal_line_key(players: int) -> str:
    """Return the line about dealing, the same before every round: the rows without a player are removed
    again."""
    return f"silver.say.deal.{players}"


def list_lines() -> LineKeys:
    """Return all lines of any game: the closed set that can be recorded."""
    return (
        *(deal_line_key(players) for players in range(MIN_PLAYERS, MAX_PLAYERS + 1)),
        *(_round_line(number) for number in range(1, ROUNDS + 1)),
        _NEXT_ROUND,
        *(_starter_line(why) for why in StarterReason),
        *(_end_line(ended) for ended in RoundEnd),
        *(_NO_CALL, *_CALL_LINES.values()),
        *(_KAMIKAZE, _KAMIKAZE_BUT_CALLER),
        *(_RESET, _RESETS),
        *(_amulet_line(why) for why in AmuletReason),
        *(_AMULET_WORKS, _AMULET_MARKS),
        _LIMIT,
        *(_winner_line(reason.value) for reason in WinReason),
    )


def _round_result_lines(result: RoundResult) -> Iterator[str]:
    """Yield the result of a round: what ended it, how the call went, whose total was halved."""
    if result.ended is not None:
        yield _end_line(result.ended)
    call = None if result.caller is None else result.why[result.caller]
    if result.kamikaze is not None:
        yield _KAMIKAZE_BUT_CALLER if call in _CALL_LINES else _KAMIKAZE
    if call in _CALL_LINES:
        yield _CALL_LINES[call]
    elif call is None and result.kamikaze is None:
        yield _NO_CALL
    if result.resets:
        yield _RESET if len(result.resets) == 1 else _RESETS


def _next_round_lines(state: State, result: RoundResult) -> Iterator[str]:
    yield _amulet_line(result.amulet_why)
    yield _AMULET_WORKS if result.amulet_works else _AMULET_MARKS
    yield deal_line_key(len(state.setup.players))
    yield _round_number_line(state)


def _ending_lines(state: State) -> Iterator[str]:
    if state.setup.is_points_game:
        yield _LIMIT
    yield from _outcome_lines(state)


def _outcome_lines(state: State) -> LineKeys:
    return () if state.outcome is None else (_winner_line(state.outcome.reason),)


def _round_start_lines(state: State) -> Iterator[str]:
    yield _round_number_line(state)
    yield _starter_line(state.starter_reason)


def _round_number_line(state: State) -> str:
    return _NEXT_ROUND if state.setup.is_points_game and state.results else _round_line(state.round)


def _round_line(number: int) -> str:
    return f"silver.say.round.{number}"


def _starter_line(why: StarterReason) -> str:
    return f"silver.say.starts.{why.value}"


def _end_line(ended: RoundEnd) -> str:
    return f"silver.say.ended.{ended.value}"


def _amulet_line(why: AmuletReason) -> str:
    return f"silver.say.amulet.{why.value}"


def _winner_line(reason: str) -> str:
    return f"silver.say.over.{reason}"


SPEECH = GameSpeech(opening_lines, move_lines, status_lines)


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
