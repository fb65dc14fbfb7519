"""Run the benchmarks named on the command line, all of them, or `quick` for the most important ones.

Prints one line per figure and writes all results to build/bench.json. Exit code 1 if a gate failed.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import time
import traceback
from importlib.metadata import version

from tools.bench.benchmarks import BENCHMARKS, QUICK_BENCHMARKS
from tools.bench.lab import BUILD, FULL, QUICK, Lab
from tools.bench.result import Result, format_details, format_name, format_result, to_json


def main() -> int:
    by_name = {benchmark.__name__: benchmark for benchmark in BENCHMARKS}
    parser = argparse.ArgumentParser(prog="python -m tools.bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(["quick", *by_name]))
    parser.add_argument("--details", action="store_true", help="print what each figure is made of")
    arguments = parser.parse_args()
    is_quick = arguments.names == ["quick"]
    names = list(QUICK_BENCHMARKS if is_quick else arguments.names or by_name)
    if unknown := [name for name in names if name not in by_name]:
        parser.error(f"unknown benchmark: {', '.join(unknown)}")
    began, load_before = time.monotonic(), os.getloadavg()[0]
    results: list[tuple[str, float, Result]] = []
    errors: list[str] = []
    with Lab(QUICK if is_quick else FULL) as lab:
        for name in names:
            # Print the name first to show which benchmark is running.
            print(format_name(name), end="", flush=True)
            measured_from = time.monotonic()
            try:
                result = by_name[name](lab)
            except Exception as error:  # continue with the other benchmarks
                errors.append(f"{name}: {error}")
                print("ERROR", flush=True)
                traceback.print_exc()
                continue
            results.append((name, time.monotonic() - measured_from, result))
            print(format_result(result), flush=True)
            if arguments.details:
                print("\n".join(format_details(result)))
    misses = sum(result.verdict == "MISS" for *_, result in results)
    gates = sum(result.goal is not None for *_, result in results) + len(errors)
    circumstances = {
        "python": platform.python_version(),
        "kivy": version("kivy"),
        "machine": f"{platform.machine()}, {os.cpu_count()} cores",
        "load before": load_before,
        "load after": os.getloadavg()[0],
        "seconds": time.monotonic() - began,
        "errors": errors,
    }
    (BUILD / "bench.json").write_text(
        json.dumps(to_json(results, circumstances), indent=2, ensure_ascii=False) + "\n", encoding="utf-8"
    )
    print(
        f"{misses + len(errors)} of {gates} gates failed; {circumstances['seconds']:.0f} s; "
        f"load {load_before:.1f} before, {circumstances['load after']:.1f} after; "
        "all figures: build/bench.json"
    )
    return int(bool(misses or errors))


sys.exit(main())
