"""A part of the work in a process of its own: from a checkout, and from a packed program."""

import subprocess
import sys

import pytest

from companion.device import system


def test_from_a_checkout_python_runs_the_package(tmp_path):
    done = subprocess.run(
        system.part_command(system.ENGINE_PART),
        env=system.part_environment(),
        cwd=tmp_path,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.startswith(('{"driver": ', '{"error": '))


def test_a_packed_program_runs_itself_and_knows_what_for(monkeypatch):
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    program, *arguments = system.part_command(system.PROBE_PART)
    assert program == sys.executable
    assert "-m" not in arguments
    assert system.parse_part(arguments) == system.PROBE_PART


@pytest.mark.parametrize("words", [[], ["doctor"], ["--alone"], ["--alone", "engine", "more"], ["engine"]])
def test_whatever_else_is_said_is_for_the_command_line(words):
    assert system.parse_part(words) is None
