"""Pixels as a PNG file, written on any thread: Kivy's own writer holds the app's up until it is done."""

from __future__ import annotations

import zlib
from struct import pack
from typing import Final

SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
# Eight bits a colour; red, green and blue; nothing unusual.
_IHDR_FORMAT: Final = (8, 2, 0, 0, 0)
# Before each row: its bytes are as they are.
_NO_FILTER: Final = b"\x00"


def encode_png(pixels: bytes, width: int, height: int) -> bytes:
    """`export_pixels` are red, green, blue and alpha, from the top left. The last is left out: nothing is
    to be seen through a picture that is sent."""
    row = 3 * width
    colours = bytearray(row * height)
    for colour in range(3):
        colours[colour::3] = pixels[colour::4]
    lines = b"".join(_NO_FILTER + colours[start : start + row] for start in range(0, len(colours), row))
    return build_png((b"IHDR", pack(">II5B", width, height, *_IHDR_FORMAT)), (b"IDAT", zlib.compress(lines)))


def build_png(*chunks: tuple[bytes, bytes]) -> bytes:
    """The file of these chunks, each a name and its data; the one that ends it need not be given."""
    return SIGNATURE + b"".join(
        pack(">I", len(data)) + name + data + pack(">I", zlib.crc32(name + data))
        for name, data in (*chunks, (b"IEND", b""))
    )
