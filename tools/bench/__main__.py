"""Runs the benchmarks named on the command line, or all; what they say is also kept in build/bench.json."""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import time
from importlib.metadata import version

from tools.bench.benchmarks import BENCHMARKS
from tools.bench.figures import spread
from tools.bench.lab import BUILD, Lab
from tools.bench.result import as_json, as_table


def main() -> int:
    by_name = {benchmark.__name__: benchmark for benchmark in BENCHMARKS}
    parser = argparse.ArgumentParser(prog="python -m tools.bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(by_name))
    parser.add_argument("--strict", action="store_true", help="end with 1 if a goal is missed")
    chosen = parser.parse_args()
    if unknown := [name for name in chosen.names if name not in by_name]:
        parser.error(f"no benchmark is called {', '.join(unknown)}")
    began, load = time.monotonic(), os.getloadavg()[0]
    results = []
    with Lab() as lab:
        for name in chosen.names or by_name:
            print(f"{name} …", file=sys.stderr, flush=True)
            results.append(by_name[name](lab))
        bare = spread([each.bare.seconds for each in lab.rounds]) if "rounds" in vars(lab) else None
    circumstances = {
        "python": platform.python_version(),
        "kivy": version("kivy"),
        "machine": f"{platform.machine()}, {os.cpu_count()} cores",
        "load before": load,
        "load after": os.getloadavg()[0],
        "noise": bare.noise if bare else None,
        "seconds": time.monotonic() - began,
    }
    print(as_table(results))
    print(
        f"\nPython {circumstances['python']}, Kivy {circumstances['kivy']}, {circumstances['machine']};"
        f" load {load:.1f} before, {circumstances['load after']:.1f} after; {circumstances['seconds']:.0f} s"
    )
    if bare:
        print(f"Noise: half of the bare starts lie within {bare.noise:.0%} of one another.")
    (BUILD / "bench.json").write_text(
        json.dumps(as_json(results, circumstances), indent=2, ensure_ascii=False) + "\n", encoding="utf-8"
    )
    return int(chosen.strict and any(result.verdict == "MISS" for result in results))


sys.exit(main())
