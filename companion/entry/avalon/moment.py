"""A moment of Avalon: its move in words, and the ring as it was when that move was made. No Kivy here."""

from __future__ import annotations

from collections.abc import Sequence

from companion.entry.avalon import accounts
from companion.entry.avalon.draft import (
    Draft,
    LoyaltyDraft,
    QuestDraft,
    TargetDraft,
    TeamDraft,
    VoteDraft,
    draft_of,
)
from companion.entry.avalon.log import Step
from companion.games.avalon.moves import (
    Assassinate,
    Lady,
    Loyalty,
    LoyaltyRow,
    Move,
    Propose,
    Quest,
    Roles,
    Vote,
)
from companion.games.avalon.state import QUESTS, Awaits, State
from companion.i18n.translator import Translator
from companion.scripts.avalon.names import short_name


def told(tr: Translator, step: Step) -> tuple[str, ...]:
    players, move = step.before.setup.players, step.move
    match move:
        case Propose():
            leader = step.before.leader
            others = tuple(players[seat] for seat in move.team if seat != leader)
            key = "avalon.history.took" if leader in move.team else "avalon.history.sent"
            words = [tr(key, name=players[leader], names=others)]
            if move.excalibur is not None:
                words.append(tr("avalon.history.carried", name=players[move.excalibur]))
            return tuple(words)
        case Vote(approve=tuple(approve)):
            refused = [name for seat, name in enumerate(players) if seat not in approve]
            sides = (
                ("avalon.moment.yes", [players[seat] for seat in approve]),
                ("avalon.moment.no", refused),
            )
            named = (tr(key, names=tuple(names)) for key, names in sides if names)
            return (accounts.step_words(tr, step.before, move), *named)
        case Quest():
            result = step.after.results[-1]
            words = [accounts.quest_told(tr, players, result)]
            if result.excalibur is not None and result.excalibur_on is not None:
                holder, target = players[result.excalibur], players[result.excalibur_on]
                words.append(tr("avalon.history.struck", name=holder, target=target))
            return tuple(words)
        case Roles():
            each = zip(players, move.roles, strict=True)
            return (
                accounts.step_words(tr, step.before, move),
                *(tr("roles.one", name=tr.player(name), role=tr(short_name(role))) for name, role in each),
            )
        case _:
            return (accounts.step_words(tr, step.before, move),)


def entered(states: Sequence[State], moves: Sequence[Move]) -> Draft:
    """What lay on the table when the last of these moves was made, as it was entered; of one that nothing is
    laid down for, what the table was asked for then."""
    for before, after, move in reversed([*zip(states[:-1], states[1:], moves, strict=True)]):
        drawn = _entered(before, move)
        if drawn is not None:
            return drawn
        asked = draft_of(after)
        # Before anybody has voted nobody has.
        if asked is not None and not isinstance(asked, VoteDraft | QuestDraft):
            return asked
    return draft_of(states[0]) or TeamDraft(states[0], None)


def _entered(before: State, move: Move) -> Draft | None:
    match move:
        case Propose():
            quest = before.quest if move.quest is None else move.quest
            return TeamDraft(before, quest, move.team, move.excalibur)
        case Vote(approve=tuple(approve)):
            against = frozenset(range(len(before.setup.players))) - set(approve)
            return VoteDraft(before, against)
        case Vote():
            return TeamDraft(before, before.quest, before.team, before.excalibur)
        case Quest():
            return QuestDraft(before, move.fails, move.excalibur_on)
        case Lady():
            return TargetDraft(before, move.target)
        case Assassinate():
            return TargetDraft(before, move.target, move.hit)
        case Loyalty() if before.awaits is Awaits.LOYALTY:
            return LoyaltyDraft(before, (move.switch,))
        case LoyaltyRow() if len(move.switches) == QUESTS:
            return LoyaltyDraft(before, move.switches)
        case _:
            return None
