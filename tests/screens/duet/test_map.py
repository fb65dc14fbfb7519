"""The mission map in hands: cities are played, won and open others; the table completes its map."""

from __future__ import annotations

import pytest

from companion.games.duet.campaign import Status, city_of, neighbours, standing
from companion.games.duet.moves import Agent, Assassin, Move, Stop
from companion.games.duet.play import GAME as DUET
from companion.games.duet.setup import AGENTS, KEY_AGENTS, Setup
from companion.screens.duet import maps
from companion.screens.duet.board import BoardPage
from companion.screens.duet.map import MapPage
from companion.screens.duet.map_cities import Doing
from companion.widgets.field import Field

pytestmark = pytest.mark.window

PEOPLE = ("Ada", "Bob")
SETUP = Setup(PEOPLE)
WIN: tuple[Move, ...] = (*(Agent(),) * KEY_AGENTS, Stop(), *(Agent(),) * (AGENTS - KEY_AGENTS))


@pytest.fixture
def at_map(walk):
    """Opens the map of these people, in a fresh app."""

    def open_map(setup=SETUP, **options):
        walker = walk(**options)
        walker.app.visit(MapPage, setup)
        walker.frames(6)
        return walker

    return open_map


def tap_city(walker, city):
    walker.tap_at(*walker.page.map.place_of(city))


def statuses(campaign):
    return {city.id: standing(campaign, city.id).status for city in campaign.cities}


def test_prague_begins_with_one_tap_and_its_win_opens_three_cities(at_map):
    walker = at_map()
    walker.tap(walker.page.foot.main)
    assert isinstance(walker.page, BoardPage)
    setup = walker.page.table.setup
    assert (setup.tokens, setup.bystander_tokens, setup.mission.city) == (9, 9, "prague")
    for move in WIN:
        assert walker.page.play(move)
    walker.frames()
    (campaign,) = maps.kept_maps(walker.app)
    assert statuses(campaign)["prague"] is Status.WON
    names = tuple(walker.app.tr(f"duet.city.{id}") for id in ("berlin", "moscow", "cairo"))
    assert walker.says("duet.map.result.opens", cities=names)
    walker.tap(walker.page.main)
    walker.frames(4)
    assert isinstance(walker.page, MapPage)
    assert walker.page.city == "moscow"
    tap_city(walker, "cairo")
    assert walker.says("duet.map.open_by", cities=(walker.app.tr("duet.city.prague"),))
    walker.tap(walker.page.foot.main)
    assert walker.page.table.setup.bystander_tokens == 5


def test_a_fresh_app_finds_the_map_and_an_end_that_was_taken_back_is_off_it(at_map):
    walker = at_map()
    walker.tap(walker.page.foot.main)
    for move in WIN:
        walker.page.play(move)
    again = at_map()
    campaign = again.page.campaign
    assert statuses(campaign)["cairo"] is Status.OPEN
    again.app.open_table(again.app.archive.open(next(again.app.archive.about("duet", campaign.id))))
    again.frames()
    again.tap(again.page.undo)
    again.app.visit(MapPage, SETUP)
    again.frames(4)
    assert again.page.campaign.id == campaign.id
    assert statuses(again.page.campaign)["cairo"] is Status.LOCKED


def test_a_standard_mission_won_elsewhere_has_won_prague(walk):
    walker = walk()
    walker.play_before(DUET, SETUP, WIN)
    walker.app.visit(MapPage, Setup(PEOPLE[::-1]))
    walker.frames(4)
    assert statuses(walker.page.campaign)["prague"] is Status.WON


def test_a_lost_city_can_be_played_again_from_its_end(at_map):
    walker = at_map()
    walker.tap(walker.page.foot.main)
    walker.page.play(Assassin())
    walker.frames()
    walker.tap_on("duet.map.replay", city=walker.app.tr("duet.city.prague"))
    assert walker.page.table.moves == ()
    assert walker.page.table.setup.mission.city == "prague"


def test_a_missing_number_blocks_the_way_until_it_is_told_and_can_be_taken_back(at_map):
    walker = at_map()
    page = walker.page
    tap_city(walker, "berlin")
    assert page.panel.mistakes.number.content == "?"
    walker.tap(page.panel.mistakes.minus)
    walker.tap(page.panel.mistakes.minus)
    assert city_of(page.campaign, "berlin").mistakes == 8
    for _ in range(4):
        walker.tap(page.panel.tokens.minus)
    assert (city_of(page.campaign, "berlin").tokens, city_of(page.campaign, "berlin").mistakes) == (7, 7)
    assert maps.kept_map(walker.app, page.campaign.id) == page.campaign
    for _ in range(6):
        walker.tap(page.take_back)
    assert city_of(page.campaign, "berlin").mistakes is None
    assert page.take_back.opacity == 0
    assert not page.foot.main.enabled


def test_the_table_adds_a_city_and_a_route_and_moves_it_and_a_kill_loses_nothing(at_map):
    walker = at_map()
    walker.tap(walker.page.add)
    walker.tap_on("duet.map.add_city")
    walker.type_into(walker.one(Field), "Peru")
    # Ended in the middle of the word, which stands there again.
    walker = at_map()
    field = walker.one(Field)
    assert field.text == "Peru"
    walker.type_into(field, "Perugia")
    field.dispatch("on_text_validate")
    walker.frames(4)
    assert walker.app.stage.sheet is None
    page = walker.page
    own = city_of(page.campaign, page.city)
    assert own.name == "Perugia"
    assert walker.says("duet.map.doing.move")
    x, y = page.map.place_of(own.id)
    _drag(walker, (x, y), (x + 40, y + 30))
    moved = city_of(page.campaign, own.id)
    assert moved.x > own.x
    assert moved.y < own.y
    assert walker.press_back()
    assert not walker.says("duet.map.doing.move")
    page.do(Doing.JOIN)
    tap_city(walker, "cairo")
    tap_city(walker, own.id)
    assert neighbours(page.campaign, own.id) == ("cairo",)
    again = at_map()
    assert neighbours(again.page.campaign, own.id) == ("cairo",)
    assert city_of(again.page.campaign, own.id).x == moved.x
    tap_city(again, own.id)
    again.tap(again.page.panel.remove)
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


def test_each_team_has_a_map_and_one_that_was_deleted_comes_back(at_map):
    walker = at_map()
    first = walker.page.campaign
    maps.save(walker.app, first)
    walker.page.open_teams()
    walker.frames()
    walker.tap_on("duet.map.team.new", names=PEOPLE)
    second = walker.page.campaign
    assert second.id != first.id
    assert len(maps.kept_maps(walker.app)) == 2
    walker.page.open_teams()
    walker.frames()
    walker.app.stage.sheet._delete(second)
    walker.frames()
    assert walker.page.campaign.id == first.id
    walker.tap_on("app.undo")
    assert {kept.id for kept in maps.kept_maps(walker.app)} == {first.id, second.id}


def test_in_persian_the_map_is_not_mirrored_and_its_numbers_are_persian(at_map):
    walker = at_map(language="fa")
    page = walker.page
    assert page.map.place_of("moscow")[0] > page.map.place_of("prague")[0]
    assert page.panel.tokens.number.content == "۹"
    assert page.foot.main.value.content == "۹–۹"
    assert page.bar.back.x > page.add.x
