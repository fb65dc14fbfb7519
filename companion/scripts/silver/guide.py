"""From the box to the first round, for one table, and how every round is dealt: as data.

A step names its sentence and what is put into it. Every round is dealt alike: all cards come back, and the
rows that nobody sits at go out again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from companion.games.box import Piece
from companion.games.silver.box import AMULET, CARD, REFERENCE
from companion.games.silver.cards import BOX_CARDS
from companion.games.silver.setup import MOST, VILLAGE, Setup, removed_cards
from companion.scripts import guides
from companion.scripts.guides import PACKING
from companion.scripts.scenes import HEIGHT, PLATE, WIDTH, Scene, Shape, Thing, belonging, disc, plate, row
from companion.scripts.sentences import Arg

# Cards of the own village that everybody has seen before the first turn.
LOOKED_AT: Final = 2
# What is left for the deck once four rows lie there, at any table.
DECK: Final = BOX_CARDS - MOST * VILLAGE

VILLAGES, MIDDLE, READY = "villages", "middle", "ready"
PARTS: Final = (VILLAGES, MIDDLE, READY)


# -- every round --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DealStep:
    """`warns`: easily forgotten, and a table that forgets it plays with the wrong cards."""

    key: str
    args: Mapping[str, int | str] = field(default_factory=dict, hash=False)
    warns: bool = False


def spare_rows(players: int) -> int:
    """How many rows go out of the game unseen."""
    return removed_cards(players) // VILLAGE


def deal(players: int, starter: str | None = None) -> tuple[DealStep, ...]:
    """What so many players do before a round. `starter` starts the first one, and has no amulet yet: it is
    laid on that side."""
    steps = [DealStep("silver.setup.shuffle", {"cards": BOX_CARDS, "rows": MOST, "row": VILLAGE})]
    if rows := spare_rows(players):
        steps.append(
            DealStep("silver.setup.put_away", {"n": rows, "cards": removed_cards(players)}, warns=True)
        )
    steps.append(DealStep("silver.setup.deck", {"cards": DECK}))
    if starter is not None:
        steps.append(DealStep("silver.setup.amulet", {"name": starter}))
    steps.append(DealStep("silver.setup.peek", {"cards": LOOKED_AT}))
    return tuple(steps)


# -- the first round, step by step --------------------------------------------------------------------------


def guide(setup: Setup) -> tuple[guides.Step, ...]:
    return tuple(_steps(setup))


def _steps(setup: Setup) -> Iterator[guides.Step]:
    players, spare = setup.players, spare_rows(len(setup.players))
    yield _step("shuffle", VILLAGES)
    yield _step(
        "rows", VILLAGES, key="rows_spare" if spare else "rows", pieces=(Piece(CARD, MOST * VILLAGE),)
    )
    if spare:
        yield _step("put_away", VILLAGES, key="put_away_one" if spare == 1 else "put_away_two")
    yield _step("deck", MIDDLE, pieces=(Piece(CARD, DECK),))
    yield _step("discard", MIDDLE)
    yield _step("reference", MIDDLE, pieces=(Piece(REFERENCE, len(players)),))
    amulet = (Piece(AMULET, 1),)
    if setup.amulet is None:
        yield _step("amulet", READY, {"name": players[setup.start]}, pieces=amulet)
    else:
        yield _step("amulet_held", READY, {"name": players[setup.amulet]}, pieces=amulet)
        yield _step("starter", READY, {"name": players[setup.start]})
    yield _step("peek", READY, hangs_on=(str(len(players)),))


def packing(setup: Setup) -> tuple[guides.Step, ...]:
    kinds = ((CARD, BOX_CARDS), (REFERENCE, len(setup.players)), (AMULET, 1))
    return tuple(
        guides.Step(kind, PACKING, f"silver_guide.pack.{kind}", pieces=(Piece(kind, count),))
        for kind, count in kinds
    )


def _step(
    name: str,
    part: str,
    args: Mapping[str, Arg] | None = None,
    *,
    key: str | None = None,
    pieces: tuple[Piece, ...] = (),
    hangs_on: tuple[str, ...] = (),
) -> guides.Step:
    return guides.Step(
        name,
        part,
        f"silver_guide.step.{key or name}",
        args or {},
        pieces,
        f"silver_guide.why.{name}",
        hangs_on,
    )


# -- the table seen from above ------------------------------------------------------------------------------

_CARD: Final = (32.0, 44.0)
_TURN: Final = 90.0
# From the edge of the picture to the middle of a village, and of its owner's plate.
_FAR, _PLATE = 40.0, 82.0
_GAP, _NARROW = 39.0, 66.0


@dataclass(frozen=True, slots=True)
class Side:
    """A side of the table: where its village lies, its plate, the card beside that, and the amulet."""

    village: tuple[tuple[float, float], ...]
    turned: float
    plate: tuple[float, float]
    reference: tuple[float, float]
    amulet: tuple[float, float]


_ACROSS = row(VILLAGE, WIDTH / 2, _GAP)
_DOWN = row(VILLAGE, HEIGHT / 2, _GAP)
# Clockwise from the bottom, as people sit.
_BELOW = Side(
    tuple((x, HEIGHT - _FAR) for x in _ACROSS), 0.0, (175.0, HEIGHT - _PLATE), (231.0, 248.0), (175.0, 213.0)
)
_LEFT = Side(tuple((_FAR, y) for y in _DOWN), _TURN, (97.0, 165.0), (97.0, 135.0), (97.0, 197.0))
_ABOVE = Side(tuple((x, _FAR) for x in _ACROSS), 0.0, (175.0, _PLATE), (231.0, 82.0), (175.0, 112.0))
_RIGHT = Side(tuple((WIDTH - _FAR, y) for y in _DOWN), _TURN, (253.0, 165.0), (253.0, 135.0), (253.0, 197.0))
# Who sits where, and at which sides nobody does.
_SEATED: Final[Mapping[int, tuple[tuple[Side, ...], tuple[Side, ...]]]] = {
    2: ((_BELOW, _ABOVE), (_LEFT, _RIGHT)),
    3: ((_BELOW, _LEFT, _RIGHT), (_ABOVE,)),
    4: ((_BELOW, _LEFT, _ABOVE, _RIGHT), ()),
}


def scene(setup: Setup, part: str) -> Scene:
    if part == PACKING:
        return _packed(setup)
    sides, empty = _SEATED[len(setup.players)]
    plates = tuple(_plate(name, side) for name, side in zip(setup.players, sides, strict=True))
    villages = tuple(card for side in sides for card in village(side, "rows"))
    if part == VILLAGES:
        shuffled = (
            Thing(Shape.PILE, 175, 165, 46, 64, icon="SHUFFLE", tone="moon", step="shuffle"),
            *belonging("put_away", tuple(_spare(empty))),
        )
        return (*plates, *villages, *shuffled)
    middle = (
        Thing(Shape.PILE, 155, 165, 36, 50, icon="MOON", tone="moon", count=DECK - 1, step="deck"),
        Thing(Shape.CARD, 195, 168, 32, 44, icon="HOUSE", tone="moon", open=True, step="discard"),
        *(
            Thing(Shape.CARD, *side.reference, 20, 26, icon="BOOK_OPEN", tone="candle", step="reference")
            for side in sides
        ),
    )
    if part == MIDDLE:
        return (*plates, *_lying(villages), *middle)
    return (*_ready(setup, sides), *_lying(middle))


def _ready(setup: Setup, sides: tuple[Side, ...]) -> Iterator[Thing]:
    for seat, (name, side) in enumerate(zip(setup.players, sides, strict=True)):
        starts = setup.amulet is not None and seat == setup.start
        yield replace(_plate(name, side), step="starter" if starts else None)
        for place, card in enumerate(village(side, "peek")):
            if place < LOOKED_AT:
                yield replace(card, icon="EYE")
            else:
                yield replace(card, step=None)
    at = sides[setup.start if setup.amulet is None else setup.amulet].amulet
    yield disc(*at, 30, "AMULET", "moon", "amulet" if setup.amulet is None else "amulet_held")


def _plate(name: str, side: Side) -> Thing:
    """Beside the middle there is less room."""
    return replace(plate(name, *side.plate), width=_NARROW if side.turned else PLATE[0])


def village(side: Side, step: str) -> Scene:
    """Five cards, their backs up."""
    return tuple(
        Thing(Shape.CARD, x, y, *_CARD, icon="MOON", tone="moon", turned=side.turned, step=step)
        for x, y in side.village
    )


def _lying(things: Iterable[Thing]) -> Scene:
    """These as they lie there already, when something else is done."""
    return tuple(replace(thing, step=None) for thing in things)


def _spare(empty: Sequence[Side]) -> Iterator[Thing]:
    """Rows that nobody sits at, in the box that stands there instead."""
    for side in empty:
        x, y = side.village[VILLAGE // 2]
        wide, high = (60.0, 150.0) if side.turned else (160.0, 58.0)
        yield Thing(Shape.BOX, x, y, wide, high)
        yield Thing(Shape.PILE, x, y, 36, 44, "MOON", "moon", count=VILLAGE, on=True)


def _packed(setup: Setup) -> Scene:
    people = len(setup.players)
    return (
        Thing(Shape.BOX, 175, 165, 270, 210, key="app.game.silver", tone="moon"),
        Thing(Shape.PILE, 105, 150, 66, 92, "MOON", "moon", count=BOX_CARDS, on=True, step=CARD),
        Thing(Shape.PILE, 185, 150, 50, 68, "BOOK_OPEN", "candle", count=people, on=True, step=REFERENCE),
        Thing(Shape.DISC, 256, 128, 46, 46, "AMULET", "moon", on=True, step=AMULET),
        Thing(Shape.CARD, 256, 190, 40, 50, "PENCIL", "sand", on=True),
    )
