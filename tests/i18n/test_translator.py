"""Translation, catalogues of other packages, and the .po reader compared with a general parser."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import polib
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.core.game import error, warning
from companion.i18n.languages import FALLBACK_LANGUAGE, LANGUAGES
from companion.i18n.line_breaking import strip_bidi_marks
from companion.i18n.translator import (
    CATALOGUES,
    CatalogueEntry,
    PoSyntaxError,
    Translator,
    catalogue_domains,
    catalogue_folders,
    parse_po,
    read_po,
    register_catalogues,
    unregister_catalogues,
)

Write = Callable[..., Path]


def test_placeholders_of_a_message_are_filled(write: Write) -> None:
    tr = Translator("en", write("en", hello="Welcome, {name}!", bye="Bye"))
    assert tr("app.hello", name="Ada") == "Welcome, Ada!"
    assert tr("app.bye") == "Bye"
    assert tr.missing == set()
    assert tr.problems == []


@pytest.mark.parametrize(
    ("code", "counted"),
    [
        ("en", {0: "0 many", 1: "one", 2: "2 many"}),
        ("it", {0: "0 many", 1: "one", 2: "2 many"}),
        ("el", {0: "0 many", 1: "one", 2: "2 many"}),
        ("fa", {0: "one", 1: "one", 2: "۲ many"}),
    ],
)
def test_n_selects_the_plural_form(write: Write, code: str, counted: dict[int, str]) -> None:
    tr = Translator(code, write(code, seats=("one", "{n} many")))
    assert {n: tr("app.seats", n=n) for n in counted} == counted


def test_a_plural_entry_without_a_number_takes_the_last_form(write: Write) -> None:
    assert Translator("en", write("en", seats=("one", "many")))("app.seats") == "many"


@pytest.mark.parametrize(
    ("code", "shown"),
    [("en", "12 0.5 12,000"), ("it", "12 0,5 12.000"), ("el", "12 0,5 12.000"), ("fa", "۱۲ ۰٫۵ ۱۲٬۰۰۰")],
)
def test_numbers_in_a_message_are_formatted_for_the_language(write: Write, code: str, shown: str) -> None:
    tr = Translator(code, write(code, line="{a} {b} {c}"))
    assert tr("app.line", a=12, b=0.5, c=12000) == shown


def test_digits_in_a_name_are_unchanged(write: Write) -> None:
    assert strip_bidi_marks(Translator("fa", write("fa", line="{name}"))("app.line", name="R2")) == "R2"


@pytest.mark.parametrize(
    ("code", "items", "joined"),
    [
        ("en", (), ""),
        ("en", ("Ada",), "Ada"),
        ("en", ("Ada", "Bob"), "Ada and Bob"),
        ("en", ("a", "b", "c", "d"), "a, b, c and d"),
        ("it", ("a", "b", "c"), "a, b e c"),
        ("el", ("α", "β", "γ"), "α, β και γ"),
        ("fa", ("آ", "ب", "پ"), "آ، ب و پ"),
        ("fa", (1, 2, 13), "۱، ۲ و ۱۳"),
    ],
)
def test_a_list_is_joined_by_the_rule_of_the_language(
    code: str, items: tuple[str | int, ...], joined: str
) -> None:
    tr = Translator(code)
    assert tr.join_items(items) == joined
    assert tr.problems == []


def test_a_tuple_or_list_argument_is_joined(write: Write) -> None:
    entries = {"list.more": "{list}, {item}", "list.last": "{list} and {item}", "team": "Team: {who}."}
    tr = Translator("en", write("en", **entries))
    assert tr("app.team", who=("Ada", "Bob", "Cleo")) == "Team: Ada, Bob and Cleo."
    assert tr("app.team", who=["Ada"]) == "Team: Ada."


def test_only_names_of_the_other_direction_are_isolated(write: Write) -> None:
    english = Translator("en", write("en", won="{name} won"))
    assert english("app.won", name="Ada") == "Ada won"
    assert english("app.won", name="Αθηνά") == "Αθηνά won"
    assert english("app.won", name="آرش") != "آرش won"
    assert strip_bidi_marks(english("app.won", name="آرش")) == "آرش won"
    persian = Translator("fa", write("fa", won="{name} برد"))
    assert persian("app.won", name="آرش") == "آرش برد"
    assert persian("app.won", name="Ada") != "Ada برد"
    assert strip_bidi_marks(persian("app.won", name="Ada")) == "Ada برد"


def test_each_name_of_a_list_is_isolated() -> None:
    joined = Translator("fa").join_items(["Ada", "آرش", "Bob"])
    assert strip_bidi_marks(joined) == "Ada، آرش و Bob"
    assert joined.count("\u202a") == joined.count("\u202c") == 2


def test_a_missing_message_falls_back_to_english_and_is_recorded(write: Write) -> None:
    write("en", only=("one seat", "{n} seats"))
    tr = Translator("fa", write("fa", other="x"))
    assert tr("app.only", n=2) == "۲ seats"
    assert tr("app.only", n=0) == "۰ seats"
    assert tr.missing == {"app.only"}
    assert tr.problems == []


@pytest.mark.parametrize(
    ("key", "shown"),
    [
        ("app.home.new_table", "New table"),
        ("elsewhere.some_thing", "Some thing"),
        ("../../secret.word", "Word"),
        ("word", "Word"),
        ("app.", "app."),
        ("", ""),
    ],
)
def test_an_unknown_key_is_shown_in_readable_form(write: Write, key: str, shown: str) -> None:
    tr = Translator("it", write("it", a="a"))
    assert tr(key) == shown
    assert tr.missing == {key}


@pytest.mark.parametrize("broken", [None, b"msgid nonsense\nmore", b"\xff\xfe\x00", b'msgid "a\nmsgstr'])
def test_an_unreadable_catalogue_falls_back_to_english_with_a_problem(
    write: Write, broken: bytes | None
) -> None:
    folder = write("en", hello="Hello", bye="Bye")
    if broken is not None:
        (folder / "el").mkdir()
        (folder / "el" / "app.po").write_bytes(broken)
    tr = Translator("el", folder)
    assert [tr("app.hello"), tr("app.bye")] == ["Hello", "Bye"]
    assert tr.problems == [warning("app.problem.catalogue_missing", language="Ελληνικά")]


def test_without_catalogues_keys_are_shown_in_readable_form(tmp_path: Path) -> None:
    tr = Translator("it", tmp_path / "nowhere")
    assert tr("app.home.title", n=1) == "Title"
    assert tr.join_items(["a", "b"]) != ""
    assert tr.translate_problem(tr.problems[0]) == "Catalogue missing"
    assert {problem.args["language"] for problem in tr.problems} == {"Italiano", "English"}


def test_an_entry_not_yet_translated_counts_as_missing(tmp_path: Path, write: Write) -> None:
    folder = write("en", a="A", b="B", c="C")
    (folder / "it").mkdir()
    (folder / "it" / "app.po").write_text(
        'msgid ""\nmsgstr ""\n\nmsgid "app.a"\nmsgstr ""\n\n#, fuzzy\nmsgid "app.b"\nmsgstr "b"\n\n'
        '#~ msgid "app.c"\n#~ msgstr "c"\n',
        encoding="utf-8",
    )
    tr = Translator("it", folder)
    assert [tr("app.a"), tr("app.b"), tr("app.c")] == ["A", "B", "C"]
    assert tr.missing == {"app.a", "app.b", "app.c"}


@pytest.mark.parametrize(
    "bad", ["{other} won", "{name", "name}", "{} won", "{0} won", "{name.x}", "{name:d}", "{name!q}"]
)
def test_a_message_with_an_invalid_placeholder_is_shown_unchanged(write: Write, bad: str) -> None:
    assert Translator("en", write("en", line=bad))("app.line", name="Ada") == bad


def test_braces_in_a_name_are_not_placeholders(write: Write) -> None:
    tr = Translator("en", write("en", line="{name} won"))
    assert tr("app.line", name="{n} {name.__class__}") == "{n} {name.__class__} won"


def test_an_argument_may_have_any_name(write: Write) -> None:
    assert Translator("en", write("en", line="{key} {self}"))("app.line", key="a", self="b") == "a b"


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [(0, "0:00"), (75, "1:15"), (59.9, "0:59"), (600, "10:00"), (3675, "1:01:15"), (-3, "0:00")],
)
def test_a_duration_is_shown_as_on_a_clock(seconds: float, shown: str) -> None:
    assert Translator("en").format_clock(seconds) == shown


def test_a_persian_clock_has_persian_digits() -> None:
    assert Translator("fa").format_clock(75) == "۱:۱۵"


def test_a_problem_is_translated(write: Write) -> None:
    tr = Translator("en", write("en", **{"problem.name_long": "Longer than {limit}: {length}"}))
    assert tr.translate_problem(error("app.problem.name_long", limit=40, length=44)) == "Longer than 40: 44"


def test_a_very_long_argument_of_a_problem_is_truncated(write: Write) -> None:
    tr = Translator("en", write("en", **{"problem.name_taken": "{name}!"}))
    told = tr.translate_problem(error("app.problem.name_taken", name="book " * 1000))
    assert told.startswith("book book")
    assert len(told) < 250


def test_code_and_direction_are_those_of_the_language() -> None:
    assert [(tr.code, tr.rtl) for tr in map(Translator, LANGUAGES)] == [
        ("en", False),
        ("it", False),
        ("el", False),
        ("fa", True),
    ]


def test_an_unknown_language_falls_back_to_english() -> None:
    tr = Translator("xx")
    assert (tr.code, tr.join_items("ab")) == ("en", "a and b")


def test_a_domain_is_read_once_on_first_use(write: Write) -> None:
    folder = write("en", domain="duet", a="A")
    tr = Translator("en", folder)
    assert tr("duet.a") == "A"
    (folder / "en" / "duet.po").unlink()
    assert tr("duet.a") == "A"
    assert tr.problems == []
    assert tr("silver.a") == "A"
    assert tr.problems == [warning("app.problem.catalogue_missing", language="English")]


def test_english_never_loads_what_only_persian_needs(write: Write) -> None:
    folder = write("en", hello="Hello, {name} – {n}")
    program = (
        "import sys; from companion.i18n.translator import Translator; "
        "from companion.i18n import line_breaking; "
        f"text = Translator('en', {str(folder)!r})('app.hello', name='Zoë', n=1); "
        "line_breaking.visual_lines(text, 5, len, False, 2); "
        "print(sorted({'arabic_reshaper', 'bidi', 'kivy'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert done.stdout.strip() == "[]"


@given(data=st.binary(max_size=200))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=200)
def test_no_catalogue_can_make_a_call_fail(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "en").mkdir(exist_ok=True)
    (tmp_path / "en" / "app.po").write_bytes(b'msgid "app.a"\nmsgstr "{n}"\n\n' + data)
    assert isinstance(Translator("en", tmp_path)("app.a", n=3), str)


# -- seats without names --


@pytest.mark.parametrize(
    ("code", "seat"), [("en", "Seat 3"), ("it", "Posto 3"), ("el", "Θέση 3"), ("fa", "صندلی ۳")]
)
def test_an_unnamed_seat_is_shown_by_its_number_in_every_language(code, seat):
    tr = Translator(code)
    assert tr.player_name("3") == seat
    assert tr.player_names(("3", "Ada")) == (seat, "Ada")
    assert seat in tr("app.night.leads", name="3")
    assert seat in tr("app.history.line", when="today", names=("Ada", "3"))
    assert seat in tr.translate_problem(error("app.problem.name_taken", name="3"))


def test_a_number_that_is_no_player_is_unchanged():
    tr = Translator("en")
    assert "Seat" not in tr("app.groups.deleted", group="3")
    assert "Seat" not in tr("app.cli.night.unknown_value", option="--players", given="3", known="5, 6")


@pytest.fixture
def brought(write: Write) -> Iterator[Path]:
    """The folder of a game that only English knows."""
    folder = write("en", "wolves", title="Wolves", howl="A howl at {n}")
    register_catalogues(folder)
    yield folder
    unregister_catalogues(folder)


def test_listed_domains_match_the_catalogue_folder() -> None:
    assert catalogue_folders() == (CATALOGUES,)
    assert catalogue_domains() == {
        path.stem for path in Path(CATALOGUES, FALLBACK_LANGUAGE.code).glob("*.po")
    }


def test_a_game_from_another_package_has_its_catalogues(brought: Path) -> None:
    tr = Translator("en")
    assert tr("wolves.title") == "Wolves"
    assert tr("wolves.howl", n=3) == "A howl at 3"
    assert tr("app.title") != "Title"
    assert (tr.missing, tr.problems) == (set(), [])


def test_a_folder_can_be_registered_while_a_translator_is_in_use(write: Write) -> None:
    tr = Translator("en")
    assert tr("wolves.title") == "Title"
    folder = write("en", "wolves", title="Wolves")
    register_catalogues(folder)
    try:
        assert tr("wolves.title") == "Wolves"
    finally:
        unregister_catalogues(folder)


def test_missing_languages_of_another_package_fall_back_to_english(brought: Path) -> None:
    tr = Translator("fa")
    assert tr("wolves.title") == "Wolves"
    assert tr.missing == {"wolves.title"}
    assert [problem.code for problem in tr.problems] == ["catalogue_missing"]


def test_a_folder_adds_sentences_to_our_catalogues_and_changes_none(write: Write) -> None:
    folder = write("it", title="Un altro titolo", wolf="Lupo")
    ours = Translator("it")("app.title")
    register_catalogues(folder)
    try:
        tr = Translator("it")
        assert (tr("app.title"), tr("app.wolf")) == (ours, "Lupo")
    finally:
        unregister_catalogues(folder)


def test_a_damaged_catalogue_of_another_package_is_a_problem(tmp_path: Path) -> None:
    (tmp_path / "it").mkdir()
    (tmp_path / "it" / "app.po").write_bytes(b'msgid "app.title"\nmsgstr "Citt\xe0"\n')
    ours = Translator("it")("app.title")
    register_catalogues(tmp_path)
    try:
        tr = Translator("it")
        assert tr("app.title") == ours
        assert [problem.code for problem in tr.problems] == ["catalogue_missing"]
    finally:
        unregister_catalogues(tmp_path)


def test_an_unregistered_folder_is_not_used(brought: Path) -> None:
    unregister_catalogues(brought)
    assert Translator("en")("wolves.title") == "Title"
    assert "wolves" not in catalogue_domains()


def test_a_missing_folder_is_rejected(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        register_catalogues(tmp_path / "nothing")
    assert catalogue_folders() == (CATALOGUES,)


HEADER = 'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'


def read_generally(path: Path) -> dict[str, CatalogueEntry]:
    found: dict[str, CatalogueEntry] = {}
    for entry in polib.pofile(str(path), encoding="utf-8"):
        if entry.translated():
            forms = entry.msgstr_plural
            found[entry.msgid] = tuple(forms[number] for number in sorted(forms)) if forms else entry.msgstr
    return found


@pytest.mark.parametrize("language", ["en", "it", "el", "fa"])
def test_our_catalogues_are_read_as_by_a_general_parser(language: str) -> None:
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
def test_generated_catalogues_are_read_as_by_a_general_parser(tmp_path: Path, text: str) -> None:
    path = tmp_path / "app.po"
    path.write_text(HEADER + text, encoding="utf-8")
    assert read_po(path) == read_generally(path)


def test_byte_order_mark_and_windows_line_ends_are_accepted(tmp_path: Path) -> None:
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
def test_a_damaged_catalogue_is_rejected(text: str) -> None:
    with pytest.raises(PoSyntaxError, match="line"):
        list(parse_po(text))
