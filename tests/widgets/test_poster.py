"""Something drawn to be sent: pixel by pixel as on a screen, however high it is."""

from __future__ import annotations

from operator import ne

import pytest
from kivy.base import EventLoop

from companion.widgets.image_export import ImageExport
from companion.widgets.layout import Spacer
from companion.widgets.text import Text
from companion.widgets.text_renderer import register_fonts
from tests.widgets.off_screen import frames

pytestmark = pytest.mark.window


def inked(below: float) -> list[bytes]:
    """Where there is ink, row by row, in a picture of many words with so much air below them."""
    EventLoop.ensure_window()
    register_fonts()
    lines = (Text("Ada and Bruno, again") for _ in range(20))
    poster = ImageExport(*lines, Spacer(height=below), width=300)
    frames()
    pixels = poster.export_pixels()
    ink = bytes(red > 128 for red in pixels.data[0::4])
    rows = (ink[start : start + pixels.width] for start in range(0, len(ink), pixels.width))
    return [row for row in rows if any(row)]


def test_no_letter_is_torn_where_the_height_is_no_whole_number() -> None:
    torn, whole = b"".join(inked(10.5)), b"".join(inked(10))
    assert len(torn) == len(whole)
    # The ground shines through the edges of letters, and is a little lighter higher up.
    assert sum(map(ne, torn, whole)) < 50
