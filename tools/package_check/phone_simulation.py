"""Run the app under the conditions of a phone and take a screenshot of every screen.

Packed as by buildozer, compiled with -OO, without sources, with the phone's packages alone; in the Python of
this environment and in one as new as the phone's.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, files
from importlib.util import find_spec
from pathlib import Path

from tools.package_check.outcome import Failed, Skipped
from tools.package_check.sources import listed, packed, settings
from tools.pictures import whole_tour
from tools.setup import ROOT, say
from tools.system import why_missing
from tools.tour.off_screen import TOUR_FOLDER, copy_tour

# Debian unstable has a Python as new as python-for-android's, and a Kivy for it.
SUITE = "sid"
INSIDE = ("python3", "python3-kivy", "libgl1", "libegl1", "libgles2", "libgl1-mesa-dri", "libmtdev1t64")
NEEDS = {"debootstrap": "debootstrap"}
_DEBIANS_PACKAGES = Path("usr/lib/python3/dist-packages")
# Packages that this project has in addition to the phone's.
DEVELOPMENT_PACKAGES = ("espeakng_loader", "hypothesis", "pyttsx3", "pytest", "setuptools")
_TIMEOUT_SECONDS = 1800
_REPORT_CODE = f"""
import json, sqlite3, sys
from importlib.util import find_spec
print(json.dumps({{
    "python": sys.version.split()[0],
    "sqlite": sqlite3.sqlite_version,
    "optimized": sys.flags.optimize,
    "strangers": [name for name in {DEVELOPMENT_PACKAGES!r} if find_spec(name)],
}}))
"""


@dataclass(frozen=True, slots=True)
class Python:
    """A Python interpreter and its root folder (a chroot, or `/`)."""

    program: str
    root: Path = Path("/")

    def inner_path(self, path: Path) -> str:
        """Return the path as seen from inside the root."""
        return str(Path("/", path.relative_to(self.root)))

    def run(self, folder: Path, *arguments: str, path: Iterable[Path] = ()) -> str:
        """Run this Python in `folder` and return its output. Raises Failed if it fails or times out.

        It gets a clean environment; without `site` it finds only its own library and `path`.
        """
        environment = {
            "HOME": self.inner_path(folder),
            "LANG": "C.UTF-8",
            "PATH": "/usr/bin:/bin:/usr/sbin:/sbin",
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONOPTIMIZE": "2",
            "PYTHONPATH": os.pathsep.join(map(self.inner_path, path)),
        }
        variables = [f"{name}={value}" for name, value in environment.items()]
        there = [] if self.root == Path("/") else ["chroot", str(self.root)]
        command = [
            *there,
            "env",
            "-i",
            "-C",
            self.inner_path(folder),
            *variables,
            self.program,
            "-S",
            *arguments,
        ]
        try:
            done = subprocess.run(
                command,
                capture_output=True,
                text=True,
                encoding="utf-8",
                timeout=_TIMEOUT_SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired as late:
            raise Failed(f"Python's {arguments[0]} timed out") from late
        if done.returncode:
            raise Failed(f"Python's {arguments[0]} ends with {done.returncode}: {done.stderr[-1500:]}")
        return done.stdout


def check(work: Path) -> list[str]:
    drawings, reasons = [], []
    for python in (_current_python, _newer_python):
        try:
            drawings.append(_draw_app(*python(work / "phone")))
        except Skipped as skipped:
            reasons.append(str(skipped))
    if not drawings:
        raise Skipped("; ".join(reasons))
    return [*drawings, *(f"not tried: {reason}" for reason in reasons)]


def _draw_app(python: Python, folder: Path) -> str:
    """Pack the app below `folder`, run it there, and report with which versions."""
    shutil.rmtree(folder, ignore_errors=True)
    app, site, tour, drawings = folder / "app", folder / "site", folder / "tour", folder / "drawn"
    spec = settings(ROOT / "buildozer.spec")
    for path in packed(ROOT, spec):
        (app / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / path, app / path)
    _add_packages(listed(spec, "requirements"), site, python.root)
    copy_tour(tour)
    drawings.mkdir()
    python.run(drawings, "-OO", "-m", "compileall", "-q", "-b", "-f", python.inner_path(app))
    for source in app.rglob("*.py"):
        source.unlink()
    report = json.loads(python.run(drawings, "-c", _REPORT_CODE, path=(app, site)))
    if report["optimized"] != 2 or report["strangers"]:
        raise Failed(f"not as on a phone: {report}")
    python.run(drawings, python.inner_path(app / "main.pyc"), path=(app, site, tour))
    try:
        count = whole_tour(drawings / TOUR_FOLDER)
    except ValueError as wrong:
        raise Failed(f"Python {report['python']} draws {wrong}") from wrong
    return f"Python {report['python']} with SQLite {report['sqlite']} drew {count} pictures"


def _add_packages(requirements: Iterable[str], site: Path, root: Path) -> None:
    """Link or copy the phone's packages into `site`; compiled ones come from the Python that uses them.

    Packages that exist only for Android are skipped; if the app needed one of the others, it would fail.
    """
    site.mkdir(parents=True)
    for requirement in requirements:
        for source in _find_files(requirement.partition("==")[0].replace("_", "-")):
            debian_path = Path("/", _DEBIANS_PACKAGES, source.name)
            if root == Path("/"):
                (site / source.name).symlink_to(source)
            elif (root / _DEBIANS_PACKAGES / source.name).exists():
                (site / source.name).symlink_to(debian_path)
            elif source.is_dir():
                shutil.copytree(source, site / source.name, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copyfile(source, site / source.name)


def _find_files(package: str) -> set[Path]:
    """Return the modules and folders of a package installed in this environment."""
    try:
        paths = [path for path in files(package) or () if path.parts[0] not in ("..", "__pycache__")]
    except PackageNotFoundError:
        return set()
    locations = {Path(str(path.locate())).parents[len(path.parts) - 1] / path.parts[0] for path in paths}
    return {path for path in locations if path.suffix != ".dist-info"}


def _current_python(work_folder: Path) -> tuple[Python, Path]:
    """Return the Python of this environment and a folder for the app. Raises Skipped if it has no Kivy."""
    if find_spec("kivy") is None:
        raise Skipped("needs Kivy, which does not exist for this Python")
    return Python(sys.executable), work_folder / "here"


def _newer_python(work_folder: Path) -> tuple[Python, Path]:
    """Return a newer Python in a Debian chroot below `place`, and a folder for the app.

    The chroot is created once. Raises Skipped if it cannot be created.
    """
    root = work_folder / SUITE
    ready = root / ".ready"
    if not ready.is_file():
        if os.geteuid() != 0:
            raise Skipped("a newer Python needs root, to set up Debian in a chroot")
        if reason := why_missing(NEEDS):
            raise Skipped(reason)
        say(f"Setting up Debian {SUITE} in {root.relative_to(ROOT)}: some minutes, once, and 800 MB")
        shutil.rmtree(root, ignore_errors=True)
        # Install with apt, not debootstrap, which may choose the wrong one of two alternative dependencies.
        install = ("apt-get", "install", "--yes", "--no-install-recommends", *INSIDE)
        for command in (
            ("debootstrap", "--variant=minbase", SUITE, str(root)),
            ("chroot", str(root), *install),
        ):
            quiet = dict(os.environ, DEBIAN_FRONTEND="noninteractive", LC_ALL="C")
            done = subprocess.run(command, env=quiet, capture_output=True, text=True, check=False)
            if done.returncode:
                report = (done.stderr or done.stdout).strip().rpartition("\n")[2]
                raise Skipped(f"{command[0]} could not set up Debian {SUITE}: {report}")
        ready.touch()
    return Python("python3", root), root / "phone"
