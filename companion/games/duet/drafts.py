"""Draft of a turn: its clue, the selected word, and a card whose word is being typed.

A draft accepts any input; the rules validate it when it becomes a move.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from companion.core.drafts import DraftCodec
from companion.core.game import IllegalMove, Problem
from companion.core.session import AnySession
from companion.games.duet.rules import apply
from companion.games.duet.setup import KEY_AGENTS, MAX_CLUE_LENGTH, WORDS, ClueNumber, clean_clue
from companion.games.duet.state import Agent, Assassin, Bystander, Clue, Move, PhaseKind, State


@dataclass(frozen=True, slots=True)
class ClueDraft:
    """Draft of a clue as far as it was entered."""

    word: str = ""
    number: ClueNumber | None = None
    by: int | None = None

    @property
    def clue(self) -> Clue:
        return Clue(clean_clue(self.word), self.number, self.by)

    @property
    def has_clue(self) -> bool:
        """True if any part of the clue was entered."""
        return self.clue != Clue()

    def with_word(self, word: str) -> Self:
        return replace(self, word=word)

    def toggle_number(self, number: ClueNumber) -> Self:
        """Set the number; the same number again clears it."""
        return replace(self, number=None if number == self.number else number)

    def toggle_giver(self, seat: int) -> Self:
        """Set the giver; the same seat again clears it."""
        return replace(self, by=None if seat == self.by else seat)

    @property
    def has_valid_clue(self) -> bool:
        """True if word and number are possible: they may come from a damaged file."""
        is_valid_number = not isinstance(self.number, int) or self.number in range(KEY_AGENTS + 1)
        return len(self.word) <= MAX_CLUE_LENGTH and is_valid_number


@dataclass(frozen=True, slots=True)
class TurnDraft(ClueDraft):
    """Draft of a turn. `telling` while the clue is being entered. `place` is the selected word. `card` is the
    place whose word is being typed, and `typed` its text so far."""

    place: int | None = None
    telling: bool = False
    card: int | None = None
    typed: str = ""

    def set_clue_entry(self, is_entering: bool) -> TurnDraft:
        """Open or close the clue entry; closing it does not clear the clue."""
        return replace(self, telling=is_entering)

    def without_clue(self) -> TurnDraft:
        return replace(self, word="", number=None, by=None, telling=False)

    def toggle_place(self, place: int) -> TurnDraft:
        """Select this word; the same word again deselects it."""
        return replace(self, place=None if place == self.place else place)

    def with_card(self, place: int | None, typed: str = "") -> TurnDraft:
        """Set the card being typed; None ends typing."""
        return replace(self, card=place, typed="" if place is None else typed)


def draft_from_move(move: Move) -> TurnDraft:
    """Return the draft from which this move was made."""
    match move:
        case Clue(word, number, by):
            return TurnDraft(word=word, number=number, by=by)
        case Agent(place) | Bystander(place) | Assassin(place):
            return TurnDraft(place=place)
        case _:
            return TurnDraft()


def validate_place(state: State, place: int) -> Problem | None:
    """Return why this word cannot be guessed now, or None. Tested with a bystander, which is possible
    anywhere, so that an error is about the place alone."""
    try:
        apply(state, Bystander(place))
    except IllegalMove as exc:
        return exc.problem
    return None


def open_words(state: State) -> tuple[str, ...]:
    """Return the known words that are not covered: no clue may be one of them."""
    words = (state.word(index) for index, place in enumerate(state.places) if not place.is_covered)
    return tuple(word for word in words if word)


def untyped_cards(state: State, after: int = -1) -> tuple[int, ...]:
    """Return the places after this one whose card is not covered and whose word is not typed in."""
    return tuple(
        index
        for index, place in enumerate(state.places)
        if index > after and not place.is_covered and not state.word(index)
    )


def _empty_draft(session: AnySession) -> TurnDraft:
    return draft_from_move(session.undone_moves[0]) if session.undone_moves else TurnDraft()


def _from_record(session: AnySession, draft: TurnDraft) -> TurnDraft | None:
    """Return the stored draft without the parts that do not fit the state; None if it is invalid. Moves
    recorded with `keep_draft` may have made parts of it obsolete."""
    state: State = session.state
    if not _is_valid(draft):
        return None
    if state.phase.what is not PhaseKind.GUESS or state.clue is not None:
        draft = draft.without_clue()
    players = range(len(state.setup.players))
    if draft.by is not None and (draft.by not in players or state.setup.side_of(draft.by) is not state.giver):
        draft = replace(draft, by=None)
    if not state.setup.has_grid:
        return replace(draft, place=None).with_card(None)
    if draft.place is not None and validate_place(state, draft.place) is not None:
        draft = replace(draft, place=None)
    return draft


def _is_valid(draft: TurnDraft) -> bool:
    places = {draft.place, draft.card} - {None}
    return draft.has_valid_clue and len(draft.typed) <= MAX_CLUE_LENGTH and places.issubset(range(WORDS))


def _is_compatible(one: State, other: State) -> bool:
    """True if the same side gives a clue; words that are no longer open are dropped on decoding."""
    return one.phase == other.phase and (one.clue is None) == (other.clue is None)


DRAFT_CODEC: DraftCodec[TurnDraft] = DraftCodec(TurnDraft, _empty_draft, _from_record, _is_compatible)
