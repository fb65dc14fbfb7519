"""The check that runs the app as the phone has it: what it says where it cannot."""

import os
import sys

import pytest

from tools.package_check import phone_simulation
from tools.package_check.outcome import Failed, Skipped
from tools.package_check.phone_simulation import Python, check


def test_check_is_skipped_without_kivy_and_without_root(tmp_path, monkeypatch):
    monkeypatch.setattr(phone_simulation, "find_spec", lambda _name: None)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(Skipped, match=r"Kivy.*; .*root"):
        check(tmp_path)


def test_python_in_a_chroot_sees_inner_paths(tmp_path):
    assert Python("python3", tmp_path).inner_path(tmp_path / "phone" / "app") == "/phone/app"


def test_failing_python_fails_the_check_with_its_output(tmp_path):
    with pytest.raises(Failed, match="it is broken"):
        Python(sys.executable).run(tmp_path, "-c", "raise SystemExit('it is broken')")


def test_python_runs_in_a_clean_environment(tmp_path, monkeypatch):
    monkeypatch.setenv("COMPANION_LANGUAGE", "it")
    reach = "sys.flags.optimize, 'COMPANION_LANGUAGE' in os.environ, find_spec('pytest')"
    code = f"import os, sys; from importlib.util import find_spec; print({reach})"
    assert Python(sys.executable).run(tmp_path, "-c", code).split() == ["2", "False", "None"]
