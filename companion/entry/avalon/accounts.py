"""What was recorded, told in words: an entry of the history, its parts, and what an edit would drop."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.entry.avalon.log import Entry, entries
from companion.entry.avalon.summary import AvalonTable
from companion.games.avalon.moves import (
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
    Vote,
)
from companion.games.avalon.roles import Side
from companion.games.avalon.state import Result, State
from companion.i18n.translator import Translator
from companion.table import Dropped


def title(tr: Translator, entry: Entry) -> str:
    return tr("avalon.history.entry", quest=entry.quest, attempt=entry.attempt)


def team(tr: Translator, entry: Entry) -> str:
    """Who led, and who was to go."""
    players = entry.proposal.before.setup.players
    others = tuple(players[seat] for seat in entry.team if seat != entry.leader)
    key = "avalon.history.took" if entry.leader in entry.team else "avalon.history.sent"
    return tr(key, name=players[entry.leader], names=others)


def verdict(tr: Translator, entry: Entry) -> str:
    """How the vote went."""
    if entry.approving is not None:
        ayes = len(entry.approving)
        key = "avalon.history.approved" if entry.approved else "avalon.history.refused"
        return tr(key, yes=ayes, no=len(entry.proposal.before.setup.players) - ayes)
    if entry.vote is None:
        return tr("avalon.history.not_voted")
    return tr("avalon.history.only_approved" if entry.approved else "avalon.history.only_refused")


def outcome(tr: Translator, entry: Entry) -> tuple[str, Side] | None:
    """How the quest went, and for whom."""
    result = entry.result
    if result is None:
        return None
    if not result.success:
        return tr("avalon.history.lost", n=result.fails), Side.EVIL
    key = "avalon.board.won_with_fails" if result.fails else "avalon.board.won"
    return tr(key, n=result.fails), Side.GOOD


def more(tr: Translator, entry: Entry) -> list[str]:
    """Excalibur, and whatever else was recorded before the next team was proposed."""
    players = entry.proposal.before.setup.players
    told = []
    if entry.bearer is not None:
        name = players[entry.bearer]
        struck = entry.result.excalibur_on if entry.result is not None else None
        told.append(
            tr("avalon.history.carried", name=name)
            if struck is None
            else tr("avalon.history.struck", name=name, target=players[struck])
        )
    return told + [step_words(tr, step.before, step.move) for step in entry.others]


def step_words(tr: Translator, before: State, move: Move) -> str:
    """A move in a sentence, as it was made in this state."""
    players = before.setup.players
    match move:
        case Propose():
            return tr("avalon.history.proposed", names=tuple(players[seat] for seat in move.team))
        case Vote(approve=None):
            return tr("avalon.history.only_approved" if move.approved else "avalon.history.only_refused")
        case Vote():
            ayes = len(move.approve or ())
            passed = before.approved_by(ayes)
            key = "avalon.history.approved" if passed else "avalon.history.refused"
            return tr(key, yes=ayes, no=len(players) - ayes)
        case Quest():
            return tr("avalon.board.fails", n=move.fails)
        case Lady():
            holder = players[before.lady] if before.lady is not None else ""
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


def losses(
    tr: Translator, shown: Sequence[Entry], states: Sequence[State], dropped: Sequence[Dropped[Move]]
) -> list[tuple[str, str]]:
    """What an edit would drop and why: an entry whose team goes is named once, with all that hangs on it."""
    owner = {step.number: entry for entry in shown for step in entry.steps}
    gone = {lost.number for lost in dropped}
    told: list[tuple[str, str]] = []
    for lost in dropped:
        what, entry = step_words(tr, states[lost.number], lost.move), owner.get(lost.number)
        if entry is not None:
            if lost.number == entry.proposal.number:
                what = title(tr, entry)
            elif entry.proposal.number in gone:
                continue
            else:
                what = tr("avalon.edit.part", entry=title(tr, entry), what=what)
        told.append((what, tr.problem(lost.problem)))
    return told


# -- the whole game --


@dataclass(frozen=True, slots=True)
class Chapter:
    """One quest: for whom it went, how, and what else befell the table until the next one."""

    quest: int
    side: Side
    told: str
    asides: tuple[str, ...]


def story(tr: Translator, table: AvalonTable) -> tuple[Chapter, ...]:
    return tuple(_chapters(tr, entries(table.states, table.moves)))


def _chapters(tr: Translator, recorded: tuple[Entry, ...]) -> Iterator[Chapter]:
    refused = 0
    for entry in recorded:
        result = entry.result
        if result is None:
            refused += entry.approved is False
            continue
        before = (tr("avalon.story.refused", n=refused),) if refused else ()
        side = Side.GOOD if result.success else Side.EVIL
        words = quest_told(tr, entry.proposal.before.setup.players, result)
        yield Chapter(result.quest, side, words, (*before, *_asides(tr, entry, result)))
        refused = 0


def quest_told(tr: Translator, players: Sequence[str], result: Result) -> str:
    """Who went, and how it ended."""
    names = tuple(players[seat] for seat in result.team)
    if not result.success:
        return tr("avalon.story.lost", names=names, n=result.fails)
    key = "avalon.story.won_with_fails" if result.fails else "avalon.story.won"
    return tr(key, names=names, n=result.fails)


def _asides(tr: Translator, entry: Entry, result: Result) -> Iterator[str]:
    """What turned the game beside the quests themselves: a sword that was only carried did not."""
    players = entry.proposal.before.setup.players
    if result.excalibur is not None and result.excalibur_on is not None:
        holder, target = players[result.excalibur], players[result.excalibur_on]
        yield tr("avalon.history.struck", name=holder, target=target)
    for step in entry.others:
        match step.move:
            case Lady() | LoyaltyRow() | Loyalty(switch=True):
                yield step_words(tr, step.before, step.move)
