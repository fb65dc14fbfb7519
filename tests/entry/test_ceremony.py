"""Cards turned one by one: a tap turns, the next brings another, and what weighs most comes last."""

from companion.entry.ceremony import Turning, in_order


def test_a_tap_turns_the_card_and_the_next_brings_another():
    turning = Turning(2)
    seen = []
    while not turning.over:
        seen.append((turning.at, turning.turned))
        turning = turning.step()
    assert seen == [(0, False), (0, True), (1, False), (1, True)]


def test_after_the_last_card_nothing_turns_any_more():
    assert Turning(1, at=1).step() == Turning(1, at=1)


def test_what_weighs_most_comes_last_and_the_rest_round_the_table():
    weight = {"merlin": 2, "servant": 0, "minion": 1}
    assert in_order(("merlin", "servant", "minion", "servant"), weight.__getitem__) == (1, 3, 2, 0)
