"""Planning of a night: its lines are rendered, and a timeline gives each of them a start and an end.

Every start and end is known before the first word, so the progress bar, the length of the night and the
exported audio file are exact. `prepare_night` verifies the script first.

Also the pronunciation lexicon: `lexicon/<language>.txt` lists what engines mispronounce, under `[words]` for
words of the lines and under `[names]` for role names, which any future line may contain. A line of it is
`written = spoken`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Final, NamedTuple

from companion.core.game import Problem, ProblemError
from companion.i18n.languages import FALLBACK_LANGUAGE
from companion.scripts.recovery import COUNTDOWN_SECONDS, countdown_cue, list_interjections
from companion.scripts.script import (
    Cue,
    Hold,
    NightDefinition,
    NightSetup,
    NightStyle,
    Script,
    find_night_definition,
)

# language -> line -> seconds, in the order in which the languages are spoken
LineSeconds = Mapping[str, Mapping[str, float]]

# Players who are learning need longer to find out what to do; experienced ones can be fast.
_PAUSE_FACTORS: Final[Mapping[NightStyle, float]] = {
    NightStyle.LEARN: 1.3,
    NightStyle.NORMAL: 1.0,
    NightStyle.QUICK: 0.7,
    NightStyle.RITUAL: 1.0,
}
# Each player beyond the fifth makes looking around, and the slowest player, this much slower.
_PAUSE_FACTOR_PER_PLAYER: Final = 0.04
_MIN_PLAYERS: Final = 5
# Average speed of reading and of speech.
_LETTERS_PER_SECOND: Final = 14.0
_MIN_LINE_SECONDS: Final = 1.2
# The bell is still ringing under the first word of the countdown.
_BELL_SECONDS: Final = 1.2


@dataclass(frozen=True, slots=True)
class Pauses:
    """Lengths in seconds for five players in the normal style; configurable in the settings."""

    settle: float = 1.5
    act: float = 2.0
    look: float = 5.0
    between_languages: float = 0.4
    # A Bluetooth speaker sleeps and swallows the first moments after it is woken.
    lead_in: float = 0.8

    def seconds_of(self, hold: Hold) -> float:
        return {Hold.NONE: 0.0, Hold.SETTLE: self.settle, Hold.ACT: self.act, Hold.LOOK: self.look}[hold]


DEFAULT_PAUSES: Final = Pauses()


class SegmentKind(Enum):
    BELL = "bell"
    COUNTDOWN = "count"  # one second of the countdown before the first line
    LEAD_IN = "lead_in"
    SPEECH = "speech"
    GAP = "gap"  # between the two languages of a line
    HOLD = "hold"
    FILLER = "rest"  # silence that makes all nights equally long


@dataclass(frozen=True, slots=True)
class Segment:
    """Part of the timeline. `cue_index` is the step's index in the script, from 0; `interjection` is a cue
    said before that step that is not part of the script."""

    kind: SegmentKind
    start: float
    end: float
    cue_index: int
    language: str | None = None
    hold: Hold = Hold.NONE
    interjection: Cue | None = None

    @property
    def seconds(self) -> float:
        return self.end - self.start

    @property
    def is_script_line(self) -> bool:
        return self.kind is SegmentKind.SPEECH and self.interjection is None


@dataclass(frozen=True, slots=True)
class StepSpan:
    """Step on the timeline: the start of its line, and the seconds of its speech and hold."""

    cue_index: int
    start: float
    speech: float
    hold: float


@dataclass(frozen=True, slots=True)
class Timeline:
    """Segments without gaps or overlaps, from 0 to `total`. `line_seconds` includes the interjections, so
    that they can be planned when they are needed."""

    script: Script
    segments: tuple[Segment, ...]
    line_seconds: LineSeconds = field(default_factory=dict, compare=False, repr=False)
    pauses: Pauses = DEFAULT_PAUSES

    @property
    def total(self) -> float:
        return self.segments[-1].end

    @property
    def lead_in_seconds(self) -> float:
        first = self.segments[0]
        return first.seconds if first.kind is SegmentKind.LEAD_IN else 0.0

    def step_spans(self) -> tuple[StepSpan, ...]:
        """Return one span per step; each ends where the next begins."""
        spans = []
        segments = (segment for segment in self.segments if segment.kind is not SegmentKind.LEAD_IN)
        for cue_index, group in groupby(segments, key=lambda segment: segment.cue_index):
            parts = tuple(group)
            speech_end = [part.end for part in parts if part.kind is SegmentKind.SPEECH][-1]
            start = parts[0].start
            spans.append(StepSpan(cue_index, start, speech_end - start, parts[-1].end - speech_end))
        return tuple(spans)

    def select_steps(self, cue_indexes: Iterable[int], *before: Segment) -> Timeline:
        """Return a timeline of the segments `before`, followed by these steps."""
        selected = [
            segment
            for cue_index in cue_indexes
            for segment in self.segments
            if segment.cue_index == cue_index and segment.kind is not SegmentKind.LEAD_IN
        ]
        return Timeline(self.script, _assign_times((*before, *selected)), self.line_seconds, self.pauses)

    def lead_in_segments(self, cue_index: int = 0) -> tuple[Segment, ...]:
        """Return the silence before this step in which a speaker wakes."""
        if not self.lead_in_seconds:
            return ()
        return (_unplaced_segment(SegmentKind.LEAD_IN, self.lead_in_seconds, cue_index),)

    def interjection_segments(self, interjection: Cue, cue_index: int) -> tuple[Segment, ...]:
        """Return the segments of a line said before this step; empty if its duration is unknown."""
        if not all(interjection.line in seconds for seconds in self.line_seconds.values()):
            return ()
        pieces = list(_speech_segments(interjection.line, self.line_seconds, self.pauses, cue_index))
        hold, hold_seconds = interjection.hold, self.pauses.seconds_of(interjection.hold)
        if hold_seconds:
            pieces.append(_unplaced_segment(SegmentKind.HOLD, hold_seconds, cue_index, hold=hold))
        return tuple(replace(piece, interjection=interjection) for piece in pieces)

    def countdown_segments(self) -> tuple[Segment, ...]:
        """Return a bell and a countdown in the first language, for the user who has to put the phone down."""
        language = next(iter(self.line_seconds), None)
        second = _unplaced_segment(SegmentKind.COUNTDOWN, 1.0, 0, language)
        return (
            _unplaced_segment(SegmentKind.BELL, _BELL_SECONDS, 0),
            *(replace(second, interjection=countdown_cue(n)) for n in range(COUNTDOWN_SECONDS, 0, -1)),
        )


def plan_timeline(
    script: Script,
    line_seconds: LineSeconds,
    *,
    players: int,
    pace: float = 1.0,
    pauses: Pauses = DEFAULT_PAUSES,
    min_seconds: float = 0.0,
) -> Timeline:
    """Return the timeline of a script. Raises ValueError for an invalid duration.

    `line_seconds` are the durations of the clips as played, so `pace` (2 is twice as fast) only divides the
    pauses. A pause depends on its purpose, the number of players, style and pace, and on nothing else: not on
    the roles in play, nor on how many players have to act.

    `min_seconds` makes all nights of a group equally long, whatever its roles: it is the `total` of the
    longest possible night. The difference is filled with silence while all eyes are shut, as late as
    possible, so that no pause in which somebody looks reveals how many parts were left out.
    """
    _validate_times(line_seconds, script, pace, pauses)
    segments = list(_plan_segments(script, line_seconds, players, pace, pauses))
    missing = min_seconds - sum(segment.seconds for segment in segments)
    if missing > 0:
        cue_index = _last_eyes_closed_cue(script)
        index = sum(segment.cue_index <= cue_index for segment in segments)
        filler = _unplaced_segment(SegmentKind.FILLER, missing, cue_index, hold=Hold.SETTLE)
        segments.insert(index, filler)
    return Timeline(script, _assign_times(segments), line_seconds, pauses)


def _last_eyes_closed_cue(script: Script) -> int:
    """Return the last step before dawn after which all eyes are shut; the first step shuts them all."""
    awake: set[str] = set()
    last_index = 0
    for index, cue in enumerate(script.cues[:-1]):
        awake = (awake | set(cue.opens)) - set(cue.closes)
        if not awake:
            last_index = index
    return last_index


def reading_seconds(text: str, pace: float = 1.0) -> float:
    """Return how long a line without a clip takes: the night goes on without sound."""
    return max(_MIN_LINE_SECONDS, len(text) / _LETTERS_PER_SECOND) / pace


def _plan_segments(
    script: Script, line_seconds: LineSeconds, players: int, pace: float, pauses: Pauses
) -> Iterator[Segment]:
    """Yield the segments in order with their lengths; all start at 0."""
    if pauses.lead_in:
        yield _unplaced_segment(SegmentKind.LEAD_IN, pauses.lead_in, 0)
    size_factor = 1 + _PAUSE_FACTOR_PER_PLAYER * max(0, players - _MIN_PLAYERS)
    tempo = _PAUSE_FACTORS[script.style] / pace
    for cue_index, cue in enumerate(script.cues):
        yield from _speech_segments(cue.line, line_seconds, pauses, cue_index)
        hold_seconds = pauses.seconds_of(cue.hold) * tempo * (1 if cue.hold is Hold.SETTLE else size_factor)
        if hold_seconds:
            yield _unplaced_segment(SegmentKind.HOLD, hold_seconds, cue_index, hold=cue.hold)


def _speech_segments(
    line: str, line_seconds: LineSeconds, pauses: Pauses, cue_index: int
) -> Iterator[Segment]:
    """Yield a line in each language, with gaps between them."""
    for position, (language, seconds) in enumerate(line_seconds.items()):
        if position and pauses.between_languages:
            yield _unplaced_segment(SegmentKind.GAP, pauses.between_languages, cue_index)
        yield _unplaced_segment(SegmentKind.SPEECH, seconds[line], cue_index, language)


def _unplaced_segment(
    kind: SegmentKind, seconds: float, cue_index: int, language: str | None = None, hold: Hold = Hold.NONE
) -> Segment:
    return Segment(kind, 0.0, seconds, cue_index, language, hold)


def _assign_times(segments: Iterable[Segment]) -> tuple[Segment, ...]:
    result: list[Segment] = []
    for segment in segments:
        now = result[-1].end if result else 0.0
        result.append(replace(segment, start=now, end=now + segment.seconds))
    return tuple(result)


def _validate_times(line_seconds: LineSeconds, script: Script, pace: float, pauses: Pauses) -> None:
    """Raise ValueError for invalid times: with a clip of no length all eyes would stay shut."""
    if not line_seconds:
        raise ValueError("a night needs at least one language")
    if not (math.isfinite(pace) and pace > 0):
        raise ValueError(f"pace must be above 0, not {pace}")
    pause_seconds = (pauses.settle, pauses.act, pauses.look, pauses.between_languages, pauses.lead_in)
    if not all(math.isfinite(seconds) and seconds >= 0 for seconds in pause_seconds):
        raise ValueError(f"pauses must be 0 or longer: {pauses}")
    for language, seconds in line_seconds.items():
        for cue in script.cues:
            if not (math.isfinite(seconds[cue.line]) and seconds[cue.line] > 0):
                raise ValueError(f"no length for {cue.line} in {language}")


_LEXICON_FOLDER = Path(__file__).parent / "lexicon"
# Joiners and vowel signs are part of the word that they stand in or on.
_IN_WORD = r"\w\u200c\u200d\u064b-\u0652\u0670"


class Lexicon(NamedTuple):
    words: dict[str, str]
    names: dict[str, str]


def to_spoken_form(text: str, language: str) -> str:
    """Replace words and phrases of the lexicon by what a speech engine pronounces correctly."""
    pattern, forms = _compile_lexicon(language)
    return pattern.sub(lambda match: forms[match[0].casefold()], text) if forms else text


@lru_cache(maxsize=8)
def load_lexicon(language: str) -> Lexicon:
    """Read the lexicon of a language. Raises ValueError for an invalid line."""
    result = Lexicon({}, {})
    entries = result.words
    try:
        lines = (_LEXICON_FOLDER / f"{language}.txt").read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return result
    for number, line in enumerate(lines, 1):
        line = line.partition("#")[0].strip()
        if line in ("[words]", "[names]"):
            entries = result.words if line == "[words]" else result.names
        elif line:
            shown_form, separator, spoken_form = (part.strip() for part in line.partition("="))
            is_known = shown_form in result.words or shown_form in result.names
            if is_known or not (shown_form and separator and spoken_form):
                raise ValueError(f"{language}.txt, line {number}: {line}")
            entries[shown_form] = spoken_form
    return result


@lru_cache(maxsize=8)
def _compile_lexicon(language: str) -> tuple[re.Pattern[str], dict[str, str]]:
    entries = {**load_lexicon(language).words, **load_lexicon(language).names}
    forms = {shown_form.casefold(): form for shown_form, form in entries.items()}
    # Longest first, so that a phrase wins over a word in it.
    alternatives = "|".join(re.escape(shown_form) for shown_form in sorted(entries, key=len, reverse=True))
    return re.compile(f"(?<![{_IN_WORD}])(?:{alternatives})(?![{_IN_WORD}])", re.IGNORECASE), forms


class UnsafeNight(ProblemError):
    """Simulated, the script does not do what the rules say: the night must not be played."""


@dataclass(frozen=True, slots=True)
class RenderedLine:
    """Line in one language: its text, its duration, and if it has a clip, the clip and its voice (`recorded`,
    `builtin`, `device`). `is_final` is False if an engine that was not asked yet may say it, with another
    duration."""

    text: str
    seconds: float
    clip: Path | None = None
    voice: str = ""
    is_final: bool = True


# Returns the line of a language and key.
RenderLine = Callable[[str, str], RenderedLine]


@dataclass(frozen=True, slots=True)
class PreparedNight:
    """Night that can be played. `is_final` is False if an engine may still say a line."""

    timeline: Timeline
    lines: Mapping[tuple[str, str], RenderedLine]
    languages: tuple[str, ...]
    problems: tuple[Problem, ...] = ()
    is_final: bool = True

    @property
    def script(self) -> Script:
        return self.timeline.script

    def rendered_line(self, language: str, line: str) -> RenderedLine:
        return self.lines[language, line]


@dataclass(frozen=True, slots=True)
class NightOptions:
    """Options of a night. `is_fixed_length`: as long as the longest possible night, whatever the roles. A
    style that the game does not support is replaced by the normal one."""

    style: NightStyle = NightStyle.NORMAL
    languages: tuple[str, ...] = (FALLBACK_LANGUAGE.code,)
    pace: float = 1.0
    pauses: Pauses = DEFAULT_PAUSES
    is_fixed_length: bool = False


def prepare_night(setup: NightSetup, options: NightOptions, render_line: RenderLine) -> PreparedNight:
    """Return the prepared night. Raises `BadSetup`, or `UnsafeNight` if the script is wrong."""
    game = find_night_definition(setup)
    options = replace(options, style=game.supported_style(options.style))
    script = game.build_script(setup, options.style)
    problems = game.verify(script, setup)
    if problems:
        raise UnsafeNight(problems[0])
    players = len(setup.players)
    min_seconds = _max_seconds(game, options, players, render_line) if options.is_fixed_length else 0.0
    return _plan_night(script, options, players, render_line, min_seconds)


def _plan_night(
    script: Script, options: NightOptions, players: int, render_line: RenderLine, min_seconds: float
) -> PreparedNight:
    # Interjections are rendered in advance, too: nobody can wait for them with shut eyes.
    keys = tuple(dict.fromkeys(cue.line for cue in (*script.cues, *list_interjections(script))))
    lines = {(language, key): render_line(language, key) for language in options.languages for key in keys}
    lengths = {
        language: {key: lines[language, key].seconds for key in keys} for language in options.languages
    }
    timeline = plan_timeline(
        script, lengths, players=players, pace=options.pace, pauses=options.pauses, min_seconds=min_seconds
    )
    return PreparedNight(timeline, lines, options.languages)


def _max_seconds(
    game: NightDefinition, options: NightOptions, players: int, render_line: RenderLine
) -> float:
    def seconds(line: str) -> float:
        return sum(render_line(language, line).seconds for language in options.languages)

    script = game.build_full_script(options.style, seconds)
    return _plan_night(script, options, players, render_line, 0.0).timeline.total
