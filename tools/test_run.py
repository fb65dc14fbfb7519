"""Run all checks and tests, quickest first, and print the duration and budget of each.

Arguments are passed to pytest. The type check runs in parallel with the tests and is reported after them.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# Durations depend on the machine's load, so exceeding a budget is shown but never fails.
BUDGET_SECONDS = {
    "style": 5.0,
    "catalogues": 10.0,
    "tests": 220.0,
    "types after them": 5.0,
    "make test": 240.0,
}
CHECKS: dict[str, Sequence[Sequence[str]]] = {
    "style": (("-m", "ruff", "check"), ("-m", "ruff", "format", "--check")),
    "catalogues": (("tools/check_catalogues.py",),),
}
TYPES = ("-m", "mypy")


def main(arguments: Sequence[str]) -> int:
    begin = time.monotonic()
    seconds: dict[str, float] = {}
    with tempfile.TemporaryFile("w+", encoding="utf-8") as output:
        types = subprocess.Popen(
            [sys.executable, *TYPES],
            cwd=ROOT,
            stdout=output,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
        )
        try:
            failed = any(not run_check(name, seconds) for name in CHECKS)
            if not failed:
                failed = run_tests(arguments, seconds) != 0
            waited = time.monotonic()
            failed = types.wait() != 0 or failed
            seconds["types after them"] = time.monotonic() - waited
        finally:
            types.kill()
        output.seek(0)
        print(output.read(), end="")
    seconds["make test"] = time.monotonic() - begin
    for name, seconds_taken in seconds.items():
        print(format_row(name, seconds_taken))
    return int(failed)


def run_check(name: str, seconds: dict[str, float]) -> bool:
    begin = time.monotonic()
    passed = all(run(command) == 0 for command in CHECKS[name])
    seconds[name] = time.monotonic() - begin
    return passed


def run_tests(arguments: Sequence[str], seconds: dict[str, float]) -> int:
    begin = time.monotonic()
    # One worker per core; more of them only compete.
    workers = str(max(2, os.cpu_count() or 1))
    code = run(["-m", "pytest", "-n", workers, "--dist", "worksteal", *arguments])
    seconds["tests"] = time.monotonic() - begin
    return code


def run(command: Sequence[str]) -> int:
    return subprocess.run([sys.executable, *command], cwd=ROOT, check=False).returncode


def format_row(name: str, seconds_taken: float) -> str:
    return f"{name:18}{format_budget(seconds_taken, BUDGET_SECONDS[name])}"


def format_budget(seconds: float, budget: float) -> str:
    over = f"  OVER BUDGET by {seconds - budget:.0f} s" if seconds > budget else ""
    return f"{seconds:7.0f} of {budget:3.0f} s{over}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
