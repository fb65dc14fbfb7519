"""Codenames Duet told in five minutes."""

from __future__ import annotations

import re

import pytest

from companion.i18n.languages import LANGUAGES
from companion.i18n.translator import Translator
from companion.scripts.duet.guide import CHAPTERS
from companion.scripts.teaching import IntroSpeed
from companion.widgets.icons import Icon
from companion.widgets.palette import Palette
from tests.scripts.scene_checks import find_out_of_bounds, find_overlaps


def test_the_chapters_go_from_the_team_to_what_may_be_said() -> None:
    assert [chapter.id for chapter in CHAPTERS] == ["team", "clue", "guess", "wrong", "time", "end", "talk"]


def test_the_quick_telling_leaves_something_out_but_never_a_chapter() -> None:
    for chapter in CHAPTERS:
        told = {sentence.key for sentence in chapter.messages}
        assert set(chapter.optional_keys) < told
        quick = {sentence.key for sentence in chapter.messages_for(IntroSpeed.QUICK)}
        assert quick == told - set(chapter.optional_keys)
        assert len(quick) >= 2


def test_no_sentence_is_told_twice() -> None:
    keys = [sentence.key for chapter in CHAPTERS for sentence in chapter.messages]
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_sentence_can_be_read_aloud_as_it_stands(code: str) -> None:
    tr = Translator(code)
    for chapter in CHAPTERS:
        assert tr(f"duet_guide.intro.{chapter.id}.title")
        for sentence in chapter.messages:
            assert not sentence.args
            words = tr(sentence.key)
            assert not re.search(r"[\d{}]", words), sentence.key
            assert words.endswith("."), sentence.key
    assert not tr.missing


def test_nothing_in_a_picture_lies_on_anything_else_or_beside_the_table() -> None:
    for chapter in CHAPTERS:
        assert chapter.scene
        assert not list(find_overlaps(chapter.scene)), chapter.id
        assert not list(find_out_of_bounds(chapter.scene)), chapter.id


def test_pictures_name_only_marks_colours_and_words_that_there_are() -> None:
    tr = Translator("en")
    for chapter in CHAPTERS:
        for thing in chapter.scene:
            assert thing.icon is None or thing.icon in Icon.__members__
            assert thing.tone in Palette.__dataclass_fields__
            if thing.key is not None:
                assert "{" not in tr(thing.key, **thing.args)
    assert not tr.missing
