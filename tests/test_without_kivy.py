"""A Python for which there is no Kivy: windows are skipped, all else is tested."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cases import sample

TESTS = Path(__file__).parent

# Put before everything else, so that every way of looking for Kivy finds none.
HIDING = """
import sys


class WithoutKivy:
    def __init__(self, finder):
        self.finder = finder

    def __getattr__(self, name):
        return getattr(self.finder, name)

    def find_spec(self, name, path=None, target=None):
        hidden = name.partition(".")[0] == "kivy"
        return None if hidden else self.finder.find_spec(name, path, target)


sys.meta_path[:] = map(WithoutKivy, sys.meta_path)
"""


# Half of all tests, and none of a screen: what they import is read, which is faster than collecting them.
RULES = ("games", "scripts", "storage")
# Files and folders without a window, with some, and with nothing else.
SOME = ["cli", "test_launch.py", "test_without_home_folder.py", "i18n", "device", "screens"]


@pytest.mark.parametrize("names", sample([SOME, [""]]))
def test_windows_are_skipped_and_all_else_is_collected(tmp_path: Path, names: list[str]) -> None:
    (tmp_path / "hiding_kivy.py").write_text(HIDING, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "hiding_kivy"]
    command += ["-p", "no:cacheprovider"]
    paths = [TESTS / name for name in names]
    done = subprocess.run(
        [*command, *(f"--ignore={TESTS / name}" for name in RULES), *map(str, paths)],
        cwd=TESTS.parent,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), *filter(None, sys.path)])},
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    collected = {Path(line.partition("::")[0]) for line in done.stdout.splitlines() if "::" in line}
    test_files = {path for top in paths for path in ([top] if top.is_file() else top.rglob("test_*.py"))}
    files = {path.relative_to(TESTS.parent) for path in test_files}
    windows = {path for path in files - collected if path.parts[1] not in RULES}
    skipped = re.search(r"^SKIPPED \[(\d+)\] .*: Kivy has no wheel", done.stdout, re.MULTILINE)
    assert skipped is not None
    assert int(skipped[1]) == len(windows)
    assert {path for path in files if path.parts[1] == "screens"} <= windows
    assert {
        path for path in files if path.parts[1] in ("i18n", "cli") and not path.stem.endswith("_window")
    } <= collected


def test_the_tests_of_the_rules_import_nothing_of_kivy() -> None:
    # Names of marks and colours are data, and know nothing of a window.
    data = r"widgets\.(?:icons|palette)\b"
    needs = re.compile(
        r"^\s*(?:from|import) "
        rf"(?:kivy|tools\.tour|companion\.(?!{data})(?:app|screens|widgets|narrator\.speech))\b",
        re.M,
    )
    files = [path for name in RULES for path in (TESTS / name).rglob("*.py")]
    assert len(files) > 50
    assert [path.name for path in files if needs.search(path.read_text(encoding="utf-8"))] == []
