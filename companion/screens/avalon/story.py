"""A game told quest by quest, in words. No Kivy here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.games.avalon.moves import Lady, Loyalty, LoyaltyRow
from companion.games.avalon.roles import Side
from companion.games.avalon.state import Result
from companion.i18n.translator import Translator
from companion.screens.avalon.accounts import step_words
from companion.screens.avalon.entries import Entry, entries
from companion.screens.avalon.summary import AvalonTable


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
        yield Chapter(result.quest, side, _told(tr, entry, result), (*before, *_asides(tr, entry, result)))
        refused = 0


def _told(tr: Translator, entry: Entry, result: Result) -> str:
    players = entry.proposal.before.setup.players
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
