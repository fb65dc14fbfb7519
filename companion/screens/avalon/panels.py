"""What stands in the middle of the table for each step: a team being picked, votes being counted, fails."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TypeVar

from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.games.avalon.state import Awaits, State
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
from companion.widgets.text import Glyph, Text

Change = Callable[[Draft], object]
T = TypeVar("T")


def panel(tr: Translator, draft: Draft) -> list[Widget]:
    """The widgets for the middle of the seat ring."""
    match draft:
        case TeamDraft():
            return _team(tr, draft)
        case VoteDraft():
            return _vote(tr, draft)
        case QuestDraft():
            return _quest(tr, draft)
        case TargetDraft():
            return _target(tr, draft)
        case LoyaltyDraft():
            return _loyalty(tr, draft)


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


def _title(words: str) -> Text:
    return Text(words, face="title", size_sp=26, smallest=8, most=2, align="center", grow="none")


def _line(words: str) -> Text:
    return Text(words, size_sp=16, smallest=8, most=2, align="center", grow="none", tone="ink_2")


def _team(tr: Translator, draft: TeamDraft) -> list[Widget]:
    if draft.quest is None:
        return [_title(tr("avalon.board.choose_quest"))]
    count = Text(
        tr("avalon.board.of", count=len(draft.team), size=draft.size),
        weight=700,
        size_sp=36,
        smallest=8,
        most=1,
        align="center",
        grow="none",
    )
    return [_title(tr("avalon.board.team")), count, _line(_needed(tr, draft.state, draft.quest))]


def _needed(tr: Translator, state: State, quest: int) -> str:
    return tr("avalon.board.fails_needed", n=state.numbers.fails_needed(quest))


def _vote(tr: Translator, draft: VoteDraft) -> list[Widget]:
    yes, no = len(draft.approving), len(draft.against)
    counts = BoxLayout(spacing=dp(4))
    for icon, number in ((Icon.CHECK_TOKEN, yes), (Icon.CROSS, no)):
        counts.add_widget(Glyph(icon, 28, tone="ink", pos_hint={"center_y": 0.5}))
        counts.add_widget(
            Text(tr.number(number), weight=700, size_sp=32, smallest=8, most=1, grow="none", align="center")
        )
    words = tr("avalon.board.approved" if draft.approved else "avalon.board.refused")
    needed = tr("avalon.board.needed", n=draft.state.numbers.approvals_needed)
    return [_title(words), counts, _line(needed)]


def _quest(tr: Translator, draft: QuestDraft) -> list[Widget]:
    verdict = tr("avalon.board.failed" if draft.failed else "avalon.board.succeeded")
    return [
        _title(tr("avalon.board.fails", n=draft.fails)),
        _line(verdict),
        _line(_needed(tr, draft.state, draft.state.quest or 1)),
    ]


def _target(tr: Translator, draft: TargetDraft) -> list[Widget]:
    name = draft.state.setup.players[draft.target] if draft.target is not None else ""
    if draft.state.awaits is Awaits.LADY:
        return [_title(tr("avalon.extra.lady.name")), _line(name)]
    return [_title(name or tr("avalon.board.who_is_merlin"))]


def _loyalty(tr: Translator, draft: LoyaltyDraft) -> list[Widget]:
    one = draft.state.awaits is Awaits.LOYALTY
    return [_title(tr("avalon.board.loyalty" if one else "avalon.board.loyalty_row"))]


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
