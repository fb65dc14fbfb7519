"""The seat ring: every look of a seat is visible, and unchanged seats are not redrawn."""

from __future__ import annotations

from itertools import combinations

import pytest
from kivy.base import EventLoop
from kivy.core.window import Window
from kivy.graphics import Mesh

from companion.widgets.icons import Icon
from companion.widgets.seat_ring import DiscIcon, IconSpot, SeatIcon, SeatLook, SeatRing
from companion.widgets.text_renderer import register_fonts
from companion.widgets.theme import Look, look, set_look
from tests.widgets.off_screen import frames, picture

pytestmark = pytest.mark.window

PLAIN = SeatLook("Ada", letter="1")
YES = DiscIcon(Icon.CHECK, "approves", is_solid=True)
SHIELD = SeatIcon(Icon.SHIELD, IconSpot.LOW_RIGHT, "on the team", tone="candle_fill", has_rim=True)
CROWN = SeatIcon(Icon.CROWN, IconSpot.TOP, "leads", size=30)
MARKED = {
    "plain": PLAIN,
    "yes": PLAIN._replace(disc_icon=YES),
    "no": PLAIN._replace(disc_icon=DiscIcon(Icon.CROSS, "refuses")),
    "ghost": PLAIN._replace(disc_icon=DiscIcon(Icon.GHOST, "a Ghost")),
    "another number": PLAIN._replace(letter="2"),
    "ringed": PLAIN._replace(is_ringed=True),
    "asked": PLAIN._replace(is_highlighted=True),
    "asked and marked": PLAIN._replace(is_highlighted=True, icons=(SHIELD,)),
    **{spot.name: PLAIN._replace(icons=(SeatIcon(Icon.SWORD, spot, "a sword"),)) for spot in IconSpot},
    "another picture": PLAIN._replace(icons=(SeatIcon(Icon.LADY, IconSpot.TOP, "the Lady"),)),
    "another colour": PLAIN._replace(icons=(SeatIcon(Icon.SWORD, IconSpot.TOP, "a sword", tone="good"),)),
    "on a rim": PLAIN._replace(is_ringed=True, icons=(SHIELD,)),
    "without a rim": PLAIN._replace(is_ringed=True, icons=(SHIELD._replace(has_rim=False),)),
}


@pytest.fixture
def show_ring():
    """Puts a ring on the screen."""
    EventLoop.ensure_window()
    EventLoop.start()
    register_fonts()
    before = look()
    set_look(Look(less_motion=True))
    Window.size = (390, 600)
    rings = []

    def show(seats, **options):
        ring = SeatRing(seats, on_tap=lambda _: None, **options)
        rings.append(ring)
        Window.add_widget(ring)
        frames()
        return ring

    yield show
    for ring in rings:
        Window.remove_widget(ring)
    set_look(before)


def test_seats_can_have_another_order_than_their_numbers(show_ring):
    names = [SeatLook(name) for name in ("Ada", "Bruno", "Chloe", "Automa")]
    plain, moved = show_ring(names), show_ring(names, order=(0, 3, 1, 2))
    places = [seat.pos for seat in plain.seats]
    assert [seat.pos for seat in moved.seats] == [places[0], places[2], places[3], places[1]]
    moved.show(names)
    frames()
    assert [seat.pos for seat in moved.seats] == places


def test_everything_on_a_seat_has_an_accessible_label():
    assert PLAIN.accessible_labels == ("Ada",)
    marked = PLAIN._replace(disc_icon=YES, icons=(CROWN, SHIELD))
    assert marked.accessible_labels == ("Ada", "approves", "leads", "on the team")


def test_every_look_of_a_seat_is_distinguishable(show_ring):
    ring = show_ring([PLAIN, SeatLook("Bruno")])
    pictures = {}
    for name, seat in MARKED.items():
        ring.show([seat, SeatLook("Bruno")])
        frames()
        pictures[name] = picture()
    alike = [pair for pair in combinations(pictures, 2) if pictures[pair[0]] == pictures[pair[1]]]
    assert alike == []


def test_an_unchanged_ring_is_not_redrawn(show_ring):
    seats = [PLAIN._replace(name=f"P{number}", letter=f"{number}") for number in range(10)]
    ring = show_ring(seats)
    drawn = list(ring._seat_renderer._group.children)
    ring.show(list(seats))
    frames()
    assert list(ring._seat_renderer._group.children) == drawn
    ring.show([seats[0]._replace(is_ringed=True), *seats[1:]])
    frames()
    assert list(ring._seat_renderer._group.children) != drawn


def test_ten_seats_take_few_meshes(show_ring):
    ring = show_ring(
        [SeatLook(f"P{n}", YES, icons=(SHIELD,) * (n < 5) + (CROWN,) * (n == 0)) for n in range(10)]
    )
    meshes = [part for part in ring._seat_renderer._group.children if isinstance(part, Mesh)]
    assert len(meshes) < 10


def test_a_seat_looks_pressed_only_while_it_is_pressed(show_ring):
    ring = show_ring([PLAIN, SeatLook("Bruno")])
    before = picture()
    ring.seats[0].state = "down"
    frames()
    assert picture() != before
    ring.seats[0].state = "normal"
    frames()
    assert picture() == before


def test_seats_move_with_the_ring(show_ring):
    ring = show_ring([PLAIN, SeatLook("Bruno", icons=(CROWN,))], size_hint=(None, None), size=(390, 400))
    low = picture()
    ring.y = 150
    frames()
    moved = picture()
    row = 390 * 4
    assert moved != low
    # The same but for the last bit of a smooth edge.
    assert all(abs(a - b) <= 2 for a, b in zip(moved[150 * row : 550 * row], low[: 400 * row], strict=True))


def test_the_outline_of_a_highlighted_seat_pulses_unless_less_motion_is_set(show_ring):
    ring = show_ring([PLAIN])
    ring.show([PLAIN._replace(is_highlighted=True)])
    frames()
    assert ring._seat_renderer.halo.a == 1
    set_look(Look(less_motion=False))
    ring.show([PLAIN._replace(is_highlighted=True, icons=(CROWN,))])
    for _ in range(8):
        EventLoop.idle()
    assert ring._seat_renderer.halo.a < 1
    ring.show([PLAIN])
    frames()
    assert ring._seat_renderer.halo.a == 1


@pytest.mark.parametrize(("seats", "height"), [(5, 330), (8, 360), (10, 400), (10, 560)])
def test_no_disc_covers_the_name_of_another_seat(show_ring, seats, height):
    ring = show_ring(
        [SeatLook(f"Player {n}", letter=f"{n}") for n in range(seats)],
        size_hint=(None, None),
        size=(350, height),
    )
    radius = ring._seat_size.disc / 2
    for seat in ring.seats:
        (left, low), (wide, high) = seat.name_label._rectangle.pos, seat.name_label._rectangle.size
        # Letters fill no more than the middle of their line.
        low, high = low + high * 0.2, high * 0.6
        for other in ring.seats:
            place = other.place
            across = max(left - place.x, 0, place.x - left - wide)
            up = max(low - place.y, 0, place.y - low - high)
            assert other is seat or across**2 + up**2 >= radius**2


def test_an_updated_ring_looks_like_a_new_one(show_ring):
    """Cached parts of what was shown before must not be visible."""
    others = [SeatLook(f"P{number}", letter=f"{number}") for number in range(4)]
    ring = show_ring([PLAIN, *others])
    for seat in MARKED.values():
        ring.show([*others[:2], seat, *others[2:]])
        frames()
        ring.show([seat, *others])
        frames()
        changed = picture()
        Window.remove_widget(ring)
        fresh = show_ring([seat, *others])
        assert picture() == changed
        Window.remove_widget(fresh)
        Window.add_widget(ring)
