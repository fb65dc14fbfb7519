"""The notepad of the owner of this device: what they think of the others, by moment. It is covered whenever
it is come to, and covers itself again when it is left."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from kivy.core.window import Window
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.games.game import ProblemError
from companion.games.manifest import GameDefinition
from companion.games.shelf import get_game
from companion.past.moments import (
    NO_MARK,
    Mark,
    clamp_move_count,
    find_marks_at,
    list_mark_history,
    list_marks,
)
from companion.screens.moment_notes import format_moment
from companion.screens.sheet_buttons import close_sheet_then
from companion.shell import AppContext
from companion.widgets.cards import Card, Chip, Notice
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Grid, Row, Wrap
from companion.widgets.moment_bar import TimelineBar
from companion.widgets.page import Page, TitleBar
from companion.widgets.seat_ring import DiscIcon, SeatLook, SeatRing
from companion.widgets.sheet import Sheet
from companion.widgets.tap import PrimaryButton
from companion.widgets.text import IconLabel, Text
from companion.widgets.theme import look

ICONS: Final[Mapping[str, Icon]] = {
    "trusted": Icon.CHECK,
    "doubted": Icon.WARNING,
    "watched": Icon.EYE,
    "good": Icon.SUN,
    "evil": Icon.DAGGER,
    "merlin": Icon.MERLIN,
    "percival": Icon.PERCIVAL,
    "assassin": Icon.ASSASSIN,
    "investigator": Icon.SEARCH,
    "cultist": Icon.CULTIST,
    "seer": Icon.SEER,
    "low": Icon.ARROW_DOWN,
    "high": Icon.ARROW_UP,
    "calls": Icon.CALLER,
    NO_MARK: Icon.CROSS,
}


class NotepadPage(Page):
    """Of the game of this `game_id`, as it was thought after `move_count` moves; if none is given, now."""

    def __init__(self, context: AppContext, game_id: int, move_count: int | None = None) -> None:
        self._app_context, self._game_id = context, game_id
        self._initial_move_count = move_count
        tr = context.tr
        super().__init__(TitleBar(tr("moments.pad.title"), tr("moments.pad.own"), on_back=context.go_back))
        self.is_open = False
        self.marks: tuple[Mark, ...] = ()
        self._players: tuple[str, ...] = ()
        self._game: GameDefinition | None = None
        self._last_move_count = self.move_count = 0
        height = max(dp(340), min(dp(460), Window.height - dp(330))) * min(1.2, look().text_scale)
        self.ring = SeatRing(on_tap=self.tap_seat, size_hint_y=None, height=height)
        self._moment = Text(
            "", face="title", size_sp=20, min_size=10, max_lines=3, align="center", autosize="none"
        )
        self.ring.center_box.add_widget(self._moment)
        self.moment_bar = TimelineBar(self.show_moment)
        self._hint = Text("", tone="ink_2", align="center")
        self._legend = Wrap(gap=14)
        self.main = PrimaryButton(" ", self._toggle_cover, icon=Icon.EYE)
        self.add_to_footer(self.main)

    def enter(self) -> None:
        context = self._app_context
        try:
            session = context.games.open_session(context.games.load(self._game_id))
            self.marks = context.marks.list_marks(self._game_id)
        except ProblemError as error:
            self.body.clear_widgets()
            self.footer.clear_widgets()
            self.body.add_widget(Notice(context.tr.translate_problem(error.problem)))
            return
        self._game = get_game(session.game.id)
        self._players, self._last_move_count = session.setup.players, session.move_count
        self.move_count = (
            self._last_move_count
            if self._initial_move_count is None
            else min(self._initial_move_count, self._last_move_count)
        )
        self.cover()

    def leave(self) -> None:
        self.cover()

    def suspend(self) -> None:
        """Whoever takes the phone up next sees nothing."""
        while self._app_context.navigator.sheet is not None:
            self._app_context.navigator.close_sheet()
        self.cover()

    # -- covered and open -----------------------------------------------------------------------------------

    def _toggle_cover(self) -> None:
        if self.is_open:
            self.cover()
        else:
            self.uncover()

    def cover(self) -> None:
        tr = self._app_context.tr
        self.is_open = False
        self.body.clear_widgets()
        self.ring.show([])
        self.body.add_widget(
            Card(
                IconLabel(Icon.EYE_CLOSED, 64, tone="ink_2", pos_hint={"center_x": 0.5}),
                Text(tr("moments.pad.covered"), face="title", size_sp=22, align="center"),
                Text(tr("moments.pad.covered_why"), align="center", tone="ink_2"),
                gap=12,
            )
        )
        self.main.show(tr("moments.pad.look"), Icon.EYE)

    def uncover(self) -> None:
        self.is_open = True
        self.body.clear_widgets()
        for part in (self.ring, self._legend, self.moment_bar, self._hint):
            self.body.add_widget(part)
        self.main.show(self._app_context.tr("moments.pad.cover"), Icon.EYE_CLOSED)
        self.show_moment(self.move_count)

    def show_moment(self, move_count: int) -> None:
        """Show what was thought after so many moves."""
        tr = self._app_context.tr
        self.move_count = move_count
        seat_marks = find_marks_at(self.marks, move_count, self._last_move_count)
        self.ring.show(
            [self._create_seat_look(seat, seat_marks.get(seat)) for seat in range(len(self._players))]
        )
        self._legend.clear_widgets()
        for mark in dict.fromkeys(mark for mark in seat_marks.values() if mark in ICONS):
            icon = IconLabel(ICONS[mark], 20, tone="ink_2", pos_hint={"center_y": 0.5})
            label = Text(self._format_mark(mark), tone="ink_2", autosize="both", pos_hint={"center_y": 0.5})
            self._legend.add_widget(Row(icon, label, gap=6, hug=True))
        self._moment.content = format_moment(self._app_context, move_count)
        marked_moves = sorted({clamp_move_count(mark, self._last_move_count) for mark in self.marks})
        self.moment_bar.show(move_count, self._last_move_count, marked_moves)
        self._hint.content = tr("moments.pad.hint" if self._is_latest else "moments.pad.then")

    @property
    def _is_latest(self) -> bool:
        return self.move_count == self._last_move_count

    def _create_seat_look(self, seat: int, mark: str | None) -> SeatLook:
        tr = self._app_context.tr
        has_icon = mark is not None and mark in ICONS
        face = DiscIcon(ICONS[mark], self._format_mark(mark)) if has_icon and mark is not None else None
        return SeatLook(tr.player_name(self._players[seat]), face, tr.format_number(seat + 1))

    def _format_mark(self, mark: str) -> str:
        return self._app_context.tr(f"moments.mark.{mark}")

    # -- one seat -------------------------------------------------------------------------------------------

    def tap_seat(self, seat: int) -> None:
        """What was thought of them so far, and at the present moment what is thought from now on."""
        context, game = self._app_context, self._game
        if game is None:
            return
        widgets: list[Widget] = []
        if self._is_latest:
            marks = [*list_marks(game), NO_MARK]
            current = find_marks_at(self.marks, self._last_move_count, self._last_move_count).get(
                seat, NO_MARK
            )
            chips = [
                Chip(
                    self._format_mark(mark),
                    close_sheet_then(context.navigator, partial(self.set_mark, seat, mark)),
                    icon=ICONS[mark],
                    selected=mark == current,
                )
                for mark in marks
            ]
            widgets.append(Grid(*chips, gap=8, min_column_width=140, max_columns=2))
        history = list_mark_history(self.marks, seat, self._last_move_count)
        if history:
            widgets.append(Column(*(self._create_history_row(*thought) for thought in history), gap=4))
        elif not self._is_latest:
            widgets.append(Text(context.tr("moments.pad.nothing"), tone="ink_2"))
        name = context.tr.player_name(self._players[seat])
        context.navigator.open_sheet(Sheet(name, *widgets, on_close=context.navigator.close_sheet))

    def _create_history_row(self, move_count: int, mark: str) -> Row:
        return Row(
            IconLabel(ICONS.get(mark, Icon.RING), 20, tone="ink_2", pos_hint={"center_y": 0.5}),
            Text(self._format_mark(mark) if mark in ICONS else mark, pos_hint={"center_y": 0.5}),
            Text(
                format_moment(self._app_context, move_count),
                tone="ink_2",
                align="end",
                pos_hint={"center_y": 0.5},
            ),
            gap=10,
        )

    def set_mark(self, seat: int, mark: str) -> None:
        """Kept first, shown second."""
        context, marks = self._app_context, self._app_context.marks
        if context.run_or_show_error(
            lambda: marks.set_mark(self._game_id, seat, self._last_move_count, mark)
        ):
            self.marks = marks.list_marks(self._game_id)
            self.show_moment(self._last_move_count)
