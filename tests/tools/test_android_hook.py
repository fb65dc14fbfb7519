"""python-for-android's manifest gets the one provider through which a file is shared."""

from __future__ import annotations

from configparser import ConfigParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tools import android_hook

ROOT = Path(__file__).resolve().parents[2]
SPACE = "{http://schemas.android.com/apk/res/android}"
PLAIN = (
    f'<manifest xmlns:android="{SPACE[1:-1]}"><!-- as written -->'
    '<application android:label="@string/app_name"><activity android:name="Main" /></application></manifest>'
)


def provider(manifest: str) -> ElementTree.Element:
    (found,) = ElementTree.fromstring(manifest).findall("application/provider")
    return found


def test_nobody_reaches_the_files_unless_he_is_handed_one() -> None:
    found = provider(android_hook.with_provider(PLAIN))
    assert found.get(f"{SPACE}exported") == "false"
    assert found.get(f"{SPACE}grantUriPermissions") == "true"
    paths = found.find("meta-data")
    assert paths is not None
    assert paths.get(f"{SPACE}resource") == "@xml/shared_files"
    assert (ROOT / "android" / "res" / "xml" / "shared_files.xml").is_file()


def test_its_address_begins_with_the_name_of_the_package() -> None:
    spec = ConfigParser(interpolation=None)
    spec.read(ROOT / "buildozer.spec", encoding="utf-8")
    package = f"{spec['app']['package.domain']}.{spec['app']['package.name']}"
    found = provider(android_hook.with_provider(PLAIN))
    assert found.get(f"{SPACE}authorities") == f"{package}.files"


def test_what_was_there_stays() -> None:
    written = ElementTree.fromstring(android_hook.with_provider(PLAIN))
    application = written.find("application")
    assert application is not None
    assert application.get(f"{SPACE}label") == "@string/app_name"
    assert [part.tag for part in application] == ["activity", "provider"]


def test_a_second_round_changes_nothing() -> None:
    once = android_hook.with_provider(PLAIN)
    assert android_hook.with_provider(once) == once


def test_the_hook_writes_where_gradle_reads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / android_hook.MANIFEST
    path.parent.mkdir(parents=True)
    path.write_text(PLAIN, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    android_hook.after_apk_build(object())
    assert provider(path.read_text(encoding="utf-8")).get(f"{SPACE}name") == android_hook.PROVIDER
