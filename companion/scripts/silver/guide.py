"""Guided set-up of Silver, the dealing of every round, and the introduction, as data.

Every round is dealt alike: all cards are collected, villages are dealt for four players, and the rows of
places where nobody sits are removed. Sentences of the introduction have no arguments, so that each can be a
clip; a test compares their numbers with the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from companion.core.definition import ComponentCount
from companion.core.message import Message, MessageArg
from companion.games.silver.setup import (
    AMULET,
    BOX_CARDS,
    CARD,
    COMPONENTS,
    MAX_PLAYERS,
    REFERENCE,
    VILLAGE_SIZE,
    Setup,
    removed_card_count,
)
from companion.scripts import teaching
from companion.scripts.teaching import (
    HEIGHT,
    PACKING,
    PLATE_SIZE,
    WIDTH,
    GuideDefinition,
    Intro,
    IntroChapter,
    Scene,
    SceneItem,
    Shape,
    assign_step,
    disc,
    plate,
    row_centers,
)

# Number of own village cards that every player sees before the first turn.
PEEKED_CARDS: Final = 2
# Size of the deck after four rows were dealt, for any number of players.
DECK_CARDS: Final = BOX_CARDS - MAX_PLAYERS * VILLAGE_SIZE

VILLAGES, MIDDLE, READY = "villages", "middle", "ready"
PARTS: Final = (VILLAGES, MIDDLE, READY)


# -- every round --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DealStep:
    """Step of dealing. `is_easily_missed`: easily forgotten, and then the game is played with the wrong
    cards."""

    key: str
    args: Mapping[str, int | str] = field(default_factory=dict, hash=False)
    is_easily_missed: bool = False


def unused_row_count(players: int) -> int:
    """Return how many rows are removed from the game unseen."""
    return removed_card_count(players) // VILLAGE_SIZE


def list_deal_steps(players: int, starter: str | None = None) -> tuple[DealStep, ...]:
    """Return the steps before a round. `starter` starts the first round, and has no amulet yet: it is placed
    on that side."""
    steps = [DealStep("silver.setup.shuffle", {"cards": BOX_CARDS, "rows": MAX_PLAYERS, "row": VILLAGE_SIZE})]
    if rows := unused_row_count(players):
        steps.append(
            DealStep(
                "silver.setup.put_away",
                {"n": rows, "cards": removed_card_count(players)},
                is_easily_missed=True,
            )
        )
    steps.append(DealStep("silver.setup.deck", {"cards": DECK_CARDS}))
    if starter is not None:
        steps.append(DealStep("silver.setup.amulet", {"name": starter}))
    steps.append(DealStep("silver.setup.peek", {"cards": PEEKED_CARDS}))
    return tuple(steps)


# -- the first round, step by step --------------------------------------------------------------------------


def list_steps(setup: Setup) -> tuple[teaching.GuideStep, ...]:
    return tuple(_build_steps(setup))


def _build_steps(setup: Setup) -> Iterator[teaching.GuideStep]:
    players, unused_rows = setup.players, unused_row_count(len(setup.players))
    yield _step("shuffle", VILLAGES)
    yield _step(
        "rows",
        VILLAGES,
        key="rows_spare" if unused_rows else "rows",
        pieces=(ComponentCount(CARD, MAX_PLAYERS * VILLAGE_SIZE),),
    )
    if unused_rows:
        yield _step("put_away", VILLAGES, key="put_away_one" if unused_rows == 1 else "put_away_two")
    yield _step("deck", MIDDLE, pieces=(ComponentCount(CARD, DECK_CARDS),))
    yield _step("discard", MIDDLE)
    yield _step("reference", MIDDLE, pieces=(ComponentCount(REFERENCE, len(players)),))
    amulet = (ComponentCount(AMULET, 1),)
    if setup.amulet is None:
        yield _step("amulet", READY, {"name": players[setup.start]}, pieces=amulet)
    else:
        yield _step("amulet_held", READY, {"name": players[setup.amulet]}, pieces=amulet)
        yield _step("starter", READY, {"name": players[setup.start]})
    yield _step("peek", READY, depends_on=(str(len(players)),))


def list_packing_steps(setup: Setup) -> tuple[teaching.GuideStep, ...]:
    kinds = ((CARD, BOX_CARDS), (REFERENCE, len(setup.players)), (AMULET, 1))
    return tuple(
        teaching.GuideStep(kind, PACKING, f"silver_guide.pack.{kind}", pieces=(ComponentCount(kind, count),))
        for kind, count in kinds
    )


def _step(
    name: str,
    part: str,
    args: Mapping[str, MessageArg] | None = None,
    *,
    key: str | None = None,
    pieces: tuple[ComponentCount, ...] = (),
    depends_on: tuple[str, ...] = (),
) -> teaching.GuideStep:
    return teaching.GuideStep(
        name,
        part,
        f"silver_guide.step.{key or name}",
        args or {},
        pieces,
        f"silver_guide.why.{name}",
        depends_on,
    )


# -- scenes -------------------------------------------------------------------------------------------------

_CARD_SIZE: Final = (32.0, 44.0)
_QUARTER_TURN: Final = 90.0
# Distances from the edge of the picture to the middle of a village, and of its player's name plate.
_VILLAGE_MARGIN, _PLATE_MARGIN = 40.0, 82.0
_CARD_GAP, _NARROW_PLATE_WIDTH = 39.0, 66.0


@dataclass(frozen=True, slots=True)
class TableSide:
    """Side of the table: positions of its village, its name plate, the card beside that, and the amulet."""

    village: tuple[tuple[float, float], ...]
    rotation: float
    plate: tuple[float, float]
    reference: tuple[float, float]
    amulet: tuple[float, float]


_HORIZONTAL_CENTERS = row_centers(VILLAGE_SIZE, WIDTH / 2, _CARD_GAP)
_VERTICAL_CENTERS = row_centers(VILLAGE_SIZE, HEIGHT / 2, _CARD_GAP)
# Clockwise from the bottom, as players sit.
_BOTTOM_SIDE = TableSide(
    tuple((x, HEIGHT - _VILLAGE_MARGIN) for x in _HORIZONTAL_CENTERS),
    0.0,
    (175.0, HEIGHT - _PLATE_MARGIN),
    (231.0, 248.0),
    (175.0, 213.0),
)
_LEFT_SIDE = TableSide(
    tuple((_VILLAGE_MARGIN, y) for y in _VERTICAL_CENTERS),
    _QUARTER_TURN,
    (97.0, 165.0),
    (97.0, 135.0),
    (97.0, 197.0),
)
_TOP_SIDE = TableSide(
    tuple((x, _VILLAGE_MARGIN) for x in _HORIZONTAL_CENTERS),
    0.0,
    (175.0, _PLATE_MARGIN),
    (231.0, 82.0),
    (175.0, 112.0),
)
_RIGHT_SIDE = TableSide(
    tuple((WIDTH - _VILLAGE_MARGIN, y) for y in _VERTICAL_CENTERS),
    _QUARTER_TURN,
    (253.0, 165.0),
    (253.0, 135.0),
    (253.0, 197.0),
)
# Occupied and empty sides by number of players.
_SIDES_BY_PLAYERS: Final[Mapping[int, tuple[tuple[TableSide, ...], tuple[TableSide, ...]]]] = {
    2: ((_BOTTOM_SIDE, _TOP_SIDE), (_LEFT_SIDE, _RIGHT_SIDE)),
    3: ((_BOTTOM_SIDE, _LEFT_SIDE, _RIGHT_SIDE), (_TOP_SIDE,)),
    4: ((_BOTTOM_SIDE, _LEFT_SIDE, _TOP_SIDE, _RIGHT_SIDE), ()),
}


def draw_scene(setup: Setup, part: str) -> Scene:
    if part == PACKING:
        return _draw_packed_box(setup)
    sides, empty = _SIDES_BY_PLAYERS[len(setup.players)]
    plates = tuple(_seat_plate(name, side) for name, side in zip(setup.players, sides, strict=True))
    villages = tuple(card for side in sides for card in village(side, "rows"))
    if part == VILLAGES:
        shuffled = (
            SceneItem(Shape.PILE, 175, 165, 46, 64, icon="SHUFFLE", tone="moon", step="shuffle"),
            *assign_step("put_away", tuple(_unused_row_items(empty))),
        )
        return (*plates, *villages, *shuffled)
    middle = (
        SceneItem(Shape.PILE, 155, 165, 36, 50, icon="MOON", tone="moon", count=DECK_CARDS - 1, step="deck"),
        SceneItem(Shape.CARD, 195, 168, 32, 44, icon="HOUSE", tone="moon", is_face_up=True, step="discard"),
        *(
            SceneItem(Shape.CARD, *side.reference, 20, 26, icon="BOOK_OPEN", tone="candle", step="reference")
            for side in sides
        ),
    )
    if part == MIDDLE:
        return (*plates, *_without_step(villages), *middle)
    return (*_ready_items(setup, sides), *_without_step(middle))


def _ready_items(setup: Setup, sides: tuple[TableSide, ...]) -> Iterator[SceneItem]:
    for seat, (name, side) in enumerate(zip(setup.players, sides, strict=True)):
        is_starter = setup.amulet is not None and seat == setup.start
        yield replace(_seat_plate(name, side), step="starter" if is_starter else None)
        for index, card in enumerate(village(side, "peek")):
            if index < PEEKED_CARDS:
                yield replace(card, icon="EYE")
            else:
                yield replace(card, step=None)
    amulet_position = sides[setup.start if setup.amulet is None else setup.amulet].amulet
    yield disc(*amulet_position, 30, "AMULET", "moon", "amulet" if setup.amulet is None else "amulet_held")


def _seat_plate(name: str, side: TableSide) -> SceneItem:
    """Return a player's name plate, narrower on the left and right side."""
    return replace(plate(name, *side.plate), width=_NARROW_PLATE_WIDTH if side.rotation else PLATE_SIZE[0])


def village(side: TableSide, step: str) -> Scene:
    """Return five face-down cards."""
    return tuple(
        SceneItem(Shape.CARD, x, y, *_CARD_SIZE, icon="MOON", tone="moon", rotation=side.rotation, step=step)
        for x, y in side.village
    )


def _without_step(items: Iterable[SceneItem]) -> Scene:
    """Return the items without a step, because they were placed by an earlier one."""
    return tuple(replace(item, step=None) for item in items)


def _unused_row_items(empty: Sequence[TableSide]) -> Iterator[SceneItem]:
    """Yield a box for each row without a player."""
    for side in empty:
        x, y = side.village[VILLAGE_SIZE // 2]
        wide, high = (60.0, 150.0) if side.rotation else (160.0, 58.0)
        yield SceneItem(Shape.BOX, x, y, wide, high)
        yield SceneItem(Shape.PILE, x, y, 36, 44, "MOON", "moon", count=VILLAGE_SIZE, is_overlay=True)


def _draw_packed_box(setup: Setup) -> Scene:
    player_count = len(setup.players)
    return (
        SceneItem(Shape.BOX, 175, 165, 270, 210, key="app.game.silver", tone="moon"),
        SceneItem(Shape.PILE, 105, 150, 66, 92, "MOON", "moon", count=BOX_CARDS, is_overlay=True, step=CARD),
        SceneItem(
            Shape.PILE,
            185,
            150,
            50,
            68,
            "BOOK_OPEN",
            "candle",
            count=player_count,
            is_overlay=True,
            step=REFERENCE,
        ),
        SceneItem(Shape.DISC, 256, 128, 46, 46, "AMULET", "moon", is_overlay=True, step=AMULET),
        SceneItem(Shape.CARD, 256, 190, 40, 50, "PENCIL", "sand", is_overlay=True),
    )


GUIDE = GuideDefinition(PARTS, list_steps, list_packing_steps, draw_scene, COMPONENTS)


_LARGE_CARD_SIZE: Final = (46.0, 62.0)
_BOTTOM_Y, _TOP_Y = 258.0, 66.0


def _chapter(name: str, scene: Scene, *sentences: str, optional: tuple[str, ...] = ()) -> IntroChapter:
    keys = {sentence: f"silver_guide.intro.{name}.{sentence}" for sentence in sentences}
    return IntroChapter(name, scene, tuple(map(Message, keys.values())), tuple(keys[one] for one in optional))


def _card_back(x: float, y: float) -> SceneItem:
    return SceneItem(Shape.CARD, x, y, *_LARGE_CARD_SIZE, "MOON", "moon")


def _open_card(x: float, y: float, number: int) -> SceneItem:
    return SceneItem(Shape.CARD, x, y, *_LARGE_CARD_SIZE, tone="moon", number=number, is_face_up=True)


def _village(y: float, *open_numbers: int | None) -> Scene:
    """Return a row of cards, face up where there is a number."""
    places = row_centers(len(open_numbers), WIDTH / 2, 54)
    return tuple(
        _card_back(x, y) if number is None else _open_card(x, y, number)
        for x, number in zip(places, open_numbers, strict=True)
    )


_HIDDEN: Final = (None,) * VILLAGE_SIZE
_DECK: Final = SceneItem(Shape.PILE, 140, 158, 50, 68, "MOON", "moon")
_DISCARD: Final = SceneItem(Shape.CARD, 208, 161, *_LARGE_CARD_SIZE, tone="moon", number=7, is_face_up=True)
_YOU: Final = plate("1", 175, 308)
_OTHER: Final = plate("2", 175, 20)


def _arrow(x: float, y: float, rotation: float, length: float = 34) -> SceneItem:
    return SceneItem(Shape.ARROW, x, y, 14, length, tone="candle", rotation=rotation, is_overlay=True)


CHAPTERS: Final = (
    _chapter(
        "goal",
        (*_village(_TOP_Y, 9, 12, 6, 11), *_village(_BOTTOM_Y, 2, 0, 4), _YOU, _OTHER,
         disc(175, 162, 56, "TROPHY", "moon"), _arrow(175, 208, 180)),
        *("village", "low"),
    ),
    _chapter(
        "village",
        (*(replace(card, icon="EYE") for card in _village(_BOTTOM_Y, *_HIDDEN)[:2]),
         *_village(_BOTTOM_Y, *_HIDDEN)[2:], *_village(_TOP_Y, *_HIDDEN), _YOU, _OTHER),
        *("five", "peek", "change"),
    ),
    _chapter(
        "turn",
        (_DECK, _DISCARD, *_village(_BOTTOM_Y, *_HIDDEN), *_village(_TOP_Y, None, None, 3, None, None), _YOU,
         _OTHER, _arrow(140, 210, 180), _arrow(208, 210, 180)),
        *("three", "draw", "power", "take", "or_call"), optional=("power",),
    ),
    _chapter(
        "several",
        (_DECK, _DISCARD, *_village(_BOTTOM_Y, 5, 5, None, None, None), _YOU, _arrow(121, 212, 45, 40),
         *_village(_TOP_Y, None, None, None, None), _OTHER),
        *("match", "joker", "wrong"), optional=("joker", "wrong"),
    ),
    _chapter(
        "call",
        (*_village(_BOTTOM_Y, None, None, None), *_village(_TOP_Y, *_HIDDEN), _YOU, _OTHER,
         disc(175, 162, 60, "CALLER", "candle")),
        *("may", "last", "ends"), optional=("ends",),
    ),
    _chapter(
        "score",
        (*_village(_BOTTOM_Y, 1, 0, 3), *_village(_TOP_Y, 4, 8, 2, 5), _YOU, _OTHER,
         disc(110, 162, 48, "CALLER", "candle"), disc(240, 162, 48, "PENCIL", "sand")),
        *("sum", "caller", "missed"),
    ),
    _chapter(
        "win",
        (disc(175, 90, 70, "TROPHY", "moon"), disc(175, 210, 70, "AMULET", "moon"), _YOU, _OTHER,
         SceneItem(Shape.CARD, 265, 210, *_LARGE_CARD_SIZE, "MOON", "moon"), _arrow(222, 210, 90)),
        *("rounds", "amulet", "guards"), optional=("guards",),
    ),
    _chapter(
        "secret",
        (*_village(_BOTTOM_Y, *_HIDDEN), *_village(_TOP_Y, *_HIDDEN), _YOU, _OTHER,
         disc(175, 162, 64, "EYE_CLOSED", "evil")),
        *("down", "quiet"), optional=("quiet",),
    ),
)  # fmt: skip

INTRO = Intro(CHAPTERS)
