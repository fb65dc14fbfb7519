"""Render the built-in voices: a clip of every spoken line in every language, into assets/voice.

    python -m tools.voices            render what is new or changed, remove what is no longer used
    python -m tools.voices --check    only report what would be done; exit code 1 if anything
    python -m tools.voices --words    list the words that no lexicon holds, with espeak-ng's guess
    python -m tools.voices --repack   re-encode the shipped clips in the current form, without rendering again

Models are downloaded once and stored below build/ (see source.py). An interrupted run continues where it
stopped. To measure how intelligible the clips are: `python -m tools.voices.hear`.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from companion import asset
from companion.i18n.languages import LANGUAGES
from companion.i18n.translator import CATALOGUES
from tools.voices import clips, console, espeak, sounds, source
from tools.voices.console import Progress
from tools.voices.lines import spoken_lines
from tools.voices.recipes import RECIPES


def render(stale: dict[str, list[clips.Job]], lines: dict[str, dict[str, str]], target: Path) -> None:
    """Render language by language, and ship each as soon as it is complete."""
    workshop = clips.Workshop(source.BUILD)
    workshop.open()
    todo = clips.missing((job for jobs in stale.values() for job in jobs), workshop)
    with Progress(sum(job.work for job in todo), time.monotonic, sys.stdout) as bar:
        for language, jobs in stale.items():
            clips.make_all(jobs, workshop, bar)
            clips.ship(jobs, lines[language], workshop, target / language)


def repack(lines: dict[str, dict[str, str]], target: Path) -> None:
    """Re-encode all clips from their rendered samples if these still exist, else from the shipped clip."""
    source.bring_encoder()
    workshop = clips.Workshop(source.BUILD)
    workshop.open()
    todo = {
        language: clips.list_outdated_forms(language, lines[language], target / language)
        for language in RECIPES
    }
    with Progress(sum(map(len, todo.values())), time.monotonic, sys.stdout) as bar:
        for language, jobs in todo.items():
            jobs_to_pack = [job for job in jobs if workshop.has_samples(job)]
            jobs_to_repack = [job for job in jobs if not workshop.has_samples(job)]
            for job in jobs_to_pack:
                clips.pack(job, workshop)
                bar.add(1, f"{language} {job.key}")
            for job in jobs_to_repack:
                clips.repack(job, workshop, target / language)
                bar.add(1, f"{language} {job.key}")
            clips.ship(jobs_to_pack, lines[language], workshop, target / language)
            clips.ship(jobs_to_repack, lines[language], workshop, target / language, is_repack=True)


def print_unknown_words(lines: dict[str, dict[str, str]]) -> int:
    count = 0
    for language in RECIPES:
        for word in sounds.unknown(lines[language].values(), sounds.lexicon(language)):
            print(f"{language}\t{word}\t{espeak.guess(word, language)}")
            count += 1
    return count


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--words", action="store_true")
    parser.add_argument("--repack", action="store_true")
    options = parser.parse_args(arguments)
    return console.run(lambda: run(options), "the next make voices continues from here.")


def run(options: argparse.Namespace) -> int:
    target = asset("voice")
    lines = {language: spoken_lines(language, Path(CATALOGUES)) for language in RECIPES}
    for language in LANGUAGES.keys() - RECIPES:
        print(f"{language}: no recipe in recipes.py, so no clips")
    if options.words:
        return int(print_unknown_words(lines) > 0)
    if options.repack:
        repack(lines, target)
        print(f"{clips.megabytes(target):.1f} MB in {target.name}")
        return 0
    stale = {language: clips.stale(language, lines[language], target / language) for language in RECIPES}
    unused_clips = {language: clips.leftovers(lines[language], target / language) for language in RECIPES}
    for language in RECIPES:
        print(f"{language}: {len(stale[language])} to render, {len(unused_clips[language])} to remove")
    if options.check:
        return int(any(stale.values()) or any(unused_clips.values()))
    if any(stale.values()) or any(unused_clips.values()):
        render(stale, lines, target)
    print(f"{clips.megabytes(target):.1f} MB in {target.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
