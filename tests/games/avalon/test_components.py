"""Components: as many as the rulebooks list, and enough for every number of players."""

from companion.games.avalon.components import COMPONENTS, COMPONENTS_BY_ID, role_component_id
from companion.games.avalon.setup import MAX_PLAYERS, NUMBERS, ROLES
from companion.games.avalon.state import QUESTS
from companion.widgets.icons import Icon
from companion.widgets.palette import DARK


def together(*kinds):
    return sum(COMPONENTS_BY_ID[kind].count for kind in kinds)


def test_it_holds_what_the_rulebooks_list():
    characters = [kind for kind in COMPONENTS if kind.id.startswith("role_")]
    assert sum(kind.count or 0 for kind in characters if not kind.is_extra) == 14
    assert {kind.id for kind in characters} == {role_component_id(role) for role in ROLES}
    assert together("success_card", "fail_card") == 10
    assert together("approve_token", "reject_token") == 20
    assert together("loyalty_good", "loyalty_evil") == 2
    assert together("no_change_card", "switch_card") == 7
    assert together("plot_card") == 15


def test_there_is_enough_for_ten_players():
    assert together("approve_token") == together("reject_token") == MAX_PLAYERS
    largest = max(max(numbers.teams) for numbers in NUMBERS.values())
    for kind in ("team_token", "success_card", "fail_card"):
        assert together(kind) == largest
    assert together("score_marker") == QUESTS
    assert 2 * together("score_board") == len(NUMBERS)


def test_components_of_other_boxes_are_marked_as_extra():
    extra = {kind.id for kind in COMPONENTS if kind.is_extra}
    lancelots = {"role_lancelot_good", "role_lancelot_evil", "no_change_card", "switch_card"}
    assert extra == {*lancelots, "excalibur_card", "plot_card"}


def test_every_kind_can_be_drawn():
    for kind in COMPONENTS:
        assert kind.icon in Icon.__members__
        assert hasattr(DARK, kind.color)
