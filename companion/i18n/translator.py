"""Keys to sentences in one language.

`tr = Translator("it")`, then `tr("app.go_home.title")`. Whatever is wrong with a catalogue, a caller
gets text that can be shown: English first, then the key itself made readable. What was wrong is
kept in `missing` and `problems`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import TypeAlias

from companion.games.game import Problem, warning
from companion.games.seats import is_unnamed
from companion.i18n import digits
from companion.i18n.folders import catalogue_domains, catalogue_folders, catalogue_path
from companion.i18n.languages import FALLBACK_LANGUAGE, LANGUAGES, Language
from companion.i18n.po_file import CatalogueEntry, read_po
from companion.i18n.shaping import isolate

Item: TypeAlias = int | float | str
Arg: TypeAlias = Item | tuple[Item, ...] | list[Item]
# The places in sentences that hold players: there a seat without a name is put into words.
_PLAYER_ARGUMENTS = frozenset({"name", "names", "target", "bearer", "knife"})
# In characters; paths are longer than words.
_MAX_ARGUMENT_CHARS = 200


class Translator:
    """Sentences, numbers and lists in one language. An unknown code speaks English.

    With a `folder` its catalogues are read and no others.
    """

    def __init__(self, code: str, folder: str | os.PathLike[str] | None = None) -> None:
        self.language = LANGUAGES.get(code, FALLBACK_LANGUAGE)
        self.missing: set[str] = set()
        self.problems: list[Problem] = []
        self._folder = None if folder is None else os.fspath(folder)
        self._catalogues: dict[tuple[str, str], dict[str, CatalogueEntry]] = {}

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
        return _fill_template(
            template, {name: self._format_argument(name, value) for name, value in args.items()}
        )

    def translate_problem(self, problem: Problem) -> str:
        """The sentence of a problem. A file may hold a book where a word belongs: its beginning will do."""
        return self(problem.key, **{name: _truncate_argument(value) for name, value in problem.args.items()})

    def player_name(self, name: str) -> str:
        """A player's name as it is shown: that of a seat without one is its number, in words."""
        return self("app.seats.unnamed", number=int(name)) if is_unnamed(name) else name

    def player_names(self, names: Iterable[str]) -> tuple[str, ...]:
        return tuple(map(self.player_name, names))

    def format_number(self, value: float, decimals: int | None = None) -> str:
        """5 -> ۵; 0.5 -> 0,5; from 10 000 on with group signs."""
        return digits.format_number(value, self.language, decimals)

    def format_clock(self, seconds: float) -> str:
        """75 -> 1:15, 3675 -> 1:01:15; what is over counts as zero."""
        minutes, remainder = divmod(max(0, int(seconds)), 60)
        hours, minutes = divmod(minutes, 60)
        text = f"{hours}:{minutes:02}:{remainder:02}" if hours else f"{minutes}:{remainder:02}"
        return digits.to_digits(text, self.language)

    def join_items(self, items: Iterable[Item]) -> str:
        """Ada, Bob and Seat 3."""
        parts = [
            self._format_value(self.player_name(item) if isinstance(item, str) else item) for item in items
        ]
        if not parts:
            return ""
        joined = parts[0]
        for item in parts[1:-1]:
            joined = _fill_template(self._template("app.list.more"), {"list": joined, "item": item})
        if len(parts) > 1:
            joined = _fill_template(self._template("app.list.last"), {"list": joined, "item": parts[-1]})
        return joined

    def _format_argument(self, place: str, value: Arg) -> str:
        return self._format_value(
            self.player_name(value) if isinstance(value, str) and place in _PLAYER_ARGUMENTS else value
        )

    def _format_value(self, value: Arg) -> str:
        if isinstance(value, str):
            return isolate(_replace_surrogates(value), self.rtl)
        if isinstance(value, int | float):
            return self.format_number(value)
        if isinstance(value, tuple | list):
            return self.join_items(value)
        return str(value)

    def _template(self, key: str, n: Arg | None = None) -> str:
        domain = key.partition(".")[0]
        entry = self.entries(self.language, domain).get(key)
        if entry is not None:
            return _plural_form(entry, self.language, n)
        self.missing.add(key)
        if self.language is not FALLBACK_LANGUAGE:
            entry = self.entries(FALLBACK_LANGUAGE, domain).get(key)
            if entry is not None:
                return _plural_form(entry, FALLBACK_LANGUAGE, n)
        return key.rpartition(".")[2].replace("_", " ").capitalize() or key

    def entries(self, language: Language, domain: str) -> Mapping[str, CatalogueEntry]:
        """A domain's entries, read on first use."""
        entries = self._catalogues.get((language.code, domain))
        if entries is None:
            if domain not in catalogue_domains():
                return {}
            entries = self._catalogues[language.code, domain] = {}
            paths = self._paths(language, domain)
            is_complete = bool(paths)
            for path in reversed(paths):
                try:
                    entries.update(read_po(path))
                except (OSError, ValueError):
                    is_complete = False
            catalogue_problem = warning("app.problem.catalogue_missing", language=language.name)
            if not is_complete and catalogue_problem not in self.problems:
                self.problems.append(catalogue_problem)
        return entries

    def _paths(self, language: Language, domain: str) -> list[str]:
        """The files of a domain; only those that are there."""
        places = catalogue_folders() if self._folder is None else (self._folder,)
        paths = (catalogue_path(folder, language.code, domain) for folder in places)
        return [path for path in paths if os.path.isfile(path)]


def _replace_surrogates(text: str) -> str:
    """Names of files and what files hold may have half a letter in them, which no font can draw."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def _truncate_argument(value: Arg) -> Arg:
    return (
        f"{value[:_MAX_ARGUMENT_CHARS]}…"
        if isinstance(value, str) and len(value) > _MAX_ARGUMENT_CHARS
        else value
    )


def _fill_template(template: str, values: Mapping[str, str]) -> str:
    """The template with its places filled; one that asks for what is not there is shown as it is."""
    try:
        return template.format_map(values)
    except (LookupError, ValueError, AttributeError, TypeError):
        return template


def _plural_form(entry: CatalogueEntry, language: Language, n: Arg | None) -> str:
    if isinstance(entry, str):
        return entry
    index = language.plural_index(n) if isinstance(n, int | float) else len(entry) - 1
    return entry[min(index, len(entry) - 1)]
