"""This program once more, for a part of its work that is best done in a process of its own.

A speech engine may hang or crash, and a window may take the whole program down with it: there they do so
alone. `companion/__main__.py` knows what each part is.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

# Stands before the name of a part, and in no help: it is nothing for people.
_OPTION = "--alone"
ENGINE_PART, PROBE_PART = "engine", "probe"
# Where this package was found, for a process that starts somewhere else.
_PACKAGE_PARENT = str(Path(__file__).resolve().parents[2])


def part_command(part: str) -> tuple[str, ...]:
    """The command for this part."""
    if getattr(sys, "frozen", False):
        # A packed program stands in for the Python inside it, and does not know how to run a module.
        return packed_command(sys.executable, part)
    return (sys.executable, "-P", "-m", "companion", _OPTION, part)


def packed_command(program: str, part: str) -> tuple[str, ...]:
    """The same for a packed program, this one or another."""
    return (program, _OPTION, part)


def part_environment() -> dict[str, str]:
    """The environment in which that command finds what we found."""
    paths = filter(None, (_PACKAGE_PARENT, os.environ.get("PYTHONPATH")))
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}


def parse_part(arguments: Sequence[str]) -> str | None:
    """The part that this very process was started for, if it was for one."""
    return arguments[1] if len(arguments) == 2 and arguments[0] == _OPTION else None
