"""What all guides share: parts, pauses, and steps that stay done when the set-up changes."""

from companion.core.definition import ComponentCount
from companion.scripts.teaching import GuideStep, find_changed_steps, keep_done_steps, list_parts

DECK = GuideStep("deck", "cards", "silver_guide.step.deck", {"n": 32})
PEEK = GuideStep("peek", "villages", "silver_guide.step.peek")
OTHER_DECK = GuideStep("deck", "cards", "silver_guide.step.deck", {"n": 31})


def test_parts_are_listed_in_the_order_of_steps() -> None:
    assert list_parts((DECK, PEEK, OTHER_DECK)) == ("cards", "villages")


def test_only_identical_steps_stay_done_after_a_change() -> None:
    assert keep_done_steps((DECK, PEEK), (OTHER_DECK, PEEK), frozenset({"deck", "peek"})) == {"peek"}


def test_undone_steps_stay_undone_after_a_change() -> None:
    assert keep_done_steps((PEEK,), (PEEK, DECK), frozenset({"peek", "deck"})) == {"peek"}


def test_changed_steps_are_new_or_different() -> None:
    assert find_changed_steps((DECK,), (OTHER_DECK, PEEK)) == ("deck", "peek")
    assert find_changed_steps((DECK, PEEK), (DECK,)) == ()


def test_more_components_have_a_longer_pause() -> None:
    laid = GuideStep(
        "lay",
        "cards",
        "silver_guide.step.deck",
        pieces=(ComponentCount("card", 5), ComponentCount("amulet", 1)),
    )
    assert laid.pause_seconds > DECK.pause_seconds > 0
