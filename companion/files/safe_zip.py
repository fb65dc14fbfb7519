"""Zips from anywhere, read without trusting a word of what they say of themselves.

A zip names its files as it likes, and a few bytes of it may grow to fill a disk. So nothing is ever unpacked
under a name that the zip gives, no more is unpacked than was allowed beforehand, and a zip inside a zip is
only a file.

Why a file could not be read or written, in our words: what the system says of it, it says in English.
"""

from __future__ import annotations

import errno
import stat
import struct
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import Final, NamedTuple

from companion.core.game import Problem, ProblemError, error
from companion.core.players import clean_name

ZIP_SIGNATURE: Final = b"PK\x03\x04"
# A zip of every line in every language has some 1500 files.
MAX_ENTRIES: Final = 20_000
# Nothing that people record or play shrinks to less than this part of itself, unless it is small.
_MAX_COMPRESSION_RATIO, _SMALL_FILE_BYTES = 200, 1_000_000
# Python reads the list of files whole: this much of it is read at the most.
_MAX_DIRECTORY_BYTES: Final = 4_000_000
# Where a zip ends: its last record, the longest remark after it, and what stands before it in a zip for more
# than 4 GB, which none of ours is.
_END_SIGNATURE, _MAX_COMMENT_BYTES = b"PK\x05\x06", 65_535
_END_RECORD_BYTES, _DIRECTORY_SIZE_OFFSET = 22, 12
_ZIP64_SIGNATURE, _ZIP64_LOCATOR_BYTES = b"PK\x06\x07", 20
_COMPRESSION_TYPES = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_ENCRYPTED_FLAG = 1
_CHUNK_BYTES = 1 << 16
_MAX_NAME_LENGTH: Final = 40


class DamagedZip(Exception):
    """Not a whole zip, or one that no honest program writes."""


class ZipTooBig(Exception):
    """There is more in it than was allowed."""


class ZipEntry(NamedTuple):
    """A file in a zip. `path` is what the zip calls it, cut at the slashes: to be compared, never used."""

    path: tuple[str, ...]
    bytes: int
    info: zipfile.ZipInfo

    @property
    def name(self) -> str:
        return "/".join(self.path)


class SafeZip:
    """An open zip; use as a context manager. Raises `DamagedZip` or OSError on opening."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __enter__(self) -> SafeZip:
        _check_directory_size(self._path)
        with _translate_errors():
            self._zip = zipfile.ZipFile(self._path)
        try:
            self.entries = self._read_entries()
        except BaseException:
            self._zip.close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._zip.close()

    def _read_entries(self) -> tuple[ZipEntry, ...]:
        """Those that are files: neither folders nor links, nor what a system leaves beside them."""
        infos = self._zip.infolist()
        if len(infos) > MAX_ENTRIES:
            raise DamagedZip
        entries = []
        for info in infos:
            path = tuple(info.filename.split("/"))
            is_hidden = any(part.startswith(".") and part not in (".", "..") for part in path)
            if path[-1] and not _is_symlink(info) and not is_hidden and path[0] != "__MACOSX":
                entries.append(ZipEntry(path, info.file_size, info))
        return tuple(entries)

    @cached_property
    def duplicate_paths(self) -> frozenset[tuple[str, ...]]:
        """The names that occur more than once: readers of zips disagree on which of them counts."""
        counts = Counter(file.path for file in self.entries)
        return frozenset(path for path, count in counts.items() if count > 1)

    def unpack(self, entry: ZipEntry, target: Path, max_bytes: int) -> None:
        """Write this file to a path of ours. Raises `DamagedZip`, `ZipTooBig` or OSError; the rest stays
        there."""
        with target.open("wb") as output:
            for chunk in self.iter_chunks(entry, max_bytes):
                output.write(chunk)

    def read(self, entry: ZipEntry, max_bytes: int) -> bytes:
        return b"".join(self.iter_chunks(entry, max_bytes))

    def iter_chunks(self, entry: ZipEntry, max_bytes: int) -> Iterator[bytes]:
        """Bit by bit. Raises `DamagedZip` or `ZipTooBig`; only after the last of them is it known to be
        sound."""
        info = entry.info
        if entry.bytes > max_bytes:
            raise ZipTooBig
        if entry.bytes > _SMALL_FILE_BYTES and entry.bytes > _MAX_COMPRESSION_RATIO * info.compress_size:
            raise ZipTooBig
        if info.flag_bits & _ENCRYPTED_FLAG or info.compress_type not in _COMPRESSION_TYPES:
            raise DamagedZip
        with _translate_errors(), self._zip.open(info) as stream:
            # It stops after so many bytes as the list says, and compares their sum at the end.
            while chunk := stream.read(_CHUNK_BYTES):
                yield chunk


def _is_symlink(info: zipfile.ZipInfo) -> bool:
    return stat.S_ISLNK(info.external_attr >> 16)


@contextmanager
def _translate_errors() -> Iterator[None]:
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
    ) as failure:
        raise DamagedZip from failure
    except OSError as failure:
        if failure.errno == errno.EINVAL:  # sent to look before the beginning of the file
            raise DamagedZip from failure
        raise


def _check_directory_size(path: Path) -> None:
    """Look at the end of the file before Python does, for how long the list of files claims to be."""
    with path.open("rb") as file:
        size = file.seek(0, 2)
        file.seek(max(0, size - _END_RECORD_BYTES - _MAX_COMMENT_BYTES - _ZIP64_LOCATOR_BYTES))
        tail = file.read()
    offset = tail.rfind(_END_SIGNATURE)
    if offset < 0 or len(tail) - offset < _END_RECORD_BYTES:
        raise DamagedZip
    length = int.from_bytes(
        tail[offset + _DIRECTORY_SIZE_OFFSET : offset + _DIRECTORY_SIZE_OFFSET + 4], "little"
    )
    if length > _MAX_DIRECTORY_BYTES or tail[max(0, offset - _ZIP64_LOCATOR_BYTES) : offset].startswith(
        _ZIP64_SIGNATURE
    ):
        raise DamagedZip


def display_name(name: str) -> str:
    """A name that came with a file, fit to be read: it turns no line round and fills no screen."""
    clean = clean_name(name)
    return clean if len(clean) <= _MAX_NAME_LENGTH else f"…{clean[-_MAX_NAME_LENGTH:]}"


def zip_problem(failure: DamagedZip | ZipTooBig, file: str) -> ProblemError:
    """Why a file that came as a zip is not taken, as a problem."""
    key = "app.files.problem.big" if isinstance(failure, ZipTooBig) else "app.files.problem.damaged"
    return ProblemError(error(key, file=file))


_DISK_FULL_ERRNOS: Final = (errno.ENOSPC, errno.EDQUOT)
_COMMON_KEYS: Final[Mapping[int, str]] = {
    **dict.fromkeys(_DISK_FULL_ERRNOS, "app.files.problem.full"),
    **dict.fromkeys((errno.EACCES, errno.EPERM, errno.EROFS), "app.files.problem.denied"),
    errno.EISDIR: "app.files.problem.folder",
}
_MISSING_ERRNOS: Final = (errno.ENOENT, errno.ENOTDIR)


def read_problem(file: str, failure: OSError) -> Problem:
    """It could not be read, or not copied to a place of ours."""
    keys = {**_COMMON_KEYS, **dict.fromkeys(_MISSING_ERRNOS, "app.files.problem.missing")}
    return _problem(keys, "app.problem.import_failed", file, failure)


def write_problem(file: str, failure: OSError) -> Problem:
    # A file that is to be written need not be there; what is missing is where it should lie.
    keys = {**_COMMON_KEYS, **dict.fromkeys(_MISSING_ERRNOS, "app.files.problem.no_place")}
    return _problem(keys, "app.problem.export_failed", file, failure)


def error_name(failure: OSError) -> str:
    """For what is so rare that we have no words: the name of the error, the same in every language."""
    return errno.errorcode.get(failure.errno or 0, type(failure).__name__)


def _problem(keys: Mapping[int, str], fallback_key: str, file: str, failure: OSError) -> Problem:
    key = keys.get(failure.errno or 0)
    return (
        error(fallback_key, file=file, reason=error_name(failure)) if key is None else error(key, file=file)
    )
