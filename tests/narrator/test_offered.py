"""Of the voices that a phone offers, the one that can speak at any table."""

import pytest

from companion.narrator.voices.android import EngineVoice, choose_engine_voice

HERE = EngineVoice("here", "USA", 300)


@pytest.mark.parametrize(
    "other",
    [
        EngineVoice("far", "USA", 500, needs_network=True),
        EngineVoice("missing", "USA", 500, is_installed=False),
        EngineVoice("abroad", "GBR", 500),
        EngineVoice("coarse", "USA", 200),
        EngineVoice("homeless", "", 400),
        EngineVoice("later", "USA", 300),
    ],
)
def test_one_is_preferred_in_whatever_order_they_are_told(other):
    for offered in ((HERE, other), (other, HERE)):
        assert choose_engine_voice(offered, "USA") == HERE


def test_the_one_that_the_owner_uses_comes_first_if_it_is_ready():
    other = EngineVoice("abroad", "GBR", 100)
    assert choose_engine_voice((HERE, other), "USA", default_name="abroad") == other
    far = EngineVoice("far", "GBR", 100, needs_network=True)
    assert choose_engine_voice((HERE, far), "USA", default_name="far") == HERE


def test_without_one_that_is_ready_nobody_is_chosen():
    assert choose_engine_voice((), "USA") is None
    assert (
        choose_engine_voice(
            (EngineVoice("far", needs_network=True), EngineVoice("missing", is_installed=False))
        )
        is None
    )
