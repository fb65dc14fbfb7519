"""Seat ring: the table seen from above, with seats that can be tapped and dragged.

Dropped between two others, a seat moves there; dropped onto another, the two swap. The ring is never
mirrored: left on the screen is left at the real table in every language.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import hypot, inf
from typing import Any

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.graphics import InstructionGroup
from kivy.metrics import dp
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.widgets.seat_marks import (
    DiscIcon,
    IconSpot,
    SeatIcon,
    SeatLook,
    SeatPlace,
    SeatRenderer,
    TableTop,
    find_drop_target,
    seat_positions,
)
from companion.widgets.shapes import center_of
from companion.widgets.text import NUMBER, Text
from companion.widgets.theme import look

__all__ = ["DiscIcon", "IconSpot", "Seat", "SeatIcon", "SeatLook", "SeatRing"]

# Buttons that come and go change the ring's size, so a few sizes alternate.
_cached_positions = lru_cache(maxsize=32)(seat_positions)


@dataclass(frozen=True, slots=True)
class _SeatSize:
    """Sizes of a seat in dp: the disc, the height of disc and margins, the name's font size."""

    disc: float
    block_height: float
    name: float

    @property
    def name_size(self) -> float:
        """Font size of the name: grows with the text size, limited so that a ring of ten still fits."""
        return self.name * min(look().text_scale, 1.25)

    @property
    def box(self) -> tuple[float, float]:
        # A larger text size makes the box higher within the same ring.
        return (dp(84), dp(self.block_height) + dp(self.name_size) * 1.3)

    @property
    def reach(self) -> float:
        """The height in pixels from the top of the disc to the bottom of the name."""
        return float(dp(self.disc) + dp(6) + dp(self.name_size) * 1.2)


_LARGE_SIZE = _SeatSize(64, 76, 20)
# Used where large seats would cover each other's names.
_SMALL_SIZE = _SeatSize(54, 67, 18)


def _min_gap(positions: Sequence[tuple[float, float]]) -> float:
    """Return the minimum distance between neighbouring seats that stand above one another."""
    return min(
        (
            hypot(x1 - x0, y1 - y0)
            for (x0, y0), (x1, y1) in pairwise(positions)
            # Seats side by side do not cover each other's names.
            if abs(x1 - x0) < dp(64)
        ),
        default=inf,
    )


class Seat(ButtonBehavior, Widget):
    """A seat at the table: touch target, with the player's name below its disc."""

    def __init__(self, on_tap: Callable[[], object]) -> None:
        super().__init__(size_hint=(None, None))
        self._seat_size = _LARGE_SIZE
        self._on_tap = on_tap
        self.look = SeatLook("")
        self.name_label = Text(
            "",
            NUMBER,
            size_sp=_LARGE_SIZE.name_size,
            min_size=11,
            max_lines=1,
            autosize="none",
            align="center",
            scaled=False,
        )
        self.name_label.size_hint = (None, None)
        self.add_widget(self.name_label)
        self.bind(pos=self._update_layout, size=self._update_layout)

    def on_release(self) -> None:
        self._on_tap()

    def show(self, seat: SeatLook) -> None:
        self.look = seat
        self.name_label.content = seat.name

    def set_size(self, seat_size: _SeatSize) -> None:
        self._seat_size = seat_size
        self.name_label.size_sp = seat_size.name_size
        self.size = seat_size.box

    @property
    def place(self) -> SeatPlace:
        x, y = self._disc_center()
        return SeatPlace(self.look, x, y, is_pressed=self.state == "down")

    def _disc_center(self) -> tuple[float, float]:
        """Return the centre of the disc."""
        return (self.x + self.width / 2, self.y + self.height - dp(self._seat_size.disc) / 2 - dp(8))

    def _update_layout(self, *_: object) -> None:
        below = self._disc_center()[1] - dp(self._seat_size.disc) / 2 - dp(6)
        # Whole pixels: a fraction of a pixel more, after the ring moved, would render the name again.
        self.name_label.size = (self.width, max(1, round(below - self.y)))
        self.name_label.pos = (self.x, self.y)


class SeatRing(Widget):
    """Seats round an oval table, with `center_box` for any widgets in the middle."""

    def __init__(
        self,
        seats: Sequence[SeatLook] = (),
        order: Sequence[int] | None = None,
        *,
        on_tap: Callable[[int], object],
        on_move: Callable[[int, int], object] | None = None,
        on_swap: Callable[[int, int], object] | None = None,
        on_table_tap: Callable[[], object] | None = None,
        **options: Any,
    ) -> None:
        super().__init__(**options)
        self._on_tap = on_tap
        self._on_move = on_move
        self._on_swap = on_swap or on_move
        self._on_table_tap = on_table_tap
        self._seats: list[Seat] = []
        self._order: tuple[int, ...] = ()
        self._positions: tuple[tuple[float, float], ...] = ()
        self._seat_size = _LARGE_SIZE
        self._dragged: tuple[Any, int] | None = None
        self._schedule_draw = Clock.create_trigger(self._draw_seats, -1)
        with self.canvas.before:
            self._table = TableTop()
            seats_group = InstructionGroup()
        self._seat_renderer = SeatRenderer(seats_group)
        self.center_box = BoxLayout(orientation="vertical", size_hint=(None, None), spacing=dp(4))
        self.add_widget(self.center_box)
        schedule_layout = Clock.create_trigger(self._update_layout, -1)
        self.bind(pos=schedule_layout, size=schedule_layout)
        self.show(seats, order)

    @property
    def seats(self) -> tuple[Seat, ...]:
        return tuple(self._seats)

    def show(self, seats: Sequence[SeatLook], order: Sequence[int] | None = None) -> None:
        """Show these seats. `order` lists them clockwise from the bottom (default: by number).

        The seat widgets are recreated only if the number of seats or their order changed.
        """
        order = tuple(range(len(seats)) if order is None else order)
        if order != self._order:
            self._order = order
            for seat in self._seats:
                self.remove_widget(seat)
            self._seats = [Seat(self._make_handler(number)) for number in range(len(seats))]
            for seat in self._seats:
                self.add_widget(seat)
                seat.bind(pos=self._schedule_draw, size=self._schedule_draw, state=self._schedule_draw)
            self._update_layout()
        changed = [(seat, look) for seat, look in zip(self._seats, seats, strict=True) if seat.look != look]
        for seat, seat_look in changed:
            seat.show(seat_look)
        if changed:
            self._schedule_draw()
            self._animate_halo()

    def _make_handler(self, number: int) -> Callable[[], object]:
        return lambda: self._on_tap(number)

    def _update_layout(self, *_: object) -> None:
        self._seat_size = _LARGE_SIZE
        rx, ry = self._oval_radii(_LARGE_SIZE)
        if _min_gap(_cached_positions(len(self._seats), rx, ry)) < _LARGE_SIZE.reach:
            self._seat_size = _SMALL_SIZE
            rx, ry = self._oval_radii(_SMALL_SIZE)
        self._positions = _cached_positions(len(self._seats), rx, ry)
        box = self._seat_size.box
        middle_x, middle_y = center_of(self)
        for number, (x, y) in zip(self._order, self._positions, strict=True):
            seat = self._seats[number]
            seat.set_size(self._seat_size)
            if self._dragged is None or self._dragged[1] != number:
                seat.pos = (middle_x + x - box[0] / 2, middle_y + y - box[1] / 2)
        self._draw_table(max(dp(10), rx - box[0] / 2 - dp(6)), max(dp(10), ry - box[1] / 2 - dp(10)))

    def _oval_radii(self, seat_size: _SeatSize) -> tuple[float, float]:
        """Return the half axes of the oval on which seats of this size fit."""
        box = seat_size.box
        rx = max(dp(20), min((self.width - box[0]) / 2, dp(240)))
        return rx, max(dp(20), min((self.height - box[1]) / 2, dp(260)))

    def _draw_seats(self, *_: object) -> None:
        self._seat_renderer.show([seat.place for seat in self._seats], dp(self._seat_size.disc))

    def _animate_halo(self) -> None:
        """Pulse the outlines of highlighted seats, unless less motion is set."""
        Animation.cancel_all(self._seat_renderer.halo, "a")
        self._seat_renderer.halo.a = 1.0
        if any(seat.look.is_highlighted for seat in self._seats) and not look().less_motion:
            pulse = Animation(a=0.45, duration=0.9) + Animation(a=1, duration=0.9)
            pulse.repeat = True
            pulse.start(self._seat_renderer.halo)

    def _draw_table(self, tx: float, ty: float) -> None:
        x, y = center_of(self)
        self._table.show(x, y, tx, ty)
        self.center_box.size = (tx * 1.62, ty * 1.2)
        self.center_box.center = (x, y)

    def on_touch_down(self, touch: Any) -> bool:
        if super().on_touch_down(touch):
            return True
        # The table itself is a touch target if `on_table_tap` is given.
        if self._on_table_tap is None or not self.center_box.collide_point(*touch.pos):
            return False
        touch.grab(self)
        return True

    def is_on_seat(self, x: float, y: float) -> bool:
        """Return True if the point is on a seat."""
        return any(seat.collide_point(x, y) for seat in self._seats)

    # -- dragging ------------------------------------------------------------------------------

    def on_touch_move(self, touch: Any) -> bool:
        if self._on_move is None:
            return bool(super().on_touch_move(touch))
        if self._dragged is None:
            pressed = next((i for i, seat in enumerate(self._seats) if seat.last_touch is touch), None)
            far = abs(touch.x - touch.ox) + abs(touch.y - touch.oy) > dp(14)
            if pressed is None or not far or touch.grab_current is None:
                return bool(super().on_touch_move(touch))
            self._dragged = (touch, pressed)
        if self._dragged[0] is touch:
            self._seats[self._dragged[1]].center = touch.pos
            return True
        return bool(super().on_touch_move(touch))

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is self:
            touch.ungrab(self)
            if self._on_table_tap is not None and self.center_box.collide_point(*touch.pos):
                self._on_table_tap()
            return True
        if self._dragged is not None and self._dragged[0] is touch and self._on_move is not None:
            dragged = self._dragged[1]
            self._dragged = None
            x, y = center_of(self)
            goal = find_drop_target(dragged, touch.x - x, touch.y - y, self._positions)
            touch.ungrab(self._seats[dragged])
            self._seats[dragged].state = "normal"
            self._update_layout()
            callback = self._on_swap if goal.is_onto else self._on_move
            if goal.seat_place != dragged and callback is not None:
                callback(dragged, goal.seat_place)
            return True
        return bool(super().on_touch_up(touch))
