"""Run a night of Avalon in real time, started by a simulated tap, and report when each line was played.

night.py FOLDER SOUND BED. The audio output is written to SOUND as raw samples, and each line's clip as the
mixer decodes it to SOUND.0, SOUND.1 and so on. BED is the background sound, or `off`.
"""

from __future__ import annotations

import os
import sys
import time
from array import array
from pathlib import Path
from typing import Any

from tools.bench.children.report import SIZE, tell

PLAYERS = ("Ada", "Bruno", "Chloe", "Dario", "Elena")
# The shortest possible night: quick style with minimal looking and acting times.
BRISK = {"style": "quick", "pace": 1.5, "look_seconds": 3, "act_seconds": 1}
FRAMES_TO_REST = 12
# One frame for the night page, one for what it defers until it is painted.
FRAMES_OF_TAP = 2
# Time to become idle before the tap, and for the last sound to be written at the end.
REST_SECONDS = 1.0


def main(folder: Path, sound: Path, bed: str) -> None:
    os.environ["SDL_AUDIODRIVER"] = "disk"
    os.environ["SDL_DISKAUDIOFILE"] = str(sound)
    from companion.launch import prepare_kivy

    prepare_kivy(SIZE, off_screen=True)
    from kivy.base import EventLoop
    from kivy.tests.common import UnitTestTouch

    from companion.app import enable_idle_clock, open_app
    from companion.games.avalon.setup import Setup
    from companion.games.registry import get_game
    from companion.screens.night.deal import DealPage
    from companion.scripts.coach import set_manual_style

    app = open_app(folder)
    EventLoop.ensure_window()
    app._run_prepare()
    EventLoop.start()

    def live(seconds: float) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            EventLoop.idle()

    app.change_settings(language="en", narration="en", voice="builtin", bed=bed, **BRISK)
    enable_idle_clock()
    # Without this, the coach would add reasons to a first game's lines.
    set_manual_style(app, get_game("avalon"), is_manual=True)
    live(REST_SECONDS)
    app.push(DealPage, Setup(PLAYERS))
    live(REST_SECONDS)
    plays = _record_plays()
    deal = app.navigator.page
    touch = UnitTestTouch(*deal.main.to_window(*deal.main.center))
    touch.touch_down()
    for _ in range(FRAMES_TO_REST):
        EventLoop.idle()
    released, work = time.monotonic(), time.process_time()
    touch.touch_up()
    for _ in range(FRAMES_OF_TAP):
        EventLoop.idle()
    work = time.process_time() - work
    page = app.navigator.page
    if page is deal:
        raise RuntimeError("the night was not begun")
    # The timeline includes the bell and the countdown before the first line.
    night, route = page.night, page.player.timeline
    speech_segments = [segment for segment in route.segments if segment.kind.value == "speech"]
    clips = [
        night.rendered_line(segment.language, night.script.cues[segment.cue_index].line).clip
        for segment in speech_segments
    ]
    names = {str(clip) for clip in clips}
    play_times: list[float] = []
    last_moment = released + route.total + 5
    while time.monotonic() < last_moment and app.navigator.page is page:
        EventLoop.idle()
        play_times = [at for at, source in plays if source in names]
    live(REST_SECONDS)
    if len(play_times) != len(clips):
        raise RuntimeError(f"{len(play_times)} of {len(clips)} lines were spoken")
    rate, channels = _decode(clips, sound)
    from companion.narrator.voices.mixer import BUFFER_SAMPLES

    tell(
        released=released,
        work=work,
        play_times=play_times,
        plan=[segment.start for segment in speech_segments],
        lines=[clip.stem for clip in clips],
        rate=rate,
        channels=channels,
        buffer=BUFFER_SAMPLES,
    )
    app.stop()


def _record_plays() -> list[tuple[float, str]]:
    """Patch Kivy's player; return a list that collects the time and file of each sound played."""
    from kivy.core.audio.audio_sdl2 import SoundSDL2

    plays: list[tuple[float, str]] = []
    play = SoundSDL2.play

    def record(sound: Any) -> None:
        plays.append((time.monotonic(), sound.source))
        play(sound)

    SoundSDL2.play = record
    return plays


def _decode(clips: list[Path], sound: Path) -> tuple[int, int]:
    """Decode each clip with the mixer that played it and write one channel; return its rate and channels."""
    from companion.narrator.voices.mixer import AudioDecoder

    with AudioDecoder() as decoder:
        rate, _, channels = decoder.spec
        for number, clip in enumerate(clips):
            one_side = array("h", decoder.decode_raw(clip))[::channels]
            sound.with_name(f"{sound.name}.{number}").write_bytes(one_side.tobytes())
        return rate, channels


main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3])
