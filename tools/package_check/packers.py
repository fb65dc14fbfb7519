"""The tools that pack the app, in a virtual environment of their own: they are none of the project's."""

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
    """The Python that has them; made once, and again when their pins change."""
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
    """What the command says, or a Skipped that tells what it needs."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    except OSError as error:
        raise Skipped(f"{needs}: {error}") from error
    if done.returncode:
        said = (done.stderr or done.stdout).strip().splitlines() or [f"ended with {done.returncode}"]
        raise Skipped(f"{needs}: {said[-1]}")
    return done.stdout


@cache
def told(work: Path, script: str) -> Any:
    """What a script of `inside`, run by that Python in the project's folder, writes as JSON below `work`."""
    answer, home = work / f"{script}.json", work / "home"
    home.mkdir(parents=True, exist_ok=True)
    answer.unlink(missing_ok=True)
    done = subprocess.run(
        [str(python(work)), str(_INSIDE / f"{script}.py"), str(work), str(answer)],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        # buildozer keeps things in a home; this one goes with the rest.
        env={**os.environ, "HOME": str(home), "PYTHONDONTWRITEBYTECODE": "1"},
    )
    if not answer.is_file():
        raise Failed(f"{script}: {(done.stderr or done.stdout).strip()[-2000:]}")
    return json.loads(answer.read_text(encoding="utf-8"))
