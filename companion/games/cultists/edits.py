"""Edits of past moves: the editable fields of each kind of move, moves that can be added, and the saved form
of an edit, so that it survives closing the app.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

from companion.core.game import IllegalMove, ProblemError
from companion.core.serialization import decode, decode_move, encode_move
from companion.games.cultists.actions import POINTS_BEYOND, SHELF_POINTS
from companion.games.cultists.moves import (
    Assassinate,
    Book,
    BookBack,
    Colour,
    Confronted,
    Correct,
    Dead,
    Declare,
    Event,
    Explored,
    FishmanScared,
    GateClosed,
    Hazard,
    HazardCard,
    Kills,
    Move,
    PowerRestored,
    Reached,
    Revealed,
    SeerGuess,
    ShelfCompleted,
    ShelfValue,
    Shelves,
    Vote,
    colour_of,
)
from companion.games.cultists.rules import GAME, apply
from companion.games.cultists.setup import ROUNDS
from companion.games.cultists.state import Phase, State
from companion.games.cultists.text import PhaseLog, RoundLog, Step, event_name, place_name, player_name
from companion.i18n.translator import Translator

FieldOptions = tuple[tuple[Any, str], ...]

# Minimum column widths in dp: numbers, names, words in two columns, words that need a whole row.
NUMBER_WIDTH_DP, NAME_WIDTH_DP, WORDS_WIDTH_DP, ROW_WIDTH_DP = 48, 96, 140, 200
# Boards have only a few rooms of one colour.
_ROOM_NUMBERS: Final = range(1, 5)
# No known board has a longer shelf; a shelf with a larger stored value also offers that value.
_SHELF_BOOKS: Final = 10


@dataclass(frozen=True, slots=True)
class EditField:
    """An editable field: its options, and the move that each of them makes."""

    label: str
    options: FieldOptions
    selected: Any
    make_move: Callable[[Any], Move]
    min_width_dp: float = NAME_WIDTH_DP


def make_fields(tr: Translator, before: State, move: Move) -> tuple[EditField, ...]:
    """Return the editable fields of a move made in state `before`; votes have their own form."""
    return tuple(_FieldFactory(tr, before).make_fields(move))


@dataclass(frozen=True, slots=True)
class _FieldFactory:
    tr: Translator
    before: State

    def make_fields(self, move: Move) -> Iterator[EditField]:
        before = self.before
        match move:
            case Event():
                left = dict.fromkeys((*before.bag, move.event))
                events = tuple((event, event_name(self.tr, event)) for event in left)
                yield self._make_field("event", events, move.event, Event, ROW_WIDTH_DP)
            case PowerRestored():
                yield self._actor_field(move)
            case GateClosed():
                yield from self._closer_fields(move)
            case Explored():
                yield from self._place_fields(move, "room")
            case Book() | BookBack():
                yield from self._place_fields(move, "shelf")
            case ShelfCompleted():
                yield from self._place_fields(move, "shelf")
                if move.points is not None:
                    yield EditField(
                        self.tr("cultists.points"),
                        self._numbers(SHELF_POINTS),
                        move.points,
                        partial(_with_value, move, "points"),
                        NUMBER_WIDTH_DP,
                    )
            case Hazard():
                yield from self._hazard_fields(move)
            case Confronted():
                rooms = dict.fromkeys((*before.cultist_tokens, move.room))
                options = tuple((room, place_name(self.tr, room)) for room in rooms)
                yield self._value_field(move, "room", "room", options)
                yield self._actor_field(move, automa=True)
            case Shelves():
                for index, value in enumerate(move.shelves):
                    yield from self._shelf_value(move, index, value)
            case Correct():
                yield from self._correction_fields(move)
            case Dead():
                yield self._seat_field(move, "found", "seat", before.living)
                yield self._actor_field(move)
            case Assassinate():
                yield self._seat_field(move, "assassin", "by", before.living_players)
                yield self._seat_field(move, "target", "target", before.living)
            case Revealed():
                yield self._verdict_field(move, "revealed", "last_cultist", "last", "not_last")
            case Declare():
                yield self._seat_field(move, "declared", "seat", before.living_players)
                yield self._verdict_field(move, "pulse", "right", "enough", "kills.no")
            case Kills():
                counts = tuple(
                    (reached, self.tr(f"cultists.edit.kills.{reached.value}")) for reached in Reached
                )
                yield self._value_field(move, "pulse", "reached", counts, WORDS_WIDTH_DP)
            case SeerGuess():
                yield self._seat_field(move, "named", "target", range(before.setup.seats))
                yield self._verdict_field(move, "guess", "hit", "seer", "not_seer")

    # -- fields of several moves --------------------------------------------------------------------------

    def _make_field(
        self,
        key: str,
        options: FieldOptions,
        selected: Any,
        make_move: Callable[[Any], Move],
        min_width_dp: float = NAME_WIDTH_DP,
    ) -> EditField:
        return EditField(self.tr(f"cultists.edit.{key}"), options, selected, make_move, min_width_dp)

    def _value_field(
        self, move: Move, key: str, name: str, options: FieldOptions, min_width_dp: float = NAME_WIDTH_DP
    ) -> EditField:
        """Return a field that replaces the value `name` of the move."""
        set_value = partial(_with_value, move, name)
        return self._make_field(key, options, getattr(move, name), set_value, min_width_dp)

    def _names(self, seats: Sequence[int]) -> FieldOptions:
        return tuple((seat, player_name(self.tr, self.before.setup, seat)) for seat in seats)

    def _names_or_unknown(self, seats: Sequence[int]) -> FieldOptions:
        return ((None, self.tr("cultists.edit.unknown")), *self._names(seats))

    def _numbers(self, numbers: Sequence[int]) -> FieldOptions:
        return tuple((number, self.tr.format_number(number)) for number in numbers)

    def _seat_field(self, move: Move, key: str, name: str, seats: Sequence[int]) -> EditField:
        return self._value_field(move, key, name, self._names(seats))

    def _actor_field(self, move: Move, *, automa: bool = False) -> EditField:
        seats = self.before.living if automa else self.before.living_players
        return self._value_field(move, "by", "by", self._names_or_unknown(seats))

    def _verdict_field(self, move: Move, key: str, name: str, yes_key: str, no_key: str) -> EditField:
        verdicts = ((True, self.tr(f"cultists.edit.{yes_key}")), (False, self.tr(f"cultists.edit.{no_key}")))
        return self._value_field(move, key, name, verdicts, WORDS_WIDTH_DP)

    def _place_fields(self, move: Move, name: str) -> Iterator[EditField]:
        """Yield the fields of a room or shelf: its colour, and its number if the board has several."""
        place: str = getattr(move, name)
        colour = colour_of(place)
        selected = colour.value if colour is not None else ""
        number = place.removeprefix(selected)
        colours = tuple((each.value, place_name(self.tr, each.value)) for each in Colour)
        yield self._make_field(
            name, colours, selected, lambda new_colour: _with_value(move, name, new_colour + number)
        )
        numbers = {"": self.tr("cultists.edit.only_one")}
        numbers |= {f"_{each}": self.tr.format_number(each) for each in _ROOM_NUMBERS}
        numbers.setdefault(number, number.removeprefix("_"))
        yield self._make_field(
            "number",
            tuple(numbers.items()),
            number,
            lambda ending: _with_value(move, name, selected + ending),
            NUMBER_WIDTH_DP,
        )

    # -- fields of one move -------------------------------------------------------------------------------

    def _closer_fields(self, move: GateClosed) -> Iterator[EditField]:
        """Yield a field for each of the two characters; only the first while none is selected."""
        players = self.before.living_players
        first = None if move.by is None else move.by[0]

        def make_gate_closed(seat: int | None) -> Move:
            if seat is None:
                return GateClosed()
            other = next((each for each in players if each != seat), seat)
            second = move.by[1] if move.by is not None and move.by[1] != seat else other
            return GateClosed((seat, second))

        yield self._make_field("by", self._names_or_unknown(players), first, make_gate_closed)
        if move.by is not None:
            one, two = move.by
            others = self._names([seat for seat in players if seat != one])
            yield self._make_field("with", others, two, lambda seat: GateClosed((one, seat)))

    def _hazard_fields(self, move: Hazard) -> Iterator[EditField]:
        cards = tuple((card, self.tr(f"cultists.hazard.{card.value}")) for card in HazardCard)
        somewhere = move.room or (self.before.explored or (Colour.LIGHT_BLUE.value,))[-1]

        def with_card(card: HazardCard) -> Move:
            room = somewhere if card is HazardCard.FAILURE and self.before.tokens_left else move.room
            return Hazard(card, room)

        yield self._make_field("card", cards, move.card, with_card)
        if move.room is not None:
            yield from self._place_fields(move, "room")

    def _shelf_value(self, move: Shelves, index: int, value: ShelfValue) -> Iterator[EditField]:
        """Yield the fields for one shelf's printed values."""
        sizes = range(1, max(_SHELF_BOOKS, value.books) + 1)
        for name, numbers in (("books", sizes), ("points", SHELF_POINTS)):

            def with_number(number: int, name: str = name) -> Move:
                changed = _with_value(value, name, number)
                return Shelves((*move.shelves[:index], changed, *move.shelves[index + 1 :]))

            label = " · ".join((place_name(self.tr, value.shelf), self.tr(f"cultists.building.shelf.{name}")))
            selected = getattr(value, name)
            yield EditField(label, self._numbers(numbers), selected, with_number, NUMBER_WIDTH_DP)

    def _correction_fields(self, move: Correct) -> Iterator[EditField]:
        """Yield fields for the values that a correction set; other values are not part of it."""
        tr, base = self.tr, self.before.numbers.points
        seats = self._names(range(self.before.setup.seats))
        power = ((True, tr("cultists.board.power.on")), (False, tr("cultists.board.power.off")))
        settable: dict[str, tuple[str, FieldOptions, float]] = {
            "points": ("points", self._numbers(range(base + POINTS_BEYOND + 1)), NUMBER_WIDTH_DP),
            "target": ("target", self._numbers(range(base - 1, base + 2)), NUMBER_WIDTH_DP),
            "knife": ("knife", seats, NAME_WIDTH_DP),
            "round": ("round", self._numbers(range(1, ROUNDS + 1)), NUMBER_WIDTH_DP),
            "power": ("power", power, WORDS_WIDTH_DP),
            "closes_in": ("gate", self._numbers(range(1, ROUNDS + 1)), NUMBER_WIDTH_DP),
        }
        for name, (label, options, min_width_dp) in settable.items():
            selected = getattr(move, name)
            if selected is not None:
                set_value = partial(_with_value, move, name)
                yield EditField(tr(f"cultists.more.{label}"), options, selected, set_value, min_width_dp)


def _with_value(record: Any, name: str, value: Any) -> Any:
    return replace(record, **{name: value})


@dataclass(frozen=True, slots=True)
class EntryEdit:
    """Replacement `moves` for a step (none if `is_removed`), or missing moves to add to a phase.

    `voter` is the seat whose vote is being entered, if one of the moves is a vote.
    """

    place: Step | PhaseLog
    moves: tuple[Move, ...]
    is_removed: bool = False
    voter: int = 0


def start_edit(place: Step | PhaseLog) -> EntryEdit:
    """Return an edit without changes."""
    return EntryEdit(place, () if isinstance(place, PhaseLog) else (place.move,))


@dataclass(frozen=True, slots=True)
class EditRecord:
    """An `EntryEdit` in stored form.

    `part` is the index of the phase in the game, `step` the move index of a step in it.
    """

    part: int
    step: int | None
    moves: tuple[Mapping[str, Any], ...]
    removed: bool
    voter: int


def to_edit_record(rounds: Sequence[RoundLog], edit: EntryEdit) -> EditRecord:
    place = edit.place
    step = None if isinstance(place, PhaseLog) else place.move_index
    part_indexes = (
        index
        for index, part in enumerate(_all_parts(rounds))
        if place is part or _find_step(part, step) is not None
    )
    moves = tuple(encode_move(GAME, move) for move in edit.moves)
    return EditRecord(next(part_indexes), step, moves, edit.is_removed, edit.voter)


def restore_saved(rounds: Sequence[RoundLog], saved: Mapping[str, Any]) -> EntryEdit | None:
    """Decode a saved edit; None if it is invalid or does not fit the history."""
    try:
        record = decode(EditRecord, saved)
        moves = tuple(decode_move(GAME, move) for move in record.moves)
    except ProblemError:
        return None
    parts = _all_parts(rounds)
    if record.part not in range(len(parts)):
        return None
    part = parts[record.part]
    place = part if record.step is None else _find_step(part, record.step)
    voters = range(len(part.first_state.setup.players))
    if place is None or record.voter not in voters:
        return None
    return EntryEdit(place, moves, record.removed, record.voter)


def _find_step(part: PhaseLog, move_index: int | None) -> Step | None:
    return next((step for step in part.steps if step.move_index == move_index), None)


def _all_parts(rounds: Sequence[RoundLog]) -> list[PhaseLog]:
    return [part for round_log in rounds for part in round_log.phases]


def find_missing_moves(state: State) -> dict[str, tuple[Move, ...]]:
    """Return the moves that can be added in this state, by kind, each as a first suggestion.

    A death includes its vote, because the game cannot go on without it. Nothing can be added while the
    phase asks about the last Cultist, because it would count as the answer.
    """
    result: dict[str, tuple[Move, ...]] = {}
    if state.phase is Phase.REVEALED:
        return result
    for kind, candidates in _candidates(state).items():
        fitting = next((moves for moves in candidates if _is_legal(state, moves)), None)
        if fitting is not None:
            result[kind] = fitting
    return result


def _candidates(state: State) -> dict[str, list[tuple[Move, ...]]]:
    shelves = [shelf.shelf for shelf in state.library] + [colour.value for colour in Colour]
    vote = Vote(ballots=(None,) * len(state.setup.players))
    kinds: dict[str, list[tuple[Move, ...]]] = {
        "book": [(Book(shelf),) for shelf in shelves],
        "shelf_completed": [
            (move,)
            for shelf in shelves
            for move in (ShelfCompleted(shelf), ShelfCompleted(shelf, SHELF_POINTS[0]))
        ],
        "book_back": [(BookBack(shelf),) for shelf in shelves],
        "explored": [(Explored(colour.value),) for colour in Colour],
        "dead": [(Dead(seat), vote) for seat in state.living],
        "vote": [(vote,)],
        "power_restored": [(PowerRestored(),)],
        "gate_closed": [(GateClosed(),)],
        "hazard": [(Hazard(HazardCard.SUCCESS),)],
        "confronted": [(Confronted(room),) for room in state.cultist_tokens],
        "fishman_scared": [(FishmanScared(),)],
    }
    by = state.assassin if state.assassin is not None else next(iter(state.living_players), None)
    if by is not None:
        kinds["assassinate"] = [(Assassinate(seat, by),) for seat in state.living if seat != by]
    return kinds


def _is_legal(state: State, moves: tuple[Move, ...]) -> bool:
    try:
        for move in moves:
            state = apply(state, move)
    except IllegalMove:
        return False
    return True
