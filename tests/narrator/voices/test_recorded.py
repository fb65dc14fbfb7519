"""The user's recordings: validation, import and export as a zip, undo."""

from __future__ import annotations

import itertools
import os
import shutil
import stat
import wave
import zipfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from companion import asset
from companion.files.safe_zip import SafeZip
from companion.narrator.voices.clip import Line, VoiceError, read_duration
from companion.narrator.voices.recorded import (
    MAX_RECORDING_BYTES,
    RecordedVoice,
    RecordingStore,
    StagedRecordings,
)

KEY = "avalon.night.normal.merlin_open"
LINE = Line(KEY, "Merlin, open your eyes.", "en")


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "en").mkdir()
    return tmp_path


def refusal(voice, line=LINE):
    with pytest.raises(VoiceError) as refused:
        voice.render(line, 1.0)
    assert not refused.value.problem.is_blocking
    return refused.value.problem


def test_a_recording_is_played_unchanged(folder, tone):
    tone(folder / "en" / f"{KEY}.wav", seconds=2.5)
    clip = RecordedVoice(folder).render(LINE, 1.5)
    assert clip.seconds == pytest.approx(2.5, abs=0.001)
    assert clip.path == folder / "en" / f"{KEY}.wav"


def test_the_duration_of_an_ogg_file_comes_from_its_last_page(folder, shipped_clip):
    shutil.copy(shipped_clip, folder / "en" / f"{KEY}.ogg")
    assert RecordedVoice(folder).render(LINE, 1.0).seconds == pytest.approx(read_duration(shipped_clip))


def test_the_recorded_voice_supports_languages_with_recordings(folder, tone):
    voice = RecordedVoice(folder)
    assert not voice.supports_language("en")
    tone(folder / "en" / f"{KEY}.wav")
    assert voice.supports_language("en")
    assert not voice.supports_language("fa")


def test_a_missing_recording_affects_no_other_line(folder, tone):
    tone(folder / "en" / f"{KEY}.wav")
    voice = RecordedVoice(folder)
    other = Line("avalon.night.normal.merlin_close", "Merlin, close your eyes.", "en")
    assert refusal(voice, other).code == "voice_not_recorded"
    assert voice.render(LINE, 1.0).seconds > 0


def damaged(folder, shipped_clip, tone):
    """(what is wrong, a file that has it)"""
    whole = shipped_clip.read_bytes()
    wav = tone(folder / "whole.wav").read_bytes()
    yield "voice_file_broken", "ogg", b""
    yield "voice_file_broken", "ogg", b"Not sound at all"
    yield "voice_file_broken", "ogg", whole[:-200]
    yield "voice_file_broken", "ogg", whole[:20]
    yield "voice_file_broken", "ogg", whole[:3000] + b"\0" * 500 + whole[3500:6000]
    yield "voice_file_broken", "ogg", whole.replace(b"\x01vorbis", b"OpusHead"[:7])
    yield "voice_file_broken", "wav", wav[: len(wav) // 2]
    yield "voice_file_broken", "wav", wav[:30]
    yield "voice_file_broken", "wav", b"RIFF" + b"\xff" * 100
    yield "voice_file_empty", "wav", tone(folder / "short.wav", seconds=0.05).read_bytes()
    yield "voice_file_long", "wav", tone(folder / "long.wav", seconds=31, rate=8000).read_bytes()
    yield "voice_file_big", "wav", wav + bytes(MAX_RECORDING_BYTES)


def test_an_invalid_recording_is_rejected_with_its_reason(folder, shipped_clip, tone):
    voice = RecordedVoice(folder)
    for code, kind, data in damaged(folder, shipped_clip, tone):
        path = folder / "en" / f"{KEY}.{kind}"
        path.write_bytes(data)
        problem = refusal(voice)
        assert (problem.code, problem.args["file"]) == (code, path.name)
        path.unlink()


def test_problems_of_all_files_are_listed(folder, tone):
    tone(folder / "en" / f"{KEY}.wav")
    tone(folder / "en" / "avalon.night.normal.merlin_opne.wav")
    (folder / "en" / "avalon.night.normal.all_open.ogg").write_bytes(b"OggS")
    (folder / "en" / f"{KEY}.mp3").write_bytes(b"ID3")
    (folder / "en" / ".hidden").write_bytes(b"")
    found = RecordedVoice(folder).find_problems("en", {KEY, "avalon.night.normal.all_open"})
    assert [(problem.code, problem.args["file"]) for problem in found] == [
        ("voice_file_broken", "avalon.night.normal.all_open.ogg"),
        ("voice_file_kind", f"{KEY}.mp3"),
        ("voice_file_name", "avalon.night.normal.merlin_opne.wav"),
    ]
    assert RecordedVoice(folder).find_problems("fa", {KEY}) == ()


OGG = min(asset("voice", "en").glob("*.ogg"))
LINES = {"en": ("night.close", "night.open"), "fa": ("night.close",)}


def sound(path: Path, seconds: float = 0.5) -> bytes:
    with wave.open(str(path), "wb") as written:
        written.setnchannels(1)
        written.setsampwidth(1)
        written.setframerate(8000)
        written.writeframes(bytes(int(8000 * seconds)))
    return path.read_bytes()


@pytest.fixture
def wav(tmp_path: Path) -> bytes:
    return sound(tmp_path / "sound.wav")


@pytest.fixture
def recordings(tmp_path: Path) -> RecordingStore:
    return RecordingStore(tmp_path / "data" / "voices", tmp_path / "data" / "before", LINES)


def staged(recordings: RecordingStore, tmp_path: Path, files: dict[str, bytes]) -> StagedRecordings:
    path = tmp_path / "came.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in files.items():
            packed.writestr(name, data)
    with SafeZip(path) as opened:
        return recordings.stage(opened, tmp_path / "staged")


@pytest.mark.parametrize("folder", ["", "our voices/"])
def test_valid_recordings_are_imported_with_or_without_a_common_folder(
    recordings: RecordingStore, tmp_path: Path, wav: bytes, folder: str
) -> None:
    files = {f"{folder}en/night.close.WAV": wav, f"{folder}fa/night.close.wav": wav}
    came = staged(recordings, tmp_path, files)
    assert came.problems == ()
    recordings.replace(came)
    assert recordings.list_names() == (("en", "night.close.wav"), ("fa", "night.close.wav"))
    assert (recordings.count_lines("en"), recordings.count_lines("fa")) == (1, 1)


def test_invalid_recordings_are_rejected_by_name_and_the_others_imported(
    recordings: RecordingStore, tmp_path: Path, wav: bytes
) -> None:
    came = staged(
        recordings,
        tmp_path,
        {
            "en/night.close.wav": wav,
            "en/night.open.wav": wav[:-100],
            "en/night.open.ogg": b"no sound",
            "en/night.close.mp3": wav,
            "en/night.dance.wav": wav,
            "xx/night.close.wav": wav,
            "fa/night.close.wav": sound(tmp_path / "long.wav", 31),
        },
    )
    assert came.names == (("en", "night.close.wav"),)
    assert [(problem.code, problem.args["file"]) for problem in came.problems] == [
        ("voice_file_broken", "night.open.wav"),
        ("voice_file_broken", "night.open.ogg"),
        ("voice_file_kind", "en/night.close.mp3"),
        ("voice_file_name", "en/night.dance.wav"),
        ("voice_file_name", "xx/night.close.wav"),
        ("voice_file_long", "night.close.wav"),
    ]


@pytest.mark.parametrize(
    "name",
    [
        "../en/night.close.wav",
        "/etc/night.close.wav",
        "en/../../night.close.wav",
        "en\\..\\night.close.wav",
        "C:/en/night.close.wav",
        "en/CON.wav",
        "en/\u202evaw.esolc.thgin.wav",
        "💥/night.close.wav",
        "en/" + "x" * 300 + ".wav",
    ],
)
def test_no_path_leads_out_of_the_folder(
    recordings: RecordingStore, tmp_path: Path, wav: bytes, name: str
) -> None:
    came = staged(recordings, tmp_path, {name: wav, "en/night.open.wav": wav})
    recordings.replace(came)
    (refused,) = came.problems
    shown = str(refused.args["file"])
    assert len(shown) <= 41
    assert "\u202e" not in shown
    written = {path for path in tmp_path.rglob("*.wav") if path.name != "sound.wav"}
    assert written == {tmp_path / "data" / "voices" / "en" / "night.open.wav"}


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_duplicate_lines_and_links_are_rejected(
    recordings: RecordingStore, tmp_path: Path, wav: bytes
) -> None:
    link = zipfile.ZipInfo("en/night.open.wav")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    path = tmp_path / "came.zip"
    with zipfile.ZipFile(path, "w") as packed:
        packed.writestr("en/night.close.wav", wav)
        packed.writestr("en/night.close.wav", wav)
        packed.writestr(link, b"/etc/passwd")
    with SafeZip(path) as opened:
        came = recordings.stage(opened, tmp_path / "staged")
    assert came.names == ()
    assert {problem.code for problem in came.problems} == {"twice"}


def test_a_too_large_zip_is_not_unpacked(
    recordings: RecordingStore, tmp_path: Path, wav: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {"en/night.close.wav": wav, "en/night.open.wav": wav, "letter.txt": wav}
    monkeypatch.setattr("companion.narrator.voices.recorded.MAX_TOTAL_BYTES", 2 * len(wav))
    assert len(staged(recordings, tmp_path, files).names) == 2
    shutil.rmtree(tmp_path / "staged")
    monkeypatch.setattr("companion.narrator.voices.recorded.MAX_TOTAL_BYTES", 2 * len(wav) - 1)
    came = staged(recordings, tmp_path, files)
    assert came.names == ()
    assert [problem.code for problem in came.problems] == ["recordings_big"]
    assert not (tmp_path / "staged").exists()


def test_replaced_recordings_can_be_restored(recordings: RecordingStore, tmp_path: Path, wav: bytes) -> None:
    recordings.replace(staged(recordings, tmp_path, {"en/night.close.wav": wav}))
    longer = sound(tmp_path / "longer.wav", 1)
    came = staged(recordings, tmp_path, {"en/night.close.wav": longer, "en/night.open.wav": longer})
    recordings.replace(came)
    assert recordings.count_lines("en") == 2
    recordings.undo_replace(came)
    ((name, path),) = recordings.list_files()
    assert name == "en/night.close.wav"
    assert path.read_bytes() == wav


def test_a_failed_replacement_changes_nothing(recordings: RecordingStore, tmp_path: Path, wav: bytes) -> None:
    recordings.replace(staged(recordings, tmp_path, {"en/night.close.wav": wav}))
    (tmp_path / "data" / "voices" / "fa").write_text("in the way")
    longer = sound(tmp_path / "longer.wav", 1)
    came = staged(recordings, tmp_path, {"en/night.close.wav": longer, "fa/night.close.wav": longer})
    with pytest.raises(OSError, match="fa"):
        recordings.replace(came)
    ((_, path),) = recordings.list_files()
    assert path.read_bytes() == wav


def test_replacing_restores_a_recording_in_another_format(
    recordings: RecordingStore, tmp_path: Path, wav: bytes
) -> None:
    recordings.replace(staged(recordings, tmp_path, {"en/night.close.ogg": OGG.read_bytes()}))
    other = sorted(OGG.parent.glob("*.ogg"))[1].read_bytes()
    came = staged(recordings, tmp_path, {"en/night.close.ogg": other, "en/night.close.wav": wav})
    assert came.names == (("en", "night.close.ogg"),)
    assert [(problem.code, problem.args["file"]) for problem in came.problems] == [
        ("twice", "en/night.close.wav")
    ]
    recordings.replace(came)
    recordings.undo_replace(came)
    ((_, path),) = recordings.list_files()
    assert path.read_bytes() == OGG.read_bytes()


def test_removed_recordings_can_be_restored(recordings: RecordingStore, tmp_path: Path, wav: bytes) -> None:
    recordings.replace(staged(recordings, tmp_path, {"en/night.close.wav": wav, "fa/night.close.wav": wav}))
    recordings.remove_all()
    assert recordings.list_names() == ()
    recordings.restore_replaced()
    assert len(recordings.list_names()) == 2


class Killed(BaseException):
    """The process ends here: nothing catches it."""


def ended_before_step(monkeypatch: pytest.MonkeyPatch, last: int, act: Callable[[], object]) -> bool:
    """Whether it came to its end without a step of this number that changes files."""
    steps = itertools.count()

    def stopping(step: Callable[..., Any]) -> Callable[..., Any]:
        def take(*args: Any, **named: Any) -> Any:
            if next(steps) == last:
                raise Killed
            return step(*args, **named)

        return take

    with monkeypatch.context() as patched:
        for name in ("replace", "rename", "link", "unlink", "remove", "rmdir", "mkdir"):
            patched.setattr(os, name, stopping(getattr(os, name)))
        patched.setattr(Path, "touch", stopping(Path.touch))
        patched.setattr(shutil, "copyfile", stopping(shutil.copyfile))
        try:
            act()
        except Killed:
            return False
    return True


@pytest.mark.parametrize("change", ["replace", "take back", "remove", "bring back"])
def test_an_interruption_at_any_step_loses_no_recording(
    tmp_path: Path, wav: bytes, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    ogg, longer = OGG.read_bytes(), sound(tmp_path / "longer.wav", 1)
    for last in itertools.count():
        place = tmp_path / str(last)
        recordings = RecordingStore(place / "voices", place / "before", LINES)
        old = staged(recordings, tmp_path, {"en/night.close.wav": wav, "en/night.open.ogg": ogg})
        recordings.replace(old)
        came = staged(recordings, tmp_path, {"en/night.close.wav": longer, "en/night.open.wav": longer})
        if change == "take back":
            recordings.replace(came)
        elif change == "bring back":
            recordings.remove_all()
        acts: dict[str, Callable[[], object]] = {
            "replace": partial(recordings.replace, came),
            "take back": partial(recordings.undo_replace, came),
            "remove": recordings.remove_all,
            "bring back": recordings.restore_replaced,
        }
        ended = ended_before_step(monkeypatch, last, acts[change])
        # The next start, and it too may be ended half way.
        for _ in range(2):
            again = RecordingStore(place / "voices", place / "before", LINES)
            ended_before_step(monkeypatch, 2, again.discard_replaced)
        again.discard_replaced()
        found = {name.rpartition(".")[0]: path.read_bytes() for name, path in again.list_files()}
        lines = {"en/night.close": (wav, longer), "en/night.open": (ogg, longer)}
        # Removed are all or none, and none comes back by itself.
        gone = not found and ((change == "remove" and ended) or (change == "bring back" and last == 0))
        assert gone or found.keys() == lines.keys()
        assert all(content in lines[line] for line, content in found.items())
        assert not (place / "before").exists()
        if ended:
            break
    assert last > 3


def test_recordings_of_a_backup_replace_none(recordings: RecordingStore, tmp_path: Path, wav: bytes) -> None:
    recordings.replace(staged(recordings, tmp_path, {"en/night.close.wav": wav}))
    longer = sound(tmp_path / "longer.wav", 1)
    came = staged(recordings, tmp_path, {"en/night.close.wav": longer, "en/night.open.wav": longer})
    assert recordings.list_missing(came) == (("en", "night.open.wav"),)
    recordings.add_missing(came.folder)
    # A second time, as after a kill, changes nothing.
    recordings.add_missing(came.folder)
    kept = {name: path.read_bytes() for name, path in recordings.list_files()}
    assert kept == {"en/night.close.wav": wav, "en/night.open.wav": longer}


def test_an_exported_zip_can_be_imported(recordings: RecordingStore, tmp_path: Path, wav: bytes) -> None:
    recordings.replace(staged(recordings, tmp_path, {"en/night.close.wav": wav}))
    recordings.write_zip(tmp_path / "out.zip")
    recordings.remove_all()
    with SafeZip(tmp_path / "out.zip") as opened:
        came = recordings.stage(opened, tmp_path / "again")
    assert came.names == (("en", "night.close.wav"),)
