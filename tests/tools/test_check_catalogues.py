"""Each rule with a small tree that breaks it, and with one that does not."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from companion.i18n.languages import LANGUAGES
from tests.tools.catalogue_tree import CODE, HEADER, Tree, plural, single
from tools import check_catalogues
from tools.same_words import DIFFERENT_KEYS


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    return Tree(tmp_path)


def test_valid_catalogues_have_no_findings(tree: Tree) -> None:
    assert tree.findings() == []


def test_missing_key_is_reported(tree: Tree) -> None:
    tree.catalogue("it", "")
    assert tree.findings() == ["it/app.po:1 app.hello is missing (in English on line 6)"]


def test_missing_file_is_one_finding(tree: Tree) -> None:
    (tree.root / "companion/i18n/catalogues/el/app.po").unlink()
    assert tree.findings() == ["el/app.po:1 app is missing: the whole file"]


def test_key_missing_in_english_is_reported(tree: Tree) -> None:
    tree.add("fa", single("app.more", "بیشتر"))
    assert tree.findings() == ["fa/app.po:9 app.more is not in the English catalogue"]


def test_unreadable_file_is_reported_with_its_line(tree: Tree) -> None:
    tree.add("it", 'nonsense "x"\n')
    (finding,) = tree.findings()
    assert finding.startswith("it/app.po:8 - cannot be read:")
    assert str(tree.root) not in finding


def test_file_in_another_encoding_is_reported(tree: Tree) -> None:
    (tree.root / "companion/i18n/catalogues/it/app.po").write_bytes(b'msgid "app.hello"\nmsgstr "Citt\xe0"\n')
    (finding,) = tree.findings()
    assert finding.startswith("it/app.po:1 - cannot be read:")


def test_folder_of_no_language_is_reported(tree: Tree) -> None:
    (tree.root / "companion/i18n/catalogues/xx").mkdir()
    assert tree.findings() == ["xx:1 xx is not a language of the app"]


def test_wrong_header_is_reported(tree: Tree) -> None:
    tree.catalogue("it", single("app.hello", "Ciao"), header=HEADER.replace("{code}", "el"))
    tree.catalogue("el", single("app.hello", "Γεια"), header=HEADER.replace("nplurals=2", "nplurals=1"))
    assert tree.findings() == [
        "el/app.po:1 Plural-Forms must say nplurals=2; in the header",
        "it/app.po:1 Language must be it in the header",
    ]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("Ciao {nome}", ["has {nome}, which English lacks", "lacks {name}"]),
        ("Ciao", ["lacks {name}"]),
        ("Ciao {name} {name}", []),
        ("Ciao {name", ["has bad braces: expected '}' before end of string"]),
        ("Ciao {name:>5}", ["has bad braces: {name:>5} is not of the form {name}"]),
        ("Ciao {name!r}", ["has bad braces: {name!r} is not of the form {name}"]),
        ("Ciao {}", ["has bad braces: {} is not of the form {name}"]),
        ("Ciao {name.x}", ["has bad braces: {name.x} is not of the form {name}"]),
        ("Ciao {{name}} {name}", []),
    ],
)
def test_different_placeholders_are_reported(tree: Tree, words: str, message: list[str]) -> None:
    tree.add_everywhere(single("app.hi", "{name}"), it=single("app.hi", words))
    tree.code(CODE + 'tr("app.hi")')
    assert tree.findings() == [f"it/app.po:9 app.hi {text}" for text in message]


def test_singular_may_omit_the_number(tree: Tree) -> None:
    forms = plural("app.seats", "x", "{n} x")
    tree.add_everywhere(forms, fa=plural("app.seats", "{n} ن", "{n} ن"))
    tree.code(CODE + 'tr("app.seats")')
    assert tree.findings() == []
    tree.add("fa", plural("app.seats", "ن", "{n} ن"))
    assert tree.findings() == ["fa/app.po:9 app.seats lacks {n} in form 0"]
    tree.add("fa", plural("app.seats", "{n} ن", "ن"))
    assert tree.findings() == ["fa/app.po:9 app.seats lacks {n} in form 1"]


def test_other_placeholders_are_required_in_every_form(tree: Tree) -> None:
    tree.add_everywhere(
        plural("app.seats", "{name} {n}", "{name} {n}"), it=plural("app.seats", "a", "{name} {n}")
    )
    tree.code(CODE + 'tr("app.seats")')
    assert tree.findings() == ["it/app.po:9 app.seats lacks {name} in form 0"]


def test_missing_plural_form_is_reported(tree: Tree) -> None:
    tree.add_everywhere(plural("app.seats", "{n}", "{n}"), el=plural("app.seats", "{n}"))
    tree.code(CODE + 'tr("app.seats")')
    assert tree.findings() == [
        "el/app.po:9 app.seats has plural forms in one of this and English only",
        "el/app.po:9 app.seats must have 2 plural forms, has 1",
    ]


def test_plural_in_english_only_is_reported(tree: Tree) -> None:
    tree.add_everywhere(plural("app.seats", "{n}", "{n}"), it=single("app.seats", "{n}"))
    tree.code(CODE + 'tr("app.seats")')
    assert tree.findings() == ["it/app.po:9 app.seats has plural forms in one of this and English only"]


def test_different_plural_key_is_reported(tree: Tree) -> None:
    entry = plural("app.seats", "{n}", "{n}")
    tree.add_everywhere(entry, it=entry.replace('plural "app.seats"', 'plural "app.seatss"'))
    tree.code(CODE + 'tr("app.seats")')
    assert tree.findings() == ["it/app.po:9 app.seats has a msgid_plural that is not the key"]


@pytest.mark.parametrize(
    ("code", "entry", "message"),
    [
        ("it", "#, fuzzy\n" + single("app.hi", "Ehi").strip(), "is marked fuzzy"),
        ("it", single("app.hi", ""), "is empty"),
        ("it", single("app.hi", "Ehi") + single("app.hi", "Ehi"), "is there twice, first on line 9"),
        (
            "it",
            'msgctxt "x"' + single("app.hi", "Ehi"),
            "has a msgctxt: the key alone must tell entries apart",
        ),
        ("it", single("app.hi", "Ehi "), "starts or ends in other white space than English"),
        ("it", single("app.hi", "\\nEhi"), "starts or ends in other white space than English"),
        ("fa", single("app.hi", "آري"), "contains the foreign ي, in Persian it is ی"),
        ("fa", single("app.hi", "كار"), "contains the foreign ك, in Persian it is ک"),
        ("fa", single("app.hi", "٤ نفر"), "contains the foreign ٤, in Persian it is ۴"),
        ("fa", single("app.hi", "5 نفر"), "contains 5, in Persian it is ۵"),
        ("el", single("app.hi", "Κaλά"), "mixes alphabets in 'Κaλά': LATIN SMALL LETTER A"),
        ("el", single("app.hi", "Oμάδα"), "mixes alphabets in 'Oμάδα': LATIN CAPITAL LETTER O"),
        (
            "fa",
            single("app.hi", "سلام\u200f"),
            "contains the invisible RIGHT-TO-LEFT MARK: the app sets such marks itself",
        ),
        (
            "en",
            single("app.hi", "\u2068Hi\u2069"),
            "contains the invisible FIRST STRONG ISOLATE: the app sets such marks itself",
        ),
    ],
)
def test_invalid_entry_is_reported(tree: Tree, code: str, entry: str, message: str) -> None:
    tree.add_everywhere(single("app.hi", "ΑΒ"), fa=single("app.hi", "آ"))
    tree.add(code, entry)
    tree.code(CODE + 'tr("app.hi")')
    assert f"app.hi {message}" in {finding.partition(" ")[2] for finding in tree.findings()}


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("el", "Το Avalon και ο Merlin"),
        ("el", "Άνοιξε τα μάτια, {name}!"),
        ("fa", "فایل MP3 و «Avalon»"),
        ("fa", "می\u200cرود ۵ نفر"),
    ],
)
def test_valid_entry_is_not_reported(tree: Tree, code: str, words: str) -> None:
    names = "{name}" if "{name}" in words else ""
    tree.add_everywhere(single("app.hi", f"x{names}"), **{code: single("app.hi", words)})
    tree.code(CODE + 'tr("app.hi")')
    assert tree.findings() == []


def test_obsolete_entry_is_reported(tree: Tree) -> None:
    tree.add("it", '\n#~ msgid "app.old"\n#~ msgstr "Vecchio"\n')
    assert tree.findings() == ["it/app.po:9 app.old is obsolete: delete it"]


@pytest.mark.parametrize("key", ["avalon.hi", "app.Hi", "app", "app..hi", "hi there"])
def test_key_of_another_file_is_reported(tree: Tree, key: str) -> None:
    tree.add("en", single(key, "Hi"))
    assert any(
        finding.startswith(f"en/app.po:9 {key} is no key for this file") for finding in tree.findings()
    )


def test_key_in_code_without_text_is_reported(tree: Tree) -> None:
    tree.code(CODE + '\nerror("avalon.problem.over")\n')
    assert tree.findings() == ["companion/screens/home.py:3 avalon.problem.over is in no catalogue"]


@pytest.mark.parametrize(
    "literal", ["app.po", "avalon.json", "application.x", "app", "see app.hello.", "app.Hello"]
)
def test_other_strings_are_not_taken_for_keys(tree: Tree, literal: str) -> None:
    tree.code(CODE + f"open({literal!r})")
    assert tree.findings() == []


def test_incomplete_key_is_reported(tree: Tree) -> None:
    tree.code('tr("app." + name)\n' + CODE)
    assert tree.findings() == []  # "app." alone is no more a key than "app"
    tree.code('tr("app.home." + name)\n' + CODE)
    assert tree.findings() == [
        "companion/screens/home.py:1 app.home. is half a key: write an f-string that starts with it"
    ]


def test_unused_key_is_reported(tree: Tree) -> None:
    tree.code("pass")
    assert tree.findings() == ["en/app.po:6 app.hello is used nowhere in the code"]


def test_key_in_a_comment_or_test_counts_as_unused(tree: Tree) -> None:
    tree.code('# tr("app.hello")')
    tree.code(CODE, "tests/test_home.py")
    assert tree.findings() == ["en/app.po:6 app.hello is used nowhere in the code"]


@pytest.mark.parametrize(
    ("use", "used"),
    [
        ('f"app.home.{game}"', True),
        ('f"app.{place}"', True),
        ('f"app.{place}.duet"', True),
        ('f"app.home.d{rest}"', True),
        ('f"app.{place}.silver"', False),
        ('f"app.home.{game}.title"', False),
        ('f"app.homes.{game}"', False),
    ],
)
def test_f_string_uses_all_keys_it_can_produce(tree: Tree, use: str, used: bool) -> None:
    tree.add_everywhere(single("app.home.duet", "X"))
    tree.code(CODE + f"tr({use})")
    unused = "en/app.po:9 app.home.duet is used nowhere in the code"
    assert (unused not in tree.findings()) is used


def test_f_string_without_matching_key_is_reported(tree: Tree) -> None:
    tree.code(CODE + 'tr(f"app.house.{room}.door")')
    assert tree.findings() == ["companion/screens/home.py:2 app.house.{…}.door is in no catalogue"]


def test_f_string_that_is_no_key_is_ignored(tree: Tree) -> None:
    tree.code(CODE + 'print(f"app.log: {line}", f"{name}.hello", f"{n}", f"")')
    assert tree.findings() == []


def test_duplicate_text_is_reported(tree: Tree) -> None:
    tree.add_everywhere(single("app.greeting", "Hello") + plural("app.ships", "{n} x", "{n} y"))
    tree.catalogue("en", single("duet.ships", "{n} y") + plural("duet.boats", "{n} x", "{n} y"), "duet")
    for code in ("it", "el", "fa"):
        tree.catalogue(code, single("duet.ships", "{n} z") + plural("duet.boats", "{n} z", "{n} z"), "duet")
    tree.code(CODE + 'tr("app.greeting", "app.ships", "duet.ships", "duet.boats")')
    why = "make them one key, or tell in tools/same_words.py why not"
    assert tree.findings() == [
        f"en/app.po:9 app.greeting says the same as app.hello: {why}",
        f"en/duet.po:9 duet.boats says the same as app.ships: {why}",
    ]


def test_spoken_line_may_equal_another_text(tree: Tree) -> None:
    lines = ("app.say.hello", "avalon.night.quick.hello", "cultists.night.ritual.hello")
    tree.add_everywhere(single(lines[0], "Hello"))
    for code in LANGUAGES:
        for line in lines[1:]:
            tree.catalogue(code, single(line, "Hello"), line.partition(".")[0])
    tree.code(CODE + f"tr(*{lines!r})")
    assert tree.findings() == []


def test_listed_keys_may_have_equal_texts(tree: Tree) -> None:
    for code in LANGUAGES:
        tree.catalogue(code, single("cultists.role.seer.name", "Seer"), "cultists")
        tree.catalogue(code, single("silver.card.seer.name", "Seer"), "silver")
    tree.code(CODE + 'tr("cultists.role.seer.name", "silver.card.seer.name")')
    assert tree.findings() == []


def test_every_listed_exception_is_needed() -> None:
    """Each pattern names a key, and what it names says in English what another of them says."""
    root = Path(check_catalogues.__file__).resolve().parent.parent
    places = [root / check_catalogues.CATALOGUES]
    english = check_catalogues._read(root, places, LANGUAGES["en"], []).texts
    for different in DIFFERENT_KEYS:
        matches = [[key for key in english if re.fullmatch(pattern, key)] for pattern in different.keys]
        assert all(matches), different
        listed_keys = [key for keys in matches for key in keys]
        forms = [english[key].forms for key in listed_keys]
        assert any(forms.count(words) > 1 for words in forms), different


def test_unreadable_code_is_reported(tree: Tree) -> None:
    tree.code("def (:\n", "companion/broken.py")
    (py,) = tree.findings()
    assert py.startswith("companion/broken.py:1 - cannot be read:")


def test_command_prints_findings_and_fails(tree: Tree) -> None:
    def run() -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, check_catalogues.__file__, str(tree.root)],
            capture_output=True,
            text=True,
            encoding="utf-8",
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONUTF8": "1"},
        )

    sound = run()
    assert (sound.returncode, sound.stdout, sound.stderr) == (0, "", "")
    tree.catalogue("it", "")
    faulty = run()
    assert faulty.returncode == 1
    assert faulty.stdout == (
        "companion/i18n/catalogues/it/app.po:1 app.hello is missing (in English on line 6)\n"
    )
