"""Scenes of the guide of Among Cultists, one per part, and its components as scene items with the icons and
colours of the box.

The printed map is unknown to the app: the building is drawn as a plain board, and only places that the rules
name have a name or a colour.

Intro of Among Cultists in five minutes. Its sentences contain no names and no numbers of a particular
set-up.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.core.message import Message
from companion.games.cultists.actions import CARDS_TO_EXPLORE, KNOWN_SHELVES, MEETING_SIZE
from companion.games.cultists.components import COMPONENTS_BY_ID, event_component_id, role_component_id
from companion.games.cultists.setup import CARD_KINDS as CARDS
from companion.games.cultists.setup import (
    CULTIST,
    HAZARD_DECK,
    INVESTIGATOR,
    NUMBERS,
    ROLES,
    ROUNDS,
    SEER,
    Setup,
    numbers,
    role_tokens,
)
from companion.games.cultists.state import BROKEN_GLASS, CULTIST_TOKENS, EVENTS, full_bag
from companion.scripts.teaching import (
    HEIGHT,
    PLATE_SIZE,
    WIDTH,
    Intro,
    IntroChapter,
    Scene,
    SceneItem,
    Shape,
    plate,
    row_centers,
    seat_positions,
)

# Back of a card that may be any card.
CARD_BACK_TONE: Final = "moon"


def token(
    kind: str,
    x: float,
    y: float,
    diameter: float,
    step: str | None = None,
    *,
    count: int = 1,
    is_face_up: bool = True,
    is_overlay: bool = True,
) -> SceneItem:
    """Return a round component, face up or down."""
    piece_kind = COMPONENTS_BY_ID[kind]
    return SceneItem(
        *(Shape.DISC, x, y, diameter, diameter, piece_kind.icon, piece_kind.color),
        count=count, is_face_up=is_face_up, is_overlay=is_overlay, step=step,
    )  # fmt: skip


def card_item(
    kind: str,
    x: float,
    y: float,
    size: tuple[float, float],
    step: str | None = None,
    *,
    count: int = 1,
    is_face_up: bool = True,
    is_overlay: bool = True,
) -> SceneItem:
    """Return a card of the box, or a pile of one kind."""
    piece_kind = COMPONENTS_BY_ID[kind]
    shape = Shape.PILE if count > 1 else Shape.CARD
    return SceneItem(
        shape,
        x,
        y,
        *size,
        piece_kind.icon,
        piece_kind.color,
        count=count,
        is_face_up=is_face_up,
        is_overlay=is_overlay,
        step=step,
    )


def card_back(
    x: float,
    y: float,
    size: tuple[float, float],
    step: str | None = None,
    *,
    count: int = 1,
    is_overlay: bool = True,
) -> SceneItem:
    """Return face-down cards of any kind."""
    shape, icon = (Shape.PILE, "CARD") if count > 1 else (Shape.CARD, None)
    return SceneItem(shape, x, y, *size, icon, CARD_BACK_TONE, count=count, is_overlay=is_overlay, step=step)


def icon_label(icon: str, x: float, y: float, size: float, tone: str, step: str | None = None) -> SceneItem:
    """Return an icon without a background, on top of another item."""
    return SceneItem(Shape.LABEL, x, y, size, size, icon, tone, is_overlay=True, step=step)


def building_place(
    name: str | None,
    x: float,
    y: float,
    size: tuple[float, float],
    step: str | None = None,
    *,
    tone: str = "ink_2",
    is_overlay: bool = False,
) -> SceneItem:
    """Return a place of the building."""
    key = None if name is None else f"cultists_guide.place.{name}"
    return SceneItem(Shape.BOARD, x, y, *size, tone=tone, key=key, is_overlay=is_overlay, step=step)


def arrow(
    x: float,
    y: float,
    length: float,
    step: str | None = None,
    *,
    rotation: float = 90.0,
    tone: str = "candle",
    is_overlay: bool = False,
) -> SceneItem:
    """Return an arrow, by default to the right."""
    return SceneItem(
        Shape.ARROW, x, y, 10.0, length, tone=tone, rotation=rotation, is_overlay=is_overlay, step=step
    )


_CENTER_X, _CENTER_Y = WIDTH / 2, HEIGHT / 2
_MARGIN = 4.0


# Decks -------------------------------------------------------------------------------------------------

_DECK_SIZE = (48.0, 60.0)
_CARD_UNDER_SIZE = (44.0, 60.0)
# Offsets from a deck to the items below it, and to the next row of decks.
_UNDER_OFFSET, _DECK_ROW_GAP = 20.0, 106.0
_STRIP_Y = 274.0


def draw_decks(setup: Setup) -> Scene:
    extras = [*_first_game_items(setup), *_automa_plate(setup)]
    top = 54.0 if extras else 84.0
    return (*_deck_items(setup, top), *extras)


def draw_pulse(setup: Setup) -> Scene:
    """Return the scene of the pulse cards; without a pulse pool that of the decks."""
    table = numbers(setup)
    pool = table.pulse_pool
    if pool is None:
        return draw_decks(setup)
    items = [*_deck_items(setup, 50.0, pulse=True)]
    for x, kind in zip((44.0, 102.0), ("alive", "dead"), strict=True):
        count = getattr(pool, kind)
        items.append(card_item(kind, x, 284.0, (48.0, 64.0), "pulse_pool", count=count, is_overlay=False))
    if unused_count := pool.total - table.seats:
        step = "pulse_left_over"
        items.append(SceneItem(Shape.BOX, 282.0, 284.0, 108.0, 76.0, step=step))
        items.append(card_back(282.0, 284.0, (36.0, 48.0), step, count=unused_count))
        items.append(arrow(176.0, 284.0, 70.0, step))
    return tuple(items)


def _deck_items(setup: Setup, top: float, *, pulse: bool = False) -> Iterator[SceneItem]:
    table, roles = numbers(setup), role_tokens(setup)
    first_row_count = (table.seats + 1) // 2
    positions = [(x, top) for x in row_centers(first_row_count, _CENTER_X, 84.0)]
    positions += [
        (x, top + _DECK_ROW_GAP) for x in row_centers(table.seats - first_row_count, _CENTER_X, 84.0)
    ]
    for role, (x, y) in zip(roles, positions, strict=True):
        is_cultist = role == CULTIST
        deck = table.cultist_deck if is_cultist else table.investigator_deck
        owner = "cultist_decks" if is_cultist else "investigator_decks"
        if pulse:
            step = "pulse_cultists" if is_cultist else "pulse_investigators"
            icon, tone = (
                (COMPONENTS_BY_ID["alive"].icon, COMPONENTS_BY_ID["alive"].color)
                if is_cultist
                else ("EYE_CLOSED", CARD_BACK_TONE)
            )
            under_y = y + 2 * _UNDER_OFFSET - 6
            yield SceneItem(Shape.CARD, x, under_y, *_CARD_UNDER_SIZE, tone=tone, is_overlay=True, step=step)
            yield icon_label(icon, x, under_y + _CARD_UNDER_SIZE[1] / 2 - 9, 13.0, tone, step)
        route_y = y + _UNDER_OFFSET - 3
        item_step = None if pulse else "routes"
        yield SceneItem(
            Shape.CARD,
            x,
            route_y,
            *_CARD_UNDER_SIZE,
            tone=COMPONENTS_BY_ID["route"].color,
            is_overlay=pulse,
            step=item_step,
        )
        yield icon_label(
            COMPONENTS_BY_ID["route"].icon,
            x,
            route_y + _CARD_UNDER_SIZE[1] / 2 - 9,
            13.0,
            COMPONENTS_BY_ID["route"].color,
            item_step,
        )
        yield card_back(x, y - 4, _DECK_SIZE, None if pulse else owner, count=deck.total - deck.route)
        item_step = None if pulse else "role_tokens"
        yield token(role_component_id(role), x - 2, y - 13, 30.0, item_step)


def _first_game_items(setup: Setup) -> Iterator[SceneItem]:
    """Yield what stays in the box in a first game."""
    if not setup.first_game:
        return
    step = "first_game"
    middle = 238.0 if setup.automa else _CENTER_X
    yield SceneItem(Shape.BOX, middle, _STRIP_Y, 206.0, 84.0, step=step)
    left_out = (
        ("broken_window", 1),
        ("cultist_token", CULTIST_TOKENS),
        ("fishman", 1),
        (event_component_id(BROKEN_GLASS), 1),
    )
    for x, (kind, count) in zip(row_centers(len(left_out), middle, 46.0), left_out, strict=True):
        yield token(kind, x, _STRIP_Y - 2, 34.0, step, count=count, is_face_up=False)


def _automa_plate(setup: Setup) -> Iterator[SceneItem]:
    if setup.automa:
        middle = 68.0 if setup.first_game else _CENTER_X
        yield SceneItem(
            *(Shape.PLATE, middle, _STRIP_Y, 110.0, 28.0),
            icon="PERSON_ADD", tone="sea", key="cultists.board.automa", step="as_for",
        )  # fmt: skip


# Around the table --------------------------------------------------------------------------------------

_SEAT_CARD_SIZE = (25.0, 36.0)
_SEAT_GAP = 28.0


def draw_people(setup: Setup) -> Scene:
    return (*_envelope_items(), *_people_items(setup))


def _envelope_items() -> Iterator[SceneItem]:
    """Yield a deck with its token, face down, and the envelope it goes into."""
    yield card_back(128.0, _CENTER_Y, (44.0, 58.0), is_overlay=False)
    yield SceneItem(
        Shape.DISC, 126.0, _CENTER_Y, 30.0, 30.0, "REPEAT", "sea", is_overlay=True, step="hide_tokens"
    )
    yield arrow(170.0, _CENTER_Y, 26.0, "envelopes")
    yield card_item(
        "envelope", 218.0, _CENTER_Y, (54.0, 66.0), "envelopes", is_face_up=False, is_overlay=False
    )


def _people_items(setup: Setup) -> Iterator[SceneItem]:
    for seat, x, y in _seat_places(setup):
        is_automa = seat == setup.automa_seat
        step = "deal_automa" if is_automa else "deal"
        yield _seat_plate(setup, seat, x, y, step)
        envelope, character = row_centers(2, x, _SEAT_GAP)
        yield card_item(
            "envelope", envelope, _inward_y(y), _SEAT_CARD_SIZE, step, is_face_up=False, is_overlay=False
        )
        step = "automa_character" if is_automa else "characters"
        yield card_item("character", character, _inward_y(y), _SEAT_CARD_SIZE, step, is_overlay=False)


def draw_ready(setup: Setup) -> Scene:
    return (*_ready_people_items(setup), *_ready_center_items(setup))


def _ready_people_items(setup: Setup) -> Iterator[SceneItem]:
    for seat, x, y in _seat_places(setup):
        yield _seat_plate(setup, seat, x, y, None)
        belongings = [*_belongings_of(setup, seat)]
        row_width = _SEAT_GAP * len(belongings)
        row_center = min(max(x, _MARGIN + row_width / 2), WIDTH - _MARGIN - row_width / 2)
        for item_x, (kind, step) in zip(
            row_centers(len(belongings), row_center, _SEAT_GAP), belongings, strict=True
        ):
            if kind is None:
                yield card_back(item_x, _inward_y(y), _SEAT_CARD_SIZE, step, is_overlay=False)
            else:
                yield token(kind, item_x, _inward_y(y), 25.0, step, is_overlay=False)


def _belongings_of(setup: Setup, seat: int) -> Iterator[tuple[str | None, str | None]]:
    """Yield the items in front of a player, None for a deck: the own one, the Automa's, and the start
    player's."""
    if seat != setup.automa_seat:
        yield None, "look"
    if seat == setup.automa_holder:
        yield None, "look_automa"
    if seat == setup.knife:
        yield "knife", "knife"
        yield "phase_marker", "knife"


def _ready_center_items(setup: Setup) -> Iterator[SceneItem]:
    table = numbers(setup)
    yield card_back(151.0, 133.0, (34.0, 42.0), count=table.draw_pile.total, is_overlay=False)
    yield card_item("gate", 199.0, 133.0, (38.0, 42.0), "gate", is_overlay=False)
    goals = (
        ("points", table.points, "STAR", "good"),
        ("rounds", ROUNDS, "HOURGLASS", "candle"),
        ("kills", table.kills, "SKULL", "evil"),
    )
    for y, (name, number, icon, tone) in zip(row_centers(len(goals), 181.0, 17.0), goals, strict=True):
        yield SceneItem(
            *(Shape.LABEL, _CENTER_X, y, 108.0, 16.5, icon, tone),
            key=f"cultists.number.{name}", args={"n": number}, step="aims",
        )  # fmt: skip


def _seat_places(setup: Setup) -> Iterator[tuple[int, float, float]]:
    """Yield all seats with their positions, including the Automa's."""
    for seat, (x, y) in zip(setup.clockwise, seat_positions(setup.seats), strict=True):
        yield seat, x, y


def _seat_plate(setup: Setup, seat: int, x: float, y: float, step: str | None) -> SceneItem:
    if seat == setup.automa_seat:
        return SceneItem(Shape.PLATE, x, y, *PLATE_SIZE, key="cultists.board.automa", step=step)
    return plate(setup.players[seat], x, y, step)


def _inward_y(y: float) -> float:
    """Return where the cards of this seat lie: towards the middle of the table."""
    distance = PLATE_SIZE[1] / 2 + _SEAT_CARD_SIZE[1] / 2 + 2
    return y - distance if y > _CENTER_Y + 1 else y + distance


# The building ------------------------------------------------------------------------------------------


def draw_rooms(setup: Setup) -> Scene:
    return (*_room_items(setup), *_supply_items(setup))


def _room_items(setup: Setup) -> Iterator[SceneItem]:
    table = numbers(setup)
    yield building_place(None, 130.0, _CENTER_Y, (244.0, 306.0), "map")
    rows = _split_evenly(table.rooms, 3)
    for y, column_count in zip(row_centers(len(rows), _CENTER_Y, 98.0), rows, strict=True):
        for x in row_centers(column_count, 130.0, 57.0):
            yield building_place(None, x, y, (50.0, 86.0), "map", is_overlay=True)
            yield card_back(x, y, (32.0, 44.0), "room_cards")


def _supply_items(setup: Setup) -> Iterator[SceneItem]:
    draw_pile_x, hazard = 300.0, HAZARD_DECK.total
    step = "draw_pile"
    yield card_back(
        draw_pile_x, 62.0, (56.0, 74.0), step, count=numbers(setup).draw_pile.total, is_overlay=False
    )
    yield _place_label("draw_pile", draw_pile_x, 120.0, step)
    if not setup.first_game:
        step = "hazard_deck"
        yield building_place(
            None, draw_pile_x, 220.0, (80.0, 100.0), step, tone=COMPONENTS_BY_ID["broken_window"].color
        )
        yield card_back(draw_pile_x, 220.0, (48.0, 64.0), step, count=hazard)
        yield _place_label("broken_window", draw_pile_x, 290.0, step)


def _place_label(name: str, x: float, y: float, step: str) -> SceneItem:
    return SceneItem(Shape.LABEL, x, y, 90.0, 34.0, key=f"cultists_guide.place.{name}", tone="ink", step=step)


def _split_evenly(count: int, rows: int) -> list[int]:
    """Split the items evenly into rows; the first rows are the longer ones."""
    return [count // rows + (number < count % rows) for number in range(rows)]


_PLACE_SIZE = (154.0, 92.0)


def draw_figures(setup: Setup) -> Scene:
    """Return the scene with the starting positions of figures, dangers and tokens."""
    return tuple(_figure_items(setup))


def _figure_items(setup: Setup) -> Iterator[SceneItem]:
    left, right, row_gap = 91.0, 259.0, 103.0
    # A first game has nothing in the lowest row.
    middle = _CENTER_Y + row_gap / 2 if setup.first_game else _CENTER_Y
    top, bottom = middle - row_gap, middle + row_gap
    yield building_place("dining_hall", left, top, _PLACE_SIZE, "vote_token", tone="good")
    yield token("vote_token", left, top + 14, 44.0, "vote_token")
    yield building_place("security_room", right, top, _PLACE_SIZE, "power_token", tone="evil")
    yield token("electricity_token", right, top + 14, 44.0, "power_token")
    yield building_place("corridor", _CENTER_X, middle, (322.0, 94.0), "discs")
    for x in row_centers(numbers(setup).seats, _CENTER_X, 38.0):
        yield token("disc", x, middle + 14, 34.0, "discs")
    if not setup.first_game:
        yield building_place(
            "lake", left, bottom, _PLACE_SIZE, "fishman", tone=COMPONENTS_BY_ID["fishman"].color
        )
        yield token("fishman", left, bottom + 14, 44.0, "fishman")
        yield building_place("frames", right, bottom, _PLACE_SIZE, "cultist_tokens")
        for x in row_centers(CULTIST_TOKENS, right, 44.0):
            yield token("cultist_token", x, bottom + 14, 36.0, "cultist_tokens", is_face_up=False)


def draw_board(setup: Setup) -> Scene:
    return (*_clock_items(setup), *_points_track_items(setup), *_room_token_items(setup))


def _clock_items(setup: Setup) -> Iterator[SceneItem]:
    y = 58.0
    tone = COMPONENTS_BY_ID["clock"].color
    yield SceneItem(Shape.DISC, 60.0, y, 84.0, 84.0, tone=tone, number=1, step="clock")
    yield token("clock", 92.0, y + 30, 26.0, "clock")
    yield building_place("book_spaces", _CENTER_X, y, (104.0, 88.0), "books")
    for x in row_centers(3, _CENTER_X, 30.0):
        yield token("book", x, y + 14, 28.0, "books")
    yield token(
        "bag", 286.0, y, 80.0, "bag", count=sum(full_bag(setup).values()), is_face_up=False, is_overlay=False
    )


def _points_track_items(setup: Setup) -> Iterator[SceneItem]:
    """Yield the points track: the start of the marker, and the goal."""
    goal, step = numbers(setup).points, "points"
    spaces_y, markers_y = 180.0, 144.0
    yield building_place(None, _CENTER_X, 160.0, (326.0, 92.0), step)
    for x, number in zip((46.0, 92.0, 206.0, 252.0, 298.0), (0, 1, goal - 1, goal, goal + 1), strict=True):
        is_goal = number == goal
        yield SceneItem(
            *(Shape.DISC, x, spaces_y, 38.0, 38.0),
            tone="good" if is_goal else "ink_2",
            number=number,
            is_face_up=is_goal,
            is_overlay=True,
            step=step,
        )
    yield arrow(149.0, spaces_y, 52.0, step, tone="ink_2", is_overlay=True)
    yield token("points_marker", 46.0, markers_y, 28.0, step)
    yield icon_label(
        COMPONENTS_BY_ID["finger"].icon, 252.0, markers_y, 30.0, COMPONENTS_BY_ID["finger"].color, step
    )


def _room_token_items(setup: Setup) -> Iterator[SceneItem]:
    """Yield shuffled room tokens with crosses: nobody sees their faces."""
    step = "room_tokens"
    yield building_place(None, _CENTER_X, 268.0, (326.0, 108.0), step)
    rows = _split_evenly(numbers(setup).rooms, 2)
    for y, column_count in zip(row_centers(2, 268.0, 48.0), rows, strict=True):
        for x in row_centers(column_count, _CENTER_X, 51.0):
            yield SceneItem(Shape.DISC, x, y, 38.0, 38.0, "CLOSE", "sea", is_overlay=True, step=step)


# Packing -----------------------------------------------------------------------------------------------


def draw_packed_box(setup: Setup) -> Scene:
    """Return the packed box, sorted."""
    return tuple(_packed_items())


def _packed_items() -> Iterator[SceneItem]:
    yield SceneItem(Shape.BOX, _CENTER_X, _CENTER_Y, 338.0, 318.0)
    for x, kind in zip(row_centers(len(CARDS), _CENTER_X, 53.0), CARDS, strict=True):
        yield card_item(kind, x, 56.0, (46.0, 66.0), "cards", count=COMPONENTS_BY_ID[kind].count or 1)
    yield card_item(
        "envelope",
        54.0,
        134.0,
        (62.0, 56.0),
        "empty",
        count=COMPONENTS_BY_ID["envelope"].count or 1,
        is_face_up=False,
    )
    roles = sum(role.tokens for role in ROLES.values())
    yield token(role_component_id(CULTIST), 128.0, 132.0, 50.0, "roles", count=roles)
    events = sum(event.copies for event in EVENTS.values())
    yield token("bag", 198.0, 132.0, 54.0, "events", count=events, is_face_up=False)
    yield building_place(None, 284.0, 134.0, (94.0, 60.0), "large", is_overlay=True)
    yield icon_label(COMPONENTS_BY_ID["map_part"].icon, 262.0, 134.0, 34.0, "ink", "large")
    yield token("clock", 304.0, 134.0, 36.0, "large")
    small = [kind for kind in _SMALL_PIECES if COMPONENTS_BY_ID[kind].count]
    rows = _split_evenly(len(small), 2)
    positions = (
        (x, y)
        for y, column_count in zip((204.0, 266.0), rows, strict=True)
        for x in row_centers(column_count, _CENTER_X, 52.0)
    )
    for kind, (x, y) in zip(small, positions, strict=True):
        yield token(kind, x, y, 40.0, "small", count=COMPONENTS_BY_ID[kind].count or 1)


_SMALL_PIECES: Final = (
    *("book", "disc", "room_plain", "room_hazard", "cultist_token", "fishman"),
    *("vote_token", "electricity_token", "points_marker", "finger", "knife", "phase_marker"),
)


_INTRO_X, _INTRO_Y = WIDTH / 2, HEIGHT / 2
_LARGE_CARD_SIZE = (56.0, 76.0)
_SIDE_PIECES: Final = (role_component_id(INVESTIGATOR), role_component_id(CULTIST))
# Set-up in the pictures: the smallest one for which the rules have numbers.
_SAMPLE_NUMBERS: Final = NUMBERS[min(NUMBERS)]


def _chapter(name: str, scene: Scene, *sentences: str, optional: tuple[str, ...] = ()) -> IntroChapter:
    keys = {sentence: f"cultists_guide.intro.{name}.{sentence}" for sentence in sentences}
    return IntroChapter(
        name, scene, tuple(map(Message, keys.values())), tuple(keys[sentence] for sentence in optional)
    )


def _large_disc(
    icon: str, x: float, y: float, tone: str, diameter: float = 64.0, *, is_face_up: bool = False
) -> SceneItem:
    return SceneItem(Shape.DISC, x, y, diameter, diameter, icon, tone, is_face_up=is_face_up, is_overlay=True)


def _draw_sides() -> Scene:
    building = building_place(None, _INTRO_X, _INTRO_Y, (330.0, 310.0))
    people = tuple(token("disc", x, y, 46.0) for x, y in seat_positions(_SAMPLE_NUMBERS.seats, 120.0, 112.0))
    sides = tuple(
        token(side, x, _INTRO_Y, 70.0)
        for side, x in zip(_SIDE_PIECES, row_centers(2, _INTRO_X, 84.0), strict=True)
    )
    return (building, *people, *sides)


def _draw_deck() -> Scene:
    items = []
    for side, deck, y in zip(
        _SIDE_PIECES,
        (_SAMPLE_NUMBERS.investigator_deck, _SAMPLE_NUMBERS.cultist_deck),
        (58.0, 150.0),
        strict=True,
    ):
        items.append(token(side, 40.0, y, 52.0, is_overlay=False))
        kinds = [kind for kind in deck.counts() if kind != "route"]
        for card_x, kind in zip((98.0, 151.0, 204.0, 257.0, 310.0), kinds, strict=False):
            items.append(card_item(kind, card_x, y, (46.0, 64.0), is_overlay=False))
    items.append(card_item("character", 92.0, 262.0, (72.0, 96.0), is_overlay=False))
    items.append(SceneItem(Shape.PILE, 178.0, 262.0, *_LARGE_CARD_SIZE, tone=CARD_BACK_TONE))
    items.append(card_item("dead", 252.0, 262.0, _LARGE_CARD_SIZE, is_overlay=False))
    return tuple(items)


def _draw_round() -> Scene:
    phases = (("MAP", "sea"), ("BELL", "candle"), ("FIST", "good"))
    top = 58.0
    places = row_centers(len(phases), _INTRO_X, 116.0)
    items = [_large_disc(icon, x, top, tone) for x, (icon, tone) in zip(places, phases, strict=True)]
    items += [arrow(x + 58.0, top, 40.0) for x in places[:-1]]
    items.append(building_place(None, _INTRO_X, 220.0, (322.0, 190.0)))
    items += [token("disc", x, 220.0, 58.0) for x in row_centers(MEETING_SIZE, _INTRO_X, 224.0)]
    for y, kind, rotation in ((180.0, "alive", 90.0), (260.0, "dead", 270.0)):
        items.append(card_item(kind, _INTRO_X, y, (44.0, 58.0)))
        x = _INTRO_X + (46 if rotation < 180 else -46)
        items.append(arrow(x, y, 34.0, rotation=rotation, is_overlay=True))
    return tuple(items)


def _draw_rooms() -> Scene:
    shelf = KNOWN_SHELVES[0]
    items = [building_place(None, 92.0, 106.0, (164.0, 180.0))]
    items += [card_back(x, 76.0, (42.0, 58.0)) for x in row_centers(CARDS_TO_EXPLORE, 92.0, 48.0)]
    items += [token("book", x, 156.0, 36.0) for x in row_centers(CARDS_TO_EXPLORE, 92.0, 46.0)]
    items.append(arrow(196.0, 106.0, 36.0))
    for y, kind in zip(row_centers(3, 106.0, 64.0), ("success", "failure", "sabotage"), strict=True):
        items.append(card_item(kind, 240.0, y, (42.0, 58.0), is_overlay=False))
    items.append(building_place(None, _INTRO_X, 264.0, (326.0, 84.0)))
    items += [token("book", x, 264.0, 44.0) for x in row_centers(shelf.books or 0, 130.0, 50.0)]
    items.append(icon_label("STAR", 262.0, 264.0, 34.0, "good"))
    items.append(
        SceneItem(
            Shape.DISC,
            302.0,
            264.0,
            44.0,
            44.0,
            tone="good",
            number=shelf.points,
            is_face_up=True,
            is_overlay=True,
        )
    )
    return tuple(items)


def _draw_murder() -> Scene:
    top, low = 72.0, 232.0
    items = [SceneItem(Shape.PILE, 60.0, top, 70.0, 92.0, "SEARCH", CARD_BACK_TONE), arrow(120.0, top, 34.0)]
    items.append(card_item("dead", 178.0, top, (68.0, 90.0), is_overlay=False))
    items += [arrow(236.0, top, 34.0), _large_disc("GHOST", 296.0, top, "moon", 74.0)]
    items.append(building_place(None, _INTRO_X, low, (326.0, 168.0)))
    votes = ("POINTING_FINGER", "POINTING_FINGER", "FIST", "POINTING_FINGER", "FIST")
    items += [
        _large_disc(icon, x, low - 44, "candle", 48.0)
        for x, icon in zip(row_centers(5, _INTRO_X, 60.0), votes, strict=True)
    ]
    items.append(token("disc", _INTRO_X, low + 38, 60.0))
    return tuple(items)


def _draw_winning() -> Scene:
    left, right = row_centers(2, _INTRO_X, 168.0)
    items = [
        building_place(None, x, _INTRO_Y, (160.0, 310.0), tone=tone)
        for x, tone in ((left, "sea"), (right, "evil"))
    ]
    items += [token(side, x, 62.0, 72.0) for side, x in zip(_SIDE_PIECES, (left, right), strict=True)]
    items += [
        _large_disc("STAR", left - 38, 158.0, "good", is_face_up=True),
        _large_disc("CULTIST", left + 38, 158.0, "evil"),
    ]
    items.append(icon_label("CLOSE", left + 38, 158.0, 54.0, "ink"))
    items.append(icon_label("HOURGLASS", left - 34, 258.0, 46.0, "candle"))
    items.append(
        SceneItem(Shape.DISC, left + 34, 258.0, 60.0, 60.0, tone="candle", number=ROUNDS, is_overlay=True)
    )
    items += [
        _large_disc("SKULL", right - 38, 158.0, "evil", is_face_up=True),
        _large_disc("SKULL", right + 38, 158.0, "evil", is_face_up=True),
    ]
    items.append(icon_label("POINTING_FINGER", right, 220.0, 44.0, "ink"))
    items.append(token(role_component_id(SEER), right, 272.0, 58.0))
    return tuple(items)


def _draw_secrets() -> Scene:
    items = [card_back(x, 92.0, (58.0, 80.0), is_overlay=False) for x in row_centers(4, 132.0, 62.0)]
    items.append(card_item("route", 296.0, 92.0, (62.0, 84.0), is_face_up=False, is_overlay=False))
    items.append(icon_label("LOCK", 132.0, 92.0, 60.0, "ink"))
    items.append(
        token(role_component_id(INVESTIGATOR), 92.0, 236.0, 92.0, is_face_up=False, is_overlay=False)
    )
    items.append(icon_label("EYE", 92.0, 302.0, 34.0, "candle"))
    items.append(_large_disc("CLUE", 250.0, 236.0, "candle", 92.0))
    return tuple(items)


CHAPTERS: Final = (
    _chapter(
        *("sides", _draw_sides()), *("place", "investigators", "cultists", "night"), optional=("night",)
    ),
    _chapter(*("deck", _draw_deck()), *("yours", "cards", "pulse", "unknown"), optional=("unknown",)),
    _chapter(*("round", _draw_round()), *("order", "move", "meet", "card", "event"), optional=("event",)),
    _chapter(*("rooms", _draw_rooms()), *("fill", "inspect", "shelf", "route"), optional=("route",)),
    _chapter(*("murder", _draw_murder()), *("check", "found", "vote", "out", "ghosts"), optional=("ghosts",)),
    _chapter(
        *("winning", _draw_winning()),
        *("investigators", "cultists", "numbers", "lone", "seer"),
        optional=("numbers", "lone"),
    ),
    _chapter(*("secrets", _draw_secrets()), *("cards", "kills", "talk", "own"), optional=("own",)),
)

INTRO = Intro(CHAPTERS)
