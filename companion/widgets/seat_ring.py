"""The seat ring: the real table seen from above. Tap a seat, or hold it and drag it to another place.

It is never mirrored: left on the screen is left at the table in every language.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from kivy.animation import Animation
from kivy.graphics import Color, SmoothEllipse, SmoothLine
from kivy.metrics import dp
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.widgets.icon_names import Icon
from companion.widgets.ring_geometry import nearest_seat, seat_places
from companion.widgets.shapes import CLEAR, Disc, middle
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import look, paint

_DISC = 64
_SMALL_DISC = 54
_CROWDED = 10


def _name_size() -> float:
    """Names grow with the text size, but only as far as a ring of ten still has room for them."""
    return 20 * min(look().text_scale, 1.25)


class SeatFace(Enum):
    """What the disc shows."""

    EMPTY = "empty"
    YES = "yes"
    NO = "no"
    GHOST = "ghost"


@dataclass(frozen=True, slots=True)
class SeatLook:
    """One seat as it should look now. `letter` stands on an empty disc, e.g. an initial or a number."""

    name: str
    face: SeatFace = SeatFace.EMPTY
    letter: str = ""
    team: bool = False
    leader: bool = False
    asked: bool = False
    sword: bool = False
    lady: bool = False


class Seat(ButtonBehavior, Widget):
    """A disc with the player's name below it and the marks of its office around it."""

    def __init__(self, disc: float, on_tap: Callable[[], object]) -> None:
        super().__init__(size_hint=(None, None))
        self._across = dp(disc)
        self._on_tap = on_tap
        self._holder = Widget(size_hint=(None, None), size=(self._across + dp(14), self._across + dp(14)))
        self._ring = Disc(self._holder)
        self._disc = Disc(
            self._holder, diameter=self._across, ground=paint("raised"), edge=paint("rim"), line=2.5
        )
        self._mark = Glyph(Icon.CHECK, disc * 0.56)
        self._letter = Text("", weight=700, size_sp=26, grow="both", scaled=False)
        self._crown = Glyph(Icon.CROWN, 30, tone="candle")
        self._gap = Glyph(Icon.SHIELD, 34, tone="table")
        self._shield = Glyph(Icon.SHIELD, 27, tone="candle_fill")
        self._sword = Glyph(Icon.SWORD, 28, tone="candle")
        self._lady = Glyph(Icon.LADY, 28, tone="good")
        self.name = Text(
            "",
            weight=700,
            size_sp=_name_size(),
            smallest=11,
            most=1,
            grow="none",
            align="center",
            scaled=False,
        )
        self.name.size_hint = (None, None)
        for part in (
            *(self._holder, self._mark, self._letter, self._crown, self._gap, self._shield),
            *(self._sword, self._lady, self.name),
        ):
            self.add_widget(part)
        self.bind(pos=self._place, size=self._place)
        self._letter.bind(size=self._place)

    def on_release(self) -> None:
        self._on_tap()

    def on_state(self, *_: object) -> None:
        self._holder.opacity = 0.7 if self.state == "down" else 1

    def show(self, seat: SeatLook) -> None:
        yes, no, ghost = (seat.face is face for face in (SeatFace.YES, SeatFace.NO, SeatFace.GHOST))
        self._disc.paint(
            ground=paint("solid") if yes else paint("hollow") if no or ghost else paint("raised"),
            edge=CLEAR if yes else paint("ink_2" if no or ghost else "rim"),
        )
        self._mark.content = {
            SeatFace.YES: Icon.CHECK.value,
            SeatFace.NO: Icon.CROSS.value,
            SeatFace.GHOST: Icon.GHOST.value,
        }.get(seat.face, "")
        self._mark.set_tone("on_solid" if yes else "ink")
        self._letter.content = seat.letter if seat.face is SeatFace.EMPTY else ""
        self._crown.opacity = 1 if seat.leader else 0
        self._gap.opacity = self._shield.opacity = 1 if seat.team else 0
        self._sword.opacity = 1 if seat.sword else 0
        self._lady.opacity = 1 if seat.lady else 0
        self._ring.paint(edge=paint("candle") if seat.team or seat.asked else CLEAR, line=3.5)
        self.name.content = seat.name
        self._breathe(seat.asked)
        self._place()

    def _breathe(self, asked: bool) -> None:
        Animation.cancel_all(self._mark, "opacity")
        self._mark.opacity = 1
        if asked and not look().less_motion:
            breath = Animation(opacity=0.45, duration=0.9) + Animation(opacity=1, duration=0.9)
            breath.repeat = True
            breath.start(self._mark)

    def _place(self, *_: object) -> None:
        at = (self.x + self.width / 2, self.y + self.height - self._across / 2 - dp(8))
        self._holder.center = self._mark.center = self._letter.center = at
        self._crown.center = (at[0], at[1] + self._across / 2 + dp(12))
        corner = (at[0] + self._across * 0.42, at[1] - self._across * 0.34)
        self._gap.center = self._shield.center = corner
        self._sword.center = (at[0] - self._across * 0.46, at[1] - self._across * 0.34)
        self._lady.center = (at[0] - self._across * 0.46, at[1] + self._across * 0.38)
        below = at[1] - self._across / 2 - dp(6)
        self.name.size = (self.width, max(1.0, below - self.y))
        self.name.pos = (self.x, self.y)


class SeatRing(Widget):
    """Seats round an oval table with `middle` (any widgets) on it."""

    def __init__(
        self,
        seats: Sequence[SeatLook] = (),
        *,
        on_tap: Callable[[int], object],
        on_move: Callable[[int, int], object] | None = None,
        on_middle: Callable[[], object] | None = None,
        **options: Any,
    ) -> None:
        super().__init__(**options)
        self._on_tap = on_tap
        self._on_move = on_move
        self._on_middle = on_middle
        self._seats: list[Seat] = []
        self._places: tuple[tuple[float, float], ...] = ()
        self._dragged: tuple[Any, int] | None = None
        with self.canvas.before:
            Color(rgba=paint("wood"))
            self._wood = SmoothEllipse()
            Color(rgba=paint("wood_line"))
            self._grain = [SmoothLine(width=dp(0.75)) for _ in range(5)]
            Color(rgba=paint("wood_rim"))
            self._rim = SmoothLine(width=dp(1.6), close=True)
            self._inner = SmoothLine(width=dp(0.6), close=True)
        self.middle = BoxLayout(orientation="vertical", size_hint=(None, None), spacing=dp(4))
        self.add_widget(self.middle)
        self.bind(pos=self._place, size=self._place)
        self.show(seats)

    @property
    def seats(self) -> tuple[Seat, ...]:
        return tuple(self._seats)

    def show(self, seats: Sequence[SeatLook]) -> None:
        """Show these seats; the ring is made anew only if their number changed."""
        if len(seats) != len(self._seats):
            for seat in self._seats:
                self.remove_widget(seat)
            disc = _SMALL_DISC if len(seats) > _CROWDED else _DISC
            self._seats = [Seat(disc, self._tapper(number)) for number in range(len(seats))]
            for seat in self._seats:
                self.add_widget(seat)
            self._place()
        for seat, shown in zip(self._seats, seats, strict=True):
            seat.show(shown)

    def _tapper(self, number: int) -> Callable[[], object]:
        return lambda: self._on_tap(number)

    def _place(self, *_: object) -> None:
        crowded = len(self._seats) > _CROWDED
        # Names need height: a bigger text size makes room for them inside the same ring.
        box = (dp(84), dp(62 if crowded else 76) + dp(_name_size()) * 1.3)
        rx = max(dp(20), min((self.width - box[0]) / 2, dp(240)))
        ry = max(dp(20), min((self.height - box[1]) / 2, dp(260)))
        self._places = seat_places(len(self._seats), rx, ry)
        middle_x, middle_y = middle(self)
        for number, (seat, (x, y)) in enumerate(zip(self._seats, self._places, strict=True)):
            seat.size = box
            if self._dragged is None or self._dragged[1] != number:
                seat.pos = (middle_x + x - box[0] / 2, middle_y + y - box[1] / 2)
        self._draw_table(max(dp(10), rx - box[0] / 2 - dp(6)), max(dp(10), ry - box[1] / 2 - dp(10)))

    def _draw_table(self, tx: float, ty: float) -> None:
        x, y = middle(self)
        self._wood.pos, self._wood.size = (x - tx, y - ty), (2 * tx, 2 * ty)
        self._rim.ellipse = (x - tx, y - ty, 2 * tx, 2 * ty)
        self._inner.ellipse = (x - tx + dp(7), y - ty + dp(7), 2 * tx - dp(14), 2 * ty - dp(14))
        for i, line in enumerate(self._grain):
            up = (i - 2) / 3
            half = (tx - dp(8)) * max(0.0, 1 - up * up) ** 0.5
            line.points = (x - half, y + up * (ty - dp(8)), x + half, y + up * (ty - dp(8)))
        self.middle.size = (tx * 1.62, ty * 1.2)
        self.middle.center = (x, y)

    def on_touch_down(self, touch: Any) -> bool:
        if super().on_touch_down(touch):
            return True
        # The table itself can be tapped, where that means something.
        if self._on_middle is None or not self.middle.collide_point(*touch.pos):
            return False
        touch.grab(self)
        return True

    # -- dragging ------------------------------------------------------------------------------

    def on_touch_move(self, touch: Any) -> bool:
        if self._on_move is None:
            return bool(super().on_touch_move(touch))
        if self._dragged is None:
            held = next((i for i, seat in enumerate(self._seats) if seat.last_touch is touch), None)
            far = abs(touch.x - touch.ox) + abs(touch.y - touch.oy) > dp(14)
            if held is None or not far or touch.grab_current is None:
                return bool(super().on_touch_move(touch))
            self._dragged = (touch, held)
        if self._dragged[0] is touch:
            self._seats[self._dragged[1]].center = touch.pos
            return True
        return bool(super().on_touch_move(touch))

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is self:
            touch.ungrab(self)
            if self._on_middle is not None and self.middle.collide_point(*touch.pos):
                self._on_middle()
            return True
        if self._dragged is not None and self._dragged[0] is touch and self._on_move is not None:
            held = self._dragged[1]
            self._dragged = None
            x, y = middle(self)
            goal = nearest_seat(touch.x - x, touch.y - y, self._places)
            touch.ungrab(self._seats[held])
            self._seats[held].state = "normal"
            self._place()
            if goal != held:
                self._on_move(held, goal)
            return True
        return bool(super().on_touch_up(touch))
