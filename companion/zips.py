"""Zips from anywhere, read without trusting a word of what they say of themselves.

A zip names its files as it likes, and a few bytes of it may grow to fill a disk. So nothing is ever unpacked
under a name that the zip gives, no more is unpacked than was allowed beforehand, and a zip inside a zip is
only a file.
"""

from __future__ import annotations

import errno
import stat
import struct
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import Final, NamedTuple

from companion.games.game import ProblemError, error
from companion.games.seats import clean_name

START: Final = b"PK\x03\x04"
# A zip of every line in every language has some 1500 files.
MOST_ENTRIES: Final = 20_000
# Nothing that people record or play shrinks to less than this part of itself, unless it is small.
_MOST_SHRUNK, _SMALL = 200, 1_000_000
# Python reads the list of files whole: this much of it is read at the most.
_MOST_LIST: Final = 4_000_000
# Where a zip ends: its last record, the longest remark after it, and what stands before it in a zip for more
# than 4 GB, which none of ours is.
_END, _LONGEST_REMARK = b"PK\x05\x06", 65_535
_END_SIZE, _LIST_SIZE_AT = 22, 12
_LARGE, _LARGE_SIZE = b"PK\x06\x07", 20
_KINDS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_ENCRYPTED = 1
_CHUNK = 1 << 16
_LONGEST_SHOWN: Final = 40


class Damaged(Exception):
    """Not a whole zip, or one that no honest program writes."""


class TooBig(Exception):
    """There is more in it than was allowed."""


class Packed(NamedTuple):
    """A file in a zip. `path` is what the zip calls it, cut at the slashes: to be compared, never used."""

    path: tuple[str, ...]
    bytes: int
    info: zipfile.ZipInfo

    @property
    def name(self) -> str:
        return "/".join(self.path)


class Zip:
    """An open zip; use as a context manager. Raises `Damaged` or OSError on opening."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __enter__(self) -> Zip:
        _check_end(self._path)
        with _damage():
            self._zip = zipfile.ZipFile(self._path)
        try:
            self.files = self._files()
        except BaseException:
            self._zip.close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._zip.close()

    def _files(self) -> tuple[Packed, ...]:
        """Those that are files: neither folders nor links, nor what a system leaves beside them."""
        infos = self._zip.infolist()
        if len(infos) > MOST_ENTRIES:
            raise Damaged
        found = []
        for info in infos:
            path = tuple(info.filename.split("/"))
            hidden = any(part.startswith(".") and part not in (".", "..") for part in path)
            if path[-1] and not _is_link(info) and not hidden and path[0] != "__MACOSX":
                found.append(Packed(path, info.file_size, info))
        return tuple(found)

    @cached_property
    def doubled(self) -> frozenset[tuple[str, ...]]:
        """The names that occur more than once: readers of zips disagree on which of them counts."""
        counts = Counter(file.path for file in self.files)
        return frozenset(path for path, count in counts.items() if count > 1)

    def unpack(self, file: Packed, to: Path, most: int) -> None:
        """Write this file to a path of ours. Raises `Damaged`, `TooBig` or OSError; the rest stays there."""
        with to.open("wb") as written:
            for chunk in self.chunks(file, most):
                written.write(chunk)

    def read(self, file: Packed, most: int) -> bytes:
        return b"".join(self.chunks(file, most))

    def chunks(self, file: Packed, most: int) -> Iterator[bytes]:
        """Bit by bit. Raises `Damaged` or `TooBig`; only after the last of them is it known to be sound."""
        info = file.info
        if file.bytes > most:
            raise TooBig
        if file.bytes > _SMALL and file.bytes > _MOST_SHRUNK * info.compress_size:
            raise TooBig
        if info.flag_bits & _ENCRYPTED or info.compress_type not in _KINDS:
            raise Damaged
        with _damage(), self._zip.open(info) as packed:
            # It stops after so many bytes as the list says, and compares their sum at the end.
            while chunk := packed.read(_CHUNK):
                yield chunk


def _is_link(info: zipfile.ZipInfo) -> bool:
    return stat.S_ISLNK(info.external_attr >> 16)


@contextmanager
def _damage() -> Iterator[None]:
    """All that Python's reader may raise at bytes that are no zip."""
    try:
        yield
    except (
        zipfile.BadZipFile,
        zlib.error,
        struct.error,
        EOFError,
        LookupError,
        ValueError,
        RuntimeError,
    ) as wrong:
        raise Damaged from wrong
    except OSError as wrong:
        if wrong.errno == errno.EINVAL:  # sent to look before the beginning of the file
            raise Damaged from wrong
        raise


def _check_end(path: Path) -> None:
    """Look at the end of the file before Python does, for how long the list of files claims to be."""
    with path.open("rb") as file:
        size = file.seek(0, 2)
        file.seek(max(0, size - _END_SIZE - _LONGEST_REMARK - _LARGE_SIZE))
        tail = file.read()
    at = tail.rfind(_END)
    if at < 0 or len(tail) - at < _END_SIZE:
        raise Damaged
    length = int.from_bytes(tail[at + _LIST_SIZE_AT : at + _LIST_SIZE_AT + 4], "little")
    if length > _MOST_LIST or tail[max(0, at - _LARGE_SIZE) : at].startswith(_LARGE):
        raise Damaged


def shown_name(name: str) -> str:
    """A name that came with a file, fit to be read: it turns no line round and fills no screen."""
    clean = clean_name(name)
    return clean if len(clean) <= _LONGEST_SHOWN else f"…{clean[-_LONGEST_SHOWN:]}"


def refused(wrong: Damaged | TooBig, file: str) -> ProblemError:
    """Why a file that came as a zip is not taken, as a problem."""
    key = "app.files.problem.big" if isinstance(wrong, TooBig) else "app.files.problem.damaged"
    return ProblemError(error(key, file=file))
