"""The Lancelots change sides as their loyalty cards say."""

from collections import Counter
from itertools import product

import pytest

from companion.games.avalon.rules import draw_card, draw_row, seat_sides
from companion.games.avalon.setup import Side
from companion.games.avalon.state import Lady, Loyalty, LoyaltyRow, Phase, Propose, Roles

NO = False
YES = True


def test_hidden_switches_are_turned_over_from_the_third_round_on(playing, send, refused):
    running = playing(8, lancelot="v1")
    assert refused(running, Loyalty(YES))[0] == "awaits_propose"
    assert send(running).phase is Phase.PROPOSE
    state = send(running, fails=1)
    assert (state.phase, state.leader, state.round) == (Phase.LOYALTY, 2, 3)
    assert refused(running, Propose((0, 1, 2, 3)))[0] == "awaits_loyalty"
    assert running.play(Loyalty(NO)).switch_count == 0
    assert send(running, fails=1).phase is Phase.LOYALTY
    assert running.play(Loyalty(YES)).switch_count == 1
    assert send(running).phase is Phase.LOYALTY
    state = running.play(Loyalty(YES))
    assert (state.switch_count, state.loyalty, state.phase) == (2, (NO, YES, YES), Phase.PROPOSE)


def test_the_hidden_deck_holds_two_switches(playing, send, refused):
    running = playing(8, lancelot="v1")
    send(running)
    send(running, fails=1)
    running.play(Loyalty(YES))
    send(running)
    running.play(Loyalty(YES))
    send(running, fails=2)
    assert refused(running, Loyalty(YES)) == ("no_switch_left", {"switches": 2})
    assert running.play(Loyalty(NO)).switch_count == 2


def test_the_lady_comes_before_the_loyalty_card(playing, send):
    running = playing(8, lancelot="v1", lady=True)
    send(running)
    assert send(running, fails=1).phase is Phase.LADY
    assert running.play(Lady(3)).phase is Phase.LOYALTY


def test_with_targeting_a_round_is_a_quest_played(playing, send):
    running = playing(8, lancelot="v1", targeting=True)
    send(running, 0, 4)
    assert send(running, 1, 2).phase is Phase.LOYALTY


def test_open_switches_act_at_the_start_of_their_round(playing, send, refused):
    running = playing(7, lancelot="v2")
    assert refused(running, Propose((0, 1)))[0] == "awaits_loyalty_row"
    state = running.play(LoyaltyRow((YES, NO, YES, NO, NO)))
    assert (state.phase, state.switch_count) == (Phase.PROPOSE, 1)
    assert send(running).switch_count == 1
    state = send(running, fails=1)
    assert (state.phase, state.switch_count) == (Phase.PROPOSE, 2)
    assert refused(running, LoyaltyRow((NO,) * 5))[0] == "awaits_propose"


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ((NO,) * 4, ("row_length", {"needed": 5, "cards": 4})),
        ((NO,) * 7, ("row_length", {"needed": 5, "cards": 7})),
        ((YES, YES, NO, NO, YES), ("row_switches", {"most": 2, "switches": 3})),
    ],
)
def test_a_row_is_five_of_the_deck(playing, refused, row, why):
    assert refused(playing(7, lancelot="v2"), LoyaltyRow(row)) == why


@pytest.mark.parametrize(
    ("lancelot", "move", "code"),
    [
        (None, Loyalty(NO), "no_loyalty_flips"),
        ("v2", Loyalty(NO), "no_loyalty_flips"),
        ("v3", Loyalty(NO), "no_loyalty_flips"),
        (None, LoyaltyRow((NO,) * 5), "no_loyalty_row"),
        ("v1", LoyaltyRow((NO,) * 5), "no_loyalty_row"),
        ("v3", LoyaltyRow((NO,) * 5), "no_loyalty_row"),
    ],
)
def test_loyalty_cards_belong_to_their_variant(playing, refused, lancelot, move, code):
    row = {"row": 5} if code == "no_loyalty_row" else {}
    assert refused(playing(7, lancelot=lancelot), move) == (code, row)


class Picks:
    """Luck that was written down before; remembers how many there were to choose from."""

    def __init__(self, *numbers):
        self.numbers = iter(numbers)
        self.sizes = []

    def __call__(self, size):
        self.sizes.append(size)
        return next(self.numbers)


def test_a_drawn_row_has_the_odds_of_the_deck():
    """Five of seven: no switch 1, one switch 10, two switches 10 times of 21."""
    rows: Counter[int] = Counter()
    for numbers in product(range(7), range(6), range(5), range(4), range(3)):
        picks = Picks(*numbers)
        rows[sum(draw_row(picks).switches)] += 1
        assert picks.sizes == [7, 6, 5, 4, 3]
    assert rows == {0: 120, 1: 1200, 2: 1200}


def next_cards(state):
    """Whether each card that could come next is a Switch."""
    picks = Picks(0)
    draw_card(state, picks)
    return [draw_card(state, Picks(card)).switch for card in range(picks.sizes[0])]


def test_a_drawn_card_comes_from_what_is_left_of_the_deck(playing, send):
    running = playing(8, lancelot="v1")
    send(running)
    assert next_cards(send(running, fails=1)) == [YES, YES, NO, NO, NO]
    running.play(Loyalty(YES))
    assert next_cards(send(running)) == [YES, NO, NO, NO]
    running.play(Loyalty(YES))
    assert next_cards(send(running, fails=2)) == [NO, NO, NO]


@pytest.mark.parametrize(
    ("row", "swapped"), [((YES, NO, NO, NO, YES), True), ((YES, YES, NO, NO, NO), False)]
)
def test_a_lancelot_is_judged_by_the_side_he_ends_on(playing, send, row, swapped):
    running = playing(5, lancelot="v2")
    running.play(LoyaltyRow(row))
    for _ in range(3):
        send(running, fails=1)
    state = running.play(Roles(("lancelot_good", "lancelot_evil", "merlin", "assassin", "servant")))
    lancelots = (Side.EVIL, Side.GOOD) if swapped else (Side.GOOD, Side.EVIL)
    assert seat_sides(state) == (*lancelots, Side.GOOD, Side.EVIL, Side.GOOD)
