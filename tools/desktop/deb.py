"""Build the Debian package: the program, its command, a menu entry and a manual page."""

from __future__ import annotations

import gzip
import os
import shutil
import subprocess
from pathlib import Path
from textwrap import wrap

import companion
from companion import asset
from companion.i18n.translator import Translator
from tools.desktop.program import PACKAGES, c_library_version, megabytes
from tools.desktop.workshop import BUILD, NAME, same_again
from tools.setup import ROOT, run

NEEDS = {"dpkg-deb": "dpkg"}
SOURCES = Path(__file__).parent / "debian"
# Optional libraries of SDL and its mixer: cursors, screen rotation, audio.
RECOMMENDED = ("libasound2", "libegl1", "libpulse0", "libxcursor1", "libxi6", "libxrandr2", "libxss1")


def build(program: Path) -> Path:
    """Build the package of this program folder; return its file."""
    root = BUILD / "package"
    shutil.rmtree(root, ignore_errors=True)
    copy_files(root, program, asset("app", "icon.png"))
    architecture = subprocess.run(
        ["dpkg", "--print-architecture"], capture_output=True, text=True, check=True
    ).stdout.strip()
    text = control(architecture, c_library_version(program), round(1000 * megabytes(root / "usr")))
    _write(root / "DEBIAN" / "control", text.encode())
    package = BUILD / f"{NAME}_{companion.__version__}_{architecture}.deb"
    run(
        # Clips and fonts are compressed already: a higher level takes minutes and saves nothing.
        ["dpkg-deb", "--root-owner-group", "-Zxz", "-z1", "--build", str(root), str(package)],
        "The package could not be built.",
        dict(os.environ, **same_again()),
    )
    return package


def copy_files(root: Path, program: Path, icon: Path) -> None:
    """Copy all files to their places below `root`."""
    shutil.copytree(program, root / "usr" / "lib" / NAME, symlinks=True)
    command = root / "usr" / "bin" / NAME
    command.parent.mkdir()
    command.symlink_to(Path("..", "lib", NAME, NAME))
    share = root / "usr" / "share"
    _write(share / "applications" / f"{NAME}.desktop", (SOURCES / f"{NAME}.desktop").read_bytes())
    _write(share / "icons" / "hicolor" / "512x512" / "apps" / f"{NAME}.png", icon.read_bytes())
    manual = (SOURCES / f"{NAME}.1").read_text(encoding="utf-8").replace("@VERSION@", companion.__version__)
    _write(share / "man" / "man1" / f"{NAME}.1.gz", _compress(manual.encode()))
    _write(share / "doc" / NAME / "changelog.gz", _compress((ROOT / "CHANGELOG.md").read_bytes()))
    _write(
        share / "doc" / NAME / "copyright",
        copyright_of((ROOT / "LICENSE").read_text(encoding="utf-8")).encode(),
    )


def control(architecture: str, c_version: str, kilobytes: int) -> str:
    needed = [f"libc6 (>= {c_version})", *sorted(set(PACKAGES.values()))]
    tr = Translator("en")
    about = wrap(tr("app.about.what"), 78)
    fields = {
        "Package": NAME,
        "Version": companion.__version__,
        "Architecture": architecture,
        "Maintainer": "Table Companion contributors",
        "Installed-Size": str(kilobytes),
        "Depends": ", ".join(needed),
        "Recommends": ", ".join(RECOMMENDED),
        "Section": "games",
        "Priority": "optional",
        "Description": "\n ".join(["narrator, guide and score keeper for board games", *about]),
    }
    return "".join(f"{name}: {value}\n" for name, value in fields.items())


def copyright_of(licence: str) -> str:
    """Insert the project's licence into Debian's copyright file, indented as its format requires."""
    _title, _, body = licence.partition("\n\n")
    paragraphs = body.partition("\n\n")[2].strip().splitlines()
    indented = "\n".join(f" {line}" if line else " ." for line in paragraphs)
    return (SOURCES / "copyright").read_text(encoding="utf-8").replace("@LICENSE@", indented)


def _compress(text: bytes) -> bytes:
    return gzip.compress(text, mtime=0)


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    path.chmod(0o644)
