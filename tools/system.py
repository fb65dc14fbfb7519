"""System programs that a tool needs; root installs missing ones."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping

from tools.setup import Stop, patiently, say, system_commands


def lacks(needs: Mapping[str, str]) -> str:
    """Return why these programs (mapped to Debian packages) cannot be used, or an empty string."""
    missing = [package for program, package in needs.items() if shutil.which(program) is None]
    if not missing:
        return ""
    try:
        root, apt = os.geteuid() == 0, shutil.which("apt-get") is not None
        update, install = system_commands(missing, root=root, apt=apt)
        say("Installing system packages: " + " ".join(missing))
        quiet = dict(os.environ, DEBIAN_FRONTEND="noninteractive", LC_ALL="C")
        patiently(update, quiet)
        code, output = patiently(install, quiet)
    except Stop as stop:
        return str(stop)
    return output.rstrip().rpartition("\n")[2] if code else ""
