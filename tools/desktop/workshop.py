"""The build environment of the packages: a virtual environment below build/."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from tools.setup import ROOT, run, say

NAME = "table-companion"
BUILD = ROOT / "build" / "desktop"
PYTHON = BUILD / "python" / "bin" / "python"
REQUIREMENTS = Path(__file__).parent / "requirements.lock"


def wheel() -> Path:
    """Build the wheel of this checkout; return its file."""
    folder = BUILD / "wheel"
    shutil.rmtree(folder, ignore_errors=True)
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    run(build, "The wheel could not be built.", dict(os.environ, **same_again()))
    (wheel_file,) = folder.glob("*.whl")
    return wheel_file


def prepare(wheel_file: Path) -> None:
    """Create the environment with the packaging tools, the dependencies and the app from its wheel."""
    ready = BUILD / "python" / ".ready"
    pins = hashlib.sha256(REQUIREMENTS.read_bytes()).hexdigest()
    pip = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
    if not (ready.is_file() and ready.read_text(encoding="utf-8") == pins and PYTHON.is_file()):
        say("Installing the packaging tools")
        shutil.rmtree(BUILD / "python", ignore_errors=True)
        run([sys.executable, "-m", "venv", str(BUILD / "python")], "build/desktop could not be created.")
        run(
            [*pip, "--require-hashes", "-r", str(REQUIREMENTS)],
            "The packaging tools could not be installed: is the package index reachable?",
        )
        ready.write_text(pins, encoding="utf-8")
    run([*pip, "--force-reinstall", str(wheel_file)], "The wheel could not be installed.")


def same_again() -> Mapping[str, str]:
    """Return environment variables for reproducible builds: date of the last change, fixed hash seed."""
    last = subprocess.run(
        ["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return {"SOURCE_DATE_EPOCH": last.stdout.strip() or "0", "PYTHONHASHSEED": "1"}
