"""Rendered clips, kept by what went into them: the same line in the same voice is rendered once."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from companion.narrator.voices.clip import voice_error
from companion.narrator.voices.lengths import NotPlayable, seconds_of
from companion.narrator.voices.silence import is_silent

# A night of 15 lines in two languages is about 10 MB of WAV.
MOST_BYTES = 64 * 1024 * 1024


class ClipCache:
    """A folder of WAV files. What was not asked for longest goes first when it grows too big."""

    def __init__(self, folder: Path, most_bytes: int = MOST_BYTES) -> None:
        self._folder = folder
        self._most_bytes = most_bytes

    def clip(self, parts: tuple[str, ...], make: Callable[[Path], None]) -> tuple[Path, float]:
        """The file for these parts and its length; `make` writes it if it is not there or not whole. What is
        missing, cut off or silent then is not kept: it raises VoiceError."""
        name = hashlib.sha256("\0".join(parts).encode()).hexdigest()[:32]
        path = self._folder / f"{name}.wav"
        with suppress(OSError, NotPlayable):
            seconds = seconds_of(path)
            os.utime(path)
            return path, seconds
        # Made beside its place and moved there whole: a kill in between leaves no half clip behind.
        fresh = path.with_suffix(f".{os.getpid()}.wav")
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            make(fresh)
            seconds = seconds_of(fresh)
            if is_silent(fresh):
                raise NotPlayable("nothing to be heard")
            fresh.replace(path)
        except (FileNotFoundError, NotPlayable) as wrong:
            raise voice_error("app.problem.voice_engine_empty") from wrong
        except OSError as wrong:
            reason = wrong.strerror or str(wrong)
            raise voice_error("app.problem.voice_not_kept", reason=reason) from wrong
        finally:
            with suppress(OSError):
                fresh.unlink()
        self._prune(keep=path)
        return path, seconds

    def _prune(self, keep: Path) -> None:
        with suppress(OSError):
            found = [(path.stat(), path) for path in self._folder.glob("*.wav") if path != keep]
            left = keep.stat().st_size + sum(stat.st_size for stat, _ in found)
            for stat, path in sorted(found, key=lambda item: item[0].st_mtime_ns):
                if left <= self._most_bytes:
                    return
                path.unlink(missing_ok=True)
                left -= stat.st_size
