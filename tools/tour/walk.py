"""The tour itself: runs the real app with real storage in a temporary folder."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

from kivy.base import EventLoop
from kivy.core.window import Window

from companion.app import CompanionApp, open_app
from companion.cli.night import advance_to_cue
from companion.core.game import Game
from companion.core.resume_state import ResumeState
from companion.games.registry import get_game
from companion.i18n.languages import FALLBACK_LANGUAGE, LANGUAGES
from companion.screens.history.replay_page import ReplayPage
from companion.screens.notes_page import NotepadPage
from companion.screens.seats import SeatsPage
from companion.scripts.script import NightStyle
from companion.settings import update_settings
from companion.storage.games import start_session
from tools.tour.frames import run_frames


class Tour:
    """Runs the app off-screen; use as a context manager."""

    def __init__(self, size: tuple[int, int]) -> None:
        self._size = size
        # A speech engine that is still running when the tour ends may write to the folder once more.
        self._folder = tempfile.TemporaryDirectory(prefix="companion-tour-", ignore_cleanup_errors=True)
        self.app: CompanionApp = open_app(Path(self._folder.name))
        self.names: tuple[str, ...] = FALLBACK_LANGUAGE.sample_names
        # Games that earlier views restored to the history.
        self._restored_games: list[int] = []

    def __enter__(self) -> Tour:
        EventLoop.ensure_window()
        Window.size = self._size
        self.app._run_prepare()
        EventLoop.start()
        self.run_frames(4)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.app.stop()
        for child in list(Window.children):
            Window.remove_widget(child)
        self._folder.cleanup()

    def run_frames(self, count: int) -> None:
        run_frames(count)

    def set_up(self, *, language: str, names: Sequence[str] = (), **settings: Any) -> None:
        """Set language and look, and create sample people, with `names` if given; see `prepare_tour`."""
        self.app.change_settings(language=language, narration=language, less_motion=True, **settings)
        self.names = tuple(names) or LANGUAGES[language].sample_names
        self.app.rebuild()
        self._create_sample_people()

    def open_view(self, go: Callable[[Tour], object]) -> None:
        """Go to the home page, open the view and run frames until the layout is stable."""
        while self.app.navigator.sheet is not None:
            self.app.navigator.close_sheet()
        self.app.toaster.dismiss()
        self.app.resume_state.set_bookmark(None)
        while self._restored_games:
            self.app.store.games.delete(self._restored_games.pop())
        self.app.navigator.go_home()
        go(self)
        self.run_frames(8)

    def paint_frame(self) -> None:
        EventLoop.idle()

    def take_screenshot(self, path: Path) -> Path:
        self.paint_frame()
        saved = Path(Window.screenshot(name=str(path)))
        return saved.replace(path)

    def _create_sample_people(self) -> None:
        """Replace all stored data by sample players and a group."""
        store, names = self.app.store, self.names[:7]
        for person in store.people.list_people():
            for other in person.aliases:
                store.people.split(other)
            store.people.set_look(person, None, None)
        for player in store.rosters.list_players():
            store.rosters.forget(player.name)
        for group in store.rosters.list_groups():
            store.rosters.delete_group(group.id)
        for stored in store.games.list_recent(50).games:
            store.games.delete(stored.id)
        self._restored_games.clear()
        store.rosters.remember(names)
        store.rosters.save_group(self.app.tr("app.tour.group"), names[:4])

    # -- helpers shared by views ----------------------------------------------------------------------------

    def open_seats(self, game: str, players: int) -> None:
        self.app.push(SeatsPage, get_game(game))
        self.app.navigator.page.set_players(self.names[:players])

    def open_setup(self, game: str, players: int) -> None:
        self.app.open_setup(get_game(game), self.names[:players])

    def open_night(self, setup: Any, steps: int, *, paused: bool = False, interrupted: bool = False) -> None:
        """Open the night of this set-up after `steps` cues; 0 shows the countdown before it."""
        speaking = self.app.speech
        speaking.open_night(setup, speaking.render_night_now(setup), steps if interrupted else None)
        page = self.app.navigator.page
        now = advance_to_cue(page.player, time.monotonic(), steps)
        if paused:
            page.player.pause(now)
        page._show()

    def open_home_after(self, go: Callable[[Tour], object]) -> None:
        """Open the home page as after a restart of the app at this view."""
        go(self)
        self.app.resume_state = ResumeState(self.app, lambda act: act())
        self.app.navigator.go_home()

    def open_paused_timer(self, go: Callable[[Tour], object]) -> None:
        """Open the board with its timer started and paused, so that every screenshot is the same."""
        go(self)
        timer = self.app.navigator.page.timer
        timer.press()
        timer.press()

    def open_coached(self, go: Callable[[Tour], object]) -> None:
        """Open the board of this view with the coach."""
        self.app.settings = update_settings(self.app.settings, style=NightStyle.LEARN)
        go(self)
        self.app.settings = update_settings(self.app.settings, style=NightStyle.NORMAL)

    def open_replay(self, go: Callable[[Tour], object], move_index: int) -> None:
        """Open the replay of this view's game at a move with a note."""
        game_id = self._restore_game_of(go)
        words = self.app.tr("moments.tour.note", name=self.names[0])
        self.app.store.notes.add(game_id, move_index, words)
        self.app.store.notes.add(game_id, move_index + 1, words)
        self.app.push(ReplayPage, game_id, move_index)

    def open_notepad(self, go: Callable[[Tour], object], marks: Sequence[str]) -> None:
        """Open the notepad of this view's game with one mark per seat; it stays covered without marks."""
        game_id = self._restore_game_of(go)
        position = self.app.store.games.load(game_id).move_count
        for seat, mark in enumerate(marks):
            self.app.store.marks.set_mark(game_id, seat, position - seat % 2, mark)
        self.app.push(NotepadPage, game_id)
        if marks:
            self.app.navigator.page.uncover()

    def _restore_game_of(self, go: Callable[[Tour], object]) -> int:
        """Restore this view's game to the history until the next view opens; return its id."""
        go(self)
        game_id: int = self.app.navigator.page.session.game_id
        self.app.store.games.restore(game_id)
        self._restored_games.append(game_id)
        return game_id

    def open_game(self, game: Game[Any, Any, Any], setup: Any, moves: Sequence[Any]) -> None:
        """Open a game after these moves without leaving it in the history."""
        session, _ = start_session(game, setup, self.app.store.games)
        for move in moves:
            session.play(move)
        self.app.open_session(session)
        self.app.store.games.delete(self.app.store.games.list_recent(1).games[0].id)
