"""Test of the wheel as users install it: by pipx, into an empty home."""

from __future__ import annotations

import os
from pathlib import Path

from companion.cli.command import PROGRAM_NAMES
from tools.desktop import commands
from tools.desktop.workshop import PYTHON
from tools.setup import run


def try_commands(wheel: Path, folder: Path) -> str:
    """Test both command names, which must work with the wheel and its dependencies alone."""
    home, bin_folder = folder / "pipx", folder / "bin"
    run(
        [str(PYTHON), "-m", "pipx", "install", "--quiet", "--python", str(PYTHON), str(wheel)],
        "pipx could not install the wheel: is the package index within reach?",
        dict(os.environ, PIPX_HOME=str(home), PIPX_BIN_DIR=str(bin_folder), PIPX_MAN_DIR=str(folder / "man")),
    )
    tried = [commands.try_commands(bin_folder / name, folder) for name in PROGRAM_NAMES]
    return f"installed by pipx as {' and '.join(PROGRAM_NAMES)}: {tried[0]}"
