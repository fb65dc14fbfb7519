"""Rendered clips, kept by what went into them: the same line in the same voice is rendered once."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from companion.narrator.voices.clip import voice_error
from companion.narrator.voices.lengths import UnplayableFile, read_duration
from companion.narrator.voices.silence import is_silent

# A night of 15 lines in two languages is about 10 MB of WAV.
MAX_CACHE_BYTES = 64 * 1024 * 1024


class ClipCache:
    """A folder of WAV files. What was not asked for longest goes first when it grows too big."""

    def __init__(self, folder: Path, max_bytes: int = MAX_CACHE_BYTES) -> None:
        self._folder = folder
        self._max_bytes = max_bytes

    def get_or_render(
        self, key_parts: tuple[str, ...], render_to: Callable[[Path], None]
    ) -> tuple[Path, float]:
        """The file for these parts and its length; `render_to` writes it if it is not there or not whole.
        What is missing, cut off or silent then is not kept: it raises VoiceError."""
        name = hashlib.sha256("\0".join(key_parts).encode()).hexdigest()[:32]
        path = self._folder / f"{name}.wav"
        with suppress(OSError, UnplayableFile):
            seconds = read_duration(path)
            os.utime(path)
            return path, seconds
        # Made beside its place and moved there whole: a kill in between leaves no half clip behind.
        temporary = path.with_suffix(f".{os.getpid()}.wav")
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            render_to(temporary)
            seconds = read_duration(temporary)
            if is_silent(temporary):
                raise UnplayableFile("nothing to be heard")
            temporary.replace(path)
        except (FileNotFoundError, UnplayableFile) as failure:
            raise voice_error("app.problem.voice_engine_empty") from failure
        except OSError as failure:
            reason = failure.strerror or str(failure)
            raise voice_error("app.problem.voice_not_kept", reason=reason) from failure
        finally:
            with suppress(OSError):
                temporary.unlink()
        self._prune(keep=path)
        return path, seconds

    def _prune(self, keep: Path) -> None:
        with suppress(OSError):
            files = [(path.stat(), path) for path in self._folder.glob("*.wav") if path != keep]
            total_bytes = keep.stat().st_size + sum(stat.st_size for stat, _ in files)
            for stat, path in sorted(files, key=lambda item: item[0].st_mtime_ns):
                if total_bytes <= self._max_bytes:
                    return
                path.unlink(missing_ok=True)
                total_bytes -= stat.st_size
