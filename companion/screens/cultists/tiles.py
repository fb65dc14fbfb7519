"""How the building stands, in four tiles: power, Gate, Knife and Ghosts. A tap shows more and changes it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.entry.cultists.words import gate_line, gate_warns, name_of
from companion.games.cultists.pieces import GateStatus
from companion.games.cultists.state import Phase, State
from companion.i18n.translator import Translator
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Grid, Row
from companion.widgets.shapes import Box
from companion.widgets.tap import Tap, shaded
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import RADIUS_CARD, look, paint
from companion.widgets.typeset import ICONS

_PIP = 13
# In dp, but for its padding; and in sp, the smallest letters.
_LOWEST = 50
_SMALLEST = 14


@dataclass(frozen=True, slots=True)
class TileLook:
    """What a tile shows: `pips` are filled ones and empty ones after the second line."""

    icon: Icon
    tone: str
    title: str
    line: str
    pips: tuple[int, int] = (0, 0)
    warns: bool = False


class StateTile(Tap):
    def __init__(self, on_tap: Callable[[], object]) -> None:
        super().__init__(on_tap, padding=(dp(12), dp(5), dp(8), dp(5)))
        self._seen: TileLook | None = None
        self._box = Box(self, radius=RADIUS_CARD, ground=paint("plank"), edge=paint("groove"), line=1)
        self._mark = Glyph(Icon.RING, 28, pos_hint={"center_y": 0.5})
        self.title = Text("", size_sp=18, weight=500, most=1, smallest=_SMALLEST)
        self.line = Text(
            "", size_sp=16, tone="ink_2", most=1, smallest=_SMALLEST, steady=True, pos_hint={"center_y": 0.5}
        )
        self._pips = Text("", face=ICONS, size_sp=_PIP, grow="both", scaled=False, pos_hint={"center_y": 0.5})
        self._second = Row(self.line, gap=6)
        words = Column(self.title, self._second, gap=0, pos_hint={"center_y": 0.5})
        # No lower than this, and as high as the words need; a neighbour with more words stretches it.
        self.add_widget(Widget(size_hint=(None, None), size=(0, dp(_LOWEST))))
        self.add_widget(Row(self._mark, words, gap=10, pos_hint={"center_y": 0.5}))
        for text in (self.title, self.line):
            # At once, before the words are set: a line that was broken in vain would keep its height.
            text.bind(width=self._break_lines)

    def show(self, tile: TileLook) -> None:
        if tile == self._seen:
            return
        self._seen = tile
        self._mark.show(tile.icon)
        self._mark.set_tone(tile.tone)
        self.title.content = tile.title
        self.line.content = tile.line
        self.line.set_tone("ember" if tile.warns else "ink_2")
        full, empty = tile.pips
        pips = Icon.POINT_CIRCLE.value * full + Icon.RING.value * empty
        self._pips.content = pips[::-1] if look().rtl else pips
        self._pips.set_tone(tile.tone)
        if bool(pips) != (self._pips.parent is not None):
            if pips:
                self._second.add_widget(self._pips)
            else:
                self._second.remove_widget(self._pips)
        self._break_lines()
        self.dress(pressed=False)

    def _break_lines(self, *_: object) -> None:
        """Words rather shrink a little than go on in a second line, and rather do that than be too small."""
        for text in (self.title, self.line):
            fits = text.natural_width() * _SMALLEST / text.size_sp <= text.width
            text.most = 1 if fits else 2

    def dress(self, *, pressed: bool) -> None:
        warns = self._seen is not None and self._seen.warns
        ground = paint("ember_deep" if warns else "plank")
        self._box.paint(
            ground=shaded(ground, 0.08) if pressed else ground,
            edge=paint("ember" if warns else "groove"),
            line=1.5 if warns else 1,
        )


class Tiles(Grid):
    def __init__(
        self,
        tr: Translator,
        *,
        on_power: Callable[[], object],
        on_gate: Callable[[], object],
        on_people: Callable[[], object],
    ) -> None:
        super().__init__(gap=8, narrowest=150, most_columns=2)
        self._tr = tr
        self.power, self.gate = StateTile(on_power), StateTile(on_gate)
        self.knife, self.ghosts = StateTile(on_people), StateTile(on_people)
        for tile in (self.power, self.gate, self.knife, self.ghosts):
            self.add_widget(tile)

    def show(self, state: State) -> None:
        tr = self._tr
        self.power.show(_power(tr, state))
        self.gate.show(_gate(tr, state))
        holder = name_of(tr, state.setup, state.knife)
        ghost = state.knife in state.ghosts
        self.knife.show(
            TileLook(
                Icon.KNIFE,
                "ink_2",
                tr("cultists.board.knife", name=holder),
                tr("cultists.board.knife_ghost" if ghost else "cultists.board.knife_first"),
            )
        )
        names = tuple(name_of(tr, state.setup, seat) for seat in state.ghosts)
        self.ghosts.show(
            TileLook(
                Icon.GHOST,
                "ink_2",
                tr("cultists.board.ghosts", n=len(names)) if names else tr("cultists.board.no_ghosts"),
                tr.join(names) if names else tr("cultists.board.all_living", n=len(state.living)),
            )
        )


def _power(tr: Translator, state: State) -> TileLook:
    # While people move it matters who meets, later what can be done.
    about = "meet" if state.phase is Phase.MOVEMENT else "camera"
    if state.power:
        line = tr(f"cultists.board.power.on_{about}")
        return TileLook(Icon.LIGHTNING, "candle", tr("cultists.board.power.on"), line)
    line = tr(f"cultists.board.power.off_{about}")
    return TileLook(Icon.LIGHTNING_OFF, "ember", tr("cultists.board.power.off"), line, warns=True)


def _gate(tr: Translator, state: State) -> TileLook:
    gate, line = state.gate, gate_line(tr, state)
    if gate is None:
        return TileLook(Icon.GATE, "ink_3", tr("cultists.board.gate.none"), line)
    if gate.status is GateStatus.OPEN:
        left, warns = min(state.closes_in or 0, state.numbers.gate_rounds), gate_warns(state)
        # At the last one the words say it, and need the room.
        pips = (0, 0) if warns else (left, state.numbers.gate_rounds - left)
        return TileLook(Icon.GATE, "ember", tr("cultists.board.gate.open"), line, pips, warns=warns)
    closed = gate.status is GateStatus.CLOSED
    tone = "sea" if closed else "ember"
    return TileLook(Icon.GATE, tone, tr(f"cultists.board.gate.{gate.status.value}"), line)
