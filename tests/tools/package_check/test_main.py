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
def run_main(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, str]]:
    def run_main(*arguments: str, **checks: Check) -> tuple[int, str]:
        fake_modules = {"beside": ModuleType("beside")}
        for name, check in checks.items():
            fake_modules[name] = ModuleType(name)
            fake_modules[name].check = check  # type: ignore[attr-defined]
        monkeypatch.setattr(command, "modules", lambda: fake_modules)
        monkeypatch.setattr(command, "WORK", tmp_path)
        monkeypatch.setattr(sys, "argv", ["package_check", *arguments])
        return command.main(), capsys.readouterr().out

    return run_main


def test_each_check_is_reported_in_a_line(run_main: Callable[..., tuple[int, str]]) -> None:
    code, lines = run_main(files=well, java=without)
    assert lines == "ok      files: three files; 12 MB\nskipped java: needs a JDK\n"
    assert code == 0


def test_checks_continue_after_a_failure(run_main: Callable[..., tuple[int, str]]) -> None:
    code, lines = run_main(icon=wrong, files=well)
    assert lines == "failed  icon: no icon\nok      files: three files; 12 MB\n"
    assert code == 1


def test_single_check_can_be_run(run_main: Callable[..., tuple[int, str]]) -> None:
    assert run_main("files", icon=wrong, files=well)[0] == 0


def test_modules_of_the_folder_are_listed() -> None:
    checks = {name for name, module in command.modules().items() if hasattr(module, "check")}
    assert checks >= {"contents", "manifest", "recipes", "signatures"}
