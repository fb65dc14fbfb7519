"""A round in words: how each score came about, where the amulet went and why, what an edit would drop."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.silver.outlook import Need
from companion.games.silver.rule_numbers import RULE_NUMBERS
from companion.games.silver.setup import Setup
from companion.games.silver.state import Result, State, Why
from companion.i18n.translator import Translator
from companion.scripts.sentences import Sentence
from companion.table import Dropped

_PLUS = " + "


def how(tr: Translator, result: Result, seat: int) -> str:
    """The rule that gave the score; a plain sum shows its cards."""
    why, cards = result.why[seat], result.villages[seat]
    if why is Why.SUM and cards is not None and len(cards) > 1:
        return _PLUS.join(map(tr.number, cards))
    return tr(f"silver.why.{why.value}", **RULE_NUMBERS)


def halved(tr: Translator, setup: Setup, result: Result, seat: int) -> str:
    """That a total met the limit and was halved; nothing where it did not."""
    if seat not in result.resets:
        return ""
    limit = setup.options.limit
    return tr("silver.why.reset", limit=limit, half=limit // 2)


def amulet_goes(tr: Translator, before: State, after: State, result: Result) -> str:
    """Who takes the amulet, keeps it, or ends the game with it."""
    name = after.setup.players[result.amulet]
    if after.outcome is not None:
        return tr("silver.result.ends_with_amulet", name=name)
    kept = before.amulet == result.amulet
    return tr("silver.result.keeps" if kept else "silver.result.takes", name=name)


def need_told(state: State, need: Need) -> Sentence:
    """What a seat needs to beat the best of the others, or may spare."""
    names = tuple(state.setup.players[seat] for seat in need.rivals)
    level = need.level.value
    if need.gap > 0:
        return Sentence(
            f"silver.outlook.behind.{level}", {"names": names, "n": need.fewer, "level": need.gap}
        )
    if need.gap == 0:
        return Sentence(f"silver.outlook.even.{level}", {"names": names})
    if need.fewer == 0:
        return Sentence(f"silver.outlook.just.{level}", {"names": names})
    return Sentence(f"silver.outlook.ahead.{level}", {"names": names, "n": -need.fewer, "level": -need.gap})


def losses(tr: Translator, dropped: Sequence[Dropped[object]]) -> list[tuple[str, str]]:
    """The rounds that an edit would drop, and why."""
    return [(tr("silver.edit.title", round=lost.number + 1), tr.problem(lost.problem)) for lost in dropped]
