"""Compare and check screenshots with the standard library alone."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.widgets.image_export import SIGNATURE, build_png

# Bytes per pixel by PNG colour type: RGB and RGBA.
_CHANNELS = {2: 3, 6: 4}
# Minimum number of different pixel rows: text makes rows differ, while an empty screen repeats one row.
_MIN_ROWS = 30
# 32-bit words before the window's name in an XWD header, and bytes per entry of its colour table.
_XWD_WORDS, _XWD_COLOUR = 25, 12


@dataclass(frozen=True, slots=True)
class Picture:
    """Pixel rows with three bytes a pixel: red, green, blue."""

    width: int
    rows: tuple[bytes, ...]

    def as_png(self) -> bytes:
        header = struct.pack(">IIBBBBB", self.width, len(self.rows), 8, 2, 0, 0, 0)
        pixels = zlib.compress(b"".join(b"\0" + row for row in self.rows))
        return build_png((b"IHDR", header), (b"IDAT", pixels))

    def differs(self, other: Picture) -> float:
        """Return the share of rows that differ between both."""
        pairs = list(zip(self.rows, other.rows, strict=True))
        return sum(one != two for one, two in pairs) / len(pairs)


def from_xwd(dump: bytes) -> Picture:
    """Parse an X window dump (XWD): 32 bits a pixel, blue first."""
    words = struct.unpack_from(f">{_XWD_WORDS}I", dump)
    head, width, height, bits, line, colours = (words[place] for place in (0, 4, 5, 11, 12, 19))
    if bits != 32:
        raise ValueError(f"{bits} bits a pixel")
    start = head + _XWD_COLOUR * colours
    rows = []
    for number in range(height):
        row = dump[start + number * line :][: 4 * width]
        pixels = bytearray(3 * width)
        for channel in range(3):
            pixels[channel::3] = row[2 - channel :: 4]
        rows.append(bytes(pixels))
    return Picture(width, tuple(rows))


def whole_tour(folder: Path) -> int:
    """Return the number of screenshots of a tour.

    Raises ValueError if one of the two reading directions lacks a screen, or if a screenshot is empty.
    """
    pictures = sorted(folder.glob("*.png"))
    english, persian = (
        {path.name.removeprefix(code) for path in pictures if path.name.startswith(code)}
        for code in ("en-", "fa-")
    )
    if not english or english != persian:
        raise ValueError(
            f"pictures in one language only: {', '.join(sorted(english ^ persian)[:5]) or 'none'}"
        )
    if empty := [path.name for path in pictures if not shows_something(path)]:
        raise ValueError(f"pictures that show nothing: {', '.join(empty[:5])}")
    return len(pictures)


def shows_something(path: Path) -> bool:
    """Return True if a screenshot shows more than a plain background."""
    try:
        return len(set(_rows(path.read_bytes()))) >= _MIN_ROWS
    except (ValueError, struct.error, zlib.error):
        return False


def _rows(png: bytes) -> Iterator[bytes]:
    """Yield the filtered rows without decoding the filters, which is enough to compare rows."""
    if not png.startswith(SIGNATURE):
        raise ValueError("no PNG")
    packed, place, stride = b"", len(SIGNATURE), 0
    while place < len(png):
        (length,), name = struct.unpack_from(">I", png, place), png[place + 4 : place + 8]
        body = png[place + 8 : place + 8 + length]
        if name == b"IHDR":
            width, _, _, colours = struct.unpack_from(">IIBB", body)
            stride = 1 + width * _CHANNELS.get(colours, 1)
        elif name == b"IDAT":
            packed += body
        place += 12 + length
    pixels = zlib.decompress(packed)
    for start in range(0, len(pixels), stride):
        yield pixels[start : start + stride]
