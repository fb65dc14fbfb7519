"""Narration service: renders nights and lines with the user's settings and the voices of this device, and
mixes a night down to one audio file with the background sound.

The mixdown is pure Python on 16-bit mono samples. The slow part, one multiplication per sample, is only done
where the background's level changes; elsewhere whole ranges are copied or added.
"""

from __future__ import annotations

import sys
import wave
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from operator import add
from pathlib import Path
from typing import BinaryIO, Final

from companion.core.game import Problem
from companion.core.message import Message
from companion.i18n.line_breaking import strip_bidi_marks
from companion.i18n.translator import Translator
from companion.narrator.audio import (
    BACKGROUND_PEAK,
    LOOP_OVERLAP_SECONDS,
    SPEECH_PEAK,
    LevelPoint,
    find_sound_problems,
    level_curve,
)
from companion.narrator.planner import (
    NightOptions,
    Pauses,
    PreparedNight,
    RenderedLine,
    SegmentKind,
    Timeline,
    prepare_night,
    reading_seconds,
)
from companion.narrator.voices.clip import Line, VoiceError, language_name, sound_path
from companion.narrator.voices.engine import (
    SILENT_VOICE,
    VoiceChoice,
    choose_voices,
    create_voices,
    render_lines,
)
from companion.narrator.voices.mixer import AudioDecoder, current_audio_driver
from companion.scripts.script import NightSetup, NightStyle, list_night_games, load_night_definition
from companion.settings import MAX_PACE, BackgroundSound, Settings
from companion.settings import VoicePreference as Preference

Decode = Callable[[Path], "array[int]"]
FULL_SCALE: Final = 32767


def write_mixdown(
    timeline: Timeline,
    clips: Mapping[tuple[str, str], Path],
    out: Path | BinaryIO,
    *,
    decode: Decode,
    rate: int,
    background: Path | None = None,
) -> int:
    """Write the night as a WAV file and return its length in samples, which matches the timeline exactly.
    `clips` are keyed by language and line; a line without a clip is silent. `decode` returns a file's mono
    samples at `rate`. A clip longer than its segment is cut off."""
    total = round(timeline.total * rate)
    background_samples = _render_background(decode(background), timeline, rate, total) if background else None
    written_count = 0
    with wave.open(str(out) if isinstance(out, Path) else out, "wb") as file:
        file.setparams((1, 2, rate, 0, "NONE", "not compressed"))
        clip_cache: dict[Path, array[int]] = {}
        for segment in timeline.segments:
            end = round(segment.end * rate)
            length = end - written_count
            speech = None
            if segment.kind is SegmentKind.SPEECH and segment.language is not None:
                path = clips.get((segment.language, timeline.script.cues[segment.cue_index].line))
                if path is not None:
                    if path not in clip_cache:
                        clip_cache[path] = limit_peak(decode(path), SPEECH_PEAK)
                    speech = clip_cache[path][:length]
            file.writeframes(_to_little_endian_bytes(_mix(speech, background_samples, written_count, length)))
            written_count = end
    return written_count


def limit_peak(samples: array[int], peak: float) -> array[int]:
    """Scale the samples down if they are louder than `peak`, without clipping."""
    peak_sample = max(max(samples, default=0), -min(samples, default=0))
    max_sample = int(peak * FULL_SCALE)
    if peak_sample <= max_sample:
        return samples
    factor = max_sample / peak_sample
    return array("h", [int(sample * factor) for sample in samples])


def make_loop(samples: array[int], overlap: int) -> array[int]:
    """Return a seamless loop: the end is crossfaded into the beginning with equal power, and cut off."""
    overlap = min(overlap, len(samples) // 2)
    if not overlap:
        return samples
    head, tail = samples[:overlap], samples[-overlap:]
    seam = (
        int(first * (i / overlap) ** 0.5 + last * (1 - i / overlap) ** 0.5)
        for i, (first, last) in enumerate(zip(head, tail, strict=True))
    )
    return limit_peak(array("h", seam) + samples[overlap:-overlap], BACKGROUND_PEAK)


def _render_background(samples: array[int], timeline: Timeline, rate: int, total: int) -> array[int]:
    """Return the background for the whole night at its level of each moment."""
    loop = make_loop(limit_peak(samples, BACKGROUND_PEAK), round(LOOP_OVERLAP_SECONDS * rate))
    if not loop:
        return array("h", bytes(2 * total))
    # The loop at a constant level is computed once.
    scaled_loops: dict[float, array[int]] = {1.0: loop, 0.0: array("h", bytes(2 * len(loop)))}
    output = array("h")
    for start, end, from_level, to_level in _level_ranges(level_curve(timeline), rate, total):
        offset = start % len(loop)
        if from_level == to_level:
            if from_level not in scaled_loops:
                scaled_loops[from_level] = array("h", [int(sample * from_level) for sample in loop])
            output.extend(_slice_loop(scaled_loops[from_level], offset, end - start))
        else:
            step = (to_level - from_level) / (end - start)
            source = _slice_loop(loop, offset, end - start)
            output.extend([int(sample * (from_level + i * step)) for i, sample in enumerate(source)])
    return output


def _slice_loop(loop: array[int], offset: int, length: int) -> array[int]:
    repetitions = (offset + length) // len(loop) + 1
    return (loop * repetitions)[offset : offset + length]


def _level_ranges(
    moments: tuple[LevelPoint, ...], rate: int, total: int
) -> Iterator[tuple[int, int, float, float]]:
    for start_point, end_point in pairwise(moments):
        start, end = round(start_point.seconds * rate), min(total, round(end_point.seconds * rate))
        if end > start:
            yield start, end, start_point.level, end_point.level


def _mix(speech: array[int] | None, background: array[int] | None, start: int, length: int) -> array[int]:
    silence = array("h", bytes(2 * length))
    below = silence if background is None else background[start : start + length]
    # Both tracks are peak-limited, so their sum cannot overflow 16 bits.
    return array("h", map(add, speech, below)) + below[len(speech) :] if speech else below


def _to_little_endian_bytes(samples: array[int]) -> bytes:
    if sys.byteorder == "big":
        samples = samples[:]
        samples.byteswap()
    return samples.tobytes()


# Speed of the engine for brisk speech.
_BRISK_FACTOR = 1.2


def sample_line() -> str:
    """Return the key of a line that every night begins with, used to try a voice."""
    first = load_night_definition(list_night_games()[0])
    return first.list_lines(NightStyle.NORMAL)[0]


@dataclass(frozen=True, slots=True)
class SoundCheck:
    """Result of a sound check: the voice chosen for each language and why, the one that really speaks, a
    sample clip each, and the problems. `is_final` is False if the engine must be asked first."""

    choices: Mapping[str, VoiceChoice]
    voice_names: Mapping[str, str]
    clips: Mapping[str, Path]
    problems: tuple[Problem, ...]
    is_final: bool

    def audible_voices(self, language: str) -> tuple[str, ...]:
        """Return the voices available in a language, in the order of `Preference`."""
        names = {voice.name for voice in self.choices[language].order}
        return tuple(voice.value for voice in Preference if voice.value in names)


class Narration:
    """Renderer of nights and lines with the voices of this device. `folder` is the app's data folder.

    With `use_engine` a call may block on the speech engine. Without it a call is fast enough for the main
    thread, and its result is `is_final` unless the engine would have been used: if the user chose the engine,
    or for lines that no other voice can say.
    """

    def __init__(self, folder: Path) -> None:
        self._voices = create_voices(folder)
        self._translators: dict[str, Translator] = {}

    def start_engine(self) -> None:
        """Start a phone's speech engine, which answers asynchronously; call once, on the main thread."""
        if self._voices.engine is not None:
            self._voices.engine.start()

    def close(self) -> None:
        if self._voices.engine is not None:
            self._voices.engine.close()

    def set_pitch(self, pitch: float) -> None:
        """Set the engine's pitch; recordings and built-in clips are not changed."""
        if self._voices.engine is not None:
            self._voices.engine.pitch = pitch

    def render_night(
        self, setup: NightSetup, options: NightOptions, preference: Preference, *, use_engine: bool = True
    ) -> PreparedNight:
        renderer = self._renderer(preference, options.languages, options.pace, use_engine=use_engine)
        night = prepare_night(setup, options, renderer.render_line)
        return replace(
            night, problems=_merge_problems(renderer.problems(night.lines)), is_final=renderer.is_final
        )

    def render_lines(
        self, keys: Sequence[str], settings: Settings, language: str | None = None, *, use_engine: bool = True
    ) -> tuple[RenderedLine, ...]:
        """Render lines of the game in the night's voice, by default in its first language."""
        language = language or settings.narration
        renderer = self._renderer(settings.voice, (language,), settings.pace, use_engine=use_engine)
        return tuple(renderer.render_line(language, key) for key in keys)

    def render_message(
        self, message: Message, settings: Settings, *, is_brisk: bool = False, use_engine: bool = True
    ) -> RenderedLine:
        """Render a sentence of a guide. A built-in or recorded clip is used only if it says exactly this; a
        sentence with names can only be said by an engine. `is_brisk` makes the engine a little faster."""
        language = settings.narration
        pace = min(MAX_PACE, settings.pace * _BRISK_FACTOR) if is_brisk else settings.pace
        renderer = self._renderer(settings.voice, (language,), pace, use_engine=use_engine)
        key, text = message.key, self._translate(language, message)
        if text != self._text_of_key(language, key):
            # The sentence contains arguments.
            key = message.clip_name
        return renderer.render_line(language, key, strip_bidi_marks(text))

    def check_voices(self, settings: Settings, *, use_engine: bool = True) -> SoundCheck:
        """Return everything about the voices that can be checked without playing a sound."""
        languages = night_options(settings).languages
        renderer = self._renderer(settings.voice, languages, settings.pace, use_engine=use_engine)
        lines = {language: self._sample_line(language) for language in languages}
        samples = {language: renderer.render_line(language, line) for language, line in lines.items()}
        problems: list[Problem] = []
        for language in languages:
            # The voice's name already shows that another voice, or none, says this line.
            reason = renderer.choices[language].reason_key
            line_problems = renderer.problems([(language, lines[language])])
            problems += (item for item in line_problems if item.key != reason and "stood_in" not in item.key)
            if settings.voice in (Preference.BEST, Preference.RECORDED):
                lines_of_language = self._voices.builtin.lines(language)
                problems += self._voices.recorded.find_problems(language, lines_of_language)
        names = {
            language: rendered.voice if rendered.is_final else renderer.choices[language].voice.name
            for language, rendered in samples.items()
        }
        clips = {
            language: rendered.clip for language, rendered in samples.items() if rendered.clip is not None
        }
        unique_problems = tuple(dict.fromkeys(problems))
        return SoundCheck(renderer.choices, names, clips, unique_problems, renderer.is_final)

    def try_voice(
        self, name: str, language: str, settings: Settings, *, use_engine: bool = True
    ) -> RenderedLine:
        """Render the sample line in this voice alone. Raises VoiceError if it cannot say it."""

        def choose_voice(use_engine: bool) -> Mapping[str, VoiceChoice]:
            voices = self._voices.list_voices(use_engine=use_engine)
            voice = next(voice for voice in voices if voice.name == name)
            return {language: VoiceChoice(voice, SILENT_VOICE.reason_key)}

        line = self._sample_line(language)
        renderer = _LineRenderer(self._text_of_key, choose_voice, settings.pace, use_engine=use_engine)
        rendered = renderer.render_line(language, line)
        if rendered.clip is None and rendered.is_final:
            raise VoiceError(renderer.problems([(language, line)])[0])
        return rendered

    def _sample_line(self, language: str) -> str:
        """Return a sample line that the user has recorded, if any, so that this voice is heard too."""
        default = sample_line()
        recorded = self._voices.recorded.lines(language) & self._voices.builtin.lines(language)
        return default if default in recorded else min(recorded, default=default)

    def test_playback(self, check: SoundCheck, play: Callable[[Path | None], bool | None]) -> SoundCheck:
        """Play a sample and add the problems found. `play` returns whether there is an audio device."""
        is_audible = play(next(iter(check.clips.values()), None))
        names = {language: language_name(language) for language in check.choices}
        problems = find_sound_problems(is_audible, current_audio_driver(), names, check.clips)
        return replace(check, problems=(*problems, *check.problems))

    def write_wav(
        self, night: PreparedNight, path: Path, background: BackgroundSound = BackgroundSound.OFF
    ) -> None:
        """Write the night as one WAV file of the planned length, atomically."""
        clips = {key: rendered.clip for key, rendered in night.lines.items() if rendered.clip is not None}
        part = path.with_name(f"{path.name}.part")
        try:
            with AudioDecoder() as decoder, part.open("wb") as file:
                sound = background_path(background)
                write_mixdown(
                    night.timeline, clips, file, decode=decoder.decode, rate=decoder.rate, background=sound
                )
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)

    def _renderer(
        self, preference: Preference, languages: Sequence[str], pace: float, *, use_engine: bool
    ) -> _LineRenderer:
        def choose(use_engine: bool) -> Mapping[str, VoiceChoice]:
            return choose_voices(preference, languages, self._voices.list_voices(use_engine=use_engine))

        return _LineRenderer(self._text_of_key, choose, pace, use_engine=use_engine)

    def _text_of_key(self, language: str, key: str) -> str:
        return self._translate(language, Message(key))

    def _translate(self, language: str, message: Message) -> str:
        if language not in self._translators:
            self._translators[language] = Translator(language)
        return self._translators[language].translate(message)


class _LineRenderer:
    """Renderer that caches each line. A line is rendered at once if a voice can say it without waiting; the
    engine is only asked with `use_engine`, otherwise a fallback voice stands in for now. `choose_voices`
    returns the voice of each language, with the engine or only with its cached clips."""

    def __init__(
        self,
        text_of_key: Callable[[str, str], str],
        choose_voices: Callable[[bool], Mapping[str, VoiceChoice]],
        pace: float,
        *,
        use_engine: bool,
    ) -> None:
        self._text_of_key = text_of_key
        self._choose = choose_voices
        self._pace = pace
        self._use_engine = use_engine
        self._rendered: dict[tuple[str, str], tuple[RenderedLine, tuple[Problem, ...]]] = {}
        self.choices = choose_voices(False)

    @property
    def is_final(self) -> bool:
        return all(rendered.is_final for rendered, _ in self._rendered.values())

    def render_line(self, language: str, key: str, text: str | None = None) -> RenderedLine:
        """Render this text, or by default the sentence of this key."""
        if (language, key) not in self._rendered:
            line = Line(key, self._text_of_key(language, key) if text is None else text, language)
            self._rendered[language, key] = self._render(line)
        return self._rendered[language, key][0]

    def problems(self, lines: Iterable[tuple[str, str]]) -> tuple[Problem, ...]:
        """Return the problems of these lines, given by language and key, in order."""
        return tuple(problem for line in lines for problem in self._rendered[line][1])

    def _render(self, line: Line) -> tuple[RenderedLine, tuple[Problem, ...]]:
        rendered = render_lines((line,), self.choices, self._pace)
        if not rendered.is_final and self._use_engine:
            self.choices = self._choose(True)
            rendered = render_lines((line,), self.choices, self._pace)
        clip = rendered.clips.get((line.language, line.key))
        if clip is None:
            seconds = reading_seconds(line.text, self._pace)
            return RenderedLine(line.text, seconds, is_final=rendered.is_final), rendered.problems
        line_result = RenderedLine(line.text, clip.seconds, clip.path, clip.source, rendered.is_final)
        return line_result, rendered.problems


def _merge_problems(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Merge the same problem of many lines into one with their count."""
    merged: dict[tuple[object, ...], Problem] = {}
    for problem in problems:
        others = {name: value for name, value in problem.args.items() if name != "n"}
        kind = (problem.key, *others.items())
        counts = [item.args.get("n") for item in (problem, merged.get(kind)) if item is not None]
        count = sum(n for n in counts if isinstance(n, int))
        merged[kind] = replace(problem, args={**others, "n": count}) if count else problem
    return tuple(merged.values())


def background_path(background: BackgroundSound) -> Path | None:
    return None if background is BackgroundSound.OFF else effect_path(background.value)


def effect_path(name: str) -> Path | None:
    """Return the path of a built-in effect, if it exists."""
    path = sound_path(name)
    return path if path.is_file() else None


def night_options(settings: Settings) -> NightOptions:
    second = settings.second_narration
    return NightOptions(
        style=settings.style,
        languages=(settings.narration,) if second is None else (settings.narration, second),
        pace=settings.pace,
        pauses=Pauses(look=float(settings.look_seconds), act=float(settings.act_seconds)),
        is_fixed_length=settings.equal_nights,
    )
