"""Catalogues read as a general reader of gettext files reads them."""

from __future__ import annotations

from pathlib import Path

import polib
import pytest

from companion.i18n.translator import CATALOGUES, CatalogueEntry, PoSyntaxError, parse_po, read_po

HEADER = 'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'


def read_generally(path: Path) -> dict[str, CatalogueEntry]:
    found: dict[str, CatalogueEntry] = {}
    for entry in polib.pofile(str(path), encoding="utf-8"):
        if entry.translated():
            forms = entry.msgstr_plural
            found[entry.msgid] = tuple(forms[number] for number in sorted(forms)) if forms else entry.msgstr
    return found


@pytest.mark.parametrize("language", ["en", "it", "el", "fa"])
def test_our_catalogues_say_the_same_to_a_general_reader(language: str) -> None:
    for path in sorted(Path(CATALOGUES, language).glob("*.po")):
        assert read_po(path) == read_generally(path)


@pytest.mark.parametrize(
    "text",
    [
        'msgid "a"\nmsgstr "one"\nmsgid "b"\nmsgstr "two"\n',
        'msgid "a"\nmsgstr ""\n"over "\n"two lines"\n',
        '#, fuzzy\nmsgid "a"\nmsgstr "unsure"\n\nmsgid "b"\nmsgstr "sure"\n',
        'msgid "a"\nmsgstr ""\n\nmsgid "b"\nmsgstr "said"\n',
        'msgid "a"\nmsgid_plural "a"\nmsgstr[0] "one"\nmsgstr[1] "{n}"\n',
        'msgid "a"\nmsgid_plural "a"\nmsgstr[0] "one"\nmsgstr[1] ""\n',
        'msgid "a"\nmsgstr "first"\n\n#~ msgid "old"\n#~ msgstr "gone"\n',
        'msgid "a"\nmsgstr "\\"quoted\\", a \\\\ and\\na line\\tfurther"\n',
        '# Somebody.\n#. For translators.\n#: file.py:3\n#, python-format\nmsgid "a"\nmsgstr "b"\n',
        'msgid "a"\nmsgstr "first"\n\nmsgid "a"\nmsgstr "second"\n',
    ],
)
def test_what_a_catalogue_may_hold_is_read_as_a_general_reader_does(tmp_path: Path, text: str) -> None:
    path = tmp_path / "app.po"
    path.write_text(HEADER + text, encoding="utf-8")
    assert read_po(path) == read_generally(path)


def test_a_mark_of_byte_order_and_windows_lines_do_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "app.po"
    path.write_bytes(
        b"\xef\xbb\xbf" + HEADER.encode().replace(b"\n", b"\r\n") + b'msgid "a"\r\nmsgstr "b"\r\n'
    )
    assert read_po(path) == {"a": "b"}


@pytest.mark.parametrize(
    "text",
    [
        '"text without a keyword"',
        'msgid "a"\nmsgstr "no end',
        'msgid "a"\nmsgstr "a " within"',
        'msgid "a"\nmsgstr no quotes',
        'msgid "a"\nmsgstr "one"\nmsgstr "two"',
        'msgstr "of nothing"\nmsgstr "twice"',
        "something else",
    ],
)
def test_a_damaged_catalogue_is_refused(text: str) -> None:
    with pytest.raises(PoSyntaxError, match="line"):
        list(parse_po(text))
