"""Cards turned one by one: a tap turns, the next brings another, and what weighs most comes last."""

from companion.core.resume_state import CardReveal, reveal_order


def test_a_tap_turns_the_card_and_the_next_brings_another():
    turning = CardReveal(2)
    seen = []
    while not turning.is_over:
        seen.append((turning.index, turning.is_turned))
        turning = turning.advance()
    assert seen == [(0, False), (0, True), (1, False), (1, True)]


def test_after_the_last_card_nothing_turns_any_more():
    assert CardReveal(1, index=1).advance() == CardReveal(1, index=1)


def test_what_weighs_most_comes_last_and_the_rest_round_the_table():
    weight = {"merlin": 2, "servant": 0, "minion": 1}
    assert reveal_order(("merlin", "servant", "minion", "servant"), weight.__getitem__) == (1, 3, 2, 0)
