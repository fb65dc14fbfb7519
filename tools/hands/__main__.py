"""Simulate nights in which a player fumbles with the phone.

    python -m tools.hands --nights 100000    simulate 100,000 nights; exit code 1 if one goes wrong

Cycles through every different night of both games in all styles; the same seed gives the same presses.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from random import Random

from tools.hands.fumble import fumble, random_presses
from tools.hands.tables import every_night


def wrong_nights(seed: int, first: int, nights: int) -> list[str]:
    """Simulate `nights` nights from index `first`; return what went wrong in them."""
    all_nights = every_night()
    faults_of_nights = []
    for number in range(first, first + nights):
        chance = Random(f"{seed}.{number}")
        night = all_nights[number % len(all_nights)]
        timeline = night.timeline()
        presses = random_presses(timeline, chance)
        faults = fumble(timeline, night.deal(chance), presses, chance, count=chance.random() < 0.1)
        if faults:
            hands = ", ".join(f"{each.seconds:.2f} {each.event}" for each in presses)
            faults_of_nights.append(f"night {number}: {night.script.style} {hands}: {faults[:3]}")
    return faults_of_nights


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--nights", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    began = time.monotonic()
    share = max(1, options.nights // 50)
    starts = range(0, options.nights, share)
    shares = [(options.seed, first, min(share, options.nights - first)) for first in starts]
    wrong: list[str] = []
    with ProcessPoolExecutor(os.cpu_count()) as workers:
        for done, new_faults in enumerate(workers.map(wrong_nights, *zip(*shares, strict=True)), start=1):
            wrong += new_faults
            print(f"\r{done * share:>7} nights, {len(wrong)} wrong", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    for line in wrong[:20]:
        print(line)
    seconds = time.monotonic() - began
    print(f"{options.nights} nights of {len(every_night())} kinds, {len(wrong)} wrong dawns, {seconds:.0f} s")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
