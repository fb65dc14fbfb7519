"""The table of Among Cultists while it is laid out, each part of the guide as a scene.

How the map looks and which rooms lie where is printed on it and not known here: the building is drawn as our
own plain board, and only the places that the rules name have a name or a colour.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.games.cultists.box import KINDS, event_piece, role_piece
from companion.games.cultists.decks import HAZARD_DECK, ROUNDS, numbers
from companion.games.cultists.decks import KINDS as CARDS
from companion.games.cultists.events import BROKEN_GLASS, EVENTS, bag
from companion.games.cultists.roles import CULTIST, ROLES
from companion.games.cultists.setup import Setup, tokens
from companion.games.cultists.state import CULTIST_TOKENS
from companion.scripts.cultists.drawn import BACK, back, card, mark, place, token
from companion.scripts.scenes import HEIGHT, PLATE, WIDTH, Scene, Shape, Thing, plate, row, spots

_MIDDLE, _CENTRE = WIDTH / 2, HEIGHT / 2
_MARGIN = 4.0


# Decks -------------------------------------------------------------------------------------------------

_DECK = (48.0, 60.0)
_UNDER = (44.0, 60.0)
# From a deck to what lies under it, and to the next row of decks.
_LOWER, _ROW = 20.0, 106.0
_STRIP = 274.0


def decks(setup: Setup) -> Scene:
    extras = [*_first_game(setup), *_automa_joins(setup)]
    top = 54.0 if extras else 84.0
    return (*_decks(setup, top), *extras)


def pulse(setup: Setup) -> Scene:
    """A table without a pulse pool has no such part; there the decks lie as they did."""
    table = numbers(setup)
    pool = table.pulse_pool
    if pool is None:
        return decks(setup)
    things = [*_decks(setup, 50.0, pulse=True)]
    for x, kind in zip((44.0, 102.0), ("alive", "dead"), strict=True):
        count = getattr(pool, kind)
        things.append(card(kind, x, 284.0, (48.0, 64.0), "pulse_pool", count=count, on=False))
    if left := pool.total - table.seats:
        step = "pulse_left_over"
        things.append(Thing(Shape.BOX, 282.0, 284.0, 108.0, 76.0, step=step))
        things.append(back(282.0, 284.0, (36.0, 48.0), step, count=left))
        things.append(Thing(Shape.ARROW, 176.0, 284.0, 10.0, 70.0, turned=90.0, tone="candle", step=step))
    return tuple(things)


def _decks(setup: Setup, top: float, *, pulse: bool = False) -> Iterator[Thing]:
    table, roles = numbers(setup), tokens(setup)
    first = (table.seats + 1) // 2
    at = [(x, top) for x in row(first, _MIDDLE, 84.0)]
    at += [(x, top + _ROW) for x in row(table.seats - first, _MIDDLE, 84.0)]
    for role, (x, y) in zip(roles, at, strict=True):
        cultist = role == CULTIST
        deck = table.cultist_deck if cultist else table.investigator_deck
        owner = "cultist_decks" if cultist else "investigator_decks"
        if pulse:
            step = "pulse_cultists" if cultist else "pulse_investigators"
            icon, tone = (KINDS["alive"].icon, KINDS["alive"].tone) if cultist else ("EYE_CLOSED", BACK)
            lower = y + 2 * _LOWER - 6
            yield Thing(Shape.CARD, x, lower, *_UNDER, tone=tone, on=True, step=step)
            yield mark(icon, x, lower + _UNDER[1] / 2 - 9, 13.0, tone, step)
        route = y + _LOWER - 3
        belongs = None if pulse else "routes"
        yield Thing(Shape.CARD, x, route, *_UNDER, tone=KINDS["route"].tone, on=pulse, step=belongs)
        yield mark(KINDS["route"].icon, x, route + _UNDER[1] / 2 - 9, 13.0, KINDS["route"].tone, belongs)
        yield back(x, y - 4, _DECK, None if pulse else owner, count=deck.total - deck.route)
        belongs = None if pulse else "role_tokens"
        yield token(role_piece(role), x - 2, y - 13, 30.0, belongs)


def _first_game(setup: Setup) -> Iterator[Thing]:
    """What a first game leaves in the box."""
    if not setup.first_game:
        return
    step = "first_game"
    middle = 238.0 if setup.automa else _MIDDLE
    yield Thing(Shape.BOX, middle, _STRIP, 206.0, 84.0, step=step)
    left_out = (
        ("broken_window", 1),
        ("cultist_token", CULTIST_TOKENS),
        ("fishman", 1),
        (event_piece(BROKEN_GLASS), 1),
    )
    for x, (kind, count) in zip(row(len(left_out), middle, 46.0), left_out, strict=True):
        yield token(kind, x, _STRIP - 2, 34.0, step, count=count, up=False)


def _automa_joins(setup: Setup) -> Iterator[Thing]:
    if setup.automa:
        middle = 68.0 if setup.first_game else _MIDDLE
        yield Thing(
            *(Shape.PLATE, middle, _STRIP, 110.0, 28.0),
            icon="PERSON_ADD", tone="sea", key="cultists.board.automa", step="as_for",
        )  # fmt: skip


# Around the table --------------------------------------------------------------------------------------

_SEAT_CARD = (25.0, 36.0)
_SEAT_GAP = 28.0


def people(setup: Setup) -> Scene:
    return (*_into_envelopes(), *_people(setup))


def _into_envelopes() -> Iterator[Thing]:
    """In the middle: a deck with its token, face down, goes into an envelope."""
    yield back(128.0, _CENTRE, (44.0, 58.0), on=False)
    yield Thing(Shape.DISC, 126.0, _CENTRE, 30.0, 30.0, "REPEAT", "sea", on=True, step="hide_tokens")
    yield Thing(Shape.ARROW, 170.0, _CENTRE, 10.0, 26.0, tone="candle", turned=90.0, step="envelopes")
    yield card("envelope", 218.0, _CENTRE, (54.0, 66.0), "envelopes", up=False, on=False)


def _people(setup: Setup) -> Iterator[Thing]:
    for seat, x, y in _seats(setup):
        automa = seat == setup.automa_seat
        step = "deal_automa" if automa else "deal"
        yield _plate(setup, seat, x, y, step)
        envelope, character = row(2, x, _SEAT_GAP)
        yield card("envelope", envelope, _inward(y), _SEAT_CARD, step, up=False, on=False)
        step = "automa_character" if automa else "characters"
        yield card("character", character, _inward(y), _SEAT_CARD, step, on=False)


def ready(setup: Setup) -> Scene:
    return (*_ready_people(setup), *_ready_middle(setup))


def _ready_people(setup: Setup) -> Iterator[Thing]:
    for seat, x, y in _seats(setup):
        yield _plate(setup, seat, x, y, None)
        belongings = [*_own(setup, seat)]
        wide = _SEAT_GAP * len(belongings)
        middle = min(max(x, _MARGIN + wide / 2), WIDTH - _MARGIN - wide / 2)
        for place_x, (kind, step) in zip(row(len(belongings), middle, _SEAT_GAP), belongings, strict=True):
            if kind is None:
                yield back(place_x, _inward(y), _SEAT_CARD, step, on=False)
            else:
                yield token(kind, place_x, _inward(y), 25.0, step, on=False)


def _own(setup: Setup, seat: int) -> Iterator[tuple[str | None, str | None]]:
    """What lies before somebody, None for a deck: the own one, the Automa's, and what starts the game."""
    if seat != setup.automa_seat:
        yield None, "look"
    if seat == setup.automa_holder:
        yield None, "look_automa"
    if seat == setup.knife:
        yield "knife", "knife"
        yield "phase_marker", "knife"


def _ready_middle(setup: Setup) -> Iterator[Thing]:
    table = numbers(setup)
    yield back(151.0, 133.0, (34.0, 42.0), count=table.draw_pile.total, on=False)
    yield card("gate", 199.0, 133.0, (38.0, 42.0), "gate", on=False)
    goals = (
        ("points", table.points, "STAR", "good"),
        ("rounds", ROUNDS, "HOURGLASS", "candle"),
        ("kills", table.kills, "SKULL", "evil"),
    )
    for y, (name, number, icon, tone) in zip(row(len(goals), 181.0, 17.0), goals, strict=True):
        yield Thing(
            *(Shape.LABEL, _MIDDLE, y, 108.0, 16.5, icon, tone),
            key=f"cultists.number.{name}", args={"n": number}, step="aims",
        )  # fmt: skip


def _seats(setup: Setup) -> Iterator[tuple[int, float, float]]:
    """Everybody with a place, the Automa too, as they sit."""
    for seat, (x, y) in zip(setup.clockwise, spots(setup.seats), strict=True):
        yield seat, x, y


def _plate(setup: Setup, seat: int, x: float, y: float, step: str | None) -> Thing:
    if seat == setup.automa_seat:
        return Thing(Shape.PLATE, x, y, *PLATE, key="cultists.board.automa", step=step)
    return plate(setup.players[seat], x, y, step)


def _inward(y: float) -> float:
    """Where the cards of somebody lie who sits here: towards the middle of the table."""
    away = PLATE[1] / 2 + _SEAT_CARD[1] / 2 + 2
    return y - away if y > _CENTRE + 1 else y + away


# The building ------------------------------------------------------------------------------------------


def rooms(setup: Setup) -> Scene:
    return (*_rooms(setup), *_beside_the_map(setup))


def _rooms(setup: Setup) -> Iterator[Thing]:
    table = numbers(setup)
    yield place(None, 130.0, _CENTRE, (244.0, 306.0), "map")
    rows = _split(table.rooms, 3)
    for y, here in zip(row(len(rows), _CENTRE, 98.0), rows, strict=True):
        for x in row(here, 130.0, 57.0):
            yield place(None, x, y, (50.0, 86.0), "map", on=True)
            yield back(x, y, (32.0, 44.0), "room_cards")


def _beside_the_map(setup: Setup) -> Iterator[Thing]:
    draw, hazard = 300.0, HAZARD_DECK.total
    step = "draw_pile"
    yield back(draw, 62.0, (56.0, 74.0), step, count=numbers(setup).draw_pile.total, on=False)
    yield _words("draw_pile", draw, 120.0, step)
    if not setup.first_game:
        step = "hazard_deck"
        yield place(None, draw, 220.0, (80.0, 100.0), step, tone=KINDS["broken_window"].tone)
        yield back(draw, 220.0, (48.0, 64.0), step, count=hazard)
        yield _words("broken_window", draw, 290.0, step)


def _words(name: str, x: float, y: float, step: str) -> Thing:
    return Thing(Shape.LABEL, x, y, 90.0, 34.0, key=f"cultists_guide.place.{name}", tone="ink", step=step)


def _split(things: int, rows: int) -> list[int]:
    """So many things in so many rows, the first ones the fuller."""
    return [things // rows + (number < things % rows) for number in range(rows)]


_PLACE = (154.0, 92.0)


def figures(setup: Setup) -> Scene:
    """Where people, dangers and tokens begin."""
    return tuple(_figures(setup))


def _figures(setup: Setup) -> Iterator[Thing]:
    left, right, apart = 91.0, 259.0, 103.0
    # A first game has nothing in the lowest row.
    middle = _CENTRE + apart / 2 if setup.first_game else _CENTRE
    top, bottom = middle - apart, middle + apart
    yield place("dining_hall", left, top, _PLACE, "vote_token", tone="good")
    yield token("vote_token", left, top + 14, 44.0, "vote_token")
    yield place("security_room", right, top, _PLACE, "power_token", tone="evil")
    yield token("electricity_token", right, top + 14, 44.0, "power_token")
    yield place("corridor", _MIDDLE, middle, (322.0, 94.0), "discs")
    for x in row(numbers(setup).seats, _MIDDLE, 38.0):
        yield token("disc", x, middle + 14, 34.0, "discs")
    if not setup.first_game:
        yield place("lake", left, bottom, _PLACE, "fishman", tone=KINDS["fishman"].tone)
        yield token("fishman", left, bottom + 14, 44.0, "fishman")
        yield place("frames", right, bottom, _PLACE, "cultist_tokens")
        for x in row(CULTIST_TOKENS, right, 44.0):
            yield token("cultist_token", x, bottom + 14, 36.0, "cultist_tokens", up=False)


def board(setup: Setup) -> Scene:
    return (*_time(setup), *_track(setup), *_room_tokens(setup))


def _time(setup: Setup) -> Iterator[Thing]:
    y = 58.0
    tone = KINDS["clock"].tone
    yield Thing(Shape.DISC, 60.0, y, 84.0, 84.0, tone=tone, number=1, step="clock")
    yield token("clock", 92.0, y + 30, 26.0, "clock")
    yield place("book_spaces", _MIDDLE, y, (104.0, 88.0), "books")
    for x in row(3, _MIDDLE, 30.0):
        yield token("book", x, y + 14, 28.0, "books")
    yield token("bag", 286.0, y, 80.0, "bag", count=sum(bag(setup).values()), up=False, on=False)


def _track(setup: Setup) -> Iterator[Thing]:
    """The points: where the marker begins, and where the finger points."""
    goal, step = numbers(setup).points, "points"
    low, high = 180.0, 144.0
    yield place(None, _MIDDLE, 160.0, (326.0, 92.0), step)
    for x, number in zip((46.0, 92.0, 206.0, 252.0, 298.0), (0, 1, goal - 1, goal, goal + 1), strict=True):
        aim = number == goal
        yield Thing(
            *(Shape.DISC, x, low, 38.0, 38.0),
            tone="good" if aim else "ink_2", number=number, open=aim, on=True, step=step,
        )  # fmt: skip
    yield Thing(Shape.ARROW, 149.0, low, 10.0, 52.0, turned=90.0, tone="ink_2", on=True, step=step)
    yield token("points_marker", 46.0, high, 28.0, step)
    yield mark(KINDS["finger"].icon, 252.0, high, 30.0, KINDS["finger"].tone, step)


def _room_tokens(setup: Setup) -> Iterator[Thing]:
    """Shuffled, and crossed out: what is below nobody sees."""
    step = "room_tokens"
    yield place(None, _MIDDLE, 268.0, (326.0, 108.0), step)
    rows = _split(numbers(setup).rooms, 2)
    for y, here in zip(row(2, 268.0, 48.0), rows, strict=True):
        for x in row(here, _MIDDLE, 51.0):
            yield Thing(Shape.DISC, x, y, 38.0, 38.0, "CLOSE", "sea", on=True, step=step)


# Packing -----------------------------------------------------------------------------------------------


def packing(setup: Setup) -> Scene:
    """Everything in the box again, sorted."""
    return tuple(_packed())


def _packed() -> Iterator[Thing]:
    yield Thing(Shape.BOX, _MIDDLE, _CENTRE, 338.0, 318.0)
    for x, kind in zip(row(len(CARDS), _MIDDLE, 53.0), CARDS, strict=True):
        yield card(kind, x, 56.0, (46.0, 66.0), "cards", count=KINDS[kind].count or 1)
    yield card("envelope", 54.0, 134.0, (62.0, 56.0), "empty", count=KINDS["envelope"].count or 1, up=False)
    roles = sum(role.tokens for role in ROLES.values())
    yield token(role_piece(CULTIST), 128.0, 132.0, 50.0, "roles", count=roles)
    events = sum(event.copies for event in EVENTS.values())
    yield token("bag", 198.0, 132.0, 54.0, "events", count=events, up=False)
    yield place(None, 284.0, 134.0, (94.0, 60.0), "large", on=True)
    yield mark(KINDS["map_part"].icon, 262.0, 134.0, 34.0, "ink", "large")
    yield token("clock", 304.0, 134.0, 36.0, "large")
    small = [kind for kind in _SMALL if KINDS[kind].count]
    rows = _split(len(small), 2)
    placed = ((x, y) for y, here in zip((204.0, 266.0), rows, strict=True) for x in row(here, _MIDDLE, 52.0))
    for kind, (x, y) in zip(small, placed, strict=True):
        yield token(kind, x, y, 40.0, "small", count=KINDS[kind].count or 1)


_SMALL: Final = (
    *("book", "disc", "room_plain", "room_hazard", "cultist_token", "fishman"),
    *("vote_token", "electricity_token", "points_marker", "finger", "knife", "phase_marker"),
)
