"""Speech during a game of Avalon.

The lines are a closed set without arguments, so each can be recorded. They contain no names, which are on the
screen.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.core.game import Outcome
from companion.core.session_controller import GameSpeech
from companion.games.avalon.setup import Lancelot, Reveal
from companion.games.avalon.state import MAX_ATTEMPTS, QUESTS, QUESTS_TO_WIN, Phase, QuestResult, State

LineKeys = tuple[str, ...]

_LOYALTY_CHEAT: Final = "loyalty_cheat"
# With Targeting, as long as no quest is chosen.
_CHOOSE_QUEST: Final = "avalon.say.quest.choose"
_TWO_FAILS: Final = "avalon.say.two_fails"
_VOTE: Final = "avalon.say.vote.now"
_LAST_VOTE: Final = "avalon.say.vote.last"
_APPROVED: Final = "avalon.say.vote.approved"
_REFUSED: Final = "avalon.say.vote.refused"
_EXCALIBUR: Final = "avalon.say.excalibur"
_LADY_PHASE: Final = "avalon.say.lady.due"
_LADY_PASSED: Final = "avalon.say.lady.passed"
_LOYALTY_ROW: Final = "avalon.say.loyalty.row"
_LOYALTY_CARD: Final = "avalon.say.loyalty.due"
_SWITCH: Final = "avalon.say.loyalty.switch"
_SAME: Final = "avalon.say.loyalty.same"


def opening_lines(state: State) -> LineKeys:
    """Return the lines at the start of a session."""
    return (_LOYALTY_ROW,) if state.phase is Phase.LOYALTY_ROW else tuple(_round_start_lines(state))


def move_lines(before: State, after: State) -> LineKeys:
    """Return the lines after a move that led from one state to the next."""
    if after.outcome is not None:
        return () if before.outcome is not None else tuple(_ending_lines(before, after, after.outcome))
    return tuple(_continuing_lines(before, after))


def status_lines(state: State) -> LineKeys:
    """Return the lines about the current state: quest, score, and the vote track or what else comes next."""
    score = _score_line(state)
    match state.phase:
        case Phase.PROPOSE | Phase.VOTE:
            return (_quest_line(state), score, f"avalon.say.proposal.{state.attempt}")
        case Phase.QUEST:
            return (_quest_line(state), score, _APPROVED)
        case Phase.LADY:
            return (score, _LADY_PHASE)
        case Phase.LOYALTY:
            return (score, _LOYALTY_CARD)
        case Phase.LOYALTY_ROW:
            return (score, _LOYALTY_ROW)
        case Phase.ASSASSINATE:
            return (score, _assassin_line(state.setup.options.reveal_before_shot))
        case Phase.OVER:
            return (_outcome_line(state.outcome),) if state.outcome is not None else ()


def list_lines() -> LineKeys:
    """Return all lines of any game: the closed set that can be recorded."""
    scores = [(good, evil) for good in range(QUESTS_TO_WIN + 1) for evil in range(QUESTS_TO_WIN)]
    return (
        *(f"avalon.say.quest.{quest}" for quest in range(1, QUESTS + 1)),
        _CHOOSE_QUEST,
        *(f"avalon.say.team.{size}" for size in range(2, 6)),
        _TWO_FAILS,
        *(f"avalon.say.plot.{cards}" for cards in range(1, 4)),
        *(_VOTE, _LAST_VOTE, _APPROVED, _REFUSED, _EXCALIBUR),
        *(f"avalon.say.proposal.{attempt}" for attempt in range(1, MAX_ATTEMPTS + 1)),
        *(f"avalon.say.won.{fails}" for fails in range(2)),
        *(f"avalon.say.lost.{fails}" for fails in range(1, 6)),
        *(f"avalon.say.score.{good}.{evil}" for good, evil in scores),
        *(_LADY_PHASE, _LADY_PASSED, _LOYALTY_ROW, _LOYALTY_CARD, _SWITCH, _SAME),
        *(_assassin_line(reveal) for reveal in Reveal),
        *(_outcome_line(outcome) for outcome in _OUTCOMES),
    )


_OUTCOMES: Final = (
    Outcome("evil", "three_fails"),
    Outcome("evil", "five_rejections"),
    Outcome("evil", "merlin_assassinated"),
    Outcome("good", "assassin_missed"),
    Outcome("good", "three_successes"),
    Outcome("good", _LOYALTY_CHEAT),
    Outcome("evil", _LOYALTY_CHEAT),
)


def _ending_lines(before: State, after: State, outcome: Outcome) -> Iterator[str]:
    # A false card ends the game at any moment, so nothing is said about the current vote or quest.
    if outcome.reason != _LOYALTY_CHEAT:
        if before.phase is Phase.VOTE:
            yield _REFUSED
        elif before.phase is Phase.QUEST:
            yield _quest_result_line(after.results[-1])
    yield _outcome_line(outcome)


def _continuing_lines(before: State, after: State) -> Iterator[str]:
    match before.phase:
        case Phase.PROPOSE if after.phase is Phase.VOTE:
            if after.setup.targeting:
                yield from _quest_and_team_lines(after)
            yield _LAST_VOTE if after.attempt == MAX_ATTEMPTS else _VOTE
        case Phase.PROPOSE if after.attempt != before.attempt:  # the vote track was corrected
            yield f"avalon.say.proposal.{after.attempt}"
        case Phase.VOTE if after.phase is Phase.QUEST:
            yield _APPROVED
            if after.excalibur is not None:
                yield _EXCALIBUR
        case Phase.VOTE if after.phase is Phase.PROPOSE:
            yield _REFUSED
            yield f"avalon.say.proposal.{after.attempt}"
        case Phase.QUEST if after.phase is not Phase.QUEST:
            yield _quest_result_line(after.results[-1])
            if after.phase is Phase.ASSASSINATE:
                yield _assassin_line(after.setup.options.reveal_before_shot)
            else:
                yield _score_line(after)
                yield from _next_phase_lines(after)
        case Phase.LADY if after.phase is not Phase.LADY:
            yield _LADY_PASSED
            yield from _next_phase_lines(after)
        case Phase.LOYALTY if after.phase is Phase.PROPOSE:
            yield _SWITCH if after.loyalty[-1] else _SAME
            yield from _next_phase_lines(after)
        case Phase.LOYALTY_ROW if after.phase is Phase.PROPOSE:
            yield from _next_phase_lines(after)


def _next_phase_lines(state: State) -> Iterator[str]:
    if state.phase is Phase.LADY:
        yield _LADY_PHASE
    elif state.phase is Phase.LOYALTY:
        yield _LOYALTY_CARD
    else:
        yield from _round_start_lines(state)


def _round_start_lines(state: State) -> Iterator[str]:
    # In the second variant all players see the row, so a round without a switch is not announced.
    if state.setup.lancelot is Lancelot.V2 and state.loyalty[state.round - 1]:
        yield _SWITCH
    if state.plot_cards_due:
        yield f"avalon.say.plot.{state.plot_cards_due}"
    if state.quest is None:
        yield _CHOOSE_QUEST
    else:
        yield from _quest_and_team_lines(state)


def _quest_and_team_lines(state: State) -> Iterator[str]:
    yield _quest_line(state)
    if state.team_size is not None:
        yield f"avalon.say.team.{state.team_size}"
    if state.fails_needed == 2:
        yield _TWO_FAILS


def _quest_line(state: State) -> str:
    return _CHOOSE_QUEST if state.quest is None else f"avalon.say.quest.{state.quest}"


def _quest_result_line(result: QuestResult) -> str:
    return f"avalon.say.won.{result.fails}" if result.success else f"avalon.say.lost.{result.fails}"


def _score_line(state: State) -> str:
    return f"avalon.say.score.{state.successes}.{state.failures}"


def _assassin_line(reveal: Reveal) -> str:
    return f"avalon.say.assassin.{reveal.value}"


def _outcome_line(outcome: Outcome) -> str:
    return f"avalon.say.over.{outcome.winner}.{outcome.reason}"


SPEECH = GameSpeech(opening_lines, move_lines, status_lines)
