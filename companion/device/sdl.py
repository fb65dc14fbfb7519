"""SDL, the library below Kivy, called directly: finding its files, and waiting for input.

Kivy polls input once a frame. A main loop that sleeps longer has to wake up when the user touches the screen.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import sys
import threading
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from math import ceil
from pathlib import Path
from typing import Any, Final

# SDL and its mixer as in an Android app, and as Debian installs them for programs: the first names only exist
# with the development packages.
_LIBRARY_NAMES: Final = (
    ("libSDL2.so", "libSDL2_mixer.so"),
    ("libSDL2-2.0.so.0", "libSDL2_mixer-2.0.so.0"),
)
# Video drivers with which SDL itself can sleep until there is an event.
_SLEEPING_DRIVERS: Final = ("x11", "wayland", "windows", "cocoa")
# Drivers where another thread, or nothing, delivers events: waiting for one, SDL would poll a thousand times
# a second.
_WATCHED_DRIVERS: Final = ("Android", "offscreen", "dummy")
# Event that SDL itself appends to the queue whenever it is polled.
_POLL_SENTINEL: Final = 0x7F00
_USER_EVENT: Final = 0x8000
_IGNORE: Final = 0
# Larger than `SDL_Event` in any version.
_EVENT_BYTES: Final = 128


@cache
def open_input_wait() -> _SleepInSdl | _WatchedEvents | None:
    """Return the input waiter for the open window; None if SDL cannot report input without polling."""
    libraries = load_sdl()
    if libraries is None:
        return None
    sdl = libraries[0]
    sdl.SDL_GetCurrentVideoDriver.restype = ctypes.c_char_p
    driver = (sdl.SDL_GetCurrentVideoDriver() or b"").decode()
    if driver in _SLEEPING_DRIVERS:
        return _SleepInSdl(sdl)
    return _WatchedEvents(sdl) if driver in _WATCHED_DRIVERS else None


class _SleepInSdl:
    def __init__(self, sdl: Any) -> None:
        self._sdl = sdl
        sdl.SDL_WaitEventTimeout.argtypes = (ctypes.c_void_p, ctypes.c_int)
        sdl.SDL_PushEvent.argtypes = (ctypes.c_void_p,)
        # It would stay in the queue and interrupt every sleep.
        sdl.SDL_EventState(_POLL_SENTINEL, _IGNORE)

    def sleep(self, seconds: float) -> None:
        # Without a buffer the event stays in the queue, where Kivy finds it.
        self._sdl.SDL_WaitEventTimeout(None, ceil(seconds * 1000))

    def interrupt(self) -> None:
        event = ctypes.create_string_buffer(_EVENT_BYTES)
        ctypes.c_uint32.from_buffer(event).value = _USER_EVENT
        self._sdl.SDL_PushEvent(event)


class _WatchedEvents:
    """SDL calls back in the thread that delivers an event: on a phone the UI thread."""

    def __init__(self, sdl: Any) -> None:
        self._event = threading.Event()
        # Every event begins with its type.
        callback = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.POINTER(ctypes.c_uint32))
        # SDL only stores its address, for as long as the process lives.
        self._callback = callback(self._on_event)
        sdl.SDL_AddEventWatch.argtypes = (callback, ctypes.c_void_p)
        sdl.SDL_AddEventWatch(self._callback, None)

    def _on_event(self, _data: object, event: Any) -> int:
        if event[0] != _POLL_SENTINEL:
            self._event.set()
        return 1

    def sleep(self, seconds: float) -> None:
        self._event.wait(seconds)
        self._event.clear()

    def interrupt(self) -> None:
        self._event.set()


def load_sdl() -> tuple[Any, Any] | None:
    """Load SDL and its mixer as used by Kivy, so that their state is shared; None if they are missing."""
    for sdl, mixer in _library_candidates():
        try:
            return ctypes.CDLL(sdl), ctypes.CDLL(mixer)
        except OSError:
            continue
    return None


def _library_candidates() -> Iterator[tuple[str, str]]:
    """Yield the paths of the libraries in each platform's Kivy, then the system's names."""
    kivy = find_spec("kivy")
    if kivy is not None and kivy.origin:
        yield from find_kivy_libraries(Path(kivy.origin).parent, Path(sys.prefix))
    yield from _LIBRARY_NAMES
    sdl, mixer = ctypes.util.find_library("SDL2"), ctypes.util.find_library("SDL2_mixer")
    if sdl and mixer:
        yield sdl, mixer


def find_kivy_libraries(package: Path, prefix: Path) -> Iterator[tuple[str, str]]:
    """Yield the libraries that ship with Kivy: beside its package in an environment and in a packed program,
    inside it on macOS, and below the prefix on Windows."""
    folders = (
        package.parent / "Kivy.libs",
        package.parent / "kivy.libs",
        package / ".dylibs",
        prefix / "share" / "sdl2" / "bin",
    )
    for folder in folders:
        libraries = sorted(folder.glob("*SDL2*")) if folder.is_dir() else []
        mixers = [path for path in libraries if "SDL2_mixer" in path.name]
        plain = [path for path in libraries if "SDL2_" not in path.name]
        if mixers and plain:
            yield str(plain[0]), str(mixers[0])
