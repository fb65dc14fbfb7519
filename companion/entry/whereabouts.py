"""Where one was when the app went away: the table that is being prepared or sat at, and a name half typed.

A phone ends an app at any moment and tells nobody, so all of it is kept as it changes: what is tapped before
it is shown, what is typed with the next frame. It lasts until the table begins or somebody walks home.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, Final

from companion.entry.fingers import Finger
from companion.entry.memory import Memory
from companion.games.records import encode

_NAME: Final = "whereabouts"


class Place(Enum):
    """The screens that lead up to a table, in the order in which they are walked."""

    SEATS = "seats"
    SETUP = "setup"
    GUIDE = "guide"
    DEAL = "deal"
    NIGHT = "night"
    DAWN = "dawn"


@dataclass(frozen=True, slots=True)
class Starter:
    """Who begins, as far as chance has told and nobody has taken it yet: the seat that the lot fell on, or
    the finger that was chosen, whosever it is."""

    lot: int | None = None
    finger: Finger | None = None


@dataclass(frozen=True, slots=True)
class Bookmark:
    """A table that is being prepared.

    `chosen` is what stands on the set-up screen, as that screen keeps it; None where nobody came by it.
    `setup` is what was dealt, or is being laid out by a guide. `step` is how far the night had come, and
    `lines` the keys of all it says: a night that says anything else by now is another one. `typed` is what
    stands half typed in which field. `starter` is what was found out above the set-up screen.
    """

    game: str
    place: Place
    players: tuple[str, ...]
    chosen: Mapping[str, Any] | None = None
    setup: Mapping[str, Any] | None = None
    step: int = 0
    lines: tuple[str, ...] = ()
    typed: Mapping[str, str] = field(default_factory=dict)
    starter: Starter | None = None


@dataclass(frozen=True, slots=True)
class Renaming:
    """A name half typed for a seat of a table that is kept, by the table's number."""

    table: int
    seat: int
    typed: str


@dataclass(frozen=True, slots=True)
class Noting:
    """A note half typed at a moment of a game, by the number it is kept under; `note` is the number of the
    one that is being changed, None for a new one."""

    table: int
    position: int
    note: int | None
    typed: str


class Above(Enum):
    """The pages above a board that something half done is found again on, or that people gather around."""

    EDIT = "edit"
    HISTORY = "history"
    VOTE = "vote"
    VOTE_RESULT = "vote_result"


@dataclass(frozen=True, slots=True)
class AtTable:
    """A table that is kept and sat at, by its number, be its game over or not.

    `page` lies open above its board, and `doing` is what is half done there, as that page keeps it.
    """

    table: int
    page: Above | None = None
    doing: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Kept:
    mark: Bookmark | None = None
    renaming: Renaming | None = None
    at_table: AtTable | None = None
    noting: Noting | None = None


class Whereabouts:
    """`soon` does something before the next picture is shown: of several keys in a frame the last counts."""

    def __init__(self, memory: Memory, soon: Callable[[Callable[[], None]], object]) -> None:
        self._memory = memory
        self._soon = soon
        self._kept = memory.recall(_Kept, _NAME) or _Kept()
        self._waiting = False
        # What is from this time; the rest was found when the app was opened.
        self._ours: set[str] = set()

    @property
    def mark(self) -> Bookmark | None:
        return self._kept.mark

    @property
    def renaming(self) -> Renaming | None:
        return self._kept.renaming

    @property
    def noting(self) -> Noting | None:
        return self._kept.noting

    @property
    def at_table(self) -> AtTable | None:
        return self._kept.at_table

    def put(self, mark: Bookmark | None) -> None:
        """Here one is now; None: at no table that is being prepared. Whoever prepares the next one from the
        table they sat at has left that."""
        if mark is not None and "at_table" in self._ours:
            self.sit(None)
        self._be(mark=mark)

    def find_starter(self, starter: Starter | None) -> None:
        """Chance has told who begins; None: not any more."""
        if self._kept.mark is not None:
            self.put(replace(self._kept.mark, starter=starter))

    def sit(
        self, table: int | None, page: Above | None = None, doing: Mapping[str, Any] | None = None
    ) -> None:
        """At this table one is now, and so far with what one does there; None: at none that is kept."""
        self._be(at_table=None if table is None else AtTable(table, page, doing or {}))

    def come_home(self) -> None:
        """Whoever walks home leaves on purpose what they did. What was cut off before still waits."""
        self._be(**dict.fromkeys(self._ours))

    def _be(self, **here: Any) -> None:
        self._ours |= here.keys()
        kept = replace(self._kept, **here)
        if kept != self._kept:
            self._kept, self._waiting = kept, True
            self.flush()

    def type(self, name: str, text: str | None) -> None:
        """This stands in the field of this name; None: nobody types there any more."""
        mark = self._kept.mark
        if mark is None:
            return
        others = {other: typed for other, typed in mark.typed.items() if other != name}
        typed = others if text is None else {**others, name: text}
        if typed != mark.typed:
            self._keep_soon(replace(self._kept, mark=replace(mark, typed=typed)))

    def typed(self, game: str, name: str) -> str | None:
        """What was left half typed in this field, if it was at a table of this game."""
        mark = self._kept.mark
        return mark.typed.get(name) if mark is not None and mark.game == game else None

    def rename(self, renaming: Renaming | None) -> None:
        """A name is being typed at a table that is kept; None: no more."""
        if renaming != self._kept.renaming:
            self._keep_soon(replace(self._kept, renaming=renaming))

    def note(self, noting: Noting | None) -> None:
        """A note is being typed; None: no more."""
        if noting != self._kept.noting:
            self._keep_soon(replace(self._kept, noting=noting))

    def flush(self) -> None:
        """Keep now what was to be kept soon: there may be no next frame."""
        if self._waiting:
            self._waiting = False
            self._memory.keep_in_mind(self._kept, _NAME)

    def read_again(self) -> None:
        """What is kept was changed where it lies, such as the names of people."""
        self._waiting = False
        self._kept = self._memory.recall(_Kept, _NAME) or _Kept()

    def _keep_soon(self, kept: _Kept) -> None:
        self._kept = kept
        if not self._waiting:
            self._waiting = True
            self._soon(self.flush)


# -- from screen to screen ----------------------------------------------------------------------------------


def at_seats(before: Bookmark | None, game: str, players: tuple[str, ...]) -> Bookmark:
    """What was chosen for just these people, or typed at this table, is not lost by a step back."""
    here = before if before is not None and before.game == game else None
    chosen = here.chosen if here is not None and here.players == players else None
    return Bookmark(game, Place.SEATS, players, chosen, typed=here.typed if here is not None else {})


def at_setup(game: str, players: tuple[str, ...], chosen: object) -> Bookmark:
    return Bookmark(game, Place.SETUP, players, encode(chosen))


def with_setup(before: Bookmark | None, game: str, setup: Any, place: Place, *, chosen: bool) -> Bookmark:
    """`chosen`: the set-up screen lies behind."""
    behind = before.chosen if chosen and before is not None and before.game == game else None
    return Bookmark(game, place, setup.players, behind, encode(setup))


def in_night(before: Bookmark | None, game: str, setup: Any, step: int, lines: tuple[str, ...]) -> Bookmark:
    mark = with_setup(before, game, setup, Place.NIGHT, chosen=True)
    return replace(mark, step=step, lines=lines)
