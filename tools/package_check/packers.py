"""The Android packaging tools, in a virtual environment separate from the project's."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

from tools.package_check.outcome import Failed, Skipped

ROOT = Path(__file__).resolve().parents[2]
LOCK = Path(__file__).with_name("requirements.lock")
_INSIDE = Path(__file__).with_name("inside")
_NEEDS = "needs python-for-android, buildozer and aapt2 from the package index"


@cache
def python(work: Path) -> Path:
    """Return the Python of that environment; it is created once and again when the pins change."""
    place, ready = work / "packers", work / "packers" / "ready.lock"
    if not ready.is_file() or ready.read_bytes() != LOCK.read_bytes():
        run([sys.executable, "-m", "venv", "--clear", str(place)], _NEEDS)
        pip = [
            str(place / "bin" / "python"),
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
        ]
        run([*pip, "--no-deps", "--require-hashes", "-r", str(LOCK)], _NEEDS)
        ready.write_bytes(LOCK.read_bytes())
    return place / "bin" / "python"


def run(command: list[str], needs: str) -> str:
    """Run a command and return its output. Raises Skipped with `needs` if it fails."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    except OSError as error:
        raise Skipped(f"{needs}: {error}") from error
    if done.returncode:
        output = (done.stderr or done.stdout).strip().splitlines() or [f"ended with {done.returncode}"]
        raise Skipped(f"{needs}: {output[-1]}")
    return done.stdout


@cache
def run_script(work: Path, script: str) -> Any:
    """Run a script of `inside` with that Python; return the JSON that it writes below `work`.

    Raises Failed if the script writes none.
    """
    answer, home = work / f"{script}.json", work / "home"
    home.mkdir(parents=True, exist_ok=True)
    answer.unlink(missing_ok=True)
    done = subprocess.run(
        [str(python(work)), str(_INSIDE / f"{script}.py"), str(work), str(answer)],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        # buildozer stores files in the home folder; this one is removed with the rest.
        env={**os.environ, "HOME": str(home), "PYTHONDONTWRITEBYTECODE": "1"},
    )
    if not answer.is_file():
        raise Failed(f"{script}: {(done.stderr or done.stdout).strip()[-2000:]}")
    return json.loads(answer.read_text(encoding="utf-8"))
