"""Settings for every test: no screen, no sound card, no file of the user's touched, no luck involved."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import settings

# Kivy reads all of this when it is first imported, so it stands before any test module is read.
# Each worker process gets folders of its own.
_HOME = Path(tempfile.mkdtemp(prefix="companion-test-"))
_FOLDERS = {
    name: _HOME / name.lower()
    for name in ("KIVY_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME")
}
for _name, _folder in _FOLDERS.items():
    _folder.mkdir()
    os.environ[_name] = str(_folder)
os.environ.update(
    KIVY_NO_ARGS="1",
    KIVY_NO_FILELOG="1",
    KIVY_LOG_MODE="PYTHON",
    KIVY_CLIPBOARD="sdl2",
    KIVY_METRICS_DENSITY="1",
    SDL_AUDIODRIVER="dummy",
)
# A phone of 390 by 844 dp; an off-screen window keeps the size it was made with.
(_FOLDERS["KIVY_HOME"] / "config.ini").write_text("[graphics]\nwidth = 390\nheight = 844\n", encoding="utf-8")
if sys.platform == "linux":
    os.environ["SDL_VIDEODRIVER"] = "offscreen"

settings.register_profile("repeatable", derandomize=True, deadline=None, database=None)
settings.load_profile("repeatable")


class _NeedsKivy(pytest.Module):
    def collect(self) -> list[pytest.Item]:
        pytest.skip("Kivy has no wheel for this Python, so no window can be opened", allow_module_level=True)


def pytest_pycollect_makemodule(module_path: Path, parent: pytest.Collector) -> pytest.Module | None:
    """A file with window tests cannot even be imported where there is no Kivy."""
    if find_spec("kivy") is None and "pytest.mark.window" in module_path.read_text(encoding="utf-8"):
        return _NeedsKivy.from_parent(parent, path=module_path)
    return None


def pytest_unconfigure() -> None:
    shutil.rmtree(_HOME, ignore_errors=True)
