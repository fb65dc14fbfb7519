"""The ring of Avalon's board: how a seat looks in each step, and the panel in its view.

The panel's texts are reused: they change with every tap, and building them would take too long.
"""

from __future__ import annotations

from collections.abc import Iterator

from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.games.avalon.drafts import Draft
from companion.games.avalon.state import State
from companion.i18n.translator import Translator
from companion.widgets.icons import Icon
from companion.widgets.seat_ring import DiscIcon, IconSpot, SeatIcon, SeatLook
from companion.widgets.text import DISPLAY, MUTED, NUMBER, IconLabel, Text


def build_seat_looks(tr: Translator, draft: Draft) -> list[SeatLook]:
    state, view = draft.shown_state, draft.view
    yes = DiscIcon(Icon.CHECK, tr("avalon.history.yes"), is_solid=True)
    no = DiscIcon(Icon.CROSS, tr("avalon.history.no"))
    return [
        SeatLook(
            tr.player_name(name),
            None if view.refusing is None else no if seat in view.refusing else yes,
            tr.format_number(seat + 1),
            is_ringed=seat in state.team,
            is_highlighted=seat == view.highlighted_seat,
            icons=tuple(_seat_icons(tr, state, seat)),
        )
        for seat, name in enumerate(state.setup.players)
    ]


def _seat_icons(tr: Translator, state: State, seat: int) -> Iterator[SeatIcon]:
    if seat == state.leader:
        yield SeatIcon(Icon.CROWN, IconSpot.TOP, tr("avalon.history.leader"), size=30)
    if seat in state.team:
        on_team = tr("avalon.history.on_team")
        yield SeatIcon(Icon.SHIELD, IconSpot.LOW_RIGHT, on_team, tone="candle_fill", size=27, has_rim=True)
    if seat == state.excalibur:
        yield SeatIcon(Icon.SWORD, IconSpot.LOW_LEFT, tr("avalon.extra.excalibur.name"))
    if seat == state.lady_holder:
        yield SeatIcon(Icon.LADY, IconSpot.HIGH_LEFT, tr("avalon.extra.lady.name"), tone="good")


class MiddlePanel(BoxLayout):
    def __init__(self, tr: Translator) -> None:
        super().__init__(orientation="vertical", spacing=dp(4))
        self._tr = tr
        self._title = Text("", DISPLAY, size_sp=26, min_size=8, max_lines=2, autosize="none")
        self._count = _build_number(36)
        self._yes, self._no = _build_number(32), _build_number(32)
        self._votes = BoxLayout(spacing=dp(4))
        for icon, number in ((Icon.CHECK_TOKEN, self._yes), (Icon.CROSS, self._no)):
            self._votes.add_widget(IconLabel(icon, 28, tone="ink", pos_hint={"center_y": 0.5}))
            self._votes.add_widget(number)
        self._lines = (_build_line(), _build_line())
        self._parts: tuple[Widget, ...] = ()

    def show(self, draft: Draft) -> None:
        tr, view = self._tr, draft.view
        self._title.content = tr.translate(view.title)
        below: list[Widget] = []
        if view.count is not None:
            self._count.content = tr.translate(view.count)
            below.append(self._count)
        if view.refusing is not None:
            against = len(view.refusing)
            self._yes.content = tr.format_number(len(draft.state.setup.players) - against)
            self._no.content = tr.format_number(against)
            below.append(self._votes)
        for line, message in zip(self._lines, view.lines, strict=False):
            line.content = tr.translate(message)
            below.append(line)
        if tuple(below) != self._parts or self._title.parent is None:
            self._parts = tuple(below)
            self.clear_widgets()
            for part in (self._title, *below):
                self.add_widget(part)


def _build_number(size: float) -> Text:
    return Text("", NUMBER, size_sp=size, min_size=8, max_lines=1, autosize="none", align="center")


def _build_line() -> Text:
    return Text("", MUTED, min_size=8, max_lines=2, align="center", autosize="none")
