"""The table during a vote: who points at whom, who keeps the fist closed, how many have somebody."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import hypot

from kivy.clock import Clock
from kivy.graphics import Color, InstructionGroup, SmoothLine
from kivy.metrics import dp
from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.boxlayout import BoxLayout

from companion.entry.cultists.draft import BallotDraft, Open, knife_doubles
from companion.entry.cultists.vote_words import verdict
from companion.entry.cultists.words import name_of
from companion.games.cultists.vote import KNIFE_VOTES
from companion.i18n.translator import Translator
from companion.screens.cultists.people import ghost_face
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Row
from companion.widgets.seat_ring import SeatLook, SeatMark, SeatRing, Spot
from companion.widgets.shapes import Box
from companion.widgets.stamps import Stamps
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import RADIUS_CARD, look, paint

_RADIUS = 32
# Room between a disc and what points at it, and the sides of an arrow's head.
_CLEAR, _HEAD = 10, 9


class BallotRing(SeatRing):
    """Taps on seats and on the table in the middle go to `on_tap` and `on_fist`."""

    def __init__(
        self, tr: Translator, on_tap: Callable[[int], object], on_fist: Callable[[], object]
    ) -> None:
        self._tr = tr
        self._draft: BallotDraft | None = None
        self._redraw = Clock.create_trigger(self._draw_votes, -1)
        super().__init__(on_tap=on_tap, on_middle=on_fist, size_hint_y=None, height=dp(420))
        self._pointing = InstructionGroup()
        # Above the wood, below the names and the words on the table: Kivy counts `before` as the first part.
        self.canvas.insert(1, self._pointing)
        self._badges = InstructionGroup()
        self.canvas.after.add(self._badges)
        self.words = _Middle(tr)
        self.middle.add_widget(self.words)

    def _place(self, *args: object) -> None:
        super()._place(*args)
        # What points from seat to seat moves with them.
        self._redraw()

    def show_draft(self, draft: BallotDraft) -> None:
        self._draft = draft
        setup = draft.state.setup
        self.show([_seat(self._tr, draft, seat) for seat in range(setup.seats)], setup.clockwise)
        self.words.show(draft)
        self._redraw()

    # -- drawing -----------------------------------------------------------------------------------------

    def _draw_votes(self, *_: object) -> None:
        draft = self._draft
        self._pointing.clear()
        self._badges.clear()
        if draft is None or len(self.seats) != draft.state.setup.seats:
            return
        state = draft.state
        for seat in range(state.setup.seats):
            vote = _vote_of(draft, seat)
            if isinstance(vote, int) and vote != seat:
                self._point(seat, vote)
        if knife_doubles(state):
            self._write_twice(*self._disc(state.knife))

    def _write_twice(self, x: float, y: float) -> None:
        """Below the Knife, how much its holder counts."""
        stamps, size = Stamps(), 18 / look().text_scale
        twice = self._tr("cultists.times", n=KNIFE_VOTES)
        low = y - dp(_RADIUS - 8)
        stamps.words(twice, x - dp(_RADIUS + 4), low, size=size, room=dp(40), weight=700, tone="candle")
        stamps.draw(self._badges)

    def _disc(self, seat: int) -> tuple[float, float]:
        place = self.seats[seat].place
        return place.x, place.y

    def _point(self, seat: int, target: int) -> None:
        """A line from disc to disc with a head at its end."""
        (x0, y0), (x1, y1) = self._disc(seat), self._disc(target)
        far = hypot(x1 - x0, y1 - y0)
        dx, dy = (x1 - x0) / far, (y1 - y0) / far
        away = dp(_RADIUS + _CLEAR)
        start, end = (x0 + dx * away, y0 + dy * away), (x1 - dx * away, y1 - dy * away)
        head = dp(_HEAD)
        wings = [
            (end[0] - dx * head + side * dy * head * 0.7, end[1] - dy * head - side * dx * head * 0.7)
            for side in (1, -1)
        ]
        self._pointing.add(Color(rgba=paint("sea", 0.75)))
        self._pointing.add(SmoothLine(points=(*start, *end), width=dp(1.3)))
        self._pointing.add(SmoothLine(points=(*wings[0], *end, *wings[1]), width=dp(1.6)))


class _Middle(BoxLayout):
    """Whose vote is asked, or what the vote came to; a tap here is a closed fist."""

    def __init__(self, tr: Translator) -> None:
        super().__init__(orientation="vertical", spacing=dp(2))
        self._tr = tr
        self._title = Text("", face="title", size_sp=26, smallest=10, most=2, align="center", grow="none")
        self._line = Text("", size_sp=16, smallest=9, most=2, align="center", grow="none", tone="ink_2")
        self._fists = Text("", weight=700, size_sp=30, smallest=9, most=1, grow="none")
        # Mark and number share the middle: one ends where the other begins.
        mark = AnchorLayout(anchor_x="left" if look().rtl else "right")
        mark.add_widget(Glyph(Icon.FIST, 26, tone="sea"))
        count = Row(mark, self._fists, gap=8, size_hint_y=1)
        for part in (self._title, self._line, count):
            self.add_widget(part)
        # Words are not to be struck through by those who point across the table.
        Box(self, radius=RADIUS_CARD, ground=paint("wood", 0.88))

    def show(self, draft: BallotDraft) -> None:
        tr, state = self._tr, draft.state
        result = draft.result
        if draft.asks_knife:
            self._title.content = tr("cultists.ballot.knife.asked")
            self._line.content = name_of(tr, state.setup, state.knife)
        elif result is not None:
            self._title.content = verdict(tr, state.setup, result)
            self._line.content = tr("cultists.ballot.votes", n=result.cast)
        elif draft.voter is not None:
            self._title.content = name_of(tr, state.setup, draft.voter)
            self._line.content = tr("cultists.ballot.fist")
        self._fists.content = tr.number(draft.abstentions)


def _vote_of(draft: BallotDraft, seat: int) -> int | Open | None:
    """What this seat votes now, the Knife's change counted and the Automa's abstention as well."""
    if seat >= len(draft.votes):
        return None
    if seat == draft.state.knife and (draft.change is None or isinstance(draft.change, int)):
        return draft.change
    return draft.votes[seat]


def _seat(tr: Translator, draft: BallotDraft, seat: int) -> SeatLook:
    state = draft.state
    votes = draft.tally().get(seat, 0)
    asked = seat == (state.knife if draft.asks_knife else draft.voter)
    return SeatLook(
        name_of(tr, state.setup, seat),
        ghost_face(tr, state, seat),
        tr.number(votes) if votes else "",
        asked=asked,
        marks=tuple(_marks(tr, draft, seat)),
    )


def _marks(tr: Translator, draft: BallotDraft, seat: int) -> Iterator[SeatMark]:
    vote = _vote_of(draft, seat)
    if vote is None:
        yield SeatMark(Icon.FIST, Spot.HIGH_RIGHT, tr("cultists.mark.fist"), tone="sea", size=30)
    elif vote == seat:
        own = tr("cultists.mark.own_finger")
        yield SeatMark(Icon.POINTING_FINGER, Spot.HIGH_RIGHT, own, tone="sea", size=30)
    if seat == draft.state.knife:
        yield SeatMark(Icon.KNIFE, Spot.HIGH_LEFT, tr("cultists.mark.knife"), size=30)
