"""What the cities of a map are called, and how a team stands with each."""

from dataclasses import replace

import pytest

from companion.games.duet.campaign import PRESET_CITY_IDS, Attempt, City, add_city, get_city, new_campaign
from companion.games.duet.text import city_name, numbers_text, short_standing_text, standing_text
from companion.i18n.languages import LANGUAGES
from companion.i18n.translator import Translator

MAP = new_campaign("ours", "Us", ("Ada", "Bob"))
WON = replace(MAP, attempts=(Attempt("prague", 1.0, 2.0, False), Attempt("prague", 3.0, 4.0, True, 12)))


@pytest.fixture
def tr():
    return Translator("en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_city_that_all_maps_have_is_called_as_the_language_calls_it(language):
    tr = Translator(language)
    names = {city_name(tr, id, "") for id in PRESET_CITY_IDS}
    assert len(names) == len(PRESET_CITY_IDS)
    assert not tr.missing


def test_a_city_of_the_table_s_own_is_called_by_its_name(tr):
    assert city_name(tr, "8f3a", "Perugia") == "Perugia"


def test_a_city_that_is_on_no_map_any_more_has_a_name_too(tr):
    assert city_name(tr, "8f3a", "") == "Another city"


def test_a_number_that_nobody_knows_is_a_question_mark(tr):
    assert numbers_text(tr, get_city(MAP, "berlin")) == "11–?"
    assert numbers_text(Translator("fa"), get_city(MAP, "berlin")) == "۱۱–؟"


def test_a_locked_city_says_what_is_missing(tr):
    assert standing_text(tr, MAP, get_city(MAP, "cairo"), "") == "Locked: first win a city next to it."
    assert "route" in standing_text(tr, MAP, get_city(MAP, "jakarta"), "")


def test_an_open_city_says_what_has_opened_it(tr):
    assert standing_text(tr, MAP, get_city(MAP, "prague"), "") == "Open: your first city"
    assert standing_text(tr, WON, get_city(MAP, "cairo"), "") == "Open: joined to Prague"


def test_a_won_city_says_when_with_how_many_points_and_after_how_many_attempts(tr):
    words = standing_text(tr, WON, get_city(WON, "prague"), "3 May 2026")
    assert words == "Won on 3 May 2026, 12 points, 2 attempts"


def test_an_open_city_counts_what_was_tried_in_vain(tr):
    lost = replace(MAP, attempts=(Attempt("prague", 1.0, 2.0, False),))
    assert standing_text(tr, lost, get_city(lost, "prague"), "") == "Open: your first city, 1 attempt"


def test_on_the_map_itself_few_words_have_room(tr):
    ours = add_city(WON, City("own", 100, 100, name="Perugia"))
    assert short_standing_text(tr, ours, get_city(ours, "prague")) == "9–9, 12 points"
    assert short_standing_text(tr, ours, get_city(ours, "cairo")) == "Open"
    assert short_standing_text(tr, ours, get_city(ours, "berlin")) == "11–?"
    assert short_standing_text(tr, ours, get_city(ours, "own")) == ""
