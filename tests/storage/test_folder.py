from __future__ import annotations

from pathlib import Path

import pytest

from companion.storage.database import find_data_folder


@pytest.mark.parametrize(
    ("environ", "platform", "folder"),
    [
        ({"HOME": "/home/anna"}, "linux", "/home/anna/.local/share/table-companion"),
        ({"HOME": "/home/anna", "XDG_DATA_HOME": "/data"}, "linux", "/data/table-companion"),
        ({"HOME": "/home/anna", "XDG_DATA_HOME": "data"}, "linux", "/home/anna/.local/share/table-companion"),
        ({"HOME": "/home/anna", "XDG_DATA_HOME": ""}, "linux", "/home/anna/.local/share/table-companion"),
        (
            {"HOME": "/Users/anna"},
            "darwin",
            "/Users/anna/Library/Application Support/table-companion",
        ),
        ({"APPDATA": "/roaming", "USERPROFILE": "/anna"}, "win32", "/roaming/table-companion"),
        ({"USERPROFILE": "/anna"}, "win32", "/anna/AppData/Roaming/table-companion"),
        ({"ANDROID_PRIVATE": "/data/user/0/app/files"}, "android", "/data/user/0/app/files/table-companion"),
        ({"ANDROID_PRIVATE": "/data/user/0/app/files"}, "linux", "/data/user/0/app/files/table-companion"),
    ],
)
def test_each_platform_has_its_folder(environ: dict[str, str], platform: str, folder: str) -> None:
    assert find_data_folder(environ, platform) == Path(folder)


@pytest.mark.parametrize("platform", ["linux", "darwin", "win32", "android"])
def test_the_chosen_folder_wins_on_every_platform(platform: str) -> None:
    environ = {
        "COMPANION_DATA": "/chosen",
        "HOME": "/home/anna",
        "XDG_DATA_HOME": "/data",
        "APPDATA": "/roaming",
        "ANDROID_PRIVATE": "/files",
    }
    assert find_data_folder(environ, platform) == Path("/chosen")


def test_without_any_hint_the_home_of_the_process_is_used() -> None:
    assert find_data_folder({}, "linux") == Path.home() / ".local" / "share" / "table-companion"
