"""Text for the history of Avalon: entries, moves, dropped moves, and the story of a game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.core.session import DroppedMove
from companion.entry.avalon.log import HistoryEntry, make_entries
from companion.entry.avalon.summary import AvalonTable
from companion.games.avalon.setup import Side
from companion.games.avalon.state import (
    Assassinate,
    Cheat,
    Correct,
    Lady,
    Loyalty,
    LoyaltyRow,
    Move,
    Plot,
    Propose,
    Quest,
    QuestResult,
    State,
    Vote,
)
from companion.i18n.translator import Translator


def entry_title(tr: Translator, entry: HistoryEntry) -> str:
    return tr("avalon.history.entry", quest=entry.quest, attempt=entry.attempt)


def team_text(tr: Translator, entry: HistoryEntry) -> str:
    """Return the text for the leader and the team."""
    players = entry.proposal.before.setup.players
    others = tuple(players[seat] for seat in entry.team if seat != entry.leader)
    key = "avalon.history.took" if entry.leader in entry.team else "avalon.history.sent"
    return tr(key, name=players[entry.leader], names=others)


def vote_text(tr: Translator, entry: HistoryEntry) -> str:
    """Return the text for the result of the vote."""
    if entry.approving_seats is not None:
        ayes = len(entry.approving_seats)
        key = "avalon.history.approved" if entry.is_approved else "avalon.history.refused"
        return tr(key, yes=ayes, no=len(entry.proposal.before.setup.players) - ayes)
    if entry.vote is None:
        return tr("avalon.history.not_voted")
    return tr("avalon.history.only_approved" if entry.is_approved else "avalon.history.only_refused")


def quest_text_and_side(tr: Translator, entry: HistoryEntry) -> tuple[str, Side] | None:
    """Return the text for the quest's result and the winning side, None if it was not played."""
    result = entry.result
    if result is None:
        return None
    if not result.success:
        return tr("avalon.history.lost", n=result.fails), Side.EVIL
    key = "avalon.board.won_with_fails" if result.fails else "avalon.board.won"
    return tr(key, n=result.fails), Side.GOOD


def describe_extras(tr: Translator, entry: HistoryEntry) -> list[str]:
    """Return texts for Excalibur and all other moves before the next proposal."""
    players = entry.proposal.before.setup.players
    lines = []
    if entry.excalibur_bearer is not None:
        name = players[entry.excalibur_bearer]
        struck = entry.result.excalibur_on if entry.result is not None else None
        lines.append(
            tr("avalon.history.carried", name=name)
            if struck is None
            else tr("avalon.history.struck", name=name, target=players[struck])
        )
    return lines + [move_text(tr, step.before, step.move) for step in entry.others]


def move_text(tr: Translator, before: State, move: Move) -> str:
    """Return the text of a move made in state `before`."""
    players = before.setup.players
    match move:
        case Propose():
            return tr("avalon.history.proposed", names=tuple(players[seat] for seat in move.team))
        case Vote(approve=None):
            return tr("avalon.history.only_approved" if move.approved else "avalon.history.only_refused")
        case Vote():
            ayes = len(move.approve or ())
            passed = before.is_approved_by(ayes)
            key = "avalon.history.approved" if passed else "avalon.history.refused"
            return tr(key, yes=ayes, no=len(players) - ayes)
        case Quest():
            return tr("avalon.board.fails", n=move.fails)
        case Lady():
            holder = players[before.lady_holder] if before.lady_holder is not None else ""
            return tr("avalon.history.lady", name=holder, target=players[move.target])
        case Loyalty():
            return tr("avalon.history.switch" if move.switch else "avalon.history.no_switch")
        case LoyaltyRow():
            rounds = tuple(number for number, switch in enumerate(move.switches, 1) if switch)
            return tr("avalon.history.row" if rounds else "avalon.history.empty_row", rounds=rounds)
        case Plot():
            return tr("avalon.more.plot", n=move.cards)
        case Assassinate():
            return tr(
                "avalon.history.hit" if move.hit else "avalon.history.missed", name=players[move.target]
            )
        case Cheat():
            return tr("avalon.more.cheat", side=tr(f"avalon.side.{move.side.value}"))
        case Correct(leader=int(leader)):
            return tr("avalon.more.leader", name=players[leader])
        case Correct():
            return tr("avalon.more.attempt", attempt=move.attempt or 0)
        case _:
            return tr("avalon.history.roles")


def describe_dropped_moves(
    tr: Translator,
    visible_entries: Sequence[HistoryEntry],
    states: Sequence[State],
    dropped: Sequence[DroppedMove[Move]],
) -> list[tuple[str, str]]:
    """Return the text of each dropped move and the reason.

    An entry whose proposal is dropped appears once, with its other moves.
    """
    owner = {step.move_index: entry for entry in visible_entries for step in entry.steps}
    removed_indexes = {item.move_index for item in dropped}
    lines: list[tuple[str, str]] = []
    for item in dropped:
        text, entry = move_text(tr, states[item.move_index], item.move), owner.get(item.move_index)
        if entry is not None:
            if item.move_index == entry.proposal.move_index:
                text = entry_title(tr, entry)
            elif entry.proposal.move_index in removed_indexes:
                continue
            else:
                text = tr("avalon.edit.part", entry=entry_title(tr, entry), what=text)
        lines.append((text, tr.translate_problem(item.problem)))
    return lines


# -- the whole game --


@dataclass(frozen=True, slots=True)
class StoryChapter:
    """One quest of the story: winner, text, and other events until the next quest."""

    quest: int
    side: Side
    text: str
    side_events: tuple[str, ...]


def story(tr: Translator, session: AvalonTable) -> tuple[StoryChapter, ...]:
    return tuple(_make_chapters(tr, make_entries(session.states, session.moves)))


def _make_chapters(tr: Translator, recorded: tuple[HistoryEntry, ...]) -> Iterator[StoryChapter]:
    refused_count = 0
    for entry in recorded:
        result = entry.result
        if result is None:
            refused_count += entry.is_approved is False
            continue
        before = (tr("avalon.story.refused", n=refused_count),) if refused_count else ()
        side = Side.GOOD if result.success else Side.EVIL
        words = quest_text(tr, entry.proposal.before.setup.players, result)
        yield StoryChapter(result.quest, side, words, (*before, *_side_events(tr, entry, result)))
        refused_count = 0


def quest_text(tr: Translator, players: Sequence[str], result: QuestResult) -> str:
    """Return the text for a quest: its team and its result."""
    names = tuple(players[seat] for seat in result.team)
    if not result.success:
        return tr("avalon.story.lost", names=names, n=result.fails)
    key = "avalon.story.won_with_fails" if result.fails else "avalon.story.won"
    return tr(key, names=names, n=result.fails)


def _side_events(tr: Translator, entry: HistoryEntry, result: QuestResult) -> Iterator[str]:
    """Yield events that changed the game besides quests; an unused Excalibur is left out."""
    players = entry.proposal.before.setup.players
    if result.excalibur is not None and result.excalibur_on is not None:
        holder, target = players[result.excalibur], players[result.excalibur_on]
        yield tr("avalon.history.struck", name=holder, target=target)
    for step in entry.others:
        match step.move:
            case Lady() | LoyaltyRow() | Loyalty(switch=True):
                yield move_text(tr, step.before, step.move)
