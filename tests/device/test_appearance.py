"""Large letters and the dark or light theme, as the device's owner has them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from companion.device.system import font_scale, is_dark
from tests.phone.jvm import Phone


def of_a_phone(scales: list[float], modes: list[int]) -> list[object]:
    from jnius import autoclass

    resources = autoclass("android.content.res.Resources")
    found: list[object] = []
    for scale in scales:
        resources.configuration.fontScale = scale
        found.append(font_scale())
    for mode in modes:
        resources.configuration.uiMode = mode
        found.append(is_dark())
    resources.configuration = None
    found += [font_scale(), is_dark()]
    autoclass("android.content.Context").resources = None
    return [*found, font_scale(), is_dark()]


def test_a_phone_says_how_large_its_letters_are_and_whether_it_is_dark(phone: Phone) -> None:
    # By day and by night, with what else stands in the same number, and one that does not say.
    told = phone(of_a_phone, [1.0, 1.5], [0x11, 0x21, 0x01])
    assert told == [1.0, 1.5, False, True, None, None, None, None, None]


@pytest.mark.skipif(sys.platform != "linux", reason="asks the settings of a Linux desktop")
@pytest.mark.parametrize(
    ("script", "dark"),
    [
        ("echo \"'prefer-dark'\"", True),
        ("echo \"'default'\"", False),
        ("echo \"'prefer-light'\"", False),
        ("echo 'No such schema' >&2; exit 1", None),
        ("printf '\\377\\376'", None),
        (None, None),
    ],
)
def test_a_desktop_is_asked_by_its_own_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str | None, dark: bool | None
) -> None:
    monkeypatch.delenv("ANDROID_ARGUMENT", raising=False)
    if script is not None:
        program = tmp_path / "gsettings"
        program.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("XDG_CURRENT_DESKTOP", "ubuntu:GNOME")
    # A busy machine takes its time to start a shell.
    monkeypatch.setattr("companion.device.system._TIMEOUT_SECONDS", 60.0)
    assert is_dark() is dark
    assert font_scale() is None
    monkeypatch.setenv("XDG_CURRENT_DESKTOP", "KDE")
    assert is_dark() is None
