"""The files that go onto the phone, by buildozer's rules."""

from pathlib import Path

import pytest

from tools.package_check.sources import listed, packed, settings
from tools.setup import ROOT


@pytest.fixture
def checkout(tmp_path):
    for name in (
        *("main.py", "LICENSE", "Makefile", ".hidden.py", ".venv/lib/x.py", "notes.md"),
        *("companion/app.py", "companion/BIG.PNG", "companion/old.pyc", "companion/tests/test_app.py"),
        *("assets/icons/a.txt", "assets/iconset/b.txt", "tests/test_all.py", "testsuite/kept.py"),
    ):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    return tmp_path


def names(root: Path, **options: str) -> set[str]:
    return {
        path.as_posix() for path in packed(root, {f"source.{key}": value for key, value in options.items()})
    }


def test_endings_choose_files_and_one_without_an_ending_is_taken_along(checkout):
    assert names(checkout, include_exts="py,png") == {
        *("main.py", "LICENSE", "Makefile", "companion/app.py", "companion/BIG.PNG"),
        *("companion/tests/test_app.py", "tests/test_all.py", "testsuite/kept.py"),
    }


def test_a_folder_is_left_out_with_all_below_it_and_its_namesakes_are_not(checkout):
    found = names(checkout, include_exts="py,txt", exclude_dirs="tests, assets/icons")
    assert {"assets/iconset/b.txt", "testsuite/kept.py", "companion/tests/test_app.py"} <= found
    assert not {"tests/test_all.py", "assets/icons/a.txt"} & found


def test_patterns_leave_out_and_bring_back(checkout):
    found = names(checkout, exclude_patterns="makefile, companion/?*", include_patterns="*/app.py")
    assert "LICENSE" in found
    assert "Makefile" not in found
    assert {name for name in found if name.startswith("companion")} == {"companion/app.py"}


def test_our_own_spec_takes_the_app_and_leaves_the_tools():
    app = settings(ROOT / "buildozer.spec")
    found = {path.as_posix() for path in packed(ROOT, app)}
    assert {"main.py", "companion/app.py", "companion/i18n/catalogues/fa/app.po"} <= found
    assert not {name for name in found if name.startswith(("tests/", "tools/", "build/", "."))}
    assert "python3" in listed(app, "requirements")
