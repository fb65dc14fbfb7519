"""Render lines with the model, one worker per core; the model is installed on first use."""

from __future__ import annotations

import os
from collections.abc import Iterable

from tools.voices import clips, sounds, source
from tools.voices.progress import Progress
from tools.voices.workers import Worker, share_out


def missing(jobs: Iterable[clips.Job], workshop: clips.Workshop) -> list[clips.Job]:
    """Return the jobs whose clip is not in the workshop yet."""
    return [job for job in jobs if not workshop.clip(job).is_file()]


def make_all(jobs: Iterable[clips.Job], workshop: clips.Workshop, bar: Progress) -> None:
    """Render the clips of all jobs in the workshop. Raises Stop if the model is not available."""
    todo = missing(jobs, workshop)
    if not todo:
        return
    voice = source.bring_speaker()
    arguments = (voice.model, voice.voices, sounds.HERE / "model_symbols.json")

    def start_worker() -> Worker:
        return Worker(voice.python, "tools.voices.speak", *map(str, arguments))

    def work(worker: Worker, job: clips.Job) -> None:
        clips.make(job, workshop, worker)
        bar.add(job.work, f"{job.language} {job.key}")

    share_out(todo, start_worker, work, os.cpu_count() or 1)
