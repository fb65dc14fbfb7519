"""How the app starts on a machine that is much slower than this one."""

from __future__ import annotations

from statistics import median

from tools.bench.figures import ratio
from tools.bench.lab import Lab
from tools.bench.result import Result

# A phone of some years is so many times slower than the machine that the goal was set on.
TIMES = 4
ROUNDS = 5
# 1.75 s where a bare app takes 1.46 s: the seconds themselves depend on the machine and on what else it does.
MAX_RATIO = 1.2


def slow_machine_first_frame(lab: Lab) -> Result:
    """The first usable frame where the process has a quarter of a processor."""
    app, bare = [], []
    for _ in range(ROUNDS + 1):
        app.append(lab.run("slowly", TIMES, "start", lab.few_games, lab.usable_frame))
        bare.append(lab.run("slowly", TIMES, "bare"))
    # The first of each is run for all that a first time costs.
    seconds = [[float(start["seconds"]) for start in starts[1:]] for starts in (app, bare)]
    found = ratio(*seconds)
    work = [median(float(start["work"]) for start in starts[1:]) for starts in (app, bare)]
    return Result(
        "first usable frame ÷ a bare app's, with a quarter of a processor",
        found.middle,
        "×",
        MAX_RATIO,
        {
            "app s": f"{median(seconds[0]):.2f}",
            "bare s": f"{median(seconds[1]):.2f}",
            "half of the ratios": f"{found.low:.2f}–{found.high:.2f}",
            "by processor time": f"{work[0] / work[1]:.2f}",
        },
    )
