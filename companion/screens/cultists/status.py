"""The status parts of the board: clock, phases, instructions, tiles, points track; and a read-only board."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kivy.metrics import dp
from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.games.cultists.setup import ROUNDS
from companion.games.cultists.state import GateStatus, RoundPhase, State
from companion.games.cultists.text import (
    NUMERALS,
    CultistsTable,
    event_name,
    event_text,
    gate_text,
    instruction_text,
    is_gate_closing,
    player_name,
)
from companion.i18n.translator import Translator
from companion.screens.cultists.marks import PHASE_ICONS, SEA, event_icon, show_children
from companion.widgets.buttons import Pressable, shade
from companion.widgets.cards import CornerButtonLayout
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Grid, Panes, Row
from companion.widgets.mesh_batch import MeshBatch, WidgetDrawing, measure_text
from companion.widgets.progress import ClockFace
from companion.widgets.shapes import RoundedBox
from companion.widgets.text import LABEL, LEAD, MUTED, NUMBER, STRONG, IconLabel, Text
from companion.widgets.text_renderer import ICONS
from companion.widgets.theme import RADIUS_CARD, RADIUS_CHIP, look, sp, theme_colour


class HourClock(Column):
    """The clock with its events and a line about the current one.

    The board sets `face.height`. The hub and past hours can be tapped; `corner_button` is placed in a
    corner.
    """

    def __init__(
        self,
        tr: Translator,
        on_hub: Callable[[], object],
        on_hour: Callable[[int], object],
        corner_button: Widget,
    ) -> None:
        super().__init__(gap=6)
        self._tr = tr
        self.face = ClockFace(
            NUMERALS, accent=SEA, on_hub=on_hub, on_hour=on_hour, size_hint_y=None, height=dp(300)
        )
        around = CornerButtonLayout(self.face, corner_button, size_hint_y=None, height=self.face.height)
        self.face.bind(height=around.setter("height"))
        self.line = EventLine()
        self.add_widget(around)
        self.add_widget(self.line)

    def show(self, state: State) -> None:
        tr = self._tr
        icons_by_hour = {event.round: event_icon(event) for event in state.events}
        marks = [icons_by_hour.get(hour) for hour in range(1, ROUNDS + 1)]
        total_text = tr("cultists.board.of_hours", hour=NUMERALS[ROUNDS - 1])
        self.face.show(state.round, marks, NUMERALS[state.round - 1], total_text)
        if state.event is None:
            numbers = state.numbers
            self.line.show("", tr("cultists.board.aims", points=numbers.points, kills=numbers.kills))
        else:
            name = tr("cultists.board.event.named", event=event_name(tr, state.event.event))
            self.line.show(name, event_text(tr, state, state.event))


class EventLine(Column):
    """The name of an event and its meaning: on one line if there is room, otherwise one below the other."""

    def __init__(self, **options: Any) -> None:
        super().__init__(gap=0, **options)
        self._name = Text("", STRONG, tone="sea", pos_hint={"y": 0})
        self._words = Text("", MUTED)
        self._is_one_line: bool | None = None
        self.bind(width=self._arrange)

    def show(self, name: str, words: str) -> None:
        if (name, words) != (self._name.content, self._words.content):
            self._name.content, self._words.content = name, words
            self._arrange()

    def _arrange(self, *_: object) -> None:
        if self.width < 1:
            return
        needed = self._name.natural_width() + self._words.natural_width() + dp(8)
        is_one_line = bool(self._name.content) and needed <= self.width
        if is_one_line == self._is_one_line:
            return
        self._is_one_line = is_one_line
        for part in (self._name, self._words):
            if part.parent is not None:
                part.parent.remove_widget(part)
            part.autosize = "both" if is_one_line else "height"
            part.size_hint_x = None if is_one_line else 1
            part.align = "start" if is_one_line else "center"
            if not is_one_line:
                # Set the width before the layout does: with the old width it would be too high for a moment.
                part.width = self.width
        self.clear_widgets()
        if is_one_line:
            self.add_widget(Row(Widget(), self._name, self._words, Widget(), gap=6))
        else:
            self.add_widget(self._name)
            self.add_widget(self._words)


_ORDER = tuple(RoundPhase)


class PhaseBar(Row):
    """The phases of a round: past ones have a check, the current one is filled; widths follow the texts."""

    def __init__(self, tr: Translator) -> None:
        super().__init__(gap=6)
        self.steps = [PhaseStep(tr, phase) for phase in _ORDER]
        for step in self.steps:
            self.add_widget(step)

    def show(self, state: State) -> None:
        current = _ORDER.index(state.round_phase)
        for place, step in enumerate(self.steps):
            step.show(is_done=place < current, is_current=place == current)


class PhaseStep(BoxLayout):
    def __init__(self, tr: Translator, phase: RoundPhase) -> None:
        super().__init__(
            orientation="vertical", size_hint_y=None, height=dp(36) + sp(16) * 1.35, padding=(dp(4), dp(6))
        )
        self._phase = phase
        self._cache_key: tuple[bool, bool] | None = None
        self._box = RoundedBox(self, radius=RADIUS_CHIP)
        self._mark = IconLabel(PHASE_ICONS[phase], 22, pos_hint={"center_x": 0.5})
        self.words = Text(
            tr(f"cultists.phase.{phase.value}"),
            STRONG,
            min_size=8,
            max_lines=1,
            autosize="none",
            align="center",
        )
        self.add_widget(self._mark)
        self.add_widget(self.words)
        self.size_hint_x = self.words.natural_width() + dp(14)

    def show(self, *, is_done: bool, is_current: bool) -> None:
        if self._cache_key == (is_done, is_current):
            return
        self._cache_key = (is_done, is_current)
        self._box.set_style(
            background=theme_colour(SEA.fill if is_current else SEA.deep if is_done else "raised")
        )
        self._mark.show(Icon.CHECK if is_done else PHASE_ICONS[self._phase])
        self._mark.set_tone(SEA.on if is_current else SEA.line if is_done else "ink_2")
        self.words.set_tone(SEA.on if is_current else "ink" if is_done else "ink_2")
        self.words.weight = 700 if is_current else 500


class NowLine(AnchorLayout):
    """What the host asks the table to do. Room for two lines is reserved, so that the clock does not jump."""

    def __init__(self, tr: Translator) -> None:
        self._min_height = sp(16) * 1.3 * 2
        super().__init__(size_hint_y=None, height=self._min_height)
        self._tr = tr
        self.words = Text("", align="center")
        self.words.bind(height=self._fit_height)
        self.add_widget(self.words)

    def show(self, state: State) -> None:
        self.words.content = instruction_text(self._tr, state)

    def _fit_height(self, *_: object) -> None:
        self.height = max(self._min_height, self.words.height)


_PIP_SP = 13
# In dp: minimum height without padding; in sp: minimum font size.
_MIN_HEIGHT_DP = 50
_MIN_FONT_SP = 14


@dataclass(frozen=True, slots=True)
class TileLook:
    """What a tile shows: `pips` are the numbers of filled and empty ones after the second line."""

    icon: Icon
    tone: str
    title: str
    line: str
    pips: tuple[int, int] = (0, 0)
    is_warning: bool = False


class StateTile(Pressable):
    def __init__(self, on_tap: Callable[[], object]) -> None:
        super().__init__(on_tap, padding=(dp(12), dp(5), dp(8), dp(5)))
        self._tile_look: TileLook | None = None
        self._box = RoundedBox(
            self,
            radius=RADIUS_CARD,
            background=theme_colour("plank"),
            border=theme_colour("groove"),
            line_width=1,
        )
        self._mark = IconLabel(Icon.RING, 28)
        self.title = Text("", LABEL, max_lines=1, min_size=_MIN_FONT_SP)
        self.line = Text("", MUTED, max_lines=1, min_size=_MIN_FONT_SP, keep_height=True)
        self._pips = Text("", face=ICONS, size_sp=_PIP_SP, autosize="both", scaled=False)
        self._second_row = Row(self.line, gap=6)
        words = Column(self.title, self._second_row, gap=0)
        # A spacer for the minimum height; a neighbour with more text stretches the tile.
        self.add_widget(Widget(size_hint=(None, None), size=(0, dp(_MIN_HEIGHT_DP))))
        self.add_widget(Row(self._mark, words, gap=10, pos_hint={"center_y": 0.5}))
        for text in (self.title, self.line):
            # Bind before layout: a line broken needlessly would keep its height.
            text.bind(width=self._break_lines)

    def show(self, tile: TileLook) -> None:
        if tile == self._tile_look:
            return
        self._tile_look = tile
        self._mark.show(tile.icon)
        self._mark.set_tone(tile.tone)
        self.title.content = tile.title
        self.line.content = tile.line
        self.line.set_tone("ember" if tile.is_warning else "ink_2")
        full, empty = tile.pips
        pips = Icon.POINT_CIRCLE.value * full + Icon.RING.value * empty
        self._pips.content = pips[::-1] if look().rtl else pips
        self._pips.set_tone(tile.tone)
        show_children(self._second_row, self.line, *((self._pips,) if pips else ()))
        self._break_lines()
        self.update_style(pressed=False)

    def _break_lines(self, *_: object) -> None:
        """Shrink a text to fit on one line, but wrap it rather than go below the minimum font size."""
        for text in (self.title, self.line):
            fits = text.natural_width() * _MIN_FONT_SP / text.size_sp <= text.width
            text.max_lines = 1 if fits else 2

    def update_style(self, *, pressed: bool) -> None:
        is_warning = self._tile_look is not None and self._tile_look.is_warning
        ground = theme_colour("ember_deep" if is_warning else "plank")
        self._box.set_style(
            background=shade(ground, 0.08) if pressed else ground,
            border=theme_colour("ember" if is_warning else "groove"),
            line_width=1.5 if is_warning else 1,
        )


class StateTiles(Grid):
    def __init__(
        self,
        tr: Translator,
        *,
        on_power: Callable[[], object],
        on_gate: Callable[[], object],
        on_people: Callable[[], object],
    ) -> None:
        super().__init__(gap=8, min_column_width=150, max_columns=2)
        self._tr = tr
        self.power, self.gate = StateTile(on_power), StateTile(on_gate)
        self.knife, self.ghosts = StateTile(on_people), StateTile(on_people)
        for tile in (self.power, self.gate, self.knife, self.ghosts):
            self.add_widget(tile)

    def show(self, state: State) -> None:
        tr = self._tr
        self.power.show(_power_look(tr, state))
        self.gate.show(_gate_look(tr, state))
        holder = player_name(tr, state.setup, state.knife)
        ghost = state.knife in state.ghosts
        self.knife.show(
            TileLook(
                Icon.KNIFE,
                "ink_2",
                tr("cultists.board.knife", name=holder),
                tr("cultists.board.knife_ghost" if ghost else "cultists.board.knife_first"),
            )
        )
        names = tuple(player_name(tr, state.setup, seat) for seat in state.ghosts)
        self.ghosts.show(
            TileLook(
                Icon.GHOST,
                "ink_2",
                tr("cultists.board.ghosts", n=len(names)) if names else tr("cultists.board.no_ghosts"),
                tr.join_items(names) if names else tr("cultists.board.all_living", n=len(state.living)),
            )
        )


def _power_look(tr: Translator, state: State) -> TileLook:
    # During movement it matters who meets, later what can be done.
    about = "meet" if state.round_phase is RoundPhase.MOVEMENT else "camera"
    if state.power:
        line = tr(f"cultists.board.power.on_{about}")
        return TileLook(Icon.LIGHTNING, "candle", tr("cultists.board.power.on"), line)
    line = tr(f"cultists.board.power.off_{about}")
    return TileLook(Icon.LIGHTNING_OFF, "ember", tr("cultists.board.power.off"), line, is_warning=True)


def _gate_look(tr: Translator, state: State) -> TileLook:
    gate, line = state.gate, gate_text(tr, state)
    if gate is None:
        return TileLook(Icon.GATE, "ink_3", tr("cultists.board.gate.none"), line)
    if gate.status is GateStatus.OPEN:
        rounds_left, is_warning = min(state.closes_in or 0, state.numbers.gate_rounds), is_gate_closing(state)
        # In the last round the text says so and needs the room of the pips.
        pips = (0, 0) if is_warning else (rounds_left, state.numbers.gate_rounds - rounds_left)
        return TileLook(Icon.GATE, "ember", tr("cultists.board.gate.open"), line, pips, is_warning=is_warning)
    is_closed = gate.status is GateStatus.CLOSED
    tone = "sea" if is_closed else "ember"
    return TileLook(Icon.GATE, tone, tr(f"cultists.board.gate.{gate.status.value}"), line)


# Cells beyond the initial target, because the Gate can raise it by one.
_EXTRA_CELLS = 2
_FINGER_DP = 38
_GAP_DP = 3
_DIGITS_SP = 14
_CORNER_DP = 6


class PointsTrack(Pressable):
    """The points as a track with a finger at the target; a tap opens the building page."""

    def __init__(self, tr: Translator, state: State, on_tap: Callable[[], object]) -> None:
        cell = max(dp(26), sp(14) * 1.5)
        head = max(dp(_FINGER_DP), sp(36) * 1.2)
        super().__init__(
            on_tap, orientation="vertical", size_hint_y=None, height=head + cell + dp(2), spacing=dp(2)
        )
        self._tr = tr
        self._last = state.numbers.points + _EXTRA_CELLS
        self._values: tuple[int, int] | None = None
        self._head = Widget(size_hint_y=None, height=head)
        self.number = Text("", NUMBER, size_sp=36, autosize="both")
        self.words = Text("", LEAD, tone="ink_2", min_size=9, max_lines=2, autosize="none")
        self._finger = IconLabel(Icon.POINTING_FINGER, _FINGER_DP, tone="candle")
        for part in (self.number, self.words, self._finger):
            part.size_hint = (None, None)
            self._head.add_widget(part)
        self.number.bind(size=self._place)
        self.cells = TrackCells(self._last, size_hint_y=None, height=cell)
        self.add_widget(self._head)
        self.add_widget(self.cells)
        self._head.bind(pos=self._place, size=self._place)
        self.bind(pos=self._place, width=self._place)

    def show(self, state: State) -> None:
        values = (state.points, state.target)
        if values == self._values:
            return
        self._values = values
        tr = self._tr
        self.number.content = tr.format_number(state.points)
        self.words.content = tr("cultists.board.of_points", n=state.target)
        self.cells.show(state.points, state.target)
        self._place()

    def _place(self, *_: object) -> None:
        if self._values is None:
            return
        head, gap = self._head, dp(10)
        finger = self.cells.cell_center_x(self._values[1])
        half = self._finger.width / 2
        self._finger.center = (finger, head.y + self._finger.height / 2)
        # The text gets the room between number and finger.
        self.number.y = head.y + (head.height - self.number.height) / 2
        if look().rtl:
            self.number.x = head.x + head.width - self.number.width
            left, right = finger + half + gap, self.number.x - gap
        else:
            self.number.x = head.x
            left, right = self.number.x + self.number.width + gap, finger - half - gap
        self.words.size = (max(1.0, right - left), head.height)
        self.words.pos = (left, head.y - sp(2))


class TrackCells(Widget):
    """One cell for each point, in the reading direction."""

    def __init__(self, last: int, **options: Any) -> None:
        super().__init__(**options)
        self._last = last
        self._points = self._target = -1
        self._drawing = WidgetDrawing(self)
        self.bind(size=self._draw)

    def show(self, points: int, target: int) -> None:
        self._points, self._target = points, target
        self._draw()

    def cell_center_x(self, cell: int) -> float:
        """Return the x coordinate of a cell's centre, in window pixels."""
        step = (self.width + dp(_GAP_DP)) / (self._last + 1)
        offset = step * min(cell, self._last) + (step - dp(_GAP_DP)) / 2
        return float(self.x + (self.width - offset if look().rtl else offset))

    def _draw(self, *_: object) -> None:
        if self._target < 0 or self.width < 2:
            return
        stamps, digits = MeshBatch(), look().digits
        cell_width = max(1.0, (self.width + dp(_GAP_DP)) / (self._last + 1) - dp(_GAP_DP))
        room = cell_width - dp(2)
        # One font size for all cells: the one in which the widest number fits.
        widest = measure_text(digits(self._last), size=_DIGITS_SP, weight=700)
        size = _DIGITS_SP * min(1.0, room / widest)
        # The game ends with more points than the track has cells: the last cell shows them.
        points, target = min(self._points, self._last), self._target
        places = [self.cell_center_x(cell) - self.x for cell in range(self._last + 1)]
        for cell, x in enumerate(places):
            ground = SEA.deep if 0 < cell < points else "raised"
            ground = SEA.fill if cell == points else "candle_deep" if cell == target else ground
            stamps.add_box(x - cell_width / 2, 0, cell_width, self.height, radius=dp(_CORNER_DP), tone=ground)
        if target <= self._last:
            x = places[target] - cell_width / 2
            stamps.add_box(
                x, 0, cell_width, self.height, radius=dp(_CORNER_DP), tone="candle", line_width=dp(2)
            )
        for cell, x in enumerate(places):
            is_marked = cell in (points, target)
            tone = SEA.on if cell == points else "candle" if cell == target else "ink_2"
            weight = 700 if is_marked else 400
            stamps.add_text(
                digits(cell), x, self.height / 2, size=size, max_width=room, weight=weight, tone=tone
            )
        self._drawing.show(stamps)


# In dp.
_FACE_DP = 250


def do_nothing(*_: object) -> None:
    """Ignore a tap or a change."""


class BoardSnapshot(Panes):
    def __init__(self, tr: Translator, session: CultistsTable) -> None:
        self.clock = HourClock(tr, do_nothing, do_nothing, Widget(size_hint=(None, None), size=(0, 0)))
        self.clock.face.height = dp(_FACE_DP)
        self.phases = PhaseBar(tr)
        self.track = PointsTrack(tr, session.state, do_nothing)
        self.tiles = StateTiles(tr, on_power=do_nothing, on_gate=do_nothing, on_people=do_nothing)
        super().__init__(self.clock, Column(self.phases, self.track, self.tiles, gap=8), gap=8)
        self.show(session)

    def show(self, session: CultistsTable) -> None:
        for part in (self.clock, self.phases, self.track, self.tiles):
            part.show(session.state)
