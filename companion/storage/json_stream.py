"""A long JSON file read value by value: no more than one value of it lies in memory at a time."""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from typing import BinaryIO, Final

from companion.games.files import json_reader
from companion.games.records import Json

# In characters: what one value, and what lies between two, may come to.
MOST: Final = 2_000_000
_CHUNK: Final = 1 << 16
_BLANK: Final = " \t\r\n"


class NotThis(ValueError):
    """It is not JSON, not UTF-8, cut off, or nested beyond all measure."""


class TooLong(ValueError):
    """One value of it is longer than any of ours."""


class JsonStream:
    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._decode = codecs.getincrementaldecoder("utf-8-sig")("strict").decode
        self._read_value = json_reader().raw_decode
        self._text = ""
        self._at = 0
        self._ended = False

    def fields(self) -> Iterator[str]:
        """The names in an object; after each its value is to be read."""
        yield from (self._name() for _ in self._within("{", "}"))

    def items(self) -> Iterator[None]:
        """One step for each item of a list, which is then to be read."""
        return self._within("[", "]")

    def value(self) -> Json:
        """The next value, whole. Raises `BadRecord` for a field that occurs twice in it."""
        self._next()
        wanted = _CHUNK
        while True:
            try:
                value, end = self._read_value(self._text, self._at)
                # A number may go on behind what has been read.
                if end < len(self._text) or self._ended or isinstance(value, dict | list | str):
                    if end - self._at > MOST:
                        raise TooLong
                    self._at = end
                    return value
            except TooLong:
                raise
            except RecursionError as wrong:
                raise NotThis(str(wrong)) from wrong
            except ValueError as wrong:
                if self._ended:
                    raise NotThis(str(wrong)) from wrong
            if len(self._text) - self._at > MOST:
                raise TooLong
            self._more(wanted)
            wanted *= 2

    def end(self) -> None:
        if self._next():
            raise NotThis("something follows")

    def _within(self, opening: str, closing: str) -> Iterator[None]:
        self._take(opening)
        if self._next() == closing:
            self._at += 1
            return
        while True:
            yield None
            if self._next() == closing:
                self._at += 1
                return
            self._take(",")

    def _name(self) -> str:
        if self._next() != '"':
            raise NotThis("no name")
        name = self.value()
        self._take(":")
        return str(name)

    def _take(self, char: str) -> None:
        if self._next() != char:
            raise NotThis(f"no {char}")
        self._at += 1

    def _next(self) -> str:
        """The next character that is not blank, left where it is; nothing at the end."""
        passed = 0
        while True:
            while self._at < len(self._text):
                char = self._text[self._at]
                if char not in _BLANK:
                    return char
                self._at += 1
                passed += 1
            if self._ended:
                return ""
            if passed > MOST:
                raise TooLong
            self._more(_CHUNK)

    def _more(self, wanted: int) -> None:
        data = self._file.read(wanted)
        try:
            text = self._decode(data, final=not data)
        except UnicodeDecodeError as wrong:
            raise NotThis(str(wrong)) from wrong
        self._ended = not data
        self._text = self._text[self._at :] + text
        self._at = 0
