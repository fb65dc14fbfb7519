"""A read-only board of Among Cultists at any moment of its history."""

from __future__ import annotations

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.entry.cultists.summary import CultistsTable
from companion.i18n.translator import Translator
from companion.screens.cultists.status import HourClock, PhaseBar, PointsTrack, StateTiles
from companion.widgets.layout import Column, Panes

# In dp.
_FACE_DP = 250


def _do_nothing(*_: object) -> None:
    """Ignore the tap: the snapshot is read-only."""


class BoardSnapshot(Panes):
    def __init__(self, tr: Translator, session: CultistsTable) -> None:
        self.clock = HourClock(tr, _do_nothing, _do_nothing, Widget(size_hint=(None, None), size=(0, 0)))
        self.clock.face.height = dp(_FACE_DP)
        self.phases = PhaseBar(tr)
        self.track = PointsTrack(tr, session.state, _do_nothing)
        self.tiles = StateTiles(tr, on_power=_do_nothing, on_gate=_do_nothing, on_people=_do_nothing)
        super().__init__(self.clock, Column(self.phases, self.track, self.tiles, gap=8), gap=8)
        self.show(session)

    def show(self, session: CultistsTable) -> None:
        for part in (self.clock, self.phases, self.track, self.tiles):
            part.show(session.state)
