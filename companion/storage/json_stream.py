"""A long JSON file read value by value: no more than one value of it lies in memory at a time."""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from typing import BinaryIO, Final

from companion.games.files import make_json_decoder
from companion.games.records import Json

# In characters: what one value, and what lies between two, may come to.
MAX_VALUE_CHARS: Final = 2_000_000
_CHUNK_BYTES: Final = 1 << 16
_WHITESPACE: Final = " \t\r\n"


class JsonStreamError(ValueError):
    """It is not JSON, not UTF-8, cut off, or nested beyond all measure."""


class JsonValueTooLong(ValueError):
    """One value of it is longer than any of ours."""


class JsonStream:
    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._decode = codecs.getincrementaldecoder("utf-8-sig")("strict").decode
        self._decode_value = make_json_decoder().raw_decode
        self._text = ""
        self._offset = 0
        self._is_eof = False

    def iterate_fields(self) -> Iterator[str]:
        """The names in an object; after each its value is to be read."""
        yield from (self._read_name() for _ in self._iterate_container("{", "}"))

    def iterate_items(self) -> Iterator[None]:
        """One step for each item of a list, which is then to be read."""
        return self._iterate_container("[", "]")

    def read_value(self) -> Json:
        """The next value, whole. Raises `BadRecord` for a field that occurs twice in it."""
        self._peek()
        size = _CHUNK_BYTES
        while True:
            try:
                parsed_value, end = self._decode_value(self._text, self._offset)
                # A number may go on behind what has been read.
                if end < len(self._text) or self._is_eof or isinstance(parsed_value, dict | list | str):
                    if end - self._offset > MAX_VALUE_CHARS:
                        raise JsonValueTooLong
                    self._offset = end
                    return parsed_value
            except JsonValueTooLong:
                raise
            except RecursionError as wrong:
                raise JsonStreamError(str(wrong)) from wrong
            except ValueError as wrong:
                if self._is_eof:
                    raise JsonStreamError(str(wrong)) from wrong
            if len(self._text) - self._offset > MAX_VALUE_CHARS:
                raise JsonValueTooLong
            self._read_more(size)
            size *= 2

    def expect_end(self) -> None:
        if self._peek():
            raise JsonStreamError("something follows")

    def _iterate_container(self, opening: str, closing: str) -> Iterator[None]:
        self._expect(opening)
        if self._peek() == closing:
            self._offset += 1
            return
        while True:
            yield None
            if self._peek() == closing:
                self._offset += 1
                return
            self._expect(",")

    def _read_name(self) -> str:
        if self._peek() != '"':
            raise JsonStreamError("no name")
        name = self.read_value()
        self._expect(":")
        return str(name)

    def _expect(self, char: str) -> None:
        if self._peek() != char:
            raise JsonStreamError(f"no {char}")
        self._offset += 1

    def _peek(self) -> str:
        """The next character that is not blank, left where it is; nothing at the end."""
        skipped = 0
        while True:
            while self._offset < len(self._text):
                char = self._text[self._offset]
                if char not in _WHITESPACE:
                    return char
                self._offset += 1
                skipped += 1
            if self._is_eof:
                return ""
            if skipped > MAX_VALUE_CHARS:
                raise JsonValueTooLong
            self._read_more(_CHUNK_BYTES)

    def _read_more(self, size: int) -> None:
        data = self._file.read(size)
        try:
            text = self._decode(data, final=not data)
        except UnicodeDecodeError as wrong:
            raise JsonStreamError(str(wrong)) from wrong
        self._is_eof = not data
        self._text = self._text[self._offset :] + text
        self._offset = 0
