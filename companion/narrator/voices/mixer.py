"""SDL's mixer, the library that ships with Kivy, called directly to decode audio files and to open the
device.

Decoding needs no audio device and no additional package. If Kivy has opened its mixer in this process, it is
used as it is; otherwise one is opened with SDL's dummy driver.
"""

from __future__ import annotations

import ctypes
import os
import sys
from array import array
from pathlib import Path
from types import TracebackType
from typing import Any, Final

from companion.core.game import error
from companion.device.sdl import load_sdl
from companion.narrator.voices.clip import VoiceError, voice_error

RATE: Final = 22050
_S16: Final = 0x8010 if sys.byteorder == "little" else 0x9010
# Sample rate, format, channels.
_OUTPUT_SPEC: Final = (RATE, _S16, 1)
_HINT_OVERRIDE: Final = 2
_KIVY_RATE, _KIVY_CHANNELS, BUFFER_SAMPLES = 44100, 2, 1024
_MAX_DECODED_BYTES: Final = 200_000_000


class _Chunk(ctypes.Structure):
    _fields_ = (
        ("allocated", ctypes.c_int),
        ("samples", ctypes.c_void_p),
        ("bytes", ctypes.c_uint32),
        ("volume", ctypes.c_uint8),
    )


class AudioDecoder:
    """Decoder of audio files to mono samples at `rate`; a context manager that holds the mixer open."""

    rate: Final = RATE

    def __init__(self) -> None:
        self._sdl, self._mixer = _load_libraries()
        self._is_mixer_opened = False
        self.spec = _OUTPUT_SPEC

    def __enter__(self) -> AudioDecoder:
        spec = self._query_mixer_spec()
        if spec is None:
            # No audio device, and no signal handlers: Python or the shell handles signals.
            for name, value in ((b"SDL_AUDIODRIVER", b"dummy"), (b"SDL_NO_SIGNAL_HANDLERS", b"1")):
                self._sdl.SDL_SetHintWithPriority(name, value, _HINT_OVERRIDE)
            failed = self._mixer.Mix_OpenAudio(RATE, _S16, 1, 4096)
            self._sdl.SDL_ResetHint(b"SDL_AUDIODRIVER")
            spec = None if failed else self._query_mixer_spec()
            self._is_mixer_opened = spec is not None
        if spec is None:
            raise VoiceError(error("app.problem.sound_no_decoder"))
        self.spec = spec
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._is_mixer_opened:
            self._mixer.Mix_CloseAudio()
            self._is_mixer_opened = False

    def decode(self, path: Path) -> array[int]:
        """Return all 16-bit samples of a file. Raises VoiceError if it cannot be decoded."""
        decoded = self.decode_raw(path)
        return array("h", decoded if self.spec == _OUTPUT_SPEC else self._convert(decoded))

    def decode_raw(self, path: Path) -> bytes:
        """Return the content of a file as the mixer would play it (see `spec`)."""
        source = self._sdl.SDL_RWFromFile(os.fsencode(path), b"rb")
        chunk = self._mixer.Mix_LoadWAV_RW(source, 1) if source else None
        if not chunk:
            raise voice_error("app.problem.voice_file_broken", file=path.name)
        try:
            if not 0 < chunk.contents.bytes <= _MAX_DECODED_BYTES:
                raise voice_error("app.problem.voice_file_empty", file=path.name)
            return ctypes.string_at(chunk.contents.samples, chunk.contents.bytes)
        finally:
            self._mixer.Mix_FreeChunk(chunk)

    def _convert(self, decoded: bytes) -> bytes:
        """Convert from the mixer's format to ours."""
        (rate, form, channels), sdl = self.spec, self._sdl
        stream = sdl.SDL_NewAudioStream(form, channels, rate, _S16, 1, RATE)
        # A converter buffers the last moments; silence flushes them.
        pushed = decoded + bytes(rate // 4 * channels * (form & 0xFF) // 8)
        if not stream or sdl.SDL_AudioStreamPut(stream, pushed, len(pushed)):
            raise VoiceError(error("app.problem.sound_no_decoder"))
        sdl.SDL_AudioStreamFlush(stream)
        frame = channels * (form & 0xFF) // 8
        output_bytes = 2 * (len(decoded) // frame * RATE // rate)
        converted = ctypes.create_string_buffer(output_bytes)
        length = sdl.SDL_AudioStreamGet(stream, converted, output_bytes)
        sdl.SDL_FreeAudioStream(stream)
        return converted.raw[: max(0, length)]

    def _query_mixer_spec(self) -> tuple[int, int, int] | None:
        rate, form, channels = ctypes.c_int(), ctypes.c_uint16(), ctypes.c_int()
        is_open = self._mixer.Mix_QuerySpec(ctypes.byref(rate), ctypes.byref(form), ctypes.byref(channels))
        return (rate.value, form.value, channels.value) if is_open else None


def open_mixer() -> None:
    """Open the mixer before Kivy does, with the same settings but a shorter buffer: a sound then starts
    within 23 ms instead of 93. If that fails, Kivy opens it or reports the error."""
    try:
        _, mixer = _load_libraries()
    except VoiceError:
        return
    if not mixer.Mix_QuerySpec(None, None, None):
        mixer.Mix_OpenAudio(_KIVY_RATE, _S16, _KIVY_CHANNELS, BUFFER_SAMPLES)


def close_mixer() -> None:
    """Close the audio device: an open one wakes the processor for every buffer, even in silence. Current
    sounds stop; `open_mixer` opens it again."""
    try:
        _, mixer = _load_libraries()
    except VoiceError:
        return
    # A closed mixer crashes when one of its channels is queried; without channels it returns an error.
    mixer.Mix_AllocateChannels(0)
    # The mixer counts how often it was opened: by us, and by Kivy.
    for _ in range(mixer.Mix_QuerySpec(None, None, None)):
        mixer.Mix_CloseAudio()


def current_audio_driver() -> str | None:
    """Return the audio driver that Kivy uses: `alsa`, `dummy`, …; None if no device was opened."""
    try:
        sdl, mixer = _load_libraries()
    except VoiceError:
        return None
    if not mixer.Mix_QuerySpec(None, None, None):
        return None
    name = sdl.SDL_GetCurrentAudioDriver()
    return name.decode() if name else None


def _load_libraries() -> tuple[Any, Any]:
    """Return SDL and its mixer as used by Kivy, so that their state is shared. Raises VoiceError."""
    libraries = load_sdl()
    if libraries is None:
        raise VoiceError(error("app.problem.sound_no_decoder"))
    sdl, mixer = libraries
    sdl.SDL_RWFromFile.argtypes = (ctypes.c_char_p, ctypes.c_char_p)
    sdl.SDL_RWFromFile.restype = ctypes.c_void_p
    sdl.SDL_SetHintWithPriority.argtypes = (ctypes.c_char_p, ctypes.c_char_p, ctypes.c_int)
    sdl.SDL_ResetHint.argtypes = (ctypes.c_char_p,)
    sdl.SDL_GetCurrentAudioDriver.restype = ctypes.c_char_p
    sdl.SDL_NewAudioStream.argtypes = (ctypes.c_uint16, ctypes.c_uint8, ctypes.c_int) * 2
    sdl.SDL_NewAudioStream.restype = ctypes.c_void_p
    sdl.SDL_AudioStreamPut.argtypes = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int)
    sdl.SDL_AudioStreamGet.argtypes = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int)
    sdl.SDL_AudioStreamFlush.argtypes = (ctypes.c_void_p,)
    sdl.SDL_FreeAudioStream.argtypes = (ctypes.c_void_p,)
    mixer.Mix_LoadWAV_RW.argtypes = (ctypes.c_void_p, ctypes.c_int)
    mixer.Mix_LoadWAV_RW.restype = ctypes.POINTER(_Chunk)
    mixer.Mix_FreeChunk.argtypes = (ctypes.POINTER(_Chunk),)
    return sdl, mixer
