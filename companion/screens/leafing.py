"""Leafing through a game: the board as it was after each move, the move in words, when it was made, and what
was noted then."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import partial
from typing import Any

from kivy.metrics import dp
from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.widget import Widget

from companion.entry.moments import detached, last_step, told, walk_to
from companion.entry.summary import summary_of
from companion.games.game import ProblemError
from companion.games.manifest import Manifest
from companion.games.shelf import game_of
from companion.past.moments import Note, minutes_between, next_noted, noted, notes_at, place_of
from companion.screens.moment_notes import (
    NoteRow,
    notes_card,
    open_half_noted,
    open_note,
)
from companion.screens.notepad import NotepadPage
from companion.screens.seal import shut_card
from companion.shell import AnyTable, Shell, StoredGame
from companion.widgets.cards import Card, Chip, Notice
from companion.widgets.icon_names import Icon
from companion.widgets.keeping import Keeps
from companion.widgets.layout import Column, Grid, Panes, Row
from companion.widgets.moment_bar import MomentBar
from companion.widgets.page import Page, TitleBar
from companion.widgets.tap import IconButton, MainButton, SideButton
from companion.widgets.text import Text
from companion.widgets.theme import ACCENTS, CANDLE, MAIN_HEIGHT, look, sp


class LeafPage(Keeps, Page):
    """The game of this `number`, from the moment `position`; if none is given, from the beginning of a game
    that is over and from the present of one that is not."""

    widest = 1040

    def __init__(self, shell: Shell, number: int, position: int | None = None) -> None:
        self._shell, self._number = shell, number
        tr = shell.tr
        self.pad = IconButton(Icon.EYE_CLOSED, self._open_pad, tone="ink_2")
        tools = [self.pad] if shell.settings.notepad else []
        self.title = TitleBar(tr("moments.leaf.title"), " ", on_back=shell.back, tools=tools, most=2)
        super().__init__(self.title)
        self.position = -1 if position is None else position
        self.notes: tuple[Note, ...] = ()
        self._game: Manifest | None = None
        self._table: AnyTable | None = None
        self._stored: StoredGame | None = None
        self._times: tuple[float, ...] = ()
        self.sentence = _Sentence()
        self.pinned = Column(gap=0)
        self.board = _Looked()
        self._offers, self._more = Grid(gap=8, narrowest=150, most_columns=2), Card(gap=6)
        self.picture: Any = None
        self.note = Chip(tr("moments.note.title"), self._note, icon=Icon.PLUS, outlined=True)
        self.next_note = Chip(
            tr("moments.leaf.next_note"), self._to_next_note, icon=Icon.PENCIL, outlined=True
        )
        self.first = _End(partial(self.go, 0), first=True)
        self.last = _End(self._to_end, first=False)
        self.before = SideButton(
            tr("moments.leaf.before"), self._step_back, icon=Icon.BACK, mirrored=True,
            height=max(dp(MAIN_HEIGHT), sp(20) * 2.6),
        )  # fmt: skip

    def keep(self) -> int:
        return self.position

    def take_up(self, kept: int) -> None:
        self.position = kept
        if self._table is not None:
            self.go(kept)

    def enter(self) -> None:
        """It may have been played on, changed or noted upon since."""
        self._load()
        open_half_noted(self._shell, self._number, self._renote)

    # -- what is shown --------------------------------------------------------------------------------------

    def _load(self) -> None:
        shell = self._shell
        self.body.clear_widgets()
        self.footer.clear_widgets()
        try:
            self._stored = shell.archive.kept(self._number)
            self.notes = shell.notes.of(self._number)
            kept = shell.archive.open(self._stored)
            self._times = shell.archive.times(self._number)
        except ProblemError as wrong:
            self._show_why_not(shell.tr.problem(wrong.problem))
            return
        self._game = game_of(self._stored.game)
        name = self._stored.title or shell.tr(f"app.game.{self._game.id}")
        self.title.show(name, " ")
        shut = shut_card(shell, self._game, kept, self._load)
        if shut is not None:
            self.title.show(name)
            self.body.add_widget(shut)
            return
        self._table = detached(kept)
        if self.position < 0:
            self.position = 0 if kept.outcome is not None else self._table.position
        self._lay(self._game, self._table)
        self.go(self.position)

    def _show_why_not(self, why: str) -> None:
        """What was noted can be read all the same."""
        self.body.add_widget(Notice(why))
        card = None if self._stored is None else notes_card(
            self._shell, self.notes, self._stored.position, None
        )  # fmt: skip
        if card is not None:
            self.body.add_widget(card)

    def _lay(self, game: Manifest, table: AnyTable) -> None:
        tr, accent = self._shell.tr, ACCENTS.get(game.accent, CANDLE)
        drawn = game.find("screens", "moment")
        self.picture = None if drawn is None else drawn.Moment(tr, table)
        self.board.clear_widgets()
        if self.picture is not None:
            self.board.add_widget(self.picture)
        self.line = MomentBar(self.go, tone=accent.fill)
        self.onward = MainButton(tr("moments.leaf.next"), self._step, onward=True, accent=accent)
        for part in (self.sentence, self.pinned, self.board, self._more):
            self.body.add_widget(part)
        for part in (self.first, self.line, self.last, self.before, self.onward):
            if part.parent is not None:
                part.parent.remove_widget(part)
        along = Row(self.first, self.line, self.last, gap=4)
        self.with_footer(Panes(along, Row(self.before, self.onward, gap=8), gap=8))

    @property
    def count(self) -> int:
        """How many moves there are."""
        return 0 if self._stored is None else self._stored.position

    def go(self, position: int) -> None:
        """Show the game after so many moves."""
        game, table = self._game, self._table
        if game is None or table is None:
            return
        walk_to(table, position)
        self.position = table.position
        if self.picture is not None:
            self.picture.show(table)
        self._show_words(game, table)
        self.line.show(self.position, self.count, noted(self.notes, self.count))
        for button, stands in (
            *((self.first, self.position > 0), (self.before, self.position > 0)),
            *((self.last, self.position < self.count), (self.onward, self.position < self.count)),
        ):
            button.enabled = stands

    def _show_words(self, game: Manifest, table: AnyTable) -> None:
        tr, step = self._shell.tr, last_step(table)
        place = tr("moments.leaf.place", move=self.position, moves=self.count)
        self.title.show(self.title.title.content, place if step is not None else tr("moments.beginning"))
        words = () if step is None else told(game, tr, step)
        summary = summary_of(game, tr, table)
        # Where nothing is told of a move, at least where it led to.
        sentence, *more = words or (summary.title, summary.line)
        self.sentence.words.content = sentence
        _hold(
            self.pinned,
            [
                NoteRow(note.text, partial(self._change_note, note))
                for note in notes_at(self.notes, self.position, self.count)
            ],
        )
        lines: list[Widget] = [Text(line) for line in more]
        if step is not None and table.outcome is not None and table.game.outcome(step.before) is None:
            lines.append(Text(summary.title, face="title", size_sp=20, tone="candle"))
            lines.append(Text(summary.line))
        lines += [Text(when, tone="ink_2") for when in self._when()]
        following = next_noted(self.notes, self.position, self.count)
        _hold(self._offers, [self.note, *([self.next_note] if following is not None else [])])
        _hold(self._more, [*lines, self._offers])

    def _when(self) -> Iterator[str]:
        """The time of day, and how far into the game that was."""
        stored, tr = self._stored, self._shell.tr
        if stored is None:
            return
        at = self._times[self.position - 1] if self.position else stored.started
        if isinstance(at, float):
            moment = datetime.fromtimestamp(at)
            # Written like any clock: hours before minutes, as minutes before seconds.
            time = tr.clock(60 * moment.hour + moment.minute)
            minutes = minutes_between(stored.started, at)
            yield tr("moments.leaf.when", time=time, n=minutes) if minutes else time

    # -- leafing --------------------------------------------------------------------------------------------

    def _step(self) -> None:
        self.go(self.position + 1)

    def _step_back(self) -> None:
        self.go(self.position - 1)

    def _to_end(self) -> None:
        self.go(self.count)

    def _to_next_note(self) -> None:
        following = next_noted(self.notes, self.position, self.count)
        if following is not None:
            self.go(following)

    # -- notes ----------------------------------------------------------------------------------------------

    def _note(self) -> None:
        open_note(self._shell, self._number, self.position, None, self._renote)

    def _change_note(self, note: Note) -> None:
        open_note(self._shell, self._number, self.position, note, self._renote)

    def _renote(self) -> None:
        """Something was noted, or is no more."""
        self.notes = self._shell.notes.of(self._number)
        self.go(self.position)

    def _open_pad(self) -> None:
        self._shell.visit(NotepadPage, self._number, self.position)


def notes_of_table(shell: Shell, table: AnyTable) -> Card | None:
    """For a table's history: its notes, each of which leads to its moment."""
    number = table.number
    if number is None:
        return None

    def leaf(note: Note) -> None:
        shell.visit(LeafPage, number, place_of(note, table.position))

    return notes_card(shell, shell.notes.of(number), table.position, leaf)


def _hold(layout: Widget, parts: Sequence[Widget]) -> None:
    """Exactly these, wherever they stood before."""
    layout.clear_widgets()
    for part in parts:
        if part.parent is not None:
            part.parent.remove_widget(part)
        layout.add_widget(part)


class _Sentence(AnchorLayout):
    """Room for two lines in any case, so that the board does not jump from move to move."""

    def __init__(self) -> None:
        self._least = sp(20) * 1.3 * 2
        super().__init__(size_hint_y=None, height=self._least)
        self.words = Text("", size_sp=20, weight=500)
        self.words.bind(height=self._fit)
        self.add_widget(self.words)

    def _fit(self, _words: Text, height: float) -> None:
        self.height = max(self._least, height)


class _Looked(Column):
    """The board, to be looked at: no finger does anything to it, but the page can be drawn by it."""

    def __init__(self) -> None:
        super().__init__(gap=0)

    def on_touch_down(self, touch: Any) -> bool:
        return False


class _End(IconButton):
    """To the beginning, or to the end; the first looks the other way than the last."""

    def __init__(self, on_tap: Any, *, first: bool) -> None:
        super().__init__(Icon.SKIP, on_tap, tone="ink_2")
        self.glyph.mirrored = first != look().rtl
        self.glyph._place()
