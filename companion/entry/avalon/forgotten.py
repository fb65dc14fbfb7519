"""A missing proposal as a placeholder in the history. No Kivy here."""

from __future__ import annotations

from companion.entry.avalon.log import HistoryEntry, Step
from companion.games import replay
from companion.games.avalon.state import Propose, Vote


def missing_proposal(entry: HistoryEntry) -> HistoryEntry:
    """Return a placeholder for a rejected proposal just before this entry."""
    move_index, before = entry.proposal.move_index, entry.proposal.before
    proposal: Step = replay.Step(move_index, Propose(()), before, before)
    refused_vote: Step = replay.Step(move_index, Vote(approved=False), before, before)
    return HistoryEntry(proposal, (), before.quest or before.round, None, refused_vote, None, ())
