"""Where the catalogues lie: folders that hold `<language>/<domain>.po`.

The package's own is the first. Whoever comes with a language or a game from outside the package brings a
folder of theirs: it may hold any languages and any domains, those of the app included.
"""

from __future__ import annotations

import os

CATALOGUES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "catalogues")
_SUFFIX = ".po"

# Each folder with its domains. Ours are written down: to list them would cost time before the first frame.
_FOLDERS: dict[str, frozenset[str]] = {CATALOGUES: frozenset({"app", "avalon", "cultists", "silver", "duet"})}


def folders() -> tuple[str, ...]:
    """All there are, ours first: what two of them say, the first says."""
    return tuple(_FOLDERS)


def domains() -> frozenset[str]:
    """The first words of all keys."""
    return frozenset().union(*_FOLDERS.values())


def catalogue(folder: str, language: str, domain: str) -> str:
    """The path of a catalogue, there or not."""
    return os.path.join(folder, language, f"{domain}{_SUFFIX}")


def bring(folder: str | os.PathLike[str]) -> None:
    """Have the catalogues of this folder read too, from now on. Raises OSError if it is none."""
    path = os.fspath(folder)
    languages = [entry.path for entry in os.scandir(path) if entry.is_dir()]
    _FOLDERS[path] = frozenset(
        name.removesuffix(_SUFFIX)
        for language in languages
        for name in os.listdir(language)
        if name.endswith(_SUFFIX)
    )


def withdraw(folder: str | os.PathLike[str]) -> None:
    """Take back what was brought."""
    _FOLDERS.pop(os.fspath(folder), None)
