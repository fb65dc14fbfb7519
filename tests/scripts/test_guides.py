"""What every guide shares: parts, time for hands, and what stays done when a table changes."""

from companion.games.box import Piece
from companion.scripts.guides import Step, changed_since, parts_of, still_done

DECK = Step("deck", "cards", "silver_guide.step.deck", {"n": 32})
PEEK = Step("peek", "villages", "silver_guide.step.peek")
OTHER_DECK = Step("deck", "cards", "silver_guide.step.deck", {"n": 31})


def test_parts_come_in_the_order_of_their_steps() -> None:
    assert parts_of((DECK, PEEK, OTHER_DECK)) == ("cards", "villages")


def test_only_what_another_table_does_in_the_same_way_stays_done() -> None:
    assert still_done((DECK, PEEK), (OTHER_DECK, PEEK), frozenset({"deck", "peek"})) == {"peek"}


def test_what_was_never_done_is_not_done_after_a_change() -> None:
    assert still_done((PEEK,), (PEEK, DECK), frozenset({"peek", "deck"})) == {"peek"}


def test_a_change_is_told_by_the_steps_that_are_new_or_otherwise() -> None:
    assert changed_since((DECK,), (OTHER_DECK, PEEK)) == ("deck", "peek")
    assert changed_since((DECK, PEEK), (DECK,)) == ()


def test_more_pieces_leave_more_time_for_hands() -> None:
    laid = Step("lay", "cards", "silver_guide.step.deck", pieces=(Piece("card", 5), Piece("amulet", 1)))
    assert laid.pause > DECK.pause > 0
