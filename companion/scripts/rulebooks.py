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
LINK_KINDS: Final = (PROBLEM, ROLE, CARD, EVENT, END, ACTION)


@dataclass(frozen=True, slots=True)
class RuleEntry:
    """`links` is what its link opens it for, `see_also` other entries.

    `numbers` are those that its sentences name, taken from the rules. `example` are those of its worked
    example, reckoned by the rules. `is_open_question`: the sources leave it open, so the table may write
    down how it plays. `icon` is the name of a drawn mark.
    """

    id: str
    chapter: str
    links: tuple[str, ...] = ()
    see_also: tuple[str, ...] = ()
    numbers: Mapping[str, Arg] = field(default_factory=dict, hash=False)
    example: Mapping[str, Arg] | None = field(default=None, hash=False)
    is_open_question: bool = False
    icon: str = "BOOK"

    @property
    def has_example(self) -> bool:
        return self.example is not None


def make_links(kind: str, *names: str) -> tuple[str, ...]:
    """The links of a kind: `make_links(ROLE, "merlin")` is `("role:merlin",)`."""
    return tuple(f"{kind}:{name}" for name in names)


def find_entry_by_link(entries: Sequence[RuleEntry], link: str) -> RuleEntry | None:
    """The entry that this link opens, by what it is about."""
    return next((entry for entry in entries if link in entry.links), None)


def find_entry(entries: Sequence[RuleEntry], entry_id: str) -> RuleEntry | None:
    return next((entry for entry in entries if entry.id == entry_id), None)


def index_links(entries: Sequence[RuleEntry]) -> dict[str, str]:
    """All links and the entries that they open, by id."""
    return {link: entry.id for entry in entries for link in entry.links}
