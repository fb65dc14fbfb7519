"""Sleep that input interrupts."""

from __future__ import annotations

import ctypes

import pytest

from companion.device.sdl import load_sdl, open_input_wait

pytestmark = pytest.mark.window

# Whoever sleeps so long has missed what was to end it.
LONG = 600.0


def test_a_sleep_ends_with_earlier_input_or_an_interrupt() -> None:
    from kivy.base import EventLoop

    EventLoop.ensure_window()
    wait = open_input_wait()
    assert wait is not None
    wait.interrupt()
    wait.sleep(LONG)
    libraries = load_sdl()
    assert libraries is not None
    quiet, key = ctypes.create_string_buffer(128), ctypes.create_string_buffer(128)
    ctypes.c_uint32.from_buffer(key).value = 0x8001
    libraries[0].SDL_PushEvent(key)
    wait.sleep(LONG)
    # What SDL puts there for itself is no input.
    ctypes.c_uint32.from_buffer(quiet).value = 0x7F00
    libraries[0].SDL_PushEvent(quiet)
    wait.sleep(0.0)
    wait.interrupt()
    wait.sleep(LONG)
