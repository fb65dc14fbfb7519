"""How the building stands, in four tiles: power, Gate, Knife and Ghosts. A tap shows more and changes it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.entry.cultists.words import gate_text, is_gate_closing, player_name
from companion.games.cultists.pieces import GateStatus
from companion.games.cultists.state import RoundPhase, State
from companion.i18n.translator import Translator
from companion.widgets.buttons import Pressable, shade
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Grid, Row
from companion.widgets.shapes import RoundedBox
from companion.widgets.text import IconLabel, Text
from companion.widgets.text_renderer import ICONS
from companion.widgets.theme import RADIUS_CARD, look, theme_colour

_PIP_SP = 13
# In dp, but for its padding; and in sp, the smallest letters.
_MIN_HEIGHT_DP = 50
_MIN_FONT_SP = 14


@dataclass(frozen=True, slots=True)
class TileLook:
    """What a tile shows: `pips` are filled ones and empty ones after the second line."""

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
        self._mark = IconLabel(Icon.RING, 28, pos_hint={"center_y": 0.5})
        self.title = Text("", size_sp=18, weight=500, max_lines=1, min_size=_MIN_FONT_SP)
        self.line = Text(
            "",
            size_sp=16,
            tone="ink_2",
            max_lines=1,
            min_size=_MIN_FONT_SP,
            keep_height=True,
            pos_hint={"center_y": 0.5},
        )
        self._pips = Text(
            "", face=ICONS, size_sp=_PIP_SP, autosize="both", scaled=False, pos_hint={"center_y": 0.5}
        )
        self._second_row = Row(self.line, gap=6)
        words = Column(self.title, self._second_row, gap=0, pos_hint={"center_y": 0.5})
        # No lower than this, and as high as the words need; a neighbour with more words stretches it.
        self.add_widget(Widget(size_hint=(None, None), size=(0, dp(_MIN_HEIGHT_DP))))
        self.add_widget(Row(self._mark, words, gap=10, pos_hint={"center_y": 0.5}))
        for text in (self.title, self.line):
            # At once, before the words are set: a line that was broken in vain would keep its height.
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
        if bool(pips) != (self._pips.parent is not None):
            if pips:
                self._second_row.add_widget(self._pips)
            else:
                self._second_row.remove_widget(self._pips)
        self._break_lines()
        self.update_style(pressed=False)

    def _break_lines(self, *_: object) -> None:
        """Words rather shrink a little than go on in a second line, and rather do that than be too small."""
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
    # While people move it matters who meets, later what can be done.
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
        # At the last one the words say it, and need the room.
        pips = (0, 0) if is_warning else (rounds_left, state.numbers.gate_rounds - rounds_left)
        return TileLook(Icon.GATE, "ember", tr("cultists.board.gate.open"), line, pips, is_warning=is_warning)
    is_closed = gate.status is GateStatus.CLOSED
    tone = "sea" if is_closed else "ember"
    return TileLook(Icon.GATE, tone, tr(f"cultists.board.gate.{gate.status.value}"), line)
