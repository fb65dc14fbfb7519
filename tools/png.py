"""Encode arrays of pixels as PNG files, in true colour or with a palette (a third of the size)."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import numpy as np

from companion.widgets.image_export import SIGNATURE, build_png

_RGB, _PALETTE, _RGBA = 2, 3, 6
_MOST_COLOURS = 256


def encode(pixels: np.ndarray) -> bytes:
    """Encode height x width x 3 or 4 bytes as a PNG. The same pixels give the same bytes."""
    height, width, channels = pixels.shape
    kind = {3: _RGB, 4: _RGBA}[channels]
    return _file(width, height, kind, b"", pixels.reshape(height, width * channels))


def encode_few(pixels: np.ndarray) -> bytes:
    """Encode with at most 256 colours; more than that are mapped to the nearest palette colour."""
    height, width, _ = pixels.shape
    colours, counts = np.unique(pixels.reshape(-1, 3), axis=0, return_counts=True)
    # One number per colour, in sorted order.
    codes, known_codes = (shades.astype(np.int64) @ (65536, 256, 1) for shades in (pixels, colours))
    palette, nearest = _fewer(colours, counts)
    return _file(
        width,
        height,
        _PALETTE,
        palette.tobytes(),
        nearest[np.searchsorted(known_codes, codes)].astype(np.uint8),
    )


def size(path: Path) -> tuple[int, int]:
    """Return width and height from the header of a PNG file."""
    head = path.read_bytes()[:24]
    if head[:8] != SIGNATURE:
        raise ValueError(f"{path.name} is no PNG")
    width, height = struct.unpack(">II", head[16:24])
    return width, height


def _fewer(colours: np.ndarray, counts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Reduce colours by median cut; return a palette and the palette index of each colour.

    Boxes of colours are split where they differ most, weighted by pixel count, until there are enough.
    """
    boxes = [np.arange(len(colours))]
    spreads = [_spread(colours, counts, boxes[0])]
    while len(boxes) < _MOST_COLOURS:
        widest = max(range(len(boxes)), key=lambda number: spreads[number][0])
        spread, channel = spreads[widest]
        if spread <= 0:
            break
        box = boxes[widest]
        box = box[np.argsort(colours[box, channel], kind="stable")]
        values = colours[box, channel].astype(float)
        middle = np.average(values, weights=np.sqrt(counts[box]))
        split = min(max(int(np.searchsorted(values, middle, side="right")), 1), len(box) - 1)
        boxes[widest : widest + 1] = [box[:split], box[split:]]
        spreads[widest : widest + 1] = [_spread(colours, counts, part) for part in (box[:split], box[split:])]
    palette: np.ndarray = np.empty((len(boxes), 3), dtype=np.uint8)
    nearest: np.ndarray = np.empty(len(colours), dtype=np.int64)
    for place, box in enumerate(boxes):
        palette[place] = np.rint(np.average(colours[box], axis=0, weights=counts[box]))
        nearest[box] = place
    return palette, nearest


def _spread(colours: np.ndarray, counts: np.ndarray, box: np.ndarray) -> tuple[float, int]:
    """Return the largest weighted spread of a box's colours over the channels, and that channel."""
    # Square root of the count: large plain areas must not take the palette from the text on them.
    weights = np.sqrt(counts[box])
    values = colours[box].astype(float)
    deviations = (values - np.average(values, axis=0, weights=weights)) ** 2
    sums = weights @ deviations
    channel = int(np.argmax(sums))
    return float(sums[channel]), channel


def _file(width: int, height: int, kind: int, palette: bytes, rows: np.ndarray) -> bytes:
    header = struct.pack(">IIBBBBB", width, height, 8, kind, 0, 0, 0)
    plain = np.hstack([np.zeros((height, 1), dtype=np.uint8), rows.astype(np.uint8)])
    body = zlib.compress(plain.tobytes(), 9)
    if kind != _PALETTE:
        # Filter "up": a row is often equal to the one above, so the differences are zero.
        above = np.vstack([np.zeros((1, rows.shape[1]), dtype=np.uint8), rows[:-1]])
        filtered = np.hstack([np.full((height, 1), 2, dtype=np.uint8), (rows - above).astype(np.uint8)])
        body = min(body, zlib.compress(filtered.tobytes(), 9), key=len)
    tables = ((b"PLTE", palette),) if palette else ()
    return build_png((b"IHDR", header), *tables, (b"IDAT", body))
