"""Media volume and Android's audio focus; `narrator.audio_focus` reacts to focus changes.

SDL, the library below Kivy, called directly: finding its files, and waiting for input.

Kivy polls input once a frame. A main loop that sleeps longer has to wake up when the user touches the screen.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib.util import find_spec
from math import ceil
from pathlib import Path
from typing import Any, Final

from companion.device.system import api_level, is_android, java_listener, system_service
from companion.narrator.audio_focus import FocusChange, Loudspeaker, UnsharedLoudspeaker

# Android's `AudioManager.STREAM_MUSIC`: the volume that the volume keys change.
STREAM_MUSIC = 3


def audio_manager() -> Any:
    """Return Android's `AudioManager`. Raises LookupError if there is none."""
    return system_service("audio", "android.media.AudioManager")


def get_media_volume() -> int | None:
    """Return the media volume in percent; None if it is unknown."""
    if not is_android():
        return None
    try:
        audio = audio_manager()
        return round(
            100 * int(audio.getStreamVolume(STREAM_MUSIC)) / int(audio.getStreamMaxVolume(STREAM_MUSIC))
        )
    except Exception:
        return None


def set_media_volume(percent: int) -> bool:
    """Set the volume, rounded up to a step; return False if that fails, as in do-not-disturb mode."""
    if not is_android():
        return False
    try:
        audio = audio_manager()
        audio.setStreamVolume(STREAM_MUSIC, ceil(audio.getStreamMaxVolume(STREAM_MUSIC) * percent / 100), 0)
    except Exception:
        return False
    return True


# Since this API level a focus request is an object that describes the audio.
_FOCUS_REQUEST_API: Final = 26
# Android's `AUDIOFOCUS_GAIN_TRANSIENT_MAY_DUCK`: temporary, and other apps may go on at a lower volume.
_GAIN_MAY_DUCK: Final = 3
_REQUEST_GRANTED: Final = 1
# The app plays media (`USAGE_MEDIA`), on the volume that the volume keys change: prompts of navigation or an
# assistant use another stream with its own volume. It is speech (`CONTENT_TYPE_SPEECH`).
_USAGE_MEDIA, _CONTENT_TYPE_SPEECH = 1, 1
_CHANGES: Final[Mapping[int, FocusChange]] = {
    1: FocusChange.GAIN,
    -1: FocusChange.LOSS,
    -2: FocusChange.LOSS_TRANSIENT,
    -3: FocusChange.DUCK,
}


def open_loudspeaker(callback: Callable[[FocusChange], object]) -> Loudspeaker:
    return _AndroidLoudspeaker(callback) if is_android() else UnsharedLoudspeaker(callback)


class _AndroidLoudspeaker:
    """Audio focus of Android, used on Kivy's thread."""

    def __init__(self, callback: Callable[[FocusChange], object]) -> None:
        self._callback = callback
        # One listener and one request for the app's life: Android treats another one like another app, which
        # takes the focus from the first.
        self._listener: Any = None
        self._request: Any = None

    def request_focus(self) -> bool:
        try:
            self._ensure_listener()
            if self._request is not None:
                answer = audio_manager().requestAudioFocus(self._request)
            else:
                answer = audio_manager().requestAudioFocus(self._listener, STREAM_MUSIC, _GAIN_MAY_DUCK)
        except Exception:
            # Without an audio service there is no focus to ask for, and the night must not stay silent.
            return True
        return bool(answer == _REQUEST_GRANTED)

    def abandon_focus(self) -> None:
        try:
            if self._request is not None:
                audio_manager().abandonAudioFocusRequest(self._request)
            elif self._listener is not None:
                audio_manager().abandonAudioFocus(self._listener)
        except Exception:
            return

    def _ensure_listener(self) -> None:
        if self._listener is None:
            self._listener = java_listener(
                "android/media/AudioManager$OnAudioFocusChangeListener",
                "onAudioFocusChange",
                "(I)V",
                self._on_change,
            )
            if api_level() >= _FOCUS_REQUEST_API:
                self._request = _build_request(self._listener)

    def _on_change(self, change: int) -> None:
        if change in _CHANGES:
            self._callback(_CHANGES[change])


def _build_request(listener: Any) -> Any:
    from jnius import autoclass

    attributes = autoclass("android.media.AudioAttributes$Builder")()
    attributes.setUsage(_USAGE_MEDIA)
    attributes.setContentType(_CONTENT_TYPE_SPEECH)
    request = autoclass("android.media.AudioFocusRequest$Builder")(_GAIN_MAY_DUCK)
    request.setAudioAttributes(attributes.build())
    request.setOnAudioFocusChangeListener(listener)
    return request.build()


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
