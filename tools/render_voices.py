"""Renders the built-in voices: a clip of every spoken line in every language, into assets/voice.

    python tools/render_voices.py            render what is new or changed, remove what is gone
    python tools/render_voices.py --check    only say what would be done; exit code 1 if anything

An index beside the clips holds the length of each and a digest of all that went into it, so a line that has
not changed keeps its bytes. What is needed for rendering is installed on the way (see voice_engines.py).
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

import polib

from companion.assets import asset
from companion.i18n.folders import CATALOGUES
from companion.i18n.languages import LANGUAGES
from companion.narrator.spoken import spoken
from companion.narrator.voices.builtin import INDEX
from companion.narrator.voices.lengths import seconds_of
from companion.scripts.nights import games_with_a_night, night_of
from tools import voice_signal
from tools.setup import Stop
from tools.voice_engines import RECIPES, Recipe, bring, speak


class Job(NamedTuple):
    """A line to be rendered, and the digest of all that goes into it."""

    language: str
    key: str
    text: str
    digest: str


def spoken_lines(language: str, catalogues: Path) -> dict[str, str]:
    """Every line that is said aloud in a language, by key."""
    return {
        entry.msgid: entry.msgstr
        for path in sorted((catalogues / language).glob("*.po"))
        for entry in polib.pofile(str(path), encoding="utf-8")
        if is_spoken(entry.msgid) and entry.translated()
    }


def is_spoken(key: str) -> bool:
    """All that any night can need, and `<domain>.say.…`: closed sets of whole sentences without arguments."""
    _, kind, *rest = key.split(".")
    return key in night_lines() or (kind == "say" and bool(rest))


@cache
def night_lines() -> frozenset[str]:
    nights = map(night_of, games_with_a_night())
    return frozenset(line for night in nights for style in night.styles for line in night.every_line(style))


def digest(recipe: Recipe, text: str) -> str:
    shape = voice_signal
    signal = (shape.LOUDNESS, shape.PEAK, shape.PACKED_PEAK, shape.MARGIN, shape.RATE, shape.QUALITY)
    whole = json.dumps([asdict(recipe), signal, text], ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(whole.encode()).hexdigest()[:16]


def jobs(language: str, lines: Mapping[str, str], folder: Path) -> list[Job]:
    """The lines whose clip is missing or was made of something else."""
    index = read_index(folder)
    found = []
    for key, shown in lines.items():
        text = spoken(shown, language)
        job = Job(language, key, text, digest(RECIPES[language], text))
        path = folder / f"{key}.ogg"
        entry = index.get(key, {})
        size = path.stat().st_size if path.is_file() else -1
        if (entry.get("made_from"), entry.get("bytes")) != (job.digest, size):
            found.append(job)
    return found


def leftovers(lines: Mapping[str, str], folder: Path) -> list[Path]:
    return [path for path in sorted(folder.glob("*.ogg")) if path.stem not in lines]


def render(job: Job) -> bytes:
    speech = speak(RECIPES[job.language], job.text)
    return voice_signal.packed_below(voice_signal.ready(speech.samples, speech.rate), voice_signal.RATE)


def render_language(language: str, catalogues: Path, folder: Path) -> tuple[int, int]:
    """Bring a language's clips up to date; returns how many were rendered and removed."""
    lines = spoken_lines(language, catalogues)
    todo, gone = jobs(language, lines, folder), leftovers(lines, folder)
    folder.mkdir(parents=True, exist_ok=True)
    index = {key: entry for key, entry in read_index(folder).items() if key in lines}
    # A process for every line: an engine may carry something over from one line to the next.
    context = get_context("forkserver")
    context.set_forkserver_preload(["tools.render_voices"])
    with ProcessPoolExecutor(max_tasks_per_child=1, mp_context=context) as pool:
        for job, clip in zip(todo, pool.map(render, todo), strict=True):
            path = folder / f"{job.key}.ogg"
            path.write_bytes(clip)
            seconds = round(seconds_of(path), 3)
            index[job.key] = {"seconds": seconds, "bytes": len(clip), "made_from": job.digest}
    for path in gone:
        path.unlink()
    recipe = RECIPES[language]
    head = {"voice": f"{recipe.engine} {recipe.voice}"}
    whole = json.dumps({**head, "lines": dict(sorted(index.items()))}, indent=1)
    (folder / INDEX).write_text(whole + "\n", encoding="utf-8")
    return len(todo), len(gone)


def read_index(folder: Path) -> dict[str, dict[str, Any]]:
    try:
        lines = json.loads((folder / INDEX).read_text(encoding="utf-8"))["lines"]
    except (OSError, ValueError, KeyError):
        return {}
    return dict(lines)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args(arguments).check
    catalogues, target = Path(CATALOGUES), asset("voice")
    for language in LANGUAGES.keys() - RECIPES:
        print(f"{language}: no recipe in voice_engines.py, so no clips")
    stale = {
        language: (jobs(language, lines, target / language), leftovers(lines, target / language))
        for language in RECIPES
        for lines in [spoken_lines(language, catalogues)]
    }
    for language, (todo, gone) in stale.items():
        print(f"{language}: {len(todo)} to render, {len(gone)} to remove")
    if check:
        return int(any(todo or gone for todo, gone in stale.values()))
    try:
        engines = {RECIPES[language].engine for language, (todo, _) in stale.items() if todo}
        if engines:
            bring(engines)
    except Stop as stop:
        print(stop, file=sys.stderr)
        return 1
    for language in RECIPES:
        render_language(language, catalogues, target / language)
    size = sum(path.stat().st_size for path in target.rglob("*.ogg"))
    print(f"{size / 1e6:.1f} MB in {target.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
