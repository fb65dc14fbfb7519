"""Zip reader for untrusted files, and error messages for files that cannot be read or written.

Nothing is unpacked under a name from the zip, no more is unpacked than the caller's limit (zip bombs), and a
zip inside a zip is treated as a plain file. Errors are described in our own words, because those of the
system are in English.
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
# Recordings and games never compress better than this ratio, unless they are small.
_MAX_COMPRESSION_RATIO, _SMALL_FILE_BYTES = 200, 1_000_000
# Limit for the central directory, which Python reads as a whole.
_MAX_DIRECTORY_BYTES: Final = 4_000_000
# End of a zip: the end record, the longest comment after it, and the locator before it in a zip over 4 GB
# (ours are smaller).
_END_SIGNATURE, _MAX_COMMENT_BYTES = b"PK\x05\x06", 65_535
_END_RECORD_BYTES, _DIRECTORY_SIZE_OFFSET = 22, 12
_ZIP64_SIGNATURE, _ZIP64_LOCATOR_BYTES = b"PK\x06\x07", 20
_COMPRESSION_TYPES = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_ENCRYPTED_FLAG = 1
_CHUNK_BYTES = 1 << 16
_MAX_NAME_LENGTH: Final = 40


class DamagedZip(Exception):
    """The zip is incomplete, or no honest program would write it."""


class ZipTooBig(Exception):
    """The contents exceed the limit."""


class ZipEntry(NamedTuple):
    """File in a zip. `path` is the zip's name for it, split at slashes: for comparison only, never used as a
    path."""

    path: tuple[str, ...]
    bytes: int
    info: zipfile.ZipInfo

    @property
    def name(self) -> str:
        return "/".join(self.path)


class SafeZip:
    """Open zip, a context manager. Raises `DamagedZip` or OSError on opening."""

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
        """Return the entries that are files: no folders, no links, no metadata files of an operating
        system."""
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
        """Names that occur more than once: zip readers disagree on which entry counts."""
        counts = Counter(file.path for file in self.entries)
        return frozenset(path for path, count in counts.items() if count > 1)

    def unpack(self, entry: ZipEntry, target: Path, max_bytes: int) -> None:
        """Write this entry to a path of ours. Raises `DamagedZip`, `ZipTooBig` or OSError and then leaves the
        partial file."""
        with target.open("wb") as output:
            for chunk in self.iter_chunks(entry, max_bytes):
                output.write(chunk)

    def read(self, entry: ZipEntry, max_bytes: int) -> bytes:
        return b"".join(self.iter_chunks(entry, max_bytes))

    def iter_chunks(self, entry: ZipEntry, max_bytes: int) -> Iterator[bytes]:
        """Yield the content in chunks. Raises `DamagedZip` or `ZipTooBig`; the content is only known to be
        valid after the last chunk."""
        info = entry.info
        if entry.bytes > max_bytes:
            raise ZipTooBig
        if entry.bytes > _SMALL_FILE_BYTES and entry.bytes > _MAX_COMPRESSION_RATIO * info.compress_size:
            raise ZipTooBig
        if info.flag_bits & _ENCRYPTED_FLAG or info.compress_type not in _COMPRESSION_TYPES:
            raise DamagedZip
        with _translate_errors(), self._zip.open(info) as stream:
            # zipfile stops at the size given in the directory and compares the checksum at the end.
            while chunk := stream.read(_CHUNK_BYTES):
                yield chunk


def _is_symlink(info: zipfile.ZipInfo) -> bool:
    return stat.S_ISLNK(info.external_attr >> 16)


@contextmanager
def _translate_errors() -> Iterator[None]:
    """Context manager that turns everything `zipfile` raises for invalid data into `DamagedZip`."""
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
        if failure.errno == errno.EINVAL:  # seek before the start of the file
            raise DamagedZip from failure
        raise


def _check_directory_size(path: Path) -> None:
    """Check the claimed size of the central directory before Python reads it. Raises `DamagedZip` if it is
    too big."""
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
    """Return a name from a file in a form that is safe to display: no direction marks, limited length."""
    clean = clean_name(name)
    return clean if len(clean) <= _MAX_NAME_LENGTH else f"…{clean[-_MAX_NAME_LENGTH:]}"


def zip_problem(failure: DamagedZip | ZipTooBig, file: str) -> ProblemError:
    """Return the problem for a zip that cannot be imported."""
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
    """Return the problem for a file that cannot be read or copied to the inbox."""
    keys = {**_COMMON_KEYS, **dict.fromkeys(_MISSING_ERRNOS, "app.files.problem.missing")}
    return _problem(keys, "app.problem.import_failed", file, failure)


def write_problem(file: str, failure: OSError) -> Problem:
    # For a new file, "not found" means that its folder is missing.
    keys = {**_COMMON_KEYS, **dict.fromkeys(_MISSING_ERRNOS, "app.files.problem.no_place")}
    return _problem(keys, "app.problem.export_failed", file, failure)


def error_name(failure: OSError) -> str:
    """Return the name of a rare error without a translation, such as `EXDEV`: the same in every language."""
    return errno.errorcode.get(failure.errno or 0, type(failure).__name__)


def _problem(keys: Mapping[int, str], fallback_key: str, file: str, failure: OSError) -> Problem:
    key = keys.get(failure.errno or 0)
    return (
        error(fallback_key, file=file, reason=error_name(failure)) if key is None else error(key, file=file)
    )
