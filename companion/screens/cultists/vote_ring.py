"""The table during a vote: who points at whom, who keeps the fist closed, how many have somebody."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import hypot

from kivy.clock import Clock
from kivy.graphics import Color, InstructionGroup, SmoothLine
from kivy.metrics import dp
from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.boxlayout import BoxLayout

from companion.entry.cultists.draft import BallotDraft, Unanswered, is_knife_doubling
from companion.entry.cultists.vote_words import verdict_text
from companion.entry.cultists.words import player_name
from companion.games.cultists.vote import KNIFE_VOTES
from companion.i18n.translator import Translator
from companion.screens.cultists.people import build_ghost_face
from companion.widgets.icons import Icon
from companion.widgets.layout import Row
from companion.widgets.mesh_batch import MeshBatch
from companion.widgets.seat_ring import IconSpot, SeatIcon, SeatLook, SeatRing
from companion.widgets.shapes import RoundedBox
from companion.widgets.text import IconLabel, Text
from companion.widgets.theme import RADIUS_CARD, look, theme_colour

_DISC_RADIUS_DP = 32
# Room between a disc and what points at it, and the sides of an arrow's head.
_CLEARANCE_DP, _ARROW_HEAD_DP = 10, 9


class BallotRing(SeatRing):
    """Taps on seats and on the table in the middle go to `on_tap` and `on_fist`."""

    def __init__(
        self, tr: Translator, on_tap: Callable[[int], object], on_fist: Callable[[], object]
    ) -> None:
        self._tr = tr
        self._draft: BallotDraft | None = None
        self._schedule_redraw = Clock.create_trigger(self._draw_votes, -1)
        super().__init__(on_tap=on_tap, on_table_tap=on_fist, size_hint_y=None, height=dp(420))
        self._arrows = InstructionGroup()
        # Above the wood, below the names and the words on the table: Kivy counts `before` as the first part.
        self.canvas.insert(1, self._arrows)
        self._badges = InstructionGroup()
        self.canvas.after.add(self._badges)
        self.middle_panel = _MiddlePanel(tr)
        self.center_box.add_widget(self.middle_panel)

    def _update_layout(self, *args: object) -> None:
        super()._update_layout(*args)
        # What points from seat to seat moves with them.
        self._schedule_redraw()

    def show_draft(self, draft: BallotDraft) -> None:
        self._draft = draft
        setup = draft.state.setup
        self.show([_build_seat_look(self._tr, draft, seat) for seat in range(setup.seats)], setup.clockwise)
        self.middle_panel.show(draft)
        self._schedule_redraw()

    # -- drawing -----------------------------------------------------------------------------------------

    def _draw_votes(self, *_: object) -> None:
        draft = self._draft
        self._arrows.clear()
        self._badges.clear()
        if draft is None or len(self.seats) != draft.state.setup.seats:
            return
        state = draft.state
        for seat in range(state.setup.seats):
            vote = _current_vote(draft, seat)
            if isinstance(vote, int) and vote != seat:
                self._draw_arrow(seat, vote)
        if is_knife_doubling(state):
            self._draw_knife_votes(*self._disc_center(state.knife))

    def _draw_knife_votes(self, x: float, y: float) -> None:
        """Below the Knife, how much its holder counts."""
        stamps, size = MeshBatch(), 18 / look().text_scale
        twice = self._tr("cultists.times", n=KNIFE_VOTES)
        low = y - dp(_DISC_RADIUS_DP - 8)
        stamps.add_text(
            twice, x - dp(_DISC_RADIUS_DP + 4), low, size=size, max_width=dp(40), weight=700, tone="candle"
        )
        stamps.draw(self._badges)

    def _disc_center(self, seat: int) -> tuple[float, float]:
        place = self.seats[seat].place
        return place.x, place.y

    def _draw_arrow(self, seat: int, target: int) -> None:
        """A line from disc to disc with a head at its end."""
        (x0, y0), (x1, y1) = self._disc_center(seat), self._disc_center(target)
        distance = hypot(x1 - x0, y1 - y0)
        dx, dy = (x1 - x0) / distance, (y1 - y0) / distance
        offset = dp(_DISC_RADIUS_DP + _CLEARANCE_DP)
        start, end = (x0 + dx * offset, y0 + dy * offset), (x1 - dx * offset, y1 - dy * offset)
        head = dp(_ARROW_HEAD_DP)
        wings = [
            (end[0] - dx * head + side * dy * head * 0.7, end[1] - dy * head - side * dx * head * 0.7)
            for side in (1, -1)
        ]
        self._arrows.add(Color(rgba=theme_colour("sea", 0.75)))
        self._arrows.add(SmoothLine(points=(*start, *end), width=dp(1.3)))
        self._arrows.add(SmoothLine(points=(*wings[0], *end, *wings[1]), width=dp(1.6)))


class _MiddlePanel(BoxLayout):
    """Whose vote is asked, or what the vote came to; a tap here is a closed fist."""

    def __init__(self, tr: Translator) -> None:
        super().__init__(orientation="vertical", spacing=dp(2))
        self._tr = tr
        self._title = Text(
            "", face="title", size_sp=26, min_size=10, max_lines=2, align="center", autosize="none"
        )
        self._line = Text(
            "", size_sp=16, min_size=9, max_lines=2, align="center", autosize="none", tone="ink_2"
        )
        self._fists = Text("", weight=700, size_sp=30, min_size=9, max_lines=1, autosize="none")
        # Mark and number share the middle: one ends where the other begins.
        mark = AnchorLayout(anchor_x="left" if look().rtl else "right")
        mark.add_widget(IconLabel(Icon.FIST, 26, tone="sea"))
        count = Row(mark, self._fists, gap=8, size_hint_y=1)
        for part in (self._title, self._line, count):
            self.add_widget(part)
        # Words are not to be struck through by those who point across the table.
        RoundedBox(self, radius=RADIUS_CARD, background=theme_colour("wood", 0.88))

    def show(self, draft: BallotDraft) -> None:
        tr, state = self._tr, draft.state
        result = draft.result
        if draft.is_knife_pending:
            self._title.content = tr("cultists.ballot.knife.asked")
            self._line.content = player_name(tr, state.setup, state.knife)
        elif result is not None:
            self._title.content = verdict_text(tr, state.setup, result)
            self._line.content = tr("cultists.ballot.votes", n=result.votes_cast)
        elif draft.voter is not None:
            self._title.content = player_name(tr, state.setup, draft.voter)
            self._line.content = tr("cultists.ballot.fist")
        self._fists.content = tr.format_number(draft.abstentions)


def _current_vote(draft: BallotDraft, seat: int) -> int | Unanswered | None:
    """What this seat votes now, the Knife's change counted and the Automa's abstention as well."""
    if seat >= len(draft.votes):
        return None
    if seat == draft.state.knife and (draft.change is None or isinstance(draft.change, int)):
        return draft.change
    return draft.votes[seat]


def _build_seat_look(tr: Translator, draft: BallotDraft, seat: int) -> SeatLook:
    state = draft.state
    votes = draft.tally().get(seat, 0)
    is_highlighted = seat == (state.knife if draft.is_knife_pending else draft.voter)
    return SeatLook(
        player_name(tr, state.setup, seat),
        build_ghost_face(tr, state, seat),
        tr.format_number(votes) if votes else "",
        is_highlighted=is_highlighted,
        icons=tuple(_seat_marks(tr, draft, seat)),
    )


def _seat_marks(tr: Translator, draft: BallotDraft, seat: int) -> Iterator[SeatIcon]:
    vote = _current_vote(draft, seat)
    if vote is None:
        yield SeatIcon(Icon.FIST, IconSpot.HIGH_RIGHT, tr("cultists.mark.fist"), tone="sea", size=30)
    elif vote == seat:
        text = tr("cultists.mark.own_finger")
        yield SeatIcon(Icon.POINTING_FINGER, IconSpot.HIGH_RIGHT, text, tone="sea", size=30)
    if seat == draft.state.knife:
        yield SeatIcon(Icon.KNIFE, IconSpot.HIGH_LEFT, tr("cultists.mark.knife"), size=30)
