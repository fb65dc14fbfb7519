"""The rules of a game to look things up in, as data: entries in chapters, and what leads to each.

Each game has a `scripts/<id>/rulebook.py` with `CHAPTERS` (ids in their order) and `ENTRIES`. Of an entry
the catalogue `<id>_rules` holds, under `<id>_rules.entry.<entry>.`: `title`, `text` (which may name numbers,
all of them given by `numbers`), `words` (what people may search by, parted by commas) and, if it
`has_example`, `example`. A chapter's name is `<id>_rules.chapter.<chapter>`. What an entry means at a table,
just now, is told by `entry/<id>/at_table.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from companion.scripts.sentences import Arg

# What an entry can be about, before the colon; after it stands a problem's key, a role, a card, …
PROBLEM, ROLE, CARD, EVENT, END, ACTION = "problem", "role", "card", "event", "end", "action"
KINDS: Final = (PROBLEM, ROLE, CARD, EVENT, END, ACTION)


@dataclass(frozen=True, slots=True)
class Entry:
    """`about` is what its link opens it for, `see` other entries.

    `numbers` are those that its sentences name, taken from the rules. `example` are those of its worked
    example, reckoned by the rules. `unknown`: the sources leave it open, so the table may write down how it
    plays. `icon` is the name of a drawn mark.
    """

    id: str
    chapter: str
    about: tuple[str, ...] = ()
    see: tuple[str, ...] = ()
    numbers: Mapping[str, Arg] = field(default_factory=dict, hash=False)
    example: Mapping[str, Arg] | None = field(default=None, hash=False)
    unknown: bool = False
    icon: str = "BOOK"

    @property
    def has_example(self) -> bool:
        return self.example is not None


def about(kind: str, *names: str) -> tuple[str, ...]:
    """The links of a kind: `about(ROLE, "merlin")` is `("role:merlin",)`."""
    return tuple(f"{kind}:{name}" for name in names)


def entry_about(entries: Sequence[Entry], link: str) -> Entry | None:
    """The entry that this link opens, by what it is about."""
    return next((entry for entry in entries if link in entry.about), None)


def entry_of(entries: Sequence[Entry], entry_id: str) -> Entry | None:
    return next((entry for entry in entries if entry.id == entry_id), None)


def links(entries: Sequence[Entry]) -> dict[str, str]:
    """All links and the entries that they open, by id."""
    return {link: entry.id for entry in entries for link in entry.about}
