"""The check that runs the app as the phone has it: what it says where it cannot."""

import os
import sys

import pytest

from tools.package_check import as_the_phone_has_it
from tools.package_check.as_the_phone_has_it import Python, check
from tools.package_check.outcome import Failed, Skipped


def test_without_a_kivy_and_without_root_it_is_skipped_for_both_reasons(tmp_path, monkeypatch):
    monkeypatch.setattr(as_the_phone_has_it, "find_spec", lambda _name: None)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(Skipped, match=r"Kivy.*; .*root"):
        check(tmp_path)


def test_a_python_in_another_root_sees_its_own_paths(tmp_path):
    assert Python("python3", tmp_path).inner_path(tmp_path / "phone" / "app") == "/phone/app"


def test_a_python_that_fails_fails_the_check_with_its_last_words(tmp_path):
    with pytest.raises(Failed, match="it is broken"):
        Python(sys.executable).run(tmp_path, "-c", "raise SystemExit('it is broken')")


def test_nothing_of_this_environment_is_within_its_reach(tmp_path, monkeypatch):
    monkeypatch.setenv("COMPANION_LANGUAGE", "it")
    reach = "sys.flags.optimize, 'COMPANION_LANGUAGE' in os.environ, find_spec('pytest')"
    code = f"import os, sys; from importlib.util import find_spec; print({reach})"
    assert Python(sys.executable).run(tmp_path, "-c", code).split() == ["2", "False", "None"]
