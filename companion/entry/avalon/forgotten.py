"""A proposal that was never recorded, as it stands before anything is known of it. No Kivy here."""

from __future__ import annotations

from companion.entry import steps
from companion.entry.avalon.log import Entry, Step
from companion.games.avalon.moves import Propose, Vote


def blank(entry: Entry) -> Entry:
    """An entry just before this one, of which nothing is known but that it did not go."""
    number, before = entry.proposal.number, entry.proposal.before
    proposal: Step = steps.Step(number, Propose(()), before, before)
    refused: Step = steps.Step(number, Vote(approved=False), before, before)
    return Entry(proposal, (), before.quest or before.round, None, refused, None, ())
