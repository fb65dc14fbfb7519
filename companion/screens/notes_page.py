"""Notes pinned to moments of a game, and the notepad with the device owner's marks on players. The notepad is
covered when it opens and covers itself again when it is left."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Final

from kivy.core.window import Window
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app_context import AnySession, AppContext
from companion.core.annotations import (
    NO_MARK,
    Mark,
    Note,
    clamp_move_count,
    find_marks_at,
    list_mark_history,
    list_marks,
)
from companion.core.definition import GameDefinition
from companion.core.game import ProblemError
from companion.core.resume_state import PendingNote
from companion.games.registry import get_game
from companion.screens.rows import PressableRow, build_heading, close_sheet_then, show_with_undo
from companion.widgets.buttons import PrimaryButton, SecondaryButton
from companion.widgets.cards import Card, Chip, Notice, RoundButton
from companion.widgets.field import TextField
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Grid, Row, Wrap
from companion.widgets.page import Page, Sheet, TitleBar
from companion.widgets.progress import TimelineBar
from companion.widgets.seat_ring import DiscIcon, SeatLook, SeatRing
from companion.widgets.text import CAPTION, HEADING, LEAD, MUTED, TITLE, IconLabel, Text
from companion.widgets.theme import RADIUS_CELL, look

# About as much as one types on a phone during a game.
MAX_NOTE_LENGTH: Final = 300
# Horizontal padding of a text field, both sides together, in dp.
_FIELD_PADDING_DP: Final = 32


def _do_nothing() -> None:
    """Default callback: no page needs an update."""


class NoteSheet(Sheet):
    """Adds a note at a moment, or edits an existing one. Unsaved text survives the end of the app;
    `on_change` is called after each change."""

    def __init__(
        self,
        context: AppContext,
        game_id: int,
        move_index: int,
        note: Note | None = None,
        on_change: Callable[[], object] = _do_nothing,
    ) -> None:
        tr = context.tr
        self._app_context, self._game_id, self._move_index = context, game_id, move_index
        self._note, self._on_change = note, on_change
        self._note_id = None if note is None else note.note_id
        # An imported note may be longer.
        max_length = max(MAX_NOTE_LENGTH, 0 if note is None else len(note.text))
        self.field = TextField(tr("moments.note.hint"), lambda _: self.save(), max_length=max_length)
        self.field.text = self._find_pending_text() or ("" if note is None else note.text)
        # The field shows only the end of a long note: the full text is shown below it.
        self.full_text = Text("", LEAD)
        self.done_button = RoundButton(Icon.CHECK, self.save)
        parts: list[Widget] = [
            Text(format_moment(context, move_index), MUTED),
            Row(self.field, self.done_button, gap=8),
            self.full_text,
        ]
        if note is not None:
            self.remove_button = SecondaryButton(
                tr("moments.note.remove"), self.remove, icon=Icon.TRASH, outlined=True
            )
            parts.append(self.remove_button)
        title = tr("moments.note.title" if note is None else "moments.note.change")
        super().__init__(title, *parts, on_close=self._close_sheet)
        self.field.bind(text=self._on_text, width=self._show_full_text)
        self._show_full_text()

    def _find_pending_text(self) -> str:
        pending = self._app_context.resume_state.pending_note
        key = (self._game_id, self._move_index, self._note_id)
        if pending is None or (pending.table, pending.position, pending.note) != key:
            return ""
        return pending.typed

    def _on_text(self, *_: object) -> None:
        self._show_full_text()
        self._app_context.resume_state.set_pending_note(
            PendingNote(self._game_id, self._move_index, self._note_id, self.field.text)
        )

    def _show_full_text(self, *_: object) -> None:
        self.full_text.content = self.field.text
        if self.full_text.natural_width() <= self.field.width - dp(_FIELD_PADDING_DP):
            self.full_text.content = ""

    def _close_sheet(self) -> None:
        self._app_context.resume_state.set_pending_note(None)
        self._app_context.navigator.close_sheet()

    def save(self) -> None:
        """Save the note, then close the sheet; an empty text adds no note."""
        notes, text = self._app_context.notes, self.field.text
        if self._note is not None:
            self._save_change(text)
            return
        added: list[Note | None] = []
        if self._app_context.run_or_show_error(
            lambda: added.append(notes.add(self._game_id, self._move_index, text))
        ):
            self._close_sheet()
            for note in added:
                if note is not None:
                    revert = partial(notes.remove, self._game_id, note.note_id)
                    self._confirm("moments.note.noted", revert)

    def remove(self) -> None:
        self._save_change("")

    def _save_change(self, text: str) -> None:
        note, notes = self._note, self._app_context.notes
        if note is None:
            return
        previous: list[Note] = []
        if self._app_context.run_or_show_error(
            lambda: previous.append(notes.change(self._game_id, note.note_id, text))
        ):
            self._close_sheet()
            key = "moments.note.changed" if text.strip() else "moments.note.removed"
            self._confirm(key, partial(notes.restore, self._game_id, previous[0]))

    def _confirm(self, key: str, revert: Callable[[], object]) -> None:
        """Show a message with an undo action."""
        context, on_change = self._app_context, self._on_change

        def undo() -> None:
            context.run_or_show_error(revert)
            on_change()

        on_change()
        show_with_undo(context, context.tr(key), undo)


def open_new_note(context: AppContext, session: AnySession) -> None:
    """Add a note at the current move of the session."""
    if session.game_id is not None:
        _open_sheet(context, NoteSheet(context, session.game_id, session.move_count))


def open_note(
    context: AppContext, game_id: int, move_index: int, note: Note | None, on_change: Callable[[], object]
) -> None:
    _open_sheet(context, NoteSheet(context, game_id, move_index, note, on_change))


def resume_note(
    context: AppContext, game_id: int | None, on_change: Callable[[], object] = _do_nothing
) -> None:
    """Reopen the sheet with the unsaved note of this game from before the app was closed, if any."""
    pending = context.resume_state.pending_note
    if pending is None or pending.table != game_id or context.navigator.sheet is not None:
        return
    note = None
    if pending.note is not None:
        notes = context.notes.list_notes(game_id)
        note = next((note for note in notes if note.note_id == pending.note), None)
    if pending.note is None or note is not None:
        context.navigator.open_sheet(NoteSheet(context, pending.table, pending.position, note, on_change))


def _open_sheet(context: AppContext, sheet: NoteSheet) -> None:
    context.navigator.open_sheet(sheet)
    sheet.field.focus = True


def format_moment(context: AppContext, move_index: int) -> str:
    return context.tr("moments.after", n=move_index) if move_index else context.tr("moments.beginning")


# -- lists of notes -----------------------------------------------------------------------------------------


class NoteRow(PressableRow):
    """A note; a tap edits it or goes to its moment."""

    def __init__(self, text: str, on_tap: Callable[[], object] | None, caption: str = "") -> None:
        label: Widget = Text(text)
        if caption:
            label.pos_hint = {}
            label = Column(Text(caption, CAPTION), label, gap=0, pos_hint={"center_y": 0.5})
        row = Row(IconLabel(Icon.PENCIL, 20, tone="candle"), label, gap=10)
        super().__init__(on_tap, row, radius=RADIUS_CELL, margin_dp=8, padding=(dp(8), dp(4)))


def build_notes_card(
    context: AppContext, notes: Iterable[Note], move_count: int, on_note: Callable[[Note], object] | None
) -> Card | None:
    """Return a card with all notes of a game and their moments; None if there are none."""
    rows = [
        NoteRow(
            note.text,
            None if on_note is None else partial(on_note, note),
            format_moment(context, clamp_move_count(note, move_count)),
        )
        for note in notes
    ]
    return Card(build_heading(Icon.PENCIL, context.tr("moments.notes")), *rows, gap=2) if rows else None


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
    """Notepad of a game after `move_count` moves; None means the latest."""

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
        self._moment = Text("", HEADING, min_size=10, max_lines=3, align="center", autosize="none")
        self.ring.center_box.add_widget(self._moment)
        self.moment_bar = TimelineBar(self.show_moment)
        self._hint = Text("", MUTED, align="center")
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
        initial, latest = self._initial_move_count, self._last_move_count
        self.move_count = latest if initial is None else min(initial, latest)
        self.cover()

    def leave(self) -> None:
        self.cover()

    def suspend(self) -> None:
        """Close sheets and cover the notepad before the next person sees the screen."""
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
                Text(tr("moments.pad.covered"), TITLE, align="center"),
                Text(tr("moments.pad.covered_why"), MUTED, align="center"),
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
        """Show the marks after this number of moves."""
        tr = self._app_context.tr
        self.move_count = move_count
        seat_marks = find_marks_at(self.marks, move_count, self._last_move_count)
        self.ring.show(
            [self._create_seat_look(seat, seat_marks.get(seat)) for seat in range(len(self._players))]
        )
        self._legend.clear_widgets()
        for mark in dict.fromkeys(mark for mark in seat_marks.values() if mark in ICONS):
            icon = IconLabel(ICONS[mark], 20, tone="ink_2")
            label = Text(self._format_mark(mark), MUTED, autosize="both")
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
        """Show the history of the seat's marks and, at the latest moment, the marks to choose from."""
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
            widgets.append(Text(context.tr("moments.pad.nothing"), MUTED))
        name = context.tr.player_name(self._players[seat])
        context.navigator.open_sheet(Sheet(name, *widgets, on_close=context.navigator.close_sheet))

    def _create_history_row(self, move_count: int, mark: str) -> Row:
        return Row(
            IconLabel(ICONS.get(mark, Icon.RING), 20, tone="ink_2"),
            Text(self._format_mark(mark) if mark in ICONS else mark),
            Text(format_moment(self._app_context, move_count), MUTED, align="end"),
            gap=10,
        )

    def set_mark(self, seat: int, mark: str) -> None:
        """Save the mark, then show it."""
        context, marks = self._app_context, self._app_context.marks
        if context.run_or_show_error(
            lambda: marks.set_mark(self._game_id, seat, self._last_move_count, mark)
        ):
            self.marks = marks.list_marks(self._game_id)
            self.show_moment(self._last_move_count)
