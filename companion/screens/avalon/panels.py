"""Words and keys around the seats for each step: what taps do, the main button, fails and loyalty cards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TypeVar

from kivy.uix.widget import Widget

from companion.games.avalon.state import Awaits
from companion.i18n.translator import Translator
from companion.screens.avalon.drafts import (
    Draft,
    LoyaltyDraft,
    QuestDraft,
    TargetDraft,
    TeamDraft,
    VoteDraft,
)
from companion.widgets.cards import Chip
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Grid, Row

Change = Callable[[Draft], object]
T = TypeVar("T")


def hint(tr: Translator, draft: Draft) -> str:
    """What the taps do now, in a line above the ring."""
    state = draft.state
    name = state.setup.players[state.leader]
    match draft:
        case TeamDraft():
            if draft.quest is None:
                return tr("avalon.board.hint.target", name=name)
            if draft.wants_bearer:
                return tr("avalon.board.hint.excalibur", name=name)
            return tr("avalon.board.hint.propose", name=name)
        case VoteDraft():
            return tr("avalon.board.hint.vote")
        case QuestDraft():
            return tr(
                "avalon.board.hint.quest_excalibur"
                if state.excalibur is not None
                else "avalon.board.hint.quest"
            )
        case TargetDraft():
            if state.awaits is Awaits.LADY and state.lady is not None:
                return tr("avalon.board.hint.lady", name=state.setup.players[state.lady])
            return tr("avalon.board.hint.assassinate")
        case LoyaltyDraft():
            return tr(
                "avalon.board.hint.loyalty"
                if state.awaits is Awaits.LOYALTY
                else "avalon.board.hint.loyalty_row"
            )


def main_words(tr: Translator, draft: Draft) -> tuple[str, Icon]:
    """The main button's words and mark."""
    state = draft.state
    match draft:
        case TeamDraft():
            return tr("avalon.board.do.propose"), Icon.TEAM
        case VoteDraft():
            return (
                (tr("avalon.board.do.send"), Icon.SHIELD)
                if draft.approved
                else (tr("avalon.board.do.refuse"), Icon.CROSS)
            )
        case QuestDraft():
            return tr("avalon.board.do.quest_failed" if draft.failed else "avalon.board.do.quest_won"), (
                Icon.DAGGER if draft.failed else Icon.SUN
            )
        case TargetDraft():
            if state.awaits is Awaits.LADY:
                return tr("avalon.board.do.lady"), Icon.LADY
            return tr("avalon.board.do.assassinate"), Icon.DAGGER
        case LoyaltyDraft():
            return tr("avalon.board.do.loyalty"), Icon.LOYALTY


def controls(tr: Translator, draft: Draft, change: Change) -> Widget | None:
    """Keys that a step needs beside the seats: how many fails, a verdict, loyalty cards."""
    match draft:
        case QuestDraft():
            offered = [(fails, tr.number(fails)) for fails in range(len(draft.state.team) + 1)]
            return _keys(offered, draft.fails, lambda fails: change(draft.count(fails)))
        case TargetDraft() if draft.state.awaits is Awaits.ASSASSINATE:
            verdicts = [(True, tr("avalon.board.hit")), (False, tr("avalon.board.missed"))]
            return _keys(verdicts, draft.hit, lambda hit: change(draft.judge(hit)))
        case LoyaltyDraft() if draft.state.awaits is Awaits.LOYALTY:
            cards = [(False, tr("avalon.board.no_change")), (True, tr("avalon.board.switch"))]
            return _keys(cards, draft.switches[0], lambda switch: change(replace(draft, switches=(switch,))))
        case LoyaltyDraft():
            row = Grid(gap=6, narrowest=104)
            for place, switch in enumerate(draft.switches):
                words = tr("avalon.board.switch" if switch else "avalon.board.no_change")
                turn = partial(_turn, draft, place, change)
                row.add_widget(
                    Chip(tr("avalon.board.card", place=place + 1, words=words), turn, chosen=switch)
                )
            return row
        case _:
            return None


def _keys(offered: list[tuple[T, str]], chosen: T | None, choose: Callable[[T], object]) -> Widget:
    row = Row(gap=6)
    for value, words in offered:
        row.add_widget(Chip(words, partial(choose, value), chosen=value == chosen))
    return row


def _turn(draft: LoyaltyDraft, place: int, change: Change) -> None:
    change(draft.turn(place))
