from __future__ import annotations

import pytest

from companion.screens.duet.setup import SetUpPage
from companion.screens.groups import GroupsSheet, SeatSheet
from companion.widgets.cards import Chip
from companion.widgets.icon_names import Icon
from companion.widgets.seat_ring import SeatRing
from companion.widgets.tap import IconButton

pytestmark = pytest.mark.window


@pytest.fixture
def seats(walk):
    walker = walk()
    walker.tap_on("app.game.duet")
    return walker


def enter(walker, name):
    walker.type_into(walker.page.field, name)
    walker.tap(walker.page.plus)


def test_names_are_entered_one_by_one_and_sit_clockwise(seats):
    for name in ("Ada", "Bruno", "Chloe"):
        enter(seats, name)
    assert seats.page.players == ("Ada", "Bruno", "Chloe")
    ada, bruno, chloe = seats.one(SeatRing).seats
    assert ada.y < bruno.y
    assert bruno.x < ada.x < chloe.x


@pytest.mark.parametrize(
    ("typed", "key", "args"),
    [
        ("   ", "app.problem.name_empty", {}),
        ("ada", "app.problem.name_taken", {"name": "Ada"}),
        ("x" * 41, "app.problem.name_long", {"limit": 40, "length": 41}),
    ],
)
def test_a_name_that_cannot_sit_says_why_and_nobody_moves(seats, typed, key, args):
    enter(seats, "Ada")
    enter(seats, typed)
    assert seats.says(key, **args)
    assert seats.page.players == ("Ada",)


def test_the_reason_goes_away_with_the_next_letter(seats):
    seats.tap(seats.page.plus)
    assert seats.says("app.problem.name_empty")
    seats.type_into(seats.page.field, "A")
    assert not seats.says("app.problem.name_empty")


@pytest.mark.parametrize("name", ["x" * 40, "👩‍👩‍👧‍👦 Rossi", "آرش Müller", "Ωmega بهار", "[b]Bob[/b]"])
def test_long_names_emoji_and_mixed_scripts_are_shown(seats, name):
    enter(seats, name)
    seat = seats.one(SeatRing).seats[0]
    assert seats.page.players == (name,)
    assert seat.name.content == name
    assert 0 < seat.name.drawn[0] <= seat.width + 1


def test_a_removed_player_comes_back_with_undo(seats):
    for name in ("Ada", "Bruno", "Chloe"):
        enter(seats, name)
    seats.tap(seats.one(SeatRing).seats[1])
    seats.one(SeatSheet)
    seats.tap_on("app.seats.remove")
    assert seats.page.players == ("Ada", "Chloe")
    seats.tap_on("app.undo")
    assert seats.page.players == ("Ada", "Bruno", "Chloe")


def test_a_step_back_or_a_screen_built_anew_loses_nobody(seats):
    for name in ("Ada", "Bruno", "Chloe"):
        enter(seats, name)
    seats.app.rebuild()
    seats.frames()
    assert seats.page.players == ("Ada", "Bruno", "Chloe")
    seats.press_back()
    seats.tap_on("app.game.silver")
    assert seats.page.players == ("Ada", "Bruno", "Chloe")


def test_a_name_without_letters_is_seated_and_told(seats):
    enter(seats, "王小明")
    assert seats.page.players == ("王小明",)
    assert seats.says("app.problem.name_not_drawn")


def test_a_player_can_be_renamed_and_moved_from_the_seat(seats):
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
    goal = ring.seats[2]
    seats.drag(ring.seats[0], goal.to_window(goal.center_x, goal.center_y))
    assert seats.page.players == ("Bruno", "Chloe", "Ada", "Dario")


def test_people_who_played_before_are_offered_and_can_be_forgotten(seats, walk):
    for name in ("Ada", "Bruno"):
        enter(seats, name)
    again = walk()
    again.tap_on("app.game.silver")
    again.tap(again.button("Ada"))
    assert again.page.players == ("Ada",)
    again.tap(again.one(IconButton, lambda button: button.glyph.content == Icon.PENCIL.value))
    again.tap(again.button("Bruno"))
    assert not [chip for chip in again.all(Chip) if chip.words.content == "Bruno"]
    assert [p.name for p in again.app.store.rosters.players()] == ["Ada"]
    again.tap_on("app.undo")
    assert {p.name for p in again.app.store.rosters.players()} == {"Ada", "Bruno"}


def test_a_whole_group_is_kept_and_seated_again(seats, walk):
    for name in ("Ada", "Bruno", "Chloe"):
        enter(seats, name)
    seats.page.open_groups()
    seats.frames()
    sheet = seats.one(GroupsSheet)
    seats.type_into(sheet.field, "Thursday")
    sheet.field.dispatch("on_text_validate")
    seats.frames()
    again = walk()
    again.tap_on("app.game.silver")
    again.page.open_groups()
    again.frames()
    again.tap(again.button("Thursday"))
    assert again.page.players == ("Ada", "Bruno", "Chloe")


def test_too_few_players_block_the_way_and_say_how_many_are_missing(seats):
    enter(seats, "Ada")
    assert not seats.page.main.enabled
    assert seats.says("app.problem.seats_few", n=2, seated=1)
    enter(seats, "Bob")
    seats.tap(seats.page.main)
    assert isinstance(seats.page, SetUpPage)


def test_no_more_people_than_the_game_seats(walk):
    walker = walk()
    walker.tap_on("app.game.silver")
    for name in ("A", "B", "C", "D", "E"):
        enter(walker, name)
    assert len(walker.page.players) == 4
    assert walker.says("app.problem.seats_many", n=4, seated=5)


def test_a_persian_name_is_typed_joined_and_from_the_right(walk):
    walker = walk(language="fa")
    walker.tap_on("app.game.duet")
    field = walker.page.field
    # A line lower than its letters cuts them off.
    assert field._hint_text_labels[0].height <= field.line_height
    walker.type_into(field, "نیلوفر")
    assert field.text == "نیلوفر"
    assert field.halign == "right"
    assert field.cursor_offset() == 0
    field.do_backspace()
    assert field.text == "نیلوف"
