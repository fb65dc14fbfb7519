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

from companion.narrator.audio import AudioPlayer
from companion.narrator.player import NightMode
from companion.widgets.text import IconLabel, Text
from tests.widgets.off_screen import picture
from tools.tour.views import all_views, prepare_tour
from tools.tour.walk import Tour

# What is lost is drawn anew wherever it was, on screens that were left too.
pytestmark = [pytest.mark.window, pytest.mark.early]

# Screens on which something goes on that is not to be seen again: lines, seconds, fingers, a phone's volume.
RESTLESS = {
    *("avalon-night", "avalon-night-count", "cultists-night"),
    *("avalon-begins-waiting", "avalon-deal-quiet"),
}
# Marks that somebody made for themselves are covered again whenever the app comes back.
COVERED = {"notepad", "notepad-seat"}
VIEWS = {view.name: view for view in all_views() if view.name not in RESTLESS | COVERED}
SOME = [*list(VIEWS)[2::45], "avalon-night-paused"]
# More pictures than all screens together are made of.
MANY = 8192
# By then a bar beside what was scrolled has faded.
FADED = 3.0


@pytest.fixture(scope="module")
def tour() -> Iterator[Tour]:
    EventLoop.ensure_window()
    with Tour((390, 844)) as opened:
        prepare_tour(opened, language="en")
        yield opened


@pytest.fixture
def heard(monkeypatch):
    begun: list[str] = []
    monkeypatch.setattr(AudioPlayer, "play_speech", lambda self, path: begun.append(path.stem))
    return begun


def words(tour: Tour) -> list[str]:
    texts = (
        part
        for part in tour.app.navigator.walk()
        if isinstance(part, Text) and not isinstance(part, IconLabel)
    )
    return [text.content for text in texts if text.content]


def come_to_rest(tour: Tour) -> None:
    for _ in range(3):
        tour.run_frames(2)
        Clock.time.skip(FADED)
    tour.run_frames(2)


def painted() -> bytes:
    Window.canvas.ask_update()
    EventLoop.idle()
    return picture()


def go_out_of_sight_and_come_back(tour: Tour) -> None:
    """As confused as a phone may be about it; meanwhile all that was drawn is lost."""
    app = tour.app
    app.on_resume()
    tour.run_frames(1)
    app.on_pause()
    assert app.on_pause()
    glDeleteTextures(MANY, array.array("I", range(1, MANY + 1)).tobytes())
    app.on_resume()
    app.on_resume()
    tour.run_frames(2)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in SOME else pytest.mark.thorough) for name in VIEWS]
)
def test_out_of_sight_and_back_the_same_is_shown_and_nothing_said(tour, heard, name):
    tour.open_view(VIEWS[name].open)
    come_to_rest(tour)
    told, looked, sheet = words(tour), painted(), tour.app.navigator.sheet
    # A table may still be told what has just happened at it.
    tour.app.speech.stop_speech()
    heard.clear()
    go_out_of_sight_and_come_back(tour)
    assert heard == []
    assert words(tour) == told
    assert tour.app.navigator.sheet is sheet
    assert painted() == looked
    log = tour.app.store.path.with_name(f"{tour.app.store.path.name}-wal")
    assert not log.exists() or not log.stat().st_size


def test_a_night_that_goes_out_of_sight_waits_there(tour, heard):
    view = next(view for view in all_views() if view.name == "avalon-night")
    tour.open_view(view.open)
    page: Any = tour.app.navigator.page
    step = page.player.cue_index
    heard.clear()
    go_out_of_sight_and_come_back(tour)
    come_to_rest(tour)
    assert (page.player.mode, page.player.cue_index) == (NightMode.PAUSED, step)
    assert heard == []
