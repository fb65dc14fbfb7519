"""Settings for every test: no screen, no sound card, no file of the user's touched, no luck involved."""

from __future__ import annotations

import atexit
import gc
import os
import shutil
import sys
import tempfile
from collections.abc import Generator, Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings
from hypothesis.internal.conjecture import providers

from tests.budget import BudgetReport, KindRecorder

if TYPE_CHECKING:
    from companion.core.definition import GameDefinition
    from companion.i18n.languages import Language
    from companion.narrator.narration import Narration
    from tests.phone.jvm import Phone

# Kivy reads all of this when it is first imported, so it stands before any test module is read.
# Each worker process gets folders of its own.
_HOME = Path(tempfile.mkdtemp(prefix="companion-test-"))
atexit.register(shutil.rmtree, _HOME, ignore_errors=True)
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
    KIVY_AUDIO="sdl2",
    KIVY_CLIPBOARD="sdl2",
    KIVY_METRICS_DENSITY="1",
    SDL_AUDIODRIVER="dummy",
    # Mesa draws in the calling thread: its own threads would fight with the other workers for the cores.
    LP_NUM_THREADS="0",
)
# A phone of 390 by 844 dp; an off-screen window keeps the size it was made with.
(_FOLDERS["KIVY_HOME"] / "config.ini").write_text("[graphics]\nwidth = 390\nheight = 844\n", encoding="utf-8")
if sys.platform == "linux":
    os.environ["SDL_VIDEODRIVER"] = "offscreen"

# Else examples would be made of numbers and words of whatever code other tests have loaded before.
providers._get_local_constants = lambda: providers._local_constants
settings.register_profile("repeatable", derandomize=True, deadline=None, database=None)
settings.load_profile("repeatable")


# Here every test has the app in its hands, if not its window.
_SCREENS = Path(__file__).parent / "screens"


class _NeedsKivy(pytest.Module):
    def collect(self) -> list[pytest.Item]:
        pytest.skip("Kivy has no wheel for this Python, so no window can be opened", allow_module_level=True)


def pytest_pycollect_makemodule(module_path: Path, parent: pytest.Collector) -> pytest.Module | None:
    """A file with window tests cannot even be imported where there is no Kivy."""
    if find_spec("kivy") is None and (
        _SCREENS in module_path.parents or "pytest.mark.window" in module_path.read_text(encoding="utf-8")
    ):
        return _NeedsKivy.from_parent(parent, path=module_path)
    return None


# Room in memory that all files of all tests never fill.
_ROOM = 4 * 2**30
_IN_MEMORY = Path("/dev/shm")


def pytest_configure(config: pytest.Config) -> None:
    """Every move that is played is synced, thousands in all, and nothing of it is to outlive the tests: where
    there is room for it in memory, no disk is kept busy. Workers are told by whoever started them."""
    config.pluginmanager.register(KindRecorder(), "kinds")
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(BudgetReport())
    if config.option.basetemp or hasattr(config, "workerinput") or not _IN_MEMORY.is_dir():
        return
    if shutil.disk_usage(_IN_MEMORY).free > _ROOM:
        folder = tempfile.mkdtemp(prefix="companion-tests-", dir=_IN_MEMORY)
        config.option.basetemp = folder
        config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """All that is collected stays to the end: nobody need look through it for what may go. What tests leave
    is looked through as seldom as in the app."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(150_000, 20, 50)
        gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: item.get_closest_marker("early") is None)


@pytest.fixture(autouse=True, scope="session")
def catalogues_read_once() -> Iterator[None]:
    from companion.i18n import translator
    from companion.i18n import translator as i18n_translator

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(translator, "read_po", cache(i18n_translator.read_po))
        yield


@pytest.fixture(autouse=True)
def nothing_left_in_the_environment() -> Iterator[None]:
    """The command line tells the app its wishes there; the next test must not be told them too."""
    kept = {name: os.environ.get(name) for name in ("COMPANION_DATA", "COMPANION_LANGUAGE", "COMPANION_OPEN")}
    yield
    for name, value in kept.items():
        if value is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = value


@pytest.fixture
def real_engine() -> None:
    """The desktop's own voice, as it is: espeak-ng through pyttsx3."""
    if not (sys.platform == "linux" and find_spec("pyttsx3") and find_spec("espeakng_loader")):
        pytest.skip("the desktop extra is not installed")


@pytest.fixture(scope="session")
def phone() -> Phone:
    """A phone's Java side in a real JVM."""
    from tests.phone.jvm import Phone, compiled, missing

    if missing():
        pytest.skip(missing())
    return Phone(compiled())


@pytest.fixture
def narration(tmp_path: Path) -> Iterator[Narration]:
    """The voices of this machine, with nothing recorded or rendered yet."""
    from companion.narrator.narration import Narration

    narration = Narration(tmp_path)
    yield narration
    narration.close()


@pytest.fixture
def clips(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The English built-in clips, in a copy that may be damaged; no other language has any."""
    from companion import asset
    from companion.narrator.voices import clip

    folder = tmp_path / "shipped" / "en"
    shutil.copytree(asset("voice", "en"), folder)
    monkeypatch.setattr(clip, "asset", lambda *parts: folder.parent if parts == ("voice",) else asset(*parts))
    return folder


@pytest.fixture(scope="session")
def marked_catalogues(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of catalogues as a fifth language brings it: the English texts, each behind a » of its own."""
    import polib

    from companion.i18n.translator import CATALOGUES

    folder = tmp_path_factory.mktemp("brought")
    (folder / "eo").mkdir()
    for path in Path(CATALOGUES, "en").glob("*.po"):
        entries = polib.pofile(str(path), encoding="utf-8")
        entries.metadata["Language"] = "eo"
        for entry in entries:
            if entry.msgstr_plural:
                entry.msgstr_plural = {i: f"»{form}" for i, form in entry.msgstr_plural.items()}
            else:
                entry.msgstr = f"»{entry.msgstr}"
        entries.save(str(folder / "eo" / path.name))
    return folder


@pytest.fixture
def esperanto(marked_catalogues: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Language]:
    """A language from outside the package, without clips, lexicon and recipe, for as long as a test lasts."""
    from companion.i18n import translator as i18n_translator
    from companion.i18n.languages import LANGUAGES, Language

    people = ("Ana", "Beno", "Ĉarlo", "Dora", "Eva", "Fred", "Ĝina", "Hugo")
    language = Language(
        "eo", "Esperanto", "Esperanto", sample_names=people, decimal_sign=",", group_sign="\u00a0"
    )
    monkeypatch.setitem(LANGUAGES, language.code, language)
    i18n_translator.register_catalogues(marked_catalogues)
    yield language
    i18n_translator.unregister_catalogues(marked_catalogues)


def pytest_unconfigure() -> None:
    shutil.rmtree(_HOME, ignore_errors=True)


# Where a game lies that does not come with the package.
_OUTSIDE = Path(__file__).parent / "outside"


@pytest.fixture
def pebbles(monkeypatch: pytest.MonkeyPatch) -> Iterator[GameDefinition]:
    """A fifth game from outside the package, on the shelf for as long as a test lasts."""
    from companion.games.registry import register_game, unregister_game

    monkeypatch.syspath_prepend(str(_OUTSIDE))
    from pebble_house.games.pebbles.definition import DEFINITION

    register_game(DEFINITION)
    yield DEFINITION
    unregister_game(DEFINITION)
