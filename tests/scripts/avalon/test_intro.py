"""Avalon told in five minutes: closed sentences, each with its picture, and the numbers of the rules."""

from typing import Any

import pytest

from companion.games.avalon.components import RULE_NUMBERS
from companion.i18n.translator import Translator
from companion.scripts.avalon.intro import CHAPTERS
from companion.scripts.teaching import IntroSpeed
from tests.games.avalon.builders import LANGUAGE_CODES, numbers_in_words
from tests.scripts.scene_checks import find_out_of_bounds, find_overlaps

NUMBERS_IN_WORDS: dict[str, list[Any]] = {
    "goal.quests": [RULE_NUMBERS["quests"]],
    "round.fails": [RULE_NUMBERS["fails"], 4, RULE_NUMBERS["fails_from"]],
    "winning.fails": [RULE_NUMBERS["won"]],
    "winning.votes": [RULE_NUMBERS["attempts"]],
    "winning.successes": [RULE_NUMBERS["won"]],
    "merlin.shot": [RULE_NUMBERS["won"]],
    "secrets.piles": [2, 2],
}


def test_the_chapters_are_sides_knowledge_rounds_ends_merlin_and_secrets():
    chapter_ids = [chapter.id for chapter in CHAPTERS]
    assert chapter_ids == ["goal", "knowledge", "round", "winning", "merlin", "secrets"]


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.id)
def test_a_chapter_is_short_and_shorter_for_those_in_a_hurry(chapter):
    assert 3 <= len(chapter.messages) <= 5
    keys = {sentence.key for sentence in chapter.messages}
    assert set(chapter.optional_keys) < keys
    assert 2 <= len(chapter.messages_for(IntroSpeed.QUICK)) < len(chapter.messages_for(IntroSpeed.CALM))


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.id)
def test_a_chapter_has_a_picture_with_everything_in_its_place(chapter):
    assert chapter.scene
    assert not list(find_overlaps(chapter.scene))
    assert not list(find_out_of_bounds(chapter.scene))


@pytest.mark.parametrize("language", LANGUAGE_CODES)
def test_sentences_are_closed_and_end(language):
    tr = Translator(language)
    for chapter in CHAPTERS:
        tr(f"avalon_guide.intro.{chapter.id}.title")
        for sentence in chapter.messages:
            words = tr(sentence.key)
            assert "{" not in words
            assert words.endswith("."), sentence.key
            assert not any(sign.isdigit() for sign in words)
            numbers = NUMBERS_IN_WORDS.get(sentence.key.removeprefix("avalon_guide.intro."), [])
            assert numbers_in_words(sentence.key, language) == sorted(numbers), sentence.key
    assert not tr.missing
