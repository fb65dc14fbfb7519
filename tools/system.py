"""System programs that a tool needs; root installs missing ones."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping

from tools.setup import Stop, run_when_unlocked, say, system_commands


def why_missing(needs: Mapping[str, str]) -> str:
    """Return why these programs (mapped to Debian packages) cannot be used, or an empty string."""
    missing = [package for program, package in needs.items() if shutil.which(program) is None]
    if not missing:
        return ""
    try:
        root, apt = os.geteuid() == 0, shutil.which("apt-get") is not None
        update, install = system_commands(missing, root=root, apt=apt)
        say("Installing system packages: " + " ".join(missing))
        quiet = dict(os.environ, DEBIAN_FRONTEND="noninteractive", LC_ALL="C")
        run_when_unlocked(update, quiet)
        code, output = run_when_unlocked(install, quiet)
    except Stop as stop:
        return str(stop)
    return output.rstrip().rpartition("\n")[2] if code else ""
