"""The components in the box, compared with the lists of the rules."""

from companion.games.cultists import setup
from companion.games.cultists.components import (
    COMPONENTS,
    COMPONENTS_BY_ID,
    event_component_id,
    role_component_id,
)
from companion.games.cultists.setup import ROLES
from companion.games.cultists.state import EVENTS
from companion.widgets.icons import Icon
from companion.widgets.palette import colour_names

CARDS = 182
ROLE_TOKENS, ROOM_TOKENS, EVENT_TOKENS = 18, 12, 12


def count(*pieces):
    return sum(COMPONENTS_BY_ID[piece].count or 0 for piece in pieces)


def test_each_kind_is_there_once_and_can_be_drawn():
    assert len(COMPONENTS_BY_ID) == len(COMPONENTS)
    assert {kind.icon for kind in COMPONENTS} <= {icon.name for icon in Icon}
    assert {kind.color for kind in COMPONENTS} <= set(colour_names())


def test_cards_and_tokens_add_up_to_the_box():
    assert count(*setup.CARD_KINDS) == setup.BOX_CARDS.total == CARDS
    assert count(*map(role_component_id, ROLES)) == ROLE_TOKENS
    assert count(*map(event_component_id, EVENTS)) == EVENT_TOKENS
    assert count("room_plain", "room_hazard") == ROOM_TOKENS
    numbers = {"envelope": 8, "character": 10, "disc": 10, "map_part": 6, "book": 25, "cultist_token": 3}
    assert {piece: count(piece) for piece in numbers} == numbers


def test_number_of_dividers_is_unknown():
    assert [kind.id for kind in COMPONENTS if kind.count is None] == ["divider"]


def test_no_setup_needs_more_than_the_box_contains():
    for table in setup.NUMBERS.values():
        assert table.seats <= count("envelope")
        assert table.plain_rooms <= count("room_plain")
        assert table.hazard_rooms <= count("room_hazard")
