"""Keys to sentences in one language.

`tr = Translator("it")`, then `tr("app.home.title")`. Whatever is wrong with a catalogue, a caller
gets text that can be shown: English first, then the key itself made readable. What was wrong is
kept in `missing` and `problems`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import TypeAlias

from companion.games.game import Problem, warning
from companion.games.seats import unnamed
from companion.i18n import digits
from companion.i18n.folders import catalogue, domains, folders
from companion.i18n.languages import FALLBACK, LANGUAGES, Language
from companion.i18n.po_file import Entry, read_po
from companion.i18n.shaping import isolate

Item: TypeAlias = int | float | str
Arg: TypeAlias = Item | tuple[Item, ...] | list[Item]
# The places in sentences that hold players: there a seat without a name is put into words.
_PEOPLE = frozenset({"name", "names", "target", "bearer", "knife"})
# In characters; paths are longer than words.
_LONGEST_WORD = 200


class Translator:
    """Sentences, numbers and lists in one language. An unknown code speaks English.

    With a `folder` its catalogues are read and no others.
    """

    def __init__(self, code: str, folder: str | os.PathLike[str] | None = None) -> None:
        self.language = LANGUAGES.get(code, FALLBACK)
        self.missing: set[str] = set()
        self.problems: list[Problem] = []
        self._folder = None if folder is None else os.fspath(folder)
        self._catalogues: dict[tuple[str, str], dict[str, Entry]] = {}

    @property
    def code(self) -> str:
        return self.language.code

    @property
    def rtl(self) -> bool:
        return self.language.rtl

    def __call__(self, key: str, /, **args: Arg) -> str:
        """The sentence of `key`; in a plural one, `n` chooses the form. Never raises."""
        template = self._template(key, args.get("n"))
        if "{" not in template and "}" not in template:
            return template
        return _filled(template, {name: self._filling(name, value) for name, value in args.items()})

    def problem(self, problem: Problem) -> str:
        """The sentence of a problem. A file may hold a book where a word belongs: its beginning will do."""
        return self(problem.key, **{name: _beginning(value) for name, value in problem.args.items()})

    def player(self, name: str) -> str:
        """A player's name as it is shown: that of a seat without one is its number, in words."""
        return self("app.seats.unnamed", number=int(name)) if unnamed(name) else name

    def players(self, names: Iterable[str]) -> tuple[str, ...]:
        return tuple(map(self.player, names))

    def number(self, value: float, places: int | None = None) -> str:
        """5 -> ۵; 0.5 -> 0,5; from 10 000 on with group signs."""
        return digits.number(value, self.language, places)

    def clock(self, seconds: float) -> str:
        """75 -> 1:15, 3675 -> 1:01:15; what is over counts as zero."""
        minutes, rest = divmod(max(0, int(seconds)), 60)
        hours, minutes = divmod(minutes, 60)
        written = f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
        return digits.to_digits(written, self.language)

    def join(self, items: Iterable[Item]) -> str:
        """Ada, Bob and Seat 3."""
        written = [self._written(self.player(item) if isinstance(item, str) else item) for item in items]
        if not written:
            return ""
        joined = written[0]
        for item in written[1:-1]:
            joined = _filled(self._template("app.list.more"), {"list": joined, "item": item})
        if len(written) > 1:
            joined = _filled(self._template("app.list.last"), {"list": joined, "item": written[-1]})
        return joined

    def _filling(self, place: str, value: Arg) -> str:
        return self._written(self.player(value) if isinstance(value, str) and place in _PEOPLE else value)

    def _written(self, value: Arg) -> str:
        if isinstance(value, str):
            return isolate(_whole(value), self.rtl)
        if isinstance(value, int | float):
            return self.number(value)
        if isinstance(value, tuple | list):
            return self.join(value)
        return str(value)

    def _template(self, key: str, n: Arg | None = None) -> str:
        domain = key.partition(".")[0]
        entry = self.entries(self.language, domain).get(key)
        if entry is not None:
            return _form(entry, self.language, n)
        self.missing.add(key)
        if self.language is not FALLBACK:
            entry = self.entries(FALLBACK, domain).get(key)
            if entry is not None:
                return _form(entry, FALLBACK, n)
        return key.rpartition(".")[2].replace("_", " ").capitalize() or key

    def entries(self, language: Language, domain: str) -> Mapping[str, Entry]:
        """A domain's entries, read on first use."""
        entries = self._catalogues.get((language.code, domain))
        if entries is None:
            if domain not in domains():
                return {}
            entries = self._catalogues[language.code, domain] = {}
            paths = self._paths(language, domain)
            whole = bool(paths)
            for path in reversed(paths):
                try:
                    entries.update(read_po(path))
                except (OSError, ValueError):
                    whole = False
            found = warning("app.problem.catalogue_missing", language=language.name)
            if not whole and found not in self.problems:
                self.problems.append(found)
        return entries

    def _paths(self, language: Language, domain: str) -> list[str]:
        """The files of a domain; only those that are there."""
        places = folders() if self._folder is None else (self._folder,)
        paths = (catalogue(folder, language.code, domain) for folder in places)
        return [path for path in paths if os.path.isfile(path)]


def _whole(words: str) -> str:
    """Names of files and what files hold may have half a letter in them, which no font can draw."""
    return words if words.isascii() else words.encode("utf-8", "replace").decode("utf-8")


def _beginning(value: Arg) -> Arg:
    return f"{value[:_LONGEST_WORD]}…" if isinstance(value, str) and len(value) > _LONGEST_WORD else value


def _filled(template: str, values: Mapping[str, str]) -> str:
    """The template with its places filled; one that asks for what is not there is shown as it is."""
    try:
        return template.format_map(values)
    except (LookupError, ValueError, AttributeError, TypeError):
        return template


def _form(entry: Entry, language: Language, n: Arg | None) -> str:
    if isinstance(entry, str):
        return entry
    index = language.plural(n) if isinstance(n, int | float) else len(entry) - 1
    return entry[min(index, len(entry) - 1)]
