"""Set-up tells what a machine lacks, and how to get it, before it begins."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.cases import sample
from tools import setup

ROOT = Path(__file__).resolve().parents[2]


def missing(
    version: setup.Version, *, venv: bool = True, libraries: bool = True, drivers: bool = True
) -> list[str]:
    return setup.missing_packages(version, lambda: venv, lambda _: libraries, lambda: drivers)


def test_complete_machine_needs_no_package() -> None:
    assert missing((3, 11, 2)) == []


def test_missing_library_is_named_by_its_package() -> None:
    lacking = setup.missing_packages(
        (3, 12, 0), lambda: True, lambda name: name != "libEGL.so.1", lambda: True
    )
    assert lacking == ["libegl1"]


def test_bare_debian_needs_venv_and_all_libraries() -> None:
    assert missing((3, 11, 2), venv=False, libraries=False, drivers=False) == [
        "python3.11-venv",
        "libgl1",
        "libegl1",
        "libgles2",
        "libmtdev1",
        "libgl1-mesa-dri",
    ]


def test_python_without_kivy_needs_no_window_libraries() -> None:
    assert missing((3, 14, 0), venv=False, libraries=False, drivers=False) == ["python3.14-venv"]


def test_root_installs_packages_without_asking() -> None:
    update, install = setup.system_commands(["libgl1"], root=True, apt=True)
    assert update == ["apt-get", "update"]
    assert install == ["apt-get", "install", "-y", "--no-install-recommends", "libgl1"]


def test_other_users_get_the_command_to_run() -> None:
    with pytest.raises(setup.Stop) as stop:
        setup.system_commands(["libgl1", "libmtdev1"], root=False, apt=True)
    message = str(stop.value)
    assert "\n" not in message
    assert message.endswith("sudo apt-get install -y --no-install-recommends libgl1 libmtdev1")


def test_system_without_apt_gets_the_package_names() -> None:
    with pytest.raises(setup.Stop, match=r"libgl1 libmtdev1$"):
        setup.system_commands(["libgl1", "libmtdev1"], root=True, apt=False)


def test_missing_library_does_not_load() -> None:
    assert not setup.loads("libno-such-thing.so.1")


@pytest.mark.parametrize("version", [(3, 8, 18), (3, 10, 13)])
def test_old_python_gets_instructions(version: setup.Version) -> None:
    with pytest.raises(setup.Stop, match=r"needs Python 3\.11\+, this is 3\."):
        setup.check_python(version)


@pytest.mark.parametrize("version", [(3, 11, 0), (3, 13, 1), (3, 14, 2)])
def test_newer_python_is_accepted(version: setup.Version) -> None:
    setup.check_python(version)


def test_failed_command_shows_its_last_lines_and_a_sentence() -> None:
    chatter = "for n in range(50): print('line', n)\nraise SystemExit(3)"
    with pytest.raises(setup.Stop) as stop:
        setup.run([sys.executable, "-c", chatter], "It did not work.")
    lines = str(stop.value).splitlines()
    assert lines == [*(f"line {n}" for n in range(30, 50)), "", "It did not work."]


def test_missing_program_is_a_failure(tmp_path: Path) -> None:
    with pytest.raises(setup.Stop, match=r"No such file[\s\S]*It did not work\.$"):
        setup.run([str(tmp_path / "python")], "It did not work.")


# -- another program that installs packages ------------------------------------------------------------

# Stands in for apt-get where there is none: it wants the lock that its last word names.
STAND_IN = """#!{python}
import fcntl, os, sys
lock = open(sys.argv[-1], "w")
try:
    fcntl.lockf(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
except OSError:
    sys.exit("E: Could not get lock " + sys.argv[-1] + ". It is held by process 7 (other)")
"""
HOLDER = (
    "import fcntl, sys; file = open(sys.argv[1], 'w'); fcntl.lockf(file, fcntl.LOCK_EX); print(); input()"
)


class Apt(NamedTuple):
    """Commands that each want another lock, by its name, and the files they lock."""

    commands: dict[str, list[str]]
    locks: dict[str, Path]


@pytest.fixture(params=["apt-get", "stand-in"])
def apt(request: pytest.FixtureRequest, tmp_path: Path) -> Apt:
    """apt-get itself, with lists, archives and packages of its own below a folder of the test."""
    locks = {
        "lists": tmp_path / "state" / "lists" / "lock",
        "archives": tmp_path / "cache" / "archives" / "lock",
        "dpkg": tmp_path / "dpkg" / "lock-frontend",
    }
    for lock in locks.values():
        (lock.parent / "partial").mkdir(parents=True)
    if request.param == "stand-in":
        program = tmp_path / "apt-get"
        program.write_text(STAND_IN.format(python=sys.executable))
        program.chmod(0o755)
        return Apt({name: [str(program), str(lock)] for name, lock in locks.items()}, locks)
    if shutil.which("apt-get") is None:
        pytest.skip("there is no apt-get")
    (tmp_path / "sources.list").touch()
    (tmp_path / "dpkg" / "status").touch()
    places = {
        "Dir::State": tmp_path / "state",
        "Dir::State::status": tmp_path / "dpkg" / "status",
        "Dir::Cache": tmp_path / "cache",
        "Dir::Log": tmp_path,
        "Dir::Etc::sourcelist": tmp_path / "sources.list",
        "Dir::Etc::sourceparts": tmp_path / "none",
    }
    command = ["apt-get", *(part for name, path in places.items() for part in ("-o", f"{name}={path}"))]
    # What somebody may have set for the whole machine.
    command += ["-o", "DPkg::Lock::Timeout=0"]
    wants = {"lists": ["update"], "archives": ["clean"], "dpkg": ["install", "-y"]}
    return Apt({name: [*command, *words] for name, words in wants.items()}, locks)


@pytest.fixture
def hold_lock() -> Iterator[Callable[[Path], Callable[[], object]]]:
    """Let another process hold a lock as apt does; the result releases it."""
    holders: list[subprocess.Popen[bytes]] = []

    def start(lock: Path) -> Callable[[], object]:
        holder = subprocess.Popen(
            [sys.executable, "-c", HOLDER, str(lock)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        holders.append(holder)
        assert holder.stdout is not None
        assert holder.stdout.readline()
        return lambda: holder.communicate(b"\n")

    yield start
    for holder in holders:
        with holder:
            holder.kill()


QUIET = {**os.environ, "LC_ALL": "C"}


def never(_seconds: float) -> None:
    raise AssertionError("there was nothing to wait for")


@pytest.mark.parametrize("name", sample(["dpkg", "lists", "archives"]))
def test_lock_of_another_program_is_waited_for_with_a_message(
    apt: Apt, hold_lock: Callable[[Path], Callable[[], object]], name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    let_go = hold_lock(apt.locks[name])
    code, output = setup.run_when_unlocked(apt.commands[name], QUIET, lambda: 0.0, lambda _: let_go())
    assert code == 0, output
    (message,) = capsys.readouterr().out.splitlines()
    assert message.startswith("Another program (process ")
    assert message.endswith(" is installing packages: waiting for it, 10 minutes at most.")


@pytest.mark.parametrize("name", sample(["dpkg", "lists", "archives"]))
def test_waiting_for_a_lock_has_a_timeout(
    apt: Apt, hold_lock: Callable[[Path], Callable[[], object]], name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    hold_lock(apt.locks[name])
    passed: list[float] = []

    def wait(seconds: float) -> None:
        passed.append(200.0)
        assert seconds == setup.PAUSE_SECONDS

    with pytest.raises(setup.Stop, match=r"for 10 minutes\. Let it finish, then try again\.$"):
        setup.run_when_unlocked(apt.commands[name], QUIET, lambda: sum(passed), wait)
    assert len(passed) == 3
    assert len(capsys.readouterr().out.splitlines()) == 1


def test_free_lock_causes_no_waiting(apt: Apt, capsys: pytest.CaptureFixture[str]) -> None:
    assert setup.run_when_unlocked(apt.commands["lists"], QUIET, wait=never)[0] == 0
    assert capsys.readouterr().out == ""


def test_other_failures_cause_no_waiting() -> None:
    cannot = "E: Could not open lock file /var/lib/dpkg/lock-frontend - open (30: Read-only file system)"
    command = [sys.executable, "-c", f"raise SystemExit({cannot!r})"]
    assert setup.run_when_unlocked(command, QUIET, wait=never) == (1, cannot + "\n")


def test_packages_are_installed_after_the_lock_is_released(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The whole step, with an apt-get that finds its lock taken the first time it is called."""
    calls = tmp_path / "calls"
    program = tmp_path / "apt-get"
    program.write_text(
        f'#!/bin/sh\necho "$1 $LC_ALL" >> {calls}\n'
        f"[ $(wc -l < {calls}) -gt 1 ] && exit\n"
        "echo E: Could not get lock /var/lib/apt/lists/lock.\nexit 100\n"
    )
    program.chmod(0o755)
    lacking = [["libgl1"], []]
    monkeypatch.setattr(setup, "missing_packages", lambda _: lacking.pop(0))
    monkeypatch.setattr(setup, "PAUSE_SECONDS", 0)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    setup.prepare_system((3, 11, 2))
    assert calls.read_text().splitlines() == ["update C", "update C", "install C"]
    assert capsys.readouterr().out.splitlines() == [
        "Installing system packages: libgl1",
        "Another program is installing packages: waiting for it, 10 minutes at most.",
    ]


def test_make_skips_a_python_that_does_not_run(tmp_path: Path) -> None:
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
