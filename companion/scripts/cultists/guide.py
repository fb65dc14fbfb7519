"""From the box to the night, and back into the box: what to lay out, in which order and how many.

Which parts of the map a table uses and what is printed on them is not known here, so no step says it.
What is told outside the guide too, on the way into the night and at dawn, has its words in the game's own
catalogue.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from typing import Final

from companion.games.box import Piece
from companion.games.cultists.box import BOX, KINDS, event_piece, role_piece
from companion.games.cultists.decks import HAZARD_DECK, ROUNDS, Cards, Numbers, numbers
from companion.games.cultists.events import BROKEN_GLASS, EVENTS, HANDHELD_CAMERA, bag
from companion.games.cultists.roles import ROLES
from companion.games.cultists.setup import FEWEST, MOST, Setup, problems, tokens
from companion.games.cultists.state import CULTIST_TOKENS
from companion.games.game import blocking
from companion.scripts.cultists import guide_scenes
from companion.scripts.guides import PACKING, Step
from companion.scripts.scenes import Scene
from companion.scripts.sentences import Arg

DECKS: Final = "decks"
PULSE: Final = "pulse"  # not at every table
PEOPLE: Final = "people"
ROOMS: Final = "rooms"
FIGURES: Final = "figures"
BOARD: Final = "board"
READY: Final = "ready"
PARTS: Final = (DECKS, PULSE, PEOPLE, ROOMS, FIGURES, BOARD, READY)
# What is told at dawn.
AFTER_NIGHT: Final = "after_night"
GOLDEN: Final = "golden"

Args = dict[str, Arg]
Pieces = tuple[Piece, ...]


def guide(setup: Setup) -> tuple[Step, ...]:
    """All steps up to the night. Raises `BadSetup` if this set-up cannot be played."""
    return tuple(_steps(setup, *PARTS))


def after_night(setup: Setup) -> tuple[Step, ...]:
    """What is left to do with the cards when all eyes are open."""
    return tuple(_steps(setup, AFTER_NIGHT))


def golden(setup: Setup) -> tuple[Step, ...]:
    """The rules that hold from then on."""
    return tuple(_steps(setup, GOLDEN))


def packing(setup: Setup) -> tuple[Step, ...]:
    """All goes back, what this table left in the box too: so what is lost is missed today."""
    numbers(setup)
    return tuple(
        Step(
            name,
            PACKING,
            f"cultists_guide.pack.{name}",
            pieces=tuple(
                Piece(kind.id, kind.count)
                for kind in BOX
                if kind.count is not None and _place_of(kind.id) == name
            ),
            why=f"cultists_guide.why.pack_{name}",
        )
        for name in _PLACES
    )


def counted() -> Iterator[Setup]:
    """A table of every size, with the Automa and without, for the first time and later."""
    for seated, automa, first in product(range(FEWEST, MOST + 1), (False, True), (False, True)):
        setup = Setup(tuple(map(str, range(1, seated + 1))), automa=automa, first_game=first)
        if not blocking(problems(setup)):
            yield setup


def scene(setup: Setup, part: str) -> Scene:
    return _SCENES[part](setup)


_SCENES: Final[Mapping[str, Callable[[Setup], Scene]]] = {
    DECKS: guide_scenes.decks,
    PULSE: guide_scenes.pulse,
    PEOPLE: guide_scenes.people,
    ROOMS: guide_scenes.rooms,
    FIGURES: guide_scenes.figures,
    BOARD: guide_scenes.board,
    READY: guide_scenes.ready,
    PACKING: guide_scenes.packing,
}

# Where things go when they are packed, in the order in which they do; the rest lies with the small pieces.
_SMALL: Final = "small"
_PLACES: Final[Mapping[str, frozenset[str]]] = {
    "empty": frozenset({"envelope"}),
    "cards": frozenset(Cards.__dataclass_fields__),
    "roles": frozenset(map(role_piece, ROLES)),
    "events": frozenset({"bag", *map(event_piece, EVENTS)}),
    _SMALL: frozenset(),
    "large": frozenset({"map_part", "character", "broken_window", "clock", "gate"}),
}


def _place_of(kind: str) -> str:
    return next((place for place, kinds in _PLACES.items() if kind in kinds), _SMALL)


# One table ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Table:
    setup: Setup
    numbers: Numbers
    tokens: tuple[str, ...]

    @property
    def pulse(self) -> bool:
        return self.numbers.pulse_pool is not None

    @property
    def left_over(self) -> int:
        """Cards of the pulse pool that nobody gets."""
        pool = self.numbers.pulse_pool
        return pool.total - self.numbers.seats if pool else 0


# What is done to every deck or every token: with others it is done anew.
_WITH_TOKENS: Final = frozenset(
    {"pulse_cultists", "pulse_investigators", "hide_tokens", "envelopes", "deal", "deal_automa", "look"}
)


def _steps(setup: Setup, *parts: str) -> Iterator[Step]:
    table = _Table(setup, numbers(setup), tokens(setup))
    for entry in ENTRIES:
        if entry.part in parts and entry.when(table):
            yield Step(
                entry.id,
                entry.part,
                entry.key(table),
                entry.args(table),
                entry.pieces(table),
                f"cultists_guide.why.{entry.id}" if entry.part in PARTS else None,
                table.tokens if entry.id in _WITH_TOKENS else (),
            )


When = Callable[[_Table], bool]


def _always(_: _Table) -> bool:
    return True


def _automa(table: _Table) -> bool:
    return table.setup.automa


def _pulse(table: _Table) -> bool:
    return table.pulse


def _first(table: _Table) -> bool:
    return table.setup.first_game


def _later(table: _Table) -> bool:
    return not table.setup.first_game


# The numbers of a sentence -----------------------------------------------------------------------------


def _no_args(_: _Table) -> Args:
    return {}


def _seats(table: _Table) -> Args:
    return {"n": table.numbers.seats}


def _cards(cards: Cards, *kinds: str) -> Args:
    return {kind: getattr(cards, kind) for kind in kinds}


def _investigator_decks(table: _Table) -> Args:
    deck = _cards(table.numbers.investigator_deck, "alive", "success")
    return {"n": table.numbers.investigators, **deck}


def _cultist_decks(table: _Table) -> Args:
    kinds = ("alive", "dead", "success", "failure", "sabotage")
    return {"n": table.numbers.cultists, **_cards(table.numbers.cultist_deck, *kinds)}


def _pulse_pool(table: _Table) -> Args:
    return _cards(table.numbers.pulse_pool or Cards(), "alive", "dead")


def _left_over(table: _Table) -> Args:
    return {"n": table.left_over}


def _room_cards(table: _Table) -> Args:
    return {"rooms": table.numbers.rooms, **_draw_pile(table)}


def _draw_pile(table: _Table) -> Args:
    return _cards(table.numbers.draw_pile, "success", "failure", "sabotage")


def _hazard_deck(_: _Table) -> Args:
    return _cards(HAZARD_DECK, "success", "failure")


def _room_tokens(table: _Table) -> Args:
    return {"plain": table.numbers.plain_rooms, "hazard": table.numbers.hazard_rooms}


def _tokens(_: _Table) -> Args:
    return {"tokens": CULTIST_TOKENS}


def _goal(table: _Table) -> Args:
    return {"points": table.numbers.points}


def _starter(table: _Table) -> Args:
    return {"name": table.setup.players[table.setup.knife]}


def _holder(table: _Table) -> Args:
    """Who sits on the Automa's left and does for it what it cannot do itself."""
    return {"name": table.setup.players[table.setup.automa_holder or 0]}


def _aims(table: _Table) -> Args:
    return {"points": table.numbers.points, "rounds": ROUNDS, "kills": table.numbers.kills}


# What is taken from the box ----------------------------------------------------------------------------


def _no_pieces(_: _Table) -> Pieces:
    return ()


def _laid(cards: Cards) -> Pieces:
    return tuple(Piece(kind, count) for kind, count in cards.counts().items())


def _all_of(*kinds: str) -> Callable[[_Table], Pieces]:
    """As many as the box holds. Of books and map parts nobody knows how many a table needs."""
    return lambda _: tuple(Piece(kind, KINDS[kind].count or 0) for kind in kinds)


def _each_seat(kind: str) -> Callable[[_Table], Pieces]:
    return lambda table: (Piece(kind, table.numbers.seats),)


def _without_route(deck: Cards) -> Cards:
    return replace(deck, route=0)


def _role_tokens(table: _Table) -> Pieces:
    return tuple(Piece(role_piece(role), count) for role, count in Counter(table.tokens).items())


def _bag(table: _Table) -> Pieces:
    events = (Piece(event_piece(event), count) for event, count in bag(table.setup).items())
    return (Piece("bag", 1), *events)


def _bag_key(table: _Table) -> str:
    """The events that stay in the box decide what is said."""
    out = EVENTS.keys() - bag(table.setup).keys()
    name = {
        frozenset({HANDHELD_CAMERA}): "bag",
        frozenset({HANDHELD_CAMERA, BROKEN_GLASS}): "bag_first_game",
        frozenset(): "bag_large",
        frozenset({BROKEN_GLASS}): "bag_large_first_game",
    }[frozenset(out)]
    return f"cultists_guide.step.{name}"


@dataclass(frozen=True, slots=True)
class Entry:
    """A step of the whole guide: where it stands, when it is there, its numbers and its pieces.

    `told`: its words are the game's own, for they are told outside the guide too.
    """

    id: str
    part: str
    when: When = _always
    args: Callable[[_Table], Args] = _no_args
    pieces: Callable[[_Table], Pieces] = _no_pieces
    told: bool = False
    says: Callable[[_Table], str] | None = None

    def key(self, table: _Table) -> str:
        if self.says is not None:
            return self.says(table)
        return f"cultists.guide.{self.id}" if self.told else f"cultists_guide.step.{self.id}"


ENTRIES: Final = (
    Entry("as_for", DECKS, _automa, _seats),
    Entry("first_game", DECKS, _first, _tokens),
    Entry("routes", DECKS, args=_seats, pieces=_each_seat("route")),
    Entry(
        *("investigator_decks", DECKS, _always, _investigator_decks),
        lambda table: _laid(_without_route(table.numbers.investigator_deck) * table.numbers.investigators),
    ),
    Entry(
        *("cultist_decks", DECKS, _always, _cultist_decks),
        lambda table: _laid(_without_route(table.numbers.cultist_deck) * table.numbers.cultists),
    ),
    Entry("role_tokens", DECKS, pieces=_role_tokens),
    Entry(
        *("pulse_pool", PULSE, _pulse, _pulse_pool),
        lambda table: _laid(table.numbers.pulse_pool or Cards()),
        told=True,
    ),
    Entry("pulse_cultists", PULSE, _pulse),
    Entry("pulse_investigators", PULSE, _pulse),
    Entry("pulse_left_over", PULSE, lambda table: table.left_over > 0, _left_over),
    Entry("hide_tokens", PEOPLE),
    Entry("envelopes", PEOPLE, _always, _seats, _each_seat("envelope")),
    Entry("deal", PEOPLE),
    Entry("deal_automa", PEOPLE, _automa, _holder),
    Entry("characters", PEOPLE, pieces=lambda table: (Piece("character", len(table.setup.players)),)),
    Entry("automa_character", PEOPLE, _automa, _holder, lambda _: (Piece("character", 1),)),
    Entry("map", ROOMS, _always, _seats, _all_of("map_part")),
    Entry("room_cards", ROOMS, _always, _room_cards, lambda table: _laid(table.numbers.room_start)),
    Entry("draw_pile", ROOMS, _always, _draw_pile, lambda table: _laid(table.numbers.draw_pile)),
    Entry(
        *("hazard_deck", ROOMS, _later, _hazard_deck),
        lambda _: (*_laid(HAZARD_DECK), Piece("broken_window", 1)),
    ),
    Entry("discs", FIGURES, _always, _seats, _each_seat("disc")),
    Entry("cultist_tokens", FIGURES, _later, _tokens, _all_of("cultist_token")),
    Entry("fishman", FIGURES, _later, pieces=_all_of("fishman")),
    Entry("vote_token", FIGURES, pieces=_all_of("vote_token")),
    Entry("power_token", FIGURES, pieces=_all_of("electricity_token")),
    Entry("bag", BOARD, pieces=_bag, says=_bag_key),
    Entry("clock", BOARD, pieces=_all_of("clock")),
    Entry("points", BOARD, _always, _goal, _all_of("points_marker", "finger")),
    Entry("books", BOARD, pieces=_all_of("book")),
    Entry(
        *("room_tokens", BOARD, _always, _room_tokens),
        lambda table: (
            Piece("room_plain", table.numbers.plain_rooms),
            Piece("room_hazard", table.numbers.hazard_rooms),
        ),
    ),
    Entry("knife", READY, _always, _starter, _all_of("knife", "phase_marker")),
    Entry("gate", READY, pieces=_all_of("gate")),
    Entry("aims", READY, args=_aims, told=True),
    Entry("look", READY, told=True),
    Entry("look_automa", READY, _automa, _holder),
    Entry("pulse_deck", AFTER_NIGHT, _pulse, told=True),
    Entry("hand", AFTER_NIGHT, lambda table: not table.pulse, told=True),
    Entry("hand_order", AFTER_NIGHT, told=True),
    Entry(
        *("automa_pulse", AFTER_NIGHT, lambda table: table.setup.automa and table.pulse, _holder),
        told=True,
    ),
    Entry("automa_piles", AFTER_NIGHT, _automa, _holder, told=True),
    Entry("automa_route", AFTER_NIGHT, _automa, told=True),
    Entry(
        *("automa_partner", AFTER_NIGHT),
        when=lambda table: table.setup.automa and table.numbers.cultists > 1,
        told=True,
    ),
    *(Entry(rule, GOLDEN, told=True) for rule in ("talk", "hide", "own_role", "move", "unseen")),
)
