"""Where the shipped files are: fonts, icons, sounds, voices."""

from __future__ import annotations

from pathlib import Path

_HERE = Path(__file__).resolve().parent
# A wheel carries the assets inside the package; in a checkout and on the phone they lie beside it.
_IN_WHEEL = _HERE / "_assets"
_ROOT = _IN_WHEEL if _IN_WHEEL.is_dir() else _HERE.parent / "assets"


def asset(*parts: str) -> Path:
    """The path of a shipped file or folder, there or not: `asset("fonts", "Roboto-Bold.ttf")`."""
    return _ROOT.joinpath(*parts)
