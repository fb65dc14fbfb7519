"""The whole app in an off-screen window, walked with real touches, each test with an app of its own."""

from __future__ import annotations

import gc
import itertools
import os
import tempfile
import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache, partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

import pytest

from companion.core.game import Game
from companion.core.session import GameSession
from companion.narrator.voices.desktop import DesktopVoice
from companion.settings import BackgroundSound, update_settings
from companion.storage.database import DATABASE_FILE
from companion.storage.games import open_session, start_session
from companion.storage.store import open_store

# Without Kivy every test here is skipped (see the settings for every test), and nothing of this is used.
if find_spec("kivy") is not None:
    from kivy.animation import Animation
    from kivy.base import EventLoop
    from kivy.clock import Clock
    from kivy.core.window import Window
    from kivy.tests.common import UnitTestTouch

    from companion.app import CompanionApp, open_app
    from companion.games.registry import get_game
    from companion.screens.home import HomePage
    from companion.screens.seats import SeatsPage
    from companion.widgets.buttons import Pressable
    from companion.widgets.page import Page
    from companion.widgets.scrolling import Scroller
    from companion.widgets.text import IconLabel, Text
    from companion.widgets.theme import Look, set_look
    from tools.tour.frames import run_frames
    from tools.tour.views import prepare_tour
    from tools.tour.walk import Tour

W = TypeVar("W")
PHONE = (390, 844)


def _memory() -> int:
    """In bytes: the machine's, or what a container leaves of it."""
    machine = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    try:
        return min(machine, int(Path("/sys/fs/cgroup/memory.max").read_text(encoding="ascii")))
    except (OSError, ValueError):
        return machine


# Python's collector goes over every widget there is, again and again, which was two thirds of the time of a
# walk. So it waits for as many things, some 100 bytes each, as fill half of this worker's share of memory.
_WAITING = _memory() // int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")) // 2 // 100


@pytest.fixture(autouse=True, scope="session")
def no_collector() -> Iterator[None]:
    gc.collect()
    gc.freeze()
    gc.disable()
    yield
    # pytest collects several times before it ends; what is left goes with the process.
    gc.freeze()


@pytest.fixture(autouse=True, scope="session")
def no_waiting() -> None:
    """The next frame comes at once. A file cannot say so: Kivy brings it up to date, and then it says 60."""
    Clock._max_fps = 0


class _Left:
    """What tests have left behind: put where the collector does not look, for the app itself calls it when it
    rests, and so does hypothesis. That cost more than all it found was worth."""

    def __init__(self) -> None:
        self._count = 0

    def put_by(self) -> None:
        self._count += gc.get_count()[0]
        if self._count > _WAITING:
            self._count = 0
            gc.unfreeze()
            gc.collect()
        gc.freeze()


_LEFT = _Left()


@pytest.fixture(autouse=True)
def left_put_by() -> None:
    """Before a test: the one before held its app to the very end."""
    _LEFT.put_by()


class _Skipping:
    """Kivy's time, of which a test may skip as much as it likes; it never goes back."""

    def __init__(self) -> None:
        self._real = Clock.time
        self._skipped = 0.0

    def __call__(self) -> float:
        return float(self._real() + self._skipped)

    def skip(self, seconds: float) -> None:
        self._skipped += seconds


@pytest.fixture(autouse=True, scope="session")
def time_to_skip() -> None:
    Clock.time = _Skipping()


class Walker:
    """Somebody who uses the app: sees what is shown, taps it, waits for frames."""

    def __init__(self, folder: Path, size: tuple[int, int] = PHONE, **settings: Any) -> None:
        self.folder = folder
        self.number = 0
        self.board: Any = None
        self._not_ours = frozenset(Clock.get_events())
        self.app: CompanionApp = open_app(folder)
        # Motion, and reading a minute of rain, would only make the tests wait; chosen settings stand in for
        # earlier visits.
        chosen = {"less_motion": True, "bed": BackgroundSound.OFF, **settings}
        for name, value in chosen.items():
            self.app.store.settings.save(name, value)
        self.app.settings = update_settings(self.app.settings, **chosen)
        self.app.tr = self.app._translator(self.app.settings.language)
        EventLoop.ensure_window()
        Window.size = size
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("companion.app.HomePage", _doorstep)
            self.app._run_prepare()
        self._doorstep = self.app.navigator.page
        self.app.navigator._stack[0] = (partial(HomePage, self.app), None)
        EventLoop.start()
        self.frames(3)
        EventLoop.idle()

    def close(self) -> None:
        self.app.stop()
        for child in list(Window.children):
            Window.remove_widget(child)
        _leave_nothing(self._not_ours)

    # -- tables -------------------------------------------------------------------------------------

    def play_now(self, game: Game[Any, Any, Any], setup: Any, *moves: Any) -> None:
        """Start a table on the screen and make these moves there; `board` stays its page."""
        self.app.start_session(game, setup)
        self.frames()
        self.board = self.page
        for move in moves:
            assert self.board.play_move(move)

    def play_before(
        self, game: Game[Any, Any, Any], setup: Any, moves: Iterable[Any]
    ) -> GameSession[Any, Any, Any]:
        """A table after these moves that was played before, stored like any other."""
        session, self.number = start_session(game, setup, self.app.store.games)
        for move in moves:
            session.play(move)
        return session

    def look_back(
        self, page: type[Page], game: Game[Any, Any, Any], setup: Any, moves: Iterable[Any]
    ) -> None:
        """Open this page about a table that was played before."""
        session = self.play_before(game, setup, moves)
        self.app.push(page, self.app.open_controller(session))
        self.frames(6)

    def stored_moves(self, game: Game[Any, Any, Any]) -> tuple[Any, ...]:
        """The moves of that table as they would be read after a restart."""
        games = self.app.store.games
        return open_session(game, games.load(self.number), games).moves

    def resize(self, width: int, height: int) -> None:
        Window.size = (width, height)
        self.frames(4)

    def frames(self, count: int = 3) -> None:
        run_frames(count)

    def let_pass(self, seconds: float) -> None:
        """At once, and what Kivy was to do meanwhile is done."""
        self.frames(1)
        Clock.time.skip(seconds)
        self.frames(2)

    def wait_for(self, happens: Callable[[], bool], seconds: float = 10.0) -> None:
        """Let real time pass until another thread has done something."""
        latest = time.monotonic() + seconds
        while not happens():
            if time.monotonic() > latest:
                raise AssertionError(f"it did not happen within {seconds} s")
            # The other thread gets the processor, which frames without pause would keep from it.
            time.sleep(0.002)
            self.frames(1)

    def wait_for_file(self) -> None:
        """Until the file that is on its way is there, or was refused, and that is to be seen: what is said
        while it is on its way tells nothing yet."""

        def to_be_seen() -> bool:
            return bool(self.app.toaster.text) or self.app.navigator.sheet is not None

        self.wait_for(lambda: not self.app.files.is_busy and to_be_seen())
        self.frames()

    # -- looking ------------------------------------------------------------------------------------

    def _come_in(self) -> None:
        """Home is a third of what would be built, and most tests go elsewhere: it is when somebody looks."""
        if self.app.navigator.page is self._doorstep:
            self.app.navigator._show_top(direction=0)
            self.frames(3)

    @property
    def page(self) -> Any:
        self._come_in()
        return self.app.navigator.page

    def seen(self) -> list[Any]:
        """Every widget on the screen that is not hidden."""
        self._come_in()
        return [widget for widget in self.app.navigator.walk() if _visible(widget)]

    def all(self, kind: type[W]) -> list[W]:
        return [widget for widget in self.seen() if isinstance(widget, kind)]

    def one(self, kind: type[W], fits: Callable[[W], bool] = lambda _: True) -> W:
        found = [widget for widget in self.all(kind) if fits(widget)]
        if len(found) != 1:
            raise AssertionError(f"{len(found)} of {kind.__name__} where one was expected")
        return found[0]

    def words(self) -> list[str]:
        return [text.content for text in self.all(Text) if text.content and not isinstance(text, IconLabel)]

    def says(self, key: str, **args: Any) -> bool:
        return self.app.tr(key, **args) in self.words()

    def button(self, words: str) -> Pressable:
        """The target that shows exactly these words (the top-most, if a sheet lies over the screen)."""
        found = [
            tap for tap in self.all(Pressable)
            if any(isinstance(part, Text) and part.content == words for part in tap.walk(restrict=True))
        ]  # fmt: skip
        if not found:
            raise AssertionError(f"no button says {words!r}; seen: {self.words()}")
        return found[-1]

    # -- the night --------------------------------------------------------------------------------------

    def hurry(self, until: Callable[[], bool]) -> None:
        """Let the night that is on the screen go on, on a clock that hurries, until something holds."""
        page = self.page
        hurried = itertools.count(page._now(), 0.5)
        page._now = lambda: next(hurried)
        while self.page is page and not until():
            Clock.tick()
        self.frames()

    # -- acting ---------------------------------------------------------------------------------------

    def tap(self, widget: Any) -> None:
        self.tap_at(*widget.to_window(*_middle(widget)))

    def tap_at(self, x: float, y: float) -> None:
        self._come_in()
        touch = UnitTestTouch(x, y)
        touch.touch_down()
        # The target shows that it is pressed, and no time passes: a machine that stalls makes no long press.
        Clock.tick_draw()
        touch.touch_up()
        self.frames(4)

    def hold(self, widget: Any, seconds: float) -> None:
        """A finger that stays down for longer than so many seconds."""
        touch = UnitTestTouch(*widget.to_window(*_middle(widget)))
        touch.touch_down()
        # A page that scrolls first waits for a quarter of a second whether the finger moves.
        self.let_pass(0.3)
        self.let_pass(seconds)
        touch.touch_up()
        self.frames(4)

    def tap_on(self, key: str, **args: Any) -> None:
        self.tap(self.reach(self.button(self.app.tr(key, **args))))

    def walk_home(self) -> None:
        """On purpose: what was being prepared is not found again after a restart."""
        self.app.navigator.go_home()
        self.frames(1)

    def open_game(self, game: str) -> None:
        """From home to the seats, where the tile of this game leads."""
        self.app.push(SeatsPage, get_game(game))
        self.frames(4)

    def reach(self, widget: Any) -> Any:
        """Scroll whatever holds the widget until it can be touched."""
        holder = widget.parent
        while holder is not None and holder is not Window and not isinstance(holder, Scroller):
            holder = holder.parent
        if isinstance(holder, Scroller):
            holder.scroll_to(widget, animate=False)
            self.frames(3)
        return widget

    def drag(self, widget: Any, goal: tuple[float, float]) -> None:
        touch = UnitTestTouch(*widget.to_window(*_middle(widget)))
        touch.touch_down()
        self.frames(2)
        for part in (0.3, 0.7, 1.0):
            touch.touch_move(
                *(start + (end - start) * part for start, end in zip(touch.opos, goal, strict=True))
            )
            self.frames(1)
        self.frames(1)
        touch.touch_up()
        self.frames(4)

    def press_back(self) -> bool:
        self._come_in()
        used = bool(Window.dispatch("on_keyboard", 27, 0, "", []))
        self.frames(4)
        return used

    def type_into(self, field: Any, text: str) -> None:
        field.text = ""
        field.insert_text(text)
        self.frames(2)


def _leave_nothing(not_ours: Collection[Any]) -> None:
    """Of an app that is closed: what still ticks and moves would keep it whole, and run on in the tests that
    follow, which would find its look, too. `not_ours` ticked before."""
    for event in Clock.get_events():
        if event not in not_ours:
            event.cancel()
    Animation._instances.clear()
    set_look(Look())


@cache
def _empty_file() -> bytes:
    """What a first start makes, with no game in it yet: to make it anew each time takes long."""
    with tempfile.TemporaryDirectory() as folder:
        open_store(Path(folder), time.time).close()
        return Path(folder, DATABASE_FILE).read_bytes()


def _doorstep(_app: CompanionApp) -> Page:
    """What a test finds before it has looked round."""
    return Page()


def _visible(widget: Any) -> bool:
    while widget is not None and widget is not Window:
        if widget.opacity == 0:
            return False
        widget = widget.parent
    return True


def _middle(widget: Any) -> tuple[float, float]:
    return (widget.x + widget.width / 2, widget.y + widget.height / 2)


@pytest.fixture
def walk(tmp_path: Path) -> Iterator[Callable[..., Walker]]:
    """Starts the app, as often as a test likes; the data folder stays the same within the test."""
    walkers: list[Walker] = []
    data = tmp_path / "data"

    def start(**options: Any) -> Walker:
        if walkers:
            walkers.pop().close()
        if options.setdefault("folder", data) == data and not data.exists():
            data.mkdir()
            (data / DATABASE_FILE).write_bytes(_empty_file())
        walkers.append(Walker(**options))
        return walkers[-1]

    yield start
    if walkers:
        walkers.pop().close()


@pytest.fixture(scope="module")
def tour(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tour]:
    """The app with the way to every view, one for all the tests of a file."""
    EventLoop.ensure_window()
    not_ours = frozenset(Clock.get_events())
    with pytest.MonkeyPatch.context() as patch:
        # Where no disk is kept busy.
        patch.setattr(tempfile, "tempdir", str(tmp_path_factory.mktemp("tour")))
        unopened = Tour(PHONE)
    with unopened as opened:
        prepare_tour(opened, language="en")
        # The look has changed: what is open meanwhile would be closed again.
        opened.run_frames(2)
        yield opened
    _leave_nothing(not_ours)


@pytest.fixture
def slow_engine(real_engine: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """This machine's engine, which answers when the test lets it, and is never asked by the app's thread."""
    answers, main = threading.Event(), threading.current_thread()

    def slowly(act: Callable[..., Any]) -> Callable[..., Any]:
        def wait(*args: Any) -> Any:
            assert threading.current_thread() is not main
            assert answers.wait(60)
            return act(*args)

        return wait

    for name in ("supports_language", "render"):
        monkeypatch.setattr(DesktopVoice, name, slowly(getattr(DesktopVoice, name)))
    yield answers
    answers.set()


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[CompanionApp]:
    """The app with its store, for what is kept there; no window is opened."""
    app = open_app(tmp_path / "memory")
    yield app
    app.store.close()
