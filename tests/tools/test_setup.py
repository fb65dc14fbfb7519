"""Set-up tells what a machine lacks, and how to get it, before it begins."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools import setup

ROOT = Path(__file__).resolve().parents[2]


def missing(
    version: setup.Version, *, venv: bool = True, libraries: bool = True, drivers: bool = True
) -> list[str]:
    return setup.missing_packages(version, lambda: venv, lambda _: libraries, lambda: drivers)


def test_a_complete_machine_lacks_nothing() -> None:
    assert missing((3, 11, 2)) == []


def test_each_missing_library_is_named_by_its_package() -> None:
    lacking = setup.missing_packages(
        (3, 12, 0), lambda: True, lambda name: name != "libEGL.so.1", lambda: True
    )
    assert lacking == ["libegl1"]


def test_a_bare_debian_lacks_the_venv_of_its_own_python_and_all_libraries() -> None:
    assert missing((3, 11, 2), venv=False, libraries=False, drivers=False) == [
        "python3.11-venv",
        "libgl1",
        "libegl1",
        "libgles2",
        "libmtdev1",
        "libgl1-mesa-dri",
    ]


def test_a_python_without_kivy_needs_no_libraries_for_windows() -> None:
    assert missing((3, 14, 0), venv=False, libraries=False, drivers=False) == ["python3.14-venv"]


def test_root_installs_without_questions() -> None:
    update, install = setup.system_commands(["libgl1"], root=True, apt=True)
    assert update == ["apt-get", "update"]
    assert install == ["apt-get", "install", "-y", "--no-install-recommends", "libgl1"]


def test_others_get_one_line_with_the_command() -> None:
    with pytest.raises(setup.Stop) as stop:
        setup.system_commands(["libgl1", "libmtdev1"], root=False, apt=True)
    message = str(stop.value)
    assert "\n" not in message
    assert message.endswith("sudo apt-get install -y --no-install-recommends libgl1 libmtdev1")


def test_a_system_without_apt_gets_the_names() -> None:
    with pytest.raises(setup.Stop, match=r"libgl1 libmtdev1$"):
        setup.system_commands(["libgl1", "libmtdev1"], root=True, apt=False)


def test_a_library_that_is_not_there_does_not_load() -> None:
    assert not setup.loads("libno-such-thing.so.1")


@pytest.mark.parametrize("version", [(3, 8, 18), (3, 10, 13)])
def test_an_old_python_is_told_what_is_needed(version: setup.Version) -> None:
    with pytest.raises(setup.Stop, match=r"needs Python 3\.11\+, this is 3\."):
        setup.check_python(version)


@pytest.mark.parametrize("version", [(3, 11, 0), (3, 13, 1), (3, 14, 2)])
def test_newer_pythons_are_welcome(version: setup.Version) -> None:
    setup.check_python(version)


def test_a_command_that_fails_shows_its_last_lines_and_one_sentence() -> None:
    chatter = "for n in range(50): print('line', n)\nraise SystemExit(3)"
    with pytest.raises(setup.Stop) as stop:
        setup.run([sys.executable, "-c", chatter], "It did not work.")
    lines = str(stop.value).splitlines()
    assert lines == [*(f"line {n}" for n in range(30, 50)), "", "It did not work."]


def test_a_program_that_is_not_there_is_a_failure_like_any_other(tmp_path: Path) -> None:
    with pytest.raises(setup.Stop, match=r"No such file[\s\S]*It did not work\.$"):
        setup.run([str(tmp_path / "python")], "It did not work.")


def test_make_passes_over_a_python_that_does_not_run(tmp_path: Path) -> None:
    """The name is there, as a version manager leaves it, and fails when it is called."""
    make = shutil.which("make")
    if make is None:
        pytest.skip("make is not installed")
    names = tmp_path / "bin"
    names.mkdir()
    for name, body in (
        ("python3.13", "echo 'no such version' >&2; exit 127"),
        ("python3.12", "exit 1"),
        ("python3", f'exec "{sys.executable}" "$@"'),
    ):
        (names / name).write_text(f"#!/bin/sh\n{body}\n")
        (names / name).chmod(0o755)
    done = subprocess.run(
        [make, "-f", str(ROOT / "Makefile"), "--eval", "show: ; $(info chosen: $(PYTHON))", "show"],
        cwd=tmp_path,
        env={"PATH": f"{names}:/nowhere", "SHELL": "/bin/sh"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "chosen: python3\n" in done.stdout
