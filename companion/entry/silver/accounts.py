"""Text for a round of Silver: score reasons, the amulet, and rounds dropped by an edit."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.message import Message
from companion.core.session import DroppedMove
from companion.games.silver.outlook import SeatOutlook
from companion.games.silver.rule_numbers import RULE_NUMBERS
from companion.games.silver.setup import Setup
from companion.games.silver.state import RoundResult, ScoreReason, State
from companion.i18n.translator import Translator

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
