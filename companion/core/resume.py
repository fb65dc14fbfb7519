"""Where one was when the app went away: the table that is being prepared or sat at, and a name half typed.

A phone ends an app at any moment and tells nobody, so all of it is kept as it changes: what is tapped before
it is shown, what is typed with the next frame. It lasts until the table begins or somebody walks home.

What is remembered from table to table: the set-up of last time, and what was once read from the board.

What a new table begins with: the game of last night, as many seats as last time, what they played with.

The ceremony after a game: cards lie face down and are turned one by one, those that matter most at last.
No Kivy here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, Final, Protocol, TypeVar

from companion.core.definition import GameDefinition
from companion.core.first_player import Finger
from companion.core.serialization import encode

T = TypeVar("T")


class Memory(Protocol):
    def recall(self, kind: type[T], name: str) -> T | None:
        """What was kept last under this name, if it can still be read."""

    def remember(self, value: Any, name: str) -> None:
        """Keep it for the next time."""


_MEMORY_KEY: Final = "whereabouts"


class SetupStep(Enum):
    """The screens that lead up to a table, in the order in which they are walked."""

    SEATS = "seats"
    SETUP = "setup"
    GUIDE = "guide"
    DEAL = "deal"
    NIGHT = "night"
    DAWN = "dawn"


@dataclass(frozen=True, slots=True)
class StarterPick:
    """Who begins, as far as chance has told and nobody has taken it yet: the seat that the lot fell on, or
    the finger that was chosen, whosever it is."""

    lot: int | None = None
    finger: Finger | None = None


@dataclass(frozen=True, slots=True)
class SetupBookmark:
    """A table that is being prepared.

    `chosen` is what stands on the set-up screen, as that screen keeps it; None where nobody came by it.
    `setup` is what was dealt, or is being laid out by a guide. `step` is how far the night had come, and
    `lines` the keys of all it says: a night that says anything else by now is another one. `typed` is what
    stands half typed in which field. `starter` is what was found out above the set-up screen.
    """

    game: str
    place: SetupStep
    players: tuple[str, ...]
    chosen: Mapping[str, Any] | None = None
    setup: Mapping[str, Any] | None = None
    step: int = 0
    lines: tuple[str, ...] = ()
    typed: Mapping[str, str] = field(default_factory=dict)
    starter: StarterPick | None = None


@dataclass(frozen=True, slots=True)
class PendingRename:
    """A name half typed for a seat of a table that is kept, by the table's number."""

    table: int
    seat: int
    typed: str


@dataclass(frozen=True, slots=True)
class PendingNote:
    """A note half typed at a moment of a game, by the number it is kept under; `note` is the number of the
    one that is being changed, None for a new one."""

    table: int
    position: int
    note: int | None
    typed: str


class BoardOverlay(Enum):
    """The pages above a board that something half done is found again on, or that people gather around."""

    EDIT = "edit"
    HISTORY = "history"
    VOTE = "vote"
    VOTE_RESULT = "vote_result"


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table that is kept and sat at, by its number, be its game over or not.

    `page` lies open above its board, and `doing` is what is half done there, as that page keeps it.
    """

    table: int
    page: BoardOverlay | None = None
    doing: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _SavedState:
    mark: SetupBookmark | None = None
    renaming: PendingRename | None = None
    at_table: OpenTable | None = None
    noting: PendingNote | None = None


class ResumeState:
    """`schedule` does something before the next picture is shown: of several keys in a frame the last
    counts."""

    def __init__(self, memory: Memory, schedule: Callable[[Callable[[], None]], object]) -> None:
        self._memory = memory
        self._schedule = schedule
        self._saved = memory.recall(_SavedState, _MEMORY_KEY) or _SavedState()
        self._has_unsaved = False
        # What is from this time; the rest was found when the app was opened.
        self._changed_fields: set[str] = set()

    @property
    def bookmark(self) -> SetupBookmark | None:
        return self._saved.mark

    @property
    def pending_rename(self) -> PendingRename | None:
        return self._saved.renaming

    @property
    def pending_note(self) -> PendingNote | None:
        return self._saved.noting

    @property
    def open_table(self) -> OpenTable | None:
        return self._saved.at_table

    def set_bookmark(self, bookmark: SetupBookmark | None) -> None:
        """Here one is now; None: at no table that is being prepared. Whoever prepares the next one from the
        table they sat at has left that."""
        if bookmark is not None and "at_table" in self._changed_fields:
            self.set_open_table(None)
        self._update(mark=bookmark)

    def set_starter(self, starter: StarterPick | None) -> None:
        """Chance has told who begins; None: not any more."""
        if self._saved.mark is not None:
            self.set_bookmark(replace(self._saved.mark, starter=starter))

    def set_open_table(
        self,
        game_id: int | None,
        page: BoardOverlay | None = None,
        unsaved_state: Mapping[str, Any] | None = None,
    ) -> None:
        """At this table one is now, and so far with what one does there; None: at none that is kept."""
        self._update(at_table=None if game_id is None else OpenTable(game_id, page, unsaved_state or {}))

    def clear(self) -> None:
        """Whoever walks home leaves on purpose what they did. What was cut off before still waits."""
        self._update(**dict.fromkeys(self._changed_fields))

    def _update(self, **changes: Any) -> None:
        self._changed_fields |= changes.keys()
        saved = replace(self._saved, **changes)
        if saved != self._saved:
            self._saved, self._has_unsaved = saved, True
            self.flush()

    def set_typed_text(self, name: str, text: str | None) -> None:
        """This stands in the field of this name; None: nobody types there any more."""
        mark = self._saved.mark
        if mark is None:
            return
        others = {other: typed for other, typed in mark.typed.items() if other != name}
        typed = others if text is None else {**others, name: text}
        if typed != mark.typed:
            self._schedule_save(replace(self._saved, mark=replace(mark, typed=typed)))

    def get_typed_text(self, game: str, name: str) -> str | None:
        """What was left half typed in this field, if it was at a table of this game."""
        mark = self._saved.mark
        return mark.typed.get(name) if mark is not None and mark.game == game else None

    def set_pending_rename(self, pending: PendingRename | None) -> None:
        """A name is being typed at a table that is kept; None: no more."""
        if pending != self._saved.renaming:
            self._schedule_save(replace(self._saved, renaming=pending))

    def set_pending_note(self, pending: PendingNote | None) -> None:
        """A note is being typed; None: no more."""
        if pending != self._saved.noting:
            self._schedule_save(replace(self._saved, noting=pending))

    def flush(self) -> None:
        """Keep now what was to be kept soon: there may be no next frame."""
        if self._has_unsaved:
            self._has_unsaved = False
            self._memory.remember(self._saved, _MEMORY_KEY)

    def reload(self) -> None:
        """What is kept was changed where it lies, such as the names of people."""
        self._has_unsaved = False
        self._saved = self._memory.recall(_SavedState, _MEMORY_KEY) or _SavedState()

    def _schedule_save(self, saved: _SavedState) -> None:
        self._saved = saved
        if not self._has_unsaved:
            self._has_unsaved = True
            self._schedule(self.flush)


# -- from screen to screen ----------------------------------------------------------------------------------


def make_seats_bookmark(before: SetupBookmark | None, game: str, players: tuple[str, ...]) -> SetupBookmark:
    """What was chosen for just these people, or typed at this table, is not lost by a step back."""
    bookmark = before if before is not None and before.game == game else None
    selection = bookmark.chosen if bookmark is not None and bookmark.players == players else None
    return SetupBookmark(
        game, SetupStep.SEATS, players, selection, typed=bookmark.typed if bookmark is not None else {}
    )


def make_setup_bookmark(game: str, players: tuple[str, ...], selection: object) -> SetupBookmark:
    return SetupBookmark(game, SetupStep.SETUP, players, encode(selection))


def make_prepared_bookmark(
    before: SetupBookmark | None, game: str, setup: Any, place: SetupStep, *, keep_selection: bool
) -> SetupBookmark:
    """`keep_selection`: the set-up screen lies behind."""
    selection = before.chosen if keep_selection and before is not None and before.game == game else None
    return SetupBookmark(game, place, setup.players, selection, encode(setup))


def make_night_bookmark(
    before: SetupBookmark | None, game: str, setup: Any, step: int, lines: tuple[str, ...]
) -> SetupBookmark:
    bookmark = make_prepared_bookmark(before, game, setup, SetupStep.NIGHT, keep_selection=True)
    return replace(bookmark, step=step, lines=lines)


_NIGHT_KEY = "night"


@dataclass(frozen=True, slots=True)
class SeatCount:
    seats: int


@dataclass(frozen=True, slots=True)
class LastNight:
    game: str


def recall_seat_count(memory: Memory, game: GameDefinition) -> int:
    """As many as last time, the first time as many as usual; never more or fewer than the game seats."""
    saved = memory.recall(SeatCount, _seats_key(game))
    return game.clamp_player_count(game.default_players if saved is None else saved.seats)


def remember_seat_count(memory: Memory, game: GameDefinition, seats: int) -> None:
    memory.remember(SeatCount(seats), _seats_key(game))


def recall_night_game(memory: Memory, games: Sequence[GameDefinition]) -> GameDefinition:
    """The one of these games whose night was last asked for, else the first."""
    saved = memory.recall(LastNight, _NIGHT_KEY)
    return next((game for game in games if saved is not None and game.id == saved.game), games[0])


def remember_night_game(memory: Memory, game: GameDefinition) -> None:
    memory.remember(LastNight(game.id), _NIGHT_KEY)


def recall_at_size(memory: Memory, kind: type[T], game: str, seats: int) -> T | None:
    """What so many played with last, else what others did; None the first time ever."""
    at_size = memory.recall(kind, _size_key(game, seats))
    return memory.recall(kind, game) if at_size is None else at_size


def remember_at_size(memory: Memory, value: object, game: str, seats: int) -> None:
    for name in (_size_key(game, seats), game):
        memory.remember(value, name)


def _seats_key(game: GameDefinition) -> str:
    return f"seats.{game.id}"


def _size_key(game: str, seats: int) -> str:
    return f"{game}.{seats}"


@dataclass(frozen=True, slots=True)
class CardReveal:
    """So many cards, the one before everybody, and whether it is turned; after the last, all are told."""

    card_count: int
    index: int = 0
    is_turned: bool = False

    @property
    def is_over(self) -> bool:
        return self.index >= self.card_count

    def advance(self) -> CardReveal:
        """A tap: the card is turned, or the next one comes."""
        if self.is_over:
            return self
        return (
            replace(self, index=self.index + 1, is_turned=False)
            if self.is_turned
            else replace(self, is_turned=True)
        )


@dataclass(frozen=True, slots=True)
class RevealPreference:
    """Whether this table wants the ceremony once it has told who was who."""

    wanted: bool


# The name under which that is remembered.
PREFERENCE_KEY = "ceremony"


def reveal_order(roles: Sequence[str], weight: Callable[[str], int]) -> tuple[int, ...]:
    """The seats of these cards in the order in which they are turned: what weighs little first, and those of
    one weight round the table."""
    return tuple(sorted(range(len(roles)), key=lambda seat: weight(roles[seat])))
