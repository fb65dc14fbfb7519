"""The intro: short chapters of fixed sentences, each with a picture."""

import polib
import pytest

from companion.games.cultists.actions import CARDS_TO_EXPLORE, MEETING_SIZE
from companion.games.cultists.setup import ROUNDS
from companion.i18n.languages import LANGUAGES
from companion.i18n.translator import CATALOGUES, Translator
from companion.scripts.cultists.guide_scenes import CHAPTERS
from companion.scripts.teaching import IntroSpeed
from tests.scripts.scene_checks import find_out_of_bounds, find_overlaps

FEWEST, MOST = 3, 5


def chapter(name):
    [found] = [one for one in CHAPTERS if one.id == name]
    return found


def test_the_chapters_tell_sides_cards_a_round_winning_and_secrets_in_order():
    assert [one.id for one in CHAPTERS] == [
        *("sides", "deck", "round", "rooms", "murder", "winning", "secrets")
    ]


def test_a_chapter_is_short_and_shorter_in_a_hurry():
    for one in CHAPTERS:
        assert FEWEST <= len(one.messages_for(IntroSpeed.CALM)) <= MOST
        assert set(one.optional_keys) < {sentence.key for sentence in one.messages}
        assert (
            len(one.messages_for(IntroSpeed.QUICK))
            == len(one.messages) - len(one.optional_keys)
            < len(one.messages)
        )


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_sentence_is_closed_and_there_in_every_language(code):
    tr = Translator(code)
    for one in CHAPTERS:
        assert tr(f"cultists_guide.intro.{one.id}.title")
        for sentence in one.messages:
            assert not sentence.args
            assert "{" not in tr(sentence.key)
    assert not tr.missing


def test_no_sentence_of_the_introduction_is_left_over():
    told = {sentence.key for one in CHAPTERS for sentence in one.messages}
    told |= {f"cultists_guide.intro.{one.id}.title" for one in CHAPTERS}
    written = {entry.msgid for entry in polib.pofile(f"{CATALOGUES}/en/cultists_guide.po")}
    assert told == {key for key in written if key.startswith("cultists_guide.intro.")}


def test_every_chapter_has_a_picture_in_which_nothing_covers_another():
    for one in CHAPTERS:
        assert one.scene
        assert not list(find_overlaps(one.scene)), one.id
        assert not list(find_out_of_bounds(one.scene)), one.id


def test_the_pictures_count_as_the_rules_do():
    meeting = [
        thing for thing in chapter("round").scene if thing.icon == "BYSTANDER" and thing.number is None
    ]
    # Those who meet, and the Alive card between them.
    assert len(meeting) == MEETING_SIZE + 1
    assert sum(thing.tone == "moon" for thing in chapter("rooms").scene) == CARDS_TO_EXPLORE
    assert ROUNDS in {thing.number for thing in chapter("winning").scene}
