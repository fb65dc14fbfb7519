"""What every guide shares: parts, time for hands, and what stays done when a table changes."""

from companion.core.definition import ComponentCount
from companion.scripts.teaching import GuideStep, find_changed_steps, keep_done_steps, list_parts

DECK = GuideStep("deck", "cards", "silver_guide.step.deck", {"n": 32})
PEEK = GuideStep("peek", "villages", "silver_guide.step.peek")
OTHER_DECK = GuideStep("deck", "cards", "silver_guide.step.deck", {"n": 31})


def test_parts_come_in_the_order_of_their_steps() -> None:
    assert list_parts((DECK, PEEK, OTHER_DECK)) == ("cards", "villages")


def test_only_what_another_table_does_in_the_same_way_stays_done() -> None:
    assert keep_done_steps((DECK, PEEK), (OTHER_DECK, PEEK), frozenset({"deck", "peek"})) == {"peek"}


def test_what_was_never_done_is_not_done_after_a_change() -> None:
    assert keep_done_steps((PEEK,), (PEEK, DECK), frozenset({"peek", "deck"})) == {"peek"}


def test_a_change_is_told_by_the_steps_that_are_new_or_otherwise() -> None:
    assert find_changed_steps((DECK,), (OTHER_DECK, PEEK)) == ("deck", "peek")
    assert find_changed_steps((DECK, PEEK), (DECK,)) == ()


def test_more_pieces_leave_more_time_for_hands() -> None:
    laid = GuideStep(
        "lay",
        "cards",
        "silver_guide.step.deck",
        pieces=(ComponentCount("card", 5), ComponentCount("amulet", 1)),
    )
    assert laid.pause_seconds > DECK.pause_seconds > 0
