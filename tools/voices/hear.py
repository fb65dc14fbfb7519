"""Measure the shipped voices: intelligibility, audio quality and evenness.

    python -m tools.voices.hear                     all lines of the nights, in all languages
    python -m tools.voices.hear --all               also the lines of the games
    python -m tools.voices.hear --language fa       one language
    python -m tools.voices.hear --write             save the figures in docs/voice-figures.md

Every clip is transcribed by Whisper small and rated by DNSMOS; both are downloaded once and stored below
build/. Results are cached, so only changed clips are measured again. Worst lines come first.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from companion import asset
from companion.i18n.translator import CATALOGUES
from tools.setup import ROOT
from tools.voices import clips, compare, console, sounds, source
from tools.voices.atomic_file import atomic_path
from tools.voices.console import Progress
from tools.voices.lines import spoken_lines, style_of
from tools.voices.recipes import RECIPES
from tools.voices.workers import Worker, share_out

FIGURES = ROOT / "docs" / "voice-figures.md"
STYLES = ("learn", "normal", "quick", "ritual", "game")
_WORST = 12


@dataclass(frozen=True, slots=True)
class Line:
    """The measurements of a clip."""

    language: str
    style: str
    key: str
    text_to_say: str
    understood: str
    errors: compare.ErrorCounts
    rating: float
    seconds: float
    loudness: float
    peak: float


class ClipToMeasure(NamedTuple):
    """A clip to be measured, and the text it should contain."""

    language: str
    key: str
    text: str
    clip: Path


def add_scope(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--language", action="append", choices=list(RECIPES))


def measure_selected(options: argparse.Namespace) -> list[Line]:
    """Measure the lines selected by the command-line options."""
    return measure(options.language or list(RECIPES), games=options.all)


def measure(languages: Sequence[str], *, games: bool) -> list[Line]:
    return measure_clips(
        [
            ClipToMeasure(language, key, text, asset("voice", language, f"{key}.ogg"))
            for language in languages
            for key, text in spoken_lines(language, Path(CATALOGUES)).items()
            if games or style_of(key) != "game"
        ]
    )


def measure_clips(requests: Sequence[ClipToMeasure]) -> list[Line]:
    """Measure each clip; results are cached by the clip's bytes."""
    memory = source.BUILD / "heard"
    memory.mkdir(parents=True, exist_ok=True)
    notes = {one: memory / f"{one.language}-{source.sha256_of(one.clip)[:24]}.json" for one in requests}
    todo = [one for one in requests if not notes[one].is_file()]
    if todo:
        ears = source.bring_listener()

        def work(worker: Worker, one: ClipToMeasure) -> None:
            measurements = worker.ask({"clip": str(one.clip), "language": one.language})
            with atomic_path(notes[one]) as part:
                part.write_text(json.dumps(measurements, ensure_ascii=False), encoding="utf-8")
            bar.add(1, f"{one.language} {one.key}")

        def start_worker() -> Worker:
            return Worker(ears.python, "tools.voices.listen", str(ears.whisper))

        with Progress(len(todo), time.monotonic, sys.stderr) as bar:
            share_out(todo, start_worker, work, os.cpu_count() or 1)
    results = ((one, json.loads(notes[one].read_text(encoding="utf-8"))) for one in requests)
    return [make_line(one.language, one.key, one.text, measurements) for one, measurements in results]


def make_line(language: str, key: str, text: str, measurements: dict[str, Any]) -> Line:
    return Line(
        language,
        style_of(key),
        key,
        text,
        measurements["heard"],
        compare.count_errors(text, measurements["heard"], language),
        measurements["rating"],
        measurements["seconds"],
        measurements["loudness"],
        measurements["peak"],
    )


def report(lines: Sequence[Line], day: date) -> str:
    """Return the figures as Markdown: by language and style, then the worst lines of each language."""
    languages = list(dict.fromkeys(line.language for line in lines))
    rows = [
        f"# How the built-in voices are understood ({day.isoformat()})",
        "",
        *_method(),
        "",
        *_recipes(languages),
    ]
    rows += [
        "",
        "| | lines | seconds | characters wrong | words wrong | worst line | DNSMOS | words a minute |",
    ]
    rows += ["|---|---|---|---|---|---|---|---|"]
    for language in languages:
        its = [line for line in lines if line.language == language]
        nights = [line for line in its if line.style != "game"]
        rows.append(_row(f"**{language}, all nights**", nights))
        for style in STYLES:
            some = [line for line in its if line.style == style]
            if some:
                rows.append(_row(f"{language}, {style}", some))
    rows += ["", *_evenness(lines)]
    for language in languages:
        its = sorted((line for line in lines if line.language == language), key=_badness, reverse=True)
        rows += ["", f"## {language}: the lines heard worst", ""]
        rows += [
            f"- {line.errors.character_errors:.2f} `{line.key}`: {line.text_to_say} → {line.understood}"
            for line in its[:_WORST]
            if line.errors.wrong_characters
        ]
    return "\n".join(rows) + "\n"


def _method() -> list[str]:
    return [
        "Written by `python -m tools.voices.hear --write` from the clips as they ship. Recogniser: Whisper",
        "small, quantised, given the language; texts are compared in small letters without marks, digits as",
        "words; spaces count for words alone. A recogniser knows few names and is no person: compare by it.",
    ]


def _recipes(languages: Iterable[str]) -> list[str]:
    rows = ["| | voices of Kokoro-82M | speed | quick |", "|---|---|---|---|"]
    for language in languages:
        recipe = RECIPES[language]
        mix = ", ".join(f"{name} {share:.0%}" for name, share in recipe.voices)
        rows.append(f"| {language} | {mix} | {recipe.speed} | {recipe.quick_speed} |")
    return rows


def _row(name: str, lines: Sequence[Line]) -> str:
    errors = sum((line.errors for line in lines), compare.ErrorCounts())
    seconds = sum(line.seconds for line in lines)
    worst = max(line.errors.character_errors for line in lines)
    rating = float(np.mean([line.rating for line in lines]))
    words = sum(len(sounds.words(line.text_to_say)) for line in lines)
    return (
        f"| {name} | {len(lines)} | {seconds:.0f} | {errors.character_errors:.3f} | {errors.word_errors:.3f} "
        f"| {worst:.2f} | {rating:.2f} | {60 * words / seconds:.0f} |"
    )


def _evenness(lines: Sequence[Line]) -> list[str]:
    loud = [line.loudness for line in lines]
    return [
        f"Loudness {min(loud):.1f} to {max(loud):.1f} LUFS (EBU R128 integrated), highest true peak "
        f"{max(line.peak for line in lines):.1f} dBFS, all clips together "
        f"{clips.megabytes(asset('voice')):.1f} MB."
    ]


def _badness(line: Line) -> float:
    return line.errors.character_errors


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    add_scope(parser)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args(arguments)

    def work() -> int:
        text = report(measure_selected(options), date.today())
        print(text)
        if options.write:
            FIGURES.write_text(text, encoding="utf-8")
        return 0

    return console.run(work, "measured clips are cached.")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
