"""Drawing an event: which token of those left came out of the real bag, or one that the app draws."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.metrics import dp
from kivy.uix.floatlayout import FloatLayout

from companion.entry.cultists.words import event_name
from companion.games.cultists.events import EVENTS, full_bag
from companion.games.cultists.moves import Event
from companion.games.cultists.rounds import draw_event
from companion.i18n.translator import Translator
from companion.screens.cultists.board_protocol import Board
from companion.screens.cultists.marks import EVENT_ICONS, ColourDot
from companion.screens.cultists.role_marks import SEA
from companion.screens.learn.rule_links import create_rule_links
from companion.scripts.teaching import EVENT
from companion.widgets.buttons import Pressable, SecondaryButton, shade
from companion.widgets.icons import Icon
from companion.widgets.layout import Grid, Row
from companion.widgets.shapes import TRANSPARENT, Disc, RoundedBox
from companion.widgets.sheet import Sheet
from companion.widgets.text import IconLabel, Text
from companion.widgets.theme import RADIUS_CARD, RADIUS_CHIP, look, sp, theme_colour


class EventSheet(Sheet):
    """The bag. It is made once for a board: its tokens are drawn ten times a game."""

    def __init__(self, board: Board) -> None:
        tr = board.app_context.tr
        self._board = board
        self.visible_tiles: dict[str, TokenTile] = {}
        self._tiles = {
            event: TokenTile(tr, event, partial(self._on_draw, event))
            for event in full_bag(board.state.setup)
        }
        self._count_text = Text("", size_sp=16, tone="ink_2")
        self._grid = Grid(gap=8, min_column_width=100 * min(1.5, look().text_scale), max_columns=3)
        super().__init__(
            tr("cultists.board.draw.title"),
            self._count_text,
            self._grid,
            SecondaryButton(
                tr("cultists.board.draw.for_us"), self._draw_random, icon=Icon.SHUFFLE, outlined=True
            ),
            *create_rule_links(
                board.app_context, "cultists", f"{EVENT}:{next(iter(self._tiles))}", board.session
            ),
            on_close=board.app_context.navigator.close_sheet,
        )

    def show(self) -> None:
        """What is left in the bag."""
        tokens_left = self._board.state.bag
        self._count_text.content = self._board.app_context.tr(
            "cultists.board.draw.left", n=sum(tokens_left.values())
        )
        for event, number in tokens_left.items():
            self._tiles[event].show(number)
        if self.visible_tiles.keys() != tokens_left.keys():
            self.visible_tiles = {event: self._tiles[event] for event in tokens_left}
            self._grid.clear_widgets()
            for tile in self.visible_tiles.values():
                self._grid.add_widget(tile)

    def _on_draw(self, event: str) -> None:
        self._board.app_context.navigator.close_sheet()
        self._board.play_move(Event(event))

    def _draw_random(self) -> None:
        """The app draws in the table's place; undo puts the token back."""
        context, board = self._board.app_context, self._board
        context.navigator.close_sheet()
        move = draw_event(board.state, board.pick_random)
        if board.play_move(move):
            text = context.tr("cultists.board.draw.drawn", event=event_name(context.tr, move.event))
            context.toaster.show(text, action_text=context.tr("app.undo"), on_action=board.undo_last_move)


class TokenTile(Pressable):
    """A kind of token with how many of it are left in the bag. It has a ground only while it is pressed."""

    def __init__(self, tr: Translator, event: str, on_tap: Callable[[], object]) -> None:
        super().__init__(
            on_tap, orientation="vertical", size_hint_y=None, height=dp(70) + sp(16) * 3.4,
            padding=(dp(6), dp(10), dp(6), dp(6)), spacing=dp(4),
        )  # fmt: skip
        self._box = RoundedBox(self, radius=RADIUS_CARD)
        self._tr = tr
        self._count = Text("", size_sp=16, weight=700, autosize="both")
        self._count.pos_hint = {"x": 0, "top": 1} if look().rtl else {"right": 1, "top": 1}
        is_known = EVENTS[event].has_known_effect
        # Wide enough for the number beside the disc.
        token = FloatLayout(
            size_hint=(None, None), size=(dp(48) + sp(26) * 2, dp(48)), pos_hint={"center_x": 0.5}
        )
        disc = IconLabel(EVENT_ICONS[event], 28, tone="sea" if is_known else "ink_2")
        disc.pos_hint = {"center_x": 0.5, "center_y": 0.5}
        Disc(
            disc,
            diameter=dp(48),
            background=theme_colour(SEA.deep),
            border=theme_colour(SEA.line if is_known else "rim"),
            line_width=2,
        )
        token.add_widget(disc)
        if EVENTS[event].copies > 1:
            token.add_widget(self._count)
        self.add_widget(token)
        name = event_name(tr, event)
        self.add_widget(
            Text(
                name,
                weight=500,
                size_sp=16,
                min_size=11,
                max_lines=3,
                autosize="none",
                align="center",
                valign="top",
            )
        )

    def show(self, count: int) -> None:
        self._count.content = self._tr("cultists.times", n=count) if count > 1 else ""

    def update_style(self, *, pressed: bool) -> None:
        self._box.set_style(background=theme_colour("raised") if pressed else TRANSPARENT)


class ColourChip(Pressable):
    """A room or a shelf. `done` ones carry a check and cannot be chosen again."""

    def __init__(
        self,
        words: str,
        place: str,
        on_tap: Callable[[], object],
        *,
        done: bool = False,
        on_blocked: Callable[[], object] | None = None,
    ) -> None:
        super().__init__(
            on_tap,
            on_blocked=on_blocked,
            size_hint_y=None,
            height=max(dp(52), sp(18) * 2.4),
            padding=(dp(10), dp(2)),
        )
        self._box = RoundedBox(self, radius=RADIUS_CHIP, background=theme_colour("raised"), line_width=1.5)
        mark = (
            IconLabel(Icon.CHECK, 18, tone="sea", pos_hint={"center_y": 0.5})
            if done
            else ColourDot(place, 18)
        )
        self.words = Text(words, size_sp=16, weight=500, min_size=9, max_lines=1, autosize="none")
        self.add_widget(Row(mark, self.words, gap=7, size_hint_y=1))
        self.enabled = not done
        self._refresh_style()

    def update_style(self, *, pressed: bool) -> None:
        ground = theme_colour("raised" if self.enabled else "sea_deep")
        self._box.set_style(background=shade(ground, 0.08) if pressed else ground)
