"""Speech during a game of Silver.

The lines are a closed set without arguments, so each can be recorded. Names and numbers are on the screen;
the voice says how the call went, where the amulet goes, how to deal and who has won.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.core.session_controller import GameSpeech
from companion.games.silver.setup import MAX_PLAYERS, MIN_PLAYERS, ROUNDS
from companion.games.silver.state import (
    AmuletReason,
    RoundEnd,
    RoundResult,
    ScoreReason,
    StarterReason,
    State,
    WinReason,
)

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
