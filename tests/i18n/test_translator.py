from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.core.game import error, warning
from companion.i18n.languages import LANGUAGES
from companion.i18n.line_breaking import strip_bidi_marks
from companion.i18n.translator import Translator

Write = Callable[..., Path]


def test_a_key_gives_its_sentence_with_the_places_filled(write: Write) -> None:
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
def test_n_chooses_the_plural_form(write: Write, code: str, counted: dict[int, str]) -> None:
    tr = Translator(code, write(code, seats=("one", "{n} many")))
    assert {n: tr("app.seats", n=n) for n in counted} == counted


def test_a_plural_entry_without_a_number_takes_the_last_form(write: Write) -> None:
    assert Translator("en", write("en", seats=("one", "many")))("app.seats") == "many"


@pytest.mark.parametrize(
    ("code", "shown"),
    [("en", "12 0.5 12,000"), ("it", "12 0,5 12.000"), ("el", "12 0,5 12.000"), ("fa", "۱۲ ۰٫۵ ۱۲٬۰۰۰")],
)
def test_numbers_in_a_sentence_are_written_as_the_language_does(write: Write, code: str, shown: str) -> None:
    tr = Translator(code, write(code, line="{a} {b} {c}"))
    assert tr("app.line", a=12, b=0.5, c=12000) == shown


def test_digits_inside_a_name_are_the_players_own(write: Write) -> None:
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


def test_a_tuple_or_a_list_in_a_sentence_is_joined(write: Write) -> None:
    entries = {"list.more": "{list}, {item}", "list.last": "{list} and {item}", "team": "Team: {who}."}
    tr = Translator("en", write("en", **entries))
    assert tr("app.team", who=("Ada", "Bob", "Cleo")) == "Team: Ada, Bob and Cleo."
    assert tr("app.team", who=["Ada"]) == "Team: Ada."


def test_a_name_read_the_other_way_is_set_apart_and_no_other(write: Write) -> None:
    english = Translator("en", write("en", won="{name} won"))
    assert english("app.won", name="Ada") == "Ada won"
    assert english("app.won", name="Αθηνά") == "Αθηνά won"
    assert english("app.won", name="آرش") != "آرش won"
    assert strip_bidi_marks(english("app.won", name="آرش")) == "آرش won"
    persian = Translator("fa", write("fa", won="{name} برد"))
    assert persian("app.won", name="آرش") == "آرش برد"
    assert persian("app.won", name="Ada") != "Ada برد"
    assert strip_bidi_marks(persian("app.won", name="Ada")) == "Ada برد"


def test_each_name_of_a_list_is_set_apart_by_itself() -> None:
    joined = Translator("fa").join_items(["Ada", "آرش", "Bob"])
    assert strip_bidi_marks(joined) == "Ada، آرش و Bob"
    assert joined.count("\u202a") == joined.count("\u202c") == 2


def test_a_missing_sentence_is_shown_in_english_and_remembered(write: Write) -> None:
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
def test_a_key_nobody_has_is_made_readable(write: Write, key: str, shown: str) -> None:
    tr = Translator("it", write("it", a="a"))
    assert tr(key) == shown
    assert tr.missing == {key}


@pytest.mark.parametrize("broken", [None, b"msgid nonsense\nmore", b"\xff\xfe\x00", b'msgid "a\nmsgstr'])
def test_a_catalogue_that_cannot_be_read_falls_back_to_english_and_says_so(
    write: Write, broken: bytes | None
) -> None:
    folder = write("en", hello="Hello", bye="Bye")
    if broken is not None:
        (folder / "el").mkdir()
        (folder / "el" / "app.po").write_bytes(broken)
    tr = Translator("el", folder)
    assert [tr("app.hello"), tr("app.bye")] == ["Hello", "Bye"]
    assert tr.problems == [warning("app.problem.catalogue_missing", language="Ελληνικά")]


def test_with_no_catalogue_at_all_there_is_still_something_to_show(tmp_path: Path) -> None:
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
def test_a_bad_place_in_a_sentence_shows_the_sentence_as_it_stands(write: Write, bad: str) -> None:
    assert Translator("en", write("en", line=bad))("app.line", name="Ada") == bad


def test_a_name_with_braces_is_only_a_name(write: Write) -> None:
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


def test_a_problem_is_told_in_words(write: Write) -> None:
    tr = Translator("en", write("en", **{"problem.name_long": "Longer than {limit}: {length}"}))
    assert tr.translate_problem(error("app.problem.name_long", limit=40, length=44)) == "Longer than 40: 44"


def test_a_problem_that_names_a_whole_book_tells_its_beginning(write: Write) -> None:
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


def test_an_unknown_language_speaks_english() -> None:
    tr = Translator("xx")
    assert (tr.code, tr.join_items("ab")) == ("en", "a and b")


def test_a_domain_is_read_when_it_is_first_needed_and_only_then(write: Write) -> None:
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
def test_a_seat_without_a_name_is_called_by_its_number_in_every_language(code, seat):
    tr = Translator(code)
    assert tr.player_name("3") == seat
    assert tr.player_names(("3", "Ada")) == (seat, "Ada")
    assert seat in tr("app.night.leads", name="3")
    assert seat in tr("app.history.line", when="today", names=("Ada", "3"))
    assert seat in tr.translate_problem(error("app.problem.name_taken", name="3"))


def test_what_is_no_player_keeps_its_number():
    tr = Translator("en")
    assert "Seat" not in tr("app.groups.deleted", group="3")
    assert "Seat" not in tr("app.cli.night.unknown_value", option="--players", given="3", known="5, 6")
