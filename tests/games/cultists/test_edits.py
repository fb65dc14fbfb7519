"""Editable fields of past moves, and moves that can be added."""

from __future__ import annotations

from dataclasses import replace

from companion.games.cultists.edits import find_missing_moves, make_fields
from companion.games.cultists.moves import Colour, Correct, Event, ShelfValue, Shelves
from companion.games.cultists.rules import apply
from companion.i18n.translator import Translator

ENGLISH = Translator("en")


def test_every_option_makes_a_move_of_the_same_type_and_the_selected_one_the_same_move(any_game):
    for move, before in zip(any_game.moves, any_game.states, strict=False):
        for field in make_fields(ENGLISH, before, move):
            made = {value: field.make_move(value) for value, _ in field.options}
            assert all(isinstance(other, type(move)) for other in made.values())
            # Events lose the colour that older records gave them.
            assert made.get(field.selected) in (move, None) or move == Event("secret_entrances", Colour.BLUE)
    assert not ENGLISH.missing


def test_every_part_of_a_correction_and_of_a_shelf_can_be_changed(game):
    before = game().state
    whole = Correct(points=5, target=13, knife=3, round=4, power=False)
    offered = make_fields(ENGLISH, before, whole)
    assert [field.selected for field in offered] == [5, 13, 3, 4, False]
    assert offered[0].make_move(7) == replace(whole, points=7)
    assert offered[4].make_move(True) == replace(whole, power=True)
    # What a correction left alone stays so.
    assert len(make_fields(ENGLISH, before, Correct(closes_in=2))) == 1
    two = Shelves((ShelfValue("pink", 3, 3), ShelfValue("blue_1", 12, 2)))
    offered = make_fields(ENGLISH, before, two)
    assert [field.selected for field in offered] == [3, 3, 12, 2]
    assert all(field.selected in dict(field.options) for field in offered)
    assert offered[2].make_move(4) == Shelves((two.shelves[0], ShelfValue("blue_1", 4, 2)))


def test_missing_moves_are_legal_in_the_state(game):
    states = game().states
    for state in states:
        for kind, moves in find_missing_moves(state).items():
            after = state
            for move in moves:
                after = apply(after, move)
            assert ENGLISH(f"cultists.happened.{kind}")
    assert "power_restored" not in find_missing_moves(states[-1])
    assert not ENGLISH.missing
