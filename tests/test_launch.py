"""Configuration of Kivy before it is imported."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.window

ROOT = Path(__file__).resolve().parent.parent
_TOLD = """
from companion.launch import prepare_kivy
prepare_kivy(off_screen=True)
import kivy
from kivy.core.audio import SoundLoader
print(*kivy.kivy_options["audio"], *{sound.__module__ for sound in SoundLoader._classes})
"""
_UNUSED = f"""
import sys
from companion.launch import prepare_kivy
prepare_kivy(off_screen=True)
from kivy.clock import Clock
from kivy.core.image import ImageLoader
print(*[name for name in ("asyncio", "ssl", "ctypes.util") if name in sys.modules])
called = []
Clock.schedule_once(called.append, 0)
Clock.usleep(1)
Clock.tick()
print(len(called), Clock.time() > 0)
print(ImageLoader.load({str(ROOT / "assets" / "app" / "icon.png")!r}, nocache=True)._data[0].fmt)
import asyncio, ctypes.util
print(asyncio.run(asyncio.sleep(0, 1)), bool(ctypes.util.find_library))
"""
# The app itself is left out: it is enough to come to its door.
_DOOR = """
import runpy, sys, types
def main():
    import kivy
    print("opened")
    return 0
sys.modules["companion.app"] = types.SimpleNamespace(main=main)
sys.argv = ["companion"]
"""
ENTRIES = {
    "main.py": f"runpy.run_path({str(ROOT / 'main.py')!r}, run_name='__main__')",
    "the module": "runpy.run_module('companion', run_name='__main__')",
    "the command": "from companion.cli.main import main; sys.exit(main())",
}


def _python(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    env = {name: value for name, value in os.environ.items() if not name.startswith("KIVY_")}
    return subprocess.run(
        [sys.executable, "-c", code],
        env={**env, "PYTHONPATH": str(ROOT), **environment},
        capture_output=True,
        text=True,
    )


def test_sound_goes_through_sdl_and_a_first_start_says_nothing(tmp_path):
    done = _python(_TOLD, KIVY_HOME=str(tmp_path))
    assert done.stdout.split() == ["sdl2", "kivy.core.audio.audio_sdl2"]
    assert done.stderr == ""


def test_kivy_starts_without_modules_for_features_that_are_not_used(tmp_path):
    done = _python(_UNUSED, KIVY_HOME=str(tmp_path))
    unused, clock, picture, later = done.stdout.splitlines()
    assert unused == ""
    assert clock == "1 True"
    assert picture == "rgba"
    assert later == "1 True"


@pytest.mark.parametrize("entry", ENTRIES)
def test_every_way_in_does_without_a_home(tmp_path, entry):
    done = _python(_DOOR + ENTRIES[entry], HOME=str(tmp_path / "none"), DISPLAY=":0")
    assert (done.stdout, done.stderr, done.returncode) == ("opened\n", "", 0)
