"""Replay of a game: the board after each move, with the move as text, its time and its notes; and the buttons
that open it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import partial
from typing import Any

from kivy.metrics import dp
from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.widget import Widget

from companion.app_context import AnyController, AnySession, AppContext, StoredGame
from companion.core.annotations import (
    Note,
    clamp_move_count,
    find_next_noted,
    find_notes_at,
    list_noted_moves,
    minutes_between,
)
from companion.core.definition import GameDefinition
from companion.core.game import ProblemError
from companion.core.session import get_last_step, make_detached_copy, move_to
from companion.games.game_text import describe_move, summarize_game
from companion.games.registry import get_game
from companion.screens.game_screens import GameScreens
from companion.screens.notes_page import NotepadPage, NoteRow, build_notes_card, open_note, resume_note
from companion.screens.rows import get_hidden_history_card
from companion.widgets.buttons import IconButton, PrimaryButton, SecondaryButton
from companion.widgets.cards import Card, Chip, Notice
from companion.widgets.icons import Icon
from companion.widgets.layout import Column, Grid, Panes, Row
from companion.widgets.page import Page, Stateful, TitleBar
from companion.widgets.progress import TimelineBar
from companion.widgets.text import HEADING, LABEL, MUTED, Text
from companion.widgets.theme import ACCENTS, CANDLE, PRIMARY_HEIGHT, look, sp


class ReplayPage(Stateful, Page):
    """Replay of a game, starting at `move_index`. By default it starts at the beginning of a finished game
    and at the latest move of any other."""

    max_width_dp = 1040

    def __init__(self, context: AppContext, game_id: int, move_index: int | None = None) -> None:
        self._app_context, self._game_id = context, game_id
        tr = context.tr
        self.notepad_button = IconButton(Icon.EYE_CLOSED, self._open_notepad, tone="ink_2")
        tools = [self.notepad_button] if context.settings.notepad else []
        self.title_bar = TitleBar(
            tr("moments.leaf.title"), " ", on_back=context.go_back, actions=tools, max_lines=2
        )
        super().__init__(self.title_bar)
        self.move_index = -1 if move_index is None else move_index
        self.notes: tuple[Note, ...] = ()
        self._game: GameDefinition | None = None
        self._session: AnySession | None = None
        self._stored: StoredGame | None = None
        self._times: tuple[float, ...] = ()
        self.move_text = _MoveText()
        self.note_rows = Column(gap=0)
        self.board = _ReadOnlyBoard()
        self._note_buttons, self._details = Grid(gap=8, min_column_width=150, max_columns=2), Card(gap=6)
        self.board_view: Any = None
        self.add_note_button = Chip(tr("moments.note.title"), self._add_note, icon=Icon.PLUS, outlined=True)
        self.next_note_button = Chip(
            tr("moments.leaf.next_note"), self._go_to_next_note, icon=Icon.PENCIL, outlined=True
        )
        self.first_button = _SkipButton(partial(self.go_to_move, 0), is_first=True)
        self.last_button = _SkipButton(self._go_to_end, is_first=False)
        self.previous_button = SecondaryButton(
            tr("moments.leaf.before"), self._step_back, icon=Icon.BACK, mirrored=True,
            height=max(dp(PRIMARY_HEIGHT), sp(20) * 2.6),
        )  # fmt: skip

    def save_state(self) -> int:
        return self.move_index

    def restore_state(self, state: int) -> None:
        self.move_index = state
        if self._session is not None:
            self.go_to_move(state)

    def enter(self) -> None:
        """Reload: the game may have been continued, edited or annotated since."""
        self._load()
        resume_note(self._app_context, self._game_id, self._reload_notes)

    # -- content --------------------------------------------------------------------------------------------

    def _load(self) -> None:
        context = self._app_context
        self.body.clear_widgets()
        self.footer.clear_widgets()
        try:
            self._stored = context.games.load(self._game_id)
            self.notes = context.notes.list_notes(self._game_id)
            stored_session = context.games.open_session(self._stored)
            self._times = context.games.load_move_times(self._game_id)
        except ProblemError as error:
            self._show_error(context.tr.translate_problem(error.problem))
            return
        self._game = get_game(self._stored.game)
        name = self._stored.title or context.tr(f"app.game.{self._game.id}")
        self.title_bar.show(name, " ")
        hidden_card = get_hidden_history_card(context, self._game, stored_session, self._load)
        if hidden_card is not None:
            self.title_bar.show(name)
            self.body.add_widget(hidden_card)
            return
        self._session = make_detached_copy(stored_session)
        if self.move_index < 0:
            self.move_index = 0 if stored_session.outcome is not None else self._session.move_count
        self._build_page(self._game, self._session)
        self.go_to_move(self.move_index)

    def _show_error(self, message: str) -> None:
        """Show the error; the notes can still be read."""
        self.body.add_widget(Notice(message))
        card = None if self._stored is None else build_notes_card(
            self._app_context, self.notes, self._stored.move_count, None
        )  # fmt: skip
        if card is not None:
            self.body.add_widget(card)

    def _build_page(self, game: GameDefinition, session: AnySession) -> None:
        tr, accent = self._app_context.tr, ACCENTS.get(game.accent, CANDLE)
        build_snapshot = game.get_part(GameScreens).build_snapshot
        self.board_view = None if build_snapshot is None else build_snapshot(tr, session)
        self.board.clear_widgets()
        if self.board_view is not None:
            self.board.add_widget(self.board_view)
        self.timeline = TimelineBar(self.go_to_move, tone=accent.fill)
        self.next_button = PrimaryButton(
            tr("moments.leaf.next"), self._step_forward, forward=True, accent=accent
        )
        for part in (self.move_text, self.note_rows, self.board, self._details):
            self.body.add_widget(part)
        for part in (self.first_button, self.last_button, self.previous_button):
            if part.parent is not None:
                part.parent.remove_widget(part)
        timeline_row = Row(self.first_button, self.timeline, self.last_button, gap=4)
        self.add_to_footer(Panes(timeline_row, Row(self.previous_button, self.next_button, gap=8), gap=8))

    @property
    def move_count(self) -> int:
        """Number of moves of the stored game."""
        return 0 if self._stored is None else self._stored.move_count

    def go_to_move(self, move_index: int) -> None:
        """Show the game after this number of moves."""
        game, session = self._game, self._session
        if game is None or session is None:
            return
        move_to(session, move_index)
        self.move_index = session.move_count
        if self.board_view is not None:
            self.board_view.show(session)
        self._show_texts(game, session)
        self.timeline.show(self.move_index, self.move_count, list_noted_moves(self.notes, self.move_count))
        self.first_button.enabled = self.previous_button.enabled = self.move_index > 0
        self.last_button.enabled = self.next_button.enabled = self.move_index < self.move_count

    def _show_texts(self, game: GameDefinition, session: AnySession) -> None:
        tr, step = self._app_context.tr, get_last_step(session)
        progress_text = tr("moments.leaf.place", move=self.move_index, moves=self.move_count)
        self.title_bar.show(
            self.title_bar.title.content, progress_text if step is not None else tr("moments.beginning")
        )
        texts = () if step is None else describe_move(game, tr, step)
        summary = summarize_game(game, tr, session)
        # If the game cannot describe the move, show the state it led to.
        sentence, *more = texts or (summary.title, summary.line)
        self.move_text.label.content = sentence
        _set_children(
            self.note_rows,
            [
                NoteRow(note.text, partial(self._change_note, note))
                for note in find_notes_at(self.notes, self.move_index, self.move_count)
            ],
        )
        lines: list[Widget] = [Text(line) for line in more]
        if step is not None and session.outcome is not None and session.game.outcome(step.before) is None:
            lines.append(Text(summary.title, HEADING, tone="candle"))
            lines.append(Text(summary.line))
        lines += [Text(when, MUTED) for when in self._format_times()]
        next_index = find_next_noted(self.notes, self.move_index, self.move_count)
        _set_children(
            self._note_buttons,
            [self.add_note_button, *([self.next_note_button] if next_index is not None else [])],
        )
        _set_children(self._details, [*lines, self._note_buttons])

    def _format_times(self) -> Iterator[str]:
        """Yield the time of day of the move and the minutes since the start."""
        stored, tr = self._stored, self._app_context.tr
        if stored is None:
            return
        made_at = self._times[self.move_index - 1] if self.move_index else stored.started
        if isinstance(made_at, float):
            moment = datetime.fromtimestamp(made_at)
            # `format_clock` expects seconds: hours and minutes are formatted like minutes and seconds.
            time = tr.format_clock(60 * moment.hour + moment.minute)
            minutes = minutes_between(stored.started, made_at)
            yield tr("moments.leaf.when", time=time, n=minutes) if minutes else time

    # -- navigation -----------------------------------------------------------------------------------------

    def _step_forward(self) -> None:
        self.go_to_move(self.move_index + 1)

    def _step_back(self) -> None:
        self.go_to_move(self.move_index - 1)

    def _go_to_end(self) -> None:
        self.go_to_move(self.move_count)

    def _go_to_next_note(self) -> None:
        next_index = find_next_noted(self.notes, self.move_index, self.move_count)
        if next_index is not None:
            self.go_to_move(next_index)

    # -- notes ----------------------------------------------------------------------------------------------

    def _add_note(self) -> None:
        open_note(self._app_context, self._game_id, self.move_index, None, self._reload_notes)

    def _change_note(self, note: Note) -> None:
        open_note(self._app_context, self._game_id, self.move_index, note, self._reload_notes)

    def _reload_notes(self) -> None:
        """Reload the notes after a change."""
        self.notes = self._app_context.notes.list_notes(self._game_id)
        self.go_to_move(self.move_index)

    def _open_notepad(self) -> None:
        self._app_context.push(NotepadPage, self._game_id, self.move_index)


def build_session_notes(context: AppContext, session: AnySession) -> Card | None:
    """Return a card with the session's notes, each of which opens the replay at its moment."""
    game_id = session.game_id
    if game_id is None:
        return None

    def open_replay(note: Note) -> None:
        context.push(ReplayPage, game_id, clamp_move_count(note, session.move_count))

    return build_notes_card(context, context.notes.list_notes(game_id), session.move_count, open_replay)


def _set_children(layout: Widget, parts: Sequence[Widget]) -> None:
    """Set the children of the layout, removing them from any previous parent."""
    layout.clear_widgets()
    for part in parts:
        if part.parent is not None:
            part.parent.remove_widget(part)
        layout.add_widget(part)


class _MoveText(AnchorLayout):
    """Text of a move, at least two lines high, so that the board does not jump between moves."""

    def __init__(self) -> None:
        self._min_height = sp(20) * 1.3 * 2
        super().__init__(size_hint_y=None, height=self._min_height)
        self.label = Text("", LABEL, size_sp=20)
        self.label.bind(height=self._fit)
        self.add_widget(self.label)

    def _fit(self, _words: Text, height: float) -> None:
        self.height = max(self._min_height, height)


class _ReadOnlyBoard(Column):
    """The board without interaction; touches on it scroll the page."""

    def __init__(self) -> None:
        super().__init__(gap=0)

    def on_touch_down(self, touch: Any) -> bool:
        return False


class _SkipButton(IconButton):
    """Skips to the beginning or to the end; the icon of the first is mirrored."""

    def __init__(self, on_tap: Any, *, is_first: bool) -> None:
        super().__init__(Icon.SKIP, on_tap, tone="ink_2")
        self.icon.mirrored = is_first != look().rtl
        self.icon._update_rectangle()


def open_replay(context: AppContext, controller: AnyController) -> None:
    context.push(ReplayPage, controller.session.game_id)


def build_replay_button(context: AppContext, controller: AnyController) -> SecondaryButton:
    """Return the button that opens the replay, for the result of a game."""
    return SecondaryButton(
        context.tr("moments.leaf.title"), partial(open_replay, context, controller), icon=Icon.BOOK_OPEN
    )
