"""Drawing an event: which token of those left came out of the real bag, or one that the app draws."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.metrics import dp
from kivy.uix.floatlayout import FloatLayout

from companion.entry.cultists.words import event_name
from companion.games.cultists.events import EVENTS, bag
from companion.games.cultists.moves import Event
from companion.games.cultists.rounds import draw
from companion.i18n.translator import Translator
from companion.screens.cultists.board_protocol import Board
from companion.screens.cultists.marks import EVENT_ICONS, ColourDot
from companion.screens.cultists.role_marks import SEA
from companion.screens.rules.links import rule_links
from companion.scripts.rulebooks import EVENT
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Grid, Row
from companion.widgets.shapes import CLEAR, Box, Disc
from companion.widgets.sheet import Sheet
from companion.widgets.tap import SideButton, Tap, shaded
from companion.widgets.text import Glyph, Text
from companion.widgets.theme import RADIUS_CARD, RADIUS_CHIP, look, paint, sp


class EventSheet(Sheet):
    """The bag. It is made once for a board: its tokens are drawn ten times a game."""

    def __init__(self, board: Board) -> None:
        tr = board.shell.tr
        self._board = board
        self.tokens: dict[str, TokenTile] = {}
        self._all = {
            event: TokenTile(tr, event, partial(self._drawn, event)) for event in bag(board.state.setup)
        }
        self._left = Text("", size_sp=16, tone="ink_2")
        self._grid = Grid(gap=8, narrowest=100 * min(1.5, look().text_scale), most_columns=3)
        super().__init__(
            tr("cultists.board.draw.title"),
            self._left,
            self._grid,
            SideButton(tr("cultists.board.draw.for_us"), self._draw_for_us, icon=Icon.SHUFFLE, outlined=True),
            *rule_links(board.shell, "cultists", f"{EVENT}:{next(iter(self._all))}", board.table),
            on_close=board.shell.stage.close_sheet,
        )

    def show(self) -> None:
        """What is left in the bag."""
        left = self._board.state.bag
        self._left.content = self._board.shell.tr("cultists.board.draw.left", n=sum(left.values()))
        for event, number in left.items():
            self._all[event].show(number)
        if self.tokens.keys() != left.keys():
            self.tokens = {event: self._all[event] for event in left}
            self._grid.clear_widgets()
            for tile in self.tokens.values():
                self._grid.add_widget(tile)

    def _drawn(self, event: str) -> None:
        self._board.shell.stage.close_sheet()
        self._board.play(Event(event))

    def _draw_for_us(self) -> None:
        """The app draws in the table's place; undo puts the token back."""
        shell, board = self._board.shell, self._board
        shell.stage.close_sheet()
        move = draw(board.state, board.pick)
        if board.play(move):
            told = shell.tr("cultists.board.draw.drawn", event=event_name(shell.tr, move.event))
            shell.toaster.show(told, action=shell.tr("app.undo"), on_action=board.take_back)


class TokenTile(Tap):
    """A kind of token with how many of it are left in the bag. It has a ground only while it is pressed."""

    def __init__(self, tr: Translator, event: str, on_tap: Callable[[], object]) -> None:
        super().__init__(
            on_tap, orientation="vertical", size_hint_y=None, height=dp(70) + sp(16) * 3.4,
            padding=(dp(6), dp(10), dp(6), dp(6)), spacing=dp(4),
        )  # fmt: skip
        self._box = Box(self, radius=RADIUS_CARD)
        self._tr = tr
        self._count = Text("", size_sp=16, weight=700, grow="both")
        self._count.pos_hint = {"x": 0, "top": 1} if look().rtl else {"right": 1, "top": 1}
        known = EVENTS[event].known
        # Wide enough for the number beside the disc.
        token = FloatLayout(
            size_hint=(None, None), size=(dp(48) + sp(26) * 2, dp(48)), pos_hint={"center_x": 0.5}
        )
        disc = Glyph(EVENT_ICONS[event], 28, tone="sea" if known else "ink_2")
        disc.pos_hint = {"center_x": 0.5, "center_y": 0.5}
        Disc(disc, diameter=dp(48), ground=paint(SEA.deep), edge=paint(SEA.line if known else "rim"), line=2)
        token.add_widget(disc)
        if EVENTS[event].copies > 1:
            token.add_widget(self._count)
        self.add_widget(token)
        name = event_name(tr, event)
        self.add_widget(
            Text(
                name, weight=500, size_sp=16, smallest=11, most=3, grow="none", align="center", valign="top"
            )
        )  # fmt: skip

    def show(self, left: int) -> None:
        self._count.content = self._tr("cultists.times", n=left) if left > 1 else ""

    def dress(self, *, pressed: bool) -> None:
        self._box.paint(ground=paint("raised") if pressed else CLEAR)


class ColourChip(Tap):
    """A room or a shelf. `done` ones carry a check and cannot be chosen again."""

    def __init__(
        self,
        words: str,
        place: str,
        on_tap: Callable[[], object],
        *,
        done: bool = False,
        why: Callable[[], object] | None = None,
    ) -> None:
        super().__init__(
            on_tap, why=why, size_hint_y=None, height=max(dp(52), sp(18) * 2.4), padding=(dp(10), dp(2))
        )
        self._box = Box(self, radius=RADIUS_CHIP, ground=paint("raised"), line=1.5)
        mark = Glyph(Icon.CHECK, 18, tone="sea", pos_hint={"center_y": 0.5}) if done else ColourDot(place, 18)
        self.words = Text(words, size_sp=16, weight=500, smallest=9, most=1, grow="none")
        self.add_widget(Row(mark, self.words, gap=7, size_hint_y=1))
        self.enabled = not done
        self._answer()

    def dress(self, *, pressed: bool) -> None:
        ground = paint("raised" if self.enabled else "sea_deep")
        self._box.paint(ground=shaded(ground, 0.08) if pressed else ground)
