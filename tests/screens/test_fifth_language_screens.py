"""The app in a language from outside the package: chosen by taps, kept, and walked through."""

from __future__ import annotations

import pytest

from companion.narrator.voices import engine
from companion.screens.home import HomePage
from companion.screens.night.options import SoundCheckPanel
from companion.screens.settings_page import SettingsPage
from companion.widgets.buttons import Pressable
from companion.widgets.cards import ChoiceChips
from companion.widgets.text import Text
from tests.cases import sample
from tools.tour.views import all_views, prepare_tour
from tools.tour.walk import Tour

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("esperanto")]


def says(part, words):
    return isinstance(part, Pressable) and any(
        isinstance(text, Text) and text.content == words for text in part.walk(restrict=True)
    )


def test_the_settings_list_it_and_it_is_spoken_at_once_and_after_a_restart(walk):
    walker = walk()
    walker.tap_on("app.settings.title")
    languages = walker.all(ChoiceChips)[0]
    walker.tap(next(part for part in languages.walk(restrict=True) if says(part, "Esperanto")))
    assert isinstance(walker.page, SettingsPage)
    assert (walker.app.settings.language, walker.app.settings.narration) == ("eo", "eo")
    assert "»Settings" in walker.words()
    again = walk()
    assert isinstance(again.page, HomePage)
    assert again.app.settings.language == "eo"
    assert again.app.startup_problems == ()
    assert any(words.startswith("»") for words in again.words())


def test_it_can_be_chosen_from_home(walk):
    walker = walk()
    walker.tap(walker.button("EN"))
    walker.tap(walker.button("Esperanto"))
    assert walker.app.tr.code == "eo"
    assert walker.button("EO")


def test_the_sound_check_tells_that_nobody_speaks_it(walk, monkeypatch):
    monkeypatch.setattr(engine, "has_pyttsx3", lambda: False)
    walker = walk(language="eo", narration="eo")
    walker.tap_on("app.settings.title")
    walker.tap(walker.reach(walker.one(SoundCheckPanel).button))
    assert walker.says("app.voice.why.nobody", language="Esperanto")
    assert walker.says("app.problem.sound_no_clip", language="Esperanto")


@pytest.mark.parametrize("every", sample([60, 10]))
def test_the_tour_seats_its_people_and_shows_its_screens_in_it(esperanto, every):
    with Tour((390, 844)) as tour:
        prepare_tour(tour, language="eo")
        assert tour.names == esperanto.sample_names
        for view in all_views()[::every]:
            tour.open_view(view.open)
            shown = [text.content for text in tour.app.navigator.walk() if isinstance(text, Text)]
            assert any(words.startswith("»") for words in shown), view.name
