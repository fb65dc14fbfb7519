"""Every check is run and told in a line; only a failure makes the whole fail."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from tools.package_check import __main__ as command
from tools.package_check.outcome import Failed, Skipped

Check = Callable[[Path], list[str]]


def well(_: Path) -> list[str]:
    return ["three files", "12 MB"]


def without(_: Path) -> list[str]:
    raise Skipped("needs a JDK")


def wrong(_: Path) -> list[str]:
    raise Failed("no icon")


@pytest.fixture
def told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, str]]:
    def told(*arguments: str, **checks: Check) -> tuple[int, str]:
        found = {"beside": ModuleType("beside")}
        for name, check in checks.items():
            found[name] = ModuleType(name)
            found[name].check = check  # type: ignore[attr-defined]
        monkeypatch.setattr(command, "modules", lambda: found)
        monkeypatch.setattr(command, "WORK", tmp_path)
        monkeypatch.setattr(sys, "argv", ["package_check", *arguments])
        return command.main(), capsys.readouterr().out

    return told


def test_each_check_is_told_in_a_line(told: Callable[..., tuple[int, str]]) -> None:
    code, lines = told(files=well, java=without)
    assert lines == "ok      files: three files; 12 MB\nskipped java: needs a JDK\n"
    assert code == 0


def test_after_a_failure_the_others_are_still_run(told: Callable[..., tuple[int, str]]) -> None:
    code, lines = told(icon=wrong, files=well)
    assert lines == "failed  icon: no icon\nok      files: three files; 12 MB\n"
    assert code == 1


def test_a_check_can_be_run_alone(told: Callable[..., tuple[int, str]]) -> None:
    assert told("files", icon=wrong, files=well)[0] == 0


def test_the_modules_of_the_folder_are_found() -> None:
    checks = {name for name, module in command.modules().items() if hasattr(module, "check")}
    assert checks >= {"contents", "manifest", "recipes", "signatures"}
