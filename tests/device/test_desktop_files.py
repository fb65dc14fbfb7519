"""Files on a desktop, with dialogs that are real programs."""

from __future__ import annotations

import os
import queue
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.core.game import Problem, ProblemError
from companion.device import desktop_files
from companion.device.desktop_files import DesktopFileExchange, PathSource
from companion.device.system import NoFileDialog, SavedFile, SaveLocation

Waiting = queue.Queue[Callable[[], object]]


@pytest.fixture
def soon() -> Waiting:
    return queue.Queue()


@pytest.fixture
def exchange(soon: Waiting) -> DesktopFileExchange:
    return DesktopFileExchange(soon.put)


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A desktop with a screen, on which only the programs of this folder can be found."""
    programs = tmp_path / "programs"
    programs.mkdir()
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setenv("PATH", str(programs))
    monkeypatch.delenv("ANDROID_ARGUMENT", raising=False)
    return programs


def program(folder: Path, name: str, does: str) -> None:
    path = folder / name
    path.write_text(f"#!/bin/sh\n{does}\n")
    path.chmod(0o755)


def answer(soon: Waiting, ask: Callable[[Any], object]) -> Any:
    answers: list[Any] = []
    ask(answers.append)
    if not answers:
        soon.get(timeout=30)()
    return answers[0]


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "exports" / "game.json"
    path.parent.mkdir()
    path.write_text("{}")
    return path


pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="its dialogs here are shell scripts")


def test_a_file_is_saved_where_the_dialog_says(
    screen: Path, exchange: DesktopFileExchange, soon: Waiting, tmp_path: Path, game: Path
) -> None:
    goal = tmp_path / "my game .json "
    program(screen, "zenity", f'[ "$5" = game.json ] && echo "{goal}"')
    saved = answer(soon, lambda told: exchange.save(game, "application/json", told))
    assert saved == SavedFile(SaveLocation.USER_LOCATION, str(goal))
    assert goal.read_text() == "{}"
    assert not game.exists()


def test_saving_follows_a_symbolic_link_and_overwrites_no_other_file(
    screen: Path, exchange: DesktopFileExchange, soon: Waiting, tmp_path: Path, game: Path
) -> None:
    kept, target, link = (tmp_path / name for name in ("mine.json.part", "far.json", "mine.json"))
    kept.write_text("mine")
    target.write_text("old")
    link.symlink_to(target)
    program(screen, "zenity", f'echo "{link}"')
    saved = answer(soon, lambda told: exchange.save(game, "application/json", told))
    assert saved == SavedFile(SaveLocation.USER_LOCATION, str(link))
    assert link.is_symlink()
    assert target.read_text() == "{}"
    assert kept.read_text() == "mine"
    names = {path.name for path in tmp_path.iterdir() if path.is_file()}
    assert names == {"mine.json.part", "far.json", "mine.json"}


def test_saving_to_the_same_path_keeps_the_file(
    screen: Path, exchange: DesktopFileExchange, soon: Waiting, game: Path
) -> None:
    program(screen, "zenity", f'echo "{game}"')
    saved = answer(soon, lambda told: exchange.save(game, "application/json", told))
    assert saved == SavedFile(SaveLocation.USER_LOCATION, str(game))
    assert game.read_text() == "{}"


def test_a_second_tap_opens_no_second_dialog(
    screen: Path, exchange: DesktopFileExchange, soon: Waiting, tmp_path: Path, game: Path
) -> None:
    goal, gate = tmp_path / "mine.json", tmp_path / "gate"
    os.mkfifo(gate)
    program(screen, "zenity", f'read go < "{gate}"; echo "{goal}"')
    first: list[Any] = []
    exchange.save(game, "application/json", first.append)
    assert answer(soon, lambda told: exchange.save(game, "application/json", told)) is None
    gate.write_text("go\n")
    soon.get(timeout=30)()
    assert first == [SavedFile(SaveLocation.USER_LOCATION, str(goal))]
    assert goal.read_text() == "{}"


def test_a_dialog_that_is_closed_saves_nothing(
    screen: Path, exchange: DesktopFileExchange, soon: Waiting, game: Path
) -> None:
    program(screen, "kdialog", "exit 1")
    assert answer(soon, lambda told: exchange.save(game, "application/json", told)) is None
    assert not game.exists()


def test_a_failing_dialog_is_a_problem_and_loses_nothing(
    screen: Path, exchange: DesktopFileExchange, soon: Waiting, game: Path
) -> None:
    program(screen, "zenity", "exit 127")
    told = answer(soon, lambda told: exchange.save(game, "application/json", told))
    assert isinstance(told, Problem)
    assert told.code == "not_saved"
    assert game.exists()
    told = answer(soon, exchange.choose_file)
    assert isinstance(told, Problem)
    assert told.code == "no_chooser"


def test_an_unwritable_target_is_a_problem_and_loses_nothing(
    screen: Path, exchange: DesktopFileExchange, soon: Waiting, tmp_path: Path, game: Path
) -> None:
    program(screen, "yad", f'echo "{tmp_path}/nowhere/game.json"')
    told = answer(soon, lambda told: exchange.save(game, "application/json", told))
    assert isinstance(told, Problem)
    assert told.code == "no_place"
    assert game.exists()


def test_without_a_dialog_the_folder_of_the_file_is_shown(
    screen: Path, exchange: DesktopFileExchange, soon: Waiting, game: Path
) -> None:
    saved = answer(soon, lambda told: exchange.save(game, "application/json", told))
    assert saved == SavedFile(SaveLocation.APP_FOLDER, str(game))
    assert game.exists()
    with pytest.raises(NoFileDialog):
        exchange.choose_file(lambda _: None)
    assert not desktop_files.show_folder(game.parent)
    program(screen, "xdg-open", "exit 0")
    assert desktop_files.show_folder(game.parent)


def test_a_chosen_file_can_be_read(
    screen: Path, exchange: DesktopFileExchange, soon: Waiting, game: Path
) -> None:
    program(screen, "zenity", f'[ "$#" = 1 ] && echo "{game}"')
    arrival = answer(soon, exchange.choose_file)
    assert arrival.describe() == ("game.json", 2)
    with arrival.open() as source:
        assert source.read(10) == b"{}"


def test_an_unreadable_path_is_a_problem(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for name, code in (("", "folder"), ("gone", "missing"), ("a\0b", "missing"), ("pipe", "import_failed")):
        with pytest.raises(ProblemError) as refused:
            PathSource(tmp_path / name).open()
        assert refused.value.problem.code == code


def test_every_desktop_has_its_dialog_command() -> None:
    def none(_: str) -> None:
        return None

    hostile = '\'; rm -rf "$HOME" #.json'
    for platform in ("win32", "darwin", "linux"):
        assert desktop_files.file_dialog_command(None, platform, "", none) is None
        asked = desktop_files.file_dialog_command(hostile, platform, "KDE", str)
        assert asked is not None
        # As an argument of its own or in the environment, never inside a script.
        assert [part for part in asked if hostile in part] in ([], [hostile])
    assert desktop_files.file_dialog_command(None, "linux", "KDE", str) == ["kdialog", "--getopenfilename"]
    assert desktop_files.file_dialog_command(None, "linux", "GNOME", str) == ["zenity", "--file-selection"]


def test_there_are_no_dialogs_without_a_display(monkeypatch: pytest.MonkeyPatch, screen: Path) -> None:
    program(screen, "zenity", "exit 1")
    monkeypatch.delenv("DISPLAY")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert desktop_files.local_dialog_command() is None
    assert not desktop_files.show_folder(screen)
