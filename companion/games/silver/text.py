"""Text about games of Silver: summary, score reasons, the amulet, dropped rounds, the ending."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core import session as core_session
from companion.core.message import Message
from companion.core.session import DroppedMove, GameSession
from companion.games.game_text import EndingText, GameText, Summary
from companion.games.silver.rules import RULE_NUMBERS, SeatOutlook, leading_seats
from companion.games.silver.setup import ROUNDS, Setup
from companion.games.silver.state import Move, RoundResult, ScoreReason, State
from companion.i18n.translator import Translator

SilverTable = GameSession[Setup, State, Move]


def summarize(tr: Translator, session: SilverTable) -> Summary:
    state = session.state
    if state.outcome is not None:
        return Summary(winner_text(tr, state), reason_text(tr, state))
    title = round_text(tr, state)
    if not state.results:
        return Summary(title, tr("silver.board.starts", name=state.setup.players[state.starter]))
    leaders = tuple(state.setup.players[seat] for seat in leading_seats(state.totals))
    return Summary(title, tr("silver.summary.leads", names=leaders, n=len(leaders), total=min(state.totals)))


def round_text(tr: Translator, state: State) -> str:
    """Return the current round, and the limit of the game."""
    if state.setup.is_points_game:
        return tr("silver.summary.round_points", round=state.round, limit=state.setup.options.limit)
    return tr("silver.summary.round", round=state.round, rounds=ROUNDS)


def winner_text(tr: Translator, state: State) -> str:
    """Return who has won, in a short sentence."""
    names = tuple(state.setup.players[seat] for seat in state.winners)
    return tr("silver.summary.wins", names=names, n=len(names))


def reason_text(tr: Translator, state: State) -> str:
    """Return what decided the game."""
    return "" if state.outcome is None else tr(f"silver.over.{state.outcome.reason}")


_PLUS = " + "


def score_reason_text(tr: Translator, result: RoundResult, seat: int) -> str:
    """Return the rule behind a score; for a plain sum of several cards, the cards."""
    why, cards = result.why[seat], result.villages[seat]
    if why is ScoreReason.SUM and cards is not None and len(cards) > 1:
        return _PLUS.join(map(tr.format_number, cards))
    return tr(f"silver.why.{why.value}", **RULE_NUMBERS)


def reset_text(tr: Translator, setup: Setup, result: RoundResult, seat: int) -> str:
    """Return the text for a total that reached the limit and was halved, else an empty string."""
    if seat not in result.resets:
        return ""
    limit = setup.options.limit
    return tr("silver.why.reset", limit=limit, half=limit // 2)


def amulet_text(tr: Translator, before: State, after: State, result: RoundResult) -> str:
    """Return who takes the amulet, keeps it, or ends the game with it."""
    name = after.setup.players[result.amulet]
    if after.outcome is not None:
        return tr("silver.result.ends_with_amulet", name=name)
    is_same_holder = before.amulet_holder == result.amulet
    return tr("silver.result.keeps" if is_same_holder else "silver.result.takes", name=name)


def outlook_message(state: State, need: SeatOutlook) -> Message:
    """Return what a seat needs to beat its best rivals, or can spare."""
    names = tuple(state.setup.players[seat] for seat in need.rivals)
    level = need.tie_meaning.value
    if need.gap > 0:
        return Message(
            f"silver.outlook.behind.{level}", {"names": names, "n": need.points_needed, "level": need.gap}
        )
    if need.gap == 0:
        return Message(f"silver.outlook.even.{level}", {"names": names})
    if need.points_needed == 0:
        return Message(f"silver.outlook.just.{level}", {"names": names})
    return Message(
        f"silver.outlook.ahead.{level}", {"names": names, "n": -need.points_needed, "level": -need.gap}
    )


def describe_dropped_moves(tr: Translator, dropped: Sequence[DroppedMove[object]]) -> list[tuple[str, str]]:
    """Return the rounds that an edit would drop, and why."""
    return [
        (tr("silver.edit.title", round=item.move_index + 1), tr.translate_problem(item.problem))
        for item in dropped
    ]


def describe_ending(tr: Translator, state: State, players: Sequence[str]) -> EndingText:
    names = tuple(players[seat] for seat in state.winners)
    return EndingText(tr("silver.ending.points", names=names, n=min(state.totals)), "moon")


def describe_moments(
    tr: Translator, states: Sequence[State], players: Sequence[str], *, roles: bool
) -> tuple[str, ...]:
    return tuple(
        tr("silver.moment.kamikaze", name=players[result.kamikaze], round=number)
        for number, result in enumerate(states[-1].results, 1)
        if result.kamikaze is not None
    )


Step = core_session.Step[State, Move]


def describe_move(tr: Translator, step: Step) -> tuple[str, ...]:
    lines = [tr("silver.board.round_told", round=len(step.after.results))]
    if step.after.last_result is not None:
        lines.append(amulet_text(tr, step.before, step.after, step.after.last_result))
    return tuple(lines)


TEXT = GameText(summarize, describe_move, describe_ending, describe_moments)
