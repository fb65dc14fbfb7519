from __future__ import annotations

import pytest

from companion.games.avalon import drafts
from companion.games.avalon.setup import Lancelot, PlotCards, Setup
from companion.games.registry import get_game
from companion.screens.avalon.setup import BalanceCard, RoleSheet
from companion.screens.night.night_page import NightPage
from companion.screens.setup import OptionsDrawer
from companion.widgets.buttons import LONG_PRESS_SECONDS
from companion.widgets.cards import CardToggle, Chip, Notice, ToggleSwitch
from companion.widgets.text import IconLabel, Text
from tests.cases import sample

pytestmark = pytest.mark.window

SEVEN = ("Ada", "Bruno", "Chloe", "Dario", "Elena", "Farid", "Greta")


def seven_sit_down(walker):
    walker.open_game("avalon")
    walker.page.set_players(SEVEN)
    walker.frames()
    walker.tap(walker.page.main)
    return walker


@pytest.fixture
def table(walk):
    """Seven who played before, when they were six."""
    walker = walk()
    drafts.remember_setup(Setup(SEVEN[:6]), walker.app)
    walker.app.open_setup(get_game("avalon"), SEVEN)
    walker.frames(4)
    return walker


def card(walker, role, side):
    return walker.reach((walker.page.good if side == "good" else walker.page.evil).cards[role])


def switch(walker, key):
    """The one beside these words."""

    def labelled(found):
        beside = found.parent.walk(restrict=True)
        return any(isinstance(part, Text) and part.content == walker.app.tr(key) for part in beside)

    return walker.one(ToggleSwitch, labelled)


def test_new_players_get_the_first_game_set(walk):
    walker = seven_sit_down(walk())
    assert walker.page.setup.roles == ()
    assert walker.page.main.enabled


def test_a_tapped_role_is_removed_and_added_and_its_sheet_explains_it(table):
    tr = table.app.tr
    # The usual set of this table is offered to those who played before.
    assert set(table.page.setup.roles) == {"percival", "morgana", "oberon"}
    assert table.page.main.enabled
    assert table.says("app.setup.hold")
    words = [part.content for part in card(table, "servant", "good").walk() if isinstance(part, Text)]
    assert tr("app.setup.times", count=2) in words
    table.tap(card(table, "oberon", "evil"))
    assert "oberon" not in table.page.setup.roles
    assert table.says("app.named", name=tr("avalon.role.oberon.name"), what=tr("avalon.role.oberon.does"))
    assert table.says("avalon.setup.helps.good")
    table.tap(card(table, "mordred", "evil"))
    assert table.says("avalon.setup.helps.evil")
    assert not table.says("avalon.setup.helps.good")
    table.tap(card(table, "lancelot_evil", "evil"))
    assert not table.says("avalon.setup.helps.evil")
    table.tap(card(table, "oberon", "evil"))
    assert "oberon" in table.page.setup.roles
    table.tap(table.reach(table.button("Dario")))
    assert table.page.setup.leader == 3


def test_only_the_learning_style_advises_to_add_one_role_at_a_time(table):
    def advised():
        return table.says("avalon.setup.one_at_a_time", first=table.app.tr("app.first_game"))

    assert not advised()
    table.tap_on("app.night.style.learn")
    assert advised()
    table.tap_on("app.first_game")
    assert not advised()
    table.tap_on("avalon.preset.usual")
    assert advised()


def test_the_balance_card_shows_which_side_the_special_roles_help(table):
    def weighed():
        return [
            part.content
            for card in table.all(BalanceCard)
            for part in card.walk(restrict=True)
            if isinstance(part, Text) and not isinstance(part, IconLabel)
        ]

    tr = table.app.tr
    heads = [tr(f"avalon.setup.balance.{side}") for side in ("good", "evil")]
    percival, morgana, oberon = (tr(f"avalon.role.{name}.name") for name in ("percival", "morgana", "oberon"))
    advice = tr("avalon.setup.balance.advice")
    assert weighed() == [heads[0], percival, oberon, heads[1], morgana, advice]
    table.tap(card(table, "oberon", "evil"))
    table.tap(card(table, "percival", "good"))
    # Morgana has nobody to fool now.
    assert weighed() == [heads[0], tr("app.nobody"), heads[1], tr("app.nobody")]
    table.tap_on("app.first_game")
    assert not weighed()


@pytest.mark.parametrize(
    ("role", "side"),
    sample([("merlin", "good"), ("minion", "evil"), ("assassin", "evil"), ("servant", "good")], keep=2),
)
def test_a_tap_on_a_required_role_explains_it_and_keeps_it(table, role, side):
    before = table.page.setup
    table.tap(card(table, role, side))
    assert table.page.setup == before
    assert table.app.navigator.sheet.role == role
    assert table.says(f"avalon.role.{role}.does")


def test_a_long_press_on_a_role_explains_it_without_selecting_it(table):
    before = table.page.setup
    table.hold(card(table, "mordred", "evil"), LONG_PRESS_SECONDS)
    assert isinstance(table.app.navigator.sheet, RoleSheet)
    assert table.page.setup == before
    tr = table.app.tr
    assert table.says("avalon.role.mordred.does")
    assert table.says("avalon.setup.helps.evil")
    assert table.says("avalon.setup.if_in")
    seen = tr.join_items((tr("avalon.role.mordred.name"), tr("avalon.role.minion.cards", n=1)))
    what = tr("avalon.knows.evil", names=seen, n=2)
    assert table.says("app.named", name=tr("avalon.role.assassin.name"), what=what)
    # A card in the game is explained as it is at this table.
    table.press_back()
    table.hold(card(table, "percival", "good"), LONG_PRESS_SECONDS)
    names = tr.join_items((tr("avalon.role.merlin.name"), tr("avalon.role.morgana.name")))
    what = tr("avalon.knows.maybe_merlin", names=names, n=2)
    assert table.says("app.named", name=tr("avalon.role.percival.name"), what=what)
    assert not table.says("avalon.setup.if_in")
    # After the sheet is closed a tap chooses again.
    table.press_back()
    table.tap(card(table, "percival", "good"))
    assert "percival" not in table.page.setup.roles


def test_too_many_evil_roles_block_the_night_with_the_reason(table):
    table.tap(card(table, "mordred", "evil"))
    assert not table.page.main.enabled
    assert table.says("avalon.problem.too_many_evil", cards=4, seats=3, players=7)
    assert table.says("avalon.board.of", count=4, size=3)
    table.tap(table.page.main)
    assert not isinstance(table.page, NightPage)


def test_an_unwise_set_is_fixed_with_one_tap(table):
    table.tap(card(table, "percival", "good"))
    assert table.says("avalon.problem.morgana_without_percival")
    table.tap_on("avalon.setup.add_percival")
    assert "percival" in table.page.setup.roles
    assert not table.all(Notice)


def test_the_lancelots_are_added_as_a_pair_with_a_variant(table):
    table.tap(card(table, "oberon", "evil"))
    table.tap(card(table, "lancelot_good", "good"))
    assert table.page.setup.lancelot is Lancelot.V1
    for variant, side in ((Lancelot.V1, "evil"), (Lancelot.V2, "good"), (Lancelot.V3, None)):
        table.tap_on(f"avalon.lancelot.{variant.value}.name")
        assert table.page.setup.lancelot is variant
        helped = [name for name in ("good", "evil") if table.says(f"avalon.setup.lancelots_help.{name}")]
        assert helped == ([side] if side else [])
    chosen = [toggle for toggle in table.all(CardToggle) if toggle.is_selected]
    assert len([toggle for toggle in chosen if toggle in (
        table.page.good.cards["lancelot_good"], table.page.evil.cards["lancelot_evil"])]) == 2  # fmt: skip


def test_plot_cards_are_added_with_one_tap_and_shown_in_the_options(table):
    table.tap(table.reach(switch(table, "avalon.extra.plot.name")))
    assert table.page.setup.options.plot_cards is PlotCards.TWO_OR_THREE
    assert table.says("app.setup.options_changed", n=1)
    table.tap(table.reach(table.button(table.app.tr("app.setup.options_changed", n=1))))
    none = table.app.tr("avalon.option.plot_cards.off")
    chips = [part for part in table.one(OptionsDrawer).walk(restrict=True) if isinstance(part, Chip)]
    (off,) = [chip for chip in chips if chip.label.content == none]
    table.tap(table.reach(off))
    assert not switch(table, "avalon.extra.plot.name").is_on
    assert table.says("avalon.option.oberon_seen_by_merlin.name")
    table.tap(table.reach(switch(table, "avalon.option.oberon_seen_by_merlin.name")))
    assert not table.page.setup.options.oberon_seen_by_merlin
    assert table.says("app.setup.options_changed", n=1)


def test_the_selection_is_remembered(table, walk):
    table.tap(card(table, "oberon", "evil"))
    table.walk_home()
    again = seven_sit_down(walk())
    assert set(again.page.setup.roles) == {"percival", "morgana"}
