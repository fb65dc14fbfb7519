"""A proposal that was never recorded, as it stands before anything is known of it. No Kivy here."""

from __future__ import annotations

from companion.entry.avalon.log import HistoryEntry, Step
from companion.games import replay
from companion.games.avalon.state import Propose, Vote


def missing_proposal(entry: HistoryEntry) -> HistoryEntry:
    """An entry just before this one, of which nothing is known but that it did not go."""
    move_index, before = entry.proposal.move_index, entry.proposal.before
    proposal: Step = replay.Step(move_index, Propose(()), before, before)
    refused_vote: Step = replay.Step(move_index, Vote(approved=False), before, before)
    return HistoryEntry(proposal, (), before.quest or before.round, None, refused_vote, None, ())
