"""How a table plays what the sources leave open: a note of its own by a rule, kept for the next time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from companion.entry.memory import Memory
from companion.games.seats import clean_name

# In characters: a few sentences.
LONGEST_NOTE: Final = 280


@dataclass(frozen=True, slots=True)
class _Notes:
    by_entry: Mapping[str, str] = field(default_factory=dict)


def clean_note(typed: str) -> str:
    """The note as it is kept: on one line, without what cannot be seen, and no longer than a note may be."""
    # Once more: the cut may have left half of what joins two signs.
    return clean_name(clean_name(typed)[:LONGEST_NOTE])


def note_on(memory: Memory, game: str, entry: str) -> str:
    """What the table wrote by this entry; nothing if it did not."""
    return _notes(memory, game).get(entry, "")


def keep_note(memory: Memory, game: str, entry: str, typed: str) -> None:
    """Nothing typed: there is no note any more."""
    note, notes = clean_note(typed), dict(_notes(memory, game))
    if notes.pop(entry, "") == note:
        return
    if note:
        notes[entry] = note
    memory.keep_in_mind(_Notes(notes), _name(game))


def _notes(memory: Memory, game: str) -> Mapping[str, str]:
    kept = memory.recall(_Notes, _name(game))
    return {} if kept is None else kept.by_entry


def _name(game: str) -> str:
    return f"{game}.rule_notes"
