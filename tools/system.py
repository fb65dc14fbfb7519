"""Programs of the system that a tool needs: root may install what is missing, and so it is."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping

from tools.setup import Stop, patiently, say, system_commands


def lacks(needs: Mapping[str, str]) -> str:
    """Why these programs, each with its Debian package, cannot be used; nothing if they can."""
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
