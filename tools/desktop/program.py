"""Build the one-folder program, which contains all its dependencies and needs no installation."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

from tools.desktop.workshop import BUILD, NAME, PYTHON, same_again
from tools.setup import Stop, run

SPEC = Path(__file__).parent / "program.spec"
# Libraries used from the system, with the Debian package that contains them or depends on them. The last two
# are loaded only at run time: by SDL for windows, by Kivy for touch screens.
PACKAGES = {
    "libGL.so.1": "libgl1",
    "libGLX.so.0": "libgl1",
    "libGLdispatch.so.0": "libgl1",
    "libX11.so.6": "libx11-6",
    "libXau.so.6": "libx11-6",
    "libXdmcp.so.6": "libx11-6",
    "libbsd.so.0": "libx11-6",
    "libmd.so.0": "libx11-6",
    "libxcb.so.1": "libx11-6",
    "libXrender.so.1": "libxrender1",
    "libgcc_s.so.1": "libgcc-s1",
    "libstdc++.so.6": "libstdc++6",
    "libXext.so.6": "libxext6",
    "libmtdev.so.1": "libmtdev1",
}
# Import the installed package, not the checkout. Importing Kivy for analysis must neither log nor write to
# the user's home.
_QUIETLY = {"PYTHONSAFEPATH": "1", "KIVY_NO_CONSOLELOG": "1", "KIVY_NO_CONFIG": "1", "KIVY_NO_FILELOG": "1"}
# All of these belong to the C library.
_C_LIBRARY = re.compile(r"linux-vdso\.so|.*ld-linux|lib(?:c|dl|m|pthread|rt|util)\.so")
_GLIBC = re.compile(rb"\0GLIBC_2\.(\d+)[.\0]")


def build() -> Path:
    """Build the program; return its folder."""
    folder = BUILD / "program" / NAME
    shutil.rmtree(folder, ignore_errors=True)
    run(
        [
            *(str(PYTHON), "-m", "PyInstaller", "--noconfirm", "--log-level", "ERROR"),
            *("--distpath", str(folder.parent), "--workpath", str(BUILD / "work"), str(SPEC)),
        ],
        "The program could not be packaged.",
        dict(os.environ, **same_again(), **_QUIETLY),
    )
    if unknown_libraries := system_libraries(folder) - PACKAGES.keys():
        raise Stop(
            f"No Debian package is known for what the program needs: {', '.join(sorted(unknown_libraries))}"
        )
    return folder


def megabytes(place: Path) -> float:
    files = place.rglob("*") if place.is_dir() else [place]
    return sum(path.stat().st_size for path in files if path.is_file() and not path.is_symlink()) / 1_000_000


def system_libraries(folder: Path) -> set[str]:
    """Return the libraries outside `folder` that the loader finds, or misses, for those inside."""
    inside = dict(os.environ, LD_LIBRARY_PATH=str(folder / "_internal"), LC_ALL="C")
    output = subprocess.run(
        ["ldd", *map(str, binaries(folder))], env=inside, capture_output=True, text=True, check=False
    ).stdout
    libraries = re.findall(r"^\t(\S+) (?:=> (\S+) )?\(0x|^\t(\S+) => not found", output, re.MULTILINE)
    outside = {name or missing for name, path, missing in libraries if not path.startswith(str(folder))}
    return {name for name in outside if not _C_LIBRARY.match(name)}


def c_library_version(folder: Path) -> str:
    """Return the oldest version of the C library that has all required symbols."""
    minor_versions = (int(minor) for path in binaries(folder) for minor in _GLIBC.findall(path.read_bytes()))
    return f"2.{max(minor_versions)}"


def binaries(folder: Path) -> list[Path]:
    files = (path for path in sorted(folder.rglob("*")) if path.is_file() and not path.is_symlink())
    return [path for path in files if path.open("rb").read(4) == b"\x7fELF"]
