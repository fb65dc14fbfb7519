"""How a table plays what the sources leave open: a note of its own by a rule, kept for the next time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from companion.entry.memory import Memory
from companion.games.seats import clean_name

# In characters: a few sentences.
MAX_NOTE_LENGTH: Final = 280


@dataclass(frozen=True, slots=True)
class _Notes:
    by_entry: Mapping[str, str] = field(default_factory=dict)


def clean_rule_note(typed: str) -> str:
    """The note as it is kept: on one line, without what cannot be seen, and no longer than a note may be."""
    # Once more: the cut may have left half of what joins two signs.
    return clean_name(clean_name(typed)[:MAX_NOTE_LENGTH])


def load_note(memory: Memory, game: str, entry: str) -> str:
    """What the table wrote by this entry; nothing if it did not."""
    return _load_notes(memory, game).get(entry, "")


def save_note(memory: Memory, game: str, entry: str, typed: str) -> None:
    """Nothing typed: there is no note any more."""
    note, notes = clean_rule_note(typed), dict(_load_notes(memory, game))
    if notes.pop(entry, "") == note:
        return
    if note:
        notes[entry] = note
    memory.remember(_Notes(notes), _memory_key(game))


def _load_notes(memory: Memory, game: str) -> Mapping[str, str]:
    saved = memory.recall(_Notes, _memory_key(game))
    return {} if saved is None else saved.by_entry


def _memory_key(game: str) -> str:
    return f"{game}.rule_notes"
