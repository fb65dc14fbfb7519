"""A read-only board of Avalon at any moment of its history."""

from __future__ import annotations

from kivy.metrics import dp

from companion.entry.avalon.moment import last_draft
from companion.entry.avalon.summary import AvalonTable
from companion.i18n.translator import Translator
from companion.screens.avalon.quests import LoyaltyTrack, QuestRow, VoteTrack
from companion.screens.avalon.ring import MiddlePanel, build_seat_look
from companion.widgets.layout import Column, Panes
from companion.widgets.seat_ring import SeatRing
from companion.widgets.theme import look

# In dp: the minimum height of the ring on the board.
_RING_DP = 330


class BoardSnapshot(Panes):
    """The quests after the move, and the ring as it was when the move was made."""

    def __init__(self, tr: Translator, session: AvalonTable) -> None:
        self._tr = tr
        self.quests = QuestRow(tr, lambda _: None)
        self.track = VoteTrack(tr)
        self._loyalty = LoyaltyTrack(tr)
        height = dp(_RING_DP) * min(1.4, look().text_scale)
        self.ring = SeatRing(on_tap=lambda _: None, size_hint_y=None, height=height)
        self._middle = MiddlePanel(tr)
        self.ring.center_box.add_widget(self._middle)
        super().__init__(Column(self.quests, self.track, self._loyalty, gap=6), self.ring, gap=10)
        self.show(session)

    def show(self, session: AvalonTable) -> None:
        state, draft = session.state, last_draft(session.states, session.moves)
        self.quests.show(state, state.quest)
        self.track.show(state)
        self._loyalty.show(state)
        self.ring.show([build_seat_look(self._tr, draft, seat) for seat in range(len(state.setup.players))])
        self._middle.show(draft)
