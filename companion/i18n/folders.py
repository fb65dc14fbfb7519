"""Where the catalogues lie: folders that hold `<language>/<domain>.po`.

The package's own is the first. A game from another package has its own in `catalogues` there; whoever comes
with a language brings a folder. Each may hold any languages and any domains, those of the app included.
"""

from __future__ import annotations

import os
from importlib.util import find_spec

from companion.games.shelf import list_games

CATALOGUES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "catalogues")
_SUFFIX = ".po"
# Beside a game's own catalogue: what is said in its guide and its introduction, and what its rules are.
TEACHING_SUFFIXES = ("_guide", "_rules")

# The app's own: each is read when the first of its sentences is needed.
_APP_DOMAINS = (
    *("app", "guide", "rules", "history", "statistics", "people"),
    *("share", "backup", "roles", "hand_on", "moments", "evenings"),
)

# Each folder that was brought, with its domains.
_REGISTERED_FOLDERS: dict[str, frozenset[str]] = {}


def catalogue_folders() -> tuple[str, ...]:
    """All there are, ours first: what two of them say, the first says."""
    return (CATALOGUES, *_game_folders(), *_REGISTERED_FOLDERS)


def catalogue_domains() -> frozenset[str]:
    """The first words of all keys: the app's own, those of the games on the shelf, and what was brought.

    What teaches a game has catalogues of its own, read by whoever opens it and by nobody else.
    """
    game_domains = (f"{game.id}{kind}" for game in list_games() for kind in ("", *TEACHING_SUFFIXES))
    return frozenset((*_APP_DOMAINS, *game_domains)).union(*_REGISTERED_FOLDERS.values())


def _game_folders() -> tuple[str, ...]:
    """A game that does not come with this package comes with its sentences."""
    packages = dict.fromkeys(game.package for game in list_games())
    outside = [find_spec(package) for package in packages if package != "companion"]
    return tuple(
        os.path.join(place, "catalogues")
        for spec in outside
        if spec is not None
        for place in spec.submodule_search_locations or ()
    )


def catalogue_path(folder: str, language: str, domain: str) -> str:
    """The path of a catalogue, there or not."""
    return os.path.join(folder, language, f"{domain}{_SUFFIX}")


def register_catalogues(folder: str | os.PathLike[str]) -> None:
    """Have the catalogues of this folder read too, from now on. Raises OSError if it is none."""
    path = os.fspath(folder)
    languages = [entry.path for entry in os.scandir(path) if entry.is_dir()]
    _REGISTERED_FOLDERS[path] = frozenset(
        name.removesuffix(_SUFFIX)
        for language in languages
        for name in os.listdir(language)
        if name.endswith(_SUFFIX)
    )


def unregister_catalogues(folder: str | os.PathLike[str]) -> None:
    """Take back what was brought."""
    _REGISTERED_FOLDERS.pop(os.fspath(folder), None)
