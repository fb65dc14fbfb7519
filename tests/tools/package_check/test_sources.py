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


def test_files_are_selected_by_extension_or_have_none(checkout):
    assert names(checkout, include_exts="py,png") == {
        *("main.py", "LICENSE", "Makefile", "companion/app.py", "companion/BIG.PNG"),
        *("companion/tests/test_app.py", "tests/test_all.py", "testsuite/kept.py"),
    }


def test_excluded_folder_is_skipped_but_not_its_namesakes(checkout):
    selected = names(checkout, include_exts="py,txt", exclude_dirs="tests, assets/icons")
    assert {"assets/iconset/b.txt", "testsuite/kept.py", "companion/tests/test_app.py"} <= selected
    assert not {"tests/test_all.py", "assets/icons/a.txt"} & selected


def test_patterns_exclude_and_include(checkout):
    selected = names(checkout, exclude_patterns="makefile, companion/?*", include_patterns="*/app.py")
    assert "LICENSE" in selected
    assert "Makefile" not in selected
    assert {name for name in selected if name.startswith("companion")} == {"companion/app.py"}


def test_spec_packs_the_app_without_the_tools():
    app = settings(ROOT / "buildozer.spec")
    selected = {path.as_posix() for path in packed(ROOT, app)}
    assert {"main.py", "companion/app.py", "companion/i18n/catalogues/fa/app.po"} <= selected
    assert not {name for name in selected if name.startswith(("tests/", "tools/", "build/", "."))}
    assert "python3" in listed(app, "requirements")
