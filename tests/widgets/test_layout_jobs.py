"""Boxes and words find their places before a frame: sizes from within, then places from without."""

from collections import Counter
from typing import ClassVar

import pytest
from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.widgets.layout import Column
from companion.widgets.layout_jobs import DrawingJob, LayoutJob
from companion.widgets.text import Text
from companion.widgets.text_renderer import register_fonts

pytestmark = pytest.mark.window

EventLoop.ensure_window()
register_fonts()

WORDS = "As many words as it takes to fill some lines of a phone, and then some more of them. " * 3


class Told(Column):
    """A column that notes when it is laid out."""

    noted: ClassVar[list["Told"]] = []

    def do_layout(self, *args):
        self.noted.append(self)
        super().do_layout(*args)


@pytest.fixture
def noted(monkeypatch):
    Clock.tick_draw()
    found: list[Told] = []
    monkeypatch.setattr(Told, "noted", found)
    return found


def nested(deep, inmost):
    """Columns in columns, the outermost first."""
    columns = [Told(inmost)]
    for _ in range(deep - 1):
        columns.insert(0, Told(Text("A line above"), columns[0]))
    return columns


def given(column, width=300):
    """In a place of this width, at the top of a page."""
    page = BoxLayout(orientation="vertical", size=(width, 800))
    page.add_widget(column)
    page.add_widget(Widget())
    Clock.tick_draw()
    return page


def test_a_page_rests_after_three_rounds_however_deep_its_boxes_lie_in_one_another(noted):
    columns = nested(8, Text(WORDS))
    given(columns[0])
    assert set(noted) == set(columns)
    assert max(Counter(noted).values()) <= 3


def test_heights_are_told_from_the_innermost_out(noted):
    text = Text(WORDS)
    columns = nested(5, text)
    page = given(columns[0])
    noted.clear()
    text.content = WORDS * 2
    Clock.tick_draw()
    assert noted[:5] == columns[::-1]
    assert page.children[-1] is columns[0]
    assert columns[0].top == page.top
    assert columns[-1].height == text.height > 200


def test_what_is_only_moved_is_laid_out_once_from_the_outside_in(noted):
    columns = nested(5, Text(WORDS))
    page = given(columns[0])
    noted.clear()
    page.pos = (40, 30)
    Clock.tick_draw()
    assert noted == columns
    assert columns[-1].children[0].x == 40


def test_a_box_without_a_width_waits_for_one(noted):
    columns = nested(3, Text(WORDS))
    Clock.tick_draw()
    assert noted == []
    given(columns[0])
    assert columns[0].height == sum(child.height for child in columns[0].children) + columns[0].spacing > 100


def test_sizes_that_chase_each_other_go_on_in_the_next_frame_and_that_is_told(noted, caplog):
    column = Told(Text("Short"))
    given(column)
    column.bind(minimum_height=lambda *_: setattr(column, "spacing", column.spacing + 1))
    column.add_widget(Text("Another"))
    before = len(noted)
    Clock.tick_draw()
    first = len(noted) - before
    assert 10 < first < 100
    assert "too much iteration" in caplog.text
    Clock.tick()
    assert len(noted) - before > first
    column.clear_widgets()


def test_asked_for_several_times_it_comes_once():
    class Counting:
        parent = None
        done = 0

        def act(self):
            self.done += 1

    widget = Counting()
    turn = LayoutJob(widget, "act")
    for _ in range(3):
        turn()
    assert turn.is_triggered
    Clock.tick_draw()
    assert (widget.done, turn.is_triggered) == (1, False)
    turn()
    Clock.tick_draw()
    assert widget.done == 2


def test_whoever_is_gone_is_not_waited_for():
    class Passing:
        parent = None

    passing = Passing()
    turn = LayoutJob(passing, "nothing")
    turn()
    del passing
    Clock.tick_draw()
    assert not turn.is_triggered


def test_a_picture_is_drawn_once_when_its_widget_has_its_size_and_place():
    drawn = []
    text = Text(WORDS)
    job = DrawingJob(lambda: drawn.append((text.width, text.y)))
    text.fbind("size", job)
    text.fbind("pos", job)
    page = given(Column(Column(text)))
    assert drawn == [(300, 800 - text.height)]
    page.width = 200
    Clock.tick_draw()
    assert drawn[1:] == [(200, 800 - text.height)]


def test_pictures_that_ask_for_each_other_go_on_in_the_next_frame():
    drawn = []

    def draw():
        drawn.append(1)
        if len(drawn) < 100:
            job()

    job = DrawingJob(draw)
    job()
    Clock.tick_draw()
    assert 10 < len(drawn) < 100
    for _ in range(10):
        Clock.tick()
    assert len(drawn) == 100
