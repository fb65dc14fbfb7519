"""Check that every text exists in every language, is well-formed and used, and that code contains no texts.

Run without arguments, or with a checkout followed by external folders of languages and games. Prints one line
per finding, `file:line key message`; exit code 1 if there is any.
"""

from __future__ import annotations

import os
import re
import string
import sys
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

import polib

from companion.i18n.bidi import BIDI_MARKS
from companion.i18n.languages import ASCII_DIGITS, FALLBACK_LANGUAGE, LANGUAGES, Language, to_digits
from companion.i18n.translator import catalogue_domains, catalogue_folders, register_catalogues
from tools.key_uses import KEY, Finding, Use, uses_in_code
from tools.same_words import need_one_key

CATALOGUES = Path("companion/i18n/catalogues")

_WORD = re.compile(r"[^\W\d_]+")
_LONE_ASCII_DIGITS = re.compile(r"(?<![A-Za-z0-9])[0-9]+(?![A-Za-z0-9])")


class Text(NamedTuple):
    """One entry of a catalogue; an entry without plural has one form."""

    file: str
    line: int
    key: str
    forms: tuple[str, ...]

    def finding(self, message: str) -> Finding:
        return Finding(self.file, self.line, self.key, message)


class Catalogue(NamedTuple):
    """A language's texts by key, and the file of each domain that could be read."""

    texts: dict[str, Text]
    files: dict[str, str]


def check(root: Path) -> list[str]:
    """Return all findings of the checkout `root` and of the registered external folders."""
    findings: list[Finding] = []
    places = [root / CATALOGUES, *map(Path, catalogue_folders()[1:])]
    catalogues = {code: _read(root, places, language, findings) for code, language in LANGUAGES.items()}
    for folder in sorted(folder for place in places for folder in place.glob("*/")):
        if folder.name not in LANGUAGES:
            findings.append(
                Finding(_relative_path(folder, root), 1, folder.name, "is not a language of the app")
            )
    english = catalogues[FALLBACK_LANGUAGE.code].texts
    findings += _repeated(english)
    for code, language in LANGUAGES.items():
        findings += _against_english(catalogues[code], english, language)
    uses, problems = uses_in_code(root)
    findings += problems
    findings += _unmet(uses, english)
    # The code that uses external catalogues is not part of the checkout, so their keys may look unused.
    prefix = CATALOGUES.as_posix()
    findings += _unused(uses, {key: text for key, text in english.items() if text.file.startswith(prefix)})
    return [str(finding) for finding in sorted(set(findings))]


def _relative_path(path: Path, root: Path) -> str:
    return (path.relative_to(root) if path.is_relative_to(root) else path).as_posix()


def _read(root: Path, places: list[Path], language: Language, findings: list[Finding]) -> Catalogue:
    """Read all entries of a language; append the faults of single entries to `findings`."""
    catalogue = Catalogue({}, {})
    paths = sorted(path for place in places for path in (place / language.code).glob("*.po"))
    for place in places:
        for model in sorted((place / FALLBACK_LANGUAGE.code).glob("*.po")):
            if model.name not in {path.name for path in paths}:
                file = _relative_path(place / language.code / model.name, root)
                findings.append(Finding(file, 1, model.stem, "is missing: the whole file"))
    for path in paths:
        file = _relative_path(path, root)
        try:
            entries = polib.pofile(str(path), encoding="utf-8")
        except (OSError, ValueError) as wrong:
            line = re.search(r"line (\d+)", str(wrong))
            why = f"cannot be read: {str(wrong).replace(f'{root}/', '')}"
            findings.append(Finding(file, int(line[1]) if line else 1, "-", why))
            continue
        catalogue.files[path.stem] = file
        if entries.metadata.get("Language") != language.code:
            findings.append(Finding(file, 1, "Language", f"must be {language.code} in the header"))
        plural = f"nplurals={language.plural_form_count};"
        if plural not in entries.metadata.get("Plural-Forms", ""):
            findings.append(Finding(file, 1, "Plural-Forms", f"must say {plural} in the header"))
        domain = path.stem if path.stem in catalogue_domains() else None
        for entry in entries:
            text = Text(file, entry.linenum, entry.msgid, _forms(entry))
            findings += [text.finding(message) for message in _entry_faults(entry, text, language, domain)]
            first = text if entry.obsolete else catalogue.texts.setdefault(text.key, text)
            if first is not text:
                findings.append(text.finding(f"is there twice, first on line {first.line}"))
    return catalogue


def _forms(entry: polib.POEntry) -> tuple[str, ...]:
    if entry.msgid_plural:
        return tuple(entry.msgstr_plural[i] for i in sorted(entry.msgstr_plural))
    return (entry.msgstr,)


def _entry_faults(entry: polib.POEntry, text: Text, language: Language, domain: str | None) -> Iterator[str]:
    """Yield the faults of one entry; `domain` is that of its file, None for an unknown domain."""
    if domain is None or not KEY.fullmatch(text.key) or not text.key.startswith(f"{domain}."):
        file_domain = Path(text.file).stem
        yield f"is no key for this file: {file_domain}. and lower-case words, figures and _, parted by dots"
    if entry.obsolete:
        yield "is obsolete: delete it"
    if entry.msgctxt:
        yield "has a msgctxt: the key alone must tell entries apart"
    if "fuzzy" in entry.flags:
        yield "is marked fuzzy"
    if entry.msgid_plural and entry.msgid_plural != entry.msgid:
        yield "has a msgid_plural that is not the key"
    if entry.msgid_plural and sorted(entry.msgstr_plural) != list(range(language.plural_form_count)):
        yield f"must have {language.plural_form_count} plural forms, has {len(text.forms)}"
    for form in text.forms:
        yield from _form_faults(form, language)


def _form_faults(form: str, language: Language) -> Iterator[str]:
    if not form.strip():
        yield "is empty"
    try:
        placeholders(form)
    except ValueError as wrong:
        yield f"has bad braces: {wrong}"
    for mark in sorted(BIDI_MARKS.intersection(form)):
        yield f"contains the invisible {unicodedata.name(mark)}: the app sets such marks itself"
    words = re.sub(r"\{[^{}]*\}", " ", form)
    yield from filter(None, map(_mixed, _WORD.findall(words)))
    for foreign, right in language.lookalikes.items():
        if foreign in words:
            yield f"contains the foreign {foreign}, in {language.english_name} it is {right}"
    if language.digits != ASCII_DIGITS:
        for figures in _LONE_ASCII_DIGITS.findall(words):
            yield f"contains {figures}, in {language.english_name} it is {to_digits(figures, language)}"


@cache
def _mixed(word: str) -> str:
    """Return a word's letters of other alphabets if some are Greek, else an empty string."""
    strays = [char for char in word if not unicodedata.name(char, "").startswith("GREEK")]
    if not 0 < len(strays) < len(word):
        return ""
    return f"mixes alphabets in {word!r}: {', '.join(unicodedata.name(char, '?') for char in strays)}"


def placeholders(form: str) -> set[str]:
    """Return the placeholder names in braces. Raises ValueError for anything but plain `{name}`."""
    names = set()
    for _, name, spec, conversion in string.Formatter().parse(form):
        if name is None:
            continue
        if not name.isidentifier() or spec or conversion:
            placeholder = name + (f"!{conversion}" if conversion else "") + (f":{spec}" if spec else "")
            raise ValueError(f"{{{placeholder}}} is not of the form {{name}}")
        names.add(name)
    return names


def _repeated(english: Mapping[str, Text]) -> Iterator[Finding]:
    by_words: dict[tuple[str, ...], list[str]] = {}
    for key, text in english.items():
        by_words.setdefault(text.forms, []).append(key)
    for first, *others in by_words.values():
        for key in others:
            if need_one_key((first, *others)):
                hint = f"says the same as {first}: make them one key, or tell in tools/same_words.py why not"
                yield english[key].finding(hint)


def _against_english(
    catalogue: Catalogue, english: Mapping[str, Text], language: Language
) -> Iterator[Finding]:
    for key, reference in english.items():
        file = catalogue.files.get(Path(reference.file).stem)
        if key not in catalogue.texts and file is not None:
            yield Finding(file, 1, key, f"is missing (in English on line {reference.line})")
    for key, text in catalogue.texts.items():
        if key not in english:
            yield text.finding("is not in the English catalogue")
        elif (len(text.forms) > 1) != (len(english[key].forms) > 1):
            yield text.finding("has plural forms in one of this and English only")
        else:
            yield from map(text.finding, _differences(text.forms, english[key].forms, language))


def _differences(forms: tuple[str, ...], english: tuple[str, ...], language: Language) -> Iterator[str]:
    try:
        expected = placeholders(english[-1])
        used_names = [placeholders(form) for form in forms]
    except ValueError:
        return  # already reported
    for i, (form, names) in enumerate(zip(forms, used_names, strict=True)):
        model = english[min(i, len(english) - 1)]
        form_number = f" in form {i}" if len(forms) > 1 else ""
        for name in sorted(expected - names - _spare(i, forms, language)):
            yield f"lacks {{{name}}}{form_number}"
        for name in sorted(names - expected):
            yield f"has {{{name}}}{form_number}, which English lacks"
        if _margins(form) != _margins(model):
            yield f"starts or ends in other white space than English{form_number}"


def _spare(form: int, forms: tuple[str, ...], language: Language) -> set[str]:
    """Return the placeholders that a plural form may omit.

    A form for a single number may write it as a word; a Persian singular also stands for 0.
    """
    if len(forms) == 1:
        return set()
    numbers = [n for n in range(100) if language.plural_index(n) == form]
    return {"n"} if len(numbers) == 1 else set()


def _margins(form: str) -> tuple[str, str]:
    return form[: len(form) - len(form.lstrip())], form[len(form.rstrip()) :]


def _unmet(uses: Iterable[Use], english: Mapping[str, Text]) -> Iterator[Finding]:
    for use in uses:
        if use.key.endswith("."):
            yield Finding(use.file, use.line, use.key, "is half a key: write an f-string that starts with it")
        elif use.key not in english and not (use.pattern and any(map(use.pattern.fullmatch, english))):
            yield Finding(use.file, use.line, use.key, "is in no catalogue")


def _unused(uses: Collection[Use], english: Mapping[str, Text]) -> Iterator[Finding]:
    used_keys = {use.key for use in uses}
    patterns = {use.pattern for use in uses if use.pattern is not None}
    for key, text in english.items():
        if key not in used_keys and not any(pattern.fullmatch(key) for pattern in patterns):
            yield text.finding("is used nowhere in the code")


def main() -> int:
    for folder in sys.argv[2:]:
        register_catalogues(os.path.abspath(folder))
    findings = check(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent.parent)
    for finding in findings:
        print(finding)
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
