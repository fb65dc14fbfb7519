"""What a picture shows, told from its file."""

import struct

import pytest

from tools.pictures import Picture, from_xwd, shows_something, whole_tour

PLAIN = Picture(4, (b"\x19\x0f\x09" * 4,) * 100)
LINED = Picture(4, tuple(bytes([number]) * 12 for number in range(100)))


@pytest.fixture
def tour(tmp_path):
    """A folder with these pictures in it."""

    def paint(**pictures):
        for name, picture in pictures.items():
            (tmp_path / f"{name.replace('_', '-')}.png").write_bytes(picture.as_png())
        return tmp_path

    return paint


def test_plain_picture_shows_nothing(tour):
    folder = tour(en_home=LINED, fa_home=PLAIN)
    assert shows_something(folder / "en-home.png")
    assert not shows_something(folder / "fa-home.png")


@pytest.mark.parametrize("broken", [b"", b"GIF89a", LINED.as_png()[:60], LINED.as_png()[:90]])
def test_incomplete_picture_shows_nothing(tmp_path, broken):
    file = tmp_path / "broken.png"
    file.write_bytes(broken)
    assert not shows_something(file)


def test_complete_tour_has_both_reading_directions(tour):
    assert whole_tour(tour(en_home=LINED, fa_home=LINED)) == 2


@pytest.mark.parametrize(
    ("pictures", "complaint"),
    [
        ({}, "none"),
        ({"en_home": LINED, "fa_home": LINED, "fa_night": LINED}, "night.png"),
        ({"en_home": LINED, "fa_home": PLAIN}, "fa-home.png"),
    ],
    ids=["nothing", "one language", "empty"],
)
def test_incomplete_tour_is_rejected(tour, pictures, complaint):
    with pytest.raises(ValueError, match=complaint):
        whole_tour(tour(**pictures))


def test_window_dump_is_parsed():
    """Two by two, blue before red, a table of one colour before the pixels and four bytes after each row."""
    words = [0] * 25
    words[0], words[4], words[5], words[11], words[12], words[19] = 104, 2, 2, 32, 12, 1
    red, green, blue = b"\0\0\xff\0", b"\0\xff\0\0", b"\xff\0\0\0"
    rows = [red + green + b"----", blue + red + b"----"]
    dump = struct.pack(">25I", *words) + b"name" + bytes(12) + b"".join(rows)
    picture = from_xwd(dump)
    assert picture == Picture(2, (b"\xff\0\0\0\xff\0", b"\0\0\xff\xff\0\0"))
    assert picture.differs(picture) == 0
    assert picture.differs(Picture(2, (picture.rows[0], bytes(6)))) == 0.5
