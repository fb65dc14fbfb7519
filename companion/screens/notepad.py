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
from companion.games.manifest import Manifest
from companion.games.shelf import game_of
from companion.past.moments import UNMARKED, Mark, marks_at, marks_for, place_of, thoughts_of
from companion.screens.moment_notes import moment_words
from companion.screens.sheet_buttons import closed_first
from companion.shell import Shell
from companion.widgets.cards import Card, Chip, Notice
from companion.widgets.icon_names import Icon
from companion.widgets.layout import Column, Grid, Row, Wrap
from companion.widgets.moment_bar import MomentBar
from companion.widgets.page import Page, TitleBar
from companion.widgets.seat_ring import SeatFace, SeatLook, SeatRing
from companion.widgets.sheet import Sheet
from companion.widgets.tap import MainButton
from companion.widgets.text import Glyph, Text
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
    UNMARKED: Icon.CROSS,
}


class NotepadPage(Page):
    """Of the game of this `number`, as it was thought after `position` moves; if none is given, now."""

    def __init__(self, shell: Shell, number: int, position: int | None = None) -> None:
        self._shell, self._number = shell, number
        self._wanted = position
        tr = shell.tr
        super().__init__(TitleBar(tr("moments.pad.title"), tr("moments.pad.own"), on_back=shell.back))
        self.open = False
        self.marks: tuple[Mark, ...] = ()
        self._players: tuple[str, ...] = ()
        self._game: Manifest | None = None
        self._last = self.position = 0
        height = max(dp(340), min(dp(460), Window.height - dp(330))) * min(1.2, look().text_scale)
        self.ring = SeatRing(on_tap=self.tap_seat, size_hint_y=None, height=height)
        self._moment = Text("", face="title", size_sp=20, smallest=10, most=3, align="center", grow="none")
        self.ring.middle.add_widget(self._moment)
        self.line = MomentBar(self.go)
        self._hint = Text("", tone="ink_2", align="center")
        self._legend = Wrap(gap=14)
        self.main = MainButton(" ", self._turn, icon=Icon.EYE)
        self.with_footer(self.main)

    def enter(self) -> None:
        shell = self._shell
        try:
            table = shell.archive.open(shell.archive.kept(self._number))
            self.marks = shell.marks.of(self._number)
        except ProblemError as wrong:
            self.body.clear_widgets()
            self.footer.clear_widgets()
            self.body.add_widget(Notice(shell.tr.problem(wrong.problem)))
            return
        self._game = game_of(table.game.id)
        self._players, self._last = table.setup.players, table.position
        self.position = self._last if self._wanted is None else min(self._wanted, self._last)
        self.cover()

    def leave(self) -> None:
        self.cover()

    def suspend(self) -> None:
        """Whoever takes the phone up next sees nothing."""
        while self._shell.stage.sheet is not None:
            self._shell.stage.close_sheet()
        self.cover()

    # -- covered and open -----------------------------------------------------------------------------------

    def _turn(self) -> None:
        if self.open:
            self.cover()
        else:
            self.uncover()

    def cover(self) -> None:
        tr = self._shell.tr
        self.open = False
        self.body.clear_widgets()
        self.ring.show([])
        self.body.add_widget(
            Card(
                Glyph(Icon.EYE_CLOSED, 64, tone="ink_2", pos_hint={"center_x": 0.5}),
                Text(tr("moments.pad.covered"), face="title", size_sp=22, align="center"),
                Text(tr("moments.pad.covered_why"), align="center", tone="ink_2"),
                gap=12,
            )
        )
        self.main.show(tr("moments.pad.look"), Icon.EYE)

    def uncover(self) -> None:
        self.open = True
        self.body.clear_widgets()
        for part in (self.ring, self._legend, self.line, self._hint):
            self.body.add_widget(part)
        self.main.show(self._shell.tr("moments.pad.cover"), Icon.EYE_CLOSED)
        self.go(self.position)

    def go(self, position: int) -> None:
        """Show what was thought after so many moves."""
        tr = self._shell.tr
        self.position = position
        thought = marks_at(self.marks, position, self._last)
        self.ring.show([self._look(seat, thought.get(seat)) for seat in range(len(self._players))])
        self._legend.clear_widgets()
        for mark in dict.fromkeys(mark for mark in thought.values() if mark in ICONS):
            sign = Glyph(ICONS[mark], 20, tone="ink_2", pos_hint={"center_y": 0.5})
            words = Text(self._word(mark), tone="ink_2", grow="both", pos_hint={"center_y": 0.5})
            self._legend.add_widget(Row(sign, words, gap=6, hug=True))
        self._moment.content = moment_words(self._shell, position)
        places = sorted({place_of(mark, self._last) for mark in self.marks})
        self.line.show(position, self._last, places)
        self._hint.content = tr("moments.pad.hint" if self._now else "moments.pad.then")

    @property
    def _now(self) -> bool:
        return self.position == self._last

    def _look(self, seat: int, mark: str | None) -> SeatLook:
        tr = self._shell.tr
        known = mark is not None and mark in ICONS
        face = SeatFace(ICONS[mark], self._word(mark)) if known and mark is not None else None
        return SeatLook(tr.player(self._players[seat]), face, tr.number(seat + 1))

    def _word(self, mark: str) -> str:
        return self._shell.tr(f"moments.mark.{mark}")

    # -- one seat -------------------------------------------------------------------------------------------

    def tap_seat(self, seat: int) -> None:
        """What was thought of them so far, and at the present moment what is thought from now on."""
        shell, game = self._shell, self._game
        if game is None:
            return
        offers: list[Widget] = []
        if self._now:
            marks = [*marks_for(game), UNMARKED]
            standing = marks_at(self.marks, self._last, self._last).get(seat, UNMARKED)
            choices = [
                Chip(
                    self._word(mark),
                    closed_first(shell.stage, partial(self.mark, seat, mark)),
                    icon=ICONS[mark],
                    chosen=mark == standing,
                )
                for mark in marks
            ]
            offers.append(Grid(*choices, gap=8, narrowest=140, most_columns=2))
        thoughts = thoughts_of(self.marks, seat, self._last)
        if thoughts:
            offers.append(Column(*(self._thought(*thought) for thought in thoughts), gap=4))
        elif not self._now:
            offers.append(Text(shell.tr("moments.pad.nothing"), tone="ink_2"))
        name = shell.tr.player(self._players[seat])
        shell.stage.open_sheet(Sheet(name, *offers, on_close=shell.stage.close_sheet))

    def _thought(self, position: int, mark: str) -> Row:
        return Row(
            Glyph(ICONS.get(mark, Icon.RING), 20, tone="ink_2", pos_hint={"center_y": 0.5}),
            Text(self._word(mark) if mark in ICONS else mark, pos_hint={"center_y": 0.5}),
            Text(moment_words(self._shell, position), tone="ink_2", align="end", pos_hint={"center_y": 0.5}),
            gap=10,
        )

    def mark(self, seat: int, mark: str) -> None:
        """Kept first, shown second."""
        shell, marks = self._shell, self._shell.marks
        if shell.attempt(lambda: marks.put(self._number, seat, self._last, mark)):
            self.marks = marks.of(self._number)
            self.go(self._last)
