"""The mission map in hands: cities are played, won and open others; the table completes its map."""

from __future__ import annotations

import pytest

from companion.games.duet.campaign import Status, city_standing, get_city, neighbours
from companion.games.duet.rules import GAME as DUET
from companion.games.duet.setup import AGENTS, KEY_AGENTS, Setup
from companion.games.duet.state import Agent, Assassin, Move, Stop
from companion.screens.duet import map_sheet
from companion.screens.duet.board import BoardPage
from companion.screens.duet.map import MapPage
from companion.screens.duet.map_cities import MapMode
from companion.widgets.field import TextField

pytestmark = pytest.mark.window

PEOPLE = ("Ada", "Bob")
SETUP = Setup(PEOPLE)
WIN: tuple[Move, ...] = (*(Agent(),) * KEY_AGENTS, Stop(), *(Agent(),) * (AGENTS - KEY_AGENTS))


@pytest.fixture
def at_map(walk):
    """Opens the map of these people, in a fresh app."""

    def open_map(setup=SETUP, **options):
        walker = walk(**options)
        walker.app.push(MapPage, setup)
        walker.frames(6)
        return walker

    return open_map


def tap_city(walker, city):
    walker.tap_at(*walker.page.map.city_position(city))


def statuses(campaign):
    return {city.id: city_standing(campaign, city.id).status for city in campaign.cities}


def test_prague_begins_with_one_tap_and_its_win_opens_three_cities(at_map):
    walker = at_map()
    walker.tap(walker.page.play_footer.main)
    assert isinstance(walker.page, BoardPage)
    setup = walker.page.session.setup
    assert (setup.tokens, setup.bystander_tokens, setup.mission.city) == (9, 9, "prague")
    for move in WIN:
        assert walker.page.play_move(move)
    walker.frames()
    (campaign,) = map_sheet.load_maps(walker.app)
    assert statuses(campaign)["prague"] is Status.WON
    names = tuple(walker.app.tr(f"duet.city.{id}") for id in ("berlin", "moscow", "cairo"))
    assert walker.says("duet.map.result.opens", cities=names)
    walker.tap(walker.page.main)
    walker.frames(4)
    assert isinstance(walker.page, MapPage)
    assert walker.page.city == "moscow"
    tap_city(walker, "cairo")
    assert walker.says("duet.map.open_by", cities=(walker.app.tr("duet.city.prague"),))
    walker.tap(walker.page.play_footer.main)
    assert walker.page.session.setup.bystander_tokens == 5


def test_map_is_loaded_after_a_restart_without_the_undone_result(at_map):
    walker = at_map()
    walker.tap(walker.page.play_footer.main)
    for move in WIN:
        walker.page.play_move(move)
    again = at_map()
    campaign = again.page.campaign
    assert statuses(campaign)["cairo"] is Status.OPEN
    again.app.open_session(
        again.app.games.open_session(next(again.app.games.games_of_campaign("duet", campaign.id)))
    )
    again.frames()
    again.tap(again.page.undo_button)
    again.app.push(MapPage, SETUP)
    again.frames(4)
    assert again.page.campaign.id == campaign.id
    assert statuses(again.page.campaign)["cairo"] is Status.LOCKED


def test_a_standard_mission_won_elsewhere_has_won_prague(walk):
    walker = walk()
    walker.play_before(DUET, SETUP, WIN)
    walker.app.push(MapPage, Setup(PEOPLE[::-1]))
    walker.frames(4)
    assert statuses(walker.page.campaign)["prague"] is Status.WON


def test_a_lost_city_can_be_played_again_from_its_end(at_map):
    walker = at_map()
    walker.tap(walker.page.play_footer.main)
    walker.page.play_move(Assassin())
    walker.frames()
    walker.tap_on("duet.map.replay", city=walker.app.tr("duet.city.prague"))
    assert walker.page.session.moves == ()
    assert walker.page.session.setup.mission.city == "prague"


def test_missing_number_blocks_the_mission_until_it_is_entered_and_can_be_undone(at_map):
    walker = at_map()
    page = walker.page
    tap_city(walker, "berlin")
    assert page.panel.mistake_stepper.value_label.content == "?"
    walker.tap(page.panel.mistake_stepper.minus)
    walker.tap(page.panel.mistake_stepper.minus)
    assert get_city(page.campaign, "berlin").mistakes == 8
    for _ in range(4):
        walker.tap(page.panel.token_stepper.minus)
    assert (get_city(page.campaign, "berlin").tokens, get_city(page.campaign, "berlin").mistakes) == (7, 7)
    assert map_sheet.load_map(walker.app, page.campaign.id) == page.campaign
    for _ in range(6):
        walker.tap(page.undo_button)
    assert get_city(page.campaign, "berlin").mistakes is None
    assert page.undo_button.opacity == 0
    assert not page.play_footer.main.enabled


def test_added_and_moved_city_with_its_route_survives_a_restart(at_map):
    walker = at_map()
    walker.tap(walker.page.add_button)
    walker.tap_on("duet.map.add_city")
    walker.type_into(walker.one(TextField), "Peru")
    # Ended in the middle of the word, which stands there again.
    walker = at_map()
    field = walker.one(TextField)
    assert field.text == "Peru"
    walker.type_into(field, "Perugia")
    field.dispatch("on_text_validate")
    walker.frames(4)
    assert walker.app.navigator.sheet is None
    page = walker.page
    own = get_city(page.campaign, page.city)
    assert own.name == "Perugia"
    assert walker.says("duet.map.doing.move")
    x, y = page.map.city_position(own.id)
    _drag(walker, (x, y), (x + 40, y + 30))
    moved = get_city(page.campaign, own.id)
    assert moved.x > own.x
    assert moved.y < own.y
    assert walker.press_back()
    assert not walker.says("duet.map.doing.move")
    page.set_mode(MapMode.JOIN)
    tap_city(walker, "cairo")
    tap_city(walker, own.id)
    assert neighbours(page.campaign, own.id) == ("cairo",)
    again = at_map()
    assert neighbours(again.page.campaign, own.id) == ("cairo",)
    assert get_city(again.page.campaign, own.id).x == moved.x
    tap_city(again, own.id)
    again.tap(again.page.panel.remove_button)
    assert all(city.id != own.id for city in again.page.campaign.cities)
    again.tap_on("app.undo")
    assert neighbours(again.page.campaign, own.id) == ("cairo",)


def _drag(walker, start, end):
    from kivy.tests.common import UnitTestTouch

    touch = UnitTestTouch(*start)
    touch.touch_down()
    walker.frames(1)
    for part in (0.5, 1.0):
        touch.touch_move(*(a + (b - a) * part for a, b in zip(start, end, strict=True)))
        walker.frames(1)
    touch.touch_up()
    walker.frames(3)


def test_each_team_has_a_map_and_deleting_one_can_be_undone(at_map):
    walker = at_map()
    first = walker.page.campaign
    map_sheet.save_map(walker.app, first)
    walker.page.open_teams()
    walker.frames()
    walker.tap_on("duet.map.team.new", names=PEOPLE)
    second = walker.page.campaign
    assert second.id != first.id
    assert len(map_sheet.load_maps(walker.app)) == 2
    walker.page.open_teams()
    walker.frames()
    walker.app.navigator.sheet._delete(second)
    walker.frames()
    assert walker.page.campaign.id == first.id
    walker.tap_on("app.undo")
    assert {kept.id for kept in map_sheet.load_maps(walker.app)} == {first.id, second.id}


def test_in_persian_the_map_is_not_mirrored_and_its_numbers_are_persian(at_map):
    walker = at_map(language="fa")
    page = walker.page
    assert page.map.city_position("moscow")[0] > page.map.city_position("prague")[0]
    assert page.panel.token_stepper.value_label.content == "۹"
    assert page.play_footer.main.value.content == "۹–۹"
    assert page.bar.back_button.x > page.add_button.x
