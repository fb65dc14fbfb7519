"""Start-up on a much slower machine."""

from __future__ import annotations

from statistics import median

from tools.bench.figures import ratio
from tools.bench.lab import Lab
from tools.bench.result import Result

# How much slower a phone that is a few years old is than the machine on which the goal was set.
TIMES = 4
ROUNDS = 5
# 1.75 s for the app and 1.46 s for a bare app; absolute times depend on the machine and its load.
MAX_RATIO = 1.2


def slow_machine_first_frame(lab: Lab) -> Result:
    """Measure the first usable frame with a quarter of a processor."""
    app, bare = [], []
    for _ in range(ROUNDS + 1):
        app.append(lab.run("slowly", TIMES, "start", lab.few_games, lab.usable_frame))
        bare.append(lab.run("slowly", TIMES, "bare"))
    # Discard the first run of each: it fills caches.
    seconds = [[float(start["seconds"]) for start in starts[1:]] for starts in (app, bare)]
    costs_ratio = ratio(*seconds)
    work = [median(float(start["work"]) for start in starts[1:]) for starts in (app, bare)]
    return Result(
        "first usable frame ÷ a bare app's, with a quarter of a processor",
        costs_ratio.middle,
        "×",
        MAX_RATIO,
        {
            "app s": f"{median(seconds[0]):.2f}",
            "bare s": f"{median(seconds[1]):.2f}",
            "by processor time": f"{work[0] / work[1]:.2f}",
        },
        costs_ratio.noise,
    )
