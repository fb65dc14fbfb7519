"""One moment of an Avalon replay: the text of its move, and the draft shown on the table. No Kivy here."""

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
    make_draft,
)
from companion.entry.avalon.log import Step
from companion.entry.avalon.summary import summarize
from companion.games.avalon.state import (
    QUESTS,
    Assassinate,
    Lady,
    Loyalty,
    LoyaltyRow,
    Move,
    Phase,
    Propose,
    Quest,
    Roles,
    State,
    Vote,
)
from companion.games.text import GameText
from companion.i18n.translator import Translator
from companion.past.avalon.ending import describe_ending, describe_moments, describe_roles
from companion.scripts.avalon.intro import short_name_key


def describe_move(tr: Translator, step: Step) -> tuple[str, ...]:
    players, move = step.before.setup.players, step.move
    match move:
        case Propose():
            leader = step.before.leader
            others = tuple(players[seat] for seat in move.team if seat != leader)
            key = "avalon.history.took" if leader in move.team else "avalon.history.sent"
            lines = [tr(key, name=players[leader], names=others)]
            if move.excalibur is not None:
                lines.append(tr("avalon.history.carried", name=players[move.excalibur]))
            return tuple(lines)
        case Vote(approve=tuple(approve)):
            refusing = [name for seat, name in enumerate(players) if seat not in approve]
            sides = (
                ("avalon.moment.yes", [players[seat] for seat in approve]),
                ("avalon.moment.no", refusing),
            )
            name_lines = (tr(key, names=tuple(names)) for key, names in sides if names)
            return (accounts.move_text(tr, step.before, move), *name_lines)
        case Quest():
            result = step.after.results[-1]
            lines = [accounts.quest_text(tr, players, result)]
            if result.excalibur is not None and result.excalibur_on is not None:
                holder, target = players[result.excalibur], players[result.excalibur_on]
                lines.append(tr("avalon.history.struck", name=holder, target=target))
            return tuple(lines)
        case Roles():
            each = zip(players, move.roles, strict=True)
            return (
                accounts.move_text(tr, step.before, move),
                *(
                    tr("roles.one", name=tr.player_name(name), role=tr(short_name_key(role)))
                    for name, role in each
                ),
            )
        case _:
            return (accounts.move_text(tr, step.before, move),)


def last_draft(states: Sequence[State], moves: Sequence[Move]) -> Draft:
    """Return the draft of the last move as it was entered.

    If the last moves have no draft, return that of an earlier move or of the current phase.
    """
    for before, after, move in reversed([*zip(states[:-1], states[1:], moves, strict=True)]):
        draft = _draft_of_move(before, move)
        if draft is not None:
            return draft
        pending = make_draft(after)
        # Do not show a vote or quest before it took place.
        if pending is not None and not isinstance(pending, VoteDraft | QuestDraft):
            return pending
    return make_draft(states[0]) or TeamDraft(states[0], None)


def _draft_of_move(before: State, move: Move) -> Draft | None:
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
        case Loyalty() if before.phase is Phase.LOYALTY:
            return LoyaltyDraft(before, (move.switch,))
        case LoyaltyRow() if len(move.switches) == QUESTS:
            return LoyaltyDraft(before, move.switches)
        case _:
            return None


TEXT = GameText(
    summarize,
    describe_move,
    describe_ending,
    describe_moments,
    describe_roles,
)
