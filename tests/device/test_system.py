"""Subprocesses, font scale, dark mode, language and vibration."""

from __future__ import annotations

import subprocess
import sys
import types
from pathlib import Path

import pytest

from companion.device import system
from companion.device.system import device_language, font_scale, is_dark, vibrate
from companion.settings import default_language
from tests.phone.jvm import Phone


def test_a_checkout_runs_parts_as_a_module(tmp_path):
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


def test_a_packed_program_runs_parts_by_itself(monkeypatch):
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    program, *arguments = system.part_command(system.PROBE_PART)
    assert program == sys.executable
    assert "-m" not in arguments
    assert system.parse_part(arguments) == system.PROBE_PART


@pytest.mark.parametrize("words", [[], ["doctor"], ["--alone"], ["--alone", "engine", "more"], ["engine"]])
def test_other_arguments_are_for_the_command_line(words):
    assert system.parse_part(words) is None


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


def test_font_scale_and_dark_mode_of_a_phone_are_read(phone: Phone) -> None:
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
def test_dark_mode_of_a_desktop_is_read_by_its_program(
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


def spoken(tags: list[str]) -> list[str]:
    from jnius import autoclass

    locale, found = autoclass("java.util.Locale"), []
    for tag in tags:
        locale.setDefault(locale.forLanguageTag(tag))
        found.append(device_language())
    return found


def test_the_language_of_a_phone_is_read(phone: Phone) -> None:
    told = phone(spoken, ["fa-IR", "el", "it-CH", "zh-Hans-CN"])
    assert told == ["fa_IR", "el", "it_CH", "zh_Hans_CN"]
    assert [default_language(locale) for locale in told] == ["fa", "el", "it", "en"]


def felt(level: int) -> list[object]:
    """By a phone that has not even the service, then no motor, then no leave, then all of it."""
    from jnius import autoclass

    # As python-for-android builds it, for plyer to find the activity by.
    android = types.ModuleType("android")
    vars(android).update(config=types.SimpleNamespace(JAVA_NAMESPACE="org.kivy.android"))
    sys.modules["android"] = android
    autoclass("android.os.Build$VERSION").SDK_INT = level
    services = autoclass("android.content.Context").services
    vibrator, system = autoclass("android.os.Vibrator"), autoclass("android.os.Vibrator$SystemVibrator")
    done = [vibrate(0.08)]
    services.put("vibrator", system(False))
    done.append(vibrate(0.08))
    services.put("vibrator", system(True))
    vibrator.permitted = False
    done.append(vibrate(0.08))
    vibrator.permitted = True
    done += [vibrate(0.08), vibrate(0.4)]
    return [*done, list(vibrator.buzzes.toArray())]


@pytest.mark.parametrize(
    ("level", "buzzes"), [(25, ["for 80", "for 400"]), (36, ["once for 80", "once for 400"])]
)
def test_a_phone_with_a_vibrator_vibrates(phone: Phone, level: int, buzzes: list[str]) -> None:
    assert phone(felt, level) == [False, False, False, True, True, buzzes]


def test_a_desktop_does_not_vibrate(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ANDROID_ARGUMENT", raising=False)
    assert not vibrate(0.1)
