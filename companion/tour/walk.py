"""The walk itself: the same app with real storage, in a folder of its own that is gone afterwards."""

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
from companion.entry.whereabouts import Whereabouts
from companion.games.game import Game
from companion.games.shelf import game_of, games
from companion.i18n.languages import FALLBACK, LANGUAGES
from companion.narrator.rehearsal import forward
from companion.screens.leafing import LeafPage
from companion.screens.notepad import NotepadPage
from companion.screens.seats import SeatsPage
from companion.scripts.cues import Style
from companion.settings import changed
from companion.storage.tables import new_table
from companion.tour.frames import let_pass


class Tour:
    """Opens the app off-screen; use as a context manager."""

    def __init__(self, size: tuple[int, int]) -> None:
        self._size = size
        # A voice that is still at work when the tour ends may write there once more.
        self._folder = tempfile.TemporaryDirectory(prefix="companion-tour-", ignore_cleanup_errors=True)
        self.app: CompanionApp = open_app(Path(self._folder.name))
        self.names: tuple[str, ...] = FALLBACK.people
        # Games of earlier views that were looked back on.
        self._shown_again: list[int] = []

    def __enter__(self) -> Tour:
        EventLoop.ensure_window()
        Window.size = self._size
        self.app._run_prepare()
        EventLoop.start()
        self.frames(4)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.app.stop()
        for child in list(Window.children):
            Window.remove_widget(child)
        self._folder.cleanup()

    def frames(self, count: int) -> None:
        let_pass(count)

    def settle(self, *, language: str, names: Sequence[str] = (), **settings: Any) -> None:
        """Everything in this language and look, with a sample table's past; with other names, if given."""
        self.app.change(language=language, narration=language, less_motion=True, **settings)
        self.names = tuple(names) or LANGUAGES[language].people
        self.app.rebuild()
        self._seat_everybody()

    def show(self, go: Callable[[Tour], object]) -> None:
        """Walk from home and let what is found come to rest."""
        while self.app.stage.sheet is not None:
            self.app.stage.close_sheet()
        self.app.toaster.dismiss()
        self.app.whereabouts.put(None)
        while self._shown_again:
            self.app.store.games.delete(self._shown_again.pop())
        self.app.stage.home()
        go(self)
        self.frames(8)

    def paint(self) -> None:
        EventLoop.idle()

    def shoot(self, path: Path) -> Path:
        self.paint()
        written = Path(Window.screenshot(name=str(path)))
        return written.replace(path)

    def _seat_everybody(self) -> None:
        """A little past: people who played, a group, missions."""
        store, names = self.app.store, self.names[:7]
        for person in store.people.all():
            for other in person.others:
                store.people.part(other)
            store.people.show_as(person, None, None)
        for player in store.rosters.players():
            store.rosters.forget(player.name)
        for group in store.rosters.groups():
            store.rosters.delete_group(group.id)
        for stored in store.games.recent(50).games:
            store.games.delete(stored.id)
        self._shown_again.clear()
        store.rosters.remember(names)
        store.rosters.save_group(self.app.tr("app.tour.group"), names[:4])
        for game in games():
            views = game.find("tour")
            if views is not None and hasattr(views, "bring_past"):
                views.bring_past(self)

    # -- ways that several views share ----------------------------------------------------------------------

    def seat(self, game: str, players: int) -> None:
        self.app.visit(SeatsPage, game_of(game))
        self.app.stage.page.seat(self.names[:players])

    def set_up(self, game: str, players: int) -> None:
        self.app.set_up(game_of(game), self.names[:players])

    def night(self, setup: Any, steps: int, *, paused: bool = False, cut_off: bool = False) -> None:
        """The night of this table after so many steps; in the count before it, where there are none."""
        speaking = self.app.speaking
        speaking.open(setup, speaking.night_at_once(setup), steps if cut_off else None)
        page = self.app.stage.page
        now = forward(page.player, time.monotonic(), steps)
        if paused:
            page.player.pause(now)
        page._show()

    def home_after(self, go: Callable[[Tour], object]) -> None:
        """Home as it is found by whoever was at this view when the app was ended."""
        go(self)
        self.app.whereabouts = Whereabouts(self.app, lambda act: act())
        self.app.stage.home()

    def time(self, go: Callable[[Tour], object]) -> None:
        """The board of this view while its timer is paused: the bar stands, and no picture differs."""
        go(self)
        desk = self.app.stage.page.timer
        desk.press()
        desk.press()

    def learn(self, go: Callable[[Tour], object]) -> None:
        """The board of this view at a table that learns."""
        self.app.settings = changed(self.app.settings, style=Style.LEARN)
        go(self)
        self.app.settings = changed(self.app.settings, style=Style.NORMAL)

    def leaf(self, go: Callable[[Tour], object], position: int) -> None:
        """The game of this view leafed through, at a moment that has a note."""
        number = self._kept_at(go)
        words = self.app.tr("moments.tour.note", name=self.names[0])
        self.app.store.notes.add(number, position, words)
        self.app.store.notes.add(number, position + 1, words)
        self.app.visit(LeafPage, number, position)

    def notepad(self, go: Callable[[Tour], object], marks: Sequence[str]) -> None:
        """What somebody thinks of those at this view, one mark a seat; covered where there are none."""
        number = self._kept_at(go)
        position = self.app.store.games.load(number).position
        for seat, mark in enumerate(marks):
            self.app.store.marks.put(number, seat, position - seat % 2, mark)
        self.app.visit(NotepadPage, number)
        if marks:
            self.app.stage.page.uncover()

    def _kept_at(self, go: Callable[[Tour], object]) -> int:
        """The number of the game of this view, which is in the history until the next one is shown."""
        go(self)
        number: int = self.app.stage.page.table.number
        self.app.store.games.restore(number)
        self._shown_again.append(number)
        return number

    def open(self, game: Game[Any, Any, Any], setup: Any, moves: Sequence[Any]) -> None:
        """A table after these moves, which leaves no trace in the history."""
        table, _ = new_table(game, setup, self.app.store.games)
        for move in moves:
            table.play(move)
        self.app.open_table(table)
        self.app.store.games.delete(self.app.store.games.recent(1).games[0].id)
