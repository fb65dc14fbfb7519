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
    (file_provider,) = ElementTree.fromstring(manifest).findall("application/provider")
    return file_provider


def test_file_provider_is_not_exported() -> None:
    file_provider = provider(android_hook.with_provider(PLAIN))
    assert file_provider.get(f"{SPACE}exported") == "false"
    assert file_provider.get(f"{SPACE}grantUriPermissions") == "true"
    paths = file_provider.find("meta-data")
    assert paths is not None
    assert paths.get(f"{SPACE}resource") == "@xml/shared_files"
    assert (ROOT / "android" / "res" / "xml" / "shared_files.xml").is_file()


def test_authority_starts_with_the_package_name() -> None:
    spec = ConfigParser(interpolation=None)
    spec.read(ROOT / "buildozer.spec", encoding="utf-8")
    package = f"{spec['app']['package.domain']}.{spec['app']['package.name']}"
    file_provider = provider(android_hook.with_provider(PLAIN))
    assert file_provider.get(f"{SPACE}authorities") == f"{package}.files"


def test_hook_keeps_existing_elements() -> None:
    manifest = ElementTree.fromstring(android_hook.with_provider(PLAIN))
    application = manifest.find("application")
    assert application is not None
    assert application.get(f"{SPACE}label") == "@string/app_name"
    assert [part.tag for part in application] == ["activity", "provider"]


def test_hook_is_idempotent() -> None:
    first_result = android_hook.with_provider(PLAIN)
    assert android_hook.with_provider(first_result) == first_result


def test_hook_writes_where_gradle_reads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / android_hook.MANIFEST
    path.parent.mkdir(parents=True)
    path.write_text(PLAIN, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    android_hook.after_apk_build(object())
    assert provider(path.read_text(encoding="utf-8")).get(f"{SPACE}name") == android_hook.PROVIDER
