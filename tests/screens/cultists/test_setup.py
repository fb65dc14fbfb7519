from __future__ import annotations

from dataclasses import fields

import pytest

from companion.games.cultists.components import RULE_NUMBERS
from companion.games.cultists.drafts import RoleSetKind
from companion.games.cultists.setup import RECOMMENDED, Options, Side, VoteRule, relevant_options
from companion.games.registry import get_game
from companion.screens.cultists.setup import AutomaSeat
from companion.screens.night.night_page import NightPage
from companion.screens.night.paused import DawnPage
from companion.widgets.buttons import LONG_PRESS_SECONDS
from companion.widgets.cards import Notice, ToggleSwitch
from companion.widgets.text import Text

pytestmark = pytest.mark.window

NAMES = ("Ada", "Bruno", "Chloe", "Dario", "Elena", "Farid", "Greta", "Hana")


def sit_down(walker, people):
    """From home to the set-up screen of so many, by taps."""
    walker.open_game("cultists")
    walker.page.set_players(NAMES[:people])
    walker.frames()
    walker.tap(walker.page.main)
    return walker


@pytest.fixture
def table(walk):
    """The set-up screen of so many, without the way to it."""

    def open_page(people, **options):
        walker = walk(**options)
        walker.app.open_setup(get_game("cultists"), NAMES[:people])
        walker.frames(4)
        return walker

    return open_page


def take(walker, kind):
    walker.tap(walker.reach(walker.page.kinds.rows[kind]))


def touch(walker, *roles):
    for role in roles:
        walker.tap(walker.reach(walker.page.role_groups.cards[role]))


def build(walker, *roles):
    """Build a set of exactly these roles."""
    take(walker, RoleSetKind.CUSTOM)
    touch(walker, *sorted(set(walker.page.setup.roles) ^ set(roles)))


def automa_switches(walker):
    seats = walker.all(AutomaSeat)
    return [part for seat in seats for part in seat.walk(restrict=True) if isinstance(part, ToggleSwitch)]


def sleep(walker):
    """Through the night to the dawn, on a clock that hurries."""
    assert isinstance(walker.page, NightPage)
    walker.hurry(lambda: False)
    assert isinstance(walker.page, DawnPage)


def learn_who(walker):
    """On to the deal, and one tap more."""
    walker.tap(walker.page.main)
    walker.tap_on("app.setup.knowledge")


def blocked(walker):
    return not walker.page.main.enabled and not walker.page.guide_button.enabled


# -- the ready sets -------------------------------------------------------------------------------------


def test_five_new_players_reach_their_first_night_by_taps_only(walk):
    walker = sit_down(walk(), 5)
    # Back leads to the seats.
    walker.press_back()
    assert walker.page.players == NAMES[:5]
    walker.tap(walker.page.main)
    # People who never played are offered a first game.
    assert walker.page.setup.first_game
    assert walker.page.setup.roles == ("seer",)
    assert not walker.all(Notice)
    assert walker.page.main.enabled
    assert not walker.says("cultists.setup.automa.name")
    walker.tap(walker.reach(walker.button("Chloe")))
    walker.tap_on("app.setup.deal")
    walker.tap(walker.page.main)
    sleep(walker)
    assert walker.says("cultists.night.dawn.begins", name="Chloe")
    walker.tap(walker.page.main)
    setup = walker.page.session.setup
    assert (setup.knife, setup.first_game) == (2, True)


def test_the_recommended_set_is_one_tap_away_and_its_random_role_can_be_redrawn(table):
    walker = table(6)
    take(walker, RoleSetKind.RECOMMENDED)
    walker.tap(walker.reach(walker.button("Elena")))
    lot = RECOMMENDED[6].one_of
    assert len(set(walker.page.setup.roles) & set(lot)) == 1
    assert {"seer", "firestarter"} <= set(walker.page.setup.roles)
    for _ in range(3):
        before = walker.page.selection.random_role
        walker.tap_on("cultists.setup.redraw")
        assert walker.page.selection.random_role in set(lot) - {before}
    # A lot changed by hand changes nothing else.
    for role in lot:
        walker.tap_on(f"cultists.role.{role}.name")
        assert walker.page.selection.random_role == role
        assert walker.page.setup.knife == 4
        assert walker.says("cultists.setup.drawn", name=walker.app.tr(f"cultists.role.{role}.name"))


# -- the Automa -------------------------------------------------------------------------------------------


def test_the_automa_sits_to_the_right_of_the_first_player(table):
    walker = table(4)
    # Four have the Automa whether they like it or not.
    assert walker.page.setup.automa
    assert walker.says("cultists.setup.automa.must", players=4, seats=5)
    assert not automa_switches(walker)
    assert walker.page.main.enabled
    for seat in (2, 1):
        name = walker.page.setup.players[seat]
        walker.tap(walker.reach(walker.button(name)))
        assert walker.page.setup.automa_holder == walker.page.setup.knife == seat
        assert walker.says("cultists.setup.automa.holder", name=name)


def test_six_players_may_add_the_automa_and_then_use_the_numbers_for_seven(table):
    walker = table(6)
    take(walker, RoleSetKind.RECOMMENDED)
    assert walker.says("cultists.setup.against", n=1, investigators=5)
    (switch,) = automa_switches(walker)
    walker.tap(walker.reach(switch))
    assert walker.page.setup.seats == 7
    assert walker.says("cultists.setup.against", n=2, investigators=5)
    assert "assassin" in walker.page.setup.roles
    tr = walker.app.tr
    learn_who(walker)
    told = f"{tr('cultists.setup.knows.partner')} {tr('cultists.setup.knows.automa')}"
    assert walker.says("app.named", name=tr("cultists.role.cultist.name"), what=told)


# -- an own set ---------------------------------------------------------------------------------------------


@pytest.mark.thorough
def test_six_players_reach_the_night_with_a_custom_set_by_taps_only(walk):
    walker = sit_down(walk(), 6)
    take(walker, RoleSetKind.CUSTOM)
    touch(walker, "firestarter", "zombie")
    walker.tap_on("app.setup.deal")
    walker.tap(walker.page.main)
    sleep(walker)
    walker.tap(walker.page.main)
    assert not walker.page.session.setup.first_game


def test_six_players_build_a_balanced_custom_set(table):
    walker = table(6)
    take(walker, RoleSetKind.CUSTOM)
    touch(walker, "firestarter", "zombie")
    assert set(walker.page.setup.roles) == {"seer", "firestarter", "zombie"}
    assert not walker.page.setup.first_game
    assert not walker.all(Notice)
    (here,) = (lead for lead, cell in walker.page.balance_card.track.cells.items() if cell.is_current)
    (wanted,) = (lead for lead, cell in walker.page.balance_card.track.cells.items() if cell.is_target)
    assert here == wanted == -1


def test_the_balance_follows_every_tap_and_advice_does_not_block(table):
    walker = table(5)
    build(walker, "engineer", "doll", "fish")
    pips = {
        side: [(pip.printed, pip.empty) for pip in reversed(shown.pips.children)]
        for side, shown in walker.page.balance_card.sides.items()
    }
    printed, derived, empty = (True, False), (False, False), (True, True)
    assert pips[Side.INVESTIGATORS] == [printed, printed, printed, derived, empty]
    assert pips[Side.CULTISTS] == [printed, empty, empty, empty, empty]
    assert walker.says("cultists.setup.sum", investigators=4, cultists=1)
    touch(walker, "fish")
    assert walker.says("cultists.setup.sum", investigators=4, cultists=0)
    touch(walker, "zombie", "superghost")
    sums = {"investigators": 6, "cultists": 0}
    assert walker.says("cultists.problem.balance_to_cultists", **sums, lead=1)
    assert walker.says("cultists.problem.loyalty_over", **sums, most=5)
    assert walker.says("cultists.problem.loyalty_derived")
    assert not blocked(walker)


def test_too_many_roles_block_the_night_with_the_reason_also_after_a_rebuild(table):
    walker = table(5)
    take(walker, RoleSetKind.CUSTOM)
    tr = walker.app.tr
    # A touched token tells what is known of it and no more.
    touch(walker, "beast")
    name = tr("cultists.role.beast.name")
    assert walker.says("app.named", name=name, what=tr("cultists.role.see_token"))
    assert walker.says(
        "cultists.setup.loyalty.unsure",
        loyalty=tr("cultists.setup.loyalty.cultists", n=1),
        source=tr("cultists.setup.loyalty.derived"),
    )
    touch(walker, "assassin")
    name = tr("cultists.role.assassin.name")
    assert walker.says("app.named", name=name, what=tr("cultists.role.assassin.does"))
    touch(walker, "engineer", "firestarter")
    assert walker.says("cultists.problem.too_many_roles", roles=5, seats=4)
    assert blocked(walker)
    for button in (walker.page.main, walker.page.guide_button):
        page = walker.page
        walker.tap(button)
        assert walker.page is page
    before, page = walker.page.selection, walker.page
    walker.app.change_settings(text_size=130)
    walker.frames()
    assert walker.page is not page
    assert walker.page.selection == before
    assert blocked(walker)
    touch(walker, "assassin")
    assert not blocked(walker)


@pytest.mark.parametrize(
    ("people", "key"), [(7, "cultists.problem.seer_at_seven"), (4, "cultists.problem.seer_with_automa")]
)
def test_a_seer_that_is_not_allowed_is_removed_with_one_tap(table, people, key):
    walker = table(people)
    build(walker, "seer")
    assert walker.says(key, players=people)
    assert blocked(walker)
    walker.tap_on("cultists.setup.without_seer")
    assert walker.page.setup.roles == ()
    assert not blocked(walker)
    if people == 7:
        assert not walker.says("cultists.setup.automa.name")
        # Seven learn nothing of the dead.
        learn_who(walker)
        assert walker.app.tr("cultists.setup.knows.dead") not in " ".join(walker.words())


def test_eight_players_have_a_recommended_set_without_a_random_role(table):
    walker = table(8)
    tr = walker.app.tr
    take(walker, RoleSetKind.RECOMMENDED)
    assert walker.page.setup.roles == ("seer", "engineer", "firestarter", "assassin")
    assert walker.page.selection.random_role is None
    assert not walker.all(Notice)
    assert not walker.says("cultists.setup.automa.name")
    assert walker.says("cultists.guide.aims", points=13, rounds=10, kills=5)
    learn_who(walker)
    assert walker.says("cultists.setup.tokens", n=8)
    assert walker.says("cultists.role.cultist.tokens", n=2)
    assert walker.says("cultists.role.investigator.tokens", n=2)
    for role, learned in (
        ("cultist", tr("cultists.setup.knows.partner")),
        ("cultist", tr("cultists.setup.knows.dead")),
        ("seer", tr("cultists.setup.knows.cultists", n=2)),
    ):
        name = tr(f"cultists.role.{role}.name")
        assert walker.says("app.named", name=name, what=learned)


def test_required_roles_cannot_be_removed_and_a_tap_explains_them(table):
    walker = table(8)
    take(walker, RoleSetKind.CUSTOM)
    before = walker.page.setup
    for role in ("cultist", "investigator"):
        touch(walker, role)
        assert walker.app.navigator.sheet.role == role
        assert walker.says(f"cultists.role.{role}.does")
        walker.press_back()
    assert walker.page.setup == before
    card = walker.page.role_groups.cards["cultist"]
    words = [part.content for part in card.walk(restrict=True) if isinstance(part, Text)]
    assert walker.app.tr("app.setup.times", count=2) in words


# -- what is told -------------------------------------------------------------------------------------------


# -- options, memory, look ------------------------------------------------------------------------------


def test_the_drawer_has_every_option_and_counts_the_changed_ones(table):
    walker = table(6)
    walker.tap_on("app.setup.options")
    offered = relevant_options(walker.page.setup)
    for field in fields(Options):
        assert walker.says(f"cultists.option.{field.name}.why", **RULE_NUMBERS) is (field.name in offered)
    walker.tap_on("cultists.option.vote_rule.beat_abstentions")
    assert walker.page.setup.options.vote_rule is VoteRule.BEAT_ABSTENTIONS
    assert walker.says("app.setup.options_changed", n=1)
    walker.tap_on("cultists.option.vote_rule.literal")
    assert walker.says("app.setup.options")


def test_the_selection_is_remembered(table):
    walker = table(6)
    build(walker, "seer", "firestarter", "zombie")
    walker.tap_on("app.setup.options")
    walker.tap_on("cultists.option.vote_rule.beat_abstentions")
    before = walker.page.selection
    walker.walk_home()
    assert table(6).page.selection == before
    # Another number of people has a set of its own.
    again = table(5)
    assert again.page.selection.kind is RoleSetKind.RECOMMENDED
    assert not again.all(Notice)


def test_in_persian_the_page_is_mirrored(table):
    walker = table(6, language="fa")
    take(walker, RoleSetKind.CUSTOM)
    first, last = (walker.page.role_groups.cards[role] for role in ("cultist", "assassin"))
    assert first.x > last.x
    cells = walker.page.balance_card.track.cells
    assert cells[6].x > cells[-6].x


# -- roles explained ----------------------------------------------------------------------------------------


def test_a_long_press_on_a_role_explains_it_without_selecting_it(table):
    walker = table(6)
    build(walker, "seer")
    before = walker.page.setup
    walker.hold(walker.reach(walker.page.role_groups.cards["engineer"]), LONG_PRESS_SECONDS)
    assert walker.app.navigator.sheet.role == "engineer"
    assert walker.page.setup == before
    # What it does stands on its token only.
    assert walker.says("cultists.role.see_token")
    assert walker.says("cultists.setup.loyalty.investigators", n=3)
    # In play it is explained with what it learns.
    walker.press_back()
    walker.hold(walker.reach(walker.page.role_groups.cards["seer"]), LONG_PRESS_SECONDS)
    tr = walker.app.tr
    what = tr("cultists.setup.knows.cultists", n=1)
    assert walker.says("cultists.role.seer.does")
    assert walker.says("app.named", name=tr("cultists.role.seer.name"), what=what)
