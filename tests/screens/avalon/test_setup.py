from __future__ import annotations

import pytest

from companion.games.avalon.setup import Lancelot, PlotCards
from companion.screens.avalon.options import ExpertDrawer
from companion.screens.night.page import NightPage
from companion.widgets.card_toggle import CardToggle
from companion.widgets.cards import Chip, Notice, OnOff
from companion.widgets.text import Text

pytestmark = pytest.mark.window

SEVEN = ("Ada", "Bruno", "Chloe", "Dario", "Elena", "Farid", "Greta")


@pytest.fixture
def table(walk):
    walker = walk()
    walker.app.store.rosters.save_group("Thursday", SEVEN)
    walker.tap_on("app.game.avalon")
    walker.page.seat(SEVEN)
    walker.frames()
    walker.tap(walker.page.main)
    return walker


def card(walker, role, side):
    return walker.reach((walker.page.good if side == "good" else walker.page.evil).cards[role])


def switch(walker, key):
    """The one beside these words."""

    def labelled(found):
        beside = found.parent.walk(restrict=True)
        return any(isinstance(part, Text) and part.content == walker.app.tr(key) for part in beside)

    return walker.one(OnOff, labelled)


def test_the_usual_set_of_this_table_is_offered_first(table):
    assert set(table.page.setup.roles) == {"percival", "morgana", "oberon"}
    assert table.page.main.enabled


def test_a_touched_card_goes_out_and_in_and_says_what_it_does(table):
    table.tap(card(table, "oberon", "evil"))
    assert "oberon" not in table.page.setup.roles
    tr = table.app.tr
    assert table.says("app.named", name=tr("avalon.role.oberon.name"), what=tr("avalon.role.oberon.does"))
    table.tap(card(table, "oberon", "evil"))
    assert "oberon" in table.page.setup.roles


def test_a_touched_card_tells_which_side_it_makes_stronger(table):
    table.tap(card(table, "oberon", "evil"))
    assert table.says("avalon.setup.helps.good")
    table.tap(card(table, "mordred", "evil"))
    assert table.says("avalon.setup.helps.evil")
    assert not table.says("avalon.setup.helps.good")
    table.tap(card(table, "minion", "evil"))
    assert not table.says("avalon.setup.helps.evil")


@pytest.mark.parametrize(("variant", "side"), [("v1", "evil"), ("v2", "good"), ("v3", None)])
def test_the_variant_of_the_lancelots_tells_which_side_it_makes_stronger(table, variant, side):
    table.tap(card(table, "lancelot_good", "good"))
    table.tap_on(f"avalon.lancelot.{variant}.name")
    told = [name for name in ("good", "evil") if table.says(f"avalon.setup.lancelots_help.{name}")]
    assert told == ([side] if side else [])


def test_only_learners_are_advised_to_add_one_character_at_a_time(table):
    def advised():
        return table.says("avalon.setup.one_at_a_time", first=table.app.tr("app.first_game"))

    assert not advised()
    table.tap_on("app.night.style.learn")
    assert advised()
    table.tap_on("app.first_game")
    assert not advised()
    table.tap_on("avalon.preset.usual")
    assert advised()


def test_merlin_and_the_assassin_stay(table):
    before = table.page.setup
    table.tap(card(table, "merlin", "good"))
    table.tap(card(table, "assassin", "evil"))
    assert table.page.setup == before


def test_fillers_show_how_many_there_are(table):
    words = [part.content for part in card(table, "servant", "good").walk() if isinstance(part, Text)]
    assert table.app.tr("app.setup.times", count=2) in words


def test_too_many_evil_characters_block_the_night_and_say_why(table):
    table.tap(card(table, "mordred", "evil"))
    assert not table.page.main.enabled
    assert table.says("avalon.problem.too_many_evil", cards=4, seats=3, players=7)
    assert table.says("avalon.board.of", count=4, size=3)
    table.tap(table.page.main)
    assert not isinstance(table.page, NightPage)


def test_an_unwise_set_is_mended_with_one_tap(table):
    table.tap(card(table, "percival", "good"))
    assert table.says("avalon.problem.morgana_without_percival")
    table.tap_on("avalon.setup.add_percival")
    assert "percival" in table.page.setup.roles
    assert not table.all(Notice)


def test_lancelot_comes_as_a_pair_with_its_variant(table):
    table.tap(card(table, "oberon", "evil"))
    table.tap(card(table, "lancelot_good", "good"))
    setup = table.page.setup
    assert setup.lancelot is Lancelot.V1
    table.tap_on("avalon.lancelot.v3.name")
    assert table.page.setup.lancelot is Lancelot.V3
    chosen = [toggle for toggle in table.all(CardToggle) if toggle.chosen]
    assert len([toggle for toggle in chosen if toggle in (
        table.page.good.cards["lancelot_good"], table.page.evil.cards["lancelot_evil"])]) == 2  # fmt: skip


def test_the_leader_is_chosen_by_a_tap(table):
    table.tap(table.reach(table.button("Dario")))
    assert table.page.setup.leader == 3


def test_the_exact_cards_and_who_learns_what_are_told(table):
    words = " ".join(table.words())
    tr = table.app.tr
    assert tr("avalon.setup.shuffle", n=7) in words
    assert tr("avalon.role.servant.cards", n=2) in words
    assert tr("app.named", name=tr("avalon.role.oberon.name"), what=tr("avalon.knows.nobody")) in words


def test_the_expert_drawer_holds_every_switch_and_says_when_one_is_changed(table):
    table.tap_on("app.setup.options")
    assert table.says("avalon.option.oberon_seen_by_merlin.name")
    table.tap(table.reach(switch(table, "avalon.option.oberon_seen_by_merlin.name")))
    assert not table.page.setup.options.oberon_seen_by_merlin
    assert table.says("app.setup.options_changed", n=1)


def test_plot_cards_are_put_in_with_one_tap_and_the_drawer_agrees(table):
    table.tap(table.reach(switch(table, "avalon.extra.plot.name")))
    assert table.page.setup.options.plot_cards is PlotCards.TWO_OR_THREE
    assert table.says("app.setup.options_changed", n=1)
    table.tap(table.reach(table.button(table.app.tr("app.setup.options_changed", n=1))))
    none = table.app.tr("avalon.option.plot_cards.off")
    chips = [part for part in table.one(ExpertDrawer).walk(restrict=True) if isinstance(part, Chip)]
    (off,) = [chip for chip in chips if chip.words.content == none]
    table.tap(table.reach(off))
    assert not switch(table, "avalon.extra.plot.name").on


def test_the_length_shown_is_the_length_planned(table):
    night = table.app.speaking.night_at_once(table.page.setup)
    assert table.says("app.night.seconds", n=round(night.timeline.total))


def test_the_next_evening_starts_with_the_same_choices(table, walk):
    table.tap(card(table, "oberon", "evil"))
    again = walk()
    again.tap_on("app.game.avalon")
    again.page.seat(SEVEN)
    again.frames()
    again.tap(again.page.main)
    assert set(again.page.setup.roles) == {"percival", "morgana"}
