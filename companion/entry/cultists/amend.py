"""What can be changed in each kind of move. No Kivy here."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

from companion.entry.cultists.words import event_name, name_of, place_name
from companion.games.cultists.building import POINTS_BEYOND, SHELF_POINTS
from companion.games.cultists.decks import ROUNDS
from companion.games.cultists.moves import (
    Assassinate,
    Book,
    BookBack,
    Card,
    Confronted,
    Correct,
    Dead,
    Declare,
    Event,
    Explored,
    GateClosed,
    Hazard,
    Kills,
    Move,
    PowerRestored,
    Reached,
    Revealed,
    SeerGuess,
    ShelfCompleted,
    ShelfValue,
    Shelves,
)
from companion.games.cultists.places import Colour, colour_of
from companion.games.cultists.state import State
from companion.i18n.translator import Translator

Options = tuple[tuple[Any, str], ...]

# Narrowest columns in dp: figures, names, words of which two stand side by side, words that need a whole row.
NUMBER, NAME, WORDS, ROW = 48, 96, 140, 200
# Boards have a few rooms of a colour at the most.
_ROOM_NUMBERS: Final = range(1, 5)
# No board is known with a longer shelf; one that is offers its own size too.
_SHELF_BOOKS: Final = 10


@dataclass(frozen=True, slots=True)
class Field:
    """One thing that can be changed: what may be chosen, and the move that each choice makes."""

    label: str
    options: Options
    chosen: Any
    put: Callable[[Any], Move]
    narrowest: float = NAME


def fields(tr: Translator, before: State, move: Move) -> tuple[Field, ...]:
    """What can be changed in a move that was made in this state; a vote has a form of its own."""
    return tuple(_Fields(tr, before).of(move))


@dataclass(frozen=True, slots=True)
class _Fields:
    tr: Translator
    before: State

    def of(self, move: Move) -> Iterator[Field]:
        match move:
            case Event():
                yield from self._event(move)
            case PowerRestored():
                yield self._by(move.by, lambda seat: PowerRestored(seat))
            case GateClosed():
                yield from self._closers(move)
            case Explored():
                yield from self._place("cultists.edit.room", move.room, lambda room: Explored(room))
            case Book():
                yield from self._place("cultists.edit.shelf", move.shelf, lambda shelf: Book(shelf))
            case BookBack():
                yield from self._place("cultists.edit.shelf", move.shelf, lambda shelf: BookBack(shelf))
            case ShelfCompleted():
                yield from self._shelf(move)
            case Hazard():
                yield from self._hazard(move)
            case Confronted():
                rooms = dict.fromkeys((*self.before.cultist_tokens, move.room))
                options = tuple((room, place_name(self.tr, room)) for room in rooms)
                yield self._field("room", options, move.room, lambda room: replace(move, room=room))
                yield self._by(move.by, lambda seat: replace(move, by=seat), automa=True)
            case Shelves():
                for at, value in enumerate(move.shelves):
                    yield from self._shelf_value(move, at, value)
            case Correct():
                yield from self._correction(move)
            case _:
                yield from self._of_people(move)

    def _of_people(self, move: Move) -> Iterator[Field]:
        tr = self.tr
        match move:
            case Dead():
                yield self._seat("found", move.seat, lambda seat: replace(move, seat=seat), self._living)
                yield self._by(move.by, lambda seat: replace(move, by=seat))
            case Assassinate():
                players = self.before.living_players
                yield self._seat("assassin", move.by, lambda seat: replace(move, by=seat), players)
                yield self._seat("target", move.target, lambda seat: replace(move, target=seat), self._living)
            case Revealed():
                verdicts = ((True, tr("cultists.edit.last")), (False, tr("cultists.edit.not_last")))
                yield self._field(
                    "revealed",
                    verdicts,
                    move.last_cultist,
                    lambda last: replace(move, last_cultist=last),
                    WORDS,
                )
            case Declare():
                players = self.before.living_players
                verdicts = ((True, tr("cultists.edit.enough")), (False, tr("cultists.edit.kills.no")))
                yield self._seat("declared", move.seat, lambda seat: replace(move, seat=seat), players)
                yield self._field(
                    "pulse", verdicts, move.right, lambda right: replace(move, right=right), WORDS
                )
            case Kills():
                counts = tuple((reached, tr(f"cultists.edit.kills.{reached.value}")) for reached in Reached)
                yield self._field("pulse", counts, move.reached, lambda reached: Kills(reached), WORDS)
            case SeerGuess():
                everyone = range(self.before.setup.seats)
                verdicts = ((True, tr("cultists.edit.seer")), (False, tr("cultists.edit.not_seer")))
                yield self._seat("named", move.target, lambda seat: replace(move, target=seat), everyone)
                yield self._field("guess", verdicts, move.hit, lambda hit: replace(move, hit=hit), WORDS)

    # -- what several moves have --------------------------------------------------------------------------

    @property
    def _living(self) -> Sequence[int]:
        return self.before.living

    def _field(
        self, key: str, options: Options, chosen: Any, put: Callable[[Any], Move], narrowest: float = NAME
    ) -> Field:
        return Field(self.tr(f"cultists.edit.{key}"), options, chosen, put, narrowest)

    def _names(self, seats: Sequence[int]) -> Options:
        return tuple((seat, name_of(self.tr, self.before.setup, seat)) for seat in seats)

    def _seat(self, key: str, chosen: int, put: Callable[[int], Move], seats: Sequence[int]) -> Field:
        return self._field(key, self._names(seats), chosen, put)

    def _by(self, chosen: int | None, put: Callable[[int | None], Move], *, automa: bool = False) -> Field:
        seats = self.before.living if automa else self.before.living_players
        return self._field("by", ((None, self.tr("cultists.edit.unknown")), *self._names(seats)), chosen, put)

    def _place(self, label: str, place: str, put: Callable[[str], Move]) -> Iterator[Field]:
        """A room or a shelf: its colour, and its number where the board has several."""
        colour = colour_of(place)
        chosen = colour.value if colour is not None else ""
        number = place.removeprefix(chosen)
        colours = tuple((each.value, place_name(self.tr, each.value)) for each in Colour)
        yield Field(self.tr(label), colours, chosen, lambda name: put(name + number))
        numbers = {"": self.tr("cultists.edit.only_one")}
        numbers |= {f"_{each}": self.tr.number(each) for each in _ROOM_NUMBERS}
        numbers.setdefault(number, number.removeprefix("_"))
        options = tuple(numbers.items())
        yield self._field("number", options, number, lambda ending: put(chosen + ending), NUMBER)

    # -- moves with more to them --------------------------------------------------------------------------

    def _event(self, move: Event) -> Iterator[Field]:
        left = dict.fromkeys((*self.before.bag, move.event))
        options = tuple((event, event_name(self.tr, event)) for event in left)
        yield self._field("event", options, move.event, lambda event: Event(event), ROW)

    def _closers(self, move: GateClosed) -> Iterator[Field]:
        """Two fields, one for each; as long as nobody is known the first one stands alone."""
        players = self.before.living_players
        options = ((None, self.tr("cultists.edit.unknown")), *self._names(players))
        first = None if move.by is None else move.by[0]

        def closed(seat: int | None) -> Move:
            if seat is None:
                return GateClosed()
            other = next((each for each in players if each != seat), seat)
            kept = move.by[1] if move.by is not None and move.by[1] != seat else other
            return GateClosed((seat, kept))

        yield self._field("by", options, first, closed)
        if move.by is not None:
            one, two = move.by
            others = [seat for seat in players if seat != one]
            yield self._seat("with", two, lambda seat: GateClosed((one, seat)), others)

    def _shelf(self, move: ShelfCompleted) -> Iterator[Field]:
        yield from self._place("cultists.edit.shelf", move.shelf, lambda shelf: replace(move, shelf=shelf))
        if move.points is not None:
            options = self._numbers(SHELF_POINTS)
            label = self.tr("cultists.points")
            yield Field(label, options, move.points, lambda points: replace(move, points=points), NUMBER)

    def _hazard(self, move: Hazard) -> Iterator[Field]:
        cards = tuple((card, self.tr(f"cultists.hazard.{card.value}")) for card in Card)
        somewhere = move.room or (self.before.explored or (Colour.LIGHT_BLUE.value,))[-1]

        def shown(card: Card) -> Move:
            room = somewhere if card is Card.FAILURE and self.before.tokens_left else move.room
            return Hazard(card, room)

        yield self._field("card", cards, move.card, shown)
        if move.room is not None:
            yield from self._place("cultists.edit.room", move.room, lambda room: replace(move, room=room))

    def _shelf_value(self, move: Shelves, at: int, value: ShelfValue) -> Iterator[Field]:
        """What is printed at one of the shelves that were entered."""

        def field(key: str, numbers: Sequence[int], chosen: int, put: Callable[[int], ShelfValue]) -> Field:
            def entered(number: int) -> Move:
                return Shelves((*move.shelves[:at], put(number), *move.shelves[at + 1 :]))

            label = " · ".join((place_name(self.tr, value.shelf), self.tr(f"cultists.building.shelf.{key}")))
            return Field(label, self._numbers(numbers), chosen, entered, NUMBER)

        sizes = range(1, max(_SHELF_BOOKS, value.books) + 1)
        yield field("books", sizes, value.books, lambda books: replace(value, books=books))
        yield field("points", SHELF_POINTS, value.points, lambda points: replace(value, points=points))

    def _correction(self, move: Correct) -> Iterator[Field]:
        """What a correction set. What it left alone is another one's."""
        tr, base = self.tr, self.before.numbers.points
        seats = self._names(range(self.before.setup.seats))
        power = ((True, tr("cultists.board.power.on")), (False, tr("cultists.board.power.off")))
        settable: dict[str, tuple[str, Options, float]] = {
            "points": ("points", self._numbers(range(base + POINTS_BEYOND + 1)), NUMBER),
            "target": ("target", self._numbers(range(base - 1, base + 2)), NUMBER),
            "knife": ("knife", seats, NAME),
            "round": ("round", self._numbers(range(1, ROUNDS + 1)), NUMBER),
            "power": ("power", power, WORDS),
            "closes_in": ("gate", self._numbers(range(1, ROUNDS + 1)), NUMBER),
        }
        for name, (label, options, narrowest) in settable.items():
            chosen = getattr(move, name)
            if chosen is not None:
                put = partial(_corrected, move, name)
                yield Field(tr(f"cultists.more.{label}"), options, chosen, put, narrowest)

    def _numbers(self, numbers: Sequence[int]) -> Options:
        return tuple((number, self.tr.number(number)) for number in numbers)


def _corrected(move: Correct, name: str, value: Any) -> Correct:
    return replace(move, **{name: value})
