"""Search for SDL's libraries."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from companion import asset
from companion.device.sdl import find_kivy_libraries

_DECODE = """
import sys
sys.modules["kivy"] = None
from pathlib import Path
from companion.narrator.voices.mixer import AudioDecoder
with AudioDecoder() as decoder:
    print(len(decoder.decode(Path(sys.argv[1]))))
"""


def _library(folder: Path, *names: str) -> Path:
    folder.mkdir(parents=True)
    for name in names:
        (folder / name).touch()
    return folder


def test_the_libraries_of_kivy_come_first(tmp_path):
    beside = _library(
        tmp_path / "Kivy.libs",
        "libSDL2-2-d9872e50.0.so.0",
        "libSDL2_image-2-94bd047c.0.so.0",
        "libSDL2_mixer-2-600b847e.0.so.0",
    )
    inside = _library(tmp_path / "kivy" / ".dylibs", "SDL2", "SDL2_mixer")
    below = _library(tmp_path / "prefix" / "share" / "sdl2" / "bin", "SDL2.dll", "SDL2_mixer.dll")
    assert list(find_kivy_libraries(tmp_path / "kivy", tmp_path / "prefix")) == [
        (str(beside / "libSDL2-2-d9872e50.0.so.0"), str(beside / "libSDL2_mixer-2-600b847e.0.so.0")),
        (str(inside / "SDL2"), str(inside / "SDL2_mixer")),
        (str(below / "SDL2.dll"), str(below / "SDL2_mixer.dll")),
    ]


def test_an_incomplete_pair_of_libraries_is_skipped(tmp_path):
    _library(tmp_path / "Kivy.libs", "libSDL2-2.0.so.0", "libSDL2_ttf-2.0.so.0")
    assert list(find_kivy_libraries(tmp_path / "kivy", tmp_path / "prefix")) == []


@pytest.mark.window
@pytest.mark.skipif(sys.platform != "linux", reason="these are names of Linux")
@pytest.mark.parametrize(
    "names",
    [("libSDL2.so", "libSDL2_mixer.so"), ("libSDL2-2.0.so.0", "libSDL2_mixer-2.0.so.0")],
    ids=["a phone's", "Debian's"],
)
def test_without_the_libraries_of_kivy_those_of_the_system_are_used(tmp_path, names):
    """Kivy's own under other names, in a folder of the system, as far as a new process can tell."""
    kivy = find_spec("kivy")
    assert kivy is not None
    found = next(find_kivy_libraries(Path(str(kivy.origin)).parent, Path(sys.prefix)), None)
    if found is None:
        pytest.skip("this Kivy uses those of the system already")
    for path, name in zip(map(Path, found), names, strict=True):
        (tmp_path / name).symlink_to(path)
    sound = next(asset("voice", "en").glob("*.ogg"))
    done = subprocess.run(
        [sys.executable, "-c", _DECODE, str(sound)],
        env={**os.environ, "LD_LIBRARY_PATH": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert done.stderr == ""
    assert int(done.stdout) > 10_000
