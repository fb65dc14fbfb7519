from __future__ import annotations

import pytest

from companion.core.players import make_unnamed_seats
from companion.games.registry import get_game
from companion.screens.seats import GroupsSheet, SeatSheet
from companion.screens.setup import BaseSetupPage
from companion.widgets.buttons import IconButton
from companion.widgets.cards import Chip
from companion.widgets.icons import Icon
from companion.widgets.seat_ring import SeatRing
from tests.cases import sample

pytestmark = pytest.mark.window


@pytest.fixture
def seats(walk):
    walker = walk()
    walker.open_game("duet")
    return walker


def enter(walker, name):
    walker.type_into(walker.page.field, name)
    walker.tap(walker.page.add_button)


def between(one, other):
    """A point of the window between two seats."""
    return tuple(
        (here + there) / 2
        for here, there in zip(one.to_window(*one.center), other.to_window(*other.center), strict=True)
    )


def test_names_are_entered_one_by_one_and_seated_clockwise(seats):
    for name in ("Ada", "Bruno", "Chloe"):
        enter(seats, name)
    assert seats.page.players == ("Ada", "Bruno", "Chloe")
    ada, bruno, chloe = seats.one(SeatRing).seats
    assert ada.y < bruno.y
    assert bruno.x < ada.x < chloe.x


@pytest.mark.parametrize(
    ("typed", "key", "args"),
    sample(
        [
            ("Seat 2", "app.problem.name_taken", {"name": "Seat 2"}),
            ("   ", "app.problem.name_empty", {}),
            ("ada", "app.problem.name_taken", {"name": "Ada"}),
            ("x" * 41, "app.problem.name_long", {"limit": 40, "length": 41}),
            ("7", "app.problem.name_number", {}),
        ]
    ),
)
def test_an_invalid_name_shows_the_reason_and_changes_no_seat(seats, typed, key, args):
    enter(seats, "Ada")
    enter(seats, typed)
    assert seats.says(key, **args)
    assert seats.page.players == ("Ada", "2")


def test_the_reason_disappears_with_the_next_letter(seats):
    seats.tap(seats.page.add_button)
    assert seats.says("app.problem.name_empty")
    seats.type_into(seats.page.field, "A")
    assert not seats.says("app.problem.name_empty")


@pytest.mark.parametrize(
    "name", sample(["آرش Müller", "👩‍👩‍👧‍👦 Rossi", "x" * 40, "Ωmega بهار", "[b]Bob[/b]"], keep=2)
)
def test_long_names_emoji_and_mixed_scripts_are_shown(seats, name):
    enter(seats, name)
    seat = seats.one(SeatRing).seats[0]
    assert seats.page.players == (name, "2")
    assert seat.name_label.content == name
    assert 0 < seat.name_label.rendered_size[0] <= seat.width + 1


def test_removing_a_player_can_be_undone(seats):
    for name in ("Ada", "Bruno", "Chloe"):
        enter(seats, name)
    seats.tap(seats.one(SeatRing).seats[1])
    seats.one(SeatSheet)
    seats.tap_on("app.seats.remove")
    assert seats.page.players == ("Ada", "Chloe")
    seats.tap_on("app.undo")
    assert seats.page.players == ("Ada", "Bruno", "Chloe")


def test_going_back_and_rebuilding_keep_all_players(seats):
    for name in ("Ada", "Bruno", "Chloe"):
        enter(seats, name)
    seats.app.rebuild()
    seats.frames()
    assert seats.page.players == ("Ada", "Bruno", "Chloe")
    seats.press_back()
    seats.open_game("silver")
    assert seats.page.players == ("Ada", "Bruno", "Chloe")


def test_a_name_without_glyphs_is_seated_with_a_warning(seats):
    enter(seats, "王小明")
    assert seats.page.players == ("王小明", "2")
    assert seats.says("app.problem.name_not_drawn")


def test_a_player_can_be_renamed_and_moved(seats):
    for name in ("Ada", "Bruno", "Chloe"):
        enter(seats, name)
    seats.tap(seats.one(SeatRing).seats[0])
    sheet = seats.one(SeatSheet)
    seats.type_into(sheet.field, "Bruno")
    sheet.field.dispatch("on_text_validate")
    seats.frames()
    assert seats.says("app.problem.name_taken", name="Bruno")
    seats.type_into(sheet.field, "Zoe")
    sheet.field.dispatch("on_text_validate")
    seats.frames()
    assert seats.page.players == ("Zoe", "Bruno", "Chloe")
    seats.tap(seats.one(SeatRing).seats[0])
    seats.tap_on("app.seats.later")
    assert seats.page.players == ("Bruno", "Zoe", "Chloe")


def test_a_seat_can_be_dragged_to_another_place(seats):
    for name in ("Ada", "Bruno", "Chloe", "Dario"):
        enter(seats, name)
    ring = seats.one(SeatRing)
    goal = between(*ring.seats[2:4])
    seats.drag(ring.seats[0], goal)
    assert seats.page.players == ("Bruno", "Chloe", "Ada", "Dario")


def test_former_players_are_suggested_and_can_be_forgotten(seats, walk):
    for name in ("Ada", "Bruno"):
        enter(seats, name)
    seats.walk_home()
    again = walk()
    again.open_game("silver")
    again.tap(again.button("Ada"))
    assert again.page.players == ("Ada", "2", "3")
    again.tap(again.one(IconButton, lambda button: button.icon.content == Icon.PENCIL.value))
    again.tap(again.button("Bruno"))
    assert not [chip for chip in again.all(Chip) if chip.words.content == "Bruno"]
    assert [p.name for p in again.app.store.rosters.list_players()] == ["Ada"]
    again.tap_on("app.undo")
    assert {p.name for p in again.app.store.rosters.list_players()} == {"Ada", "Bruno"}


def test_a_group_is_saved_and_seated_again(seats, walk):
    for name in ("Ada", "Bruno", "Chloe"):
        enter(seats, name)
    seats.page.open_groups()
    seats.frames()
    sheet = seats.one(GroupsSheet)
    seats.type_into(sheet.field, "Thursday")
    sheet.field.dispatch("on_text_validate")
    seats.frames()
    seats.walk_home()
    again = walk()
    again.open_game("silver")
    again.page.open_groups()
    again.frames()
    again.tap(again.button("Thursday"))
    assert again.page.players == ("Ada", "Bruno", "Chloe")


@pytest.mark.parametrize("game", sample(["silver", "duet", "avalon", "cultists"]))
def test_no_player_needs_a_name(walk, game):
    walker = walk()
    walker.open_game(game)
    shown = get_game(game)
    assert len(walker.page.players) == shown.default_players
    assert walker.says("app.seats.unnamed", number=1)
    walker.tap(walker.page.main)
    assert isinstance(walker.page, BaseSetupPage)
    assert walker.page.setup.players == make_unnamed_seats(shown.default_players)
    assert walker.app.store.rosters.list_players() == ()


def test_the_number_of_seats_stays_within_the_limits_and_is_remembered(walk):
    walker = walk()
    walker.open_game("silver")
    for _ in range(3):
        walker.tap(walker.page.count.plus)
    assert walker.page.players == ("1", "2", "3", "4")
    walker.tap(walker.page.main)
    walker.walk_home()
    again = walk()
    again.open_game("silver")
    assert len(again.page.players) == 4
    for _ in range(4):
        again.tap(again.page.count.minus)
    assert again.page.players == ("1", "2")


def test_fewer_seats_remove_unnamed_players_first_and_can_be_undone(seats):
    for name in ("Ada", "Bruno", "Chloe"):
        enter(seats, name)
    seats.tap(seats.page.count.plus)
    seats.tap(seats.page.count.minus)
    assert seats.page.players == ("Ada", "Bruno", "Chloe")
    seats.tap(seats.page.count.minus)
    assert seats.page.players == ("Ada", "Bruno")
    seats.tap_on("app.undo")
    assert seats.page.players == ("Ada", "Bruno", "Chloe")


def test_a_seat_is_named_by_a_tap_and_can_be_made_unnamed(seats):
    for typed, players in (("Zoe", ("1", "Zoe")), ("", ("1", "2"))):
        seats.tap(seats.one(SeatRing).seats[1])
        sheet = seats.one(SeatSheet)
        assert sheet.field.text in ("", "Zoe")
        seats.type_into(sheet.field, typed)
        sheet.field.dispatch("on_text_validate")
        seats.frames()
        assert seats.page.players == players


def test_a_group_that_is_too_large_blocks_with_the_reason(walk):
    walker = walk()
    walker.open_game("silver")
    walker.page.set_players(("Ada", "Bruno", "Chloe", "Dario", "Elena"))
    assert not walker.page.main.enabled
    assert walker.says("app.problem.seats_many", n=4, seated=5)


def test_no_more_players_than_the_maximum_can_be_added(walk):
    walker = walk()
    walker.open_game("silver")
    for name in ("A", "B", "C", "D", "E"):
        enter(walker, name)
    assert len(walker.page.players) == 4
    assert walker.says("app.problem.seats_many", n=4, seated=5)


def test_a_persian_name_is_shaped_and_right_to_left_while_typing(walk):
    walker = walk(language="fa")
    walker.open_game("duet")
    field = walker.page.field
    # A line lower than its letters cuts them off.
    assert field._hint_text_labels[0].height <= field.line_height
    walker.type_into(field, "نیلوفر")
    assert field.text == "نیلوفر"
    assert field.halign == "right"
    assert field.cursor_offset() == 0
    field.do_backspace()
    assert field.text == "نیلوف"


def test_unnamed_seats_alone_cannot_be_saved_as_a_group(seats):
    seats.page.open_groups()
    seats.frames()
    assert seats.says("app.groups.none")
    assert seats.one(GroupsSheet).field not in seats.seen()


def test_a_person_named_by_a_number_is_not_suggested(seats):
    seats.app.store.database.connection.execute(
        "INSERT INTO players (id, name, last_used) VALUES (1, '7', 1.0), (2, 'Ada', 1.0)"
    )
    seats.page.set_players(("1", "2"))
    seats.frames()
    assert [chip.label.content for chip in seats.all(Chip)] == ["Ada"]


def test_a_seat_dragged_onto_another_swaps_with_it_on_a_scrolling_page(seats):
    seats.app.store.rosters.remember([f"Guest {letter}" for letter in "ABCDEFGHIJ"])
    for name in ("Ada", "Bruno", "Chloe", "Dario"):
        enter(seats, name)
    assert seats.page.body.height > seats.page.scroll.height
    ring = seats.one(SeatRing)
    seats.drag(ring.seats[0], ring.seats[2].to_window(*ring.seats[2].center))
    assert seats.page.players == ("Chloe", "Bruno", "Ada", "Dario")
    assert seats.page.scroll.scroll_y == 1
    assert seats.page.scroll.do_scroll_y
    assert not ring.is_on_seat(*ring.center)
