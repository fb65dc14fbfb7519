"""Find outdated clips, render or re-encode them in a workshop folder, and replace the shipped ones at once.

The index of a language holds the length of each clip, a digest of its rendering inputs and the form in which
it is encoded, so a line that has not changed keeps its bytes. `repack` changes the form without rendering
again: it re-encodes the shipped clip and marks it `again` in the index.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from companion.narrator.voices.clip import INDEX_FILE, read_duration
from tools.setup import Stop
from tools.voices import signal, sounds, source
from tools.voices.atomic_file import atomic_path
from tools.voices.console import Progress
from tools.voices.lines import style_of
from tools.voices.recipes import RECIPES, Recipe
from tools.voices.sounds import lexicon, sentences
from tools.voices.source import MODEL_SHA256
from tools.voices.workers import Answerer, Worker, share_out

TAKES = Path(__file__).parent / "takes.tsv"


class Sentence(NamedTuple):
    """Input of one model run. Lines share sentences, and each is rendered once."""

    symbols: str
    voices: tuple[tuple[str, float], ...]
    speed: float

    @property
    def digest(self) -> str:
        return _digest([MODEL_SHA256, self])


class Job(NamedTuple):
    """A line to be rendered, and the digest of everything that determines its clip."""

    language: str
    key: str
    sentences: tuple[Sentence, ...]
    breath: float
    digest: str

    @property
    def work(self) -> int:
        return sum(len(sentence.symbols) for sentence in self.sentences)


@dataclass(frozen=True, slots=True)
class Workshop:
    """The cache of rendered samples and clips before they are shipped; rendering is slow."""

    folder: Path

    def samples_file(self, sentence: Sentence) -> Path:
        return self.folder / "spoken" / f"{sentence.digest}.npy"

    def clip(self, job: Job, *, is_repack: bool = False) -> Path:
        """Return the clip file in the current form; `is_repack` if re-encoded from a clip in another form."""
        form = f"{signal.PACKED_RATE}-{signal.QUALITY}{'-again' if is_repack else ''}"
        return self.folder / "clips" / f"{job.digest}-{form}.ogg"

    def has_samples(self, job: Job) -> bool:
        return all(self.samples_file(sentence).is_file() for sentence in job.sentences)

    def open(self) -> None:
        for name in ("spoken", "clips"):
            (self.folder / name).mkdir(parents=True, exist_ok=True)


def job_of(
    language: str, key: str, text: str, recipe: Recipe | None = None, take: float | None = None
) -> Job:
    """Create the job of a line; without `take` the factor from takes.tsv is used.

    Raises Stop if a word or sound is unknown.
    """
    recipe = recipe or RECIPES[language]
    take = take_of(language, key) if take is None else take
    style = style_of(key)
    try:
        symbols_of_sentences = sentences(text, lexicon(language), recipe.rules)
    except Stop as stop:
        raise Stop(f"{language} {key}: {stop}") from stop
    speed = round(recipe.speed_of(style) * take, 4)
    voiced = tuple(Sentence(symbols, recipe.voices, speed) for symbols in symbols_of_sentences)
    breath = recipe.breath_of(style)
    shape = (signal.RATE, signal.LOUDNESS, signal.PEAK, signal.PACKED_PEAK, signal.LEAD, signal.TAIL)
    inputs = [[sentence.digest for sentence in voiced], breath, shape]
    return Job(language, key, voiced, breath, _digest(inputs))


@cache
def takes() -> Mapping[tuple[str, str], float]:
    """Return speed factors by language and line, for lines that are clearer at another speed."""
    rows = TAKES.read_text(encoding="utf-8").splitlines()
    columns = (row.split("\t") for row in rows if row and not row.startswith("#"))
    return {(language, key): float(factor) for language, key, factor in columns}


def take_of(language: str, key: str) -> float:
    return takes().get((language, key), 1.0)


def stale(language: str, lines: Mapping[str, str], folder: Path) -> list[Job]:
    """Return jobs for the lines whose clip is missing or was rendered from other inputs."""
    index = read_index(folder)
    jobs = []
    for key, text in lines.items():
        job = job_of(language, key, text)
        entry = index.get(key, {})
        if (entry.get("made_from"), entry.get("bytes")) != (job.digest, _size(folder / f"{key}.ogg")):
            jobs.append(job)
    return jobs


def list_outdated_forms(language: str, lines: Mapping[str, str], folder: Path) -> list[Job]:
    """Return jobs for the lines whose clip is up to date but encoded in another form."""
    late = {job.key for job in stale(language, lines, folder)}
    index = read_index(folder)
    keys = [key for key in lines if key not in late and index[key].get("packed") != signal.FORM]
    return [job_of(language, key, lines[key]) for key in keys]


def leftovers(lines: Mapping[str, str], folder: Path) -> list[Path]:
    return [path for path in sorted(folder.glob("*.ogg")) if path.stem not in lines]


def megabytes(folder: Path) -> float:
    """Return the total size of all clips below a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*.ogg")) / 1e6


def make(job: Job, workshop: Workshop, worker: Answerer) -> None:
    """Render a line and encode its clip, in the workshop."""
    if workshop.clip(job).is_file():
        return
    for sentence in job.sentences:
        samples = workshop.samples_file(sentence)
        if not samples.is_file():
            worker.ask({**sentence._asdict(), "to": str(samples)})
    pack(job, workshop)


def pack(job: Job, workshop: Workshop) -> None:
    """Encode the clip of a line from its rendered samples."""
    sentences_samples = [np.load(workshop.samples_file(sentence)) for sentence in job.sentences]
    _save(signal.packed_even(signal.joined(sentences_samples, job.breath)), workshop.clip(job))


def repack(job: Job, workshop: Workshop, folder: Path) -> None:
    """Decode the shipped clip and encode it in the current form, in the workshop."""
    path = workshop.clip(job, is_repack=True)
    if not path.is_file():
        shipped = (folder / f"{job.key}.ogg").read_bytes()
        _save(signal.packed_even(signal.unpacked(shipped), signal.rate_of(shipped)), path)


def _save(clip: bytes, path: Path) -> None:
    try:
        with atomic_path(path) as part:
            part.write_bytes(clip)
    except OSError as error:
        raise Stop(
            f"A clip could not be saved: {error.strerror}. The shipped clips are unchanged."
        ) from error


def ship(
    jobs: list[Job], lines: Mapping[str, str], workshop: Workshop, folder: Path, *, is_repack: bool = False
) -> None:
    """Replace a language's clips, write its index and remove unused clips.

    All are first copied beside the old ones, so that only renames remain, which need no disk space.
    `is_repack` marks them as re-encoded.
    """
    folder.mkdir(parents=True, exist_ok=True)
    index = {key: entry for key, entry in read_index(folder).items() if key in lines}
    parts: dict[Path, Path] = {}
    try:
        for job in jobs:
            path = folder / f"{job.key}.ogg"
            parts[path] = path.with_suffix(".part")
            shutil.copyfile(workshop.clip(job, is_repack=is_repack), parts[path])
            entry = {"seconds": round(read_duration(parts[path]), 3), "bytes": _size(parts[path])}
            index[job.key] = {**entry, "made_from": job.digest, "packed": signal.FORM}
            if is_repack:
                index[job.key]["again"] = True
        parts[folder / INDEX_FILE] = folder / f"{INDEX_FILE}.part"
        content = json.dumps({"lines": dict(sorted(index.items()))}, indent=1)
        parts[folder / INDEX_FILE].write_text(content + "\n", encoding="utf-8")
    except OSError as error:
        for part in parts.values():
            part.unlink(missing_ok=True)
        raise Stop(
            f"The clips could not be copied to {folder.name}: {error.strerror}; nothing was changed."
        ) from error
    for path, part in parts.items():
        part.replace(path)
    for path in leftovers(lines, folder):
        path.unlink()


def read_index(folder: Path) -> dict[str, dict[str, Any]]:
    try:
        lines = json.loads((folder / INDEX_FILE).read_text(encoding="utf-8"))["lines"]
    except (OSError, ValueError, KeyError):
        return {}
    return dict(lines)


def _size(path: Path) -> int:
    return path.stat().st_size if path.is_file() else -1


def _digest(parts: Any) -> str:
    return hashlib.sha256(json.dumps(parts, ensure_ascii=False).encode()).hexdigest()[:16]


def missing(jobs: Iterable[Job], workshop: Workshop) -> list[Job]:
    """Return the jobs whose clip is not in the workshop yet."""
    return [job for job in jobs if not workshop.clip(job).is_file()]


def make_all(jobs: Iterable[Job], workshop: Workshop, bar: Progress) -> None:
    """Render the clips of all jobs in the workshop. Raises Stop if the model is not available."""
    todo = missing(jobs, workshop)
    if not todo:
        return
    voice = source.bring_speaker()
    arguments = (voice.model, voice.voices, sounds.HERE / "model_symbols.json")

    def start_worker() -> Worker:
        return Worker(voice.python, "tools.voices.speak", *map(str, arguments))

    def work(worker: Worker, job: Job) -> None:
        make(job, workshop, worker)
        bar.add(job.work, f"{job.language} {job.key}")

    share_out(todo, start_worker, work, os.cpu_count() or 1)
