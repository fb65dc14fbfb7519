"""What the voice says while a game of Silver is played.

The lines are a closed set without arguments, so each can be recorded. Names and numbers stand on the
screen; the voice tells how the call went, where the amulet goes, how to deal and who has won.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.games.silver.moves import Ended
from companion.games.silver.setup import FEWEST, MOST, ROUNDS
from companion.games.silver.state import AmuletWhy, Reason, Result, StarterWhy, State, Why

Lines = tuple[str, ...]

_NEXT: Final = "silver.say.round.next"
_NO_CALL: Final = "silver.say.call.none"
_KAMIKAZE: Final = "silver.say.kamikaze.all"
_KAMIKAZE_BUT_CALLER: Final = "silver.say.kamikaze.but_caller"
_RESET: Final = "silver.say.reset.one"
_RESETS: Final = "silver.say.reset.more"
_LIMIT: Final = "silver.say.limit"
_WORKS: Final = "silver.say.amulet.works"
_MARKS: Final = "silver.say.amulet.marks"
# The call as it went; after a Kamikaze that spares nobody there is nothing to say of it.
_CALLS: Final = {
    Why.CALLER_LOWEST: "silver.say.call.lowest",
    Why.CALLER_TIED: "silver.say.call.tied",
    Why.CALLER_BEATEN: "silver.say.call.beaten",
}


def opening(state: State) -> Lines:
    """What is said when a table sits down to its first round."""
    return (deal_line(len(state.setup.players)), *_round_begins(state))


def said(before: State, after: State) -> Lines:
    """What is said after a move that led from one state to the next."""
    result = after.last
    if result is None or len(after.results) <= len(before.results):
        return ()
    return (*_told(result), *(_ending(after) if after.outcome is not None else _going_on(after, result)))


def status(state: State) -> Lines:
    """Where the game stands: the round and who starts it, or how the game ended."""
    return _over(state) if state.outcome is not None else tuple(_round_begins(state))


def deal_line(players: int) -> str:
    """How to deal, before every round alike: the rows that nobody sits at go out again."""
    return f"silver.say.deal.{players}"


def every_line() -> Lines:
    """All lines any game can need: the closed set that can be recorded."""
    return (
        *(deal_line(players) for players in range(FEWEST, MOST + 1)),
        *(_round(number) for number in range(1, ROUNDS + 1)),
        _NEXT,
        *(_starts(why) for why in StarterWhy),
        *(_ended(ended) for ended in Ended),
        *(_NO_CALL, *_CALLS.values()),
        *(_KAMIKAZE, _KAMIKAZE_BUT_CALLER),
        *(_RESET, _RESETS),
        *(_amulet(why) for why in AmuletWhy),
        *(_WORKS, _MARKS),
        _LIMIT,
        *(_won(reason.value) for reason in Reason),
    )


def _told(result: Result) -> Iterator[str]:
    """The round itself: what ended it, how the call went, whose total was halved."""
    if result.ended is not None:
        yield _ended(result.ended)
    call = None if result.caller is None else result.why[result.caller]
    if result.kamikaze is not None:
        yield _KAMIKAZE_BUT_CALLER if call in _CALLS else _KAMIKAZE
    if call in _CALLS:
        yield _CALLS[call]
    elif call is None and result.kamikaze is None:
        yield _NO_CALL
    if result.resets:
        yield _RESET if len(result.resets) == 1 else _RESETS


def _going_on(state: State, result: Result) -> Iterator[str]:
    yield _amulet(result.amulet_why)
    yield _WORKS if result.amulet_works else _MARKS
    yield deal_line(len(state.setup.players))
    yield _number(state)


def _ending(state: State) -> Iterator[str]:
    if state.setup.points:
        yield _LIMIT
    yield from _over(state)


def _over(state: State) -> Lines:
    return () if state.outcome is None else (_won(state.outcome.reason),)


def _round_begins(state: State) -> Iterator[str]:
    yield _number(state)
    yield _starts(state.starter_why)


def _number(state: State) -> str:
    return _NEXT if state.setup.points and state.results else _round(state.round)


def _round(number: int) -> str:
    return f"silver.say.round.{number}"


def _starts(why: StarterWhy) -> str:
    return f"silver.say.starts.{why.value}"


def _ended(ended: Ended) -> str:
    return f"silver.say.ended.{ended.value}"


def _amulet(why: AmuletWhy) -> str:
    return f"silver.say.amulet.{why.value}"


def _won(reason: str) -> str:
    return f"silver.say.over.{reason}"
