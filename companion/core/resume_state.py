"""Resume state: the page, set-up and half-typed text to restore when the app is opened again.

A phone may kill the app without notice, so every change is stored at once, and typed text before the next
frame. The state lasts until the game begins or the user navigates home. Also here: the recent set-up,
player count and game for a new game, and the card reveal after a game. No Kivy here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, Final, Protocol, TypeVar

from companion.core.definition import GameDefinition
from companion.core.random_selection import Finger
from companion.core.serialization import encode

T = TypeVar("T")


class Memory(Protocol):
    def recall(self, kind: type[T], name: str) -> T | None:
        """Return the value last remembered under this name, or None if it is missing or invalid."""

    def remember(self, value: Any, name: str) -> None:
        """Store a value for the next time."""


_MEMORY_KEY: Final = "whereabouts"


class SetupStep(Enum):
    """The screens that lead up to a game, in order."""

    SEATS = "seats"
    SETUP = "setup"
    GUIDE = "guide"
    DEAL = "deal"
    NIGHT = "night"
    DAWN = "dawn"


@dataclass(frozen=True, slots=True)
class StarterPick:
    """First player that was selected at random but not yet applied: a drawn seat, or a selected finger."""

    lot: int | None = None
    finger: Finger | None = None


@dataclass(frozen=True, slots=True)
class SetupBookmark:
    """A game that is being set up.

    `chosen` is the form state of the set-up screen, None if it was not visited. `setup` is the set-up that
    was dealt, or that the guide is laying out. `step` is the position in the night, and `lines` the keys of
    all its lines: if they differ, it is another night. `typed` holds half-typed text by field name.
    `starter` is the first player selected above the set-up screen.
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
    """A half-typed name for a seat of a stored game; `table` is the game's id."""

    table: int
    seat: int
    typed: str


@dataclass(frozen=True, slots=True)
class PendingNote:
    """A half-typed note. `table` is the game's id, `position` the move count, and `note` the id of the note
    being edited (None for a new one)."""

    table: int
    position: int
    note: int | None
    typed: str


class BoardOverlay(Enum):
    """Pages above a board that have unsaved state or that people gather around."""

    EDIT = "edit"
    HISTORY = "history"
    VOTE = "vote"
    VOTE_RESULT = "vote_result"


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A stored game that is open, running or over; `table` is its id. `page` is the page above its board, and
    `doing` the unsaved state of that page."""

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
    """Stores and restores the resume state. `schedule` runs a callback before the next frame, so that only
    the last of several key presses in a frame is stored."""

    def __init__(self, memory: Memory, schedule: Callable[[Callable[[], None]], object]) -> None:
        self._memory = memory
        self._schedule = schedule
        self._saved = memory.recall(_SavedState, _MEMORY_KEY) or _SavedState()
        self._has_unsaved = False
        # Fields set by this run; all others come from a previous run.
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
        """Store the game being set up; None if there is none. Clears the open table of this run: setting up
        the next game means leaving it."""
        if bookmark is not None and "at_table" in self._changed_fields:
            self.set_open_table(None)
        self._update(mark=bookmark)

    def set_starter(self, starter: StarterPick | None) -> None:
        """Store the first player selected at random; None clears it."""
        if self._saved.mark is not None:
            self.set_bookmark(replace(self._saved.mark, starter=starter))

    def set_open_table(
        self,
        game_id: int | None,
        page: BoardOverlay | None = None,
        unsaved_state: Mapping[str, Any] | None = None,
    ) -> None:
        """Store the open game with the page above its board; None if no stored game is open."""
        self._update(at_table=None if game_id is None else OpenTable(game_id, page, unsaved_state or {}))

    def clear(self) -> None:
        """Clear what this run stored: the user navigated home. Resume points of previous runs stay."""
        self._update(**dict.fromkeys(self._changed_fields))

    def _update(self, **changes: Any) -> None:
        self._changed_fields |= changes.keys()
        saved = replace(self._saved, **changes)
        if saved != self._saved:
            self._saved, self._has_unsaved = saved, True
            self.flush()

    def set_typed_text(self, name: str, text: str | None) -> None:
        """Store the half-typed text of this field; None removes it."""
        mark = self._saved.mark
        if mark is None:
            return
        typed = {other: text for other, text in {**mark.typed, name: text}.items() if text is not None}
        self._schedule_save(replace(self._saved, mark=replace(mark, typed=typed)))

    def get_typed_text(self, game: str, name: str) -> str | None:
        """Return the half-typed text of this field if it belongs to this game."""
        mark = self._saved.mark
        return mark.typed.get(name) if mark is not None and mark.game == game else None

    def set_pending_rename(self, pending: PendingRename | None) -> None:
        """Store a half-typed name for a stored game; None clears it."""
        self._schedule_save(replace(self._saved, renaming=pending))

    def set_pending_note(self, pending: PendingNote | None) -> None:
        """Store a half-typed note; None clears it."""
        self._schedule_save(replace(self._saved, noting=pending))

    def flush(self) -> None:
        """Store scheduled changes now: there may be no next frame."""
        if self._has_unsaved:
            self._has_unsaved = False
            self._memory.remember(self._saved, _MEMORY_KEY)

    def reload(self) -> None:
        """Reload from storage after the stored state was changed there, for example by renaming people."""
        self._has_unsaved = False
        self._saved = self._memory.recall(_SavedState, _MEMORY_KEY) or _SavedState()

    def _schedule_save(self, saved: _SavedState) -> None:
        if saved == self._saved:
            return
        self._saved = saved
        if not self._has_unsaved:
            self._has_unsaved = True
            self._schedule(self.flush)


# -- bookmarks ----------------------------------------------------------------------------------------------


def make_seats_bookmark(before: SetupBookmark | None, game: str, players: tuple[str, ...]) -> SetupBookmark:
    """Return the bookmark for going back to the seats, with typed text and choices for these players."""
    if before is None or before.game != game:
        return SetupBookmark(game, SetupStep.SEATS, players)
    selection = before.chosen if before.players == players else None
    return SetupBookmark(game, SetupStep.SEATS, players, selection, typed=before.typed)


def make_setup_bookmark(game: str, players: tuple[str, ...], selection: object) -> SetupBookmark:
    return SetupBookmark(game, SetupStep.SETUP, players, encode(selection))


def make_prepared_bookmark(
    before: SetupBookmark | None, game: str, setup: Any, place: SetupStep, *, keep_selection: bool
) -> SetupBookmark:
    """Return the bookmark of a prepared set-up, keeping what was selected on the set-up page below it."""
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
    """Return the player count of last time, or the default, clamped to the limits of the game."""
    saved = memory.recall(SeatCount, f"seats.{game.id}")
    return game.clamp_player_count(game.default_players if saved is None else saved.seats)


def remember_seat_count(memory: Memory, game: GameDefinition, seats: int) -> None:
    memory.remember(SeatCount(seats), f"seats.{game.id}")


def recall_night_game(memory: Memory, games: Sequence[GameDefinition]) -> GameDefinition:
    """Return the game whose night was started last, or the first of these games."""
    saved = memory.recall(LastNight, _NIGHT_KEY)
    return next((game for game in games if saved is not None and game.id == saved.game), games[0])


def remember_night_game(memory: Memory, game: GameDefinition) -> None:
    memory.remember(LastNight(game.id), _NIGHT_KEY)


def recall_at_size(memory: Memory, kind: type[T], game: str, seats: int) -> T | None:
    """Return the value remembered for this number of seats, or for any number; None if there is none."""
    at_size = memory.recall(kind, f"{game}.{seats}")
    return memory.recall(kind, game) if at_size is None else at_size


def remember_at_size(memory: Memory, value: object, game: str, seats: int) -> None:
    for name in (f"{game}.{seats}", game):
        memory.remember(value, name)


@dataclass(frozen=True, slots=True)
class CardReveal:
    """State of the card reveal: number of cards, current card, and whether it is face up."""

    card_count: int
    index: int = 0
    is_turned: bool = False

    @property
    def is_over(self) -> bool:
        return self.index >= self.card_count

    def advance(self) -> CardReveal:
        """Turn the current card, or go on to the next one."""
        if self.is_over:
            return self
        return CardReveal(self.card_count, self.index + self.is_turned, not self.is_turned)


@dataclass(frozen=True, slots=True)
class RevealPreference:
    """Whether the players want the card reveal after the roles were recorded."""

    wanted: bool


# Memory key of `RevealPreference`.
PREFERENCE_KEY = "ceremony"


def reveal_order(roles: Sequence[str], weight: Callable[[str], int]) -> tuple[int, ...]:
    """Return the seats in the order in which their cards are turned: ascending weight, ties in seat order."""
    return tuple(sorted(range(len(roles)), key=lambda seat: weight(roles[seat])))


@dataclass(frozen=True, slots=True)
class SetupDefaults:
    """Default set-up of a game. `prepare_setup` gets players, memory and a random draw below a number.

    `is_first_game` tells whether a set-up is the one that the rules give for a first game, if they do.
    """

    prepare_setup: Callable[[tuple[str, ...], Memory, Callable[[int], int]], Any]
    is_first_game: Callable[[Any], bool] | None = None
