"""The board of Among Cultists as it was at any moment, to be looked at."""

from __future__ import annotations

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.entry.cultists.summary import CultistsTable
from companion.i18n.translator import Translator
from companion.screens.cultists.clock import HourClock
from companion.screens.cultists.phases import PhaseBar
from companion.screens.cultists.points_track import PointsTrack
from companion.screens.cultists.tiles import Tiles
from companion.widgets.layout import Column, Panes

# In dp.
_FACE = 250


def _nothing(*_: object) -> None:
    """It is only looked at."""


class Moment(Panes):
    def __init__(self, tr: Translator, table: CultistsTable) -> None:
        self.clock = HourClock(tr, _nothing, _nothing, Widget(size_hint=(None, None), size=(0, 0)))
        self.clock.face.height = dp(_FACE)
        self.phases = PhaseBar(tr)
        self.track = PointsTrack(tr, table.state, _nothing)
        self.tiles = Tiles(tr, on_power=_nothing, on_gate=_nothing, on_people=_nothing)
        super().__init__(self.clock, Column(self.phases, self.track, self.tiles, gap=8), gap=8)
        self.show(table)

    def show(self, table: CultistsTable) -> None:
        for part in (self.clock, self.phases, self.track, self.tiles):
            part.show(table.state)
