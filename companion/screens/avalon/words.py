"""Words around the seats for each step: what taps do, and the main button."""

from __future__ import annotations

from companion.entry.avalon.draft import (
    Draft,
    LoyaltyDraft,
    QuestDraft,
    TargetDraft,
    TeamDraft,
    VoteDraft,
)
from companion.games.avalon.state import QUESTS, Phase
from companion.i18n.translator import Translator
from companion.widgets.icons import Icon


def hint_text(tr: Translator, draft: Draft) -> str:
    """What the taps do now, in a line above the ring."""
    state = draft.state
    name = state.setup.players[state.leader]
    match draft:
        case TeamDraft():
            if draft.quest is None:
                return tr("avalon.board.hint.target", name=name)
            if draft.needs_bearer:
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
            if state.phase is Phase.LADY and state.lady_holder is not None:
                return tr("avalon.board.hint.lady", name=state.setup.players[state.lady_holder])
            if draft.target is not None:
                return tr("avalon.board.hint.verdict", name=state.setup.players[draft.target])
            return tr("avalon.board.hint.assassinate")
        case LoyaltyDraft():
            if state.phase is Phase.LOYALTY:
                return tr("avalon.board.hint.loyalty")
            return tr("avalon.board.hint.loyalty_row", row=QUESTS)


def button_text(tr: Translator, draft: Draft) -> tuple[str, Icon]:
    """The main button's words and mark."""
    state = draft.state
    match draft:
        case TeamDraft():
            return tr("avalon.board.do.propose"), Icon.TEAM
        case VoteDraft():
            return (
                (tr("avalon.board.do.send"), Icon.SHIELD)
                if draft.is_approved
                else (tr("avalon.board.do.refuse"), Icon.CROSS)
            )
        case QuestDraft():
            return tr("avalon.board.do.quest_failed" if draft.is_failed else "avalon.board.do.quest_won"), (
                Icon.DAGGER if draft.is_failed else Icon.SUN
            )
        case TargetDraft():
            if state.phase is Phase.LADY:
                return tr("avalon.board.do.lady"), Icon.LADY
            return tr("avalon.board.do.assassinate"), Icon.DAGGER
        case LoyaltyDraft():
            one = state.phase is Phase.LOYALTY
            return tr("avalon.board.do.loyalty" if one else "avalon.board.do.loyalty_row"), Icon.LOYALTY
