"""Of the voices that a phone offers, the one that can speak at any table."""

import pytest

from companion.narrator.voices.offered import Offered, best

HERE = Offered("here", "USA", 300)


@pytest.mark.parametrize(
    "other",
    [
        Offered("far", "USA", 500, needs_network=True),
        Offered("missing", "USA", 500, installed=False),
        Offered("abroad", "GBR", 500),
        Offered("coarse", "USA", 200),
        Offered("homeless", "", 400),
        Offered("later", "USA", 300),
    ],
)
def test_one_is_preferred_in_whatever_order_they_are_told(other):
    for offered in ((HERE, other), (other, HERE)):
        assert best(offered, "USA") == HERE


def test_the_one_that_the_owner_uses_comes_first_if_it_is_ready():
    other = Offered("abroad", "GBR", 100)
    assert best((HERE, other), "USA", usual="abroad") == other
    far = Offered("far", "GBR", 100, needs_network=True)
    assert best((HERE, far), "USA", usual="far") == HERE


def test_without_one_that_is_ready_nobody_is_chosen():
    assert best((), "USA") is None
    assert best((Offered("far", needs_network=True), Offered("missing", installed=False))) is None
