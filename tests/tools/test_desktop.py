"""The desktop's packages, as far as they can be read without building them."""

from __future__ import annotations

import ast
import gzip
import os
import re
import runpy
import sys
from configparser import ConfigParser
from importlib.util import find_spec
from pathlib import Path

import pytest

import companion
from companion.cli.main import COMMANDS
from companion.i18n.languages import LANGUAGES
from companion.i18n.translator import Translator
from tools.desktop import deb, program, workshop
from tools.setup import ROOT
from tools.system import why_missing

SPEC = ast.parse(program.SPEC.read_text(encoding="utf-8"))
linux = pytest.mark.skipif(sys.platform != "linux", reason="these packages are Linux's")


def menu_entry() -> dict[str, str]:
    parser = ConfigParser(interpolation=None)
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    parser.read(deb.SOURCES / "table-companion.desktop", encoding="utf-8")
    return dict(parser["Desktop Entry"])


def pins(lock: Path) -> dict[str, str]:
    return dict(re.findall(r"^([\w.-]+)==([\w.]+)", lock.read_text(encoding="utf-8"), re.MULTILINE))


def fields(text: str) -> dict[str, str]:
    return {name: value for name, _, value in (part.partition(": ") for part in re.split(r"\n(?=\w)", text))}


@pytest.fixture
def package_files(tmp_path):
    """What is in the package, of a program that is one file."""
    folder = tmp_path / "program"
    folder.mkdir()
    (folder / workshop.NAME).write_text("the program")
    icon = tmp_path / "icon.png"
    icon.write_bytes(b"the icon")
    root = tmp_path / "root"
    deb.copy_files(root, folder, icon)
    return root / "usr"


def test_packed_program_includes_every_language():
    values = {
        node.targets[0].id: node.value
        for node in SPEC.body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    }
    assert ast.literal_eval(values["SPOKEN"]) == tuple(LANGUAGES)
    assert ast.literal_eval(values["NAME"]) == workshop.NAME


def test_packed_versions_equal_tested_versions():
    tested, packed = pins(ROOT / "requirements.lock"), pins(workshop.REQUIREMENTS)
    assert {"kivy", "pyttsx3", "espeakng-loader"} <= tested.keys() & packed.keys()
    assert {
        name: packed[name] for name in tested.keys() & packed.keys() if tested[name] != packed[name]
    } == {}


def test_menu_entry_is_translated():
    entry = menu_entry()
    for code in LANGUAGES:
        suffix = "" if code == "en" else f"[{code}]"
        assert entry[f"Name{suffix}"] == Translator(code)("app.title")
        assert all(entry[f"{name}{suffix}"] for name in ("GenericName", "Comment", "Keywords"))
    assert entry["TryExec"] == entry["Icon"] == entry["StartupWMClass"] == workshop.NAME


def test_menu_entry_accepts_a_file_without_claiming_types():
    entry = menu_entry()
    assert entry["Exec"] == f"{workshop.NAME} %f"
    assert "MimeType" not in entry


def test_files_are_where_debian_expects_them(package_files):
    assert (package_files / "bin" / "table-companion").read_text() == "the program"
    icon = package_files / "share/icons/hicolor/512x512/apps/table-companion.png"
    assert icon.read_bytes() == b"the icon"
    assert (package_files / "share/applications/table-companion.desktop").is_file()
    manual = gzip.decompress((package_files / "share/man/man1/table-companion.1.gz").read_bytes()).decode()
    assert companion.__version__ in manual
    assert "@" not in manual
    for command in COMMANDS:
        assert f".B {command}\n" in manual


def test_copyright_file_contains_the_licence(package_files):
    papers = (package_files / "share/doc/table-companion/copyright").read_text(encoding="utf-8")
    words = (ROOT / "LICENSE").read_text(encoding="utf-8").split()
    granted = words[words.index("Permission") :]
    assert " ".join(granted) in " ".join(word for word in papers.split() if word != ".")
    assert "@" not in papers


def test_package_lists_each_dependency_once():
    control = fields(deb.control("amd64", "2.35", 87_000))
    assert control["Version"] == companion.__version__
    depends = control["Depends"].split(", ")
    assert depends[0] == "libc6 (>= 2.35)"
    assert depends[1:] == sorted(set(program.PACKAGES.values()))
    assert control["Description"].splitlines()[1].startswith(" ")
    assert "" not in control["Description"].splitlines()


@linux
@pytest.mark.window
def test_system_libraries_are_read_from_the_files(tmp_path):
    kivy = find_spec("kivy")
    assert kivy is not None
    (library,) = Path(str(kivy.origin)).parent.glob("graphics/cgl_backend/cgl_gl.*.so")
    (tmp_path / library.name).write_bytes(library.read_bytes())
    (tmp_path / "words.txt").write_text("no program")
    assert "libGL.so.1" in program.system_libraries(tmp_path) <= program.PACKAGES.keys()
    assert re.fullmatch(r"2\.\d+", program.c_library_version(tmp_path))


@pytest.mark.parametrize("before", [None, "/somewhere/else"])
def test_subprocesses_do_not_use_the_libraries_of_the_program(before, monkeypatch):
    monkeypatch.setenv("LD_LIBRARY_PATH", "/program/_internal")
    monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", "")
    if before is None:
        monkeypatch.delenv("LD_LIBRARY_PATH_ORIG")
    else:
        monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", before)
    runpy.run_path(str(program.SPEC.parent / "surroundings.py"))
    assert os.environ.get("LD_LIBRARY_PATH") == before
    assert "LD_LIBRARY_PATH_ORIG" not in os.environ


def test_missing_program_is_named_with_instructions(monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert why_missing({"python3": "python3"}) == ""
    assert "its-package" in why_missing({"no-such-program": "its-package"})
