"""Layouts run before a frame: sizes from within, then positions from without."""

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


class RecordingColumn(Column):
    """A column that notes when it is laid out."""

    laid_out: ClassVar[list["RecordingColumn"]] = []

    def do_layout(self, *args):
        self.laid_out.append(self)
        super().do_layout(*args)


@pytest.fixture
def laid_out(monkeypatch):
    Clock.tick_draw()
    laid_out: list[RecordingColumn] = []
    monkeypatch.setattr(RecordingColumn, "laid_out", laid_out)
    return laid_out


def nested(deep, inmost):
    """Columns in columns, the outermost first."""
    columns = [RecordingColumn(inmost)]
    for _ in range(deep - 1):
        columns.insert(0, RecordingColumn(Text("A line above"), columns[0]))
    return columns


def place_on_page(column, width=300):
    """In a place of this width, at the top of a page."""
    page = BoxLayout(orientation="vertical", size=(width, 800))
    page.add_widget(column)
    page.add_widget(Widget())
    Clock.tick_draw()
    return page


def test_a_deeply_nested_page_is_laid_out_at_most_three_times(laid_out):
    columns = nested(8, Text(WORDS))
    place_on_page(columns[0])
    assert set(laid_out) == set(columns)
    assert max(Counter(laid_out).values()) <= 3


def test_size_changes_are_laid_out_innermost_first(laid_out):
    text = Text(WORDS)
    columns = nested(5, text)
    page = place_on_page(columns[0])
    laid_out.clear()
    text.content = WORDS * 2
    Clock.tick_draw()
    assert laid_out[:5] == columns[::-1]
    assert page.children[-1] is columns[0]
    assert columns[0].top == page.top
    assert columns[-1].height == text.height > 200


def test_position_changes_are_laid_out_once_outermost_first(laid_out):
    columns = nested(5, Text(WORDS))
    page = place_on_page(columns[0])
    laid_out.clear()
    page.pos = (40, 30)
    Clock.tick_draw()
    assert laid_out == columns
    assert columns[-1].children[0].x == 40


def test_a_layout_without_a_width_is_not_laid_out(laid_out):
    columns = nested(3, Text(WORDS))
    Clock.tick_draw()
    assert laid_out == []
    place_on_page(columns[0])
    assert columns[0].height == sum(child.height for child in columns[0].children) + columns[0].spacing > 100


def test_circular_sizes_continue_in_the_next_frame_with_a_warning(laid_out, caplog):
    column = RecordingColumn(Text("Short"))
    place_on_page(column)
    column.bind(minimum_height=lambda *_: setattr(column, "spacing", column.spacing + 1))
    column.add_widget(Text("Another"))
    before = len(laid_out)
    Clock.tick_draw()
    first = len(laid_out) - before
    assert 10 < first < 100
    assert "too much iteration" in caplog.text
    Clock.tick()
    assert len(laid_out) - before > first
    column.clear_widgets()


def test_a_job_scheduled_several_times_runs_once():
    class Counting:
        parent = None
        done = 0

        def act(self):
            self.done += 1

    widget = Counting()
    job = LayoutJob(widget, "act")
    for _ in range(3):
        job()
    assert job.is_triggered
    Clock.tick_draw()
    assert (widget.done, job.is_triggered) == (1, False)
    job()
    Clock.tick_draw()
    assert widget.done == 2


def test_a_job_of_a_deleted_widget_is_skipped():
    class Passing:
        parent = None

    passing = Passing()
    job = LayoutJob(passing, "nothing")
    job()
    del passing
    Clock.tick_draw()
    assert not job.is_triggered


def test_drawing_runs_once_after_the_final_size_and_position():
    drawn = []
    text = Text(WORDS)
    job = DrawingJob(lambda: drawn.append((text.width, text.y)))
    text.fbind("size", job)
    text.fbind("pos", job)
    page = place_on_page(Column(Column(text)))
    assert drawn == [(300, 800 - text.height)]
    page.width = 200
    Clock.tick_draw()
    assert drawn[1:] == [(200, 800 - text.height)]


def test_circular_drawings_continue_in_the_next_frame():
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
