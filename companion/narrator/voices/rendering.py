"""Lines to clips: the chosen voice of each language, and line by line the next one where it fails."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.games.game import Problem, warning
from companion.narrator.voices.choose import NOBODY, Choice
from companion.narrator.voices.clip import Clip, Line, NotYet, VoiceError, language_name


@dataclass(frozen=True, slots=True)
class Rendered:
    """A clip for every line that any voice could say, by language and key; and what went wrong on the way.

    `settled` unless a voice that was passed over could say a line once it is asked.
    """

    clips: Mapping[tuple[str, str], Clip]
    problems: tuple[Problem, ...] = ()
    settled: bool = True


def render(lines: Iterable[Line], choices: Mapping[str, Choice], pace: float) -> Rendered:
    """Never raises for a voice: a line that nobody can say has no clip and is shown only."""
    clips: dict[tuple[str, str], Clip] = {}
    # As keys, so that the same trouble with many lines is told once.
    problems: dict[Problem, None] = {}
    stood_in: dict[tuple[str, str], int] = {}
    settled = True
    for line in dict.fromkeys(lines):
        choice = choices[line.language]
        for voice in choice.order:
            try:
                clip = voice.render(line, pace)
            except NotYet:
                settled = False
                continue
            except VoiceError as refused:
                # A table records as many lines as it likes: what is not there is no trouble.
                if refused.problem.code != "voice_not_recorded" and refused.problem not in problems:
                    problems[refused.problem] = None
                continue
            clips[line.language, line.key] = clip
            if voice is not choice.voice:
                stood_in[line.language, voice.name] = stood_in.get((line.language, voice.name), 0) + 1
            break
        else:
            # That there is no voice at all says it for every line.
            if choice.voice is not NOBODY:
                name = language_name(line.language)
                problems[warning("app.problem.voice_line_silent", language=name, line=line.key)] = None
    told = [
        warning(f"app.problem.voice_stood_in.{name}", language=language_name(language), n=n)
        for (language, name), n in stood_in.items()
    ]
    return Rendered(clips, (*told, *problems), settled)
