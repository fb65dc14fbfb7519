"""Table Companion: narrator and score keeper for board games."""

from pathlib import Path

__version__ = "0.1.0"

_PACKAGE_FOLDER = Path(__file__).resolve().parent
# A wheel contains the assets inside the package; in a checkout and on the phone they are beside it.
_WHEEL_ASSETS = _PACKAGE_FOLDER / "_assets"
_ASSETS_FOLDER = _WHEEL_ASSETS if _WHEEL_ASSETS.is_dir() else _PACKAGE_FOLDER.parent / "assets"


def asset(*parts: str) -> Path:
    """Return the path of a shipped file or folder, existing or not: `asset("fonts", "Roboto-Bold.ttf")`."""
    return _ASSETS_FOLDER.joinpath(*parts)
