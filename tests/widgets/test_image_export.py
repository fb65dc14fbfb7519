"""PNG encoding, and images that are rendered off-screen."""

from __future__ import annotations

import struct
import zlib
from operator import ne

import pytest
from kivy.base import EventLoop

from companion.widgets.image_export import ImageExport, encode_png
from companion.widgets.layout import Spacer
from companion.widgets.text import Text
from companion.widgets.text_renderer import register_fonts
from tests.widgets.off_screen import frames

pytestmark = pytest.mark.window


def read_chunks(data: bytes) -> dict[bytes, bytes]:
    result, at = {}, 8
    while at < len(data):
        length, name = struct.unpack_from(">I4s", data, at)
        result[name] = data[at + 8 : at + 8 + length]
        (checksum,) = struct.unpack_from(">I", data, at + 8 + length)
        assert checksum == zlib.crc32(name + result[name])
        at += 12 + length
    return result


def test_a_png_contains_every_pixel_without_alpha() -> None:
    pixels = bytes(range(2 * 3 * 4))
    data = encode_png(pixels, 2, 3)
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    result = read_chunks(data)
    assert list(result) == [b"IHDR", b"IDAT", b"IEND"]
    assert struct.unpack(">IIBBBBB", result[b"IHDR"]) == (2, 3, 8, 2, 0, 0, 0)
    rows = zlib.decompress(result[b"IDAT"])
    assert [rows[start : start + 7] for start in (0, 7, 14)] == [
        bytes((0, 0, 1, 2, 4, 5, 6)),
        bytes((0, 8, 9, 10, 12, 13, 14)),
        bytes((0, 16, 17, 18, 20, 21, 22)),
    ]


def ink_rows(below: float) -> list[bytes]:
    """Return the pixels of text by row, of an image with so much space below the text."""
    EventLoop.ensure_window()
    register_fonts()
    lines = (Text("Ada and Bruno, again") for _ in range(20))
    poster = ImageExport(*lines, Spacer(height=below), width=300)
    frames()
    pixels = poster.export_pixels()
    ink = bytes(red > 128 for red in pixels.data[0::4])
    rows = (ink[start : start + pixels.width] for start in range(0, len(ink), pixels.width))
    return [row for row in rows if any(row)]


def test_text_stays_sharp_if_the_height_is_fractional() -> None:
    fractional, whole = b"".join(ink_rows(10.5)), b"".join(ink_rows(10))
    assert len(fractional) == len(whole)
    # The background shines through the edges of letters, and is a little lighter higher up.
    assert sum(map(ne, fractional, whole)) < 50
