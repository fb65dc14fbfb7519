"""Lines to clips: the chosen voice of each language, and line by line the next one where it fails."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.games.game import Problem, warning
from companion.narrator.voices.choose import SILENT_VOICE, VoiceChoice
from companion.narrator.voices.clip import Clip, Line, NotRenderedYet, VoiceError, language_name


@dataclass(frozen=True, slots=True)
class RenderedClips:
    """A clip for every line that any voice could say, by language and key; and what went wrong on the way.

    `is_final` unless a voice that was passed over could say a line once it is asked.
    """

    clips: Mapping[tuple[str, str], Clip]
    problems: tuple[Problem, ...] = ()
    is_final: bool = True


def render_lines(lines: Iterable[Line], choices: Mapping[str, VoiceChoice], pace: float) -> RenderedClips:
    """Never raises for a voice: a line that nobody can say has no clip and is shown only."""
    clips: dict[tuple[str, str], Clip] = {}
    # As keys, so that the same trouble with many lines is told once.
    problems: dict[Problem, None] = {}
    fallback_counts: dict[tuple[str, str], int] = {}
    is_final = True
    for line in dict.fromkeys(lines):
        choice = choices[line.language]
        for voice in choice.order:
            try:
                clip = voice.render(line, pace)
            except NotRenderedYet:
                is_final = False
                continue
            except VoiceError as failure:
                # A table records as many lines as it likes: what is not there is no trouble.
                if failure.problem.code != "voice_not_recorded" and failure.problem not in problems:
                    problems[failure.problem] = None
                continue
            clips[line.language, line.key] = clip
            if voice is not choice.voice:
                fallback_counts[line.language, voice.name] = (
                    fallback_counts.get((line.language, voice.name), 0) + 1
                )
            break
        else:
            # That there is no voice at all says it for every line.
            if choice.voice is not SILENT_VOICE:
                name = language_name(line.language)
                problems[warning("app.problem.voice_line_silent", language=name, line=line.key)] = None
    fallback_problems = [
        warning(f"app.problem.voice_stood_in.{name}", language=language_name(language), n=n)
        for (language, name), n in fallback_counts.items()
    ]
    return RenderedClips(clips, (*fallback_problems, *problems), is_final)
