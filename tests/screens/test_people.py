"""Everybody who plays, and the page about one of them."""

from __future__ import annotations

import pytest

from companion.core.players import normalize_name
from companion.games.silver.rules import GAME as SILVER
from companion.games.silver.setup import Setup
from companion.screens.files.your_data import FilesPage
from companion.screens.history.history_page import HistoryListPage
from companion.screens.names import Avatars
from companion.screens.people_pages import PeoplePage, PersonListRow, PersonPage, open_person
from companion.screens.rows import GameRow
from companion.screens.seats import SeatsPage
from companion.screens.statistics.statistics_page import PersonStatisticsPage
from companion.statistics.query import GameFilter
from companion.widgets.icons import Icon
from companion.widgets.seat_ring import SeatRing

pytestmark = pytest.mark.window


@pytest.fixture
def walker(walk):
    opened = walk()
    for names in (("Ada", "Bruno"), ("Addie", "Chloe")):
        opened.play_before(SILVER, Setup(names), ())
    return opened


def names(walker):
    return [row.person.name for row in walker.all(PersonListRow)]


def person(walker, name):
    open_person(walker.app, name)
    walker.frames(4)
    return walker.page


def players(walker, game):
    return walker.app.store.games.load(game).setup["players"]


def test_the_data_page_links_to_the_people_list_and_to_each_person(walker):
    walker.app.push(FilesPage)
    walker.frames(4)
    walker.tap_on("people.title")
    assert names(walker) == ["Addie", "Chloe", "Ada", "Bruno"]
    assert walker.says("people.count", n=4)
    walker.tap(walker.all(PersonListRow)[2])
    assert isinstance(walker.page, PersonPage)
    assert "Ada" in walker.words()


def test_search_matches_the_beginning_of_any_name_of_a_person(walker):
    walker.app.rosters.remember(["Eleni", "Farid", "Greta", "Hugo", "Ada M."])
    walker.app.people.merge(walker.app.people.find("Hugo"), walker.app.people.find("Eleni"))
    walker.app.push(PeoplePage)
    walker.frames(4)
    assert len(names(walker)) == 8
    walker.type_into(walker.page.list.field, "ELE")
    assert names(walker) == ["Hugo"]
    walker.type_into(walker.page.list.field, "m ada")
    assert names(walker) == ["Ada M."]
    walker.type_into(walker.page.list.field, "nobody")
    assert walker.says("people.none_found")


def test_a_chosen_icon_and_colour_are_shown_on_the_seats_page(walker):
    page = person(walker, "Ada")
    walker.tap(walker.reach(page.marks["moon"]))
    walker.tap(walker.reach(page.colours["plum"]))
    assert (page.disc.avatar.icon, page.disc.avatar.colour) == (Icon.MOON, "plum")
    assert walker.says("people.mark.moon")
    walker.app.setup_players = ("ada", "Bruno")
    walker.open_game("silver")
    ada, bruno = walker.one(SeatRing).seats[:2]
    assert ada.look.avatar == page.disc.avatar
    assert bruno.look.avatar is None
    assert Avatars(walker.app).get("ADA") == page.disc.avatar
    assert Avatars(walker.app).get("Bruno").letter == "B"


def test_a_rename_applies_everywhere_and_can_be_undone(walker):
    walker.app.setup_players = ("Ada", "Bruno")
    page = person(walker, "Ada")
    walker.tap(page.rename_button)
    walker.type_into(page.entry.field, "Bruno")
    walker.tap(page.entry.done_button)
    assert walker.says("people.problem.taken", name="Bruno")
    walker.type_into(page.entry.field, "Adele")
    walker.tap(page.entry.done_button)
    assert players(walker, 1) == ["Adele", "Bruno"]
    assert walker.app.setup_players == ("Adele", "Bruno")
    assert walker.page.person.name == "Adele"
    walker.tap_on("app.undo")
    assert players(walker, 1) == ["Ada", "Bruno"]
    assert walker.app.setup_players == ("Ada", "Bruno")
    assert walker.page.person.name == "Ada"


def test_two_people_are_merged_and_split_again(walker):
    page = person(walker, "Ada")
    walker.tap(walker.reach(page.merge_button))
    # Bruno sat at a table with her.
    assert names(walker) == ["Addie", "Chloe"]
    walker.tap(walker.all(PersonListRow)[0])
    assert [other.name for other in walker.page.person.aliases] == ["Addie"]
    assert walker.page.person.game_count == 2
    walker.tap_on("app.undo")
    assert walker.page.person.aliases == ()
    walker.tap(walker.reach(walker.page.merge_button))
    walker.tap(walker.all(PersonListRow)[0])
    walker.app.toaster.dismiss()
    walker.tap_on("people.part")
    assert walker.page.person.game_count == 1
    walker.tap_on("app.undo")
    assert walker.page.person.game_count == 2


def test_a_person_is_forgotten_at_once_and_permanently_when_undo_expires(walker):
    walker.app.push(PeoplePage)
    page = person(walker, "Ada")
    walker.tap(walker.reach(page.forget_button))
    assert isinstance(walker.page, PeoplePage)
    assert names(walker) == ["Addie", "Chloe", "Bruno"]
    assert players(walker, 1) == ["1", "Bruno"]
    walker.tap_on("app.undo")
    assert players(walker, 1) == ["Ada", "Bruno"]
    walker.tap(walker.reach(person(walker, "Ada").forget_button))
    file = walker.app.store.path
    walker.let_pass(7)
    assert walker.app.toaster.text == ""
    assert b'"Ada"' not in file.read_bytes()
    assert normalize_name("Bruno") in {person.name_key for person in walker.app.people.list_people()}


def test_a_rename_updates_an_open_session(walker):
    walker.play_now(SILVER, Setup(("Ada", "Dario")))
    page = person(walker, "Ada")
    walker.tap(page.rename_button)
    walker.type_into(page.entry.field, "Adele")
    walker.tap(page.entry.done_button)
    assert walker.app.go_back()
    walker.frames(4)
    assert walker.page.session.setup.players == ("Adele", "Dario")
    assert players(walker, 3) == ["Adele", "Dario"]


def test_a_seat_links_to_the_page_of_its_person(walker):
    walker.app.setup_players = ("Ada", "2")
    walker.open_game("silver")
    walker.page.open_seat(0)
    walker.frames(4)
    walker.tap_on("people.about", name="Ada")
    assert isinstance(walker.page, PersonPage)
    walker.press_back()
    assert isinstance(walker.page, SeatsPage)
    assert walker.page.players == ("Ada", "2")


def test_a_group_with_changed_seats_is_seated_so_next_time(walker):
    walker.app.rosters.save_group("Thursday", ["Ada", "Bruno"])
    walker.app.setup_players = ("Bruno", "Ada")
    walker.open_game("silver")
    walker.tap(walker.page.main)
    walker.app.setup_players = ()
    walker.open_game("duet")
    walker.page.open_groups()
    walker.frames(4)
    walker.tap(walker.button("Thursday"))
    assert walker.page.players == ("Bruno", "Ada")


def renamed(walker, name, new):
    page = person(walker, name)
    walker.tap(page.rename_button)
    walker.type_into(page.entry.field, new)
    walker.tap(page.entry.done_button)


def test_a_saved_filter_is_updated_by_a_rename_and_its_undo(walker):
    walker.app.push(HistoryListPage, GameFilter(people=("ada",)))
    walker.frames(4)
    walker.app.push(PersonStatisticsPage, "ada")
    walker.frames(4)
    renamed(walker, "Ada", "Zoe")
    walker.tap_on("app.undo")
    renamed(walker, "Ada", "Eve")
    walker.app.go_back()
    walker.app.go_back()
    walker.frames(4)
    assert isinstance(walker.page, PersonStatisticsPage)
    assert walker.page.person == "eve"
    walker.app.go_back()
    walker.frames(4)
    assert walker.page.game_filter == GameFilter(people=("eve",))
    assert len(walker.all(GameRow)) == 1


def test_a_saved_filter_is_updated_by_a_merge(walker):
    walker.app.push(HistoryListPage, GameFilter(people=("addie",)))
    walker.frames(4)
    page = person(walker, "Ada")
    walker.tap(walker.reach(page.merge_button))
    walker.tap(walker.one(PersonListRow, lambda row: row.person.name == "Addie"))
    walker.app.go_back()
    walker.frames(4)
    assert len(walker.all(GameRow)) == 2


def test_a_forgotten_person_disappears_from_the_pages_below(walker):
    walker.app.push(HistoryListPage, GameFilter(people=("ada",)), "Ada")
    walker.frames(4)
    walker.app.push(PersonStatisticsPage, "ada")
    walker.frames(4)
    page = person(walker, "Ada")
    walker.tap(walker.reach(page.forget_button))
    walker.frames(4)
    assert isinstance(walker.page, HistoryListPage)
    assert not [words for words in walker.words() if "ada" in words.casefold()]
    assert len(walker.all(GameRow)) == 2
