"""Pixels into a PNG file and out again, by the letter of the format."""

from __future__ import annotations

import struct
import zlib

from companion.widgets.image_export import encode_png


def chunks(data: bytes) -> dict[bytes, bytes]:
    found, at = {}, 8
    while at < len(data):
        length, name = struct.unpack_from(">I4s", data, at)
        found[name] = data[at + 8 : at + 8 + length]
        (checksum,) = struct.unpack_from(">I", data, at + 8 + length)
        assert checksum == zlib.crc32(name + found[name])
        at += 12 + length
    return found


def test_every_pixel_is_found_again_without_its_alpha() -> None:
    pixels = bytes(range(2 * 3 * 4))
    data = encode_png(pixels, 2, 3)
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    found = chunks(data)
    assert list(found) == [b"IHDR", b"IDAT", b"IEND"]
    assert struct.unpack(">IIBBBBB", found[b"IHDR"]) == (2, 3, 8, 2, 0, 0, 0)
    rows = zlib.decompress(found[b"IDAT"])
    assert [rows[start : start + 7] for start in (0, 7, 14)] == [
        bytes((0, 0, 1, 2, 4, 5, 6)),
        bytes((0, 8, 9, 10, 12, 13, 14)),
        bytes((0, 16, 17, 18, 20, 21, 22)),
    ]
