"""The set-up of Silver: what is chosen is played and remembered, what is wrong is said."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.registry import get_game
from companion.games.silver.setup import Mode, Options, Setup, TiedCaller
from companion.screens.silver.board import BoardPage
from companion.screens.silver.setup import SetupPage, remember_setup
from companion.widgets.buttons import IconButton
from companion.widgets.icons import Icon
from tests.cases import sample

pytestmark = pytest.mark.window

NAMES = ("Ada", "Bruno", "Chloe", "Dario")
SILVER = get_game("silver")


@pytest.fixture
def set_up(walk):
    def open_page(players=3, **options):
        walker = walk(**options)
        walker.app.open_setup(SILVER, NAMES[:players])
        walker.frames()
        assert isinstance(walker.page, SetupPage)
        return walker

    return open_page


@pytest.mark.parametrize(("players", "rows", "cards"), sample([(2, 2, 10), (3, 1, 5)]))
def test_the_cards_to_remove_are_listed(set_up, players, rows, cards):
    walker = set_up(players)
    assert walker.says("silver.setup.put_away", n=rows, cards=cards)


def test_four_players_remove_no_cards_and_select_the_first_player_by_a_tap(set_up):
    walker = set_up(4)
    assert walker.says("silver.setup.shuffle", cards=52, rows=4, row=5)
    assert not any(walker.says("silver.setup.put_away", n=n, cards=5 * n) for n in range(3))
    walker.tap(walker.reach(walker.page.first_player_chooser.chips[2]))
    assert walker.says("silver.setup.amulet", name="Chloe")
    walker.tap(walker.page.main)
    assert walker.page.session.setup == Setup(NAMES, start=2)


def test_the_random_draw_selects_a_seated_player(set_up):
    walker = set_up(2)
    drawn: set[int] = set()
    for _ in range(30):
        walker.tap(walker.reach(walker.page.first_player_chooser.draw_button))
        walker.tap(walker.page.main)
        drawn.add(walker.page.setup.start)
        if len(drawn) == 2:
            break
    assert drawn == {0, 1}


def test_the_points_variant_shows_its_options(set_up):
    walker = set_up(3)
    assert not walker.says("silver.option.limit.name")
    walker.tap_on("silver.mode.points.name")
    page = walker.page
    walker.tap(walker.reach(page.limit.plus))
    walker.tap(walker.reach(page.switches["kamikaze"]))
    walker.tap(walker.reach(page.first_player_chooser.chips[0]))
    walker.tap(page.main)
    setup = walker.page.session.setup
    assert setup == Setup(NAMES[:3], Mode.POINTS, options=Options(limit=110, kamikaze=False))
    assert walker.says("silver.summary.round_points", round=1, limit=110)


def test_the_expert_options_are_in_a_drawer(set_up):
    walker = set_up(3)
    walker.tap_on("silver.setup.expert")
    assert not walker.says("silver.option.kamikaze_hits_caller.name")
    walker.tap_on("silver.option.tied_caller.holder")
    assert walker.page.setup.options.tied_caller is TiedCaller.HOLDER
    assert walker.says("silver.setup.expert_changed", n=1)


def test_the_selection_is_remembered(set_up):
    walker = set_up(3)
    walker.tap_on("silver.mode.points.name")
    walker.tap(walker.reach(walker.page.first_player_chooser.chips[2]))
    chosen = walker.page.setup
    walker.walk_home()
    again = set_up(3)
    assert again.page.setup == chosen
    others = set_up(2)
    assert others.page.setup.mode is Mode.POINTS
    assert others.page.setup.players == NAMES[:2]
    assert others.page.main.enabled


def test_the_amulet_of_a_rematch_can_be_removed(set_up):
    walker = set_up(3)
    remember_setup(walker.app, replace(walker.page.setup, start=1, amulet=1, amulet_works=False))
    walker.walk_home()
    again = set_up(3)
    assert again.says("silver.setup.carried", name="Bruno")
    assert not again.says("silver.setup.amulet", name="Bruno")
    again.tap(again.reach(again.one(IconButton, lambda button: button.icon.content == Icon.CROSS.value)))
    assert not again.says("silver.setup.carried", name="Bruno")
    assert again.says("silver.setup.amulet", name="Bruno")
    again.tap(again.page.main)
    assert isinstance(again.page, BoardPage)
    assert again.page.session.setup.amulet is None


def test_the_amulet_is_carried_over_only_once(set_up):
    walker = set_up(3)
    remember_setup(walker.app, replace(walker.page.setup, start=1, amulet=1, amulet_works=True))
    walker.walk_home()
    again = set_up(3)
    again.tap(again.page.main)
    assert again.page.session.setup.amulet == 1
    assert set_up(3).page.setup.amulet is None


def test_an_invalid_remembered_set_up_is_ignored(set_up):
    walker = set_up(3)
    walker.app.remember(Setup(NAMES[:3], options=Options(limit=5)), "silver")
    walker.walk_home()
    assert set_up(3).page.setup.options == Options()
