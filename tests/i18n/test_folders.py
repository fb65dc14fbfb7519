"""Catalogues from outside the package: a folder that is brought is read like ours, until withdrawn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.i18n.languages import FALLBACK_LANGUAGE
from companion.i18n.translator import (
    CATALOGUES,
    Translator,
    catalogue_domains,
    catalogue_folders,
    register_catalogues,
    unregister_catalogues,
)

Write = Callable[..., Path]


@pytest.fixture
def brought(write: Write) -> Iterator[Path]:
    """The folder of a game that only English knows."""
    folder = write("en", "wolves", title="Wolves", howl="A howl at {n}")
    register_catalogues(folder)
    yield folder
    unregister_catalogues(folder)


def test_the_domains_written_down_are_those_of_our_folder() -> None:
    assert catalogue_folders() == (CATALOGUES,)
    assert catalogue_domains() == {
        path.stem for path in Path(CATALOGUES, FALLBACK_LANGUAGE.code).glob("*.po")
    }


def test_a_game_from_outside_speaks_as_ours_do(brought: Path) -> None:
    tr = Translator("en")
    assert tr("wolves.title") == "Wolves"
    assert tr("wolves.howl", n=3) == "A howl at 3"
    assert tr("app.title") != "Title"
    assert (tr.missing, tr.problems) == (set(), [])


def test_a_folder_may_be_brought_to_a_translator_that_is_at_work(write: Write) -> None:
    tr = Translator("en")
    assert tr("wolves.title") == "Title"
    folder = write("en", "wolves", title="Wolves")
    register_catalogues(folder)
    try:
        assert tr("wolves.title") == "Wolves"
    finally:
        unregister_catalogues(folder)


def test_what_a_game_from_outside_lacks_in_a_language_is_told_and_said_in_english(brought: Path) -> None:
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


def test_a_damaged_catalogue_from_outside_is_told_and_ours_still_speaks(tmp_path: Path) -> None:
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


def test_what_was_withdrawn_is_spoken_no_more(brought: Path) -> None:
    unregister_catalogues(brought)
    assert Translator("en")("wolves.title") == "Title"
    assert "wolves" not in catalogue_domains()


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        register_catalogues(tmp_path / "nothing")
    assert catalogue_folders() == (CATALOGUES,)
