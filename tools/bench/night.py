"""The night, measured: how fast it is made, and whether what is heard keeps to the plan."""

from __future__ import annotations

import time
from array import array
from functools import lru_cache
from statistics import median

from companion.games.avalon.moves import Assassinate, Lady, Move, Propose, Quest, Vote
from companion.games.avalon.play import GAME as AVALON
from companion.games.avalon.setup import Lancelot, Setup
from companion.games.avalon.state import Awaits, State
from companion.narration import Narration
from companion.narrator.night import Manner
from companion.settings import Voice
from tools.bench.figures import percentile
from tools.bench.heard import FULL, Held, Line, Watch, find, off_plan
from tools.bench.lab import Lab
from tools.bench.result import Result

TEN = tuple("ABCDEFGHIJ")
NIGHTS_MADE = 100
GAMES = 200
TAPS = 3
# In real time, so no more than needed; other programs can only make a night less exact.
NIGHTS_HELD = 2


def night_made(lab: Lab) -> Result:
    """Scripted, acted out by the simulated table, put into words, given its clips and laid out in time."""
    setup = Setup(TEN, roles=("percival", "morgana", "mordred"), lancelot=Lancelot.V1)
    manner = Manner(languages=("en", "it"))
    narration = Narration(lab.folder)
    taken = []
    for _ in range(NIGHTS_MADE):
        began = time.perf_counter()
        night = narration.night(setup, manner, Voice.BUILTIN, engine=False)
        taken.append((time.perf_counter() - began) * 1000)
    if not all(spoken.clip for spoken in night.lines.values()):
        raise RuntimeError("not every line has a clip")
    return Result(
        "a night of ten players in two languages made",
        median(taken),
        "ms",
        5.0,
        {
            "95 % within": percentile(taken, 95),
            # With the catalogues and the indexes of the clips, which are read once.
            "the first": taken[0],
            "lines": f"{len(night.lines)}",
        },
    )


def begin_to_speech(lab: Lab) -> Result:
    """From the release of the finger to the first loud sample of the first line, without the bell and
    the count that the plan has before it: by so much they begin late, or run over."""
    nights = [_hold(lab, "line") for _ in range(TAPS)]
    sounds = [night.heard_at(0) - night.released - night.plan[0] for night in nights]
    plays = [night.asked[0] - night.released - night.plan[0] for night in nights]
    first = nights[0]
    return Result(
        "tap on begin to speech, bell and count left out",
        median(sounds) * 1000,
        "ms",
        150.0,
        {
            "taps": ", ".join(f"{seconds * 1000:.0f}" for seconds in sounds),
            "to play()": median(plays) * 1000,
            "play() to the buffer with the clip": median(
                (night.heard_at(0) - night.asked[0] - night.lines[0].head) * 1000 for night in nights
            ),
            "silence in the clip": first.lines[0].head * 1000,
            "tap by processor time": median(night.work for night in nights) * 1000,
            "bell and count": first.plan[0] * 1000,
        },
    )


def lines_on_time(lab: Lab) -> Result:
    """How far any line's onset is from where the plan has it, counted from the first one."""
    nights = _whole_nights(lab)
    worst = [max(map(abs, night.deviations)) for night in nights]
    best = nights[worst.index(min(worst))]
    return Result(
        "onset of a line in the sound, from the plan",
        min(worst) * 1000,
        "ms",
        50.0,
        {
            "nights": ", ".join(f"{seconds * 1000:.0f}" for seconds in worst),
            "half within": median(map(abs, best.deviations)) * 1000,
            "asked for within": max(map(abs, off_plan(best.asked, best.plan))) * 1000,
            "lines": f"{len(best.lines)}",
            "night s": best.growth.seconds,
            "driver's clock": f"{best.growth.speed(best.rate):.4f}",
            "its longest gap ms": best.growth.longest_gap * 1000,
        },
    )


def nothing_lost(lab: Lab) -> Result:
    """Lines that are not heard whole, and samples at full scale, without a bed and with one."""
    nights = _whole_nights(lab)
    cut = [line.name for night in nights for line in night.lines if not line.whole]
    rain = _hold(lab, "dawn", bed="rain")
    if rain.silent > nights[0].silent / 2:
        raise RuntimeError("the bed was not heard")
    clipped = sum(night.clipped for night in nights) + rain.clipped
    return Result(
        "lines cut and samples clipped",
        float(len(cut) + clipped),
        "",
        0.0,
        {
            "lines cut": ", ".join(cut) or "none",
            "samples clipped": f"{clipped}",
            "peak": f"{max(night.peak for night in nights) / FULL:.3f}",
            "peak with rain": f"{rain.peak / FULL:.3f}",
            "silent": f"{median(night.silent for night in nights):.0%}",
            "silent with rain": f"{rain.silent:.0%}",
        },
    )


def avalon_moves(lab: Lab) -> Result:
    """Whole games by the rules alone; 50 µs a move are 20,000 moves a second."""
    setup = Setup(TEN, roles=("percival", "morgana", "mordred", "oberon"), lady=True)
    moves = _a_game(setup)
    taken = []
    for _ in range(GAMES):
        state = AVALON.start(setup)
        began = time.perf_counter()
        for move in moves:
            state = AVALON.apply(state, move)
        taken.append((time.perf_counter() - began) / len(moves))
    return Result(
        "a move of Avalon by the rules",
        median(taken) * 1e6,
        "µs",
        50.0,
        {"moves a second": f"{1 / median(taken):,.0f}", "moves in the game": f"{len(moves)}"},
    )


# -- nights that are held ------------------------------------------------------------------------------


def _hold(lab: Lab, until: str, bed: str = "off") -> Held:
    folder = lab.folder / f"night-{time.monotonic_ns()}"
    folder.mkdir()
    file = folder / "sound.raw"
    with Watch(file) as watch:
        told = lab.run("night", folder, file, bed, until)
    rate, channels = told["rate"], told["channels"]
    samples = array("h", file.read_bytes())
    sound = samples[::channels].tobytes()
    lines: list[Line] = []
    after = 0
    # Under a bed a clip's samples are no longer to be told apart.
    for number, name in enumerate(told["lines"] if bed == "off" else ()):
        line = find(sound, name, array("h", (folder / f"{file.name}.{number}").read_bytes()), rate, after)
        after = after if line.place is None else line.place + 1
        lines.append(line)
    held = Held(
        told["released"],
        told["work"],
        told["plan"],
        told["asked"],
        lines,
        watch.growth(2 * channels),
        rate,
        told["buffer"],
        max(max(samples), -min(samples)),
        sum(samples.count(edge) for edge in (FULL, -FULL, -FULL - 1)),
        samples.count(0) / len(samples),
    )
    file.unlink()
    return held


@lru_cache(maxsize=1)
def _whole_nights(lab: Lab) -> list[Held]:
    return [_hold(lab, "dawn") for _ in range(NIGHTS_HELD)]


# -- a game ----------------------------------------------------------------------------------------------


def _a_game(setup: Setup) -> list[Move]:
    """Five quests that succeed and fail in turn, with a rejected team before each, and a missed Merlin."""
    state, moves = AVALON.start(setup), list[Move]()
    while state.outcome is None:
        move = _next_move(state)
        moves.append(move)
        state = AVALON.apply(state, move)
    return moves


def _next_move(state: State) -> Move:
    everybody = tuple(range(len(state.setup.players)))
    match state.awaits:
        case Awaits.PROPOSE:
            return Propose(everybody[: state.team_size])
        case Awaits.VOTE:
            return Vote(everybody if state.attempt > 1 else ())
        case Awaits.QUEST:
            return Quest(0 if state.round % 2 else state.fails_needed or 1)
        case Awaits.LADY:
            return Lady(state.lady_targets[0])
        case Awaits.ASSASSINATE:
            return Assassinate(0, hit=False)
    raise LookupError(f"no move for {state.awaits}")


NIGHT_BENCHMARKS = (night_made, begin_to_speech, lines_on_time, nothing_lost, avalon_moves)
