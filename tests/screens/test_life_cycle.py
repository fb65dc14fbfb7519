"""Out of sight and back again on every screen: the same words, not a sound, nothing lost; and the same
picture even where the phone has lost all that was drawn."""

from __future__ import annotations

import array
from collections.abc import Iterator
from typing import Any

import pytest
from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics.opengl import glDeleteTextures

from companion.narrator.events import Mode
from companion.narrator.sound import Sound
from companion.tour.views import every_view
from companion.tour.walk import Tour
from companion.widgets.text import Glyph, Text
from tests.widgets.off_screen import picture

# What is lost is drawn anew wherever it was, on screens that were left too.
pytestmark = [pytest.mark.window, pytest.mark.early]

# Screens on which something goes on that is not to be seen again: lines, seconds, fingers, a phone's volume.
RESTLESS = {
    *("avalon-night", "avalon-night-count", "cultists-night"),
    *("avalon-begins-waiting", "avalon-deal-quiet"),
}
# Marks that somebody made for themselves are covered again whenever the app comes back.
COVERED = {"notepad", "notepad-seat"}
VIEWS = {view.name: view for view in every_view() if view.name not in RESTLESS | COVERED}
SOME = [*list(VIEWS)[2::45], "avalon-night-paused"]
# More pictures than all screens together are made of.
MANY = 8192
# By then a bar beside what was scrolled has faded.
FADED = 3.0


@pytest.fixture(scope="module")
def tour() -> Iterator[Tour]:
    EventLoop.ensure_window()
    with Tour((390, 844)) as opened:
        opened.settle(language="en")
        yield opened


@pytest.fixture
def heard(monkeypatch):
    begun: list[str] = []
    monkeypatch.setattr(Sound, "speak", lambda self, path: begun.append(path.stem))
    return begun


def words(tour: Tour) -> list[str]:
    texts = (part for part in tour.app.stage.walk() if isinstance(part, Text) and not isinstance(part, Glyph))
    return [text.content for text in texts if text.content]


def come_to_rest(tour: Tour) -> None:
    for _ in range(3):
        tour.frames(2)
        Clock.time.skip(FADED)
    tour.frames(2)


def painted() -> bytes:
    Window.canvas.ask_update()
    EventLoop.idle()
    return picture()


def go_out_of_sight_and_come_back(tour: Tour) -> None:
    """As confused as a phone may be about it; meanwhile all that was drawn is lost."""
    app = tour.app
    app.on_resume()
    tour.frames(1)
    app.on_pause()
    assert app.on_pause()
    glDeleteTextures(MANY, array.array("I", range(1, MANY + 1)).tobytes())
    app.on_resume()
    app.on_resume()
    tour.frames(2)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in SOME else pytest.mark.thorough) for name in VIEWS]
)
def test_out_of_sight_and_back_the_same_is_shown_and_nothing_said(tour, heard, name):
    tour.show(VIEWS[name].go)
    come_to_rest(tour)
    told, looked, sheet = words(tour), painted(), tour.app.stage.sheet
    # A table may still be told what has just happened at it.
    tour.app.speaking.hush()
    heard.clear()
    go_out_of_sight_and_come_back(tour)
    assert heard == []
    assert words(tour) == told
    assert tour.app.stage.sheet is sheet
    assert painted() == looked
    log = tour.app.store.path.with_name(f"{tour.app.store.path.name}-wal")
    assert not log.exists() or not log.stat().st_size


def test_a_night_that_goes_out_of_sight_waits_there(tour, heard):
    view = next(view for view in every_view() if view.name == "avalon-night")
    tour.show(view.go)
    page: Any = tour.app.stage.page
    step = page.player.cue
    heard.clear()
    go_out_of_sight_and_come_back(tour)
    come_to_rest(tour)
    assert (page.player.mode, page.player.cue) == (Mode.PAUSED, step)
    assert heard == []
