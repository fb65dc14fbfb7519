"""What the voice says while a game of Avalon is played.

The lines are a closed set without arguments, so each can be recorded. Nobody is named in them: names
stand on the screen.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.games.avalon.setup import Lancelot, Reveal
from companion.games.avalon.state import ATTEMPTS, QUESTS, TO_WIN, Awaits, State
from companion.games.game import Outcome

Lines = tuple[str, ...]

_CHEAT: Final = "loyalty_cheat"
# With Targeting, as long as no quest is chosen.
_CHOOSE: Final = "avalon.say.quest.choose"
_TWO_FAILS: Final = "avalon.say.two_fails"
_VOTE: Final = "avalon.say.vote.now"
_LAST_VOTE: Final = "avalon.say.vote.last"
_APPROVED: Final = "avalon.say.vote.approved"
_REFUSED: Final = "avalon.say.vote.refused"
_EXCALIBUR: Final = "avalon.say.excalibur"
_LADY: Final = "avalon.say.lady.due"
_LADY_PASSED: Final = "avalon.say.lady.passed"
_ROW: Final = "avalon.say.loyalty.row"
_CARD: Final = "avalon.say.loyalty.due"
_SWITCH: Final = "avalon.say.loyalty.switch"
_SAME: Final = "avalon.say.loyalty.same"


def opening(state: State) -> Lines:
    """What is said when a table sits down to its first move."""
    return (_ROW,) if state.awaits is Awaits.LOYALTY_ROW else tuple(_round_begins(state))


def said(before: State, after: State) -> Lines:
    """What is said after a move that led from one state to the next."""
    if after.outcome is not None:
        return () if before.outcome is not None else tuple(_ending(before, after, after.outcome))
    return tuple(_going_on(before, after))


def status(state: State) -> Lines:
    """Where the game stands: quest, score, and the vote track or whatever else the table waits for."""
    score = _score(state)
    match state.awaits:
        case Awaits.PROPOSE | Awaits.VOTE:
            return (_quest(state), score, _proposal(state.attempt))
        case Awaits.QUEST:
            return (_quest(state), score, _APPROVED)
        case Awaits.LADY:
            return (score, _LADY)
        case Awaits.LOYALTY:
            return (score, _CARD)
        case Awaits.LOYALTY_ROW:
            return (score, _ROW)
        case Awaits.ASSASSINATE:
            return (score, _assassin(state.setup.options.reveal_before_shot))
        case Awaits.OVER:
            return (_over(state.outcome),) if state.outcome is not None else ()


def every_line() -> Lines:
    """All lines any game can need: the closed set that can be recorded."""
    scores = [(good, evil) for good in range(TO_WIN + 1) for evil in range(TO_WIN)]
    return (
        *(_quest_number(quest) for quest in range(1, QUESTS + 1)),
        _CHOOSE,
        *(_team(size) for size in range(2, 6)),
        _TWO_FAILS,
        *(_plot(cards) for cards in range(1, 4)),
        *(_VOTE, _LAST_VOTE, _APPROVED, _REFUSED, _EXCALIBUR),
        *(_proposal(attempt) for attempt in range(1, ATTEMPTS + 1)),
        *(_cards(True, fails) for fails in range(2)),
        *(_cards(False, fails) for fails in range(1, 6)),
        *(f"avalon.say.score.{good}.{evil}" for good, evil in scores),
        *(_LADY, _LADY_PASSED, _ROW, _CARD, _SWITCH, _SAME),
        *(_assassin(reveal) for reveal in Reveal),
        *(_over(outcome) for outcome in _OUTCOMES),
    )


_OUTCOMES: Final = (
    Outcome("evil", "three_fails"),
    Outcome("evil", "five_rejections"),
    Outcome("evil", "merlin_assassinated"),
    Outcome("good", "assassin_missed"),
    Outcome("good", "three_successes"),
    Outcome("good", _CHEAT),
    Outcome("evil", _CHEAT),
)


def _ending(before: State, after: State, outcome: Outcome) -> Iterator[str]:
    # A false card ends the game at any moment, so it says nothing about the vote or quest under way.
    if outcome.reason != _CHEAT:
        if before.awaits is Awaits.VOTE:
            yield _REFUSED
        elif before.awaits is Awaits.QUEST:
            yield _cards_shown(after)
    yield _over(outcome)


def _going_on(before: State, after: State) -> Iterator[str]:
    match before.awaits:
        case Awaits.PROPOSE if after.awaits is Awaits.VOTE:
            if after.setup.targeting:
                yield from _quest_and_team(after)
            yield _LAST_VOTE if after.attempt == ATTEMPTS else _VOTE
        case Awaits.PROPOSE if after.attempt != before.attempt:  # the table set the vote track right
            yield _proposal(after.attempt)
        case Awaits.VOTE if after.awaits is Awaits.QUEST:
            yield _APPROVED
            if after.excalibur is not None:
                yield _EXCALIBUR
        case Awaits.VOTE if after.awaits is Awaits.PROPOSE:
            yield _REFUSED
            yield _proposal(after.attempt)
        case Awaits.QUEST if after.awaits is not Awaits.QUEST:
            yield _cards_shown(after)
            if after.awaits is Awaits.ASSASSINATE:
                yield _assassin(after.setup.options.reveal_before_shot)
            else:
                yield _score(after)
                yield from _next_step(after)
        case Awaits.LADY if after.awaits is not Awaits.LADY:
            yield _LADY_PASSED
            yield from _next_step(after)
        case Awaits.LOYALTY if after.awaits is Awaits.PROPOSE:
            yield _SWITCH if after.loyalty[-1] else _SAME
            yield from _next_step(after)
        case Awaits.LOYALTY_ROW if after.awaits is Awaits.PROPOSE:
            yield from _next_step(after)


def _next_step(state: State) -> Iterator[str]:
    if state.awaits is Awaits.LADY:
        yield _LADY
    elif state.awaits is Awaits.LOYALTY:
        yield _CARD
    else:
        yield from _round_begins(state)


def _round_begins(state: State) -> Iterator[str]:
    # In the second variant the row is known to all, so a round without a switch is not worth a word.
    if state.setup.lancelot is Lancelot.V2 and state.loyalty[state.round - 1]:
        yield _SWITCH
    if state.plot_due:
        yield _plot(state.plot_due)
    if state.quest is None:
        yield _CHOOSE
    else:
        yield from _quest_and_team(state)


def _quest_and_team(state: State) -> Iterator[str]:
    yield _quest(state)
    if state.team_size is not None:
        yield _team(state.team_size)
    if state.fails_needed == 2:
        yield _TWO_FAILS


def _quest(state: State) -> str:
    return _CHOOSE if state.quest is None else _quest_number(state.quest)


def _quest_number(quest: int) -> str:
    return f"avalon.say.quest.{quest}"


def _team(size: int) -> str:
    return f"avalon.say.team.{size}"


def _plot(cards: int) -> str:
    return f"avalon.say.plot.{cards}"


def _proposal(attempt: int) -> str:
    return f"avalon.say.proposal.{attempt}"


def _cards_shown(state: State) -> str:
    last = state.results[-1]
    return _cards(last.success, last.fails)


def _cards(success: bool, fails: int) -> str:
    return f"avalon.say.won.{fails}" if success else f"avalon.say.lost.{fails}"


def _score(state: State) -> str:
    return f"avalon.say.score.{state.successes}.{state.failures}"


def _assassin(reveal: Reveal) -> str:
    return f"avalon.say.assassin.{reveal.value}"


def _over(outcome: Outcome) -> str:
    return f"avalon.say.over.{outcome.winner}.{outcome.reason}"
