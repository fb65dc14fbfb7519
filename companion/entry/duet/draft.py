"""A turn while it is being told: its clue, the word that was touched, a card that is typed. No Kivy here.

A draft takes whatever is tapped or typed; the rules check the whole of it when it becomes a move.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.core.game import IllegalMove, Problem
from companion.games.duet.play import apply
from companion.games.duet.setup import ClueNumber, clean_clue
from companion.games.duet.state import Agent, Assassin, Bystander, Clue, Guess, Move, State


@dataclass(frozen=True, slots=True)
class TurnDraft:
    """`word`, `number` and `by` are the clue; `telling` while that is being typed. `place` is the word that
    was touched. `card` is the place whose card is being typed, and `typed` what stands there so far."""

    word: str = ""
    number: ClueNumber | None = None
    by: int | None = None
    place: int | None = None
    telling: bool = False
    card: int | None = None
    typed: str = ""

    @property
    def clue(self) -> Clue:
        return Clue(clean_clue(self.word), self.number, self.by)

    @property
    def has_clue(self) -> bool:
        """Whether anything of it was told."""
        return self.clue != Clue()

    # -- the clue -------------------------------------------------------------------------------------------

    def with_word(self, word: str) -> TurnDraft:
        return replace(self, word=word)

    def toggle_number(self, number: ClueNumber) -> TurnDraft:
        """The same number once more takes it back."""
        return replace(self, number=None if number == self.number else number)

    def toggle_giver(self, seat: int) -> TurnDraft:
        """The same seat once more takes it back."""
        return replace(self, by=None if seat == self.by else seat)

    def set_clue_entry(self, is_entering: bool) -> TurnDraft:
        """What was told of the clue stays when its sheet is put away."""
        return replace(self, telling=is_entering)

    def without_clue(self) -> TurnDraft:
        return replace(self, word="", number=None, by=None, telling=False)

    # -- the grid -------------------------------------------------------------------------------------------

    def toggle_place(self, place: int) -> TurnDraft:
        """This word was touched; the same once more was a slip."""
        return replace(self, place=None if place == self.place else place)

    def with_card(self, place: int | None, typed: str = "") -> TurnDraft:
        """The card on this place is being typed; None: no card any more."""
        return replace(self, card=place, typed="" if place is None else typed)


def draft_from_move(move: Move) -> TurnDraft:
    """A move that was made, as it was entered."""
    match move:
        case Clue(word, number, by):
            return TurnDraft(word, number, by)
        case Agent(place) | Bystander(place) | Assassin(place):
            return TurnDraft(place=place)
        case _:
            return TurnDraft()


def validate_place(state: State, place: int) -> Problem | None:
    """Why nobody can touch this word now, or None. A bystander may turn up anywhere, so a refusal of one is
    about the place alone."""
    guess: Guess = Bystander(place)
    try:
        apply(state, guess)
    except IllegalMove as exc:
        return exc.problem
    return None


def open_words(state: State) -> tuple[str, ...]:
    """What the cards read that still lie open, as far as somebody typed it: no clue may be one of them."""
    words = (state.word(index) for index, place in enumerate(state.places) if not place.is_covered)
    return tuple(word for word in words if word)


def untyped_cards(state: State, after: int = -1) -> tuple[int, ...]:
    """The places beyond this one whose card somebody may still touch and nobody has typed."""
    return tuple(
        index
        for index, place in enumerate(state.places)
        if index > after and not place.is_covered and not state.word(index)
    )
