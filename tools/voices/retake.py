"""Render the least intelligible lines again, slightly slower and faster, and use the best take of each.

    python -m tools.voices.retake                     night lines with over a tenth of their letters wrong
    python -m tools.voices.retake --above 0.2         only the worst
    python -m tools.voices.retake --language fa --all one language, including its games

The factors are saved in takes.tsv; `make voices` then ships those takes.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from tools.voices import clips, console, source
from tools.voices import clips as voices_clips
from tools.voices.console import Progress
from tools.voices.hear import ClipToMeasure, Line, add_scope, measure_clips, measure_selected

# Speed factors; beyond these a line would stand out from the rest.
FACTORS = (0.95, 1.05, 0.91)


def retake(lines: Sequence[Line]) -> dict[tuple[str, str], float]:
    """Return the speed factor of each line's best take; the present one unless another is better."""
    workshop = clips.Workshop(source.BUILD)
    workshop.open()
    tried = {
        (line, factor): clips.job_of(line.language, line.key, line.text_to_say, take=factor)
        for line in lines
        for factor in FACTORS
        if factor != clips.take_of(line.language, line.key)
    }
    todo = voices_clips.missing(tried.values(), workshop)
    with Progress(sum(job.work for job in todo), time.monotonic, sys.stderr) as bar:
        voices_clips.make_all(todo, workshop, bar)
    takes = [
        ClipToMeasure(job.language, job.key, line.text_to_say, workshop.clip(job))
        for (line, _), job in tried.items()
    ]
    best = {(line.language, line.key): (line, clips.take_of(line.language, line.key)) for line in lines}
    for measured, (_, factor) in zip(measure_clips(takes), tried, strict=True):
        line_id = (measured.language, measured.key)
        if score(measured) > score(best[line_id][0]):
            best[line_id] = (measured, factor)
    for line, factor in best.values():
        print(f"{line.errors.character_errors:.2f} at {factor} {line.language} {line.key}")
    return {line_id: factor for line_id, (_, factor) in best.items()}


def score(line: Line) -> float:
    """Return a score for comparing takes: an error rate higher by 0.01 outweighs a rating higher by 0.04."""
    return line.rating - 4 * line.errors.character_errors


def write(factors: Mapping[tuple[str, str], float], path: Path = clips.TAKES) -> None:
    """Update the table with these factors."""
    head = [row for row in path.read_text(encoding="utf-8").splitlines() if row.startswith("#")]
    all_factors = {**clips.takes(), **factors}
    rows = [f"{language}\t{key}\t{all_factors[language, key]}" for language, key in sorted(all_factors)]
    changed_rows = [row for row in rows if not row.endswith("\t1.0")]
    path.write_text("\n".join([*head, *changed_rows]) + "\n", encoding="utf-8")


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--above", type=float, default=0.1)
    add_scope(parser)
    options = parser.parse_args(arguments)

    def work() -> int:
        lines = measure_selected(options)
        write(retake([line for line in lines if line.errors.character_errors > options.above]))
        return 0

    return console.run(work, "rendered and measured clips are cached.")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
